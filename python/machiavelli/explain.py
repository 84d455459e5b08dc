"""Rules in words, made from their options, so that the words cannot disagree with the play."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from machiavelli import Rules
from machiavelli.texts import Texts

__all__ = ["differences", "explain", "sentence", "written"]

TOPICS = {
    "cards": (
        "decks", "pack", "jokers", "players_max", "deal", "open_cards", "allow_empty_stock",
        "first_dealer", "next_dealer",
    ),
    "turn": (
        "draw_start", "draw_start_preopen", "may_decline", "draw_idle", "draw_laid",
        "play_after_idle_draw", "opening", "opening_points", "opening_clean", "pure_rearrange",
        "turn_cap", "turn_seconds",
    ),
    "mistakes": ("invalid_submit", "penalty", "penalty_cards"),
    "melds": (
        "ace", "wrap", "run_max", "order_significant", "run_direction", "identical_melds",
    ),
    "jokers": (
        "joker_value", "joker_ratio", "joker_max", "joker_lock", "joker_source", "joker_reuse",
        "joker_to_run",
    ),
    "end": ("co_winners", "exhaustion", "exhaustion_score"),
    "score": (
        "score", "flat_value", "values", "category_values", "match", "deals", "threshold",
        "threshold_cmp", "exclusion_penalty", "tie_break",
    ),
}  # fmt: skip
"""What the options are about, each in one place."""

MOOT = {
    "opening_points": ("opening", {"points"}),
    "opening_clean": ("jokers", None),
    "run_direction": ("order_significant", {True}),
    "flat_value": ("score", {"flat"}),
    "values": ("score", {"value"}),
    "category_values": ("score", {"category"}),
    "deals": ("match", {"deals"}),
    "threshold": ("match", {"threshold"}),
    "threshold_cmp": ("match", {"threshold"}),
    "exclusion_penalty": ("match", {"threshold"}),
    "play_after_idle_draw": ("draw_idle", None),
} | dict.fromkeys(TOPICS["jokers"], ("jokers", None))
"""Options that say nothing unless another one has one of these values, or is not 0 (R7.3)."""


def explain(rules: Rules, texts: Texts) -> dict[str, list[str]]:
    """The rules as sentences by topic, without what is not there.

    >>> from machiavelli.texts import Texts
    >>> for sentence in explain(Rules("agimeg-corner"), Texts("en"))["Melds"]:
    ...     print(sentence)
    A set is three or four cards of a rank, each of another suit.
    A run is three or more cards of a suit, one after the other.
    The ace stands before the 2 or after the king.
    Runs go round the corner: K A 2 is a run.
    Two identical melds may lie on the table.
    """
    topics = texts.catalogue("topics")
    said = {
        topics[topic]: [*_basics(topic, texts), *_sentences(rules, names, texts)]
        for topic, names in TOPICS.items()
    }
    return {topic: sentences for topic, sentences in said.items() if sentences}


def _basics(topic: str, texts: Texts) -> list[str]:
    """What is so under all rules."""
    basics = texts.catalogue("basics").items()
    return [text for key, text in basics if key.partition("_")[0] == topic]


def _sentences(rules: Rules, names: tuple[str, ...], texts: Texts) -> list[str]:
    sentences = (sentence(rules, name, texts) for name in names if _counts(rules, name))
    return [text for text in sentences if text]


def sentence(rules: Rules, name: str, texts: Texts) -> str | None:
    """What an option of these rules means; None if it goes without saying."""
    value = rules.options[name]
    if name == "deal":
        value = written(value).removeprefix("flat:").strip("{}").replace(":", ": ")
    if name in {"values", "category_values"} and isinstance(value, dict):
        value = _points(rules, value)
    return texts.option(name, value if isinstance(value, str) else written(value))


def _points(rules: Rules, values: Mapping[str, int]) -> str:
    """Points by rank or category, those of cards that are not in the deck left out.

    Neighbours that count the same, or one more each, are taken together.
    """
    groups: list[list[str]] = []
    for key in values:
        if key in {"*", "joker"} and not rules.options["jokers"]:
            continue
        for group in groups[-1:]:
            steps = {values[b] - values[a] for a, b in pairwise([*group, key])}
            if len(key) == 1 and key != "*" and steps in ({0}, {1}):
                group.append(key)
                break
        else:
            groups.append([key])
    return ", ".join(
        f"{_span(group)}: {_span([str(values[k]) for k in group])}" for group in groups
    )


def _span(names: Sequence[str]) -> str:
    first, last = (name.replace("T", "10") for name in (names[0], names[-1]))
    return first if first == last else f"{first}-{last}"


def _counts(rules: Rules, name: str) -> bool:
    """Whether the option says anything beside the others."""
    options = rules.options
    if name not in MOOT:
        return True
    other, values = MOOT[name]
    return bool(options[other]) if values is None else options[other] in values


def differences(rules: Rules) -> dict[str, tuple[Any, Any]]:
    """The options that are not as in the preset that these rules build on: its value, and theirs.

    >>> differences(Rules("agimeg-corner", decks=3))
    {'decks': (2, 3), 'wrap': (False, True)}
    """
    options = rules.options
    before = Rules(rules.parent).options if rules.parent else Rules().options
    return {name: (before[name], value) for name, value in options.items() if value != before[name]}


def written(value: Any) -> str:
    """An option's value as it is written in the text of rules.

    >>> written(None), written({2: 9, 3: 7}), written(True)
    ('null', '{2:9, 3:7}', 'true')
    """
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case dict():
            inside = ", ".join(f"{key}:{written(each)}" for key, each in value.items())
            return f"{{{inside}}}"
    return str(value)
