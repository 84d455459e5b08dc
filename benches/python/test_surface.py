"""What the Python surface costs, on top of the core and for whole batches.

Each benchmark asserts its answer.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import machiavelli
from machiavelli import Cards, Rules, Table

POSITIONS = Path(__file__).parents[2] / "tests/data/positions_play.txt"

TABLE = "9c 9d 9h 9s | Tc Td Th Ts"
HAND = "Jh"

Counts = npt.NDArray[np.uint8]


@pytest.fixture(scope="module")
def play() -> tuple[Counts, Counts, npt.NDArray[np.int32]]:
    """Tables, hands and values of the positions met in play."""
    lines = POSITIONS.read_text(encoding="utf-8").splitlines()
    parts = [line.split() for line in lines if not line.startswith("#")]
    tables, hands = (
        np.array([[*map(int, part[column]), 0] for part in parts], np.uint8) for column in (0, 1)
    )
    return tables, hands, np.array([int(part[2]) for part in parts], np.int32)


def test_solve_ready_made_values(benchmark: BenchmarkFixture) -> None:
    table, hand, rules = Table(TABLE), Cards(HAND), Rules("modiano")
    assert benchmark(machiavelli.solve, table, hand, rules).value == 1


def test_solve_an_empty_table_and_an_empty_hand(benchmark: BenchmarkFixture) -> None:
    table, hand, rules = Table(""), Cards(""), Rules("modiano")
    assert benchmark(machiavelli.solve, table, hand, rules).value == 0


def test_solve_text(benchmark: BenchmarkFixture) -> None:
    assert benchmark(machiavelli.solve, TABLE, HAND).value == 1


def test_read_a_hand(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(Cards, "3c 7c Kc Kd Kh As Ts 4d 4h 4s 9c 9d 2h")) == 13


def test_read_a_table(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(Table, TABLE)) == 2


def test_check_a_turn(benchmark: BenchmarkFixture) -> None:
    final = Table("9c 9d 9s | Tc Td Ts | 9h Th Jh")
    arguments: tuple[Any, ...] = (Table(TABLE), Cards(HAND), final, Rules("modiano"))
    assert benchmark(machiavelli.check_turn, *arguments).goes_out


@pytest.mark.parametrize("threads", [1, 2])
def test_solve_many(
    benchmark: BenchmarkFixture,
    play: tuple[Counts, Counts, npt.NDArray[np.int32]],
    threads: int,
) -> None:
    tables, hands, values = play
    times = 50  # 100,000 positions
    tables, hands = np.tile(tables, (times, 1)), np.tile(hands, (times, 1))
    batch = benchmark(machiavelli.solve_many, tables, hands, threads=threads)
    assert (batch.value == np.tile(values, times)).all()


@pytest.mark.parametrize("code", ["pass", "import machiavelli"], ids=["bare", "import"])
def test_start_python(benchmark: BenchmarkFixture, code: str) -> None:
    ran = benchmark(subprocess.run, [sys.executable, "-I", "-c", code], check=True)
    assert ran.returncode == 0
