"""Exact counts through the Python surface."""

import json
import os
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from corpus import DATA
from interrupt import seconds_to_stop
from machiavelli import QuestionError, Rules, RulesError, odds

GOLDEN = json.loads((DATA / "golden.json").read_text())


@pytest.mark.parametrize("table", GOLDEN["meld_in_hand"].values(), ids=lambda t: t["options"])
def test_meld_in_hand(table: Any) -> None:
    rules = Rules(**table["options"])
    for n, hands in table["meld_hands"].items():
        expected = Fraction(int(hands), comb(table["deck"], int(n)))
        assert odds.meld_in_hand(int(n), rules) == expected
    assert odds.meld_in_hand(0, **table["options"]) == 0


@pytest.mark.parametrize("table", GOLDEN["complete_hands"].values(), ids=lambda t: t["options"])
def test_complete_hands(table: Any) -> None:
    for physical, name in [(False, "multisets"), (True, "physical")]:
        for n in ("3", "8", "12"):
            counted = odds.complete_hands(int(n), physical=physical, **table["options"])
            assert counted == int(table[name][n])


def test_most_cards_laid() -> None:
    table = GOLDEN["most_cards_laid"]["base_2x52_aceboth"]["hands_by_most_laid"]
    for n in ("3", "5", "7"):
        chances = odds.most_cards_laid(int(n))
        expected = [Fraction(int(count), int(table[n]["den"])) for count in table[n]["counts"]]
        assert chances == dict(enumerate(expected))
        assert sum(chances.values()) == 1


def test_house_rules_count() -> None:
    assert odds.most_cards_laid(3, "thirty-six", opened=False)[3] < odds.most_cards_laid(3)[3]
    assert odds.most_cards_laid(4, turn_cap=3)[4] == 0


@pytest.mark.parametrize("count", [odds.meld_in_hand, odds.complete_hands, odds.most_cards_laid])
def test_bad_questions_are_refused(count: Any) -> None:
    for n, rules, code in [
        (105, "modiano", "O_HAND_SIZE"),
        (10**30, "modiano", "E_HAND_SIZE"),
        (-1, "modiano", "E_HAND_SIZE"),
    ]:
        with pytest.raises(QuestionError) as caught:
            count(n, rules)
        assert caught.value.code == code
    if count is not odds.meld_in_hand:
        with pytest.raises(QuestionError) as jokers:
            count(5, "agimeg-jokers4")
        assert jokers.value.code == "O_JOKERS"
    for wrong in (None, "5", 5.0):
        with pytest.raises(TypeError):
            count(wrong)
    with pytest.raises(RulesError, match="no option"):
        count(5, colour="red")


def test_what_is_out_of_reach_is_refused() -> None:
    with pytest.raises(QuestionError) as caught:
        odds.most_cards_laid(78, decks=3)
    assert caught.value.code == "O_OUT_OF_REACH"


def test_progress_is_told() -> None:
    told: list[float] = []
    odds.complete_hands(16, progress=told.append)
    assert told == sorted(told)
    assert told
    assert all(0 <= done <= 1 for done in told)


def test_progress_may_raise() -> None:
    def stop(done: float) -> None:
        raise LookupError(done)

    with pytest.raises(LookupError):
        odds.complete_hands(20, progress=stop)


LONG = """
import time
from machiavelli import odds

print("ready", flush=True)
try:
    odds.complete_hands(28)
except KeyboardInterrupt:
    print(time.time(), flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
@pytest.mark.thread_unsafe
def test_control_c_stops_within_a_tenth_of_a_second() -> None:
    # The quickest of some tries, as a machine may have other things to do.
    assert min(seconds_to_stop("-c", LONG) for _ in range(3)) < 0.1
