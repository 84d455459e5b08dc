"""The compiled half of the package; everything public in it is at hand as `machiavelli.…`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self, SupportsIndex, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

from machiavelli.events import Event

__version__: str

_CardLike: TypeAlias = Card | str
_CardsLike: TypeAlias = Cards | str | Iterable[_CardLike]
_MeldLike: TypeAlias = Meld | str | Iterable[_CardLike]
_TableLike: TypeAlias = Table | str | Iterable[_MeldLike]
_ActionLike: TypeAlias = Action | _TableLike
_RulesLike: TypeAlias = Rules | str
_Scalar: TypeAlias = str | int | bool | None
_OptionValue: TypeAlias = _Scalar | Mapping[str | int, int]
_Objective: TypeAlias = Literal["cards", "points"] | Sequence[int] | npt.NDArray[np.integer]

@final
class Card:
    """A card as it lies in a meld: a natural card, or a joker with or without a declared value.

    Made from its text: rank `A23456789TJQK` and suit `c d h s`, as in `7h`; `*` is the joker and
    `*=Js` one that stands for the jack of spades. `10h`, either case and suit signs are read too.

    Cards are ordered by index, undeclared jokers after natural cards, declared ones last. Copies of
    a card are equal: a pack's second `7h` is the same value.

    Raises `ParseError` for text that is no card.

    >>> card = Card("10♥")
    >>> card, card.rank, card.suit, card.index
    (Card('Th'), 'T', 'h', 35)
    >>> Card("7c") < Card("6d") < Card("*")
    True
    >>> try:
    ...     Card("7x")
    ... except ParseError as error:
    ...     print(error)
    cannot read "7x" at position 0: after the rank comes one of the suits c d h s
    """

    def __new__(cls, card: _CardLike, /) -> Self: ...
    @property
    def rank(self) -> str | None:
        """Rank, one of `A23456789TJQK`; None for a joker."""
    @property
    def suit(self) -> str | None:
        """Suit, one of `c d h s`; None for a joker."""
    @property
    def index(self) -> int:
        """Position among the 53 card types, 0 to 52: 13 · suit + rank, ace 0; every joker is 52."""
    @property
    def is_joker(self) -> bool:
        """Whether it is a joker, declared or not."""
    @property
    def declared(self) -> Card | None:
        """The card that a joker is declared to be; None for natural cards and undeclared jokers.

        >>> Card("*=Js").declared
        Card('Js')
        """
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Card, /) -> bool: ...
    def __le__(self, other: Card, /) -> bool: ...
    def __gt__(self, other: Card, /) -> bool: ...
    def __ge__(self, other: Card, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str]]: ...

@final
class Cards:
    """A multiset of cards: how often each of the 53 card types occurs, up to 255 times.

    Made from text (`Cards("7h 8h 8h *")`) or from an iterable of cards; a joker's declared value is
    dropped. Iteration is in index order, repetitions included.

    Raises `ParseError` for text that is no cards and `CountsError` for a card that comes more than
    255 times.

    `+` adds counts and raises `CountsError` above 255; `-` takes away what is there to take, like
    that of `collections.Counter`; `&` and `|` are the smaller and the larger counts. `<=` asks
    whether every card occurs at least as often on the right: two multisets may be in no order.

    >>> cards = Cards("8h 7h 8h *")
    >>> cards, len(cards), cards.count("8h"), "9h" in cards
    (Cards('7h 8h 8h *'), 4, 2, False)
    >>> cards - Cards("8h 9h"), Cards("8h 8h") <= cards
    (Cards('7h 8h *'), True)
    """

    def __new__(cls, cards: _CardsLike = "", /) -> Self: ...
    @staticmethod
    def from_counts(counts: Sequence[int] | npt.NDArray[np.integer], /) -> Cards:
        """The multiset with these counts: 53 integers from 0 to 255 in index order.

        Takes any sequence, in particular what `to_counts` returned. Raises `CountsError` for
        another length or another number.

        >>> Cards.from_counts([2] + [0] * 52)
        Cards('Ac Ac')
        """
    def to_counts(self) -> npt.NDArray[np.uint8]:
        """The counts in index order, a new `numpy.uint8[53]`."""
    def count(self, card: _CardLike, /) -> int:
        """How often the card occurs."""
    def __len__(self) -> int: ...
    def __contains__(self, card: _CardLike, /) -> bool: ...
    def __iter__(self) -> Iterator[Card]: ...
    def __add__(self, other: Cards, /) -> Cards: ...
    def __sub__(self, other: Cards, /) -> Cards: ...
    def __and__(self, other: Cards, /) -> Cards: ...
    def __or__(self, other: Cards, /) -> Cards: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Cards, /) -> bool: ...
    def __le__(self, other: Cards, /) -> bool: ...
    def __gt__(self, other: Cards, /) -> bool: ...
    def __ge__(self, other: Cards, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str]]: ...

@final
class Meld:
    """Cards that lie together on the table, in the order in which they are laid out.

    Made from text (`Meld("4h 5h 6h")`) or from an iterable of cards. It need not be legal, which
    `check_meld` tells. Melds are equal if they are laid out alike, and ordered by their layouts.

    >>> meld = Meld("Ts *=Js qs")
    >>> meld, len(meld), meld[1].declared, "Qs" in meld
    (Meld('Ts *=Js Qs'), 3, Card('Js'), True)
    """

    def __new__(cls, cards: _MeldLike, /) -> Self: ...
    @property
    def cards(self) -> Cards:
        """The cards as a multiset."""
    def __len__(self) -> int: ...
    def __contains__(self, card: _CardLike, /) -> bool: ...
    def __iter__(self) -> Iterator[Card]: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Card: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Card, ...]: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Meld, /) -> bool: ...
    def __le__(self, other: Meld, /) -> bool: ...
    def __gt__(self, other: Meld, /) -> bool: ...
    def __ge__(self, other: Meld, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str]]: ...

@final
class Table:
    """What lies on the table: melds, and open cards that lie alone, in the order written.

    Made from text, with `|` between melds, or from an iterable of melds. A meld of one card is an
    open card. A table need not be legal. Tables are equal if they list equal melds in the same
    order.

    >>> table = Table("4h 5h 6h | 9c 9d 9s")
    >>> table, len(table), table[0]
    (Table('4h 5h 6h | 9c 9d 9s'), 2, Meld('4h 5h 6h'))
    >>> table.cards - Cards("9c 9d")
    Cards('4h 5h 6h 9s')
    """

    def __new__(cls, melds: _TableLike = "", /) -> Self: ...
    @property
    def cards(self) -> Cards:
        """All cards, those that lie alone included."""
    def __len__(self) -> int: ...
    def __contains__(self, meld: _MeldLike, /) -> bool: ...
    def __iter__(self) -> Iterator[Meld]: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Meld: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Meld, ...]: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Table, /) -> bool: ...
    def __le__(self, other: Table, /) -> bool: ...
    def __gt__(self, other: Table, /) -> bool: ...
    def __ge__(self, other: Table, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str]]: ...

@final
class Rules:
    """House rules: a preset, and options that may differ from it.

    Made from a preset's name and options by keyword, or from the text that `str` gives. The option
    names and what they admit are those of R7.2; `.options` lists them all. Equal rules have the
    same preset and the same options.

    Raises `RulesError` with every reason at once, and `ParseError` for text of another form.

    >>> rules = Rules("agimeg", decks=3, wrap=True)
    >>> str(rules), rules.name, rules.options["ace"]
    ('agimeg(decks=3, wrap=true)', 'agimeg', 'both')
    >>> rules == Rules(str(rules)) == Rules.parse("agimeg(wrap=true, decks=3)")
    True
    >>> try:
    ...     Rules(wrap=True, ace="high", decks=4)
    ... except RulesError as error:
    ...     for code, reason in error.reasons:
    ...         print(code, reason)
    C_OPTION decks must be an integer from 1 to 3, not 4
    C_WRAP wrap=true needs ace=both and a run_max of at most 13, not high and 13
    """

    def __new__(cls, name: _RulesLike = "modiano", **options: _OptionValue) -> Self: ...
    @staticmethod
    def presets() -> list[str]:
        """The names of all presets (R7.1).

        >>> Rules.presets()[:3]
        ['modiano', 'agimeg', 'agimeg-must-play']
        """
    @staticmethod
    def parse(text: str, /) -> Rules:
        """The rules that this text names: `preset` or `preset(option=value, …)`."""
    def replace(self, **options: _OptionValue) -> Rules:
        """The same rules with some options set otherwise.

        >>> Rules("agimeg-corner").replace(decks=3)
        Rules('agimeg-corner(decks=3)')
        """
    @property
    def name(self) -> str:
        """The preset that these rules are a version of."""
    @property
    def parent(self) -> str | None:
        """The preset that `name` builds on; None for `modiano`, which has every default."""
    @property
    def options(self) -> dict[str, Any]:
        """Every option by name, in the order of R7.2; a new dict."""
    @staticmethod
    def about_presets() -> dict[str, str]:
        """What each preset is, in one line; a new dict.

        >>> Rules.about_presets()["agimeg-corner"]
        'runs go round the corner from king through ace to 2'
        """
    @staticmethod
    def about_options() -> dict[str, str]:
        """What each option is about, in one sentence with its paragraph; a new dict.

        >>> Rules.about_options()["deal"]
        'Cards per hand (R2.7).'
        """
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str]]: ...

@final
class MeldReading:
    """What the rules make of a legal meld."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(
        cls, kind: str, canonical: _MeldLike, jokers: Sequence[Sequence[_CardLike]]
    ) -> Self: ...
    @property
    def kind(self) -> Literal["run", "set"]:
        """Which of the two kinds it is, `"set"` or `"run"` (R3.1)."""
    @property
    def jokers(self) -> tuple[tuple[Card, ...], ...]:
        """What each joker stands for, from left to right.

        That is one card, or the several that a floating joker is at once (R5.2).
        """
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...
    @property
    def canonical(self) -> Meld:
        """The meld in its one canonical layout: a run rises, a set is in index order."""

