"""A file that keeps what is done of a long simulation.

It begins with a line of JSON that tells which games it is about. Each chunk of games follows as a
block: a header of 32 bytes, the columns one after the other, and a check sum of both. Blocks are
only ever added. A process that is killed leaves at most a last block that is cut off, which is
dropped by whoever goes on; anything else that is not as it must be is refused.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn, Self

import numpy as np

from machiavelli.errors import CheckpointError
from machiavelli.simulation.job import COLUMNS, Job, Rows
from machiavelli.storage import Named

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import Any, BinaryIO

NAME = "machiavelli simulation"

VERSION = 1

HEADER = struct.Struct("<8sQQQ")
"""A mark, the number of the first game, the number of games, and the bytes of their columns."""

MARK = b"\x89block\r\n"

SUM = struct.Struct("<I")

LONGEST = 80
"""As many characters of what a file says as an error shows."""


class Checkpoint:
    """The file of one simulation, open for adding to it."""

    def __init__(self, path: Path, job: Job) -> None:
        """Read what the file has, or begin it."""
        self.path = path
        self.job = job
        self.parts: list[Rows] = []
        if path.exists() and not path.is_file():
            self._refuse("is no checkpoint of a simulation")
        self.named = Named(str(path))
        with self.named:
            self.file: BinaryIO = path.open("r+b" if path.exists() else "w+b")
            try:
                self._lock()
                self._read()
            except BaseException:
                self.file.close()
                raise

    def __enter__(self) -> Self:
        """Keep the file open."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        with self.named:
            self.file.close()

    def add(self, rows: Rows) -> None:
        """Keep rows; they are on the disk when this returns."""
        data = b"".join(
            np.ascontiguousarray(column, dtype=kind).tobytes()
            for column, (kind, _) in zip(rows.columns, COLUMNS.values(), strict=True)
        )
        block = HEADER.pack(MARK, rows.first, len(rows), len(data)) + data
        with self.named:
            self.file.write(block + SUM.pack(zlib.crc32(block)))
            self.file.flush()
            os.fsync(self.file.fileno())

    def _lock(self) -> None:
        """Keep other processes away where the system can, until this one ends."""
        try:
            import fcntl  # noqa: PLC0415 - Windows has no such thing
        except ImportError:
            return
        try:
            fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._refuse("is in use by another process")
        except OSError:  # Some file systems have no locks.
            return

    def _about(self) -> dict[str, Any]:
        return {
            NAME: VERSION,
            "rules": self.job.rules,
            "players": list(self.job.players),
            "seed": self.job.seed,
            "unit": self.job.unit,
            "duplicate": self.job.duplicate,
        }

    def _read(self) -> None:
        line = self.file.readline(1 << 20)
        about = json.dumps(self._about(), ensure_ascii=False).encode() + b"\n"
        if not line.endswith(b"\n") and about.startswith(line):  # new, or killed at the very start
            self.file.seek(0)
            self.file.truncate()
            self.file.write(about)
            self.file.flush()
            return
        self._compare(line)
        end = self.file.tell()
        while rows := self._block(end):
            self.parts.append(rows)
            end = self.file.tell()
        self.file.seek(end)
        self.file.truncate()
        self._check_overlap()

    def _compare(self, line: bytes) -> None:
        """Refuse a file that is about other games."""
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or NAME not in found:
            self._refuse("is no checkpoint of a simulation")
        if found[NAME] != VERSION:
            self._refuse(f"is a checkpoint of version {_shown(found[NAME])}, not {VERSION}")
        for key, value in self._about().items():
            if found.get(key) != value:
                self._refuse(f"is about games with {key} {_shown(found.get(key))}, not {value}")

    def _block(self, at: int) -> Rows | None:
        """The block that begins here, None at the end of the file or where a block is cut off."""
        header = self.file.read(HEADER.size)
        if len(header) < HEADER.size:
            if MARK.startswith(header[: len(MARK)]) or header.startswith(MARK):
                return None
            self._refuse(f"is damaged at byte {at}")
        mark, first, count, size = HEADER.unpack(header)
        if mark != MARK or count == 0 or size != count * self._row_size():
            self._refuse(f"is damaged at byte {at}")
        if size > os.fstat(self.file.fileno()).st_size - self.file.tell():
            return None
        data = self.file.read(size)
        check = self.file.read(SUM.size)
        if len(check) < SUM.size:
            return None
        if SUM.unpack(check)[0] != zlib.crc32(header + data):
            self._refuse(f"is damaged between byte {at} and byte {self.file.tell()}")
        columns = []
        offset = 0
        for kind, each in COLUMNS.values():
            values = count * len(self.job.players) if each else count
            column = np.frombuffer(data, kind, values, offset)
            columns.append(column.reshape(count, -1) if each else column)
            offset += column.nbytes
        return Rows(first, columns)

    def _row_size(self) -> int:
        each = len(self.job.players)
        sizes = ((np.dtype(kind).itemsize, each if per else 1) for kind, per in COLUMNS.values())
        return sum(size * values for size, values in sizes)

    def _check_overlap(self) -> None:
        parts = sorted(self.parts, key=lambda part: part.first)
        for one, other in pairwise(parts):
            if other.first < one.games.stop:
                self._refuse(f"holds game {other.first} twice")

    def _refuse(self, what: str) -> NoReturn:
        message = f"{self.path} {what}"
        raise CheckpointError(message, str(self.path))


def _shown(found: object) -> str:
    """A value for a message, cut off where it is long."""
    text = str(found)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
