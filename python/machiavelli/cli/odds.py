"""`machiavelli odds`."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from machiavelli import odds
from machiavelli.cli.options import (
    JsonOption,
    OpenedOption,
    RulesOption,
    SetOption,
    chosen_rules,
)
from machiavelli.cli.output import print_fields, print_json

app = typer.Typer()

CardsArgument = Annotated[int, typer.Argument(metavar="N", help="Number of cards in the hand.")]
PhysicalOption = Annotated[
    bool, typer.Option("--physical", help="Tell the copies of a card apart, as they are dealt.")
]


@app.callback(invoke_without_command=True)
def root(context: typer.Context, as_json: JsonOption = False) -> None:
    """Count hands exactly."""
    if context.invoked_subcommand is not None:
        # The option means the same before the name of the count as after it.
        context.default_map = {context.invoked_subcommand: {"as_json": as_json}}
    elif as_json:
        counts = ((count.name, inspect.getdoc(count.callback)) for count in app.registered_commands)
        print_json([{"name": name, "about": about} for name, about in counts])
    else:
        typer.echo(context.get_help())


@contextmanager
def progress_bar() -> Iterator[Callable[[float], None] | None]:
    """Shows how far a count is where standard error is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("counting", total=1.0)
        yield lambda done: progress.update(task, completed=done)


def exactly(value: Fraction) -> dict[str, Any]:
    """A probability in JSON: exact, and as a decimal."""
    return {"numerator": value.numerator, "denominator": value.denominator, "value": float(value)}


@app.command("meld-in-hand")
def meld_in_hand(
    n: CardsArgument,
    rules: RulesOption = "modiano",
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Probability that N random cards hold a meld."""
    chance = odds.meld_in_hand(n, chosen_rules(rules, changes))
    if as_json:
        print_json({"n": n, "meld_in_hand": exactly(chance)})
    else:
        print_fields({"cards": str(n), "chance": f"{float(chance):.6f}", "exactly": str(chance)})


@app.command("complete-hands")
def complete_hands(
    n: CardsArgument,
    physical: PhysicalOption = False,
    rules: RulesOption = "modiano",
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Number of hands of N cards that split completely into melds."""
    chosen = chosen_rules(rules, changes)
    with progress_bar() as progress:
        hands = odds.complete_hands(n, chosen, physical=physical, progress=progress)
    if as_json:
        print_json({"n": n, "physical": physical, "complete_hands": hands})
    else:
        print_fields({"cards": str(n), "hands": str(hands)})


@app.command("most-cards-laid")
def most_cards_laid(
    n: CardsArgument,
    opened: OpenedOption = True,
    rules: RulesOption = "modiano",
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Distribution of the most cards that N random cards can lay on an empty table."""
    chosen = chosen_rules(rules, changes)
    with progress_bar() as progress:
        chances = odds.most_cards_laid(n, chosen, opened=opened, progress=progress)
    mean = sum((cards * chance for cards, chance in chances.items()), Fraction(0))
    if as_json:
        each = {str(cards): exactly(chance) for cards, chance in chances.items()}
        print_json({"n": n, "most_cards_laid": each, "mean": exactly(mean)})
        return
    shown = {f"{cards} laid": f"{float(chance):.6f}" for cards, chance in chances.items()}
    print_fields({**shown, "mean": f"{float(mean):.6f}"})
