"""The best lay through the Python surface."""

import threading
import time
from typing import Any

import numpy as np
import pytest

from corpus import cases, lines
from machiavelli import (
    CARD_TYPES,
    Card,
    Cards,
    InvalidTableError,
    Meld,
    ParseError,
    PositionError,
    QuestionError,
    Release,
    Rules,
    RulesError,
    Solution,
    Table,
    can_lay,
    check_turn,
    solve,
)

TABLE = Table("9c 9d 9h 9s | Tc Td Th Ts")


def holds(best: Solution, table: Any, hand: Any, rules: Any, **more: Any) -> bool:
    """Whether the solution is legal and its parts fit each other."""
    turn = check_turn(table, hand, best.table, rules, **more)
    assert (turn.laid, turn.goes_out) == (best.laid, best.goes_out)
    assert best.laid + best.hand_after == Cards(hand)
    return True


def test_the_example() -> None:
    best = solve(TABLE, "Jh 2c")
    assert (best.laid, best.value, best.goes_out) == (Cards("Jh"), 1, False)
    assert best.table == Table("9c 9d 9s | Tc Td Ts | 9h Th Jh")
    assert best.hand_after == Cards("2c")


@pytest.mark.parametrize("position", lines("positions.jsonl"), ids=lambda p: p["id"])
def test_positions_of_the_corpus(position: Any) -> None:
    table, hand = Table(position["table"]), Cards(position["hand"])
    best = solve(table, hand)
    assert (best.value, best.goes_out) == (position["max_cards"], position["max_out"])
    assert holds(best, table, hand, "modiano")
    assert can_lay(table, hand, best.laid)


@pytest.mark.parametrize("position", lines("positions_points_wrap.jsonl"), ids=range(134))
def test_positions_for_points_and_round_the_corner(position: Any) -> None:
    table, hand = position["table"], position["hand"]
    if position["kind"] == "points":
        best = solve(table, hand, objective="points")
        assert best.value == position["max_points"]
        assert holds(best, table, hand, "modiano")
    else:
        for name, objective in (("max_cards_wrap", "cards"), ("max_points_wrap", "points")):
            best = solve(table, hand, wrap=True, objective=objective)  # type: ignore[arg-type]
            assert best.value == position[name]
            assert holds(best, table, hand, Rules(wrap=True))


@pytest.mark.parametrize("position", lines("positions_edge.jsonl"), ids=lambda p: p["note"])
def test_positions_that_others_get_wrong(position: Any) -> None:
    rules = Rules(**position.get("options", {}))
    objective = position.get("objective", "cards")
    best = solve(position["table"], position["hand"], rules, objective=objective)
    assert best.value == position.get("max_points" if objective == "points" else "max_cards")
    assert holds(best, position["table"], position["hand"], rules)


@pytest.mark.parametrize(
    "case",
    [case for case in cases("turn") if case["expected"]["ok"]],
    ids=lambda case: case["id"],
)
def test_what_the_corpus_lays_can_be_laid(case: Any) -> None:
    given = case["input"]
    rules = Rules(given["preset"], **given.get("set", {}))
    more = {"opened": given["opened"], "open_cards": given.get("open_cards", "")}
    turn = check_turn(given["table"], given["hand"], given["final"], rules, **more)
    assert can_lay(given["table"], given["hand"], turn.laid, rules, **more)
    best = solve(given["table"], given["hand"], rules, **more)
    assert best.value >= len(turn.laid)
    if best.laid:
        assert holds(best, given["table"], given["hand"], rules, **more)


def test_a_solution_tells_which_jokers_were_released() -> None:
    best = solve("9h 9d 9s | 6c 7c *", "8c 4h 5h", "agimeg-jokers4")
    assert best.table == Table("9d 9h 9s | 6c 7c 8c | 4h 5h *")
    (joker,) = best.released
    assert joker == Release("6c 7c *", "8c", "4h 5h *", "6h")
    assert (joker.old, joker.by, joker.value) == (Meld("6c 7c *"), Card("8c"), Card("6h"))
    # Jokers from the hand are released by nobody, nor are those that stay.
    assert solve("6c 7c *", "9c *", "agimeg-jokers4").released == ()


@pytest.mark.parametrize(
    ("table", "hand", "values"),
    [
        ("Qc * Qs | Jc Jh *", "Js", "Qd Qh"),
        ("Ac * As | 9c Tc *", "Jc", "Ad Ah"),
        ("Qd Qh * | Jc Jh *", "Js", "Qc Qs"),
    ],
)
def test_a_released_joker_stands_for_a_card_that_its_set_lacks(
    table: str, hand: str, values: str
) -> None:
    rules = "agimeg-jokers4(joker_value=floating, joker_ratio=one_real)"
    (joker,) = solve(table, hand, rules).released
    assert joker.value in Cards(values)


