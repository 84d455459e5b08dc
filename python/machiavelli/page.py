"""A page about rules in Markdown, made from the rules themselves and by playing by them."""

from collections.abc import Iterable, Sequence

from machiavelli import Rules, RulesError, State
from machiavelli.events import Dealt, Drew
from machiavelli.explain import differences, explain, sentence, written
from machiavelli.texts import Texts

__all__ = ["page"]


def page(rules: Rules, texts: Texts) -> str:
    """Everything about the rules: what they are, how they differ, in words, and every option."""
    say, parent = texts.say, rules.parent
    parts = [f"# {rules}", f"{_capital(texts.catalogue('presets')[rules.name])}."]
    changed = differences(rules)
    if parent:
        key = "builds_on" if changed else "same_as"
        parts.append(say(key, parent=f"[{parent}]({parent}.md)"))
    if changed:
        rows = [
            (f"`{name}`", written(before), written(value), sentence(rules, name, texts) or "")
            for name, (before, value) in changed.items()
        ]
        parts.append(_table((say("option"), parent or say("before"), say("here"), ""), rows))
    for topic, sentences in explain(rules, texts).items():
        parts += [f"## {topic}", "\n".join(f"- {text}" for text in sentences)]
    heads = (say("players"), say("cards_each"), say("stock"))
    parts += [f"## {say('deals_heading')}", _table(heads, _deals(rules))]
    every = [(f"`{name}`", written(value)) for name, value in rules.options.items()]
    parts += [f"## {say('all_options')}", _table((say("option"), say("value")), every)]
    return "\n\n".join(parts) + "\n"


def _deals(rules: Rules) -> list[tuple[str, str, str]]:
    """What a deal leaves, for every number of players that the rules allow."""
    rows = []
    for players in range(2, rules.options["players_max"] + 1):
        try:
            state, events = State.start(rules, players, seed=0, dealer=0)
        except RulesError:
            continue
        # A turn may have begun with a draw.
        stock = len(state.stock) + sum(each.count for each in events if isinstance(each, Drew))
        sizes = (each.hand_size for each in events if isinstance(each, Dealt))
        rows.append((str(players), str(next(sizes)), str(stock)))
    return rows


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
