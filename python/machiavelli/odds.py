"""Exact counts and probabilities of random hands.

Every count is exact. `QuestionError` refuses what is out of reach with the code `O_OUT_OF_REACH`,
or `O_MEMORY` for a count that turns out to need more than 3 GB, and more cards than the deck has
with `O_HAND_SIZE`. Only `meld_in_hand` counts under rules with jokers; the others refuse them with
`O_JOKERS`.

A long count stops on Ctrl-C. Where a function takes `progress`, it calls it some times a second
with the share that is done, from 0 to 1.
"""

from __future__ import annotations

from machiavelli import _core
from machiavelli.given import require

TYPE_CHECKING = False  # `typing` has it too, but takes longer to import than all of this package
if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction
    from typing import Any

    from machiavelli import Rules

__all__ = ["complete_hands", "meld_in_hand", "most_cards_laid"]


def meld_in_hand(n: int, rules: Rules | str = "modiano", **options: Any) -> Fraction:
    """Probability that n random cards of the full deck hold at least one meld.

    Takes some milliseconds for any n.

    >>> odds.meld_in_hand(3)
    Fraction(100, 22763)
    >>> float(odds.meld_in_hand(13))
    0.64689...
    """
    from fractions import Fraction  # noqa: PLC0415 - costs more than all the rest of the import

    return Fraction(*_core.count_hands_with_meld(n, rules, options))


def complete_hands(
    n: int,
    rules: Rules | str = "modiano",
    *,
    physical: bool = False,
    progress: Callable[[float], object] | None = None,
    **options: Any,
) -> int:
    """Number of hands of n cards that split completely into melds.

    Hands are multisets of card types, or with `physical` of cards of which each copy is told apart,
    as they are dealt.

    With one pack, or two and the ace at one end only, any n is counted, in up to some twenty
    seconds. Otherwise each two cards more take about three times as long, and the largest n is 28
    for two packs (3 seconds for 22 cards, half a minute for 26) or 24 round the corner, and for
    three packs 26, or 22 round the corner, or 32 with the ace at one end.

    >>> odds.complete_hands(6), odds.complete_hands(6, physical=True)
    (5050, 286732)
    """
    _check_progress(progress)
    return _core.count_complete_hands(n, rules, physical, progress, options)


def most_cards_laid(
    n: int,
    rules: Rules | str = "modiano",
    *,
    opened: bool = True,
    progress: Callable[[float], object] | None = None,
    **options: Any,
) -> dict[int, Fraction]:
    """Distribution of the most cards that n random cards can lay on an empty table.

    The keys are 0 to n. `opened` tells whether the player has opened in this deal.

    9 cards take a tenth of a second and 13 take 3 seconds, and each two cards more about four times
    as long. The largest n is 19 for two packs, 22 with the ace at one end, and 16 round the corner;
    28, any and 20 with one pack; 17, 20 and 15 with three.

    >>> odds.most_cards_laid(4)[4]
    Fraction(456, 2299063)
    """
    from fractions import Fraction  # noqa: PLC0415 - costs more than all the rest of the import

    _check_progress(progress)
    hands, every = _core.count_most_laid(n, rules, opened, progress, options)
    return {cards: Fraction(count, every) for cards, count in enumerate(hands)}


def _check_progress(progress: object) -> None:
    """Refuse before a long count what could not be called during it."""
    require(progress is None or callable(progress), "progress is a function", progress)
