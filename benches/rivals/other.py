"""Answers questions with the PyPI package `machiavelli` 0.1.0, in an environment of its own.

Each line of standard input is a JSON pair of card lists, table and hand, as text such as `Th`; each
line of output the most cards that can be laid and the seconds that took.
"""

import json
import sys
import time

from machiavelli import Solver  # not this project's: the other distribution of that name


def main() -> None:
    """Answers until the input ends."""
    solver = Solver(quiet=True, pretty=False, color=False, emoji=False)
    for line in sys.stdin:
        table, hand = (
            [card.lower().replace("a", "1") for card in part] for part in json.loads(line)
        )
        start = time.perf_counter()
        melds = solver.solve(table + hand, hand)
        seconds = time.perf_counter() - start
        print(json.dumps([sum(map(len, melds)) - len(table), seconds]), flush=True)


if __name__ == "__main__":
    main()
