"""`machiavelli simulate`."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from machiavelli import Builtin, simulate
from machiavelli.cli.options import JsonOption, RulesOption, SetOption, chosen_rules
from machiavelli.cli.output import print_fields, print_json

STOPPED = 130
"""Exit status if Ctrl-C left games unplayed, as shells have it."""


def complete_players(incomplete: str) -> list[str]:
    """Lists of players that begin so."""
    before, comma, last = incomplete.rpartition(",")
    names = (name for name in Builtin.strategies() if name.startswith(last))
    return [f"{before}{comma}{name}" for name in names]


PlayersOption = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help=f"Who plays, separated by commas: {', '.join(Builtin.strategies())}.",
        autocompletion=complete_players,
    ),
]
DealsOption = Annotated[
    int | None, typer.Option(metavar="N", max=2**53, help="Play so many deals.")
]
MatchesOption = Annotated[
    int | None, typer.Option(metavar="N", max=2**53, help="Play so many matches.")
]
SeedOption = Annotated[
    int, typer.Option(metavar="N", min=0, max=2**64 - 1, help="What the cards depend on.")
]
DuplicateOption = Annotated[
    bool,
    typer.Option("--duplicate", help="Play the same cards with every player in every seat."),
]
ThreadsOption = Annotated[
    int | None, typer.Option(metavar="N", help="Most threads; one for each processor if not said.")
]
CheckpointOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep what is done in this file, and go on from there."),
]
OutOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write a row a game to this .csv, .npz or .parquet."),
]
RecordOption = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Write the record of every game there.")
]
ConfidenceOption = Annotated[
    float, typer.Option(metavar="P", help="The confidence of the intervals that are shown.")
]


def simulate_command(
    players: PlayersOption = "greedy,greedy",
    deals: DealsOption = None,
    matches: MatchesOption = None,
    seed: SeedOption = 0,
    duplicate: DuplicateOption = False,
    threads: ThreadsOption = None,
    checkpoint: CheckpointOption = None,
    out: OutOption = None,
    record: RecordOption = None,
    confidence: ConfidenceOption = 0.95,
    rules: RulesOption = "modiano",
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> int | None:
    """Play many games between built-in players and say what they come to.

    Ctrl-C ends it, and what is done until then is shown and written.
    """
    from machiavelli.simulation.files import check_path  # noqa: PLC0415 - it loads numpy

    if not 0 < confidence < 1:
        message = f"--confidence is between 0 and 1, not {confidence:g}"
        raise typer.BadParameter(message)
    if out is not None:
        check_path(out)
    if record is not None:
        record.mkdir(parents=True, exist_ok=True)
    results = simulate(
        chosen_rules(rules, changes),
        players,
        deals=deals,
        matches=matches,
        seed=seed,
        duplicate=duplicate,
        threads=threads,
        checkpoint=checkpoint,
        progress=not as_json or sys.stderr.isatty(),
    )
    if out is not None:
        results.save(out)
    if record is not None:
        results.save_records(record)
    summary = results.summary(confidence)
    if as_json:
        asked: dict[str, Any] = {
            "rules": results.rules,
            "players": list(results.players),
            "seed": seed,
            "unit": results.unit,
            "duplicate": duplicate,
            "complete": results.complete,
        }
        print_json({**asked, "summary": summary.to_dict()})
    elif len(results):
        print_fields({"rules": results.rules, **summary.lines()})
    return None if results.complete else STOPPED
