"""Records in files: read, begun, added to, replaced."""

from __future__ import annotations

import io
import os

from machiavelli._core import State
from machiavelli.errors import QuestionError, RecordError
from machiavelli.given import file_name
from machiavelli.storage import Named, Replacing, forget

TYPE_CHECKING = False  # `typing` has it too, but takes longer to import than all of this package
if TYPE_CHECKING:
    from machiavelli.given import Path

__all__ = ["Kept", "begin", "read", "replace", "resumed"]

LARGEST = 2**26
"""Bytes of a file that are read at most; a deal takes about ten thousand."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""What some editors put before text."""


def read(record: Path) -> State:
    """The state at the end of the record in a file.

    Raises `RecordError` for a record that is damaged or cut off, and for a file that is no text;
    `QuestionError` with the code `E_FILE` for one that is too large to be a record.
    """
    return _state(_content(file_name(record, "record")))


def resumed(record: Path) -> State:
    """The same, but an action that is cut off at the end is dropped."""
    content = _content(file_name(record, "record"))
    try:
        return _state(content)
    except RecordError as error:
        if error.state is None or error.line < content.count(b"\n") + (content[-1:] != b"\n"):
            raise
        return error.state


def begin(record: str, text: str) -> Kept:
    """Writes a file that must not be there yet."""
    with Named(record):
        file = open(record, "xb")  # noqa: PTH123, SIM115 - pathlib is slow to import
        try:
            with file:
                file.write(text.encode())
        except BaseException:
            forget(record)
            raise
    return Kept(record)


def replace(record: str, text: str) -> Kept:
    """Writes a file anew, at once or not at all; one that says the same already stays as it is.

    Raises `QuestionError` with the code `E_FILE` for what is there and no file.
    """
    if not (os.path.isfile(record) and _says(record, text)):  # noqa: PTH113
        with Replacing(record) as new, open(new, "wb") as file:  # noqa: PTH123
            file.write(text.encode())
    return Kept(record)


class Kept:
    """A record in a file, as it was written last."""

    def __init__(self, record: str) -> None:
        """Remember where the file ends."""
        self._record = record
        self._end = os.path.getsize(record)  # noqa: PTH202

    def add(self, text: str) -> None:
        """Adds all of the text or, if that fails, nothing.

        Raises `QuestionError` with the code `E_FILE` if somebody else has changed the file.
        """
        with Named(self._record), open(self._record, "r+b", buffering=0) as file:  # noqa: PTH123
            if file.seek(0, os.SEEK_END) != self._end:
                message = f"{self._record} has been changed by somebody else"
                raise QuestionError(message, "E_FILE")
            data = memoryview(text.encode())
            try:
                while data:
                    data = data[file.write(data) :]
            except BaseException:
                file.truncate(self._end)
                raise
            self._end = file.tell()


def _content(path: str) -> bytes:
    with Named(path), open(path, "rb") as file:  # noqa: PTH123
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        message = f"{path} has more than {LARGEST >> 20} MiB, which no record has"
        raise QuestionError(message, "E_FILE")
    return content.removeprefix(BYTE_ORDER_MARK)


def _state(content: bytes) -> State:
    try:
        return State.read(content.decode())
    except UnicodeDecodeError as error:
        start = error.start
    line = content.count(b"\n", 0, start) + 1
    before = content[: content.rfind(b"\n", 0, start) + 1].decode()
    state = None
    try:
        state = State.read(before)
    except RecordError as error:
        if error.line < line:
            raise
    message = f"line {line} of the record: it is no text"
    raise RecordError(message, "E_RECORD", line, state)


def _says(path: str, text: str) -> bool:
    """Whether the lines of a file that say something in a record are these."""
    try:
        lines = io.StringIO(_content(path).decode().replace("\r\n", "\n"))
    except (QuestionError, UnicodeDecodeError):
        return False
    return text == "".join(line for line in lines if line.strip() and not line.startswith("#"))
