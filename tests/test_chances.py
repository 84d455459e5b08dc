"""What happens in many deals agrees with exact odds; a biased shuffle would be found out."""

import math
from collections import Counter

import numpy as np
import pytest

from machiavelli import arena, odds, solve_many
from machiavelli.simulation import Views

DEALS = 4_000

LIMIT = 4.5
"""Deviations beyond so many standard errors happen by chance once in a hundred thousand times."""


def first_hands(rules: str) -> np.ndarray:
    """The first player's hand in each deal, dealt and never played."""
    hands: list[np.ndarray] = []

    def look(views: Views) -> np.ndarray:
        hands.extend(views.hand[views.turn == 1])
        return np.zeros_like(views.hand)

    arena([look, look], rules, deals=DEALS, seed=1)
    return np.array(hands)


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    return first_hands("modiano")


def deviation(count: int, of: int, chance: float) -> float:
    """By how many standard errors a count is from what it should be."""
    return abs(count - of * chance) / math.sqrt(of * chance * (1 - chance))


def test_hands_are_of_thirteen_cards(hands: np.ndarray) -> None:
    assert hands.shape == (DEALS, 53)
    assert (hands.sum(1) == 13).all()


def test_hands_hold_a_meld_as_often_as_they_should(hands: np.ndarray) -> None:
    melds = sum(has_meld(hand) for hand in hands)
    assert deviation(melds, DEALS, float(odds.meld_in_hand(13))) < LIMIT


def has_meld(hand: np.ndarray) -> bool:
    """Whether some three cards are a meld, by the definition (R3.2 to R3.4)."""
    there = hand[:52].reshape(4, 13) > 0
    runs = np.concatenate([there, there[:, :1]], axis=1)
    in_row = runs[:, :-2] & runs[:, 1:-1] & runs[:, 2:]
    return bool((there.sum(0) >= 3).any() or in_row.any())


def test_hands_hold_two_of_a_card_as_often_as_they_should(hands: np.ndarray) -> None:
    # R2.15: 57.5 %, counted as hands with all cards different.
    different = math.comb(52, 13) * 2**13 / math.comb(104, 13)
    twice = int((hands == 2).any(1).sum())
    assert deviation(twice, DEALS, 1 - different) < LIMIT


def test_the_largest_first_lays_are_as_large_as_they_should_be(hands: np.ndarray) -> None:
    exact = odds.most_cards_laid(13)
    laid = Counter(solve_many(np.zeros_like(hands), hands).value.tolist())
    for cards, chance in exact.items():
        if DEALS * chance > 5:
            assert deviation(laid[cards], DEALS, float(chance)) < LIMIT, cards


def card_statistic(hands: np.ndarray) -> float:
    """How unevenly card types are dealt: chi squared of their counts, in standard deviations."""
    counts = hands[:, :52].sum(0)
    expected = counts.sum() / 52
    # Thirteen cards of a deck are drawn without putting back, which makes counts more even.
    spread = expected * (1 - 13 / 104) * 104 / 103
    chi = float(((counts - expected) ** 2 / spread).sum())
    return (chi - 51) / math.sqrt(2 * 51)


def test_every_card_is_dealt_as_often_as_any_other(hands: np.ndarray) -> None:
    assert abs(card_statistic(hands)) < LIMIT


def test_a_biased_shuffle_is_caught() -> None:
    """The classic mistake of exchanging each card with any other, not only those before it."""
    generator = np.random.default_rng(1)
    deck = np.repeat(np.arange(52), 2)
    hands = np.zeros((DEALS, 53), np.uint8)
    for hand in hands:
        cards = deck.copy()
        for place, other in enumerate(generator.integers(0, 104, 104)):
            cards[[place, other]] = cards[[other, place]]
        np.add.at(hand, cards[:26:2], 1)
    assert card_statistic(hands) > LIMIT
    # And the same with a fair shuffle is not.
    for hand in hands:
        hand[:] = 0
        np.add.at(hand, generator.permutation(deck)[:13], 1)
    assert abs(card_statistic(hands)) < LIMIT
