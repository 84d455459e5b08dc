"""What the engine raises when it is given something wrong.

    ValueError
    └── MachiavelliError
        ├── CheckpointError       a file of a simulation that is damaged or about other games
        ├── CountsError           numbers that are no multiset of cards: shape, type or range
        ├── ParseError            text that is no card, meld, table or set of rules
        ├── RulesError            options that no rules can have, every reason at once
        ├── InvalidMeldError      cards that are no meld
        ├── InvalidTableError     a table that cannot lie so
        ├── IllegalTurnError      a turn or an action that the rules do not allow
        ├── PlanError             a step on the working table that cannot be done
        ├── PositionError         cards that the deck does not have, or too many jokers
        │   └── RowError          … in one row of a batch
        ├── QuestionError         a question that makes no sense for the position
        ├── SetupError            a match or a deal that cannot begin
        └── RecordError           a record that cannot be read to its end

Each message is one sentence that names the offending cards or options, and each error carries what
a program needs as attributes: a `code` that does not change, and what it is about. Objects of a
wrong type raise `TypeError`, as everywhere in Python.
"""

TYPE_CHECKING = False  # `typing` has it too, but takes longer to import than all of this package
if TYPE_CHECKING:
    from machiavelli import State

__all__ = [
    "CheckpointError",
    "CountsError",
    "IllegalTurnError",
    "InvalidMeldError",
    "InvalidTableError",
    "MachiavelliError",
    "ParseError",
    "PlanError",
    "PositionError",
    "QuestionError",
    "RecordError",
    "RowError",
    "RulesError",
    "SetupError",
]


class MachiavelliError(ValueError):
    """Any error of this package; `code` tells programs what is wrong, and does not change.

    >>> import machiavelli
    >>> try:
    ...     machiavelli.Cards("7h 8x")
    ... except machiavelli.MachiavelliError as error:
    ...     print(type(error).__name__, error.code)
    ParseError E_PARSE
    """

    def __init__(self, message: str, code: str) -> None:
        """Keep the message and the code."""
        super().__init__(message, code)
        self.code = code

    def __str__(self) -> str:
        """The message."""
        return str(self.args[0]) if self.args else ""


class ParseError(MachiavelliError):
    """Text that cannot be read; `text` is the text, `position` where in it the trouble starts.

    The position counts characters from 0; `code` is `E_PARSE`.
    """

    def __init__(self, message: str, text: str, position: int) -> None:
        """Keep the message and what it is about."""
        super().__init__(message, "E_PARSE")
        self.args = (message, text, position)
        self.text = text
        self.position = position


class RulesError(MachiavelliError):
    """Options that no rules can have.

    `reasons` holds a pair of code and sentence for each violated condition (R7.4), for example
    `("C_WRAP", "…")`; `code` is that of the first.
    """

    def __init__(self, message: str, reasons: tuple[tuple[str, str], ...]) -> None:
        """Keep the message and every reason."""
        super().__init__(message, reasons[0][0])
        self.args = (message, reasons)
        self.reasons = reasons


class CountsError(MachiavelliError):
    """Numbers that are no multiset of cards; `code` is `N_DTYPE`, `N_RANGE` or `N_SHAPE`."""


class InvalidMeldError(MachiavelliError):
    """Cards that are no meld; `code` is the first failure in the order of R3.12."""


class InvalidTableError(MachiavelliError):
    """A table that cannot lie so; `code` is that of its first bad meld, or `E_IDENTICAL_MELD`."""


class IllegalTurnError(MachiavelliError):
    """A turn or an action that the rules refuse.

    `code` is the first failure in the order of R4.16.
    """


class PlanError(MachiavelliError):
    """A step on the working table of a turn that cannot be done; `code` begins with `E_PLAN_`."""


class PositionError(MachiavelliError):
    """A position that the deck cannot bring about, or with more jokers than a search takes.

    `code` is `E_TOO_MANY_COPIES`, `E_CARD`, `E_JOKER_OFF`, `E_JOKER_UNSUPPORTED` or `E_OPEN_CARDS`.
    """


class RowError(PositionError):
    """A row of a batch that has no answer; `row` is the first such row, counted from 0.

    `code` may also be `E_NO_MELDS`: the table's cards cannot be arranged into melds, or
    `E_JOKER_UNPLACED`: counts do not tell which meld holds a locked joker.
    """

    def __init__(self, message: str, code: str, row: int) -> None:
        """Keep the message, the code and the row."""
        super().__init__(message, code)
        self.args = (message, code, row)
        self.row = row


class QuestionError(MachiavelliError):
    """A question that makes no sense for the position; `code` names the part at fault."""


class SetupError(MachiavelliError):
    """A match or a deal that cannot begin; `code` is for example `E_DECK` or `E_MATCH_OVER`."""


class RecordError(MachiavelliError):
    """A record that cannot be read to its end.

    `line` is the first line that is not as it must be, counted from 1, `code` is `E_RECORD`, and
    `state` is the game with everything before that line; None if it has not begun.
    """

    def __init__(self, message: str, code: str, line: int, state: "State | None") -> None:
        """Keep the message, the code, the line and what survives."""
        super().__init__(message, code)
        self.args = (message, code, line, state)
        self.line = line
        self.state = state


class CheckpointError(MachiavelliError):
    """A file of a simulation that is damaged, about other games, or in use by another process.

    `path` is the file, and `code` is `E_CHECKPOINT`.
    """

    def __init__(self, message: str, path: str) -> None:
        """Keep the message and the file."""
        super().__init__(message, "E_CHECKPOINT")
        self.args = (message, path)
        self.path = path
