"""What happens in many deals agrees with exact odds; a biased shuffle is found out."""

import math
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from machiavelli import CARD_TYPES, State, arena, odds, solve_many
from machiavelli.simulation import Views

DEALS = 4_000

DECKS = 12_000

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


@pytest.fixture(scope="module")
def decks() -> np.ndarray:
    """Whole decks in the order in which they are dealt, as card types."""
    kinds = {card: kind for kind, card in enumerate(CARD_TYPES)}
    orders = []
    for seed in range(DECKS):
        # With one card each, hands hide nothing of the order.
        state, _ = State.start("modiano(deal=flat:1)", 2, seed=seed, dealer=1)
        orders.append([kinds[card] for card in (*state.hand(0), *state.hand(1), *state.stock)])
    return np.array(orders)


def order_statistic(decks: np.ndarray) -> float:
    """How much the place of a card tells of the cards after it, in standard deviations.

    The cut leaves every card as likely at one place as at another however badly was shuffled, so
    that single places tell nothing. But of two cards at any distance, the second is the same as the
    first in one case of 103, and so many types further on in two.
    """
    chances = np.full(52, 2 / 103)
    chances[0] = 1 / 103
    deviations = []
    for distance in range(1, 104):
        further = (decks[:, distance:] - decks[:, :-distance]) % 52
        counts = np.bincount(further.ravel(), minlength=52)
        expected = further.size * chances
        chi = float(((counts - expected) ** 2 / expected).sum())
        deviations.append((chi - 51) / math.sqrt(2 * 51))
    return sum(deviations) / math.sqrt(len(deviations))


def test_decks_are_whole_and_differ(decks: np.ndarray) -> None:
    assert (np.sort(decks) == np.repeat(np.arange(52), 2)).all()
    assert len({deck.tobytes() for deck in decks}) == DECKS


def test_a_card_tells_nothing_of_those_after_it(decks: np.ndarray) -> None:
    assert abs(order_statistic(decks)) < LIMIT


def exchanged(generator: np.random.Generator, decks: np.ndarray, low: int, high: int) -> None:
    """From the last place to `low`, exchange with one from the first to itself, or to `high`."""
    rows = np.arange(len(decks))
    for place in range(103, low - 1, -1):
        other = generator.integers(0, max(place + 1, high), len(decks))
        held = decks[rows, place].copy()
        decks[rows, place] = decks[rows, other]
        decks[rows, other] = held


def riffled(generator: np.random.Generator, decks: np.ndarray, times: int) -> None:
    """Cut each deck somewhere near the middle and let the halves fall into each other."""
    for _ in range(times):
        places = np.argsort(generator.integers(0, 2, decks.shape), axis=1, kind="stable")
        np.put_along_axis(decks, places, decks.copy(), axis=1)


@pytest.mark.parametrize(
    ("shuffle", "caught"),
    [
        (lambda generator, decks: exchanged(generator, decks, 1, 0), False),
        (lambda generator, decks: exchanged(generator, decks, 0, 104), True),
        (lambda generator, decks: exchanged(generator, decks, 20, 0), True),
        (lambda generator, decks: riffled(generator, decks, 7), True),
    ],
    ids=["fair", "exchanged with any place", "stopped before the end", "riffled seven times"],
)
def test_a_biased_shuffle_is_caught(
    shuffle: Callable[[np.random.Generator, np.ndarray], None], *, caught: bool
) -> None:
    generator = np.random.default_rng(1)
    decks = np.tile(np.repeat(np.arange(52), 2), (DECKS, 1))
    shuffle(generator, decks)
    for deck, place in zip(decks, generator.integers(1, 104, DECKS), strict=True):
        deck[:] = np.roll(deck, -place)
    assert (abs(order_statistic(decks)) > LIMIT) == caught
