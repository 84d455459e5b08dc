"""Exact engine for Machiavelli, the Italian rummy on a shared table."""

from machiavelli import odds
from machiavelli._core import (
    Card,
    Cards,
    Meld,
    MeldReading,
    Rules,
    Solution,
    SolveBatch,
    Table,
    TurnReport,
    __version__,
    can_lay,
    check_meld,
    check_turn,
    solve,
    solve_many,
)
from machiavelli.errors import (
    CountsError,
    IllegalTurnError,
    InvalidMeldError,
    InvalidTableError,
    MachiavelliError,
    ParseError,
    PositionError,
    QuestionError,
    RowError,
    RulesError,
)

__all__ = [
    "CARD_TYPES",
    "Card",
    "Cards",
    "CountsError",
    "IllegalTurnError",
    "InvalidMeldError",
    "InvalidTableError",
    "MachiavelliError",
    "Meld",
    "MeldReading",
    "ParseError",
    "PositionError",
    "QuestionError",
    "RowError",
    "Rules",
    "RulesError",
    "Solution",
    "SolveBatch",
    "Table",
    "TurnReport",
    "__version__",
    "can_lay",
    "check_meld",
    "check_turn",
    "odds",
    "solve",
    "solve_many",
]

CARD_TYPES: tuple[Card, ...] = tuple(Cards.from_counts([1] * 53))
"""The 53 card types in index order: suits c, d, h, s, in a suit A 2 … K; 52 is the joker."""
