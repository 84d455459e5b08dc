"""Games in lock step between built-in players and policies that answer many questions at once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from machiavelli import CountsError, QuestionError, RowError, _core, solve_many
from machiavelli.given import name_of, players_of, require
from machiavelli.simulation.job import COLUMNS, Rows
from machiavelli.simulation.progress import telling
from machiavelli.simulation.results import Results
from machiavelli.simulation.run import job_of, total_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from machiavelli import Cards, Rules
    from machiavelli.simulation.progress import Progress

    Counts = NDArray[np.uint8]
    Policy = Callable[["Views"], Counts]


DEALS = list(COLUMNS).index("deals")


@dataclass(frozen=True, eq=False)
class Views:
    """What players on turn see, a row a game: all that a policy is told.

    Cards are counts in index order, `uint8[n, 53]`, as `Cards.to_counts` gives them.
    """

    rules: str
    game: NDArray[np.uint64]
    """The number of each game."""
    player: NDArray[np.uint8]
    """Which player is on turn."""
    hand: Counts
    """The player's hand."""
    table: Counts
    """The cards of the melds on the table."""
    open_cards: Counts
    """The open cards that still lie alone."""
    hand_sizes: NDArray[np.uint16]
    """How many cards each player holds, the player on turn first, then clockwise."""
    stock_size: NDArray[np.uint16]
    """How many cards the stock has."""
    opened: NDArray[np.bool_]
    """Whether the player has opened in this deal."""
    turn: NDArray[np.uint32]
    """The number of the turn in the deal, from 1."""
    melds: NDArray[np.object_]
    """The melds on the table as a `Table` where jokers make them matter (R5.5, R5.6), or None."""

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.game)

    def of(self, rows: NDArray[Any]) -> Views:
        """Some of the rows."""
        columns = (getattr(self, field.name) for field in fields(self)[1:])
        return Views(self.rules, *(column[rows] for column in columns))

    def best(
        self, *, objective: str | Sequence[int] = "cards", threads: int | None = None
    ) -> Counts:
        """The best lay of each player; open cards are left alone.

        Raises `RowError` for the first row without an answer, which rows of an arena always have.
        """
        laid = np.zeros_like(self.hand)
        known = self.melds.astype(bool)
        faults: dict[int, RowError] = {}
        for opened, melds in product((True, False), repeat=2):
            rows = np.flatnonzero((self.opened == opened) & (known == melds))
            if not len(rows):
                continue
            try:
                batch = solve_many(
                    self.melds[rows].tolist() if melds else self.table[rows],
                    self.hand[rows],
                    self.rules,
                    objective=objective,  # type: ignore[arg-type]
                    opened=opened,
                    threads=threads,
                )
            except RowError as error:
                faults[int(rows[error.row])] = error
            else:
                laid[rows] = batch.laid
        if faults:
            row = min(faults)
            fault = faults[row]
            message = str(fault).replace(f"row {fault.row}:", f"row {row}:", 1)
            raise RowError(message, fault.code, row)
        return laid


@dataclass(frozen=True)
class one_by_one:  # noqa: N801 - it is used as a function
    """A policy that asks a function for each row: it is given one row and gives cards, or None."""

    player: Callable[[Views], Cards | str | None]

    def __post_init__(self) -> None:
        """Refuse what cannot be asked."""
        require(callable(self.player), "player is a function", self.player)

    def __call__(self, views: Views) -> Counts:
        """Ask for each row."""
        laid = np.zeros_like(views.hand)
        for row in range(len(views)):
            cards = self.player(views.of(np.array([row])))
            if cards is not None:
                laid[row] = _core.Cards(cards).to_counts()
        return laid


def play(  # noqa: PLR0913 - most are named
    players: Sequence[str | Policy],
    rules: Rules | str,
    *,
    deals: int | None,
    matches: int | None,
    seed: int,
    duplicate: bool,
    at_a_time: int,
    threads: int | None,
    progress: Progress,
    options: dict[str, Any],
) -> Results:
    """Do what `machiavelli.arena` says."""
    listed = hasattr(players, "__iter__") and not isinstance(players, str)
    require(listed, "players are names and policies in a sequence", players)
    players = players_of(players)
    asked = [callable(player) for player in players]
    if not any(asked):
        message = "none of the players is a policy to be asked: simulate plays the others"
        raise QuestionError(message, "E_PLAYER")
    names = ["random" if callable(player) else player for player in players]
    job = job_of(rules, names, seed, matches=matches is not None, duplicate=duplicate, **options)
    total = total_of(job, deals, matches)
    arena = _core.Arena(
        job.rules, names, asked, seed, job.unit == "match", duplicate, total, at_a_time
    )
    what = "matches" if job.unit == "match" else "deals"
    with telling(progress, total, what) as tell, suppress(KeyboardInterrupt):
        answers = np.zeros((0, 53), np.uint8)
        while arena.step(answers, threads):
            answers = _ask(players, Views(job.rules, *arena.asks()))
            if tell:
                tell(arena.over())
    columns = arena.games()
    over = np.flatnonzero(columns[DEALS])
    # Games that are over need not follow each other, if it was stopped.
    parts = [Rows(int(over[0]), [column[over] for column in columns])] if len(over) else []
    named = [player if isinstance(player, str) else _name(player) for player in players]
    results = Results.of(replace(job, players=tuple(named)), total, parts)
    return replace(results, number=over)


def _ask(players: Sequence[str | Policy], views: Views) -> Counts:
    """Ask each policy once, about all rows that are its own."""
    policies = list({id(player): player for player in players if callable(player)}.values())
    if len(policies) == 1:
        return _counts(policies[0](views), len(views))
    answers = np.zeros_like(views.hand)
    for policy in policies:
        own = [place for place, player in enumerate(players) if player is policy]
        rows = np.flatnonzero(np.isin(views.player, own))
        if len(rows):
            answers[rows] = _counts(policy(views.of(rows)), len(rows))
    return answers


def _counts(answer: object, rows: int) -> Counts:
    """Refuse what would be rounded, wrapped or spread over rows when it is put among others."""
    if not isinstance(answer, np.ndarray) or answer.dtype != np.uint8:
        kind = answer.dtype if isinstance(answer, np.ndarray) else type(answer).__name__
        message = f"a policy answers with an array of uint8, not {kind}"
        raise CountsError(message, "N_DTYPE")
    if answer.shape != (rows, 53):
        message = (
            f"a policy answers with a row for each view, in shape ({rows}, 53), not {answer.shape}"
        )
        raise CountsError(message, "N_SHAPE")
    return answer


def _name(policy: Policy) -> str:
    """What a policy is called, which is not what a built-in player is called."""
    name = name_of(policy.player if isinstance(policy, one_by_one) else policy)
    return f"{name} (policy)" if name in _core.Builtin.strategies() else name
