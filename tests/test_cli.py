"""The `machiavelli` command: what it prints to a pipe and to a terminal, and how it ends."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from machiavelli import Rules
from machiavelli.cli import odds
from machiavelli.cli.app import app
from machiavelli.explain import explain
from machiavelli.texts import LANGUAGES, Texts

# Each test starts processes of its own.
pytestmark = pytest.mark.thread_unsafe

COMMAND = [sys.executable, "-m", "machiavelli"]
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"}
} | {"LC_ALL": "C", "PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color"}

POSITION = ["--table", "9c 9d 9h 9s | Tc Td Th Ts", "--hand", "Jh 2c"]
TURN = [*POSITION, "--final", "9c 9d 9s | Tc Td Ts | 9h Th Jh"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT | environment,
        check=False,
        timeout=60,
    )


def said(*arguments: str) -> str:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def answer(*arguments: str) -> Any:
    return json.loads(said(*arguments, "--json"))


def on_terminal(*arguments: str, **environment: str) -> str:
    """What the command prints when standard output is a terminal."""
    pty = pytest.importorskip("pty", reason="there are no terminals of this kind here")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=theirs, stderr=theirs, env=ENVIRONMENT | environment
    ) as process:
        os.close(theirs)
        output = b""
        try:
            while block := os.read(ours, 4096):
                output += block
        except OSError:
            pass  # That is how a terminal says that nobody writes to it any more.
        os.close(ours)
        assert process.wait() == 0
    return output.decode()


def test_check_tells_what_a_meld_is() -> None:
    assert said("check", "9s 9c 9d") == "legal  yes\nkind   set\nmeld   9c 9d 9s\n"
    assert said("check", "9s", "9c", "9d") == said("check", "9s 9c 9d")
    done = run("check", "Kc Ac 2c", "3c 4c 5c", "--set", "wrap=true")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("machiavelli: one meld is judged at a time: ")
    assert "jokers  4c\n" in said("check", "6c 5c *", "--rules", "agimeg-jokers4")
    assert answer("check", "Kc Ac 2c", "--set", "wrap=true") == {
        "legal": True,
        "kind": "run",
        "canonical": ["Kc", "Ac", "2c"],
        "jokers": [],
    }


def test_check_judges_a_turn() -> None:
    assert "lays      Jh\nkeeps     2c\n" in said("check", *TURN)
    assert answer("check", *TURN) == {
        "legal": True,
        "laid": ["Jh"],
        "hand_after": ["2c"],
        "goes_out": False,
        "opened": True,
        "table": [["9c", "9d", "9s"], ["Tc", "Td", "Ts"], ["9h", "Th", "Jh"]],
        "jokers": [[], [], []],
    }


JOKERS = ["--table", "2s * 4s | 9c 9d *", "--hand", "3s 5h 6h"]


def test_check_shows_what_jokers_stand_for() -> None:
    turn = ["check", *JOKERS, "--final", "2s 3s 4s | 5h 6h * | 9c 9d *", "--rules"]
    table = "  2s 3s 4s       new\n  5h 6h *=7h     new\n  9c 9d *=9h/9s\n"
    assert said(*turn, "wikipedia-jokers").endswith(f"\ntable\n{table}")
    assert answer(*turn, "wikipedia-jokers")["jokers"] == [[], [["7h"]], [["9h", "9s"]]]


def test_rules_lists_the_presets() -> None:
    lines = said("rules").splitlines()
    assert [line.split()[0] for line in lines] == Rules.presets()
    assert [preset["name"] for preset in answer("rules")] == Rules.presets()


def test_rules_shows_what_is_special() -> None:
    text = said("rules", "tahiti")
    assert "Builds on agimeg, but:\n" in text
    assert re.search(r"^  jokers +4, not 0 +4 jokers\.$", text, re.MULTILINE)
    assert re.search(
        r"^  jokers +4, non 0 +4 jolly\.$", said("rules", "tahiti", "--lang", "it"), re.MULTILINE
    )
    document = answer("rules", "agimeg-corner", "--set", "decks=3", "--set", "run_max=12")
    assert document["rules"] == "agimeg-corner(decks=3, run_max=12)"
    assert document["differences"]["wrap"] == {"parent": False, "value": True}
    assert document["differences"]["decks"] == {"parent": 2, "value": 3}
    assert list(document["options"]) == list(Rules().options)
    assert "Builds on" not in said("rules", "modiano")


def test_solve_shows_the_best_lay() -> None:
    assert said("solve", *POSITION) == (
        "lay       Jh\n"
        "keep      2c\n"
        "value     1\n"
        "goes out  no\n"
        "\n"
        "table\n"
        "  9c 9d 9s  new\n"
        "  Tc Td Ts  new\n"
        "  9h Th Jh  new\n"
    )
    assert answer("solve", *POSITION) == {
        "laid": ["Jh"],
        "hand_after": ["2c"],
        "value": 1,
        "goes_out": False,
        "table": [["9c", "9d", "9s"], ["Tc", "Td", "Ts"], ["9h", "Th", "Jh"]],
        "jokers": [[], [], []],
        "released": [],
        "changed": [True, True, True],
    }


def test_solve_shows_which_jokers_are_released_and_what_they_stand_for() -> None:
    arguments = ["--table", "6c 7c *", "--hand", "8c 4h 5h", "--rules", "agimeg-jokers4"]
    shown = said("solve", *arguments)
    assert "the joker of 6c 7c * with 8c" in shown
    assert "4h 5h *=6h" in shown
    document = answer("solve", *arguments)
    assert document["jokers"] == [[], [["6h"]]]
    assert document["released"] == [
        {"old": ["6c", "7c", "*"], "by": "8c", "new": ["4h", "5h", "*"], "value": "6h"}
    ]


def test_solve_marks_what_has_changed() -> None:
    text = said("solve", "--table", "4h 5h 6h | 9c 9d 9s", "--hand", "7h")
    assert text.endswith("table\n  9c 9d 9s\n  4h 5h 6h 7h  new\n")
    assert "lay       -\nkeep      Kd\n" in said("solve", "--hand", "Kd")


def test_open_cards_that_lie_untouched_have_not_changed() -> None:
    tahiti = ["--hand", "5s 6s *", "--rules", "tahiti", "--open-cards", "9h 9d"]
    best = ["solve", *tahiti, "--objective", "points"]
    assert said(*best).endswith("table\n  5s 6s *=7s  new\n  9d\n  9h\n")
    document = answer(*best)
    assert document["table"] == [["5s", "6s", "*"], ["9d"], ["9h"]]
    assert document["changed"] == [True, False, False]


def test_solve_takes_what_the_function_takes() -> None:
    hand = ["--hand", "7d 8d 9d Td"]
    assert answer("solve", *hand, "--objective", "points")["value"] == 34
    assert answer("solve", *hand, "--objective", "points", "--at-most", "3")["value"] == 27
    assert answer("solve", *hand, "--objective", ",".join(["2"] * 53))["value"] == 8
    assert answer("solve", *hand, "--keep", "Td")["hand_after"] == ["Td"]
    assert answer("solve", *hand, "--rules", "thirty-six", "--not-opened")["laid"] == []
    tahiti = ["--rules", "tahiti", "--set", "jokers=0", "--open-cards", "Jd 3c"]
    document = answer("solve", "--hand", "Qd Kd", *tahiti)
    assert document["table"] == [["Jd", "Qd", "Kd"], ["3c"]]
    assert document["goes_out"] is True


def test_odds_counts() -> None:
    assert "chance   0.646896\n" in said("odds", "meld-in-hand", "13")
    chance = answer("odds", "meld-in-hand", "3")["meld_in_hand"]
    assert (chance["numerator"], chance["denominator"]) == (100, 22763)
    assert said("odds", "complete-hands", "6") == "cards  6\nhands  5050\n"
    assert answer("odds", "complete-hands", "6", "--physical")["complete_hands"] == 286732
    assert said("odds", "most-cards-laid", "3").startswith("0 laid  0.995607\n")
    most = answer("odds", "most-cards-laid", "4", "--set", "ace=low")["most_cards_laid"]
    assert list(most) == ["0", "1", "2", "3", "4"]


BAD = {
    "cards": (["check", "9c 9x 9d"], "the meld: cannot read"),
    "table text": (["solve", "--table", "9c 9x", "--hand", "9h"], "--table: cannot read"),
    "hand text": (["solve", "--hand", "9x"], "--hand: cannot read"),
    "final text": (["check", "--hand", "9h", "--final", "9x"], "--final: cannot read"),
    "meld": (["check", "9c 9d"], "E_MELD_SHORT: "),
    "turn": (["check", "--hand", "Kd", "--final", "Kd Ks"], "E_NOT_IN_HAND: "),
    "joker": (
        [
            "check",
            "--table",
            "2s * 4s",
            "--hand",
            "3s",
            "--final",
            "2s 3s 4s *",
            "--set",
            "jokers=4",
        ],
        "E_JOKER_REUSE: ",
    ),
    "nothing": (["check"], "give either a meld or --final"),
    "meld and table": (["check", "9c 9d 9h", "--table", "9c"], "leave out --table, or"),
    "meld and hand": (["check", "9c 9d 9h", "--hand", "9c"], "leave out --hand, or"),
    "meld and open": (["check", "9c 9d 9h", "--open-cards", "9c"], "leave out --open-cards, or"),
    "meld not opened": (["check", "9c 9d 9h", "--not-opened"], "leave out --not-opened, or"),
    "table": (["solve", "--table", "9c 9d", "--hand", "9h"], "E_MELD_SHORT: "),
    "hand": (["solve"], "--hand"),
    "keep": (["solve", "--hand", "9h", "--keep", "9c"], "E_NOT_IN_HAND: "),
    "objective": (["solve", "--hand", "9h", "--objective", "money"], "E_OBJECTIVE: "),
    "long weights": (
        ["solve", "--hand", "9h", "--objective", ",".join(["1"] * 52 + ["9" * 5_000])],
        "E_WEIGHTS: ",
    ),
    "weights": (["solve", "--hand", "9h", "--objective", "1,2"], "E_WEIGHTS: "),
    "number": (["solve", "--hand", "9h", "--at-most", "many"], "--at-most"),
    "negative": (["solve", "--hand", "9h", "--at-most", "-1"], "E_AT_MOST: "),
    "seconds": (["bench", "--seconds", "inf"], "--seconds"),
    "deck": (["odds", "meld-in-hand", "105"], "O_HAND_SIZE: "),
    "rules": (["rules", "bridge"], "no preset"),
    "option": (["check", "9c 9d 9h", "--set", "colour=red"], "no option"),
    "value": (["check", "9c 9d 9h", "--set", "decks=4", "--set", "wrap=1"], "C_OPTION: wrap"),
    "no points": (["rules", "agimeg-category"], "as in category_values={number:5, figure:10, ace:"),
    "no threshold": (["rules", "agimeg-threshold"], "as in threshold=100"),
    "no hand size": (["deal", "--rules", "agimeg-small-hand"], "as deal={2:5} would"),
    "syntax": (["check", "9c 9d 9h", "--set", "deal={2:"], "expected"),
    "no value": (
        ["check", "9c 9d 9h", "--set", "decks="],
        '--set takes OPTION=VALUE, not "decks="',
    ),
    "no name": (["rules", "--set", "=" * 99], "--set takes OPTION=VALUE"),
    "no bracket": (["rules", "modiano("], "found the end"),
    "no bracket but an option": (["rules", "modiano(", "--set", "decks=3"], "found the end"),
    "no rules": (["check", "9c 9d 9h", "--rules", " "], "the name of a preset"),
    "command": (["play-all"], "No such command"),
    "flag": (["check", "--loud"], "--loud"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("machiavelli: ")
    assert "Invalid value: " not in line
    assert message in line
    assert len(line) < 300


@pytest.mark.parametrize(("arguments", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_json_too(arguments: list[str], message: str) -> None:
    done = run(*arguments, "--json")
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert message.removesuffix(": ") in f"{error.get('code')}: {error['message']}"


def test_a_terminal_shows_suits_in_colour() -> None:
    shown = on_terminal("check", "Td Jd *", "--rules", "agimeg-jokers4")
    assert "10♦" in shown
    assert "\x1b[94m10♦\x1b[0m" in shown
    turn = ["--hand", "3s 4s *", "--final", "* 3s 4s", "--rules", "agimeg-jokers4"]
    assert "\x1b[35m*=\x1b[0m\x1b[1m2♠\x1b[0m" in on_terminal("check", *turn)


def test_a_terminal_without_colour_shows_none() -> None:
    shown = on_terminal("check", "Th Jh Qh", NO_COLOR="1")
    assert "10♥ J♥ Q♥" in shown
    assert "\x1b[3" not in shown


def test_a_terminal_gets_long_lines_wrapped_and_indented_alike() -> None:
    shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal("rules", "agimeg-severe"))
    lines = [line.rstrip() for line in shown.splitlines()]
    first = next(n for n, line in enumerate(lines) if line.startswith("  After a mistake"))
    assert len(lines[first]) <= 80
    assert re.fullmatch(r"  \S[\w, ]+\.", lines[first + 1])


WITH_MAPS = ["category_values={number:1,figure:2,ace:3,joker:5}", "deal={2:9,3:9}", "threshold=60"]
PRESETS = [
    [preset, *(part for each in WITH_MAPS for part in ("--set", each))]
    for preset in ("agimeg-category", "agimeg-small-hand", "agimeg-threshold", "wikipedia-severe")
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules[0])
def test_rules_fit_on_a_terminal_of_80_columns(rules: list[str], language: str) -> None:
    text = said("rules", *rules, "--lang", language)
    assert max(map(len, text.splitlines())) <= 80
    whole = " ".join(text.split())
    chosen = Rules.parse(f"{rules[0]}({', '.join(WITH_MAPS)})")
    for sentences in explain(chosen, Texts(language)).values():
        for sentence in sentences:
            assert sentence in whole
    for name in chosen.options:
        assert re.search(rf"^  {name} +\S", text, re.MULTILINE), name


def test_what_is_wrapped_stays_in_its_column() -> None:
    lines = said("rules", "wikipedia").splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("  joker_value "))
    column = lines[first].index("A joker in a set")
    assert lines[first + 1][:column].isspace()
    assert lines[first + 1][column:] == "missing cards at once."


def test_a_pipe_gets_a_line_for_each_preset_and_a_terminal_as_many_as_it_takes() -> None:
    about = Texts("en").catalogue("presets")
    lines = said("rules").splitlines()
    assert [line.split(maxsplit=1)[1] for line in lines] == list(about.values())
    shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal("rules")).splitlines()
    assert max(len(line.rstrip()) for line in shown) <= 80
    assert [line.split()[0] for line in shown if not line.startswith(" ")] == list(about)


@pytest.mark.parametrize("arguments", [["rules", "tahiti"], ["deal"], ["solve", "--hand", "9h"]])
def test_a_narrow_terminal_is_kept_to(arguments: list[str]) -> None:
    shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal(*arguments, COLUMNS="50"))
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 50


@pytest.mark.parametrize("columns", ["0", "1", "7", "-5", "abc", "9" * 30])
def test_a_width_that_no_terminal_has_is_done_without(columns: str) -> None:
    for arguments in (["rules", "tahiti"], ["rules"], ["deal"], ["solve", "--hand", "9h"]):
        done = run(*arguments, COLUMNS=columns)
        assert (done.returncode, done.stderr) == (0, "")
        assert max(map(len, done.stdout.splitlines())) <= (110 if arguments == ["rules"] else 80)


def test_a_pipe_gets_plain_text() -> None:
    for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert run("check", "10♥ J♥ Q♥", **environment).stdout.endswith("Th Jh Qh\n")


def test_a_terminal_that_has_no_signs_gets_letters() -> None:
    shown = on_terminal("check", "Th Jh Qh", PYTHONIOENCODING="ascii")
    assert "Th Jh Qh" in re.sub(r"\x1b\[\d+m", "", shown)


def test_help_and_version() -> None:
    assert said() == said("--help")
    assert said("odds") == said("odds", "--help")
    for command in ("solve", "check", "rules", "odds"):
        assert command in said("--help")
    assert re.fullmatch(r"machiavelli \d+\.\d+\.\d+\n", said("--version"))


COUNTS = [f"odds {count.name}" for count in odds.app.registered_commands]
COMMANDS = [str(command.name) for command in app.registered_commands]


@pytest.mark.parametrize("command", [*COMMANDS, "odds", *COUNTS])
def test_each_command_takes_json(command: str) -> None:
    assert re.search(r"--json\b", said(*command.split(), "--help"))


def test_odds_lists_what_it_counts_and_takes_json_before_or_after() -> None:
    assert [f"odds {count['name']}" for count in answer("odds")] == COUNTS
    count = ["meld-in-hand", "3"]
    assert said("odds", "--json", *count) == said("odds", *count, "--json")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete(shell: str) -> None:
    script = said("--show-completion", shell)
    assert "_MACHIAVELLI_COMPLETE" in script


def test_presets_complete() -> None:
    done = run(
        _MACHIAVELLI_COMPLETE="complete_bash",
        COMP_WORDS="machiavelli rules agimeg-c",
        COMP_CWORD="2",
    )
    assert set(done.stdout.split()) >= {"agimeg-corner", "agimeg-capped", "agimeg-category"}


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["rules"], ["rules", "--json"], ["--version"]])
def test_an_answer_that_cannot_be_written_is_one_line_too(arguments: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.startswith("machiavelli: cannot print the answer: ")


CLOSED = {"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-", "all": "<&- >&- 2>&-"}
WITHOUT = {
    "solve": "solve --table '4h 5h 6h' --hand 7h",
    "rules": "rules tahiti",
    "deal": "deal",
    "play": "play --seed 1",
    "json": "play --seed 1 --json",
    "replay": f"replay {Path(__file__).parent / 'data/two_rounds.txt'}",
    "simulate": "simulate --deals 3 --json",
}


@pytest.mark.skipif(os.name != "posix", reason="shells elsewhere close nothing")
@pytest.mark.parametrize("closed", CLOSED.values(), ids=CLOSED)
@pytest.mark.parametrize("arguments", WITHOUT.values(), ids=WITHOUT)
def test_closed_streams_are_done_without(arguments: str, closed: str) -> None:
    line = f"{sys.executable} -m machiavelli {arguments} {closed}"
    done = subprocess.run(  # noqa: S602 - it is written above
        line, shell=True, capture_output=True, stdin=subprocess.DEVNULL, text=True, check=False
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) == (">&-" not in closed.replace("2>&-", ""))


def test_letters_that_cannot_be_written_are_done_without() -> None:
    text = run("rules", "tahiti", "--lang", "it", PYTHONIOENCODING="ascii")
    assert (text.returncode, text.stderr) == (0, "")
    assert "?" in text.stdout
    json_text = run("check", "7h", "--rules", "così", "--json", PYTHONIOENCODING="ascii").stdout
    assert "così" in json.loads(json_text)["error"]["message"]
