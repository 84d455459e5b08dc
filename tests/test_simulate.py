"""Many games at once: the same whoever plays them, kept, interrupted, told and written."""

import csv
import math
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from docs.pages import EXAMPLES

import machiavelli
from interrupt import seconds_to_stop
from machiavelli import (
    Builtin,
    CheckpointError,
    QuestionError,
    Rules,
    RulesError,
    SetupError,
    State,
    simulate,
)
from machiavelli.simulation import Results
from machiavelli.simulation.summary import paired, wilson
from reference import chance

PLAYERS = "greedy,random"


def converse(seed: int, dealer: int, rules: str, players: list[str], *, match: bool) -> str:
    """The record of a game that is played by asking each player in turn."""
    state, _ = State.start(rules, players, seed=seed, dealer=dealer)
    asked = [Builtin(player, seed) for player in players]
    while True:
        while state.on_turn is not None:
            state, _ = state.play(asked[state.on_turn](state.view(state.on_turn)))
        if not match or state.winners is not None:
            return state.record
        state, _ = state.next_deal()


@pytest.mark.parametrize("preset", Rules.presets())
@pytest.mark.parametrize("match", [False, True])
def test_records_are_those_of_the_conversation(preset: str, *, match: bool) -> None:
    rules = Rules(preset, **EXAMPLES.get(preset, {}))
    count = 7 if preset == "agimeg-small-hand" else 3
    players = ["greedy", "random", "patient", "thrifty", "greedy", "random", "patient"][:count]
    games = 1 if match else 3
    deals, matches = (None, games) if match else (games, None)
    results = simulate(rules, players, seed=3, deals=deals, matches=matches)
    for number in range(games):
        words = chance.words(3, 15 << 60 | number)
        seed = next(words) | next(words) << 32
        told = converse(seed, number % count, str(rules), players, match=match)
        assert results.record(number) == told


def test_columns_are_arrays_by_game_and_player() -> None:
    results = simulate("modiano", "greedy,random,thrifty", deals=50, seed=1)
    assert (len(results), results.complete) == (50, True)
    assert results.number.tolist() == list(range(50))
    assert results.points.shape == results.laid.shape == results.winners.shape == (50, 3)
    assert results.winners.dtype == bool
    assert results.dealer.tolist() == [0, 1, 2] * 16 + [0, 1]
    assert (results.points[results.winners] == 0)[results.end[results.winners.any(1)] == 0].all()
    assert (results.deals == 1).all()
    assert (results.lays <= results.turns).all()
    assert repr(results) == "<50 deals of greedy, random, thrifty under modiano>"
    # A point a card: what is neither laid nor in the stock is held and counts (R4.6, R6.2).
    assert (results.stock + results.laid.sum(1) + results.points.sum(1) == 104).all()


def test_results_do_not_depend_on_threads() -> None:
    results = simulate("agimeg", PLAYERS, deals=300, seed=5, threads=1)
    for threads in (2, 3, None):
        assert simulate("agimeg", PLAYERS, deals=300, seed=5, threads=threads) == results
    assert simulate("agimeg", PLAYERS, deals=300, seed=6) != results
    more = simulate("agimeg", PLAYERS, deals=400, seed=5)
    assert (more.points[:300] == results.points).all()


