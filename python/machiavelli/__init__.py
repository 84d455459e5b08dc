"""Exact engine for Machiavelli, the Italian rummy on a shared table."""

from machiavelli._core import (
    Card,
    Cards,
    Meld,
    MeldReading,
    Rules,
    Table,
    TurnReport,
    __version__,
    check_meld,
    check_turn,
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
    "Table",
    "TurnReport",
    "__version__",
    "check_meld",
    "check_turn",
]

CARD_TYPES: tuple[Card, ...] = tuple(Cards.from_counts([1] * 53))
"""The 53 card types in index order: suits c, d, h, s, in a suit A 2 … K; 52 is the joker."""