def test_a_locked_joker_binds_the_lay() -> None:
    table, hand = "2h 2d 2c *", "4h 5h"
    assert solve(table, hand, "wikipedia-jokers").value == 0
    assert solve(table, hand, "agimeg-jokers-free").value == 2
    assert not can_lay("2s * 4s", "5s 2h 2d", "5s 2h 2d", "agimeg-jokers4")
    assert can_lay("2s * 4s", "5s 2h 2d", "5s 2h 2d", "wikipedia-jokers")


@pytest.mark.parametrize("position", lines("positions_jokers.jsonl"), ids=lambda p: p["note"])
def test_positions_with_jokers(position: Any) -> None:
    rules = Rules(position["preset"], **position.get("set", {}))
    more = {"opened": position.get("opened", True), "open_cards": position.get("open_cards", "")}
    at_most = position.get("at_most")
    best = solve(position["table"], position["hand"], rules, at_most=at_most, **more)
    assert best.value == position["value"]
    assert not best.laid or holds(best, position["table"], position["hand"], rules, **more)


def test_nothing_to_lay_leaves_the_table_as_it_was() -> None:
    table = Table("9s 9c 9d | 4h 5h 6h")
    best = solve(table, "Kd")
    assert (best.laid, best.value, best.goes_out) == (Cards(), 0, False)
    assert best.table == table
    assert solve(table, "").goes_out is True


def test_the_objective_decides() -> None:
    hand = "Ac Ad Ah 7d 8d 9d Td"
    assert solve("", hand, objective="points").value == 33 + 34
    only_aces = [int(card.rank == "A") for card in CARD_TYPES]
    for weights in (only_aces, np.array(only_aces), tuple(only_aces), bytes(only_aces)):
        assert solve("", hand, objective=weights).value == 3
    # One card less: the ten is worth more than the seven.
    assert solve("", "7d 8d 9d Td", objective="points", at_most=3).laid == Cards("8d 9d Td")
    assert solve("", hand, objective=[0] * 53).value == 0


def test_less_than_everything_may_be_wanted() -> None:
    hand = "4h 5h 6h 7h"
    assert solve("", hand, keep="7h").laid == Cards("4h 5h 6h")
    assert solve("", hand, keep="5h").laid == Cards()
    assert solve("", hand, keep=["4h", "7h"]).goes_out is False
    assert len(solve("", hand, at_most=3).laid) == 3
    assert solve("", hand, at_most=2).laid == Cards()
    assert solve("", hand, at_most=0).laid == Cards()
    assert solve("", hand, at_most=10**30).goes_out is True
    assert len(solve("", hand, "agimeg-capped", turn_cap=3).laid) == 3


def test_opening_binds() -> None:
    rules = Rules("thirty-six")
    assert solve("", "Jc Qc Kc 2c 2d 2h 5s", rules, opened=False).value == 6
    assert solve("", "Jc Qc Kc", rules, opened=False).laid == Cards()
    assert solve("", "Jc Qc Kc", rules).value == 3
    assert not can_lay("", "Jc Qc Kc", "Jc Qc Kc", rules, opened=False)
    assert can_lay("", "Jc Qc Kc", "Jc Qc Kc", rules)
    assert not can_lay("4h 5h 6h", "7h", "7h", "wikipedia", opened=False)
    assert can_lay("4h 5h 6h", "7h", "7h", "wikipedia", opened=True)


def test_open_cards_may_be_used_and_may_stay() -> None:
    rules = Rules("tahiti", jokers=0)
    best = solve("", "Ks Qs 2d", rules, open_cards="Js 7d 9h 3c")
    assert best.laid == Cards("Ks Qs")
    assert best.table == Table("Js Qs Ks | 3c | 7d | 9h")
    assert holds(best, "", "Ks Qs 2d", rules, open_cards="Js 7d 9h 3c")


@pytest.mark.parametrize("table", ["4h 5h 6h", "4h 5h 6h | Js"])
def test_open_cards_stay_if_nothing_is_laid(table: str) -> None:
    best = solve(table, "Ks 2d", "tahiti", open_cards="Js")
    assert best.table == Table("4h 5h 6h | Js")