def check_meld(
    meld: _MeldLike, rules: _RulesLike = "modiano", **options: _OptionValue
) -> MeldReading:
    """Tells what a meld is under the rules; its copies of a card may be more than the packs have.

    Raises `InvalidMeldError` with the first fault in the order of R3.12.

    >>> check_meld("Qc Kc Ac").kind
    'run'
    >>> check_meld("Jc Jh *=Js", "agimeg-jokers4").jokers
    ((Card('Js'),),)
    >>> try:
    ...     check_meld("Kc Ac 2c")
    ... except InvalidMeldError as error:
    ...     print(error.code)
    E_RUN_ACE
    """

@final
class TurnReport:
    """What a legal turn does."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(
        cls,
        laid: _CardsLike,
        hand_after: _CardsLike,
        table: _TableLike,
        goes_out: bool,
        opened: bool,
    ) -> Self: ...
    @property
    def laid(self) -> Cards:
        """The cards that leave the hand; none if the player only draws."""
    @property
    def hand_after(self) -> Cards:
        """The cards that stay in the hand."""
    @property
    def goes_out(self) -> bool:
        """Whether the hand is empty afterwards (R4.13)."""
    @property
    def opened(self) -> bool:
        """Whether the player has opened, now or before (R4.8)."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...
    @property
    def table(self) -> Table:
        """The table as it was submitted."""

