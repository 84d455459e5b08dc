"""Cards, melds, tables, hands and score sheets as people read them.

Everything is `rich.text.Text`: coloured by suit where it is printed on a terminal that has colours,
plain elsewhere. `signs` says whether suits are drawn as ♣♦♥♠, or as letters.
"""

from collections.abc import Iterable, Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from machiavelli import Card, Cards, InvalidMeldError, Meld, Rules, Table, check_meld

__all__ = ["card", "cards", "hand", "jokers_of", "meld", "meld_grid", "row", "sheet", "sort_hand"]

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
STYLES = {"c": "green", "d": "bright_blue", "h": "red", "s": "bold"}
JOKER_STYLE = "magenta"

WIDTH = 80
"""Columns of a plain terminal."""

CELL = 20
"""Columns that a set and its number need; longer melds take several of these."""

NARROWEST = 4
"""Columns that points need at least."""

RANKS = "A23456789TJQK"


def card(shown: Card, *, signs: bool) -> Text:
    """A card.

    >>> str(card(Card("Th"), signs=True)), str(card(Card("Th"), signs=False))
    ('10♥', 'Th')
    """
    if not signs:
        return Text(str(shown), _style(shown))
    if shown.declared is not None:
        return Text.assemble(("*=", JOKER_STYLE), card(shown.declared, signs=signs))
    if shown.rank is None or shown.suit is None:
        return Text("*", JOKER_STYLE)
    return Text(shown.rank.replace("T", "10") + SIGNS[shown.suit], _style(shown))


def _style(shown: Card) -> str:
    face = shown.declared or shown
    return JOKER_STYLE if face.suit is None else STYLES[face.suit]


def cards(shown: Iterable[Card], *, signs: bool) -> Text:
    """Cards side by side; a dash if there are none."""
    return Text(" ").join(card(each, signs=signs) for each in shown) or Text("-")


def jokers_of(shown: Meld, rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """What each joker of a legal meld stands for; nothing for other cards, or a card alone."""
    if len(shown) == 1 or not any(each.is_joker for each in shown):
        return ()
    try:
        return check_meld(shown, rules).jokers
    except InvalidMeldError:
        return ()


def meld(shown: Meld, rules: Rules, *, signs: bool) -> Text:
    """The cards of a meld, each joker with what it stands for, if the meld is legal.

    >>> str(meld(Meld("5c * 7c"), Rules("agimeg-jokers4"), signs=False))
    '5c *=6c 7c'
    """
    values = iter(jokers_of(shown, rules))

    def placed(each: Card) -> Text:
        value = next(values, None) if each.is_joker else None
        if value is None:
            return card(each, signs=signs)
        ways = Text("/").join(card(way, signs=signs) for way in value)
        return Text.assemble(("*=", JOKER_STYLE), ways)

    return Text(" ").join(map(placed, shown))


def sort_hand(held: Cards, order: str) -> list[list[Card]]:
    """A hand in groups: of a suit each, for the order `"suit"`, or of a rank, for `"rank"`.

    >>> sort_hand(Cards("7h 7c Kc *"), "rank")
    [[Card('7c'), Card('7h')], [Card('Kc')], [Card('*')]]
    """
    groups: dict[object, list[Card]] = {}
    by_rank = order == "rank"
    for each in sorted(
        held, key=lambda each: (_place(each), each.index) if by_rank else each.index
    ):
        groups.setdefault(each.rank if by_rank else each.suit, []).append(each)
    return list(groups.values())


def _place(shown: Card) -> int:
    return RANKS.index(shown.rank) if shown.rank else len(RANKS)


def hand(held: Cards, order: str, *, signs: bool, width: int = WIDTH) -> list[Text]:
    """A hand in sorted groups, on as many lines as it needs."""
    gap = "   " if order == "suit" else "  "
    groups = [cards(group, signs=signs) for group in sort_hand(held, order)]
    return _flow(groups, gap, width)


def row(shown: Iterable[Card], *, signs: bool, width: int = WIDTH) -> list[Text]:
    """Cards in their order, on as many lines as they need."""
    return _flow((card(each, signs=signs) for each in shown), " ", width)


def _flow(pieces: Iterable[Text], gap: str, width: int) -> list[Text]:
    """Pieces side by side, on a new line where one does not fit any more."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and lines[-1].cell_len + len(gap) + piece.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], gap, piece)
        else:
            lines.append(piece)
    return lines


def meld_grid(  # noqa: PLR0913 - two have their names
    table: Table,
    start: Table,
    rules: Rules,
    bad: Iterable[int] = (),
    *,
    signs: bool,
    width: int = WIDTH,
) -> list[Text]:
    """The melds of a table with their numbers from 1, several on a line.

    Melds that did not lie so at the `start` of the turn have a `+`, `bad` ones a `!`.

    >>> table = Table("7c 7d 7h 7s | 4h 5h 6h | 9d 9s")
    >>> for line in meld_grid(table, Table("7c 7d 7h 7s"), Rules(), [2], signs=False):
    ...     print(line)
    1  7c 7d 7h 7s      2+ 4h 5h 6h         3! 9d 9s
    """
    known = list(start)
    wrong = set(bad)
    pieces: list[Text] = []
    for index, entry in enumerate(table):
        mark = " "
        if entry in known:
            known.remove(entry)
        else:
            mark = "+"
        mark = "!" if index in wrong else mark
        style = {"!": "bold red", "+": "bold yellow"}.get(mark, "dim")
        number = Text(f"{index + 1}{mark} ", style)
        pieces.append(Text.assemble(number, meld(entry, rules, signs=signs)))
    return _in_cells(pieces, width)


def _in_cells(pieces: Sequence[Text], width: int) -> list[Text]:
    lines: list[Text] = []
    for piece in pieces:
        if lines:
            start = -(-(lines[-1].cell_len + 1) // CELL) * CELL
            if start + piece.cell_len <= width:
                lines[-1].pad_right(start - lines[-1].cell_len)
                lines[-1].append_text(piece)
                continue
        lines.append(piece)
    return lines


def sheet(rows: Mapping[str, Sequence[object]], names: Sequence[str]) -> list[Text]:
    """A score sheet: a column for each player, a row for each deal and one for the totals.

    >>> for line in sheet({"deal 1": [4, 7, 0], "total": [4, 7, 0]}, ["Anna", "Bruno", "Carla"]):
    ...     print(line)
            Anna  Bruno  Carla
    deal 1     4      7      0
    total      4      7      0
    >>> for line in sheet({"total": [4, 10]}, ["Anna Maria", "花子"]):
    ...     print(line)
           Anna Maria  花子
    total           4    10
    """
    first = max(map(len, rows), default=0)
    widths = [max(cell_len(name), NARROWEST) for name in names]
    # Eight players whose names are those of strategies fit on a terminal then.
    gap = "  " if first + sum(width + 2 for width in widths) <= WIDTH else " "

    def line(title: str, values: Sequence[object]) -> str:
        parts = [title.ljust(first)]
        for value, width in zip(map(str, values), widths, strict=True):
            parts.append(" " * (width - cell_len(value)) + value)
        return gap.join(parts)

    body = [Text(line(title, values)) for title, values in rows.items()]
    return [Text(line("", names), "dim"), *body]
