"""Playing the games of a simulation, whoever plays them and wherever."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from machiavelli._core import Rules
from machiavelli.errors import QuestionError
from machiavelli.simulation.checkpoint import Checkpoint
from machiavelli.simulation.elsewhere import play_elsewhere
from machiavelli.simulation.job import Job
from machiavelli.simulation.progress import telling
from machiavelli.simulation.results import Results

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor
    from os import PathLike

    from machiavelli.simulation.job import Rows, Unit

CHUNK = {"deal": 2_000, "match": 400}
"""Games that are kept or sent together: about as many as take some tenths of a second."""

FEWEST_CHUNKS = 64
"""Into so many chunks fewer games are divided, for the workers of an executor."""


def run(
    rules: Rules | str,
    players: str | Sequence[str],
    *,
    deals: int | None,
    matches: int | None,
    seed: int,
    duplicate: bool,
    threads: int | None,
    executor: Executor | None,
    checkpoint: str | PathLike[str] | None,
    progress: bool | Callable[[int, int], object],
    options: dict[str, Any],
) -> Results:
    """Do what `machiavelli.simulate` says."""
    names = [name.strip() for name in players.split(",")] if isinstance(players, str) else players
    unit, total = _wanted(deals, matches)
    job = Job(str(Rules(rules, **options)), tuple(names), seed, unit, duplicate)
    job.play(range(0))  # refuses what cannot be played, before any file is made
    if duplicate:
        total *= len(job.players)
    if executor is not None and threads is not None:
        message = "threads are those of this process, so there are none with an executor"
        raise QuestionError(message, "E_THREADS")

    parts: list[Rows] = []
    with ExitStack() as stack:
        keep = None
        if checkpoint is not None:
            keep = stack.enter_context(Checkpoint(Path(checkpoint), job))
            parts += (part.part(_within(part.games, total)) for part in keep.parts)
        tell = stack.enter_context(
            telling(progress, total, "matches" if unit == "match" else "deals")
        )
        done = sum(len(part) for part in parts)
        missing = _missing([part.games for part in parts], total)

        stopped = False

        def play_here(games: range) -> Rows:
            nonlocal stopped
            rows = job.play(games, threads, tell and (lambda over: tell(done + over)))
            stopped = len(rows) < len(games)
            return rows

        try:
            if executor is not None:
                size = max(1, min(CHUNK[unit], total // FEWEST_CHUNKS))
                played = play_elsewhere(job, _chunks(missing, size), executor, play_here)
            else:
                size = CHUNK[unit] if keep else total
                played = map(play_here, _chunks(missing, size))
            stack.callback(getattr(played, "close", lambda: None))
            for rows in played:
                if keep and len(rows):
                    keep.add(rows)
                parts.append(rows)
                done += len(rows)
                if tell:
                    tell(done)
                if stopped:
                    break
        except KeyboardInterrupt:
            pass  # what is complete is given
    return Results.of(job, total, parts)


def _wanted(deals: int | None, matches: int | None) -> tuple[Unit, int]:
    unit: Unit = "deal" if matches is None else "match"
    if (deals is None) == (matches is None):
        message = "a simulation is of so many deals or of so many matches"
        raise QuestionError(message, "E_GAMES")
    total = deals if matches is None else matches
    if not isinstance(total, int) or total < 1:
        message = f"a number of games is an integer from 1, not {total}"
        raise QuestionError(message, "E_GAMES")
    return unit, total


def _within(games: range, total: int) -> range:
    return range(min(games.start, total), min(games.stop, total))


def _missing(done: list[range], total: int) -> Iterator[range]:
    """What is left of the games between those that are done."""
    start = 0
    for games in sorted(done, key=lambda games: games.start):
        if start < games.start:
            yield range(start, games.start)
        start = max(start, games.stop)
    if start < total:
        yield range(start, total)


def _chunks(games: Iterator[range], size: int) -> Iterator[range]:
    for part in games:
        yield from (range(i, min(i + size, part.stop)) for i in range(part.start, part.stop, size))
