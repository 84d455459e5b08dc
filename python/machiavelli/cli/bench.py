"""`machiavelli bench`."""

import platform
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from machiavelli import Builtin, Rules, State, Table, __version__, simulate, solve_many
from machiavelli.cli.options import JsonOption, RulesOption, SetOption, chosen_rules
from machiavelli.cli.output import print_fields, print_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUNDS = 3
"""Each measurement is the best of so many."""

SecondsOption = Annotated[
    float,
    typer.Option(metavar="S", min=0.01, max=3600, help="About how long each measurement takes."),
]


def positions(rules: Rules, deals: int) -> list[tuple[Table, "NDArray[np.uint8]"]]:
    """Tables, without open cards, and hands as greedy players meet them."""
    found = []
    for seed in range(deals):
        state, _ = State.start(rules, 2, seed=seed, dealer=0)
        player = Builtin("greedy")
        while state.on_turn is not None:
            view = state.view(state.on_turn)
            table = Table(meld for meld in view.table if len(meld) > 1)
            found.append((table, view.hand.to_counts()))
            state, _ = state.play(player(view))
    return found


def rate(seconds: float, work: Callable[[int], int]) -> float:
    """How much of it is done in a second, the best of some rounds; `work` does so much of it."""
    size, took = 1, 0.0
    while took < seconds / 4:
        size *= 2
        start = time.perf_counter()
        work(size)
        took = time.perf_counter() - start
    size = max(1, int(size * seconds / took))
    best = 0.0
    for _ in range(ROUNDS):
        start = time.perf_counter()
        done = work(size)
        best = max(best, done / (time.perf_counter() - start))
    return best


def bench_command(
    seconds: SecondsOption = 1.0,
    rules: RulesOption = "modiano",
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure this machine: positions solved, turns and deals played in a second."""
    import numpy as np  # noqa: PLC0415 - it comes when it is needed

    chosen = chosen_rules(rules, changes)
    met = positions(chosen, 20)
    hands = np.array([hand for _, hand in met])

    def solve(size: int) -> int:
        rows = np.arange(size) % len(met)
        tables = [met[row][0] for row in rows]
        return len(solve_many(tables, hands[rows], chosen, threads=1))

    def deals(size: int) -> int:
        return len(simulate(chosen, deals=size, threads=1))

    def turns(size: int) -> int:
        return int(simulate(chosen, deals=size, threads=1).turns.sum())

    def deals_on_all(size: int) -> int:
        return len(simulate(chosen, deals=size))

    measured = {
        "solves_per_second": rate(seconds, solve),
        "turns_per_second": rate(seconds, turns),
        "deals_per_second": rate(seconds, deals),
        "deals_per_second_on_all_processors": rate(seconds, deals_on_all),
    }
    about = {
        "machiavelli": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "machine": platform.machine(),
        "system": platform.platform(),
        "rules": str(chosen),
    }
    if as_json:
        print_json({**about, **measured})
    else:
        shown = {name.replace("_", " "): f"{value:.0f}" for name, value in measured.items()}
        print_fields({**about, **shown})