def check_turn(
    table: _TableLike,
    hand: _CardsLike,
    final: _TableLike,
    rules: _RulesLike = "modiano",
    *,
    opened: bool = True,
    open_cards: _CardsLike = "",
    **options: _OptionValue,
) -> TurnReport:
    """Judges the table that a player submits at the end of a turn.

    `table` is the table before, `final` the one submitted, `hand` the hand before. Open cards that
    still lie alone are given by `open_cards` and, in `final`, as melds of one card (R3.9).
    `opened` tells whether the player has opened in this deal (R4.8).

    Which joker is which is not said: a turn is legal if some account of it keeps to R5.11.

    Raises `IllegalTurnError` with the first fault in the order of R4.16, `InvalidTableError` if
    `table` is not valid, and `PositionError` if the deck does not have these cards, if the rules
    turn up fewer open ones, or if it takes a search (what could open, or must be laid) and there
    are more than four jokers.

    >>> turn = check_turn("9c 9d 9h 9s | Tc Td Th Ts", "Jh", "9c 9d 9s | Tc Td Ts | 9h Th Jh")
    >>> turn.laid, turn.goes_out
    (Cards('Jh'), True)
    >>> try:
    ...     check_turn("4s 5s 6s 7s", "Kd", "4s 5s 6s")
    ... except IllegalTurnError as error:
    ...     print(error.code, "-", error)
    E_TABLE_CARD_MISSING - 7s must stay on the table
    """

