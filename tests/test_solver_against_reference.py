"""`solve` and `can_lay` against the reference engine, under random rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import machiavelli
from reference.house import FRENCH, House, Meld, Position, cards, count
from reference.lay import CARDS, best, can_lay
from reference.melds import judge
from reference.reading import read
from reference.turn import check
from strategies import EFFORT, bounded, joker_positions, positions

POINTS = {card: 11 if card[0] == "A" else min(FRENCH.index(card[0]) + 1, 10) for card in CARDS} | {
    "*": 30
}

pytestmark = pytest.mark.timeout(120 * EFFORT)


def rules(house: House) -> machiavelli.Rules:
    return machiavelli.Rules("modiano", **asdict(house))


def text(table: Sequence[Meld]) -> str:
    return " | ".join(" ".join(meld) for meld in table)


def plain(table: machiavelli.Table) -> list[Meld]:
    return [cards(entry) for entry in str(table).split("|") if entry.strip()]


def judge_solution(
    solution: machiavelli.Solution, position: Position, weights: dict[str, int], value: int
) -> None:
    """The value is right, and what is laid can lie as the solution says."""
    laid = Counter(cards(str(solution.laid)))
    final = plain(solution.table)
    assert solution.value == value == sum(weights[card] for card in laid.elements())
    assert solution.goes_out == (laid == Counter(position.hand))
    released = Counter(str(release.by) for release in solution.released)
    assert released <= (laid if position.house.joker_source == "hand" else count(final))
    for release in solution.released:
        judge_release(release, position, final)
    if laid:
        assert check(position, final).laid == laid
    else:
        assert not released
        melds = len(position.table)
        assert final[:melds] == position.table
        assert Counter(final[melds:]) == Counter((card,) for card in position.open_cards)


def judge_release(release: machiavelli.Release, position: Position, final: Sequence[Meld]) -> None:
    """Such a joker was there, and such a one is there now."""
    old, new = cards(str(release.old)), cards(str(release.new))
    assert old in position.table
    assert new in final
    assert str(release.by) in values_of_jokers(old, position.house)
    assert str(release.value) in values_of_jokers(new, position.house)
    anywhere = position.house.joker_reuse == "anywhere"
    others = Counter(final) if anywhere else Counter(final) - Counter([new])
    assert any(str(release.by) in meld for meld in others)


def values_of_jokers(meld: Meld, house: House) -> set[str]:
    places = read(meld, house).places
    return {card for place in places if place.joker for card in place.cards}


@bounded
@given(
    positions() | joker_positions(),
    st.sampled_from(["cards", "points"]),
    st.none() | st.integers(0, 7),
)
def test_best_lay(
    position: Position, objective: Literal["cards", "points"], at_most: int | None
) -> None:
    weights = POINTS if objective == "points" else dict.fromkeys(POINTS, 1)
    solution = machiavelli.solve(
        text(position.table),
        " ".join(position.hand),
        rules(position.house),
        objective=objective,
        at_most=at_most,
        opened=position.opened,
        open_cards=" ".join(position.open_cards),
    )
    lay = best(position, weights=weights, at_most=at_most)
    assert lay is not None
    assert all(judge(meld, position.house) for meld in position.table)
    judge_solution(solution, position, weights, lay.value)


@bounded
@given(
    positions() | joker_positions(),
    st.lists(st.integers(0, 1000), min_size=53, max_size=53),
    st.data(),
)
def test_weights_and_cards_to_keep(
    position: Position, numbers: list[int], data: st.DataObject
) -> None:
    keep = data.draw(st.lists(st.sampled_from(position.hand), unique=True)) if position.hand else []
    weights = dict(zip([*CARDS, "*"], numbers, strict=True))
    solution = machiavelli.solve(
        text(position.table),
        " ".join(position.hand),
        rules(position.house),
        objective=numbers,
        keep=" ".join(keep),
        opened=position.opened,
        open_cards=" ".join(position.open_cards),
    )
    free = sorted((Counter(position.hand) - Counter(keep)).elements())
    lay = best(
        Position(position.house, position.table, free, position.opened, position.open_cards),
        weights=weights,
    )
    assert lay is not None
    assert Counter(cards(str(solution.laid))) <= Counter(free)
    judge_solution(solution, position, weights, lay.value)


@bounded
@given(positions() | joker_positions(), st.data())
def test_exactly_these_cards(position: Position, data: st.DataObject) -> None:
    lay = best(position)
    assert lay is not None
    near = st.just(sorted(lay.laid.elements()))
    some = st.permutations(position.hand).flatmap(
        lambda hand: st.integers(0, len(hand)).map(lambda n: sorted(hand[:n]))
    )
    laid = data.draw((near | some).filter(bool)) if position.hand else []
    if laid:
        found = machiavelli.can_lay(
            text(position.table),
            " ".join(position.hand),
            " ".join(laid),
            rules(position.house),
            opened=position.opened,
            open_cards=" ".join(position.open_cards),
        )
        assert found == can_lay(position, laid)


@bounded
@given(
    position=positions() | joker_positions(),
    objective=st.sampled_from(["cards", "points"]),
    opened=st.booleans(),
)
def test_a_solution_is_a_legal_turn(
    position: Position, objective: Literal["cards", "points"], *, opened: bool
) -> None:
    """`check_turn` and `can_lay` accept what `solve` says, laid or not."""
    table, hand = machiavelli.Table(text(position.table)), machiavelli.Cards(position.hand)
    house, open_cards = rules(position.house), machiavelli.Cards(position.open_cards)
    solution = machiavelli.solve(
        table, hand, house, objective=objective, opened=opened, open_cards=open_cards
    )
    report = machiavelli.check_turn(
        table, hand, solution.table, house, opened=opened, open_cards=open_cards
    )
    assert (report.laid, report.hand_after) == (solution.laid, solution.hand_after)
    assert (report.goes_out, report.table) == (solution.goes_out, solution.table)
    assert machiavelli.can_lay(
        table, hand, solution.laid, house, opened=opened, open_cards=open_cards
    )
