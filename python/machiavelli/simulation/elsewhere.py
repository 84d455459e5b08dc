"""Chunks of games, played by the workers of an executor."""

from __future__ import annotations

import warnings
from concurrent.futures import FIRST_COMPLETED, wait
from typing import TYPE_CHECKING

from machiavelli.errors import MachiavelliError
from machiavelli.simulation.job import play_chunk

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from concurrent.futures import Executor, Future

    from machiavelli.simulation.job import Job, Rows

IN_FLIGHT = 256
"""Chunks that are given to the executor at a time, so that a long run needs no more memory."""

OURS = (MachiavelliError, ImportError, AttributeError, TypeError)
"""Errors that would occur wherever the games were played, or that say that they cannot be."""


class Elsewhere:
    """The workers of an executor, and this process for what they fail to play."""

    def __init__(self, job: Job, executor: Executor, play_here: Callable[[range], Rows]) -> None:
        """Nothing is given to them yet."""
        self.job = job
        self.executor = executor
        self.play_here = play_here
        self.flying: dict[Future[Rows], range] = {}
        self.lost: list[range] = []
        self.failed = False

    def play(self, chunks: Iterable[range]) -> Generator[Rows]:
        """Give the rows of chunks as they are done."""
        left = iter(chunks)
        try:
            while True:
                while self._wants_more() and (chunk := next(left, None)):
                    self._submit(chunk)
                if not self.flying and not self.lost:
                    return
                timeout = 0 if self.lost else None
                done, _ = wait(self.flying, timeout, return_when=FIRST_COMPLETED)
                for future in done:
                    rows = self._rows(future)
                    if rows is not None:
                        yield rows
                while self.lost:
                    yield self.play_here(self.lost.pop())
        finally:
            for future in self.flying:
                future.cancel()

    def _wants_more(self) -> bool:
        return len(self.flying) < IN_FLIGHT and not self.lost

    def _submit(self, chunk: range) -> None:
        try:
            self.flying[self.executor.submit(play_chunk, self.job, chunk)] = chunk
        except RuntimeError as error:  # it takes nothing any more, as after a crash
            self._lose(chunk, error)

    def _rows(self, future: Future[Rows]) -> Rows | None:
        chunk = self.flying.pop(future)
        try:
            return future.result()
        except OURS:
            raise
        except Exception as error:  # noqa: BLE001 - executors have errors of their own
            self._lose(chunk, error)
            return None

    def _lose(self, chunk: range, error: Exception) -> None:
        self.lost.append(chunk)
        if not self.failed:
            self.failed = True
            why = f"{type(error).__name__}: {error}"
            message = f"games are played in this process, as a worker failed: {why}"
            warnings.warn(message, RuntimeWarning, stacklevel=2)
