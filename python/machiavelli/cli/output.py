"""What the commands print: cards as people read them, or one JSON document."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from machiavelli import Card, Cards, MachiavelliError, Meld, Rules, Table, render
from machiavelli.explain import explain
from machiavelli.texts import Texts

console = Console(highlight=False, soft_wrap=True)


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


def print_line(line: Text | str = "") -> None:
    """Prints a line, on a terminal as many as it takes, indented alike; a pipe gets it whole."""
    text = Text(line) if isinstance(line, str) else line
    if not console.is_terminal or text.cell_len <= render.WIDTH:
        console.print(text)
        return
    indent = len(text.plain) - len(text.plain.lstrip())
    for part in text[indent:].wrap(console, render.WIDTH - indent):
        console.print(Text.assemble(" " * indent, part))


def print_fields(fields: Mapping[str, Text | str]) -> None:
    """Prints a line for each name and what it stands for, one below the other."""
    width = max(map(len, fields))
    for name, value in fields.items():
        console.print(Text.assemble((name.ljust(width), "dim"), "  ", value))


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
        console.print(line)


def print_explanation(rules: Rules, texts: Texts) -> None:
    """Prints the rules in words."""
    for topic, sentences in explain(rules, texts).items():
        print_line(Text(topic, "bold"))
        for said in sentences:
            print_line(f"  {said}")


def joker_names(jokers: Iterable[Iterable[Card]]) -> list[list[str]]:
    """What jokers stand for, as it stands in JSON."""
    return [[str(card) for card in joker] for joker in jokers]


def names(cards: Cards | Meld) -> list[str]:
    """Cards as they stand in JSON."""
    return [str(card) for card in cards]


def print_json(document: Mapping[str, Any] | list[Any]) -> None:
    """Prints one JSON document on one line."""
    plain = console.encoding not in {"utf-8", "utf8"}
    typer.echo(json.dumps(document, ensure_ascii=plain))


# What an error knows that JSON can tell: not the game of a damaged record.
_PLAIN = (str, int, float, list, tuple, dict, type(None))


def print_error(error: MachiavelliError | typer.TyperException, *, as_json: bool) -> None:
    """Prints what was wrong in one line on standard error, and as JSON where that is wanted."""
    if isinstance(error, MachiavelliError):
        kind, message, facts = type(error).__name__, str(error), vars(error)
    else:
        kind, message, facts = "UsageError", error.format_message(), {}
    line = " ".join(message.split())
    if as_json:
        told = {name: value for name, value in facts.items() if isinstance(value, _PLAIN)}
        print_json({"error": {"type": kind, "message": line, **told}})
    code = f"{facts['code']}: " if "code" in facts else ""
    typer.echo(f"machiavelli: {code}{line}", err=True)
