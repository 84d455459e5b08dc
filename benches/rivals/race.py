"""Solves the same positions with this engine and with its rivals, in one run, and prints ratios.

`python benches/rivals/race.py PYTHON [POSITIONS]`: the interpreter of an environment that has the
other package, and how many positions to draw from each set. Positions come in shuffled order, and
for each of them the solvers take turns, so that none starts warm from its own answer and a slow
minute of the machine slows all. Every answer is compared with the proven one: the engine must have
it, how often a rival has it not is shown.
"""

import json
import random
import statistics
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import machiavelli
from integer_program import IntegerProgram
from machiavelli import Cards, Rules, Table

ROOT = Path(__file__).parents[2]
SETS = {
    "met in play": "tests/data/positions_play.txt",
    "hard ones met in play": "tests/data/positions_hard.txt",
    "0 melds, 13 in hand": "benches/positions/0-13.txt",
    "8 melds, 13 in hand": "benches/positions/8-13.txt",
    "16 melds, 13 in hand": "benches/positions/16-13.txt",
    "20 melds, 30 in hand": "benches/positions/20-30.txt",
}
SEED = 1


class Position(NamedTuple):
    """A position in each solver's own words, so that none is timed while it reads."""

    name: str
    table: Table
    hand: Cards
    table_counts: list[int]
    hand_counts: list[int]
    most: int


class Timed(NamedTuple):
    """An answer and what it took."""

    most: int
    seconds: float


Solver = Callable[[Position], Timed]


def engine() -> Solver:
    """This engine, one call a position."""
    rules = Rules("modiano")

    def solve(position: Position) -> Timed:
        start = time.perf_counter()
        lay = machiavelli.solve(position.table, position.hand, rules)
        return Timed(lay.value, time.perf_counter() - start)

    return solve


def integer_program() -> Solver:
    """HiGHS on a model that is built once: its best case."""
    program = IntegerProgram()

    def solve(position: Position) -> Timed:
        start = time.perf_counter()
        most = program.most(position.table_counts, position.hand_counts)
        return Timed(most, time.perf_counter() - start)

    return solve


def other_package(python: str) -> Solver:
    """The PyPI package `machiavelli` 0.1.0, which times itself."""
    command = [python, str(Path(__file__).parent / "other.py")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def solve(position: Position) -> Timed:
        assert process.stdin
        assert process.stdout
        question = [
            [str(card) for card in cards] for cards in (position.table.cards, position.hand)
        ]
        print(json.dumps(question), file=process.stdin, flush=True)
        return Timed(*json.loads(process.stdout.readline()))

    return solve


def positions(chance: random.Random, most: int) -> list[Position]:
    """Some positions of each set, shuffled."""
    drawn = []
    for name, file in SETS.items():
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
        lines = [line for line in lines if not line.startswith("#")]
        for line in chance.sample(lines, min(most, len(lines))):
            table, hand, value = line.split()
            table_counts, hand_counts = [[int(digit) for digit in part] for part in (table, hand)]
            melds = machiavelli.solve("", Cards.from_counts([*table_counts, 0])).table
            drawn.append(
                Position(
                    name,
                    melds,
                    Cards.from_counts([*hand_counts, 0]),
                    table_counts,
                    hand_counts,
                    int(value),
                )
            )
    chance.shuffle(drawn)
    return drawn


def main(python: str, most: str = "100") -> None:
    """Prints each solver's median time on each set, as multiples of this engine's too."""
    chance = random.Random(SEED)  # noqa: S311 (an order, not a secret)
    solvers = {
        "machiavelli-engine": engine(),
        "HiGHS": integer_program(),
        "machiavelli 0.1.0": other_package(python),
    }
    seconds: dict[tuple[str, str], list[float]] = defaultdict(list)
    wrong: Counter[tuple[str, str]] = Counter()
    for position in positions(chance, int(most)):
        for solver, solve in solvers.items():
            answer = solve(position)
            seconds[position.name, solver].append(answer.seconds)
            wrong[position.name, solver] += answer.most != position.most
    print(f"{'':24}", *(f"{solver:>33}" for solver in solvers))
    print(f"{'':24}", *(f"{'µs':>12} {'ratio':>12} {'wrong':>7}" for _ in solvers))
    for name in SETS:
        medians = [statistics.median(seconds[name, solver]) * 1e6 for solver in solvers]
        cells = (
            f"{median:12.1f} {median / medians[0]:12.1f} {wrong[name, solver]:7}"
            for solver, median in zip(solvers, medians, strict=True)
        )
        print(f"{name:24}", *cells)
    assert not any(count for (_, solver), count in wrong.items() if solver == "machiavelli-engine")


if __name__ == "__main__":
    main(*sys.argv[1:])
