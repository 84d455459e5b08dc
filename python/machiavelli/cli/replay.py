"""`machiavelli replay`."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from machiavelli import RecordError, State, render
from machiavelli.cli.lines import read_line
from machiavelli.cli.options import JsonLinesOption, LanguageOption, chosen_texts
from machiavelli.cli.output import (
    columns,
    console,
    draws_signs,
    print_json,
    print_line,
    print_lines,
)
from machiavelli.cli.screen import draw_plain, score_rows
from machiavelli.cli.wire import fields
from machiavelli.events import DealOver
from machiavelli.kept import read
from machiavelli.tell import Teller, matters
from machiavelli.texts import Texts

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A record of a game.")]
CheckOption = Annotated[
    bool, typer.Option("--check", help="Only tell whether the record is intact.")
]


def replay_command(
    file: FileArgument,
    check: CheckOption = False,
    language: LanguageOption = None,
    as_json: JsonLinesOption = False,
) -> None:
    """Play a recorded game once more, step by step on a terminal, or check it.

    A damaged record ends with status 2, and says which line is at fault and why.
    """
    texts = chosen_texts(language)
    damage: RecordError | None = None
    try:
        state = read(file)
    except RecordError as error:
        if check or error.state is None:
            raise
        state, damage = error.state, error
    if check:
        _intact(state, texts, as_json)
        return
    if as_json:
        for _, events in state.history():
            for event in events:
                print_json(fields(event))
    else:
        _show(state, texts)
    if damage is not None:
        raise damage


def _intact(state: State, texts: Texts, as_json: bool) -> None:
    # Each deal is begun once, and all else that has led to states are actions.
    deals = state.deal_number
    turns = len(state.history()) - deals
    if as_json:
        winners = None if state.winners is None else list(state.winners)
        print_json({"intact": True, "deals": deals, "actions": turns, "winners": winners})
        return
    print_line(texts.say("intact", deals=deals, turns=turns))
    if state.winners is None:
        print_line(texts.say("goes_on"))


def _show(state: State, texts: Texts) -> None:
    """Shows what happened step by step, waiting for a line after each on a terminal."""
    waits = sys.stdin.isatty() and console.is_terminal
    names = [name or str(seat) for seat, name in enumerate(state.names)]
    teller, signs = Teller(texts, names, draw_plain), draws_signs()
    before: State | None = None
    for after, events in state.history():
        for event in events:
            if matters(event, after.rules) and (said := teller.tell(event)):
                print_line(Text(said, "cyan"))
            if isinstance(event, DealOver):
                print_lines(render.sheet(score_rows(after, texts), names))
        if before is None or after.table != before.table:
            known = after.table if before is None else before.table
            grid = render.meld_grid(after.table, known, after.rules, signs=signs, width=columns())
            print_lines(grid)
        before = after
        if waits and _leaves(read_line(f"{texts.say('step')} ", None)):
            break


def _leaves(line: str | None) -> bool:
    return line is None or line.strip().lower().startswith("q")
