"""Writes the study: measures if asked to, and makes the page and its plots of the figures.

`python -m docs.report --deals 20000` measures anew, `python -m docs.report` only writes anew. With
`--keep FOLDER` what is measured is kept there, and a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docs.figures import Figures, Study, from_data, measured, to_data

from machiavelli import __version__
from machiavelli.simulation.summary import Estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

FOLDER = Path(__file__).resolve().parent / "study"

DATA = FOLDER / "figures.json"

TEMPLATE = Path(__file__).resolve().parent / "report.template.md"

STATED = {
    "a meld in 13 cards": (13, "with_meld", 0.647),
    "a meld in 9 cards": (9, "with_meld", 0.278),
    "a meld in 7 cards": (7, "with_meld", 0.131),
    "a meld in 5 cards": (5, "with_meld", 0.041),
    "a card twice in 13 cards": (13, "with_twins", 0.575),
}
"""What the rules say about random hands (R2.15)."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure if asked to, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, help="measure anew, about so many for each figure")
    parser.add_argument("--keep", type=Path, help="keep what is measured in this folder")
    asked = parser.parse_args(arguments)
    if asked.deals is not None:
        if asked.keep:
            asked.keep.mkdir(parents=True, exist_ok=True)
        study = measured(__version__, asked.deals, tell_since_now(), asked.keep)
        write("figures.json", as_text(to_data(study)))
    study = kept()
    write("README.md", page(study))
    from docs.plots import plots  # noqa: PLC0415 - few have what it needs

    for name, picture in plots(study).items():
        write(name, picture)


def tell_since_now() -> Callable[[str], None]:
    """What tells on the terminal what is measured, and when it began."""
    begun = time.monotonic()

    def tell(what: str) -> None:
        print(f"{time.monotonic() - begun:6.0f} s  {what}", file=sys.stderr)

    return tell


def kept() -> Study:
    """The figures that were measured last."""
    return from_data(json.loads(DATA.read_text(encoding="utf-8")))