@pytest.fixture(params=["threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    pool: Executor
    if request.param == "threads":
        pool = ThreadPoolExecutor(2)
    else:
        pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    with pool:
        yield pool


@pytest.mark.thread_unsafe(reason="it starts processes")
def test_an_executor_plays_the_same_games(executor: Executor) -> None:
    here = simulate("modiano", PLAYERS, deals=500, seed=2)
    told: list[tuple[int, int]] = []
    there = simulate(
        "modiano",
        PLAYERS,
        deals=500,
        seed=2,
        executor=executor,
        progress=lambda done, total: told.append((done, total)),
    )
    assert there == here
    assert told == sorted(told)
    assert told[-1] == (500, 500)


def test_errors_of_the_games_come_from_wherever_they_are_played() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(QuestionError) as caught:
        simulate("modiano", PLAYERS, deals=100, executor=pool, draw_idle=0)
    assert caught.value.code == "E_ENDLESS"


@pytest.mark.thread_unsafe(reason="warnings are caught for all threads")
def test_what_workers_fail_to_play_is_played_here() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.warns(RuntimeWarning, match="as a worker failed"):
        results = simulate("modiano", PLAYERS, deals=300, executor=pool)
    assert results == simulate("modiano", PLAYERS, deals=300)


def test_duplicates_play_the_same_cards_at_every_seat() -> None:
    results = simulate("modiano", "greedy,thrifty,patient", deals=20, seed=4, duplicate=True)
    assert len(results) == 60
    for cards in range(20):
        records = [results.record(3 * cards + shift).splitlines() for shift in range(3)]
        seeds = {line for record in records for line in record if line.startswith("seed")}
        assert len(seeds) == 1
        first = [record[2] for record in records]
        assert first == ["player 0: greedy", "player 0: patient", "player 0: thrifty"]
    # Between equal players luck is all there is, and it cancels out exactly.
    alike = simulate("modiano", "greedy,greedy", deals=20, seed=4, duplicate=True)
    difference = alike.difference(0, 1)
    assert (difference.value, difference.error) == (0, 0)
    assert simulate("modiano", "greedy,greedy", deals=20, seed=4).difference(0, 1).error > 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({}, "E_GAMES"),
        ({"deals": 1, "matches": 1}, "E_GAMES"),
        ({"deals": 0}, "E_GAMES"),
        ({"deals": -3}, "E_GAMES"),
        ({"deals": 10**40}, "E_GAMES"),
        ({"deals": -(10**40)}, "E_GAMES"),
        ({"matches": 2**53 + 1}, "E_GAMES"),
        ({"deals": 1, "threads": 0}, "E_THREADS"),
        ({"deals": 1, "players": "\ud800,greedy"}, "E_PLAYER"),
        ({"deals": 1, "checkpoint": "a\0b"}, "E_FILE"),
        ({"deals": 1, "checkpoint": ""}, "E_FILE"),
        ({"deals": 1, "players": "greedy,greed"}, "E_PLAYER"),
        ({"deals": 1, "draw_idle": 0}, "E_ENDLESS"),
    ],
)
def test_questions_without_sense_are_refused(arguments: dict[str, object], code: str) -> None:
    with pytest.raises(QuestionError) as caught:
        simulate(**arguments)  # type: ignore[arg-type]
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"players": 2}, "players"),
        ({"deals": 1.0}, "deals"),
        ({"deals": None, "matches": "1"}, "matches"),
        ({"executor": 5}, "executor"),
        ({"checkpoint": 1}, "checkpoint"),
        ({"progress": np.zeros(2)}, "progress"),
        ({"progress": "yes"}, "progress"),
    ],
    ids=str,
)
def test_arguments_of_a_wrong_type_are_named(arguments: Any, named: str) -> None:
    with pytest.raises(TypeError, match=named):
        simulate(**({"deals": 1} | arguments))


def test_numbers_of_numpy_are_numbers(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    numbers: dict[str, Any] = {"deals": np.int64(3), "seed": np.uint64(2**63)}
    results = simulate(checkpoint=file, **numbers)
    assert results == simulate(deals=3, seed=2**63, checkpoint=file)
    places: list[Any] = [np.int8(0), np.int8(1)]
    assert results.difference(*places) == results.difference(0, 1)


def test_results_refuse_what_they_do_not_have(tmp_path: Path) -> None:
    results = simulate(deals=3)
    asked: list[tuple[Callable[[], object], str]] = [
        (lambda: results.difference(0, 2), "E_PLAYER"),
        (lambda: results.difference(-1, 0), "E_PLAYER"),
        (lambda: results.difference(0, 1, 1.0), "E_CONFIDENCE"),
        (lambda: results.summary(float("nan")), "E_CONFIDENCE"),
        (lambda: results.summary(0), "E_CONFIDENCE"),
        (lambda: results.summary(10**400), "E_CONFIDENCE"),
        (lambda: results.save(tmp_path / "a\0.csv"), "E_FILE"),
        (lambda: results.save_records("a\0b"), "E_FILE"),
    ]
    for ask, code in asked:
        with pytest.raises(QuestionError) as caught:
            ask()
        assert caught.value.code == code
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: results.difference("0", 1), "one"),  # type: ignore[arg-type]
        (lambda: results.difference(0, None), "other"),  # type: ignore[arg-type]
        (lambda: results.summary("0.9"), "confidence"),  # type: ignore[arg-type]
        (lambda: results.save(3), "path"),  # type: ignore[arg-type]
        (lambda: results.save_records(3), "folder"),  # type: ignore[arg-type]
    ]
    for ask, name in wrong:
        with pytest.raises(TypeError, match=name):
            ask()
    # There is no number between this one and 1.
    assert results.summary(0.9999999999999999).turns.low > -1_000


