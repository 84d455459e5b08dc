"""Figures of the study: what is simulated or counted for it, and what comes of it."""

from __future__ import annotations

import math
import shlex
import zlib
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from docs.pages import EXAMPLES

from machiavelli import Builtin, Rules, State, odds, simulate, solve_many
from machiavelli.simulation.summary import Estimate, wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from machiavelli.simulation import Results

CONFIDENCE = 0.95

SEED = 1

DIGITS = 6
"""Significant digits that are kept of a figure."""


@dataclass(frozen=True)
class Run:
    """Deals that are simulated."""

    rules: str
    players: tuple[str, ...]
    deals: int
    duplicate: bool = False

    @property
    def command(self) -> str:
        """The command that simulates them."""
        words = ["machiavelli", "simulate", "--rules", self.rules]
        words += ["--players", ",".join(self.players), "--deals", str(self.deals)]
        words += ["--seed", str(SEED)]
        return shlex.join(words + ["--duplicate"] * self.duplicate)

    @property
    def key(self) -> str:
        """The name of what is kept, which is good for any number of deals."""
        return f"{zlib.crc32(replace(self, deals=0).command.encode()):08x}"

    def play(self, keep: Path | None = None) -> Results:
        """The results, of which what is done is kept in a file of this folder."""
        return simulate(
            self.rules,
            self.players,
            deals=self.deals,
            seed=SEED,
            duplicate=self.duplicate,
            checkpoint=keep and keep / self.key,
        )


@dataclass(frozen=True)
class Player:
    """What became of one player of a run."""

    wins: Estimate
    points: Estimate
    behind_first: Estimate


@dataclass(frozen=True)
class Figures:
    """What came of a run."""

    run: Run
    games: int
    fingerprint: int
    """A check sum of turns, cards and winners: equal if the same was played card for card."""
    turns: Estimate
    lays: Estimate
    stock: Estimate
    went_out: Estimate
    places: tuple[Estimate, ...]
    """The share won from each place, the first being the dealer's left."""
    players: tuple[Player, ...]
    gain: float
    """So many times the deals would be needed without duplicates, for points behind the first."""

    @property
    def nobody_out(self) -> Estimate:
        """The share of deals that end in another way."""
        out = self.went_out
        return Estimate(1 - out.value, out.error, 1 - out.high, 1 - out.low)

    @classmethod
    def of(cls, run: Run, keep: Path | None = None) -> Figures:
        """Play a run."""
        results = run.play(keep)
        if not results.complete:
            raise KeyboardInterrupt
        summary = results.summary(CONFIDENCE)
        columns = (results.turns, results.lays, results.stock, results.laid, results.winners)
        more = (results.points[:, -1] - results.points[:, 0]).astype(np.float64)
        alone = float(more.std(ddof=1)) / math.sqrt(len(more))
        together = summary.players[-1].behind_first.error
        return cls(
            run=run,
            games=len(results),
            fingerprint=zlib.crc32(b"".join(column.tobytes() for column in columns)),
            turns=summary.turns,
            lays=summary.lays,
            stock=summary.stock,
            went_out=wilson((results.end == 0).astype(np.float64), CONFIDENCE),
            places=summary.places,
            players=tuple(
                Player(player.wins, player.points, player.behind_first)
                for player in summary.players
            ),
            gain=(alone / together) ** 2 if together else math.nan,
        )


@dataclass(frozen=True)
class Hands:
    """Random hands of so many cards from two packs."""

    cards: int
    dealt: int
    with_meld: int
    with_twins: int
    """Hands that hold a card twice."""

    @classmethod
    def of(cls, cards: int, dealt: int) -> Hands:
        """Deal them."""
        rules = f"modiano(deal=flat:{cards})"
        states = (State.start(rules, 2, seed=seed, dealer=1)[0] for seed in range(dealt))
        hands = np.array([state.hand(0).to_counts() for state in states])
        lays = solve_many(np.zeros_like(hands), hands).value
        return cls(cards, dealt, int((lays > 0).sum()), int((hands > 1).any(1).sum()))

    @property
    def meld_chance(self) -> float:
        """The probability of a meld, counted exactly."""
        return float(odds.meld_in_hand(self.cards))

    @property
    def twins_chance(self) -> float:
        """The probability of a card twice: not all cards differ."""
        different = math.comb(52, self.cards) << self.cards
        return 1 - different / math.comb(104, self.cards)

    def share(self, count: int) -> Estimate:
        """The share of the hands that are such."""
        return wilson((np.arange(self.dealt) < count).astype(np.float64), CONFIDENCE)


@dataclass(frozen=True)
class FirstRound:
    """The first turn of each player, all of them greedy."""

    rules: str
    players: int
    deals: int
    lays: Estimate
    """The share of turns in which cards were laid."""

    @classmethod
    def of(cls, rules: str, players: int, deals: int) -> FirstRound:
        """Play that far."""
        greedy = Builtin("greedy", SEED)
        shares = np.zeros(deals)
        for seed in range(deals):
            state, _ = State.start(rules, players, seed=seed, dealer=seed % players)
            turns = 0
            for _ in range(players):
                if state.on_turn is None:
                    break
                table = len(state.table.cards)
                state, _ = state.play(greedy(state.view(state.on_turn)))
                shares[seed] += len(state.table.cards) > table
                turns += 1
            shares[seed] /= turns
        return cls(rules, players, deals, wilson(shares, CONFIDENCE))


@dataclass(frozen=True)
class Study:
    """All figures."""

    version: str
    deals: int
    hands: tuple[Hands, ...]
    first_rounds: tuple[FirstRound, ...]
    presets: tuple[Figures, ...]
    by_players: tuple[Figures, ...]
    exhaustion: tuple[Figures, ...]
    holding_back: tuple[Figures, ...]
    strategies: tuple[Figures, ...]


