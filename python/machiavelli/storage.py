"""Files that are written at once or not at all, and errors that tell which file it was."""

from __future__ import annotations

import os

from machiavelli.errors import QuestionError

TYPE_CHECKING = False  # `typing` has it too, but takes longer to import than all of this package
if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Named", "Replacing", "forget"]


class Named:
    """In a `with` statement, errors of the system name this file, as whoever gave it calls it."""

    def __init__(self, path: str) -> None:
        """Take the name."""
        self.path = path

    def __enter__(self) -> None:
        """Nothing is known yet."""

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        """Give the error the name."""
        if isinstance(error, OSError) and error.errno is not None:
            raise OSError(error.errno, error.strerror, self.path) from None


class Replacing:
    """In a `with` statement, a new file, which takes the place of this one if all goes well.

    Raises `QuestionError` with the code `E_FILE` if something else than a file is there.
    """

    def __init__(self, path: str) -> None:
        """Find a name beside the file, or beside what it is a link to."""
        self.named = Named(path)
        self.old = os.path.realpath(path)
        if os.path.exists(self.old) and not os.path.isfile(self.old):  # noqa: PTH110, PTH113 - pathlib is slow to import
            message = f"{path} is no file that could be replaced"
            raise QuestionError(message, "E_FILE")
        stem, suffix = os.path.splitext(self.old)  # noqa: PTH122
        self.new = f"{stem}.{os.getpid()}{suffix}"

    def __enter__(self) -> str:
        """The name to write to."""
        return self.new

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        """Put the new file in the place of the old one, or away."""
        if error is not None:
            forget(self.new)
            self.named.__exit__(kind, error, trace)
            return
        with self.named:
            try:
                os.replace(self.new, self.old)  # noqa: PTH105
            except OSError:
                forget(self.new)
                raise


def forget(path: str) -> None:
    """Remove a file that was not written to its end, if that can be done."""
    try:
        os.unlink(path)  # noqa: PTH108
    except OSError:
        return