def test_rules_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(RulesError, match="players"):
        simulate("modiano", ["greedy"], deals=1)
    with pytest.raises(RulesError, match="players"):
        simulate("modiano", "greedy," * 7 + "greedy", deals=1)
    with pytest.raises(machiavelli.PositionError, match="40"):
        simulate("modiano", deals=1, jokers=40)
    assert issubclass(SetupError, machiavelli.MachiavelliError)


def test_a_broken_progress_ends_it() -> None:
    def progress(done: int, total: int) -> float:
        return done / (total - total)

    with pytest.raises(ZeroDivisionError):
        simulate("modiano", PLAYERS, deals=2_000, progress=progress)


def test_progress_is_told_in_lines_where_there_is_no_terminal(
    capfd: pytest.CaptureFixture[str],
) -> None:
    simulate("modiano", PLAYERS, deals=20, progress=True)
    assert capfd.readouterr().err.startswith("20 of 20 deals, ")


INTERRUPTED = """
import sys, time
import machiavelli
machiavelli.simulate(deals=1)  # numpy is loaded
with open(sys.argv[1], "w") as out:
    print("ready", flush=True)
    results = machiavelli.simulate("modiano", "greedy,random", deals=10**8)
    print(time.time(), flush=True)
    print(len(results), results.complete, file=out)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_gives_what_is_complete(tmp_path: Path) -> None:
    script, told = tmp_path / "script.py", tmp_path / "told"
    script.write_text(INTERRUPTED, encoding="utf-8")
    assert min(seconds_to_stop(str(script), str(told)) for _ in range(3)) < 0.1
    count, complete = told.read_text(encoding="utf-8").split()
    assert int(count) > 0
    assert complete == "False"


def table(results: Results) -> dict[str, list[str]]:
    return {
        name: [str(int(x)) if x.dtype == bool else str(x) for x in column]
        for name, column in results.table()
    }


def test_files_hold_the_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = simulate("modiano", PLAYERS, deals=30, seed=9)
    expected = table(results)
    assert list(expected)[:4] == ["number", "winners_0", "winners_1", "dealer"]
    assert set(expected["end"]) <= set(Results.ENDS)

    results.save(tmp_path / "r.csv")
    with (tmp_path / "r.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {name: [row[name] for row in rows] for name in rows[0]} == expected

    results.save(tmp_path / "r.npz")
    with np.load(tmp_path / "r.npz") as arrays:
        assert (arrays["points_1"] == results.points[:, 1]).all()
        assert (str(arrays["rules"]), int(arrays["seed"])) == ("modiano", 9)

    parquet = pytest.importorskip("pyarrow.parquet")
    results.save(tmp_path / "r.parquet")
    read = parquet.read_table(tmp_path / "r.parquet")
    assert read.column_names == list(expected)
    assert read["laid_0"].to_pylist() == results.laid[:, 0].tolist()
    assert read.schema.metadata[b"players"] == b"greedy,random"

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(QuestionError, match="pip install pyarrow") as caught:
        results.save(tmp_path / "s.parquet")
    assert caught.value.code == "E_FILE"

    with pytest.raises(QuestionError, match=r"not to r\.xls"):
        results.save(tmp_path / "r.xls")


def test_records_are_written_one_a_game(tmp_path: Path) -> None:
    results = simulate("modiano", PLAYERS, deals=12)
    results.save_records(tmp_path / "records")
    names = sorted(path.name for path in (tmp_path / "records").iterdir())
    assert names == [f"deal-{number:02}.txt" for number in range(12)]
    text = (tmp_path / "records" / "deal-07.txt").read_text(encoding="utf-8")
    assert text == results.record(7)
    assert State.read(text).outcome is not None


def test_records_of_other_games_are_not_replaced(tmp_path: Path) -> None:
    results = simulate("modiano", PLAYERS, deals=12)
    results.save_records(tmp_path)
    (tmp_path / "deal-11.txt").unlink()
    results.save_records(tmp_path)
    assert len(list(tmp_path.iterdir())) == 12
    with pytest.raises(
        QuestionError, match=r"deal-00\.txt is there already, and not the"
    ) as caught:
        simulate("modiano", PLAYERS, deals=12, seed=1).save_records(tmp_path)
    assert caught.value.code == "E_FILE"
    assert (tmp_path / "deal-00.txt").read_text(encoding="utf-8") == results.record(0)


def test_estimates_by_hand() -> None:
    # Wilson's interval of 8 of 10 at 95 %, as textbooks have it: 0.4902 to 0.9433.
    share = wilson(np.array([1.0] * 8 + [0.0] * 2), 0.95)
    assert (round(share.low, 4), round(share.high, 4)) == (0.4902, 0.9433)
    assert share.error == pytest.approx(math.sqrt(0.16 / 9))
    results = simulate("modiano", PLAYERS, deals=4)
    # 1, 2, 3, 6: mean 3, deviation sqrt(14/3), error half of it.
    mean = paired(results, np.array([1, 2, 3, 6]), 0.95)
    assert mean.value == 3
    assert mean.error == pytest.approx(math.sqrt(14 / 3) / 2)
    assert mean.high - mean.low == pytest.approx(2 * 1.959964 * mean.error)
    # Two games of the same cards count as one: 1.5 and 4.5.
    pairs = simulate("modiano", PLAYERS, deals=2, duplicate=True)
    mean = paired(pairs, np.array([1, 2, 3, 6]), 0.95)
    assert mean.value == 3
    assert mean.error == pytest.approx(1.5)


@pytest.mark.parametrize("count", [1, 2, 7, 30, 1000])
@pytest.mark.parametrize("same", [0.0, 1 / 3, 0.5, 1.0])
def test_shares_that_all_agree_prove_nothing(count: int, same: float) -> None:
    share = wilson(np.full(count, same), 0.95)
    assert 0 <= share.low <= share.value <= share.high <= 1
    # Twice the half width z² / 2(n + z²) of Wilson's interval around 0 or 1.
    z = 1.959964
    assert share.high - share.low == pytest.approx(z * z / (count + z * z))


def test_shares_of_the_same_cards_vary_less_than_those_of_single_games() -> None:
    # Half of ten blocks won three of four times, the others once: the variance is 1/16.
    z = 1.959964
    share = wilson(np.array([0.75, 0.25] * 5), 0.95)
    assert share.value == 0.5
    assert share.error == pytest.approx(math.sqrt(1 / 16 / 9))
    half = z * math.sqrt(10 / 16 + z * z / 4) / (10 + z * z)
    assert (share.low, share.high) == pytest.approx((0.5 - half, 0.5 + half))


@pytest.mark.parametrize("duplicate", [False, True])
def test_shares_lie_between_0_and_1(*, duplicate: bool) -> None:
    summary = simulate("modiano", PLAYERS, deals=30, duplicate=duplicate).summary()
    for share in (*summary.places, *summary.ends.values(), *(p.wins for p in summary.players)):
        assert 0 <= share.low <= share.value <= share.high <= 1
        assert share.low < share.high


def test_a_summary_reads_well_and_is_data() -> None:
    results = simulate("agimeg", "greedy,greedy,random", matches=20)
    summary = results.summary()
    assert [player.name for player in summary.players] == ["greedy 0", "greedy 1", "random"]
    assert summary.deals.value == 3
    assert summary.to_dict()["players"][2]["points"]["value"] == results.points[:, 2].mean()
    text = str(summary)
    assert text.splitlines()[0].split() == ["games", "20,", "intervals", "of", "95%"]
    assert "random: points" in text
    assert sum(share.value for share in summary.ends.values()) == 1
    with pytest.raises(ValueError, match="confidence"):
        results.summary(confidence=1.5)


def test_a_file_of_another_simulation_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    simulate("modiano", PLAYERS, deals=20, checkpoint=path)
    kept = path.read_bytes()
    with pytest.raises(CheckpointError, match=r"kept is about games with seed 0, not 1"):
        simulate("modiano", PLAYERS, deals=20, seed=1, checkpoint=path)
    assert path.read_bytes() == kept
    path.write_bytes(b"something else\n")
    with pytest.raises(CheckpointError, match="is no checkpoint"):
        simulate("modiano", PLAYERS, deals=20, checkpoint=path)
    assert path.read_bytes() == b"something else\n"
