"""Playing the games of a simulation, whoever plays them and wherever."""

from __future__ import annotations

from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from machiavelli._core import Rules
from machiavelli.errors import QuestionError
from machiavelli.given import file_name, integer, players_of, require
from machiavelli.simulation.checkpoint import Checkpoint
from machiavelli.simulation.elsewhere import Elsewhere
from machiavelli.simulation.job import Job
from machiavelli.simulation.progress import telling
from machiavelli.simulation.results import Results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from concurrent.futures import Executor
    from os import PathLike

    from machiavelli.simulation.job import Rows, Unit
    from machiavelli.simulation.progress import Progress, Tell

MOST_GAMES = 2**53
"""More than anybody lives to see the end of."""

CHUNK = {"deal": 2_000, "match": 400}
"""Games that are kept or sent together: about as many as take some tenths of a second."""

FEWEST_CHUNKS = 64
"""Into so many chunks fewer games are divided, for the workers of an executor."""


def job_of(
    rules: Rules | str,
    players: str | Sequence[str],
    seed: int,
    *,
    matches: bool,
    duplicate: bool,
    **options: Any,
) -> Job:
    """Which games are to be played, if they can be."""
    if isinstance(players, str):
        players = [name.strip() for name in players.split(",")]
    require(hasattr(players, "__iter__"), "players are names, in a sequence or as text", players)
    unit: Unit = "match" if matches else "deal"
    names = players_of(players)
    job = Job(str(Rules(rules, **options)), names, seed, unit, duplicate)
    job.play(range(0))
    return replace(job, seed=int(seed))


def total_of(job: Job, deals: int | None, matches: int | None) -> int:
    """How many games that are."""
    if (deals is None) == (matches is None):
        message = "a simulation is of so many deals or of so many matches"
        raise QuestionError(message, "E_GAMES")
    name, asked = ("deals", deals) if matches is None else ("matches", matches)
    total = integer(asked, name, "E_GAMES", least=1, most=MOST_GAMES)
    return total * len(job.players) if job.duplicate else total


def run(  # noqa: PLR0913 - all but two are named
    job: Job,
    total: int,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress = False,
) -> Results:
    """Play the first games of a job, or on Ctrl-C some of them."""
    if executor is not None and threads is not None:
        message = "threads are those of this process, so there are none with an executor"
        raise QuestionError(message, "E_THREADS")
    works = executor is None or hasattr(executor, "submit")
    require(works, "executor is one of concurrent.futures, or like them", executor)
    with ExitStack() as stack:
        keep = None
        if checkpoint is not None:
            path = Path(file_name(checkpoint, "checkpoint"))
            keep = stack.enter_context(Checkpoint(path, job))
        what = "matches" if job.unit == "match" else "deals"
        tell = stack.enter_context(telling(progress, total, what))
        under_way = Run(job, total, keep, tell)
        with suppress(KeyboardInterrupt):
            if executor is None:
                under_way.here(threads)
            else:
                under_way.elsewhere(executor)
        return Results.of(job, total, under_way.parts)


class Run:
    """A simulation that is under way."""

    def __init__(self, job: Job, total: int, keep: Checkpoint | None, tell: Tell | None) -> None:
        """Begin with what is kept."""
        self.job = job
        self.total = total
        self.keep = keep
        self.tell = tell
        kept = keep.parts if keep else []
        self.parts = [part.part(_within(part.games, total)) for part in kept]
        self.done = sum(map(len, self.parts))

    def here(self, threads: int | None) -> None:
        """Play what is missing in this process."""
        for games in self._chunks(CHUNK[self.job.unit] if self.keep else self.total):
            rows = self._play(games, threads)
            self._add(rows)
            if len(rows) < len(games):
                return

    def elsewhere(self, executor: Executor) -> None:
        """Play what is missing on the workers of an executor."""
        size = max(1, min(CHUNK[self.job.unit], self.total // FEWEST_CHUNKS))

        def play_here(games: range) -> Rows:
            rows = self._play(games, None)
            if len(rows) < len(games):
                self._add(rows)
                raise KeyboardInterrupt
            return rows

        played = Elsewhere(self.job, executor, play_here).play(self._chunks(size))
        with closing(played):
            for rows in played:
                self._add(rows)

    def _play(self, games: range, threads: int | None) -> Rows:
        tell, done = self.tell, self.done
        return self.job.play(games, threads, tell and (lambda over: tell(done + over)))

    def _add(self, rows: Rows) -> None:
        if self.keep and len(rows):
            self.keep.add(rows)
        self.parts.append(rows)
        self.done += len(rows)
        if self.tell:
            self.tell(self.done)

    def _chunks(self, size: int) -> Iterator[range]:
        for games in _missing([part.games for part in self.parts], self.total):
            starts = range(games.start, games.stop, size)
            yield from (range(start, min(start + size, games.stop)) for start in starts)


def _within(games: range, total: int) -> range:
    return range(min(games.start, total), min(games.stop, total))


def _missing(done: Iterable[range], total: int) -> Iterator[range]:
    """What is left of the games between those that are done."""
    start = 0
    for games in sorted(done, key=lambda games: games.start):
        if start < games.start:
            yield range(start, games.start)
        start = max(start, games.stop)
    if start < total:
        yield range(start, total)
