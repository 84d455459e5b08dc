"""A terminal of 80 columns, with a command on it, for tests to type at."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from types import TracebackType
from typing import Self

import pytest

PATIENCE = 30.0
"""Seconds that an answer may take on a busy machine."""

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>])")


class Terminal:
    """A command that runs on a terminal; what it says is `said`, without colours."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        fcntl = pytest.importorskip("fcntl", reason="there are no terminals of this kind here")
        pty = pytest.importorskip("pty")
        termios = pytest.importorskip("termios")
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, bytes([24, 0, 80, 0, 0, 0, 0, 0]))
        clean = {
            name: value
            for name, value in os.environ.items()
            if name not in {"COLUMNS", "LINES", "NO_COLOR", "LC_ALL", "LC_MESSAGES"}
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "machiavelli", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env=clean
            | {"PYTHONIOENCODING": "utf-8", "TERM": "xterm", "LANG": "C.UTF-8"}
            | environment,
        )
        os.close(theirs)
        self.said = ""
        self._read = 0

    def expect(self, *texts: str) -> str:
        """Waits until one of the texts is said, and returns which."""
        end = time.monotonic() + PATIENCE
        while True:
            new = self.said[self._read :]
            found = [(new.index(text) + len(text), text) for text in texts if text in new]
            if found:
                at, text = min(found)
                self._read += at
                return text
            if time.monotonic() > end or not self._more():
                pytest.fail(f"{texts} is not said, but:\n{new}")

    def enter(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def ask(self, line: str, *texts: str) -> str:
        """Types a line and waits for an answer, then for the next prompt."""
        self.expect("> ")
        self.enter(line)
        return self.expect(*texts)

    def hang_up(self) -> None:
        self.process.send_signal(signal.SIGHUP)
        self.process.wait(PATIENCE)

    def wait(self) -> int:
        """Waits for the end of the command, and returns its status."""
        while self._more():
            pass
        return self.process.wait(PATIENCE)

    def _more(self) -> bool:
        ready, _, _ = select.select([self._ours], [], [], PATIENCE)
        try:
            block = os.read(self._ours, 65536) if ready else b""
        except OSError:  # That is how a terminal says that nobody writes to it any more.
            block = b""
        self.said += _ESCAPES.sub("", block.decode(errors="replace")).replace("\r", "")
        return bool(block)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self._ours)