@final
class PlanFault:
    """A meld of a plan that may not lie like that at the end of a turn."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, index: int, code: str, message: str) -> Self: ...
    @property
    def index(self) -> int:
        """The number of the meld, from 0."""
    @property
    def code(self) -> str:
        """The first failure in the order of R3.12, or `E_IDENTICAL_MELD`."""
    @property
    def message(self) -> str:
        """The same as a sentence."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Plan:
    """The working table of a turn, on which cards move freely before anything is submitted (R4.3).

    Made from the table and the hand at the start of the turn; `open_cards` lie alone (R3.9), and
    `working` is the table as it is already rearranged. Melds need not be legal on the way. Copies
    of a card are the same: `laid` is what the table has more than at the start, and `lifted` what
    it has less, whichever card went where. Whether the turn is legal is not decided here, but when
    `table` is submitted.

    It never changes: each step gives the plan afterwards. Melds are numbered from 0, open cards
    that lie alone included. A meld without cards is gone, and those after it move up.
    Plans are equal if they have the same rules, start and hand, and the same table now.

    A step that cannot be done raises `PlanError`.

    >>> plan = Plan("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c")
    >>> plan = plan.lay("Jh").move("9h", 0, 2)
    >>> plan.table, plan.laid, plan.hand
    (Table('9c 9d 9s | Tc Td Th Ts | 9h Jh'), Cards('Jh'), Cards('2c'))
    >>> [(fault.index, fault.code) for fault in plan.faults]
    [(2, 'E_MELD_SHORT')]
    >>> plan.move("Th", 1, 2).faults
    ()
    >>> plan.undo().table
    Table('9c 9d 9h 9s | Tc Td Th Ts | Jh')
    >>> try:
    ...     plan.lay("Kd")
    ... except PlanError as error:
    ...     print(error.code, error)
    E_PLAN_CARDS Kd is neither in hand nor lifted from the table
    """

    def __new__(
        cls,
        table: _TableLike,
        hand: _CardsLike,
        rules: _RulesLike = "modiano",
        *,
        open_cards: _CardsLike = "",
        working: _TableLike | None = None,
        **options: _OptionValue,
    ) -> Self: ...
    @property
    def rules(self) -> Rules:
        """The rules."""
    @property
    def table(self) -> Table:
        """The working table."""
    @property
    def start(self) -> Table:
        """The table at the start of the turn."""
    @property
    def laid(self) -> Cards:
        """The hand cards that lie on the table."""
    @property
    def hand(self) -> Cards:
        """The cards that are still in the hand."""
    @property
    def lifted(self) -> Cards:
        """The table cards that are in the air, and must come down again (R4.6)."""
    @property
    def faults(self) -> tuple[PlanFault, ...]:
        """The melds that may not lie like this at the end of a turn, and why.

        It looks at melds alone (R3.12, R3.10), not at locked jokers or the opening.
        """
    def lay(self, cards: _MeldLike, onto: int | None = None) -> Plan:
        """With cards from the hand, or lifted ones, put to a meld, or laid as a new one.

        They go where they make the meld legal if there is such a place, and else to its end. A
        joker may be given a value.
        """
    def take(self, cards: _MeldLike, origin: int) -> Plan:
        """With cards taken from a meld: laid ones are in hand again, others in the air."""
    def move(self, cards: _MeldLike, origin: int, onto: int | None = None) -> Plan:
        """With cards moved from a meld to another, or to a new one; a joker lies as written."""
    def split(self, index: int, at: int) -> Plan:
        """With a meld split after its first `at` cards; the right part is the meld after it."""
    def join(self, index: int, other: int) -> Plan:
        """With a meld joined with another, which is gone then."""
    def reverse(self, index: int) -> Plan:
        """With a meld laid out the other way round."""
    def arrange(self, table: _TableLike) -> Plan:
        """With the whole table set otherwise; cards that it lacks are in hand or in the air."""
    def undo(self) -> Plan:
        """As it was before the last step."""
    def redo(self) -> Plan:
        """With the step that was undone last done again."""
    def reset(self) -> Plan:
        """With everything as it was at the start of the turn; this, too, can be undone."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]: ...

@final
class SolveBatch:
    """The best lays of a batch of positions, one a row."""

    def __new__(
        cls,
        value: npt.NDArray[np.int32],
        laid: npt.NDArray[np.uint8],
        goes_out: npt.NDArray[np.bool_],
    ) -> Self: ...
    def __reduce__(self) -> tuple[type[Self], tuple[npt.NDArray[Any], ...]]: ...
    @property
    def value(self) -> npt.NDArray[np.int32]:
        """Sum of what the laid cards are worth, `int32[n]`; -1 in a row without an answer."""
    @property
    def laid(self) -> npt.NDArray[np.uint8]:
        """What leaves the hand, as counts, `uint8[n, 53]`."""
    @property
    def goes_out(self) -> npt.NDArray[np.bool_]:
        """Whether the hand is empty afterwards, `bool[n]`."""
    def __len__(self) -> int: ...

def solve_many(
    tables: npt.NDArray[np.uint8] | Sequence[_TableLike],
    hands: npt.NDArray[np.uint8],
    rules: _RulesLike = "modiano",
    *,
    objective: _Objective = "cards",
    at_most: int | None = None,
    opened: bool = True,
    threads: int | None = None,
    on_invalid: Literal["raise", "mark"] = "raise",
    **options: _OptionValue,
) -> SolveBatch:
    """The best lay of each of many positions, whose tables and hands are the rows of two arrays.

    `tables` and `hands` are `uint8[n, 53]`, counts in index order as `Cards.to_counts` gives them.
    They are read where they lie, whatever their strides, so that `numpy.broadcast_to` can set one
    table before many hands; write nothing to them meanwhile. `objective`, `at_most`, `opened` and
    the rules are those of `solve` and hold for every row. A table is cards, which need not lie in
    melds yet.

    Where the table's jokers are locked, it matters which melds hold them (R5.6). `tables` may then
    be a sequence of `Table` values or their text, one a row; cards that lie alone count as melds.

    Runs without the interpreter's lock on `threads` threads, by default and at most as many as
    there are processors; the answers do not depend on it. Ctrl-C stops it, even within a row.

    A row has no answer if its table cannot be arranged into melds, if the deck does not have its
    cards, if more than four jokers are in play, or if a locked joker is on a table of counts.
    `on_invalid="raise"` raises `RowError` for the first such row, `on_invalid="mark"` gives it the
    value -1 and answers the others. Raises `CountsError` for other arrays and `QuestionError` for
    weights that are no 53 integers from 0.

    >>> import numpy as np
    >>> hands = np.array([Cards("Jh").to_counts(), Cards("2c 9s").to_counts()])
    >>> table = np.broadcast_to(Cards("9c 9d 9h 9s Tc Td Th Ts").to_counts(), hands.shape)
    >>> batch = solve_many(table, hands)
    >>> batch.value.tolist(), batch.goes_out.tolist()
    ([1, 0], [True, False])
    """

@final
class Release:
    """A joker of the table that was released (R5.7)."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, old: _MeldLike, by: _CardLike, new: _MeldLike, value: _CardLike) -> Self: ...
    @property
    def old(self) -> Meld:
        """The meld that it lay in."""
    @property
    def by(self) -> Card:
        """The card that it stood for, and that took its place."""
    @property
    def new(self) -> Meld:
        """The meld that it lies in now."""
    @property
    def value(self) -> Card:
        """The card that it stands for there."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Solution:
    """A best lay."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(
        cls,
        laid: _CardsLike,
        hand_after: _CardsLike,
        table: _TableLike,
        value: int,
        goes_out: bool,
        released: Sequence[Release] = (),
    ) -> Self: ...
    @property
    def laid(self) -> Cards:
        """The cards that leave the hand; none if nothing can be laid."""
    @property
    def hand_after(self) -> Cards:
        """The cards that stay in the hand."""
    @property
    def table(self) -> Table:
        """A full valid arrangement of the table afterwards, always the same one for the same cards.

        If nothing is laid its melds are those of the table as it was given. Open cards that still
        lie alone follow as melds of one card.
        """
    @property
    def value(self) -> int:
        """What the laid cards are worth by the objective."""
    @property
    def goes_out(self) -> bool:
        """Whether the hand is empty afterwards (R4.13)."""
    @property
    def released(self) -> tuple[Release, ...]:
        """The jokers of the table that were released, each with what became of it."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

def solve(
    table: _TableLike,
    hand: _CardsLike,
    rules: _RulesLike = "modiano",
    *,
    objective: _Objective = "cards",
    keep: _CardsLike = "",
    at_most: int | None = None,
    opened: bool = True,
    open_cards: _CardsLike = "",
    **options: _OptionValue,
) -> Solution:
    """Finds the best lay of a turn, exactly.

    `table` must be valid. `objective` is `"cards"` for most cards, `"points"` for most points by
    the card values of the rules (R6.2), or 53 non-negative integers, the worth of each card type in
    index order. `keep` is hand cards to hold back, `at_most` lays no more than so many cards.
    `opened` tells whether the player has opened in this deal (R4.8), `open_cards` which open cards
    lie alone (R3.9). It never lays more than the rules allow, and may lay nothing.

    Jokers of the table keep to their locks, and the solution tells which were released (R5). At
    most four may be in play.

    Raises `InvalidTableError` if the table is not valid, `PositionError` if the deck does not have
    these cards, there are more jokers or the rules turn up fewer open cards, and `QuestionError`
    for cards to keep that the hand does not hold, or weights that are no 53 integers from 0.

    >>> best = solve("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c")
    >>> best.laid, best.value, best.goes_out
    (Cards('Jh'), 1, False)
    >>> best.table
    Table('9c 9d 9s | Tc Td Ts | 9h Th Jh')
    >>> solve("", "4h 5h 6h 7h", keep="7h").laid
    Cards('4h 5h 6h')
    >>> best = solve("6c 7c *", "8c 4h 5h", "agimeg-jokers4")
    >>> best.table
    Table('6c 7c 8c | 4h 5h *')
    >>> [(str(joker.by), str(joker.value)) for joker in best.released]
    [('8c', '6h')]
    """

def can_lay(
    table: _TableLike,
    hand: _CardsLike,
    cards: _CardsLike,
    rules: _RulesLike = "modiano",
    *,
    opened: bool = True,
    open_cards: _CardsLike = "",
    **options: _OptionValue,
) -> bool:
    """Tells whether exactly these hand cards can be laid in one turn, and no others.

    Nothing can always be laid. The other arguments, and the errors, are those of `solve`, cards
    that the hand does not hold included.

    >>> can_lay("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c", "Jh")
    True
    >>> can_lay("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c", "2c")
    False
    """

def count_hands_with_meld(
    n: int, rules: _RulesLike, options: Mapping[str, _OptionValue]
) -> tuple[int, int]:
    """`odds.meld_in_hand` as the number of hands that hold a meld, and of all hands."""

def count_complete_hands(
    n: int,
    rules: _RulesLike,
    physical: bool,
    progress: Callable[[float], object] | None,
    options: Mapping[str, _OptionValue],
) -> int:
    """`odds.complete_hands`."""

def count_most_laid(
    n: int,
    rules: _RulesLike,
    opened: bool,
    progress: Callable[[float], object] | None,
    options: Mapping[str, _OptionValue],
) -> tuple[list[int], int]:
    """`odds.most_cards_laid` as numbers of hands by the most cards they lay, and of all hands."""

@final
class Action:
    """What the player on turn does.

    Made from its text: `submit: TABLE` announces that the table stays like this, `pass` leaves it
    as it is, `draw` draws under rules where that is a choice, `concede` gives up an attempt and
    `time-out` says that time has run out (R4.1). After `draw:` and `concede:` comes the table as
    the player has left it, which matters where a mistake costs the cards of bad melds (R4.10). An
    iterable of melds, in particular a `Table`, is a submission.

    Raises `ParseError` for text of another form.

    >>> Action("submit: 4h 5h 6h | 9c 9d 9s") == Action(Table("4h 5h 6h | 9c 9d 9s"))
    True
    >>> Action("concede").kind, Action("pass").table
    ('concede', None)
    """

    def __new__(cls, action: _ActionLike, /) -> Self: ...
    @property
    def kind(self) -> Literal["submit", "pass", "draw", "concede", "time-out", "discard"]:
        """The word for it, with which its text begins."""
    @property
    def table(self) -> Table | None:
        """The table that goes with it; None if there is none."""
    @property
    def card(self) -> Card | None:
        """The card of a discard, which is never legal (R4.12); None for everything else."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str]]: ...

