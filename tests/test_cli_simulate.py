"""`machiavelli simulate` and `machiavelli bench`."""

import csv
import json
from pathlib import Path

import pytest

from machiavelli import State, simulate
from test_cli import answer, on_terminal, run

pytestmark = pytest.mark.thread_unsafe(reason="each test starts processes of its own")

ASKED = ["simulate", "--players", "greedy,random", "--deals", "30", "--seed", "4"]


def test_it_says_what_the_games_come_to() -> None:
    results = simulate("modiano", "greedy,random", deals=30, seed=4)
    done = run(*ASKED)
    assert done.returncode == 0
    assert done.stderr.startswith("30 of 30 deals, ")
    lines = dict(line.split("  ", 1) for line in done.stdout.splitlines())
    lines = {name: text.strip() for name, text in lines.items()}
    assert (lines["rules"], lines["games"]) == ("modiano", "30, intervals of 95%")
    assert lines["greedy: points"] == str(results.summary().players[0].points)
    assert lines["random: points more than greedy"] == str(results.difference(1, 0))
    assert "greedy: points more than greedy" not in lines


def test_json_is_one_document() -> None:
    results = simulate("agimeg", "greedy,thrifty", matches=5, seed=1, duplicate=True, wrap=True)
    document = answer(
        *["simulate", "--rules", "agimeg", "--set", "wrap=true", "--players", "greedy,thrifty"],
        *["--matches", "5", "--seed", "1", "--duplicate", "--threads", "1", "--confidence", "0.9"],
    )
    assert document["rules"] == "agimeg(wrap=true)"
    assert (document["unit"], document["duplicate"], document["complete"]) == ("match", True, True)
    assert document["summary"] == json.loads(json.dumps(results.summary(0.9).to_dict()))


def test_results_and_records_are_written(tmp_path: Path) -> None:
    files = ["--out", str(tmp_path / "r.csv"), "--record", str(tmp_path / "records")]
    kept = ["--checkpoint", str(tmp_path / "kept")]
    first = answer(*ASKED, *files, *kept)
    assert answer(*ASKED, *kept) == first
    with (tmp_path / "r.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["number"] for row in rows] == [str(number) for number in range(30)]
    state = State.read((tmp_path / "records/deal-29.txt").read_text(encoding="utf-8"))
    assert state.outcome is not None
    assert state.outcome.end == rows[29]["end"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["simulate"], "E_GAMES"),
        ([*ASKED, "--matches", "1"], "E_GAMES"),
        ([*ASKED, "--players", "nobody"], "E_PLAYER"),
        ([*ASKED, "--out", "results.xls"], "E_FILE"),
        ([*ASKED, "--out", "/nowhere/results.csv"], "E_FILE"),
        ([*ASKED, "--checkpoint", "/nowhere/kept"], "E_FILE"),
        ([*ASKED, "--threads", "0"], "E_THREADS"),
        ([*ASKED, "--confidence", "1"], "--confidence"),
        ([*ASKED, "--seed", "-1"], "--seed"),
    ],
)
def test_bad_input_is_said_in_one_line(arguments: list[str], code: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("machiavelli: ")
    assert done.stderr.count("\n") == 1
    assert code in done.stderr


def test_a_terminal_shows_a_bar() -> None:
    shown = on_terminal(*ASKED)
    assert "━" in shown
    assert "30/30" in shown


@pytest.mark.parametrize(
    "rules", ["modiano", "agimeg-jokers2", "wikipedia-jokers", "guadalupe", "tahiti"]
)
def test_bench_says_how_fast_this_machine_is(rules: str) -> None:
    document = answer("bench", "--rules", rules, "--seconds", "0.02")
    assert document["rules"] == rules
    assert {"machiavelli", "python", "numpy", "machine", "rules"} <= document.keys()
    rates = [value for name, value in document.items() if "per_second" in name]
    assert len(rates) == 4
    assert all(rate > 0 for rate in rates)
