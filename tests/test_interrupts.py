"""Ctrl-C within one position that takes long, by whatever road it is asked."""

import sys

import pytest

from interrupt import seconds_to_stop

LONG = """
import sys, time
import numpy as np
from machiavelli import (
    CARD_TYPES, Builtin, Cards, Rules, State, can_lay, simulate, solve, solve_many,
)

# Three packs in hand, runs round the corner, jokers and a limit: it takes minutes.
house = Rules("wikipedia-jokers-free", decks=3, wrap=True, turn_cap=40, draw_start=0)
hand = Cards(["*"] * 3 + list(CARD_TYPES[:52]) * 3)
weights = [i % 3 for i in range(53)]

def play():
    forced = house.replace(may_decline=False, opening="points", opening_points=396)
    state, _ = State.from_position([hand, "*"], forced, opened=())
    state.play("pass")

def decide():
    values = {str(card)[0]: i % 7 for i, card in enumerate(CARD_TYPES)}
    state, _ = State.from_position([hand, "*"], house.replace(score="value", values=values))
    Builtin("thrifty")(state.view(0))

def ask_many(threads):
    hands = np.array([hand.to_counts(), Cards("*").to_counts()])
    solve_many(0 * hands, hands, house, objective=weights, threads=threads)

roads = {
    "solve": lambda: solve("", hand, house, objective=weights),
    "solve_many": lambda: ask_many(1),
    "solve_many on threads": lambda: ask_many(2),
    "play": play,
    "decide": decide,
}
assert solve("", "4h 5h 6h", house).value == 3
print("ready", flush=True)
try:
    roads[sys.argv[1]]()
except KeyboardInterrupt:
    print(time.time(), flush=True)
assert solve("", "4h 5h 6h", house).value == 3
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.thread_unsafe
@pytest.mark.parametrize("road", ["solve", "solve_many", "solve_many on threads", "play", "decide"])
def test_control_c_stops_a_position(road: str) -> None:
    # The quickest of some tries, as a machine may have other things to do.
    assert min(seconds_to_stop("-c", LONG, road) for _ in range(2)) < 0.1
