"""Whatever is given to whatever is public: an answer, or an error with a name."""

import inspect
import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

import machiavelli
from machiavelli import (
    Action,
    Builtin,
    Card,
    Cards,
    Game,
    MachiavelliError,
    Meld,
    Plan,
    Rules,
    State,
    Table,
    events,
    odds,
    simulate,
)
from machiavelli.simulation import Views

NUMBERS = [
    *[None, True, -1, 0, 1, 7, 8, 255, 256, 2**31, 2**32, 2**63, 2**64, 10**30, -(10**30)],
    *[10**5_000, 1.5, float("nan"), float("inf"), complex(1), np.int64(3), np.float32(3)],
]
TEXTS = ["", "7h", "7h 8h 9h", "x", "\ud800", "\0", "é", "♥", "modiano", "random", b"7h", b"\xff"]
THINGS = [
    *[[], [1], ["7h"], [None], {}, {"7h": 1}, {1: 2}, object(), ..., range(3), len],
    *[Card("7h"), Cards("7h"), Meld("7h"), Table("7h 8h 9h"), Rules(), Action("pass")],
    *[np.zeros(53, np.uint8), np.zeros((2, 53), np.uint8), np.zeros(3), np.full(53, 300)],
    itertools.repeat("7h"),
]
ANYTHING = [*NUMBERS, *TEXTS, *THINGS]

STATE, _ = State.start(seed=7, dealer=1)
PLAN = Plan("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c")
GOOD: dict[str, tuple[Any, ...]] = {
    "solve": ("4c 5c 6c", "3c 7c"),
    "can_lay": ("4c 5c 6c", "3c 7c", "3c"),
    "check_turn": ("", "7h 8h 9h", "7h 8h 9h"),
    "solve_many": (["4c 5c 6c"], np.zeros((1, 53), np.uint8)),
    "meld_in_hand": (3,),
    "complete_hands": (3,),
    "most_cards_laid": (3,),
    "State.start": ("modiano", 2),
    "State.from_position": (["2c", "3c"],),
    "Game": (["greedy", "greedy"],),
    "Game.from_state": (STATE, ["greedy", "greedy"]),
    "Plan.move": ("9c", 0, 1),
    "arena": ([Views.best, "greedy"],),
}
"""Arguments that these take, for each to be spoilt in turn."""

FILES = {"record", "checkpoint"}
"""Arguments that would be written to."""

MADE_HERE = {"Listener", "Mishap", "Player", "Results.of", "Results.save", "Results.save_records"}
"""What nobody calls, and what writes files."""


def public() -> Iterator[object]:
    """All that is public, and what values have."""
    yield from (getattr(machiavelli, name) for name in machiavelli.__all__)
    yield from (getattr(events, name) for name in dir(events))
    yield from (odds.meld_in_hand, odds.complete_hands, odds.most_cards_laid, Game.from_state)
    values = (
        *[Card("7h"), Cards("7h 8h"), Meld("7h 8h 9h"), Table("7h 8h 9h"), Rules(), Action("pass")],
        *[STATE, STATE.view(0), PLAN, Builtin("random"), simulate(deals=4)],
    )
    for value in values:
        yield from (getattr(value, name) for name in dir(value) if not name.startswith("_"))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    getattr(each, "__qualname__", repr(each)): each
    for each in public()
    if callable(each) and not (isinstance(each, type) and issubclass(each, Exception))
}


def refusal(call: Callable[[], object]) -> MachiavelliError | None:
    """The error with a name, if there is one; None for an answer, and for what is of no type."""
    try:
        call()
    except (TypeError, IndexError):
        return None
    except MachiavelliError as error:
        return error
    return None


def is_told(error: MachiavelliError) -> bool:
    """Whether an error says what is wrong, shortly, to people and to programs."""
    return error.code != "" and 0 < len(str(error)) < 500


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - MADE_HERE))
def test_anything_is_answered_or_refused_by_name(name: str) -> None:
    function, good = FUNCTIONS[name], GOOD.get(name, ())
    one = {"deals": 1} if name in {"simulate", "arena"} else {}
    options = [
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY and parameter.name not in FILES
    ]
    for anything in ANYTHING:
        calls = [partial(function, anything, **one), partial(function, anything, anything, **one)]
        calls += [
            partial(function, *good[:place], anything, *good[place + 1 :], **one)
            for place in range(len(good))
        ]
        # More games would take longer than anybody waits.
        many = isinstance(anything, int) and anything > 8
        calls += [
            partial(function, *good, **one | {option: anything})
            for option in options
            if not (many and option in {"deals", "matches"})
        ]
        for call in calls:
            error = refusal(call)
            assert error is None or is_told(error), call
