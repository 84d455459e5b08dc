"""The best lay as an integer program, with the model built once: a rival, and a proof."""

from collections.abc import Sequence

import highspy
import numpy as np

RANKS = 13
NATURAL = 4 * RANKS
PACKS = 2


def melds() -> list[list[int]]:
    """Card indices of each meld that is needed; a longer run is made of these."""
    sets = [
        [RANKS * suit + rank for suit in range(4) if suit != left_out]
        for rank in range(RANKS)
        for left_out in (None, 0, 1, 2, 3)
    ]
    runs = [
        [RANKS * suit + rank % RANKS for rank in range(first, first + length)]
        for suit in range(4)
        for length in (3, 4, 5)
        for first in range(RANKS + 2 - length)  # the ace is below the 2 and above the king
    ]
    return sets + runs


class IntegerProgram:
    """One integer variable a meld, one row a card; a position only changes the rows' bounds."""

    def __init__(self) -> None:
        self.highs = highspy.Highs()
        self.highs.silent()
        self.highs.setOptionValue("threads", 1)
        for _ in range(NATURAL):
            self.highs.addRow(0, PACKS, 0, np.array([], np.int32), np.array([], np.float64))
        for column, cards in enumerate(melds()):
            rows = np.array(cards, np.int32)
            self.highs.addCol(-len(cards), 0, PACKS, len(cards), rows, np.ones(len(cards)))
            self.highs.changeColIntegrality(column, highspy.HighsVarType.kInteger)
        self.rows = np.arange(NATURAL, dtype=np.int32)

    def most(self, table: Sequence[int], hand: Sequence[int]) -> int:
        """The most hand cards that can be laid; both are counts of the natural cards."""
        lower = np.asarray(table, np.float64)
        upper = lower + np.asarray(hand, np.float64)
        self.highs.changeRowsBounds(NATURAL, self.rows, lower, upper)
        self.highs.run()
        if self.highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            message = "the integer program found no optimum"
            raise ValueError(message)
        least: float = self.highs.getInfo().objective_function_value
        return round(-least) - sum(table)
