"""What the commands print: cards as people read them, or one JSON document."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, zip_longest
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from machiavelli import Card, Cards, MachiavelliError, Meld, Rules, RulesError, Table, render
from machiavelli.explain import explain
from machiavelli.texts import Texts

console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
if console.width == 0:  # Nothing at all would be printed.
    console.width = render.WIDTH

LONGEST_SHOWN = 40
"""As many characters of what is wrong as a message shows."""

NARROWEST = 20
"""Columns that the longest cards and words need side by side."""

GAP = "  "
"""What stands between columns."""


def draws_signs() -> bool:
    """Whether to draw suits as signs: on a terminal that can show them."""
    try:
        "".join(render.SIGNS.values()).encode(console.encoding)
    except UnicodeEncodeError:
        return False
    return console.is_terminal


def draw(cards: Iterable[Card]) -> Text:
    """Cards side by side, as they are best read where the output goes."""
    return render.cards(cards, signs=draws_signs())


def columns() -> int:
    """How wide lines may be: as the terminal is, but no wider than a plain one."""
    return max(NARROWEST, min(console.width, render.WIDTH))


def printable(text: str) -> str:
    r"""The text with escapes in place of what terminals obey, or show as nothing.

    >>> printable("\x1b[31mAnna")
    '\\x1b[31mAnna'
    """
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


def clipped(text: str) -> str:
    """The beginning of a text that is too long for a message.

    >>> clipped("x" * 99)
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
    """
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _text(shown: Text | str) -> Text:
    """A line that can be printed, whoever has written it."""
    text = Text(shown) if isinstance(shown, str) else shown
    return text if text.plain.isprintable() else Text(printable(text.plain), text.style)


def print_line(line: Text | str = "") -> None:
    """Prints a line, on a terminal as many as it takes, indented alike; a pipe gets it whole."""
    if console.is_terminal:
        print_prose(line)
    else:
        console.print(_text(line))


def print_lines(lines: Iterable[Text], indent: str = "") -> None:
    """Prints lines, each behind an indent."""
    for line in lines:
        print_line(Text.assemble(indent, line) if indent else line)


def print_prose(line: Text | str) -> None:
    """Prints a line on as many as it takes, indented alike, wherever it goes."""
    text = _text(line)
    indent = len(text.plain) - len(text.plain.lstrip())
    for part in text[indent:].wrap(console, max(1, columns() - indent)) or [Text()]:
        part.rstrip()
        console.print(Text.assemble(" " * indent, part))


def print_columns(rows: Iterable[Sequence[Text | str]], indent: str = "") -> None:
    """Prints rows of cells, each on as many lines as it takes in its column.

    No column but the last is wider than its share of the line.
    """
    table = [[_text(cell) for cell in row] for row in rows]
    *before, _last = zip(*table, strict=True)
    share = columns() // (len(before) + 1)
    widths = [min(share, max(cell.cell_len for cell in column)) for column in before]
    starts = list(accumulate((width + len(GAP) for width in widths), initial=len(indent)))
    widths.append(max(share, columns() - starts[-1]))
    for row in table:
        cells = (cell.wrap(console, width) for cell, width in zip(row, widths, strict=True))
        for parts in zip_longest(*cells):
            line = Text(indent)
            for part, start in zip(parts, starts, strict=True):
                if part:
                    line.pad_right(start - line.cell_len)
                    line.append_text(part)
            line.rstrip()
            console.print(line)


def print_fields(fields: Mapping[str, Text | str]) -> None:
    """Prints a line for each name and what it stands for, on a terminal as many as it takes."""
    width = max(map(len, fields))
    if console.is_terminal:
        print_columns((Text(name, "dim"), value) for name, value in fields.items())
    else:
        for name, value in fields.items():
            console.print(Text.assemble(name.ljust(width), GAP, _text(value)))


def draw_meld(meld: Meld, rules: Rules) -> Text:
    """The cards of an entry of a table, each joker with what it stands for."""
    return render.meld(meld, rules, signs=draws_signs())


def print_melds(table: Table, before: Table, rules: Rules) -> None:
    """Prints a line for each meld, marked if it did not lie so before.

    Only open cards lie alone (R3.9), so that whatever lies alone has not been moved.
    """
    known = [(meld.cards, render.jokers_of(meld, rules)) for meld in before]
    lines = [draw_meld(meld, rules) for meld in table]
    width = max((line.cell_len for line in lines), default=0)
    for meld, cards in zip(table, lines, strict=True):
        line = Text("  ") + cards
        here = (meld.cards, render.jokers_of(meld, rules))
        if here in known:
            known.remove(here)
        elif len(meld) > 1:
            line.pad_right(width + 2 - line.cell_len)
            line.append("  new", "dim")
        print_line(line)


def print_explanation(rules: Rules, texts: Texts) -> None:
    """Prints the rules in words."""
    for topic, sentences in explain(rules, texts).items():
        print_prose(Text(topic, "bold"))
        for said in sentences:
            print_prose(f"  {said}")


def joker_names(jokers: Iterable[Iterable[Card]]) -> list[list[str]]:
    """What jokers stand for, as it stands in JSON."""
    return [[str(card) for card in joker] for joker in jokers]


def names(cards: Cards | Meld) -> list[str]:
    """Cards as they stand in JSON."""
    return [str(card) for card in cards]


def print_json(document: Mapping[str, Any] | list[Any]) -> None:
    """Prints one JSON document on one line; numbers that nobody knows are null."""
    plain = console.encoding not in {"utf-8", "utf8"}
    typer.echo(json.dumps(_known(document), ensure_ascii=plain, allow_nan=False))


def _known(value: Any) -> Any:
    match value:
        case float():
            return value if math.isfinite(value) else None
        case dict():
            return {name: _known(each) for name, each in value.items()}
        case list() | tuple():
            return [_known(each) for each in value]
    return value


# What an error knows that JSON can tell: not the game of a damaged record.
_PLAIN = (str, int, float, list, tuple, dict, type(None))


def print_error(error: MachiavelliError | typer.TyperException, *, as_json: bool) -> None:
    """Prints what was wrong in one line on standard error, and as JSON where that is wanted."""
    message = str(error) if isinstance(error, MachiavelliError) else _usage(error)
    line = printable(" ".join(message.split()))
    if as_json:
        kind = type(error).__name__ if isinstance(error, MachiavelliError) else "UsageError"
        print_json({"error": {"type": kind, "message": line, **_facts(error)}})
    if isinstance(error, MachiavelliError) and not isinstance(error, RulesError):
        line = f"{error.code}: {line}"  # reasons bring their codes along
    typer.echo(f"machiavelli: {line}", err=True)


def _usage(error: typer.TyperException) -> str:
    # Without a parameter, typer would say that some value is invalid.
    alone = isinstance(error, typer.BadParameter) and error.param is None
    return error.message if alone else error.format_message()


def _facts(error: Exception) -> dict[str, Any]:
    """What a program is told of an error, beside the message."""
    if not isinstance(error, MachiavelliError):
        return {}
    facts = vars(error).items()
    return {
        name: value
        for name, value in facts
        if not name.startswith("_") and isinstance(value, _PLAIN)
    }
