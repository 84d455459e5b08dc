"""A simulation needs memory for its rows, and for nothing else that grows."""

import subprocess
import sys

import pytest

PLAYED = """
import sys
from machiavelli import simulate

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(sys.argv[1]))

def play(rules, players, deals, seed):
    simulate(rules, players, deals=deals, seed=seed, threads=2)

play("modiano", "greedy,random", 500, 0)
play("wikipedia", "patient,thrifty", 500, 0)
before = resident()
for seed in range(1, 6):
    play("modiano", "greedy,random", 500, seed)
    play("wikipedia", "patient,thrifty", 500, seed)
print(resident() - before)
before = resident()
# Eight players without a stock end a deal after a turn.
rules = "agimeg(players_max=8, allow_empty_stock=true)"
results = simulate(rules, ("greedy",) * 8, deals=200_000)
rows = sum(column.nbytes for name, column in vars(results).items() if hasattr(column, "nbytes"))
print(resident() - before - rows // 1024)
"""


def kilobytes(which: str) -> list[int]:
    """What is left of the memory that simulations have taken, by a line of /proc/self/status."""
    command = [sys.executable, "-c", PLAYED, which]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [int(line) for line in done.stdout.split()]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked up in /proc")
@pytest.mark.thread_unsafe(reason="it starts processes")
def test_memory_does_not_grow_with_the_deals() -> None:
    over, more = kilobytes("VmRSS")
    assert over < 6_000
    assert more < 8_000
    # The rows of 200,000 deals, 17 MB, are not copied on the way.
    assert kilobytes("VmHWM")[1] < 12_000