def test_twins_are_told_apart_by_their_layout() -> None:
    hand = "4h 5h 6h 4h 5h 6h"
    rules = Rules("wikipedia-descending")
    best = solve("", hand, rules)
    assert (best.value, holds(best, "", hand, rules)) == (6, True)
    assert set(best.table) == {Meld("4h 5h 6h"), Meld("6h 5h 4h")}
    sets = "Ks Kd Kc Ks Kd Kc"
    best = solve("", sets, "wikipedia")
    assert (best.value, holds(best, "", sets, "wikipedia")) == (6, True)
    assert solve("", hand, "agimeg-no-twins").value == 3


def test_can_lay_is_about_exactly_these_cards() -> None:
    hand = "Jh 2c"
    assert can_lay(TABLE, hand, "Jh")
    assert not can_lay(TABLE, hand, "2c")
    assert not can_lay(TABLE, hand, "Jh 2c")
    with pytest.raises(QuestionError) as caught:
        can_lay(TABLE, hand, "8h")
    assert caught.value.code == "E_NOT_IN_HAND"
    assert can_lay(TABLE, hand, "")
    assert not can_lay("", "4h 5h 6h 7h", "4h 5h 6h 7h", turn_cap=3)


def test_equal_questions_have_equal_answers() -> None:
    found: list[list[Solution]] = []

    def ask() -> None:
        found.append([solve(p["table"], p["hand"]) for p in lines("positions.jsonl")[:40]])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ask()
    assert all(answers == found[0] for answers in found)
    assert len(found) == 5


@pytest.mark.parametrize(
    ("table", "hand", "error", "code"),
    [
        ("9c 9d", "9h", InvalidTableError, "E_MELD_SHORT"),
        ("9c 9d 7h", "9h", InvalidTableError, "E_MIXED"),
        ("7d", "9h", InvalidTableError, "E_MELD_SHORT"),
        ("9c 9d *", "9h", InvalidTableError, "E_JOKER_OFF"),
        ("9c 9d 9h", "9c 9c", PositionError, "E_TOO_MANY_COPIES"),
        ("9c 9d 9h", "*", PositionError, "E_JOKER_OFF"),
    ],
)
def test_bad_positions_are_refused(
    table: str, hand: str, error: type[InvalidTableError | PositionError], code: str
) -> None:
    for ask in (lambda: solve(table, hand), lambda: can_lay(table, hand, "")):
        with pytest.raises(error) as caught:
            ask()
        assert caught.value.code == code


def test_options_of_the_rules_count_for_the_position() -> None:
    with pytest.raises(InvalidTableError) as twins:
        solve("4h 5h 6h | 4h 5h 6h", "7h", "agimeg-no-twins")
    assert twins.value.code == "E_IDENTICAL_MELD"
    with pytest.raises(PositionError) as joker:
        solve("4h 5h 6h", "* * * * *", "agimeg-jokers4", jokers=6)
    assert joker.value.code == "E_JOKER_UNSUPPORTED"
    with pytest.raises(PositionError) as rank:
        solve("", "8h", "neapolitan")
    assert rank.value.code == "E_CARD"


RING = Rules("wikipedia-jokers", wrap=True, run_max=12, joker_max=3)
LOCKED = "4d 5d 6d 7d 8d * Td * Qd | 6d 7d 8d 9d Td | 2h 3h * 5h 6h 7h | 4h 5h 6h 7h * 9h Th"
LARGE_HAND = (
    "Ah 3s Kh 5c Kd 4c 4c Ah Qc Jc Kc 8c 2c 3d 3h 5c Kd 7c 9c Ad Jc Jd 9s Ts 6c Qc Ac Tc Jh Jd "
    "8h 2d 2c Ks Qs 7c 4h Qd Ts"
)


@pytest.mark.parametrize(
    "limit",
    [{"at_most": 0}, {"keep": LARGE_HAND}, {"at_most": 2, "opened": False}],
    ids=["none", "all kept", "too few to open"],
)
def test_where_nothing_can_be_laid_nothing_is_searched(limit: Any) -> None:
    # A search through this position takes about a minute.
    start = time.perf_counter()
    solution = solve(LOCKED, LARGE_HAND, RING, **limit)
    assert time.perf_counter() - start < 1
    assert (len(solution.laid), solution.value, str(solution.table)) == (0, 0, LOCKED)
    assert solution.hand_after == Cards(LARGE_HAND)
    assert solution.released == ()


def test_what_is_wrong_is_said_where_nothing_can_be_laid_too() -> None:
    with pytest.raises(InvalidTableError):
        solve("5c 6c", "7c", at_most=0)
    with pytest.raises(QuestionError):
        solve("5c 6c 7c", "8c", at_most=0, keep="9c")
    with pytest.raises(PositionError):
        solve("5c 6c 7c", "8c", at_most=0, open_cards="9c")


