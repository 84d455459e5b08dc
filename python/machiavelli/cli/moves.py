"""Typed commands: which one a line is, and what it does to the working table of a turn."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from machiavelli import Card, Meld, ParseError, Plan, PlanError
from machiavelli.cli.options import whole
from machiavelli.cli.output import clipped

WORDS = {
    "lay": ("lay", "cala", "meld"),
    "take": ("take", "prendi", "pick"),
    "move": ("move", "sposta", "put"),
    "split": ("split", "dividi"),
    "join": ("join", "unisci"),
    "reverse": ("reverse", "inverti", "flip"),
    "undo": ("undo", "annulla"),
    "redo": ("redo", "ripeti"),
    "reset": ("reset", "azzera", "ripristina"),
    "hint": ("hint", "suggerisci", "suggerimento"),
    "best": ("best", "migliore"),
    "done": ("done", "fatto", "submit", "end", "fine"),
    "draw": ("draw", "pesca"),
    "pass": ("pass", "passa", "passo"),
    "concede": ("concede", "rinuncia"),
    "sort": ("sort", "ordina"),
    "table": ("table", "tavolo", "show", "mostra", "hand", "mano"),
    "score": ("score", "punti", "punteggio"),
    "rules": ("rules", "regole"),
    "save": ("save", "salva"),
    "quit": ("quit", "esci", "exit"),
    "help": ("help", "aiuto", "?"),
}
"""The words for each command, in every language there is."""

NEW = {"new", "nuovo", "nuova", "0"}
FILLERS = {
    "on", "onto", "to", "from", "at", "after", "before", "with", "and", "meld", "in",
    "su", "sul", "a", "al", "da", "dal", "dopo", "prima", "di", "con", "e", "gioco", ">", "->", ",",
}  # fmt: skip

_CARD = r"(?:10|[A2-9TJQK])[CDHS♣♦♥♠♧♢♡♤]\ufe0f?"
_CARDS = re.compile(rf"(?:{_CARD}|\*(?:={_CARD})?)", re.IGNORECASE)


class Problem(Exception):  # noqa: N818 - it is a text for the player
    """A command that cannot be done: the key of a text, and what belongs in it."""

    def __init__(self, key: str, **values: object) -> None:
        """Keep the key and the values."""
        super().__init__(key)
        self.key = key
        self.values = values


class Command(NamedTuple):
    """A command and the words after it; `force` if an exclamation mark follows its name."""

    name: str
    words: tuple[str, ...]
    force: bool


def read_command(line: str) -> Command:
    """Which command a line is; a line that begins with a card lays cards.

    Raises `Problem` for a word that is no command, or the beginning of several.
    """
    first, *others = line.split()
    if _cards_in(first):
        return Command("lay", (first, *others), force=False)
    word = first.rstrip("!").lower()
    exact = {name for name, words in WORDS.items() if word in words}
    begins = {name for name, words in WORDS.items() if any(w.startswith(word) for w in words)}
    found = exact or begins
    if not word or len(found) != 1:
        raise Problem("unknown", word=clipped(first))
    return Command(found.pop(), tuple(others), force=first.endswith("!"))


def _cards_in(word: str) -> list[str]:
    """The cards that a word consists of, none if there is anything else in it."""
    found = _CARDS.findall(word)
    return found if "".join(found) == word else []


class Names(NamedTuple):
    """What the words after a command name."""

    cards: tuple[Card, ...]
    melds: tuple[int, ...]
    new: bool


def read_names(words: Iterable[str]) -> Names:
    """The cards and the numbers of melds in a command, in any order."""
    cards: list[Card] = []
    melds: list[int] = []
    new = False
    for word in words:
        bare = word.rstrip(",").lower()
        if bare in NEW:
            new = True
        elif bare.isdecimal():
            melds.append(whole(bare))
        elif found := _cards_in(word.rstrip(",")):
            cards.extend(Card(each) for each in found)
        elif bare not in FILLERS and bare:
            try:
                cards.append(Card(word))
            except ParseError:
                raise Problem("bad_card", word=clipped(word)) from None
    return Names(tuple(cards), tuple(melds), new)


def step(plan: Plan, command: Command, usage: str) -> Plan:
    """The plan after a command that moves cards, as one step; `usage` tells how to write it.

    Raises `Problem` if it cannot be done.
    """
    names = read_names(command.words)
    for number in names.melds[:1] if command.name == "split" else names.melds:
        _find(plan, number)
    do = {
        "lay": _lay,
        "take": _take,
        "move": _move,
        "split": _split,
        "join": _join,
        "reverse": _reverse,
    }[command.name]
    try:
        after = do(plan, names, usage)
    except PlanError as error:
        key = "itself" if error.code == "E_PLAN_ITSELF" else "usage"
        raise Problem(key, usage=usage) from None
    # However many steps it took, one undo takes it back.
    return plan.arrange(after.table)


def _find(plan: Plan, number: int) -> Meld:
    count = len(plan.table)
    if not 1 <= number <= count:
        raise Problem("no_meld" if count else "no_meld_at_all", number=number, count=count)
    return plan.table[number - 1]


def _lay(plan: Plan, names: Names, usage: str) -> Plan:
    """Lays cards; those that are not at hand come from the table, if it is clear from where."""
    if not names.cards or len(names.melds) > 1:
        raise Problem("usage", usage=usage)
    target = names.melds[0] if names.melds and not names.new else None
    free = list(plan.hand + plan.lifted)
    missing: list[Card] = []
    for each in names.cards:
        physical = _physical(each)
        if physical in free:
            free.remove(physical)
        else:
            missing.append(each)
    for each in missing:
        match _holders(plan, each, target):
            case []:
                raise Problem("not_at_hand", cards=each)
            case [number]:
                plan, target = _lift(plan, each, number, target)
            case [number, *_]:
                raise Problem("take_first", card=each, number=number)
    return plan.lay(names.cards, None if target is None else target - 1)


def _take(plan: Plan, names: Names, usage: str) -> Plan:
    """Takes cards up, or whole melds."""
    if not names.cards:
        if not names.melds:
            raise Problem("usage", usage=usage)
        for number in sorted(set(names.melds), reverse=True):
            plan = plan.take(plan.table[number - 1], number - 1)
        return plan
    origin: int | None = names.melds[0] if names.melds else None
    for each in names.cards:
        number = origin or _holder(plan, each, None, usage)
        plan, origin = _lift(plan, each, number, origin)
    return plan


def _move(plan: Plan, names: Names, usage: str) -> Plan:
    """Moves table cards to a meld, or to a new one."""
    targets = 0 if names.new else 1
    if not names.cards or not targets <= len(names.melds) <= targets + 1:
        raise Problem("usage", usage=usage)
    target = None if names.new else names.melds[-1]
    origin = names.melds[0] if len(names.melds) > targets else None
    if origin is not None and origin == target:
        raise Problem("itself")
    for each in names.cards:
        number = origin or _holder(plan, each, target, usage)
        before = len(plan.table)
        plan, target = _lift(plan, each, number, target)
        if len(plan.table) < before:
            origin = None
    return plan.lay(names.cards, None if target is None else target - 1)


def _split(plan: Plan, names: Names, usage: str) -> Plan:
    """Splits a meld before a card, or after so many cards."""
    match names.cards, names.melds:
        case (), (number, at):
            pass
        case (card,), numbers if len(numbers) <= 1:
            number = numbers[0] if numbers else _holder(plan, card, None, usage)
            meld = _find(plan, number)
            physical = [_physical(each) for each in meld]
            if _physical(card) not in physical:
                raise Problem("not_in_meld", number=number, cards=card)
            at = physical.index(_physical(card))
        case _:
            raise Problem("usage", usage=usage)
    if not 0 < at < len(_find(plan, number)):
        raise Problem("cannot_split", number=number)
    return plan.split(number - 1, at)


def _join(plan: Plan, names: Names, usage: str) -> Plan:
    match names:
        case Names((), (one, other), False):
            return plan.join(one - 1, other - 1)
    raise Problem("usage", usage=usage)


def _reverse(plan: Plan, names: Names, usage: str) -> Plan:
    match names:
        case Names((), (number,), False):
            return plan.reverse(number - 1)
    raise Problem("usage", usage=usage)


def _physical(card: Card) -> Card:
    return Card("*") if card.is_joker else card


def _holders(plan: Plan, card: Card, but: int | None) -> Sequence[int]:
    """The numbers of the melds that hold a card."""
    melds = enumerate(plan.table, 1)
    return [n for n, meld in melds if n != but and _physical(card) in meld.cards]


def _holder(plan: Plan, card: Card, but: int | None, usage: str) -> int:
    """The one meld that holds a card."""
    match _holders(plan, card, but):
        case []:
            raise Problem("not_on_table", cards=card)
        case [number]:
            return number
    raise Problem("which_meld", card=card, usage=usage)


def _lift(plan: Plan, card: Card, number: int, other: int | None) -> tuple[Plan, int | None]:
    """The plan with a card taken up, and the number that another meld has then."""
    meld = _find(plan, number)
    if _physical(card) not in meld.cards:
        raise Problem("not_in_meld", number=number, cards=card)
    after = plan.take([card], number - 1)
    if other is not None and len(after.table) < len(plan.table):
        other = None if other == number else other - (other > number)
    return after, other
