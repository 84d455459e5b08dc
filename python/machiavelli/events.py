"""What happens in a game: a class for each kind of event, which `State.play` returns.

They are values: they compare, hash, pickle, and match by their fields.

>>> from machiavelli import State
>>> from machiavelli.events import Drew
>>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
>>> for event in state.play("pass")[1]:
...     match event:
...         case Drew(seat, count):
...             print(seat, "draws", count)
0 draws 1
"""

from __future__ import annotations

from machiavelli._core import (
    DealOver,
    Dealt,
    Drew,
    Excluded,
    Laid,
    MatchOver,
    Opened,
    Rearranged,
    Restored,
    Tied,
    Took,
    TurnBegan,
    TurnedUp,
    WentOut,
)

__all__ = [
    "Event",
    "DealOver",
    "Dealt",
    "Drew",
    "Excluded",
    "Laid",
    "MatchOver",
    "Opened",
    "Rearranged",
    "Restored",
    "Tied",
    "Took",
    "TurnBegan",
    "TurnedUp",
    "WentOut",
]

TYPE_CHECKING = False  # `typing` has it too, but takes longer to import than all of this package
if TYPE_CHECKING:
    from typing import TypeAlias

Event: TypeAlias = (
    DealOver
    | Dealt
    | Drew
    | Excluded
    | Laid
    | MatchOver
    | Opened
    | Rearranged
    | Restored
    | Tied
    | Took
    | TurnBegan
    | TurnedUp
    | WentOut
)
"""Any event."""