@pytest.mark.parametrize(("points", "fewest"), [(36, 4), (30, 3), (1, 3), (100, 10)])
def test_a_limit_leaves_room_to_open_or_nothing(points: int, fewest: int) -> None:
    # No card is worth more than ten (R4.8).
    tens = "Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs"
    rules = Rules("thirty-six", opening_points=points)
    for most in (fewest - 1, fewest):
        laid = solve("", tens, rules, opened=False, at_most=most).laid
        assert len(laid) == (most if most == fewest else 0)


BAD_QUESTIONS: list[tuple[dict[str, Any], type[Exception], str | None]] = [
    ({"keep": "Kd"}, QuestionError, "E_NOT_IN_HAND"),
    ({"keep": "Jh Jh"}, QuestionError, "E_NOT_IN_HAND"),
    ({"keep": "Jx"}, ParseError, "E_PARSE"),
    ({"keep": None}, TypeError, None),
    ({"at_most": -1}, QuestionError, "E_AT_MOST"),
    ({"at_most": -(10**30)}, QuestionError, "E_AT_MOST"),
    ({"at_most": 1.5}, TypeError, None),
    ({"objective": "money"}, QuestionError, "E_OBJECTIVE"),
    ({"objective": [1] * 54}, QuestionError, "E_WEIGHTS"),
    ({"objective": [-1] * 53}, QuestionError, "E_WEIGHTS"),
    ({"objective": [1.0] * 53}, QuestionError, "E_WEIGHTS"),
    ({"objective": [True] * 53}, QuestionError, "E_WEIGHTS"),
    ({"objective": np.ones(53, np.bool_)}, QuestionError, "E_WEIGHTS"),
    ({"objective": np.ones((53, 1), int)}, QuestionError, "E_WEIGHTS"),
    ({"objective": np.full(53, np.nan)}, QuestionError, "E_WEIGHTS"),
    ({"objective": [2**32] * 53}, QuestionError, "E_WEIGHTS"),
    ({"objective": [2**30] * 53}, QuestionError, "E_WEIGHTS"),
    ({"objective": 5}, TypeError, None),
    ({"objective": None}, TypeError, None),
    ({"objective": set(range(53))}, TypeError, None),
    ({"objective": dict.fromkeys(range(53), 1)}, TypeError, None),
    ({"objective": (1 for _ in range(53))}, TypeError, None),
    ({"opened": "no"}, TypeError, None),
    ({"open_cards": "7d"}, PositionError, "E_OPEN_CARDS"),
    ({"open_cards": "*"}, PositionError, "E_OPEN_CARDS"),
    ({"rules": "tahiti", "open_cards": "7d 7c 7h 7s 8s"}, PositionError, "E_OPEN_CARDS"),
    ({"rules": "tahiti", "open_cards": "Jh Jh"}, PositionError, "E_TOO_MANY_COPIES"),
    ({"rules": None}, TypeError, None),
    ({"rules": "bridge"}, RulesError, "C_OPTION"),
    ({"colour": "red"}, RulesError, "C_OPTION"),
    ({"threads": 2}, RulesError, "C_OPTION"),
]


@pytest.mark.parametrize(
    ("question", "error", "code"), BAD_QUESTIONS, ids=range(len(BAD_QUESTIONS))
)
def test_bad_questions_are_refused(
    question: dict[str, Any], error: type[Exception], code: str | None
) -> None:
    with pytest.raises(error) as caught:
        solve(TABLE, "Jh 2c", **question)
    assert getattr(caught.value, "code", None) == code


def test_a_bad_weight_is_named() -> None:
    with pytest.raises(QuestionError, match="the weight of 7c is no integer from 0 to 4294967295"):
        solve("", "7c", objective=[1] * 6 + [-1] + [1] * 46)
    with pytest.raises(QuestionError, match="weights are 53 integers, not 52"):
        solve("", "7c", objective=[1] * 52)
    with pytest.raises(TypeError, match='expected "cards", "points" or 53 weights, not NoneType'):
        solve("", "7c", objective=None)  # type: ignore[arg-type]


def test_points_need_values() -> None:
    rules = Rules(values={"A": 1})
    assert solve("", "4h 5h 6h", rules).value == 3
    with pytest.raises(QuestionError) as caught:
        solve("", "4h 5h 6h", rules, objective="points")
    assert caught.value.code == "E_POINTS"
