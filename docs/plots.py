"""The plots of the study as SVG, the same bytes for the same figures."""

from __future__ import annotations

import io
from itertools import groupby
from typing import TYPE_CHECKING

import matplotlib as mpl
from docs.report import alike, for_two, preset_of
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from docs.figures import Figures, Study

    from machiavelli.simulation.summary import Estimate

STYLE = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 9,
    "svg.fonttype": "none",  # the reader's font, and text that can be searched
    "svg.hashsalt": "machiavelli",  # names of elements that do not change
}


def plots(study: Study) -> dict[str, str]:
    """Every plot by the name of its file."""
    two = for_two(study.presets)
    # Where both may win, half of the deals is no measure.
    against = [each for each in study.holding_back if "cowinners" not in each.run.rules]

    def by_deals(each: Figures) -> object:
        return each.fingerprint

    with mpl.rc_context(STYLE):
        return {
            "turns.svg": dots(
                alike(two, by_deals),
                lambda each: each.turns,
                "turns of a deal between two greedy players",
            ),
            "first.svg": dots(
                alike(two, by_deals),
                lambda each: each.places[0],
                "share of deals that the first player wins",
                fair=0.5,
            ),
            "patience.svg": dots(
                alike(against, lambda each: each.fingerprint),
                lambda each: each.players[1].wins,
                "share of deals that a patient player wins against a greedy one",
                fair=0.5,
            ),
            "players.svg": lines(study.by_players),
        }


def dots(
    groups: Sequence[Sequence[Figures]],
    value: Callable[[Figures], Estimate],
    label: str,
    fair: float | None = None,
) -> str:
    """A dot with its interval for each group, the greatest on top."""
    groups = sorted(groups, key=lambda group: value(group[0]).value)
    figure = Figure(figsize=(8, 0.8 + 0.22 * len(groups)), layout="constrained")
    axes = figure.add_subplot()
    estimates = [value(group[0]) for group in groups]
    values = [estimate.value for estimate in estimates]
    reach = [
        [estimate.value - estimate.low for estimate in estimates],
        [estimate.high - estimate.value for estimate in estimates],
    ]
    if fair is not None:
        axes.axvline(fair, color="0.7", linewidth=1, zorder=0)
    axes.errorbar(values, range(len(groups)), xerr=reach, fmt="o", markersize=4, color="C0")
    axes.set_yticks(range(len(groups)), [title(group) for group in groups])
    axes.set_xlabel(label)
    return written(figure)


def title(group: Sequence[Figures]) -> str:
    """The name of the first rules, and how many others were played alike."""
    more = f" and {len(group) - 1} more" if len(group) > 1 else ""
    return preset_of(group[0]) + more


def lines(by_players: Sequence[Figures]) -> str:
    """The first player's share of wins, compared with a fair one, by the number of players."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.axhline(100, color="0.7", linewidth=1, zorder=0)
    for rules, each in groupby(by_players, key=lambda each: each.run.rules):
        group = list(each)
        counts = [len(figures.run.players) for figures in group]
        first = [figures.places[0] for figures in group]
        values = [100 * n * it.value for n, it in zip(counts, first, strict=True)]
        reach = [
            [100 * n * (it.value - it.low) for n, it in zip(counts, first, strict=True)],
            [100 * n * (it.high - it.value) for n, it in zip(counts, first, strict=True)],
        ]
        axes.errorbar(counts, values, yerr=reach, fmt="o-", markersize=4, capsize=2, label=rules)
    axes.set_xticks(range(2, 7))
    axes.set_xlabel("players")
    axes.set_ylabel("wins of the first player, % of a fair share")
    axes.legend(frameon=False)
    return written(figure)


def written(figure: Figure) -> str:
    """A figure as SVG without a date."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg", metadata={"Creator": None, "Date": None})
    text = buffer.getvalue().decode()
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"
