"""`machiavelli check`."""

from typing import Annotated

import typer
from rich.text import Text

from machiavelli import (
    Cards,
    Meld,
    MeldReading,
    Rules,
    Table,
    TurnReport,
    check_meld,
    check_turn,
)
from machiavelli.cli.options import (
    JsonOption,
    OpenCardsOption,
    OpenedOption,
    RulesOption,
    SetOption,
    chosen_rules,
    leave_out,
    read,
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

MeldArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="MELD", help='One meld: "Qc Kc Ac".', show_default=False),
]
TableOption = Annotated[str, typer.Option(metavar="MELDS", help="The table before the turn.")]
HandOption = Annotated[str, typer.Option(metavar="CARDS", help="The hand before the turn.")]
FinalOption = Annotated[
    str | None,
    typer.Option(metavar="MELDS", help="The table after the turn.", show_default=False),
]


def check_command(
    meld: MeldArgument = None,
    table: TableOption = "",
    hand: HandOption = "",
    final: FinalOption = None,
    rules: RulesOption = "modiano",
    changes: SetOption = None,
    opened: OpenedOption = True,
    open_cards: OpenCardsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Judge a meld, or a whole turn: the table and hand before it, and the final table.

    What is not legal ends with status 2 and says why.
    """
    if bool(meld) == (final is not None):
        message = "give either a meld or --final, the table after a turn"
        raise typer.BadParameter(message)
    if meld:
        of_a_turn = {
            "--table": table,
            "--hand": hand,
            "--not-opened": not opened,
            "--open-cards": open_cards,
        }
        message = "a meld is judged by itself: leave out {}, or give --final, not a meld"
        leave_out(of_a_turn, message)
        reading = check_meld(read(Meld, "the meld", _one_meld(meld)), chosen_rules(rules, changes))
        _print_meld(reading, as_json)
        return
    before, by = read(Table, "--table", table), chosen_rules(rules, changes)
    turn = check_turn(
        before,
        read(Cards, "--hand", hand),
        read(Table, "--final", final or ""),
        by,
        opened=opened,
        open_cards=read(Cards, "--open-cards", open_cards),
    )
    _print_turn(turn, before, by, as_json)


def _one_meld(arguments: list[str]) -> str:
    """A meld that is given as one argument, or a card an argument."""
    if len(arguments) > 1 and any(len(argument.split()) > 1 for argument in arguments):
        message = "one meld is judged at a time: give its cards alone, or a whole table to --final"
        raise typer.BadParameter(message)
    return " ".join(arguments)


def _print_meld(reading: MeldReading, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "legal": True,
                "kind": reading.kind,
                "canonical": names(reading.canonical),
                "jokers": joker_names(reading.jokers),
            }
        )
        return
    fields = {"legal": "yes", "kind": reading.kind, "meld": draw(reading.canonical)}
    if reading.jokers:
        fields["jokers"] = Text(", ").join(draw(joker) for joker in reading.jokers)
    print_fields(fields)


def _print_turn(turn: TurnReport, before: Table, rules: Rules, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "legal": True,
                "laid": names(turn.laid),
                "hand_after": names(turn.hand_after),
                "goes_out": turn.goes_out,
                "opened": turn.opened,
                "table": [names(after) for after in turn.table],
                "jokers": [joker_names(jokers_of(after, rules)) for after in turn.table],
            }
        )
        return
    print_fields(
        {
            "legal": "yes",
            "lays": draw(turn.laid),
            "keeps": draw(turn.hand_after),
            "goes out": "yes" if turn.goes_out else "no",
        }
    )
    print_line()
    print_line("table")
    print_melds(turn.table, before, rules)
