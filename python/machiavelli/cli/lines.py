"""Lines that a person types, or that come through a pipe."""

import signal
import sys
import time
from contextlib import suppress
from types import FrameType

from machiavelli.cli.person import LateError


def edit_lines() -> None:
    """Lets a person edit what is typed, and go back to earlier lines, where that is possible."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - `input` uses it once it is imported


def read_line(prompt: str, deadline: float | None) -> str | None:
    """The next line, None after the last; raises `LateError` at the deadline.

    Where the system has no alarm, lateness shows when the line has come.
    """
    if not sys.stdin.isatty():
        prompt = ""
    if deadline is None:
        return _line(prompt)
    left = deadline - time.monotonic()
    if left <= 0:
        raise LateError
    if not hasattr(signal, "setitimer"):
        line = _line(prompt)
        if time.monotonic() > deadline:
            raise LateError
        return line

    def ring(_number: int, _frame: FrameType | None) -> None:
        _break_line()
        raise LateError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, left)
    try:
        return _line(prompt)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None
    except KeyboardInterrupt:
        _break_line()
        return "quit"


def _break_line() -> None:
    """Ends the line on which a prompt stands."""
    if sys.stdin.isatty():
        print()
