"""Compares the solver of two trees by the benchmark of this one, as a table in Markdown.

`python benches/compare.py BASE CHANGE` runs it in both. More instructions than the base, by more
than the tolerance, are a failure; times are shown, never judged, as they depend on what else runs.
"""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

TOLERANCE = 1.02
BENCH = ["cargo", "bench", "--quiet", "--package", "machiavelli-benches", "--bench", "solver"]


class Row(NamedTuple):
    """What one set of positions costs: the mean time of a solve, and its instructions."""

    micros: float
    instructions: int


def measure(tree: Path) -> dict[str, Row]:
    """Runs the benchmark in a tree."""
    output = subprocess.run(BENCH, cwd=tree, check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = {}
    for line in output.splitlines()[1:]:
        name, _, mean, *_, instructions = line.rsplit(maxsplit=6)
        rows[name] = Row(float(mean), int(instructions))
    return rows


def main(base: str, change: str) -> bool:
    """Prints the table and tells whether no set costs more than it may."""
    trees = [Path(base), Path(change)]
    # Turn and turn about, so that a slow minute of the machine slows both.
    before, after, before_again, after_again = [measure(tree) for tree in trees * 2]
    print("| positions | instructions: base | change | ratio | mean µs: base | change |")
    print("|---|---:|---:|---:|---:|---:|")
    good = True
    for name, row in after.items():
        old = before[name]
        ratio = row.instructions / old.instructions
        good &= ratio <= TOLERANCE
        times = (
            min(old.micros, before_again[name].micros),
            min(row.micros, after_again[name].micros),
        )
        print(
            f"| {name} | {old.instructions} | {row.instructions} | {ratio:.3f} "
            f"| {times[0]:.2f} | {times[1]:.2f} |"
        )
    return good


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:]) else "more instructions than before")
