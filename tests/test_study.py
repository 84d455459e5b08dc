"""The study says what was measured, its commands measure that, and it still is so."""

import json
import math
import re
import shlex
from dataclasses import replace

import pytest
from docs.figures import SEED, Figures, FirstRound, Hands, Run, from_data, named, to_data
from docs.report import FOLDER, STATED, as_text, kept, page, preset_of

from machiavelli import Rules
from machiavelli.cli.app import app

STUDY = kept()

RUNS = list(
    dict.fromkeys(
        each.run
        for part in ("presets", "by_players", "exhaustion", "holding_back", "strategies")
        for each in getattr(STUDY, part)
    )
)

FEW = 3

LIMIT = 5.0
"""Deviations beyond so many standard errors do not happen by chance."""


def test_the_page_says_what_was_measured() -> None:
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == page(STUDY)


def test_figures_are_kept_as_they_are() -> None:
    text = (FOLDER / "figures.json").read_text(encoding="utf-8")
    assert as_text(to_data(from_data(json.loads(text)))) == text


def test_plots_are_those_of_the_figures() -> None:
    written = re.findall(r"!\[.+\]\((.+)\)", page(STUDY))
    assert sorted(written) == sorted(path.name for path in FOLDER.glob("*.svg"))
    pytest.importorskip("matplotlib", reason="it draws the plots")
    from docs.plots import plots  # noqa: PLC0415 - it needs matplotlib

    drawn = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    assert drawn == plots(STUDY)


def test_every_preset_is_there() -> None:
    assert {preset_of(each) for each in STUDY.presets} == set(Rules.presets())
    missing = set(Rules.presets()) - {preset_of(each) for each in STUDY.holding_back}
    assert missing == {"agimeg-small-hand"}


def commands() -> list[str]:
    return re.findall("^machiavelli simulate .+$", page(STUDY), re.MULTILINE)


def test_every_figure_has_its_command() -> None:
    assert set(commands()) == {run.command for run in RUNS}


@pytest.mark.thread_unsafe(reason="what is printed is caught for all threads")
def test_commands_measure_what_the_study_does(capsys: pytest.CaptureFixture[str]) -> None:
    for run in RUNS:
        words = shlex.split(run.command)
        at = words.index("--deals") + 1
        assert (words[at], words[words.index("--seed") + 1]) == (str(run.deals), str(SEED))
        words[at] = str(FEW)
        app([*words[1:], "--json"], prog_name=words[0], standalone_mode=False)
        summary = json.loads(capsys.readouterr().out)["summary"]
        figures = Figures.of(replace(run, deals=FEW))
        assert summary["games"] == figures.games
        assert summary["turns"]["value"] == figures.turns.value
        for told, player in zip(summary["players"], figures.players, strict=True):
            assert told["behind_first"]["value"] == player.behind_first.value


def test_what_is_dealt_is_dealt_again() -> None:
    for hands in STUDY.hands:
        assert Hands.of(hands.cards, hands.dealt) == hands


def test_the_exact_values_are_what_the_rules_say() -> None:
    # R2.15, which has six digits of each.
    by_size = {hands.cards: hands for hands in STUDY.hands}
    found = [round(by_size[size].meld_chance, 6) for size in (13, 9, 7, 5)]
    assert found == [0.646896, 0.278027, 0.131319, 0.041066]
    assert round(by_size[13].twins_chance, 6) == 0.574759
    assert {size for size, _, _ in STATED.values()} == set(by_size)


@pytest.mark.parametrize("rules", ["modiano", "agimeg-single", "neapolitan", "wikipedia"])
def test_it_is_still_so(rules: str) -> None:
    """Few deals show whether figures are off."""
    [before] = [each for each in STUDY.presets if preset_of(each) == rules]
    now = Figures.of(replace(before.run, deals=300))
    for name in ("turns", "lays", "stock"):
        old, new = getattr(before, name), getattr(now, name)
        assert abs(new.value - old.value) < LIMIT * math.hypot(old.error, new.error), name


def test_first_rounds_are_still_so() -> None:
    for before in STUDY.first_rounds:
        now = FirstRound.of(before.rules, before.players, 200)
        spread = math.hypot(before.lays.error, now.lays.error)
        assert abs(now.lays.value - before.lays.value) < LIMIT * spread


def test_a_run_is_what_its_command_says() -> None:
    run = Run(str(named("agimeg-threshold")), ("greedy", "patient"), 10, duplicate=True)
    assert run.command == (
        "machiavelli simulate --rules 'agimeg-threshold(threshold=100)'"
        " --players greedy,patient --deals 10 --seed 1 --duplicate"
    )
    assert len(run.play()) == 20
