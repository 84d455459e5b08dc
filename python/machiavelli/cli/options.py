"""Options that several commands share."""

from collections.abc import Callable, Mapping
from typing import Annotated, TypeVar

import typer

from machiavelli import ParseError, Rules
from machiavelli.cli.output import clipped
from machiavelli.texts import LANGUAGES, Texts, texts

Value = TypeVar("Value")

MOST_DIGITS = 20
"""Digits of a number that could mean anything."""


def read(kind: Callable[[str], Value], option: str, text: str) -> Value:
    """The value that an option's text is, or an error that names the option."""
    try:
        return kind(text)
    except ParseError as error:
        message = f"{option}: {error}"
        raise ParseError(message, error.text, error.position) from None


def whole(digits: str) -> int:
    """The number that digits stand for, or one that is as much too large.

    >>> whole("12"), whole("9" * 5_000)
    (12, 100000000000000000000)
    """
    return int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS


def complete_preset(incomplete: str) -> list[tuple[str, str]]:
    """Presets that begin so, each with what it is."""
    return [item for item in Rules.about_presets().items() if item[0].startswith(incomplete)]


def complete_option(incomplete: str) -> list[tuple[str, str]]:
    """Options that begin so, up to their sign of equality, each with what it is about."""
    about = Rules.about_options()
    return [(f"{name}=", about[name]) for name in about if name.startswith(incomplete)]


def complete_objective(incomplete: str) -> list[str]:
    """Objectives that begin so."""
    return [name for name in ("cards", "points") if name.startswith(incomplete)]


RulesOption = Annotated[
    str,
    typer.Option(
        "--rules", metavar="NAME", help="Rules to play by.", autocompletion=complete_preset
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="An option to set otherwise; may be given several times.",
        autocompletion=complete_option,
    ),
]
LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="|".join(LANGUAGES),
        help="Language of the game; that of the locale by default.",
        show_default=False,
        autocompletion=lambda incomplete: [
            each for each in LANGUAGES if each.startswith(incomplete)
        ],
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
JsonLinesOption = Annotated[
    bool, typer.Option("--json", help="Print every event as a JSON document on a line.")
]
TableOption = Annotated[
    str, typer.Option(metavar="MELDS", help='What lies on the table: "4h 5h 6h | 9c 9d 9s".')
]
HandOption = Annotated[str, typer.Option(metavar="CARDS", help='The hand: "7h Td 3s".')]
OpenedOption = Annotated[
    bool,
    typer.Option("--opened/--not-opened", help="Whether the player has opened in this deal."),
]
OpenCardsOption = Annotated[
    str, typer.Option(metavar="CARDS", help="Open cards that still lie alone (Tahiti).")
]


def leave_out(given: Mapping[str, object], message: str) -> None:
    """Refuses options that make no sense here if they are given; `{}` in the message is which."""
    if names := ", ".join(name for name, value in given.items() if value):
        raise typer.BadParameter(message.format(names))


def chosen_texts(language: str | None) -> Texts:
    """The texts in this language, or in that of the locale."""
    if language is not None and language not in LANGUAGES:
        message = f'--lang is {" or ".join(LANGUAGES)}, not "{clipped(language)}"'
        raise typer.BadParameter(message)
    return texts(language)


def chosen_order(order: str) -> str:
    """How hands are sorted, if they can be."""
    if order not in {"suit", "rank"}:
        message = f'--sort is suit or rank, not "{clipped(order)}"'
        raise typer.BadParameter(message)
    return order


def chosen_dealer(dealer: int | None, rules: Rules, players: int) -> int | None:
    """Who deals first; if nobody is named, the last player, or None for a lot."""
    if dealer is None and rules.options["first_dealer"] != "lowest_card":
        return players - 1
    return dealer


def chosen_rules(name: str, changes: list[str] | None) -> Rules:
    """The rules with this name or text and these changes, each `option=value`."""
    for change in changes or ():
        option, _, value = change.partition("=")
        if not (option.strip() and value.strip()):
            message = f'--set takes OPTION=VALUE, not "{clipped(change)}"'
            raise typer.BadParameter(message)
    preset, bracket, inside = name.partition("(")
    closed = inside.rstrip().endswith(")") if bracket else bool(name.strip())
    if not changes or not closed:
        return Rules.parse(name)
    before = inside.rstrip().removesuffix(")").strip()
    options = ", ".join(part for part in (before, *changes) if part)
    return Rules.parse(f"{preset}({options})")
