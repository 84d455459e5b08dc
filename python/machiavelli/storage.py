"""Files that are written at once or not at all, and errors that tell which file it was."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress

from machiavelli.errors import QuestionError

TYPE_CHECKING = False  # `typing` has it too, but takes longer to import than all of this package
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["named", "replacing"]


@contextmanager
def named(path: str) -> Iterator[None]:
    """Errors of the system name this file, as it is called by whoever gave it."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = path, None
        raise


@contextmanager
def replacing(path: str) -> Iterator[str]:
    """The name for a new file, which takes the place of this one if nothing goes wrong.

    Raises `QuestionError` with the code `E_FILE` if something else than a file is there.
    """
    old = os.path.realpath(path)
    if os.path.exists(old) and not os.path.isfile(old):  # noqa: PTH110, PTH113 - pathlib is slow to import
        message = f"{path} is no file that could be replaced"
        raise QuestionError(message, "E_FILE")
    stem, suffix = os.path.splitext(old)  # noqa: PTH122
    new = f"{stem}.{os.getpid()}{suffix}"
    with named(path):
        try:
            yield new
            os.replace(new, old)  # noqa: PTH105
        except BaseException:
            with suppress(OSError):
                os.unlink(new)  # noqa: PTH108
            raise
