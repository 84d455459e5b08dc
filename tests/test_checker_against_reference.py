"""`check_meld` and `check_turn` against the reference engine, under random rules."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict

import pytest
from hypothesis import given

import machiavelli
from reference.house import House, IllegalError, Meld, Position, cards
from reference.melds import judge
from reference.turn import check
from strategies import EFFORT, bounded, houses, joker_positions, melds, positions, turns

pytestmark = pytest.mark.timeout(120 * EFFORT)


def verdict(judgement: Callable[[], object]) -> object:
    """What is found, or the code of the error."""
    try:
        return judgement()
    except (
        IllegalError,
        machiavelli.InvalidMeldError,
        machiavelli.IllegalTurnError,
    ) as error:
        return error.code


@bounded
@given(houses(jokers=True) | houses(), melds())
def test_meld(house: House, meld: Meld) -> None:
    rules = machiavelli.Rules("modiano", **asdict(house))
    found = verdict(lambda: machiavelli.check_meld(" ".join(meld), rules).kind)
    assert found == verdict(lambda: judge(meld, house))


@bounded
@given(turns(positions()) | turns(joker_positions()))
def test_turn(turn: tuple[Position, list[Meld]]) -> None:
    position, final = turn
    rules = machiavelli.Rules("modiano", **asdict(position.house))
    before, after = (
        " | ".join(" ".join(meld) for meld in table) for table in (position.table, final)
    )

    def by_package() -> object:
        report = machiavelli.check_turn(
            before,
            " ".join(position.hand),
            after,
            rules,
            opened=position.opened,
            open_cards=" ".join(position.open_cards),
        )
        laid, left = (Counter(cards(str(it))) for it in (report.laid, report.hand_after))
        return laid, left, report.goes_out

    def by_reference() -> object:
        done = check(position, final)
        return done.laid, done.hand_after, done.goes_out

    assert verdict(by_package) == verdict(by_reference)