@final
class Outcome:
    """What a deal came to."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, end: str, winners: Iterable[int], scores: Sequence[int]) -> Self: ...
    @property
    def end(self) -> Literal["went out", "stock empty", "failed draw", "standstill"]:
        """How it ended (R4.13, R4.15)."""
    @property
    def winners(self) -> tuple[int, ...]:
        """Who won it (R6.1, R4.14, R6.9)."""
    @property
    def scores(self) -> tuple[int, ...]:
        """What everybody scores, by seat; 0 for whoever does not play (R6.2)."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Dealt:
    """Hands were dealt to everybody who plays (R2.5)."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, deal: int, dealer: int, players: tuple[int, ...], hand_size: int) -> Self: ...
    @property
    def deal(self) -> int:
        """Number of the deal in the match, from 1."""
    @property
    def dealer(self) -> int:
        """Who dealt."""
    @property
    def players(self) -> tuple[int, ...]:
        """Who plays."""
    @property
    def hand_size(self) -> int:
        """Cards per hand."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class TurnedUp:
    """Cards were turned up in the centre (R2.12)."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, cards: Cards) -> Self: ...
    @property
    def cards(self) -> Cards:
        """The cards."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class TurnBegan:
    """A turn began."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, seat: int) -> Self: ...
    @property
    def seat(self) -> int:
        """Whose."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Drew:
    """A player took cards from the stock."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, seat: int, count: int, cards: Cards | None, reason: str) -> Self: ...
    @property
    def seat(self) -> int:
        """The player."""
    @property
    def count(self) -> int:
        """How many."""
    @property
    def cards(self) -> Cards | None:
        """Which ones, for whoever may know; None for others."""
    @property
    def reason(self) -> str:
        """What for: `"start"`, `"idle"`, `"laid"` or `"penalty"`."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Laid:
    """A player laid hand cards, and the table is as submitted."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, seat: int, cards: Cards) -> Self: ...
    @property
    def seat(self) -> int:
        """The player."""
    @property
    def cards(self) -> Cards:
        """The hand cards."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Rearranged:
    """A player laid nothing and left the table otherwise than it was, which stays (R4.7)."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, seat: int) -> Self: ...
    @property
    def seat(self) -> int:
        """The player."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Opened:
    """A player has opened (R4.8)."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, seat: int) -> Self: ...
    @property
    def seat(self) -> int:
        """The player."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Restored:
    """The table is as it was when the turn began, and so is the hand."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, seat: int, cause: str, code: str | None, message: str | None) -> Self: ...
    @property
    def seat(self) -> int:
        """Whose attempt it was."""
    @property
    def cause(self) -> str:
        """Why: `"illegal"`, `"conceded"` or `"timed out"`."""
    @property
    def code(self) -> str | None:
        """The code of what was illegal; None if nothing was."""
    @property
    def message(self) -> str | None:
        """The same as a sentence."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Took:
    """A player took the cards of melds that could not be put right; the others stay (R4.10)."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(
        cls,
        seat: int,
        cards: Cards,
        cause: str,
        code: str | None,
        message: str | None,
    ) -> Self: ...
    @property
    def seat(self) -> int:
        """The player."""
    @property
    def cards(self) -> Cards:
        """The cards, among them those that the player had laid."""
    @property
    def cause(self) -> str:
        """Why: `"illegal"` or `"conceded"`."""
    @property
    def code(self) -> str | None:
        """The code of what was illegal; None if nothing was submitted."""
    @property
    def message(self) -> str | None:
        """The same as a sentence."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class WentOut:
    """A player laid the last card (R4.13)."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, seat: int) -> Self: ...
    @property
    def seat(self) -> int:
        """The player."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class DealOver:
    """The deal is over and scored."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, outcome: Outcome) -> Self: ...
    @property
    def outcome(self) -> Outcome:
        """What it came to."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Excluded:
    """Players were excluded by their totals (R6.6)."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, seats: tuple[int, ...]) -> Self: ...
    @property
    def seats(self) -> tuple[int, ...]:
        """The players."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Tied:
    """Players are even, and play on alone (R6.8)."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, seats: tuple[int, ...]) -> Self: ...
    @property
    def seats(self) -> tuple[int, ...]:
        """The players."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class MatchOver:
    """The match is over."""

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, winners: tuple[int, ...]) -> Self: ...
    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won it."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class View:
    """What a player may see of a game: all but the others' hands and the order of the stock.

    It is all that players get. Seats are numbered clockwise from 0; what everybody has comes as a
    tuple by seat.

    >>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
    >>> view = state.view(0)
    >>> view.on_turn, view.hand, view.hand_sizes, view.stock_size
    (0, Cards('6c 9c 4d 7d Td Jd Kd Ah 9h Th Th Qh Qs'), (13, 13), 78)
    >>> solve(view.table, view.hand, view.rules, opened=view.has_opened).laid
    Cards('')
    """

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(
        cls,
        rules: Rules,
        seat: int,
        seats: Iterable[int],
        players: Iterable[int],
        dealer: int,
        on_turn: int | None,
        hand: _CardsLike,
        hand_sizes: Sequence[int],
        table: _TableLike,
        open_cards: _CardsLike,
        stock_size: int,
        opened: Iterable[int],
        out: Iterable[int],
        has_idled: bool,
        outcome: Outcome | None,
        deal_number: int,
        turn_number: int,
        still_in: Iterable[int],
        totals: Sequence[int],
    ) -> Self: ...
    @property
    def rules(self) -> Rules:
        """The rules."""
    @property
    def seat(self) -> int:
        """Whose view it is."""
    @property
    def seats(self) -> tuple[int, ...]:
        """Everybody who began the match."""
    @property
    def players(self) -> tuple[int, ...]:
        """Who plays this deal."""
    @property
    def dealer(self) -> int:
        """Who dealt."""
    @property
    def on_turn(self) -> int | None:
        """Whose turn it is; None once the deal is over."""
    @property
    def hand(self) -> Cards:
        """The player's own hand."""
    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards everybody holds."""
    @property
    def table(self) -> Table:
        """The table: melds, and as melds of one card the open cards that still lie alone."""
    @property
    def open_cards(self) -> Cards:
        """The open cards that still lie alone (R3.9)."""
    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
    @property
    def opened(self) -> tuple[int, ...]:
        """Who has opened in this deal (R4.8)."""
    @property
    def out(self) -> tuple[int, ...]:
        """Who has gone out in this deal."""
    @property
    def has_idled(self) -> bool:
        """Whether the player on turn has drawn for laying nothing, and may still play (R4.1)."""
    @property
    def outcome(self) -> Outcome | None:
        """What the deal came to; None while it goes on."""
    @property
    def deal_number(self) -> int:
        """Number of the deal in the match, from 1."""
    @property
    def turn_number(self) -> int:
        """Number of the turn in the deal, from 1."""
    @property
    def still_in(self) -> tuple[int, ...]:
        """Whose total has not excluded them from the match (R6.6)."""
    @property
    def totals(self) -> tuple[int, ...]:
        """Penalty points in the match; those of a deal are added when it is over."""
    @property
    def has_opened(self) -> bool:
        """Whether the player whose view it is has opened in this deal (R4.8)."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class Builtin:
    """A player that the engine brings along: a callable that takes a `View` and gives an `Action`.

    `"random"` lays some cards or none, as chance has it; `"greedy"` lays as many as can be laid;
    `"thrifty"` lays what costs most in hand; `"patient"` holds back as long as nobody is close to
    going out. Only the first uses the seed. It does the same whenever it sees the same.

    Raises `QuestionError` for another name.

    >>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
    >>> Builtin("greedy")(state.view(0))
    Action('pass')
    """

    __match_args__: ClassVar[tuple[str, ...]] = ...
    def __new__(cls, strategy: str, seed: int = 0) -> Self: ...
    @property
    def strategy(self) -> str:
        """How it plays."""
    @property
    def seed(self) -> int:
        """What chance depends on."""
    @staticmethod
    def strategies() -> tuple[str, ...]:
        """The names of all strategies."""
    def __call__(self, view: View, /) -> Action: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]: ...