HANDS = (13, 9, 7, 5)
"""Sizes of hands that the rules give probabilities for (R2.15)."""

DEALT = 50_000
"""Hands that are dealt of each size."""

COMPARED = (
    "modiano",
    "agimeg-reduced",
    "agimeg-draw-first",
    "neapolitan",
    "guadalupe",
    "wikipedia",
)
"""Rules that are played by every number of players."""

EXHAUSTED = (
    *("modiano", "agimeg-must-play", "agimeg-draw-first", "agimeg-single", "neapolitan"),
    *("guadalupe", "thirty-six", "wikipedia"),
)
"""Rules under which it is watched whether the stock runs out."""

STRATEGIES = ("greedy", "thrifty", "patient", "random")


def named(preset: str) -> Rules:
    """A preset with what it needs."""
    return Rules(preset, **EXAMPLES.get(preset, {}))


def fewest(rules: Rules) -> int:
    """By how few players rules can be played."""
    deal = rules.options["deal"]
    return min(map(int, deal)) if isinstance(deal, dict) else 2


def deals_under(rules: Rules, deals: int) -> int:
    """Fewer deals under rules with jokers, as those take longer to play."""
    return max(2, deals // 20) if rules.options["jokers"] else deals


def presets(deals: int) -> Iterator[Run]:
    """Every preset between greedy players."""
    for rules in map(named, Rules.presets()):
        yield Run(str(rules), ("greedy",) * fewest(rules), deals_under(rules, deals))


def by_players(deals: int) -> Iterator[Run]:
    """Some presets by every number of players."""
    for rules in map(named, COMPARED):
        for count in range(2, rules.options["players_max"] + 1):
            yield Run(str(rules), ("greedy",) * count, deals_under(rules, deals))


def exhaustion(deals: int) -> Iterator[Run]:
    """The fewest and the most players, by how they play."""
    for rules in map(named, EXHAUSTED):
        for strategy in ("greedy", "patient", "random"):
            for count in (2, rules.options["players_max"]):
                yield Run(str(rules), (strategy,) * count, deals_under(rules, deals))


def holding_back(deals: int) -> Iterator[Run]:
    """A greedy player against one who holds back, under every preset for two."""
    for rules in map(named, Rules.presets()):
        if fewest(rules) == 2:
            half = deals_under(rules, deals) // 2
            yield Run(str(rules), ("greedy", "patient"), half, duplicate=True)


def strategies(deals: int) -> Iterator[Run]:
    """Each strategy against each other one."""
    for place, one in enumerate(STRATEGIES):
        for other in STRATEGIES[place + 1 :]:
            yield Run("agimeg-values", (one, other), deals // 2, duplicate=True)


def measured(
    version: str, deals: int, tell: Callable[[str], object], keep: Path | None = None
) -> Study:
    """Measure everything, by so many deals for each figure, or fewer where they take long."""

    def all_of(runs: Iterator[Run]) -> tuple[Figures, ...]:
        found = []
        for run in runs:
            tell(run.command)
            found.append(Figures.of(run, keep))
        return tuple(found)

    rounds = (
        FirstRound.of(rules, count, deals)
        for rules in ("agimeg", "agimeg-reduced", "wikipedia")
        for count in range(2, 7)
    )
    return Study(
        version=version,
        deals=deals,
        hands=tuple(Hands.of(cards, DEALT) for cards in HANDS),
        first_rounds=tuple(rounds),
        presets=all_of(presets(deals)),
        by_players=all_of(by_players(deals)),
        exhaustion=all_of(exhaustion(deals)),
        holding_back=all_of(holding_back(deals)),
        strategies=all_of(strategies(deals)),
    )


def to_data(value: Any) -> Any:
    """The same as dicts, lists and numbers; an estimate is four numbers."""
    if isinstance(value, Estimate):
        return [to_data(number) for number in asdict(value).values()]
    if isinstance(value, tuple):
        return [to_data(each) for each in value]
    if isinstance(value, float):
        return None if math.isnan(value) else float(f"{value:.{DIGITS}g}")
    if isinstance(value, int | str):
        return value
    return {field.name: to_data(getattr(value, field.name)) for field in fields(value)}


def from_data(data: dict[str, Any]) -> Study:
    """The figures that `to_data` has written."""

    def estimate(numbers: list[float | None]) -> Estimate:
        return Estimate(*(math.nan if number is None else number for number in numbers))

    def figures(each: dict[str, Any]) -> Figures:
        run = each["run"]
        means = ("turns", "lays", "stock", "went_out")
        return Figures(
            run=Run(run["rules"], tuple(run["players"]), run["deals"], run["duplicate"]),
            games=each["games"],
            fingerprint=each["fingerprint"],
            **{name: estimate(each[name]) for name in means},
            places=tuple(map(estimate, each["places"])),
            players=tuple(
                Player(**{name: estimate(numbers) for name, numbers in player.items()})
                for player in each["players"]
            ),
            gain=math.nan if each["gain"] is None else each["gain"],
        )

    rounds = (each | {"lays": estimate(each["lays"])} for each in data["first_rounds"])
    parts = ("presets", "by_players", "exhaustion", "holding_back", "strategies")
    return Study(
        version=data["version"],
        deals=data["deals"],
        hands=tuple(Hands(**each) for each in data["hands"]),
        first_rounds=tuple(FirstRound(**each) for each in rounds),
        **{part: tuple(map(figures, data[part])) for part in parts},
    )
