"""How far a simulation is, told to a function, a terminal, a notebook or a log."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from machiavelli.given import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Tell = Callable[[int], object]
    Progress = bool | Callable[[int, int], object]

SECONDS_BETWEEN_LINES = 5.0


@contextmanager
def telling(
    progress: Progress,
    total: int,
    what: str,
) -> Iterator[Tell | None]:
    """Give a function to tell how many games are over, None if nobody wants to know."""
    wanted = "progress is True, False or a function"
    require(isinstance(progress, bool) or callable(progress), wanted, progress)
    if callable(progress):
        yield lambda done: progress(done, total)
    elif not progress:
        yield None
    else:
        from rich.console import Console  # noqa: PLC0415 - it comes when it is needed

        console = Console(stderr=True)
        if console.is_terminal or console.is_jupyter:
            from rich.progress import (  # noqa: PLC0415
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeRemainingColumn,
            )

            columns = [TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
            with Progress(*columns, console=console) as bar:
                task = bar.add_task(what, total=total)
                yield lambda done: bar.update(task, completed=done)
        else:
            yield _lines(total, what)


def _lines(total: int, what: str) -> Tell:
    """Tell it in a line now and then, and at the end."""
    start = last = time.monotonic()

    def tell(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done == total or now - last >= SECONDS_BETWEEN_LINES:
            last = now
            rate = done / max(now - start, 1e-9)
            print(f"{done} of {total} {what}, {rate:.0f}/s", file=sys.stderr, flush=True)

    return tell
