"""The reference engine against the worked cases and the edge positions."""

from collections import Counter
from typing import Any

import pytest

from corpus import cases, lines, presets
from reference.house import FRENCH, House, IllegalError, Meld, Position, cards, count
from reference.lay import CARDS, best, can_lay
from reference.melds import all_melds, judge
from reference.turn import check

POINTS = {card: 11 if card[0] == "A" else min(FRENCH.index(card[0]) + 1, 10) for card in CARDS}


@pytest.mark.parametrize("case", cases("meld"), ids=lambda case: case["id"])
def test_melds_of_the_worked_cases(case: Any) -> None:
    house = House.of(case["options"])
    expected = case["expected"]
    if expected["valid"]:
        assert judge(cards(case["input"]["meld"]), house) == expected["type"]
    else:
        with pytest.raises(IllegalError) as caught:
            judge(cards(case["input"]["meld"]), house)
        assert caught.value.code == expected["error"]


def melds(texts: list[str]) -> list[Meld]:
    return [cards(text) for text in texts]


def submission(case: Any) -> Position:
    turn = case["input"]
    return Position(
        House.of(case["options"]),
        melds(turn["table"]),
        cards(turn["hand"]),
        opened=turn["opened"],
        open_cards=turn.get("open_cards", []),
    )


@pytest.mark.parametrize("case", cases("turn"), ids=lambda case: case["id"])
def test_turns_of_the_worked_cases(case: Any) -> None:
    position, final, expected = submission(case), melds(case["input"]["final"]), case["expected"]
    if expected["ok"]:
        done = check(position, final)
        assert done.laid.total() == expected["laid"]
        assert done.hand_after.total() == expected["hand_after"]
        assert len(done.melds) == expected["melds_after"]
        assert done.goes_out == expected["goes_out"]
    else:
        with pytest.raises(IllegalError) as caught:
            check(position, final)
        assert caught.value.code == expected["error"]


@pytest.mark.parametrize("line", lines("positions_edge.jsonl"))
def test_edge_positions(line: Any) -> None:
    house = House.of(line["options"])
    position = Position(house, [tuple(meld) for meld in line["table"]], line["hand"])
    points = line.get("objective") == "points"
    lay = best(position, weights=POINTS if points else None)
    assert lay is not None
    assert lay.value == line["max_points" if points else "max_cards"]
    assert can_lay(position, lay.laid.elements())
    assert all(judge(meld, house) for meld in lay.melds)
    if lay.laid:
        assert check(position, lay.melds).laid == lay.laid


@pytest.mark.parametrize("line", lines("positions_options.jsonl"))
def test_options_that_bind(line: Any) -> None:
    position = Position(
        House.of(line["options"]),
        [tuple(meld) for meld in line["table"]],
        line["hand"],
        opened=line.get("opened", True),
        open_cards=line.get("open_cards", []),
    )
    lay = best(position, weights=POINTS if line.get("objective") == "points" else None)
    assert lay is not None
    assert lay.value == line["value"]


@pytest.mark.parametrize("line", lines("positions_jokers.jsonl"), ids=lambda line: line["note"])
def test_positions_with_jokers(line: Any) -> None:
    position = Position(
        House.of(presets()[line["preset"]]["options"] | line.get("set", {})),
        [tuple(meld) for meld in line["table"]],
        line["hand"],
        opened=line.get("opened", True),
        open_cards=line.get("open_cards", []),
    )
    lay = best(position, at_most=line.get("at_most"))
    assert lay is not None
    assert lay.value == line["value"]
    if lay.laid:
        alone = Counter(position.open_cards) - (count(lay.melds) - count(position.table) - lay.laid)
        final = [*lay.melds, *((card,) for card in alone.elements())]
        assert check(position, final).laid == lay.laid


def test_number_of_melds() -> None:
    # Each rank has four sets of three and one of four. A suit has 14 places, the ace at both ends,
    # so 15 - n runs of n cards; 14 - n if the ace stands at one end; 13 of each on the ring.
    assert len(all_melds(House())) == 13 * 5 + 4 * sum(15 - n for n in range(3, 14))
    assert len(all_melds(House(ace="low"))) == 13 * 5 + 4 * sum(14 - n for n in range(3, 14))
    assert len(all_melds(House(wrap=True, ace="both"))) == 13 * 5 + 4 * 13 * 11
    assert len(all_melds(House(run_max=14))) == len(all_melds(House())) + 4
    assert len(all_melds(House(pack="neapolitan40", run_max=3))) == 10 * 5 + 4 * 9
