"""Which games are to be played, and the rows that come of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from machiavelli import _core

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

Unit = Literal["deal", "match"]

COLUMNS: dict[str, tuple[str, bool]] = {
    "winners": ("|u1", False),
    "dealer": ("|u1", False),
    "end": ("|u1", False),
    "deals": ("<i4", False),
    "turns": ("<i4", False),
    "lays": ("<i4", False),
    "stock": ("<i4", False),
    "points": ("<i4", True),
    "laid": ("<i4", True),
}
"""The columns of rows: their type, and whether they have a value for each player."""


@dataclass(frozen=True)
class Job:
    """Games of one kind, as text and numbers that can be sent anywhere."""

    rules: str
    players: tuple[str, ...]
    seed: int
    unit: Unit
    duplicate: bool

    def play(
        self,
        games: range,
        threads: int | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> Rows:
        """Play these games, or on Ctrl-C the first of them."""
        columns = _core.play_games(*self._what(), games.start, len(games), threads, progress)
        return Rows(games.start, columns)

    def record(self, game: int) -> str:
        """The record of one game."""
        return _core.record_game(*self._what(), game)

    def _what(self) -> tuple[str, list[str], int, bool, bool]:
        """The games as the engine takes them."""
        return self.rules, list(self.players), self.seed, self.unit == "match", self.duplicate


class Rows:
    """What became of games whose numbers follow each other."""

    __slots__ = ("columns", "first")

    def __init__(self, first: int, columns: Sequence[NDArray[np.integer]]) -> None:
        """Keep the columns in the order of `COLUMNS`."""
        self.first = first
        self.columns = columns

    def __len__(self) -> int:
        """Number of games."""
        return len(self.columns[0])

    @property
    def games(self) -> range:
        """The numbers of the games."""
        return range(self.first, self.first + len(self))

    def part(self, games: range) -> Rows:
        """The rows of some of the games, as numbers that follow each other."""
        part = slice(games.start - self.first, games.stop - self.first)
        return Rows(games.start, [column[part] for column in self.columns])


def play_chunk(job: Job, games: range) -> Rows:
    """Play games in a worker, which has other work for its other processors."""
    return job.play(games, threads=1)


def joined(parts: Sequence[Rows], players: int) -> dict[str, NDArray[np.integer]]:
    """The columns of all parts by name, in the order of the games, and their numbers."""
    parts = sorted((part for part in parts if len(part)), key=lambda part: part.first)
    numbers = [np.arange(part.first, part.first + len(part), dtype=np.int64) for part in parts]
    together = {"number": np.concatenate([np.empty(0, np.int64), *numbers])}
    for i, (name, (kind, each)) in enumerate(COLUMNS.items()):
        none = np.empty((0, players) if each else 0, kind)
        columns = [part.columns[i] for part in parts]
        # Millions of rows are not copied for nothing.
        single = len(columns) == 1 and columns[0].flags.writeable
        together[name] = columns[0] if single else np.concatenate([none, *columns])
    return together