def as_text(data: dict[str, Any]) -> str:
    """JSON with a line for each run."""
    parts = []
    for name, value in data.items():
        if isinstance(value, list):
            lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in value)
            parts.append(f'"{name}": [\n{lines}\n]')
        else:
            parts.append(f'"{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write(name: str, text: str) -> None:
    """Write a file of the study."""
    (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


def page(study: Study) -> str:
    """The page."""
    texts = general(study) | first_hands(study) | lengths(study) | places(study)
    texts |= exhaustion(study) | patience(study)
    return TEMPLATE.read_text(encoding="utf-8").format(**texts)


def general(study: Study) -> dict[str, str]:
    """How much was measured, and by which commands."""
    return {
        "version": study.version,
        "deals": f"{study.deals:,}",
        "deals_plain": str(study.deals),
        "commands_lengths": commands(study.presets),
        "commands_players": commands(study.by_players),
        "commands_exhaustion": commands(study.exhaustion),
        "commands_patience": commands((*study.holding_back, *study.strategies)),
    }


def first_hands(study: Study) -> dict[str, str]:
    """What the rules say about hands."""
    by_size = {hands.cards: hands for hands in study.hands}
    rows, off = [], []
    for what, (size, field, stated) in STATED.items():
        hands = by_size[size]
        exact = hands.meld_chance if field == "with_meld" else hands.twins_chance
        found = hands.share(getattr(hands, field))
        rows.append((what, f"{100 * stated:.1f} %", f"{100 * exact:.4f} %", share(found, 2)))
        if round(exact, 3) != stated or not found.low <= exact <= found.high:
            off.append(what)
    verdict = (
        f"That does not fit for {', '.join(off)}."
        if off
        else "The exact values are what the rules say, and all intervals hold them."
    )
    rounds = [
        (f"`{rules}`", *(share(each.lays) for each in group))
        for rules, group in groupby(study.first_rounds, key=lambda each: each.rules)
    ]
    counts = sorted({each.players for each in study.first_rounds})
    return {
        "dealt": f"{by_size[13].dealt:,}",
        "dealt_plain": str(by_size[13].dealt),
        "hands": table(("", "the rules", "exact", "dealt"), rows),
        "hands_verdict": verdict,
        "without_meld": f"{100 - 100 * by_size[13].meld_chance:.1f}",
        "first_rounds": table(("players", *map(str, counts)), rounds),
    }


def lengths(study: Study) -> dict[str, str]:
    """How long deals are."""
    heads = ("preset", "players", "turns", "turns each", "turns with a lay", "stock at the end")
    rows = []
    for group in alike(study.presets, lambda each: (each.fingerprint, each.run.players)):
        first, count = group[0], len(group[0].run.players)
        means = (mean(first.turns), f"{first.turns.value / count:.1f}", mean(first.lays))
        rows.append((names(group), str(count), *means, mean(first.stock)))
    ordered = sorted(for_two(study.presets), key=lambda each: each.turns.value)
    by_name = {preset_of(each): each for each in study.presets}
    texts = {"lengths": table(heads, rows)}
    for key, each in (("shortest", ordered[0]), ("longest", ordered[-1])):
        texts[key] = f"{each.turns.value:.0f} turns under `{preset_of(each)}`"
    for key, name in (("classic", "modiano"), ("first", "agimeg-draw-first")):
        turns, lays = by_name[name].turns.value, by_name[name].lays.value
        texts[f"turns_{key}"] = f"{turns:.0f}"
        texts[f"lays_{key}"] = f"{100 * lays / turns:.0f}"
    return texts


def places(study: Study) -> dict[str, str]:
    """Whether it is good to begin."""
    groups = alike(for_two(study.presets), lambda each: each.fingerprint)

    def first(each: Figures) -> Estimate:
        return each.places[0]

    def of_fair(each: Figures) -> Estimate:
        return scaled(first(each), 100 * len(each.places))

    by_players = []
    for rules, group in groupby(study.by_players, key=lambda each: each.run.rules):
        by_players.append((f"`{rules}`", *(mean(of_fair(each), 0) for each in group)))
    most = max(map(len, by_players))
    off = [
        f"`{each.run.rules}` with {len(each.places)} players"
        for each in study.by_players
        if not of_fair(each).low <= 100 <= of_fair(each).high
    ]
    most_played = max(each.games for each in study.presets)
    shares = [first(each).value for each in for_two(study.presets) if each.games == most_played]
    return {
        "first_wins": table(
            ("preset", "the first player wins"),
            [(names(group), share(first(group[0]))) for group in groups],
        ),
        "helps": listed(groups, lambda each: first(each).low > 0.5),
        "harms": listed(groups, lambda each: first(each).high < 0.5),
        "first_low": f"{100 * min(shares):.1f} %",
        "first_high": f"{100 * max(shares):.1f} %",
        "by_players_off": ", ".join(off) or "no preset",
        "first_by_players": table(
            ("preset", *(f"{count} players" for count in range(2, most + 1))),
            [(*row, *[""] * (most - len(row))) for row in by_players],
        ),
    }


def exhaustion(study: Study) -> dict[str, str]:
    """Whether the stock runs out."""
    rows = []
    for rules, group in groupby(study.exhaustion, key=preset_of):
        runs = list(group)
        counts = " or ".join(map(str, sorted({len(each.run.players) for each in runs})))
        rows.append((f"`{rules}`", counts, *(share(each.nobody_out) for each in runs)))
    kinds = dict.fromkeys(each.run.players[0] for each in study.exhaustion)
    heads = [f"{kind}, {size}" for kind in kinds for size in ("fewest", "most")]
    often = {
        f"`{preset_of(each)}` with {len(each.run.players)} players ({share(each.nobody_out)})"
        for each in (*study.presets, *study.by_players, *study.exhaustion)
        if set(each.run.players) == {"greedy"} and each.nobody_out.low > 0.01
    }
    return {
        "exhaustion": table(("preset", "players", *heads), rows),
        "exhausted": ", ".join(sorted(often)) or "none",
    }


def patience(study: Study) -> dict[str, str]:
    """Whether it pays to hold back."""
    groups = alike(study.holding_back, lambda each: (each.fingerprint, each.players))

    def cost(each: Figures) -> Estimate:
        return each.players[1].behind_first

    rows = []
    for group in groups:
        first = group[0]
        gain = "" if math.isnan(first.gain) else f"{first.gain:.1f}"
        wins = [share(player.wins) for player in first.players]
        rows.append((names(group), *wins, mean(cost(first), 2), gain))
    strategies = [
        (*each.run.players, *(share(player.wins) for player in each.players), mean(cost(each), 2))
        for each in study.strategies
    ]
    forbidden = listed(groups, lambda each: cost(each).error == 0)

    def wins_more(each: Figures) -> bool:
        greedy, patient = (player.wins for player in each.players)
        return greedy.high < patient.low

    worst = min(study.holding_back, key=lambda each: each.players[1].wins.value)
    gains = [group[0].gain for group in groups if not math.isnan(group[0].gain)]
    return {
        "patience": table(
            ("preset", "greedy wins", "patient wins", "points that patience costs", "gain"), rows
        ),
        "pays": listed(groups, lambda each: cost(each).high < 0),
        "costs": listed(groups, lambda each: cost(each).low > 0),
        "forbidden": f"Under {forbidden} it makes no difference at all: who can lay must.",
        "wins_more": listed(groups, wins_more),
        "worst": preset_of(worst),
        "worst_wins": share(worst.players[1].wins),
        "gain_low": f"{min(gains):.1f}",
        "gain_high": f"{max(gains):.1f}",
        "strategies": table(
            ("one", "other", "one wins", "other wins", "points that the other is behind"),
            strategies,
        ),
    }


def mean(estimate: Estimate, digits: int = 1) -> str:
    """A mean with its interval."""
    value, low, high = estimate.value, estimate.low, estimate.high
    return f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def share(estimate: Estimate, digits: int = 1) -> str:
    """A share with its interval, in per cent."""
    of_hundred = scaled(estimate, 100)
    interval = f"[{of_hundred.low:.{digits}f}, {of_hundred.high:.{digits}f}]"
    return f"{of_hundred.value:.{digits}f} % {interval}"


def scaled(estimate: Estimate, by: float) -> Estimate:
    """An estimate in another unit."""
    return Estimate(estimate.value * by, estimate.error * by, estimate.low * by, estimate.high * by)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def commands(figures: Iterable[Figures]) -> str:
    """The commands that show figures, a line each."""
    return "\n".join(dict.fromkeys(each.run.command for each in figures))


def for_two(figures: Iterable[Figures]) -> list[Figures]:
    """Those of two players."""
    return [each for each in figures if len(each.run.players) == 2]


def alike(figures: Iterable[Figures], key: Callable[[Figures], object]) -> list[list[Figures]]:
    """Figures that are the same, together, in the order of the first of each."""
    groups: dict[object, list[Figures]] = {}
    for each in figures:
        groups.setdefault(key(each), []).append(each)
    return list(groups.values())


def listed(groups: Iterable[Sequence[Figures]], which: Callable[[Figures], bool]) -> str:
    """The names of the rules of which something is so."""
    return ", ".join(names(group) for group in groups if which(group[0])) or "no preset"


def names(group: Sequence[Figures]) -> str:
    """The names of rules under which the same was played."""
    return ", ".join(f"`{preset_of(each)}`" for each in group)


def preset_of(figures: Figures) -> str:
    """The name of the rules without what they need besides."""
    return figures.run.rules.split("(")[0]


if __name__ == "__main__":
    main()
