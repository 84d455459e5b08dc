"""Chunks of games, played by the workers of an executor."""

from __future__ import annotations

import warnings
from concurrent.futures import FIRST_COMPLETED, wait
from typing import TYPE_CHECKING

from machiavelli.errors import MachiavelliError
from machiavelli.simulation.job import play_chunk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future

    from machiavelli.simulation.job import Job, Rows

IN_FLIGHT = 256
"""Chunks that are given to the executor at a time, so that a long run needs no more memory."""

OURS = (MachiavelliError, ImportError, AttributeError, TypeError)
"""Errors that would occur wherever the games were played, or that say that they cannot be."""


def play_elsewhere(
    job: Job,
    chunks: Iterable[range],
    executor: Executor,
    play_here: Callable[[range], Rows],
) -> Iterator[Rows]:
    """Give the rows of chunks as they are done; what the workers fail to play is played here."""
    left = iter(chunks)
    flying: dict[Future[Rows], range] = {}
    failed = False
    try:
        while True:
            lost: list[range] = []
            while len(flying) < IN_FLIGHT and not lost and (chunk := next(left, None)):
                try:
                    flying[executor.submit(play_chunk, job, chunk)] = chunk
                except RuntimeError as error:  # it takes nothing any more, as after a crash
                    failed = failed or _warn(error)
                    lost.append(chunk)
            if not flying and not lost:
                return
            done, _ = wait(flying, timeout=0 if lost else None, return_when=FIRST_COMPLETED)
            for future in done:
                chunk = flying.pop(future)
                try:
                    rows = future.result()
                except OURS:
                    raise
                except Exception as error:  # noqa: BLE001 - executors have errors of their own
                    failed = failed or _warn(error)
                    lost.append(chunk)
                else:
                    yield rows
            for chunk in lost:
                yield play_here(chunk)
    finally:
        for future in flying:
            future.cancel()


def _warn(error: Exception) -> bool:
    message = f"games are played here, as a worker failed: {type(error).__name__}: {error}"
    warnings.warn(message, RuntimeWarning, stacklevel=5)
    return True
