"""Games between players of any kind: asked, played, told and saved.

No rule is decided here. `State` judges what players answer, and a player sees a `View`.
"""

from __future__ import annotations

import sys
import time

from machiavelli import kept
from machiavelli._core import Action, Builtin, State, check_solvable
from machiavelli.errors import (
    IllegalTurnError,
    MachiavelliError,
    PositionError,
    SetupError,
)
from machiavelli.given import file_name, integer, name_of, players_of, require

TYPE_CHECKING = False  # `typing` has it too, but takes longer to import than all of this package
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, Protocol, TypeAlias

    from machiavelli import Meld, Rules, Table, View
    from machiavelli.events import Event
    from machiavelli.given import Path

    Answer: TypeAlias = Action | Table | str
else:
    Protocol = object

__all__ = ["Game", "Listener", "Mishap", "Player"]


class Player(Protocol):
    """Somebody who plays: any callable that takes a `View` and gives what to do.

    The view is all that the player gets, and its seat is on turn. The answer is an `Action`, its
    text, or the `Table` to submit. `Builtin` is such a callable, and so is a function:

    >>> def miser(view):
    ...     return "pass"
    >>> Game([miser, "greedy"], seed=3).play().winners
    (1,)
    """

    def __call__(self, view: View, /) -> Answer:
        """What to do on turn."""


class Listener(Protocol):
    """A player that is also told what happens. Either method may be left out."""

    def hear(self, view: View, events: tuple[Event, ...]) -> None:
        """What has happened, as the seat of the view may know it, and what there is to see now."""

    def refused(self, error: MachiavelliError) -> None:
        """Why the answer was refused without penalty; the player is asked once more (R4.16)."""


class Mishap:
    """An answer that could not be played, or a player that broke down.

    `seat`, `deal_number` and `turn_number` say who and when, `answer` what was given, None if
    nothing was, and `error` what was wrong with it.
    """

    __slots__ = ("answer", "deal_number", "error", "seat", "turn_number")

    def __init__(self, state: State, seat: int, answer: object, error: Exception) -> None:
        """Keep who, when, what and why."""
        self.seat = seat
        self.deal_number = state.deal_number
        self.turn_number = state.turn_number
        self.answer = answer
        self.error = error

    def __repr__(self) -> str:
        when = f"deal {self.deal_number}, turn {self.turn_number}"
        return f"<Mishap of player {self.seat} in {when}: {self.error!r}>"


