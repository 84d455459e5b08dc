"""Means and shares of many games, with what is known of their precision."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, SupportsFloat

import numpy as np

from machiavelli.errors import QuestionError
from machiavelli.given import require

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from machiavelli.simulation.results import Results


@dataclass(frozen=True)
class Estimate:
    """A mean over games, or the share of those in which something is so."""

    value: float
    error: float
    """The standard error; NaN for fewer than two games."""
    low: float
    """The lower end of the confidence interval."""
    high: float
    """The upper end of the confidence interval."""

    def __str__(self) -> str:
        """The value and the interval."""
        return f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}]"


@dataclass(frozen=True)
class PlayerSummary:
    """What became of one player."""

    name: str
    wins: Estimate
    """The share of games won; several may win one."""
    points: Estimate
    """Penalty points a game."""
    behind_first: Estimate
    """Penalty points a game more than those of the first player, compared game by game."""
    laid: Estimate
    """Hand cards laid a game."""


@dataclass(frozen=True)
class Summary:
    """What many games come to.

    Games of the same cards are taken together as one block, so that errors are not thought smaller
    than they are. Intervals of means are those of the normal distribution. Those of shares are
    Wilson's, with the variance found among the blocks: they stay within 0 and 1, and are never a
    single point, even if all blocks agree.
    """

    games: int
    confidence: float
    players: tuple[PlayerSummary, ...]
    places: tuple[Estimate, ...]
    """The share of games won from each place, the first being the first dealer's left."""
    deals: Estimate
    turns: Estimate
    lays: Estimate
    """Turns a game in which cards were laid."""
    stock: Estimate
    """Cards in the stock at the end."""
    ends: dict[str, Estimate]
    """The share of games that ended like this, of those ends that occurred."""

    def to_dict(self) -> dict[str, Any]:
        """The same as dicts, lists and numbers."""
        return asdict(self)

    def lines(self) -> dict[str, str]:
        """All of it as names and text."""
        rows = [("turns", self.turns), ("lays", self.lays), ("stock", self.stock)]
        if self.deals.high > 1:
            rows.insert(0, ("deals", self.deals))
        rows += [(f"ended: {name}", share) for name, share in self.ends.items()]
        for place, share in enumerate(self.places, 1):
            rows.append((f"won from place {place}", share))
        first = self.players[0].name
        for place, player in enumerate(self.players):
            rows += [
                (f"{player.name}: won", player.wins),
                (f"{player.name}: points", player.points),
                (f"{player.name}: laid", player.laid),
            ]
            if place:
                rows.append((f"{player.name}: points more than {first}", player.behind_first))
        games = {"games": f"{self.games}, intervals of {self.confidence:.0%}"}
        return games | {name: str(estimate) for name, estimate in rows}

    def __str__(self) -> str:
        """A table that can be read."""
        lines = self.lines()
        width = max(map(len, lines))
        return "\n".join(f"{name:{width}}  {text}" for name, text in lines.items())


def summarise(results: Results, confidence: float) -> Summary:
    """What the games come to."""
    confidence = checked(confidence)
    count = len(results.players)

    def mean(values: NDArray[Any]) -> Estimate:
        return paired(results, values, confidence)

    def share(truths: NDArray[np.bool_]) -> Estimate:
        return wilson(blocks(results, truths), confidence)

    names = [
        name if results.players.count(name) == 1 else f"{name} {place}"
        for place, name in enumerate(results.players)
    ]
    dealer = results.dealer.astype(np.int64)
    rows = np.arange(len(results))
    return Summary(
        games=len(results),
        confidence=confidence,
        players=tuple(
            PlayerSummary(
                name=name,
                wins=share(results.winners[:, p]),
                points=mean(results.points[:, p]),
                behind_first=mean(results.points[:, p] - results.points[:, 0]),
                laid=mean(results.laid[:, p]),
            )
            for p, name in enumerate(names)
        ),
        places=tuple(
            share(results.winners[rows, (dealer + place) % count]) for place in range(1, count + 1)
        ),
        deals=mean(results.deals),
        turns=mean(results.turns),
        lays=mean(results.lays),
        stock=mean(results.stock),
        ends={
            name: share(results.end == i)
            for i, name in enumerate(results.ENDS)
            if (results.end == i).any()
        },
    )


def blocks(results: Results, values: NDArray[Any]) -> NDArray[np.float64]:
    """The means of values of games of the same cards: they are independent of each other."""
    values = values.astype(np.float64)
    if not results.duplicate:
        return values
    _, group = np.unique(results.number // len(results.players), return_inverse=True)
    # Cards of which only some games were played weigh as much as the others.
    means: NDArray[np.float64] = np.bincount(group, values) / np.bincount(group)
    return means


def paired(results: Results, values: NDArray[Any], confidence: float) -> Estimate:
    """The mean of values of which those of the same cards belong together."""
    values = blocks(results, values)
    count = len(values)
    if count == 0:
        return Estimate(math.nan, math.nan, math.nan, math.nan)
    value = float(values.mean())
    if count == 1:
        return Estimate(value, math.nan, -math.inf, math.inf)
    error = float(values.std(ddof=1)) / math.sqrt(count)
    reach = _quantile(confidence) * error
    return Estimate(value, error, value - reach, value + reach)


def wilson(shares: NDArray[np.float64], confidence: float) -> Estimate:
    """The mean of independent shares, each from 0 to 1.

    If each is 0 or 1, the interval is Wilson's. It has the variance of the shares where Wilson has
    p(1 - p), which no variance of numbers from 0 to 1 exceeds: so it is never wider than Wilson's,
    and lies within 0 and 1.
    """
    count = len(shares)
    if count == 0:
        return Estimate(math.nan, math.nan, math.nan, math.nan)
    share, variance = float(shares.mean()), float(shares.var())
    error = math.sqrt(variance / (count - 1)) if count > 1 else math.nan
    z = _quantile(confidence)
    spread = z * math.sqrt(variance / count + (z / count / 2) ** 2)
    middle, scale = share + z * z / count / 2, 1 + z * z / count
    low, high = (middle - spread) / scale, (middle + spread) / scale
    # The share lies between them and both between 0 and 1, but for rounding.
    return Estimate(share, error, max(0.0, min(low, share)), min(1.0, max(high, share)))


def checked(confidence: SupportsFloat | str) -> float:
    """The confidence, if it is one."""
    wanted = "confidence is a number between 0 and 1"
    # Some text has a number's methods.
    number = isinstance(confidence, SupportsFloat) and not isinstance(confidence, str)
    require(number, wanted, confidence)
    try:
        share = float(confidence)
    except OverflowError:
        message = f"{wanted}, not one beyond all floats"
        raise QuestionError(message, "E_CONFIDENCE") from None
    if not 0 < share < 1:
        message = f"{wanted}, not {share:g}"
        raise QuestionError(message, "E_CONFIDENCE")
    return share


def _quantile(confidence: float) -> float:
    # From below, as between the largest confidence and 1 there is no number to halve it at.
    return -NormalDist().inv_cdf((1 - confidence) / 2)
