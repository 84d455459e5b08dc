"""What callers give, as it can be used, or an error that names the argument."""

from __future__ import annotations

import os

from machiavelli.errors import QuestionError

TYPE_CHECKING = False  # `typing` has it too, but takes longer to import than all of this package
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias, TypeVar

    Kind = TypeVar("Kind")
    Path: TypeAlias = str | os.PathLike[str]

__all__ = ["file_name", "integer", "name_of", "players_of", "require"]

SEATS = 8
"""As many players as any rules admit."""

LONGEST = 38
"""As many digits of an integer as an error shows."""


def require(fits: bool, wanted: str, given: object) -> None:  # noqa: FBT001 - it is a question
    """Raise `TypeError`, in a sentence that begins with what is wanted, unless it fits."""
    if not fits:
        message = f"{wanted}, not {type(given).__name__}"
        raise TypeError(message)


def integer(given: object, name: str, code: str, *, least: int = 0, most: int) -> int:
    """The integer within these bounds.

    Raises `QuestionError` with this code for another, `TypeError` for what is none.
    """
    require(hasattr(given, "__index__"), f"{name} is an integer", given)
    number: int = given.__index__()  # type: ignore[attr-defined]
    if not least <= number <= most:
        known = abs(number) < 10**LONGEST
        shown = str(number) if known else f"one of {LONGEST + 1} digits or more"
        message = f"{name} is an integer from {least} to {most}, not {shown}"
        raise QuestionError(message, code)
    return number


def file_name(given: Path, name: str) -> str:
    """The name of a file, which may not be there.

    Raises `QuestionError` with the code `E_FILE` for text that no file can be called, `TypeError`
    for what is no text and no path.
    """
    # A number would be taken for a file that is open.
    require(isinstance(given, str | os.PathLike), f"{name} is the name of a file", given)
    path = os.fsdecode(given)
    try:
        usable = path and "\0" not in path and os.fsencode(path)
    except UnicodeEncodeError:
        usable = False
    if not usable:
        message = f"{name} is the name of a file, which {ascii(path)[:LONGEST]} cannot be"
        raise QuestionError(message, "E_FILE")
    return path


def players_of(given: Iterable[Kind]) -> tuple[Kind, ...]:
    """Who is to play; if nobody knows how many there are, one more than ever could at most."""
    if hasattr(given, "__len__"):
        return tuple(given)
    return tuple(player for _, player in zip(range(SEATS + 1), given, strict=False))


def name_of(player: object) -> str:
    """What a player is called: a name as it is, a callable by its own name or that of its class."""
    name = player if isinstance(player, str) else getattr(player, "__name__", None)
    return name if isinstance(name, str) and name else type(player).__name__
