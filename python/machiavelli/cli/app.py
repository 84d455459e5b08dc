"""The command line's root, and what becomes of errors."""

import os
import sys
from typing import Annotated

import typer

from machiavelli import MachiavelliError, QuestionError, __version__
from machiavelli.cli import bench, check, deal, odds, play, replay, rules, simulate, solve
from machiavelli.cli.output import print_error

BAD_INPUT = 2
"""Exit status for whatever the user gave wrong."""

CANNOT_PRINT = 1
"""Exit status if the answer cannot be written where it should go."""

app = typer.Typer(help="Exact answers for Machiavelli, the Italian rummy.")
app.command("solve")(solve.solve_command)
app.command("check")(check.check_command)
app.command("play")(play.play_command)
app.command("deal")(deal.deal_command)
app.command("replay")(replay.replay_command)
app.command("rules")(rules.rules_command)
app.command("simulate")(simulate.simulate_command)
app.command("bench")(bench.bench_command)

app.add_typer(odds.app, name="odds")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"machiavelli {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback has seen to it
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Exact answers for Machiavelli, the Italian rummy."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _mend_streams() -> None:
    """Stand in for streams that are closed, and do without letters that others cannot write."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - as long as the process
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def main() -> int:
    """Runs the command and returns its exit status: 0, or 2 with one line on standard error.

    With `--json` an error too is one JSON document on standard output.
    """
    _mend_streams()
    try:
        status: int | None = app(prog_name="machiavelli", standalone_mode=False)
    except (MachiavelliError, typer.TyperException) as error:
        print_error(error, as_json="--json" in sys.argv)
        return BAD_INPUT
    except OSError as error:
        if error.filename is not None:
            message = f"{error.filename} cannot be used: {error.strerror}"
            print_error(QuestionError(message, "E_FILE"), as_json="--json" in sys.argv)
            return BAD_INPUT
        typer.echo(f"machiavelli: cannot print the answer: {error.strerror}", err=True)
        return CANNOT_PRINT
    return status or 0
