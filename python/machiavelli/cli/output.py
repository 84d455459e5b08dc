"""What the commands print: cards as people read them, or one JSON document."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from machiavelli import Card, Cards, MachiavelliError, Meld, Rules, Table, check_meld

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
STYLES = {"c": "green", "d": "bright_blue", "h": "red", "s": "bold"}
JOKER_STYLE = "magenta"

console = Console(highlight=False, soft_wrap=True)


def draws_signs() -> bool:
    """Whether to draw suits as signs: on a terminal that can show them."""
    try:
        "".join(SIGNS.values()).encode(console.encoding)
    except UnicodeEncodeError:
        return False
    return console.is_terminal


def draw_card(card: Card) -> Text:
    """The card as it is best read where the output goes."""
    if not draws_signs():
        return Text(str(card))
    if card.declared is not None:
        return Text.assemble(("*=", JOKER_STYLE), draw_card(card.declared))
    if card.rank is None or card.suit is None:
        return Text("*", JOKER_STYLE)
    return Text(card.rank.replace("T", "10") + SIGNS[card.suit], STYLES[card.suit])


def draw(cards: Iterable[Card]) -> Text:
    """Cards side by side; a dash if there are none."""
    return Text(" ").join(draw_card(card) for card in cards) or Text("-")


def print_fields(fields: Mapping[str, Text | str]) -> None:
    """Prints a line for each name and what it stands for, one below the other."""
    width = max(map(len, fields))
    for name, value in fields.items():
        console.print(Text.assemble((name.ljust(width), "dim"), "  ", value))


def jokers_of(meld: Meld, rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """What each joker of an entry of a valid table stands for; a card alone stands for itself."""
    if len(meld) == 1 or not any(card.is_joker for card in meld):
        return ()
    return check_meld(meld, rules).jokers


def draw_meld(meld: Meld, rules: Rules) -> Text:
    """The cards of an entry of a valid table, each joker with what it stands for."""
    values = iter(jokers_of(meld, rules))

    def draw_placed(card: Card) -> Text:
        value = next(values, None) if card.is_joker else None
        if value is None:
            return draw_card(card)
        style = JOKER_STYLE if draws_signs() else ""
        return Text.assemble(("*=", style), Text("/").join(map(draw_card, value)))

    return Text(" ").join(map(draw_placed, meld))


def print_melds(table: Table, before: Table, rules: Rules) -> None:
    """Prints a line for each meld, marked if it did not lie so before."""
    known = [(meld.cards, jokers_of(meld, rules)) for meld in before]
    lines = [draw_meld(meld, rules) for meld in table]
    width = max((line.cell_len for line in lines), default=0)
    for meld, cards in zip(table, lines, strict=True):
        line = Text("  ") + cards
        here = (meld.cards, jokers_of(meld, rules))
        if here in known:
            known.remove(here)
        else:
            line.pad_right(width + 2 - line.cell_len)
            line.append("  new", "dim")
        console.print(line)


def names(cards: Cards | Meld) -> list[str]:
    """Cards as they stand in JSON."""
    return [str(card) for card in cards]


def print_json(document: Mapping[str, Any] | list[Any]) -> None:
    """Prints one JSON document on one line."""
    typer.echo(json.dumps(document, ensure_ascii=False))


def print_error(error: MachiavelliError | typer.TyperException, *, as_json: bool) -> None:
    """Prints what was wrong in one line on standard error, and as JSON where that is wanted."""
    if isinstance(error, MachiavelliError):
        kind, message, facts = type(error).__name__, str(error), vars(error)
    else:
        kind, message, facts = "UsageError", error.format_message(), {}
    line = " ".join(message.split())
    if as_json:
        facts = {name: value for name, value in facts.items() if not name.startswith("_")}
        print_json({"error": {"type": kind, "message": line, **facts}})
    code = f"{facts['code']}: " if "code" in facts else ""
    typer.echo(f"machiavelli: {code}{line}", err=True)
