"""What the commands print: cards as people read them, or one JSON document."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from machiavelli import Card, Cards, MachiavelliError, Meld, Table

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


def print_melds(table: Table, before: Table) -> None:
    """Prints a line for each meld, marked if it did not lie so before."""
    known = [meld.cards for meld in before]
    width = max((draw(meld).cell_len for meld in table), default=0)
    for meld in table:
        line = Text.assemble("  ", draw(meld))
        if meld.cards in known:
            known.remove(meld.cards)
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
