"""Deals the random positions of `benches/positions/` and has an integer program prove their values.

`python benches/rivals/deal.py` writes the same files again.
"""

import random
from pathlib import Path

from integer_program import NATURAL, PACKS, RANKS, IntegerProgram

FOLDER = Path(__file__).parent.parent / "positions"
SETS = [(0, 13), (8, 13), (16, 13), (20, 13), (20, 30)]
POSITIONS = 300
SEED = 1
TRIES = 1000  # before all cards are taken up and dealt again


def meld(chance: random.Random) -> list[int]:
    """A set or, as likely, a run of up to seven cards; short ones are likelier."""
    if chance.random() < 1 / 2:
        rank = chance.randrange(RANKS)
        suits = chance.sample(range(4), chance.choice([3, 3, 4]))
        return [RANKS * suit + rank for suit in suits]
    suit = chance.randrange(4)
    length = chance.choice([3, 3, 3, 4, 4, 5, 6, 7])
    first = chance.randrange(RANKS + 2 - length)  # the ace is below the 2 and above the king
    return [RANKS * suit + rank % RANKS for rank in range(first, first + length)]


def deal(chance: random.Random, melds: int, hand: int) -> tuple[list[int], list[int]]:
    """Counts of the cards in so many random melds and in a hand of what is left of two packs."""
    left, missing = [PACKS] * NATURAL, melds
    for _ in range(TRIES):
        if not missing:
            break
        cards = meld(chance)
        if all(left[card] for card in cards):
            missing -= 1
            for card in cards:
                left[card] -= 1
    if missing or sum(left) < hand:
        return deal(chance, melds, hand)
    drawn = chance.sample(range(NATURAL), hand, counts=left)
    return [PACKS - count for count in left], [drawn.count(card) for card in range(NATURAL)]


def main() -> None:
    """Writes one file a set."""
    program = IntegerProgram()
    for table_melds, hand_cards in SETS:
        chance = random.Random(SEED)  # noqa: S311 (cards to measure by, not to gamble with)
        lines = [
            f"# {table_melds} random melds, {hand_cards} cards in hand: table, hand, most cards"
        ]
        for _ in range(POSITIONS):
            table, hand = deal(chance, table_melds, hand_cards)
            counts = ("".join(map(str, part)) for part in (table, hand))
            lines.append(" ".join([*counts, str(program.most(table, hand))]))
        path = FOLDER / f"{table_melds}-{hand_cards}.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
