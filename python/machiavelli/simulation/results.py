"""What became of many games, as columns."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from machiavelli._core import Builtin
from machiavelli.errors import QuestionError
from machiavelli.given import file_name, integer
from machiavelli.simulation.job import Job, Rows, Unit, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from os import PathLike

    from numpy.typing import NDArray

    from machiavelli.simulation.summary import Estimate, Summary


@dataclass(frozen=True, eq=False, repr=False)
class Results:
    """What became of many games: a row a game, in the order of their numbers.

    Whatever belongs to a player has the player's place in `players`, whichever the seat.
    """

    ENDS: ClassVar[tuple[str, ...]] = ("went out", "stock empty", "failed draw", "standstill")
    """How deals end, by the numbers in `end`."""

    rules: str
    players: tuple[str, ...]
    seed: int
    unit: Unit
    duplicate: bool
    wanted: int
    """How many games were to be played."""

    number: NDArray[np.int64]
    """The number of each game."""
    winners: NDArray[np.bool_]
    """Whether each player won, shape (games, players); several may have."""
    dealer: NDArray[np.uint8]
    """Which player dealt first."""
    end: NDArray[np.uint8]
    """How the last deal ended."""
    deals: NDArray[np.int32]
    """Deals played."""
    turns: NDArray[np.int32]
    """Turns played."""
    lays: NDArray[np.int32]
    """Turns in which hand cards were laid."""
    stock: NDArray[np.int32]
    """Cards in the stock at the end of the last deal."""
    points: NDArray[np.int32]
    """Penalty points of each player, shape (games, players)."""
    laid: NDArray[np.int32]
    """Hand cards that each player laid, shape (games, players)."""

    @classmethod
    def of(cls, job: Job, wanted: int, parts: Sequence[Rows]) -> Results:
        """The results that these parts make."""
        columns = joined(parts, len(job.players))
        bits = np.arange(len(job.players), dtype=np.uint8)
        columns["winners"] = (columns["winners"][:, np.newaxis] >> bits & 1).astype(bool)
        return cls(
            rules=job.rules,
            players=job.players,
            seed=job.seed,
            unit=job.unit,
            duplicate=job.duplicate,
            wanted=wanted,
            **columns,  # type: ignore[arg-type]
        )

    @property
    def complete(self) -> bool:
        """Whether all games were played that were to be."""
        return len(self) == self.wanted

    @property
    def job(self) -> Job:
        """Which games they are."""
        return Job(self.rules, self.players, self.seed, self.unit, self.duplicate)

    def __len__(self) -> int:
        """Number of games played."""
        return len(self.number)

    def __eq__(self, other: object) -> bool:
        """Whether the games and all that became of them are the same."""
        if not isinstance(other, Results):
            return NotImplemented
        pairs = ((getattr(self, f.name), getattr(other, f.name)) for f in fields(self))
        return all(
            np.array_equal(one, two) if isinstance(one, np.ndarray) else one == two
            for one, two in pairs
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """What was played."""
        what = "matches" if self.unit == "match" else "deals"
        left = "" if self.complete else f" of {self.wanted}"
        return f"<{len(self)}{left} {what} of {', '.join(self.players)} under {self.rules}>"

    def record(self, number: int) -> str:
        """The record of one of the games, which is played again for it.

        Raises `QuestionError` if there was a policy among the players, which is not asked again.
        """
        for name in self.players:
            if name not in Builtin.strategies():
                message = f"{name} is a policy, which is not asked again for a record"
                raise QuestionError(message, "E_PLAYER")
        return self.job.record(number)

    def save_records(self, folder: str | PathLike[str]) -> None:
        """Write the record of every game into a folder, which is made if it is not there.

        Raises `QuestionError` with the code `E_FILE` rather than replace that of another game.
        """
        from machiavelli.simulation.files import write_record  # noqa: PLC0415 - it names results

        folder = Path(file_name(folder, "folder"))
        folder.mkdir(parents=True, exist_ok=True)
        digits = len(str(self.wanted - 1))
        for number in self.number.tolist():
            path = folder / f"{self.unit}-{number:0{digits}}.txt"
            write_record(path, self.record(number))

    def summary(self, confidence: float = 0.95) -> Summary:
        """Means and shares with what is known of their precision."""
        from machiavelli.simulation.summary import summarise  # noqa: PLC0415 - it names results

        return summarise(self, confidence)

    def difference(self, one: int, other: int, confidence: float = 0.95) -> Estimate:
        """How many points more a game costs one player than the other, by their places.

        The difference is taken game by game, and with `duplicate` over all games of the same cards,
        so that whatever luck both have in common cancels out.
        """
        from machiavelli.simulation.summary import (  # noqa: PLC0415 - it names results
            checked,
            paired,
        )

        one, other = (self._place(place, name) for place, name in ((one, "one"), (other, "other")))
        return paired(self, self.points[:, one] - self.points[:, other], checked(confidence))

    def _place(self, given: int, name: str) -> int:
        return integer(given, name, "E_PLAYER", most=len(self.players) - 1)

    def table(self) -> Iterator[tuple[str, NDArray[np.generic]]]:
        """All columns by name, each with one value a game: `points_0` are those of player 0."""
        for field in fields(self):
            column = getattr(self, field.name)
            if not isinstance(column, np.ndarray):
                continue
            if field.name == "end":
                yield field.name, np.array(self.ENDS)[column]
            elif column.ndim == 1:
                yield field.name, column
            else:
                for place in range(len(self.players)):
                    yield f"{field.name}_{place}", column[:, place]

    def save(self, path: str | PathLike[str]) -> None:
        """Write the columns to a file: `.npz`, `.csv`, or `.parquet`, which needs pyarrow."""
        from machiavelli.simulation.files import write  # noqa: PLC0415 - it names results

        write(self, Path(file_name(path, "path")))
