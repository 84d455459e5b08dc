"""`machiavelli simulate` and `machiavelli bench`."""

import csv
import json
import subprocess
import sys
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


def test_json_has_no_numbers_that_json_lacks() -> None:
    def refuse(name: str) -> None:
        pytest.fail(f"{name} is no JSON")

    text = run("simulate", "--deals", "1", "--json").stdout
    first, second = json.loads(text, parse_constant=refuse)["summary"]["players"]
    assert first["points"]["error"] is second["points"]["low"] is None
    assert first["points"]["value"] + second["points"]["value"] > 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk")
@pytest.mark.parametrize("kind", ["csv", "npz"])
def test_results_that_cannot_be_written_leave_the_old_ones(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"r.{kind}"
    answer(*ASKED, "--out", str(file))
    old = file.read_bytes()
    code = (
        "import resource, signal, sys; from machiavelli.cli import main;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (99, 99)); sys.exit(main())"
    )
    asked = [*ASKED, "--seed", "5", "--out", str(file)]
    done = subprocess.run(
        [sys.executable, "-c", code, *asked], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"machiavelli: E_FILE: {file} cannot be used: File too large\n" in done.stderr
    assert file.read_bytes() == old
    assert list(tmp_path.iterdir()) == [file]
    full = tmp_path / f"full.{kind}"
    full.symlink_to("/dev/full")
    done = run(*ASKED, "--out", str(full))
    assert done.returncode == 2
    assert f"{full} is no file that could be replaced" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["simulate"], "E_GAMES"),
        ([*ASKED, "--matches", "1"], "E_GAMES"),
        ([*ASKED, "--players", "nobody"], "E_PLAYER"),
        ([*ASKED, "--out", "results.xls"], "E_FILE"),
        ([*ASKED, "--out", "/nowhere/results.csv"], "E_FILE"),
        ([*ASKED, "--out", "{folder}"], "E_FILE"),
        ([*ASKED, "--record", "{file}"], "E_FILE"),
        ([*ASKED, "--record", "{file}/records"], "E_FILE"),
        ([*ASKED, "--checkpoint", "{folder}"], "E_CHECKPOINT"),
        ([*ASKED, "--players", ""], 'there is no player "", only random'),
        ([*ASKED, "--checkpoint", "/nowhere/kept"], "E_FILE"),
        ([*ASKED, "--threads", "0"], "E_THREADS"),
        ([*ASKED, "--confidence", "1"], "--confidence"),
        ([*ASKED, "--seed", "-1"], "--seed"),
    ],
)
def test_bad_input_is_said_in_one_line(arguments: list[str], code: str, tmp_path: Path) -> None:
    folder, file = tmp_path / "folder.csv", tmp_path / "file"
    folder.mkdir()
    file.touch()
    done = run(*(argument.format(folder=folder, file=file) for argument in arguments))
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