class Game:
    """A match between players of any kind.

    `players` are the names of built-in ones, or callables as `Player` describes them; a mapping
    gives their names in the record too. The other arguments are those of `State.start`; built-in
    players that leave something to chance have the game's seed. With `record` a file of that name,
    which must not exist yet, has every action as soon as it is played.

    Best lays are found with up to four jokers. Rules that have more are refused if a built-in
    player takes part, or if the rules themselves ask what could be laid.

    A player that raises an exception or answers with nonsense gives up the turn, which is a mistake
    by the rules (R4.9, R8.22). One whose answer is refused without penalty is asked again, and
    gives up after so many `attempts`, or never for None. Under rules with a time limit a
    late answer is a time-out (R4.11); nobody is interrupted. `mishaps` tells of all these but
    time-outs.

    >>> game = Game({"Anna": "greedy", "Bruno": "patient"}, "agimeg", seed=42)
    >>> game.step()
    (Drew(seat=1, count=1, cards=Cards('7h'), reason='idle'), TurnBegan(seat=0))
    >>> state = game.play()
    >>> state.totals, state.winners
    ((...), (...))
    >>> State.read(state.record) == state
    True
    """

    _kept: kept.Kept | None

    def __init__(  # noqa: PLR0913 - each has its name
        self,
        players: Sequence[Player | str] | Mapping[str, Player | str],
        rules: Rules | str = "modiano",
        *,
        seed: int | None = None,
        dealer: int | None = None,
        cards: Meld | str | None = None,
        record: Path | None = None,
        attempts: int | None = 3,
        clock: Callable[[], float] = time.monotonic,
        **options: Any,
    ) -> None:
        """Deal the first hands and tell the players."""
        each = _each(players)
        file = None if record is None else file_name(record, "record")
        names = _names(players, each)
        state, events = State.start(rules, names, seed=seed, dealer=dealer, cards=cards, **options)
        self._begin(state, each, attempts, clock)
        if file is not None:
            self._kept = kept.begin(file, state.record)
        self._tell(events)

    def _begin(
        self,
        state: State,
        players: tuple[Player | str, ...],
        attempts: int | None,
        clock: Callable[[], float],
    ) -> None:
        if attempts is not None:
            attempts = integer(attempts, "attempts", "E_ATTEMPTS", least=1, most=sys.maxsize)
        require(callable(clock), "clock is a function that tells the time", clock)
        self._state = state
        self._players = tuple(
            Builtin(player, state.seed or 0) if isinstance(player, str) else player
            for player in players
        )
        solves = any(isinstance(player, Builtin) for player in self._players)
        check_solvable(state.rules, for_players=solves)
        self._kept = None
        self._attempts = attempts
        self._clock = clock
        self._turn = (0, 0)
        self._began = 0.0
        self.mishaps: list[Mishap] = []

    @classmethod
    def from_state(
        cls,
        state: State,
        players: Sequence[Player | str] | Mapping[str, Player | str],
        *,
        attempts: int | None = 3,
        clock: Callable[[], float] = time.monotonic,
    ) -> Game:
        """The game that goes on from a state, with players by seat."""
        require(isinstance(state, State), "state is a State", state)
        each = _each(players)
        if len(each) != len(state.seats):
            message = f"the game has {len(state.seats)} players, not {len(each)}"
            raise SetupError(message, "E_SEAT")
        game = cls.__new__(cls)
        game._begin(state, each, attempts, clock)  # noqa: SLF001 - its own
        return game

    @classmethod
    def resume(
        cls,
        record: Path,
        players: Sequence[Player | str] | Mapping[str, Player | str],
        *,
        attempts: int | None = 3,
        clock: Callable[[], float] = time.monotonic,
    ) -> Game:
        """The game that goes on where the record in a file ends, and is recorded there.

        An action that was being written when the game was cut off is dropped. Raises `RecordError`
        for a file that is damaged elsewhere, which stays as it is.
        """
        state = kept.resumed(record)
        game = cls.from_state(state, players, attempts=attempts, clock=clock)
        game.save(record)
        return game

    @property
    def state(self) -> State:
        """The game as it stands, cards that nobody sees included."""
        return self._state

    def save(self, record: Path) -> None:
        """Writes the record so far to a file, and from now on every action as it is played.

        The file is replaced at once or not at all; one that says the same already stays as it is.
        """
        self._kept = kept.replace(file_name(record, "record"), self._state.record)

    def step(self) -> tuple[Event, ...]:
        """Asks the player on turn and plays the answer, or deals anew; what happened.

        Nothing happens once the match is over.
        """
        state = self._state
        if state.winners is not None:
            return ()
        if state.on_turn is None:
            after, events = state.next_deal()
        else:
            after, events = self._ask(state, state.on_turn)
        if self._kept is not None:
            # What cannot be written has not happened.
            self._kept.add(after.record_since(state))
        self._state = after
        self._tell(events)
        return events

    def play_deal(self) -> State:
        """Plays until the deal is over, the next one if the last is over already."""
        if self._state.on_turn is None:
            self.step()
        while self._state.on_turn is not None:
            self.step()
        return self._state

    def play(self) -> State:
        """Plays until the match is over."""
        while self._state.winners is None:
            self.step()
        return self._state

    def __iter__(self) -> Iterator[tuple[Event, ...]]:
        """Plays to the end of the match, step by step."""
        while events := self.step():
            yield events

    def _ask(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        """What the player's answer comes to, or the lack of one."""
        player, view = self._players[seat], state.view(seat)
        limit = state.rules.options["turn_seconds"]
        if self._turn != (state.deal_number, state.turn_number):
            self._turn = (state.deal_number, state.turn_number)
            self._began = self._clock()
        refusals = 0
        while self._attempts is None or refusals < self._attempts:
            answer: object = None
            broken: Exception | None = None
            try:
                answer = player(view)
                action = Action(answer)
            except Exception as error:  # noqa: BLE001 - whatever a player does, the game goes on
                broken = error
            if limit is not None and self._clock() - self._began > limit:
                return state.play("time-out")
            if broken is not None:
                self.mishaps.append(Mishap(state, seat, answer, broken))
                break
            try:
                return state.play(action)
            except (IllegalTurnError, PositionError) as error:
                self.mishaps.append(Mishap(state, seat, answer, error))
                self._call(seat, "refused", error)
                refusals += 1
        return state.play("concede")

    def _tell(self, events: tuple[Event, ...]) -> None:
        """Tells everybody what happened, as far as it is theirs to know."""
        if events:
            for seat in self._state.seats:
                if hasattr(self._players[seat], "hear"):
                    self._call(seat, "hear", self._state.view(seat), self._state.events_for(seat))

    def _call(self, seat: int, method: str, *arguments: object) -> None:
        """Calls a method that a player may have, and that may fail."""
        told = getattr(self._players[seat], method, None)
        if told is not None:
            try:
                told(*arguments)
            except Exception as error:  # noqa: BLE001 - whatever a player does, the game goes on
                self.mishaps.append(Mishap(self._state, seat, None, error))


def _each(
    players: Sequence[Player | str] | Mapping[str, Player | str],
) -> tuple[Player | str, ...]:
    """The players by seat; whoever could never answer is refused."""
    listed = hasattr(players, "__iter__") and not isinstance(players, str)
    require(listed, "players are a sequence, or a mapping from their names", players)
    each = players_of(players.values() if hasattr(players, "values") else players)
    for seat, player in enumerate(each):
        fits = isinstance(player, str) or callable(player)
        require(fits, f"player {seat} is a name or a callable", player)
    return each


def _names(
    players: Sequence[Player | str] | Mapping[str, Player | str], each: tuple[Player | str, ...]
) -> list[str]:
    """The players' names, told apart by numbers where they are the same."""
    if hasattr(players, "keys"):
        return list(players.keys())
    names: list[str] = []
    for player in each:
        name = name_of(player)
        same = sum(other.split(" ")[0] == name for other in names)
        names.append(f"{name} {same + 1}" if same else name)
    return names