@final
class State:
    """A game in progress, cards that nobody sees included, and the record of how it came about.

    It never changes: `play` gives the state afterwards. It is always somebody's turn, or the deal
    is over; what the rules leave no choice about, such as a draw at turn start, has happened
    already. Seats are numbered clockwise from 0. Players must not get a state, but a `View`.

    States are equal if they have the same rules, cards, scores and turn, whatever led to them.

    >>> state, events = State.start("modiano", ["Anna", "Bruno"], seed=7, dealer=1)
    >>> events[0]
    Dealt(deal=1, dealer=1, players=(0, 1), hand_size=13)
    >>> state, events = state.play("pass")
    >>> events
    (Drew(seat=0, count=1, cards=Cards('6d'), reason='idle'), TurnBegan(seat=1))
    >>> State.read(state.record) == state
    True
    >>> try:
    ...     state.play("pass", seat=0)
    ... except IllegalTurnError as error:
    ...     print(error.code, error)
    E_NOT_YOUR_TURN it is the turn of player 1, not of player 0
    """

    @staticmethod
    def start(
        rules: _RulesLike = "modiano",
        players: int | Sequence[str] = 2,
        *,
        seed: int | None = None,
        dealer: int | None = None,
        cards: _MeldLike | None = None,
        **options: _OptionValue,
    ) -> tuple[State, tuple[Event, ...]]:
        """Begins a match and deals: the state, and what happened.

        `players` is their number, or their names by seat. Cards come from the seed, or are those of
        `cards` in the order in which they are dealt (R2.5). If nobody is named to deal, a lot is
        drawn with the seed where the rules say so (R2.3).

        Raises `RulesError` if the rules cannot be played by so many, and `SetupError` if the deal
        cannot begin: without seed and cards, without a dealer, or with cards that are not the deck.
        """
    @staticmethod
    def from_position(
        hands: Sequence[_CardsLike],
        rules: _RulesLike = "modiano",
        players: int | Sequence[str] | None = None,
        *,
        table: _TableLike = "",
        stock: _MeldLike = "",
        on_turn: int = 0,
        dealer: int | None = None,
        opened: Iterable[int] | None = None,
        seed: int | None = None,
        **options: _OptionValue,
    ) -> tuple[State, tuple[Event, ...]]:
        """Begins to play from a position: the state, and what happened.

        `hands` are the players' by seat; the player on turn has not drawn yet. The table may hold
        open cards as melds of one card. Cards may be missing, but none may be there more often than
        in the deck. By default the player on the right of `on_turn` has dealt, and all have opened.

        Raises `SetupError`, `RulesError`, `InvalidTableError` or `PositionError` if it cannot be.

        >>> state, _ = State.from_position(["Jh", "2c 2d"], table="9c 9d 9h 9s | Tc Td Th Ts")
        >>> state, _ = state.play(Table("9c 9d 9s | Tc Td Ts | 9h Th Jh"))
        >>> state.outcome
        Outcome(end='went out', winners=(0,), scores=(0, 2))
        """
    @staticmethod
    def read(text: str, /) -> State:
        """The state after a record, from which the game can go on.

        Raises `RecordError` with the line that is not as it must be and, as `state`, the game up to
        there; None if it has not begun.
        """
    @property
    def record(self) -> str:
        """The record: rules, players, chance and everything that was done, as lines of text.

        What is played is added at its end, so that a file can be continued.
        """
    def record_since(self, earlier: State, /) -> str:
        """The lines that the record has more than that of an earlier state of the same game.

        >>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
        >>> state.play("pass")[0].record_since(state).splitlines()
        ['0 pass']
        """
    def play(
        self, action: _ActionLike, *, seat: int | None = None
    ) -> tuple[State, tuple[Event, ...]]:
        """The state after the player on turn, or at `seat`, does this; and what happened.

        An action is an `Action`, its text, or a table to submit. What is a mistake by the rules is
        done, and costs what it costs.

        Raises `IllegalTurnError` if the action is refused without penalty (R4.16), `QuestionError`
        for a seat that is not among `seats`, and `PositionError` where rules ask what can be laid
        with more than four jokers in play.
        """
    def can_play(self, action: _ActionLike, *, seat: int | None = None) -> bool:
        """Whether `play` would not refuse the action."""
    def judge(
        self, action: _ActionLike, *, seat: int | None = None
    ) -> Literal["lays", "idles", "restores", "fails", "takes"]:
        """What an action would come to, without playing it.

        `"lays"` hand cards; `"idles"`, laying nothing; `"restores"` the table, as it was rearranged
        only (R4.7); `"fails"`, a mistake after which the table is put back (R4.9); or `"takes"` the
        cards of bad melds (R4.10).

        Raises as `play` does.
        """
    def next_deal(self, *, cards: _MeldLike | None = None) -> tuple[State, tuple[Event, ...]]:
        """The next deal of the match, once a deal is over; and what happened.

        Raises `SetupError` if the deal is not over or the match is, or without seed and cards.
        """
    def history(self) -> list[tuple[State, tuple[Event, ...]]]:
        """Every state from the first deal or position to this one, each with what led to it.

        >>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
        >>> state, _ = state.play("pass")
        >>> [len(each.stock) for each, events in state.history()]
        [78, 77]
        """
    def events_for(self, seat: int | None, /) -> tuple[Event, ...]:
        """What led to this state from the one before, as it is told to a player.

        Cards that others draw are only counted; for an onlooker, who is None, all are.

        Raises `QuestionError` for a seat that is not among `seats`.

        >>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
        >>> state, _ = state.play("pass")
        >>> state.events_for(1)
        (Drew(seat=0, count=1, cards=None, reason='idle'), TurnBegan(seat=1))
        """
    def view(self, seat: int, /) -> View:
        """What a player may see.

        Raises `QuestionError` for a seat that is not among `seats`.
        """
    def hand(self, seat: int, /) -> Cards:
        """The hand of a player; no cards for whoever does not play this deal.

        Raises `QuestionError` for a seat that is not among `seats`.
        """
    @property
    def rules(self) -> Rules:
        """The rules."""
    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
    @property
    def seed(self) -> int | None:
        """The seed of the deals; None if each has its cards."""
    @property
    def seats(self) -> tuple[int, ...]:
        """Everybody who began the match."""
    @property
    def players(self) -> tuple[int, ...]:
        """Who plays this deal."""
    @property
    def dealer(self) -> int:
        """Who dealt."""
    @property
    def on_turn(self) -> int | None:
        """Whose turn it is; None once the deal is over."""
    @property
    def table(self) -> Table:
        """The table: melds, and as melds of one card the open cards that still lie alone."""
    @property
    def open_cards(self) -> Cards:
        """The open cards that still lie alone (R3.9)."""
    @property
    def stock(self) -> tuple[Card, ...]:
        """The face-down cards, the next to be drawn first."""
    @property
    def opened(self) -> tuple[int, ...]:
        """Who has opened in this deal (R4.8)."""
    @property
    def out(self) -> tuple[int, ...]:
        """Who has gone out in this deal."""
    @property
    def outcome(self) -> Outcome | None:
        """What the deal came to; None while it goes on."""
    @property
    def deal_number(self) -> int:
        """Number of the deal in the match, from 1."""
    @property
    def turn_number(self) -> int:
        """Number of the turn in the deal, from 1."""
    @property
    def next_dealer(self) -> int | None:
        """Who deals next; None while the deal goes on, and once the match is over (R2.13)."""
    @property
    def totals(self) -> tuple[int, ...]:
        """Penalty points in the match by seat; those of a deal are added when it is over."""
    @property
    def scores(self) -> tuple[tuple[int | None, ...], ...]:
        """What each deal that is over cost everybody, by seat; None for whoever did not play it.

        >>> state, _ = State.from_position(["Th", "2c 2d"], table="Tc Td Ts")
        >>> state, _ = state.play("submit: Tc Td Th Ts")
        >>> state.scores, state.totals
        (((0, 2),), (0, 2))
        """
    @property
    def units(self) -> tuple[int, ...]:
        """What excluded players owe, by seat, in units whose worth is settled elsewhere (R6.7)."""
    @property
    def still_in(self) -> tuple[int, ...]:
        """Whose total has not excluded them from the match (R6.6)."""
    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who has won the match; None while it goes on."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[Callable[[str], State], tuple[str]]: ...

