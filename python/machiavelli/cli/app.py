"""The command line's root: its options and its commands."""

from typing import Annotated

import typer

from machiavelli import __version__

app = typer.Typer(no_args_is_help=True, help="Exact answers for Machiavelli, the Italian rummy.")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"machiavelli {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Exact answers for Machiavelli, the Italian rummy."""
