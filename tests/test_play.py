"""`machiavelli play` and its kin, on a terminal and through pipes."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from corpus import DATA
from machiavelli import CARD_TYPES, Plan, State
from machiavelli.cli.moves import WORDS, Problem, read_command, step
from machiavelli.texts import LANGUAGES, Texts
from terminal import Terminal

# Each test starts processes of its own.
pytestmark = pytest.mark.thread_unsafe

START = ["play", "--seed", "5", "--dealer", "0", "--you", "Anna"]
"""The built-in player lays 7c 8c 9c; Anna has 9d 9h 9s among others."""


def piped(*arguments: str, lines: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "machiavelli", *arguments],
        input=lines,
        capture_output=True,
        encoding="utf-8",
        env=os.environ
        | {"PYTHONIOENCODING": "utf-8", "LC_ALL": "C", "USER": "Guest"}
        | environment,
        check=False,
        timeout=60,
    )


def said(*arguments: str, lines: str = "", **environment: str) -> str:
    done = piped(*arguments, lines=lines, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def documents(*arguments: str, lines: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in said(*arguments, "--json", lines=lines).splitlines()]


def play_on(terminal: Terminal) -> None:
    """Plays the best lay each turn until the match is over."""
    while terminal.expect("> ", "The match is over.") == "> ":
        terminal.enter("best")
        found = terminal.expect("type done to end the turn", "Nothing can be laid.")
        terminal.expect("> ")
        terminal.enter("done" if found.startswith("type") else "draw")


def test_a_whole_deal() -> None:
    with Terminal(*START, "--set", "deals=1", "--players", "greedy,patient") as terminal:
        play_on(terminal)
        assert terminal.wait() == 0
    assert "The deal is over." in terminal.said
    assert "goes out!" in terminal.said or "the stock is empty" in terminal.said
    assert "Anna  greedy  patient" in terminal.said
    assert "9♣" in terminal.said
    assert max(map(len, terminal.said.splitlines())) <= 80


def test_steps_are_taken_back() -> None:
    with Terminal(*START) as terminal:
        terminal.ask("9d 9h 9s", "Laid  9♦ 9♥ 9♠", "Laid")
        terminal.ask("undo", "Hand  13")
        terminal.ask("redo", "Laid  9♦ 9♥ 9♠")
        terminal.ask("reset", "Hand  13")
        terminal.ask("undo", "Laid  9♦ 9♥ 9♠")
        terminal.ask("undo", "Hand  13")
        terminal.ask("undo", "There is nothing to undo.")


def test_what_has_changed_since_the_last_turn_is_marked() -> None:
    with Terminal(*START) as terminal:
        terminal.expect("+ has changed since your last turn")
        terminal.expect("1+ 7♣ 8♣ 9♣")
        terminal.ask("9d 9h 9s", "1  7♣ 8♣ 9♣         2+ 9♦ 9♥ 9♠")


def test_giving_up_with_cards_in_the_air_costs_a_penalty() -> None:
    with Terminal(*START, "--set", "penalty=severe") as terminal:
        terminal.ask("take 7c", "In the air  7♣")
        terminal.ask("concede", "Anna takes 7♣ 8♣ 9♣ from melds that are not valid")
        terminal.expect("Anna 19")


def test_what_is_wrong_beside_the_melds_is_said_at_once() -> None:
    rules = ["--rules", "thirty-six", "--set", "opening_points=99"]
    with Terminal(*START, *rules) as terminal:
        terminal.expect("You have not opened yet.")
        terminal.ask("9d 9h 9s", "The melds from hand are worth too little to open.")
        terminal.ask("done", "The table is not valid yet. The melds from hand are worth too little")


def test_rules_that_draw_first_are_passed_under() -> None:
    with Terminal("play", "--rules", "wikipedia", "--seed", "1", "--you", "Anna") as terminal:
        terminal.ask(
            "draw", "Not possible: cards are drawn at the start of the turn; pass ends it."
        )
        terminal.ask("done", "You have laid nothing: type pass to end the turn.")
        terminal.ask("pass", "Anna draws")


def test_an_illegal_table_is_not_submitted_by_a_slip() -> None:
    with Terminal(*START) as terminal:
        terminal.ask("lay 9d 9h", "2! 9♦ 9♥")
        terminal.ask("done", "The table is not valid yet. Meld 2 (9♦ 9♥): it has fewer than three")
        terminal.ask("take 9c 1", "In the air  9♣")
        terminal.ask("done", "9♣ must come back to the table.")
        terminal.ask("lay 9c 2", "2+ 9♣ 9♦ 9♥")
        terminal.ask("draw", "You have laid 9♦ 9♥")
        terminal.ask("done", "Meld 1 (7♣ 8♣)")
        terminal.ask("done!", "The table of Anna is put back: it has fewer than three cards.")
        terminal.expect("as a penalty")
        terminal.expect("Anna 16")


def test_save_and_resume(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    with Terminal(*START, "--set", "deals=1") as terminal:
        terminal.ask("9d 9h 9s", "Laid")
        terminal.ask("done", "Anna lays 9♦ 9♥ 9♠")
        terminal.ask("quit", "The game is not saved")
        terminal.ask(f"save {file}", "The game is saved in")
        terminal.ask("draw", "Anna draws")
        terminal.ask("quit", "The game goes on with: machiavelli play --resume")
        assert terminal.wait() == 0
    saved = State.read(file.read_text())
    assert saved.names == ("Anna", "greedy")
    assert (saved.on_turn, saved.turn_number) == (0, 6)
    with Terminal("play", "--resume", str(file)) as terminal:
        terminal.expect("Deal 1, turn 6")
        play_on(terminal)
        assert terminal.wait() == 0
    assert State.read(file.read_text()).winners is not None
    over = said("play", "--resume", str(file))
    assert "The match is over." in over
    assert "total" in over
    with Terminal(*START, "--save", str(file)) as terminal:
        terminal.expect("is there already")
        assert terminal.wait() == 2


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="nothing hangs up here")
def test_a_hang_up_in_the_middle_of_a_turn_leaves_the_record_whole(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    with Terminal(*START, "--save", str(file)) as terminal:
        terminal.ask("9d 9h 9s", "Laid")
        terminal.ask("done", "Anna lays 9♦ 9♥ 9♠")
        terminal.ask("take 7c", "In the air")
        terminal.expect("> ")
        before = file.read_text()
        terminal.hang_up()
    assert file.read_text() == before
    state = State.read(before)
    assert (state.on_turn, len(state.hand(0))) == (0, 10)
    with Terminal("play", "--resume", str(file)) as terminal:
        terminal.expect("Hand  10")


def test_the_clock_runs() -> None:
    with Terminal(*START, "--set", "turn_seconds=2") as terminal:
        terminal.expect("2 seconds left.")
        terminal.expect("> ")
        terminal.expect("The table of Anna is put back: the time is up.")


def test_control_c_asks_first() -> None:
    with Terminal(*START) as terminal:
        terminal.expect("> ")
        time.sleep(0.5)  # The prompt is there a moment before anybody listens.
        terminal.process.send_signal(signal.SIGINT)
        terminal.expect("The game is not saved")
        terminal.ask("quit", "You have left the game.")
        assert terminal.wait() == 0


def test_italian_by_the_locale() -> None:
    with Terminal(*START, LANG="it_IT.UTF-8") as terminal:
        terminal.ask("cala 9d 9h", "2! 9♦ 9♥")
        terminal.ask(
            "fatto", "Il tavolo non è ancora valido. Gioco 2 (9♦ 9♥): ha meno di tre carte"
        )
        terminal.ask("aiuto", "cala CARTE [GIOCO]")
        terminal.ask("annulla", "Mano  13")
        terminal.ask("pesca", "Anna pesca")
        terminal.expect("> ")
    assert max(map(len, terminal.said.splitlines())) <= 80


def test_a_pipe_is_a_script() -> None:
    text = said(*START, lines="# a comment\n\nhint\n9d 9h 9s\ndone\n")
    assert "You can lay 3 cards: 9d 9h 9s." in text
    assert "Anna lays 9d 9h 9s\n" in text
    assert "> " not in text
    assert text.endswith("You have left the game.\n")
    assert max(map(len, text.splitlines())) <= 80


def test_a_name_that_no_file_can_have_costs_nothing() -> None:
    told = documents(*START, lines="save a\0b\nsave /nowhere/x\n")
    errors = [document["error"]["message"] for document in told if "error" in document]
    assert len(errors) == 2
    assert "No file can be called 'a\\x00b'." in errors[0]
    assert len([document for document in told if "turn" in document]) == 1


def test_saving_replaces_no_other_file(tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("precious")
    told = documents(*START, lines=f"save {diary}\nsave {diary}.rec\nsave {diary}.rec\n")
    errors = [document["error"]["message"] for document in told if "error" in document]
    assert len(errors) == 1
    assert "File exists" in errors[0]
    assert diary.read_text() == "precious"
    assert State.read((tmp_path / "diary.txt.rec").read_text()).names == ("Anna", "greedy")


def test_what_is_damaged_is_told_as_json_too(tmp_path: Path) -> None:
    file = tmp_path / "damaged.rec"
    begun = State.start("modiano", ["A", "B"], seed=7)[0].record
    file.write_text(f"{begun}0 pas\n")
    line = begun.count("\n") + 1
    done = piped("replay", "--check", "--json", str(file))
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert (error["type"], error["code"], error["line"]) == ("RecordError", "E_RECORD", line)


def test_json_tells_everything_a_program_needs(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    lines = "lay 9d 9h\ndone\nlay 9s 2\nhint\nfold\ndone\nsort rank\nscore\nhelp\nrules\nsave\n"
    told = documents(*START, "--save", str(file), lines=lines)
    kinds = [next(iter(document)) for document in told]
    assert kinds[:4] == ["event", "event", "event", "event"]
    [turn, *_] = [document for document in told if "turn" in document]
    assert turn["table"] == [["7c", "8c", "9c"]]
    assert {"9d", "9h", "9s"} <= set(turn["hand"])
    [bad, good, *_] = [document for document in told if "plan" in document]
    assert bad["faults"] == [{"meld": 2, "code": "E_MELD_SHORT"}]
    assert (bad["code"], good["code"], good["faults"]) == ("E_MELD_SHORT", None, [])
    assert good["plan"] == [["7c", "8c", "9c"], ["9d", "9h", "9s"]]
    errors = [document["error"] for document in told if "error" in document]
    assert [error["code"] for error in errors] == ["E_MELD_SHORT", None]
    assert {"event": "Laid", "seat": 0, "cards": ["9d", "9h", "9s"]} in told
    assert {"score": [], "totals": [0, 0]} in told
    drawn = [each for each in told if each.get("event") == "Drew" and each["seat"] == 1]
    assert drawn
    assert all(each["cards"] is None for each in drawn)


def test_presets_of_all_kinds_can_be_played_through_a_pipe() -> None:
    needed = {
        "agimeg-category": ["category_values={number:1,figure:2,ace:3,joker:5}"],
        "agimeg-threshold": ["threshold=60"],
        "agimeg-small-hand": ["deal={2:9,3:9}"],
    }
    for rules in ("tahiti", "wikipedia-jokers", "thirty-six", *needed):
        changes = [part for each in needed.get(rules, []) for part in ("--set", each)]
        told = documents(
            "play", "--rules", rules, *changes, "--seed", "3", lines="hint\npass\n" * 9
        )
        assert any("turn" in document for document in told), rules


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_the_game_goes_on(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - it is a test
    words = [word for name in WORDS if name not in {"quit", "save"} for word in WORDS[name]]
    things = ["7h", "10♣", "*", "*=Js", "9", "new", "x", *"1122334455", *map(str, CARD_TYPES)]
    lines = []
    for _ in range(300):
        some = [chance.choice(things) for _ in range(chance.randrange(4))]
        line = " ".join([chance.choice(words), *some])
        lines.append(chance.choice(["best", "done", "done!", "pass", line, line, line]))
    rules = ["agimeg-jokers-free", "wikipedia-jokers", "tahiti", "agimeg-severe"][seed]
    text = said("play", "--rules", rules, "--seed", str(seed), lines="\n".join(lines) + "\n")
    assert text.endswith(("You have left the game.\n", " won.\n"))


def test_one_screen_has_one_way_to_write_cards() -> None:
    with Terminal(*START, "--set", "jokers=4") as terminal:
        terminal.ask("hint", "Type best to lay them so:")
        for line in ("lay Td", "take Td", "lay *=Td", "9d 9h", "draw", "take 7c", "done"):
            terminal.expect("> ")
            terminal.enter(line)
        terminal.expect("> ")
    said = re.sub(r"(?m)^> .*|Type: .*", "", terminal.said)
    assert "10♦" in said
    assert re.findall(r"\b[A2-9TJQK][cdhs]\b", said) == []


HOSTILE = "\x1b[2J\u202eAnna"


@pytest.mark.parametrize("name", [HOSTILE, "\x07", "A\nB", "x" * 41, "\x9b1m"])
def test_a_name_that_does_not_show_is_refused(name: str) -> None:
    done = piped("play", "--you", name)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert "--you is a name of" in line
    assert line.isprintable()
    assert "Guest, it is your turn" in said("play", "--seed", "1", USER=HOSTILE)


def test_what_is_typed_or_named_gives_a_terminal_no_orders(tmp_path: Path) -> None:
    file = tmp_path / "\x1b[2J[red]x"
    lines = f"{HOSTILE}\nlay {HOSTILE}\nsave {file}\nsave /nowhere/{HOSTILE}\nquit\n"
    text = said(*START, lines=lines)
    assert all(line.isprintable() for line in text.splitlines())
    assert text.endswith(f"--resume '{tmp_path}/\\x1b[2J[red]x'\n")
    for arguments in (
        ["replay", HOSTILE],
        ["play", "--resume", HOSTILE],
        ["play", "--lang", HOSTILE],
        ["play", "--players", HOSTILE],
        ["play", "--rules", HOSTILE],
        ["play", "--set", HOSTILE],
        ["play", f"--{HOSTILE}"],
        [HOSTILE],
        ["check", HOSTILE],
        ["simulate", "--out", f"{HOSTILE}.csv/x.csv"],
        ["simulate", "--deals", HOSTILE],
    ):
        done = piped(*arguments)
        assert done.returncode == 2, arguments
        [line] = done.stderr.splitlines()
        assert line.isprintable(), arguments


def test_names_in_a_record_give_a_terminal_no_orders(tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    state, _ = State.start("modiano", ["Anna", "Bruno"], seed=7, dealer=1)
    record = state.play("pass")[0].record
    for arguments in (["replay"], ["replay", "--check"], ["play", "--resume"]):
        file.write_text(record.replace("Anna", "\u202eAnna"), encoding="utf-8")
        text = said(*arguments, str(file))
        assert all(line.isprintable() for line in text.splitlines())
        assert r"\u202eAnna" in text or "--check" in arguments
        file.write_text(record.replace("Anna", HOSTILE), encoding="utf-8")
        done = piped(*arguments, str(file))
        assert (done.returncode, done.stdout) == (2, "")
        [line] = done.stderr.splitlines()
        assert line.endswith(
            r"line 3 of the record: the name of player 0 has the control "
            r"character \u{1b}"
        )


LONG = "9" * 5_000
"""More digits than Python makes a number of."""


def test_endless_words_and_numbers_are_told_in_a_line() -> None:
    lines = [f"lay 9d {LONG}", f"split 1 {LONG}", f"join {LONG} 1", LONG, "x" * 5_000, "7h" * 5_000]
    told = documents(*START, lines="\n".join([*lines, f"lay {'x' * 5_000}"]) + "\n")
    errors = [document["error"]["message"] for document in told if "error" in document]
    assert len(errors) == len(lines) + 1
    assert max(map(len, errors)) < 200
    done = piped("play", "--players", LONG)
    assert done.stderr.startswith("machiavelli: --players is a number from 2 to 8, or some of ")


def test_a_score_sheet_of_eight_fits() -> None:
    text = said(
        "play", "--rules", "agimeg-triple", "--players", "8", "--seed", "3", lines="score\n"
    )
    names, totals = text.splitlines()[-3:-1]
    assert names.split("greedy")[0].strip() == "Guest"
    assert len(names) == len(totals) <= 80
    assert totals.split() == ["total", *["0"] * 8]


def test_a_name_may_begin_at_home(tmp_path: Path) -> None:
    said(*START, lines="save ~/game.rec\nquit\n", HOME=str(tmp_path), USERPROFILE=str(tmp_path))
    assert State.read((tmp_path / "game.rec").read_text()).names == ("Anna", "greedy")


def test_a_script_may_come_from_windows() -> None:
    text = said(*START, lines="# one\r\n\r\n9d 9h 9s\r\ndone\r\nquit\r\nquit\r\n")
    assert "Anna lays 9d 9h 9s\n" in text
    assert text.endswith("You have left the game.\n")


def test_help_tells_of_jokers_where_there_are_any() -> None:
    joker = "lay 9d 9h *=9c"
    assert joker in said("play", "--rules", "tahiti", "--seed", "3", lines="help\n")
    assert joker not in said("play", "--seed", "3", lines="help\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_joker_is_freed_as_the_help_says(language: str) -> None:
    text = Texts(language).say("help_free_joker")
    plan = Plan("9d 9h *=9c | 6s 7s 8s", "9c 4h 5h", "agimeg-jokers4")
    for line in text.partition("usalo: " if language == "it" else "use it: ")[2].split(", "):
        plan = step(plan, read_command(line), "")
    assert str(plan.table) == "9d 9h 9c | 6s 7s 8s | 4h 5h *"
    assert plan.faults == ()


def test_deal() -> None:
    text = said("deal", "--seed", "5", "--players", "3", "--sort", "rank")
    assert text.splitlines()[0] == "Player 0  13  dealer"
    document = json.loads(said("deal", "--seed", "5", "--players", "3", "--json"))
    state, _ = State.start("modiano", 3, seed=5)
    assert document["hands"] == [[str(card) for card in state.hand(seat)] for seat in range(3)]
    assert document["stock"] == [str(card) for card in state.stock]
    assert len(document["stock"]) == 65
    deck = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    deck = " ".join([deck] * 2 + [deck.replace("c", suit) for suit in "ddhhss"])
    given = json.loads(said("deal", "--cards", deck, "--dealer", "1", "--json"))
    # Every other card of the two rows of clubs: the odd ranks of one, the even ones of the other.
    assert given["hands"][0] == given["hands"][1] == deck.split()[:13]
    oldest = json.loads(said("deal", "--players", "3", "--set", "first_dealer=oldest", "--json"))
    assert oldest["dealer"] == 2
    bad = piped("deal", "--cards", "Ac Ac")
    assert bad.returncode == 2
    assert bad.stderr.startswith("machiavelli: E_DECK: ")


def test_replay(tmp_path: Path) -> None:
    file = Path(__file__).parent / "data/two_rounds.txt"
    assert said("replay", str(file), "--check") == (
        "The record is intact. Deals: 1, actions: 6.\nThe game goes on.\n"
    )
    text = said("replay", str(file))
    assert "Anna lays 8c 9c Tc 7d 7h 7s\n" in text
    assert "The table of Carla is put back: the turn was given up." in text
    events = documents("replay", str(file))
    assert events[0]["event"] == "Dealt"
    assert events[-1] == {"event": "TurnBegan", "seat": 0}
    cut = tmp_path / "cut.txt"
    cut.write_text(file.read_text()[:-9])
    done = piped("replay", str(cut), "--check")
    assert done.returncode == 2
    assert done.stderr.startswith("machiavelli: E_RECORD: line ")
    shown = piped("replay", str(cut))
    assert shown.returncode == 2
    assert "Bruno lays" in shown.stdout
    missing = piped("replay", str(tmp_path / "none.txt"))
    assert missing.returncode == 2
    with Terminal("replay", str(file)) as terminal:
        terminal.expect("Enter for the next step")
        terminal.enter("")
        terminal.expect("Anna lays")
        terminal.enter("q")
        assert terminal.wait() == 0


BAD = {
    "players": (["play", "--players", "wizard"], "--players is a number from 2 to 8, or some of"),
    "too many": (["play", "--players", "6"], "players must be 2 to 5 (players_max), not 6"),
    "far too many": (["play", "--players", "99"], "from 2 to 8, or some of random, greedy, thrif"),
    "alone": (["play", "--players", "1"], 'patient, not "1"'),
    "nobody": (["play", "--players", "0"], 'patient, not "0"'),
    "language": (["play", "--lang", "de"], "--lang is en or it"),
    "sort": (["play", "--sort", "colour"], "--sort is suit or rank"),
    "sorted deal": (["deal", "--sort", "colour"], "--sort is suit or rank"),
    "resume": (["play", "--resume", "/nowhere/game.txt"], "cannot be used: No such file"),
    "resume otherwise": (
        ["play", "--resume", "x", "--rules", "tahiti", "--seed", "3"],
        "a saved game goes on as it was begun: leave out --rules, --seed",
    ),
    "resume as somebody else": (
        ["play", "--resume", str(DATA / "two_rounds.txt"), "--you", "Dora"],
        "--you is one of the players",
    ),
    "dealer": (["play", "--dealer", "7"], "player 7 does not play"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    done = piped(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("machiavelli: ")
    assert message in line


TABLE = "7c 7d 7h 7s | 4h 5h 6h | 9c 9d 9s | Tc Jc Qc Kc"

STEPS = {
    "lay 8h 9h Th": f"{TABLE} | 8h 9h Th",
    "8h 9h 10h": f"{TABLE} | 8h 9h Th",
    "8h9hTH": f"{TABLE} | 8h 9h Th",
    "8♥ 9♥ 10♥": f"{TABLE} | 8h 9h Th",
    "cala 9h su 3": "7c 7d 7h 7s | 4h 5h 6h | 9c 9d 9h 9s | Tc Jc Qc Kc",
    "lay 9h on 3": "7c 7d 7h 7s | 4h 5h 6h | 9c 9d 9h 9s | Tc Jc Qc Kc",
    "9h > 3": "7c 7d 7h 7s | 4h 5h 6h | 9c 9d 9h 9s | Tc Jc Qc Kc",
    "7h 8h 2": "7c 7d 7s | 4h 5h 6h 7h 8h | 9c 9d 9s | Tc Jc Qc Kc",
    "take 7h": "7c 7d 7s | 4h 5h 6h | 9c 9d 9s | Tc Jc Qc Kc",
    "take 7h 7s 1": "7c 7d | 4h 5h 6h | 9c 9d 9s | Tc Jc Qc Kc",
    "take 2 3": "7c 7d 7h 7s | Tc Jc Qc Kc",
    "move 7h 2": "7c 7d 7s | 4h 5h 6h 7h | 9c 9d 9s | Tc Jc Qc Kc",
    "move 7h from 1 to 2": "7c 7d 7s | 4h 5h 6h 7h | 9c 9d 9s | Tc Jc Qc Kc",
    "move 9c 9d 9s 2": "7c 7d 7h 7s | 4h 5h 6h 9c 9d 9s | Tc Jc Qc Kc",
    "sposta 7h nuovo": "7c 7d 7s | 4h 5h 6h | 9c 9d 9s | Tc Jc Qc Kc | 7h",
    "move 9c 4": "7c 7d 7h 7s | 4h 5h 6h | 9d 9s | 9c Tc Jc Qc Kc",
    "split 4 2": "7c 7d 7h 7s | 4h 5h 6h | 9c 9d 9s | Tc Jc | Qc Kc",
    "split 4 Qc": "7c 7d 7h 7s | 4h 5h 6h | 9c 9d 9s | Tc Jc | Qc Kc",
    "split before Qc": "7c 7d 7h 7s | 4h 5h 6h | 9c 9d 9s | Tc Jc | Qc Kc",
    "join 2 3": "7c 7d 7h 7s | 4h 5h 6h 9c 9d 9s | Tc Jc Qc Kc",
    "rev 2": "7c 7d 7h 7s | 6h 5h 4h | 9c 9d 9s | Tc Jc Qc Kc",
}


@pytest.mark.parametrize(("line", "after"), STEPS.items())
def test_commands_are_short_and_forgiving(line: str, after: str) -> None:
    plan = Plan(TABLE, "8h 9h Th 2c")
    moved = step(plan, read_command(line), "")
    shown = " | ".join(str(meld) for meld in moved.table)
    assert shown == after
    assert moved.undo() == plan


PROBLEMS = {
    "fold": "unknown",
    "s 3": "unknown",
    "!": "unknown",
    "lay 9x": "bad_card",
    "lay": "usage",
    "lay 3": "usage",
    "lay 8h 1 2": "usage",
    "lay 8h 9": "no_meld",
    "lay Kd": "not_at_hand",
    "take": "usage",
    "take 2c": "not_on_table",
    "take 9c 1": "not_in_meld",
    "move 9c": "usage",
    "move 9c 3 3": "itself",
    "split 4": "usage",
    "split 4 Tc": "cannot_split",
    "split 4 9d": "not_in_meld",
    "split 4 4": "cannot_split",
    "join 2": "usage",
    "join 2 2": "itself",
    "reverse": "usage",
    "reverse 0": "usage",
}


@pytest.mark.parametrize(("line", "key"), PROBLEMS.items())
def test_commands_that_cannot_be_done_say_why(line: str, key: str) -> None:
    with pytest.raises(Problem) as caught:
        step(Plan(TABLE, "8h 9h Th 2c"), read_command(line), "")
    assert caught.value.key == key


def test_a_card_that_lies_twice_must_be_told_apart() -> None:
    plan = Plan("7c 7d 7h | 7c 8c 9c", "7s 2d")
    with pytest.raises(Problem) as caught:
        step(plan, read_command("take 7c"), "")
    assert caught.value.key == "which_meld"
    with pytest.raises(Problem) as caught:
        step(plan, read_command("lay 7s 7c"), "")
    assert caught.value.key == "take_first"
    assert caught.value.values["number"] == 1
    assert str(step(plan, read_command("take 7c 2"), "").table) == "7c 7d 7h | 8c 9c"
    one = Plan("7d | 4h 5h 6h", "5d 6d", "tahiti", open_cards="7d")
    assert str(step(one, read_command("move 7d 2"), "").table) == "4h 5h 6h 7d"
    assert str(step(one, read_command("5d 6d 7d"), "").table) == "4h 5h 6h | 5d 6d 7d"
