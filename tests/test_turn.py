"""Melds and turns judged through the Python surface, by the worked cases of the corpus."""

from typing import Any

import pytest

from corpus import cases
from machiavelli import (
    Card,
    Cards,
    IllegalTurnError,
    InvalidMeldError,
    InvalidTableError,
    Meld,
    PositionError,
    Rules,
    Table,
    TurnReport,
    check_meld,
    check_turn,
)


def rules_of(case: Any) -> Rules:
    return Rules(case["input"]["preset"], **case["input"].get("set", {}))


@pytest.mark.parametrize("case", cases("meld"), ids=lambda case: case["id"])
def test_melds_of_the_corpus(case: Any) -> None:
    meld, expected = case["input"]["meld"], case["expected"]
    if expected["valid"]:
        reading = check_meld(meld, rules_of(case))
        assert reading.kind == expected["type"]
        jokers = [[str(card) for card in joker] for joker in reading.jokers]
        assert jokers == expected.get("joker_stands_for", [])
    else:
        with pytest.raises(InvalidMeldError) as caught:
            check_meld(meld, case["input"]["preset"], **case["input"].get("set", {}))
        assert caught.value.code == expected["error"]


@pytest.mark.parametrize("case", cases("turn"), ids=lambda case: case["id"])
def test_turns_of_the_corpus(case: Any) -> None:
    given, expected = case["input"], case["expected"]
    before = (given["table"], given["hand"], given["final"], rules_of(case))
    more = {"opened": given["opened"], "open_cards": given.get("open_cards", "")}
    if expected["ok"]:
        turn = check_turn(*before, **more)
        assert len(turn.laid) == expected["laid"]
        assert len(turn.hand_after) == expected["hand_after"]
        assert sum(len(meld) > 1 for meld in turn.table) == expected["melds_after"]
        assert turn.goes_out == expected["goes_out"]
        assert turn.laid + turn.hand_after == Cards(given["hand"])
        assert turn.table == Table(given["final"])
    else:
        with pytest.raises(IllegalTurnError) as caught:
            check_turn(*before, **more)
        assert caught.value.code == expected["error"]


def test_a_reading_shows_the_canonical_layout() -> None:
    reading = check_meld("6c 5c *", "agimeg-jokers4")
    assert reading.canonical == Meld("* 5c 6c")
    assert reading.jokers == ((Card("4c"),),)


def test_a_bad_start_is_no_illegal_turn() -> None:
    with pytest.raises(InvalidTableError) as caught:
        check_turn("9c 9d", "9h", "9c 9d 9h")
    assert caught.value.code == "E_MELD_SHORT"
    with pytest.raises(PositionError) as lost:
        check_turn("9c 9d 9h", "9c 9c", "9c 9d 9h")
    assert lost.value.code == "E_TOO_MANY_COPIES"
    with pytest.raises(PositionError) as joker:
        check_turn("9c 9d 9h", "* * * * *", "9c 9d 9h", "agimeg-must-play", jokers=6)
    assert joker.value.code == "E_JOKER_UNSUPPORTED"


def test_rules_may_be_text_with_options() -> None:
    assert check_meld("Kc Ac 2c", "agimeg(wrap=true)").kind == "run"
    assert check_meld("Kc Ac 2c", wrap=True).kind == "run"
    assert check_meld(["Kc", "Ac", "2c"], Rules("agimeg"), wrap=True).kind == "run"


def test_calls_read_like_their_signature() -> None:
    turn = check_turn(table="", hand="4h 5h 6h 7h", final="4h 5h 6h", rules="modiano")
    table = Table("4h 5h 6h")
    assert turn == TurnReport(table.cards, "7h", table, goes_out=False, opened=True)
