"""What the game says: complete in every language, and true of the rules."""

import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import machiavelli
from machiavelli import Rules, events
from machiavelli.cli.moves import WORDS
from machiavelli.explain import MOOT, TOPICS, differences, explain, sentence
from machiavelli.tell import Teller, listed
from machiavelli.texts import LANGUAGES, Texts, language_of, texts

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = ("play", "codes", "help", "presets", "topics", "basics", "options")

NEEDED: dict[str, dict[str, Any]] = {
    "agimeg-category": {"category_values": {"number": 1, "figure": 2, "ace": 3, "joker": 5}},
    "agimeg-threshold": {"threshold": 60},
    "agimeg-small-hand": {"deal": {2: 9, 3: 9}},
}


def rules_of(preset: str) -> Rules:
    return Rules(preset, **NEEDED.get(preset, {}))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", CATALOGUES)
def test_catalogues_hold_the_same_in_every_language(name: str) -> None:
    english = Texts("en").catalogue(name)
    for language in LANGUAGES:
        other = Texts(language).catalogue(name)
        assert list(other) == list(english)
        for key, text in other.items():
            assert placeholders(text) == placeholders(english[key]), (language, key)


def test_every_code_has_its_words() -> None:
    source = (ROOT / "rust/core/src/code.rs").read_text(encoding="utf-8")
    codes = re.findall(r'= "(E_\w+)"', source)
    assert len(codes) > 40
    for language in LANGUAGES:
        assert set(Texts(language).catalogue("codes")) == set(codes)


def test_every_preset_and_command_has_its_words() -> None:
    for language in LANGUAGES:
        assert list(Texts(language).catalogue("presets")) == Rules.presets()
        helped = Texts(language).catalogue("help")
        assert set(helped) == set(WORDS)
        for name, line in helped.items():
            assert line.split()[0] in WORDS[name]
            assert len(line) <= 78, line


def test_a_word_means_one_command() -> None:
    words = [word for names in WORDS.values() for word in names]
    assert len(words) == len(set(words))


def test_every_text_of_the_game_is_used() -> None:
    package = ROOT / "python/machiavelli"
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in package.rglob("*.py")
        if path.parent.name != "texts"
    )
    for key in Texts("en").catalogue("play"):
        family = key.split("_")[0]
        made = {"why", "cause", "end", "is", "nothing"}
        assert re.search(rf"""["']{key}["']""", code) or family in made or key.endswith("_one"), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_option_has_its_sentence(language: str) -> None:
    spoken = Texts(language)
    assert sorted(sum(TOPICS.values(), ())) == sorted(Rules().options)
    assert set(MOOT) <= set(Rules().options)
    keys = {key.partition("=")[0] for key in spoken.catalogue("options")}
    assert keys == set(Rules().options)
    for preset in Rules.presets():
        for name in rules_of(preset).options:
            said = sentence(rules_of(preset), name, spoken)
            assert said is None or said.endswith("."), (preset, name)


@pytest.mark.parametrize("preset", Rules.presets())
def test_a_difference_is_explained(preset: str) -> None:
    rules = rules_of(preset)
    for language in LANGUAGES:
        said = [text for each in explain(rules, Texts(language)).values() for text in each]
        assert len(said) > 15
        silent = {"opening_clean", "joker_value", "joker_lock", "joker_source"}
        for name, (_, value) in differences(rules).items():
            text = sentence(rules, name, Texts(language))
            moot = name in silent and not rules.options["jokers"]
            assert text in said or text is None or moot, (name, value)


def test_points_are_told_shortly() -> None:
    said = sentence(Rules("tahiti"), "values", Texts("en"))
    assert said == "Points: A: 11, 2-10: 2-10, J-K: 10, *: 30."
    category = sentence(rules_of("agimeg-category"), "category_values", Texts("en"))
    assert category == "Points: number: 1, figure: 2, ace: 3."


def test_the_locale_chooses() -> None:
    assert language_of({"LANG": "it_IT.UTF-8"}) == "it"
    assert language_of({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}) == "en"
    assert language_of({"LC_ALL": "", "LC_MESSAGES": "it_CH"}) == "it"
    assert language_of({"LANG": "de_DE"}) == language_of({}) == "en"
    assert texts("it").language == "it"


def test_names_are_listed_as_people_list_them() -> None:
    spoken = Texts("en")
    assert listed(["Anna", "Bruno", "Carla"], spoken) == "Anna, Bruno and Carla"
    assert (listed(["Anna"], spoken), listed([], spoken)) == ("Anna", "nobody")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told(language: str) -> None:
    teller = Teller(Texts(language), ["Anna", "Bruno"])
    outcome = machiavelli.Outcome("went out", [0], [0, 3])
    told: list[events.Event] = [
        events.Dealt(1, 0, (0, 1), 13),
        events.TurnedUp(machiavelli.Cards("7d")),
        events.Drew(0, 1, machiavelli.Cards("7d"), "start"),
        events.Drew(1, 2, None, "penalty"),
        events.Laid(0, machiavelli.Cards("7d")),
        events.Rearranged(0),
        events.Opened(1),
        events.Restored(0, "illegal", "E_MIXED", "no"),
        events.Restored(0, "timed out", None, None),
        events.Took(0, machiavelli.Cards("7d"), "conceded", None, None),
        events.WentOut(0),
        events.DealOver(outcome),
        events.Excluded((0,)),
        events.Tied((0, 1)),
        events.MatchOver((1,)),
    ]
    assert {type(event) for event in told} | {events.TurnBegan} == set(events.Event.__args__)
    assert all(teller.tell(event) for event in told)
    assert teller.tell(events.TurnBegan(0)) is None
    for end in ("stock empty", "failed draw", "standstill"):
        assert teller.tell(events.DealOver(machiavelli.Outcome(end, [0], [0, 3])))
