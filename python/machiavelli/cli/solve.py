"""`machiavelli solve`."""

from typing import Annotated, Any

import typer
from rich.text import Text

from machiavelli import Cards, Rules, Solution, Table, solve
from machiavelli.cli.options import (
    HandOption,
    JsonOption,
    OpenCardsOption,
    OpenedOption,
    RulesOption,
    SetOption,
    TableOption,
    chosen_rules,
    complete_objective,
    read,
    whole,
)
from machiavelli.cli.output import (
    draw,
    joker_names,
    names,
    print_fields,
    print_json,
    print_line,
    print_melds,
)
from machiavelli.render import jokers_of

ObjectiveOption = Annotated[
    str,
    typer.Option(
        metavar="cards|points|WEIGHTS",
        help="What to lay most of: cards, points, or 53 weights separated by commas.",
        autocompletion=complete_objective,
    ),
]
KeepOption = Annotated[str, typer.Option(metavar="CARDS", help="Hand cards to hold back.")]
AtMostOption = Annotated[
    int | None, typer.Option(metavar="N", help="Lay no more than so many cards.")
]


def objective_of(text: str) -> Any:
    """Weights as numbers; a name as it is, for `solve` to judge."""
    weights = text.split(",")
    if len(weights) > 1 and all(weight.strip().isdecimal() for weight in weights):
        return [whole(weight.strip()) for weight in weights]
    return text


def solve_command(
    hand: HandOption,
    table: TableOption = "",
    rules: RulesOption = "modiano",
    changes: SetOption = None,
    objective: ObjectiveOption = "cards",
    keep: KeepOption = "",
    at_most: AtMostOption = None,
    opened: OpenedOption = True,
    open_cards: OpenCardsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Find the best lay of a hand on a table, and a full arrangement of the table after it."""
    before, cards = read(Table, "--table", table), read(Cards, "--hand", hand)
    by = chosen_rules(rules, changes)
    solution = solve(
        before,
        cards,
        by,
        objective=objective_of(objective),
        keep=read(Cards, "--keep", keep),
        at_most=at_most,
        opened=opened,
        open_cards=read(Cards, "--open-cards", open_cards),
    )
    if as_json:
        print_document(solution, before, cards, by)
    else:
        print_solution(solution, before, cards, by)


def print_document(solution: Solution, before: Table, hand: Cards, rules: Rules) -> None:
    """Prints the solution as JSON."""
    print_json(
        {
            "laid": names(solution.laid),
            "hand_after": names(hand - solution.laid),
            "value": solution.value,
            "goes_out": solution.goes_out,
            "table": [names(meld) for meld in solution.table],
            "jokers": [joker_names(jokers_of(meld, rules)) for meld in solution.table],
            "released": [
                {
                    "old": names(joker.old),
                    "by": str(joker.by),
                    "new": names(joker.new),
                    "value": str(joker.value),
                }
                for joker in solution.released
            ],
            # Only open cards lie alone (R3.9), as they lay before.
            "changed": [
                len(meld) > 1 and meld.cards not in [old.cards for old in before]
                for meld in solution.table
            ],
        }
    )


def print_solution(solution: Solution, before: Table, hand: Cards, rules: Rules) -> None:
    """Prints the solution as people read it."""
    fields: dict[str, Text | str] = {
        "lay": draw(solution.laid),
        "keep": draw(hand - solution.laid),
        "value": str(solution.value),
        "goes out": "yes" if solution.goes_out else "no",
    }
    if solution.released:
        fields["release"] = Text(", ").join(
            Text.assemble("the joker of ", draw(joker.old), " with ", draw([joker.by]))
            for joker in solution.released
        )
    print_fields(fields)
    if len(solution.table):
        print_line()
        print_line("table")
        print_melds(solution.table, before, rules)
