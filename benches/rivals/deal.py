"""Deals the random positions of `benches/positions/` and has an integer program prove their values.

`python benches/rivals/deal.py` writes the same files again.
"""

import random
from collections import Counter
from pathlib import Path

from integer_program import NATURAL, PACKS, IntegerProgram, melds

FOLDER = Path(__file__).parent.parent / "positions"
SETS = [(0, 13), (8, 13), (16, 13), (20, 13), (20, 30)]
POSITIONS = 300
SEED = 1


def deal(chance: random.Random, table_melds: int, hand_cards: int) -> tuple[list[int], list[int]]:
    """Random melds, all that fit being as likely, and a hand of what is left of two packs."""
    every = melds()
    left = Counter(dict.fromkeys(range(NATURAL), PACKS))
    for _ in range(table_melds):
        fitting = [meld for meld in every if all(left[card] for card in meld)]
        left -= Counter(chance.choice(fitting))
    hand = Counter(chance.sample(sorted(left.elements()), hand_cards))
    cards = range(NATURAL)
    return [PACKS - left[card] for card in cards], [hand[card] for card in cards]


def main() -> None:
    """Writes one file a set."""
    program = IntegerProgram()
    for table_melds, hand_cards in SETS:
        chance = random.Random(SEED)  # noqa: S311 (cards to measure by, not to gamble with)
        lines = [
            f"# {table_melds} random melds, {hand_cards} cards in hand: table, hand, most cards"
        ]
        while len(lines) <= POSITIONS:
            try:
                table, hand = deal(chance, table_melds, hand_cards)
            except (IndexError, ValueError):  # no meld fits any more, or too few cards are left
                continue
            counts = ("".join(map(str, part)) for part in (table, hand))
            lines.append(" ".join([*counts, str(program.most(table, hand))]))
        path = FOLDER / f"{table_melds}-{hand_cards}.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