def play_games(
    rules: _RulesLike,
    players: list[str],
    seed: int,
    whole_matches: bool,
    duplicate: bool,
    first: int,
    count: int,
    threads: int | None,
    progress: Callable[[int], object] | None,
) -> tuple[npt.NDArray[Any], ...]:
    """Plays games and gives their columns; on Ctrl-C those of the first games."""

def check_solvable(rules: Rules, for_players: bool) -> None:
    """Raises `PositionError` where a game would ask for best lays that are not found."""

def record_game(
    rules: _RulesLike,
    players: list[str],
    seed: int,
    whole_matches: bool,
    duplicate: bool,
    game: int,
) -> str:
    """The record of one game."""

@final
class Arena:
    """Games in lock step that wait for answers."""

    def __new__(
        cls,
        rules: _RulesLike,
        players: list[str],
        asked: list[bool],
        seed: int,
        whole_matches: bool,
        duplicate: bool,
        count: int,
        at_a_time: int,
    ) -> Self: ...
    def step(self, answers: npt.NDArray[np.uint8], threads: int | None) -> bool:
        """Takes the cards to lay for each question and plays on; whether any game waits then."""

    def asks(self) -> tuple[npt.NDArray[Any], ...]:
        """The questions: the columns of `Views` from the number of the game on."""

    def over(self) -> int:
        """How many games are over."""

    def games(self) -> tuple[npt.NDArray[Any], ...]:
        """The columns of the games, with no deals where a game is not over."""
