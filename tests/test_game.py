"""`machiavelli.Game`: players of any kind, those that fail, records and resuming."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import machiavelli
from machiavelli import (
    Action,
    Builtin,
    Cards,
    Game,
    MachiavelliError,
    PositionError,
    QuestionError,
    SetupError,
    State,
    Table,
    View,
)
from machiavelli.events import DealOver, Drew, Event, Laid, MatchOver, Restored

NEEDED: dict[str, dict[str, Any]] = {
    "agimeg-category": {"category_values": {"number": 1, "figure": 2, "ace": 3, "joker": 5}},
    "agimeg-threshold": {"threshold": 60},
    "agimeg-small-hand": {"deal": {2: 9, 3: 9}},
}


def miser(_view: View) -> str:
    return "pass"


class Fixed:
    """Gives the same answers in turn, and keeps what it is told."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.heard: list[tuple[View, tuple[Event, ...]]] = []
        self.refusals: list[str] = []

    def __call__(self, view: View) -> Any:
        answer = self.answers.pop(0) if self.answers else "pass"
        if isinstance(answer, Exception):
            raise answer
        return answer(view) if callable(answer) else answer

    def hear(self, view: View, events: tuple[Event, ...]) -> None:
        self.heard.append((view, events))

    def refused(self, error: MachiavelliError) -> None:
        self.refusals.append(getattr(error, "code", ""))


def game(*players: Any, rules: str = "modiano", **options: Any) -> Game:
    """A game in which the first player begins."""
    return Game(list(players), rules, seed=7, dealer=len(players) - 1, **options)


def test_players_are_builtin_functions_or_objects_in_any_mix() -> None:
    match = game("greedy", miser, Builtin("random", seed=3), Fixed())
    state = match.play()
    assert state.names == ("greedy", "miser", "Builtin", "Fixed")
    assert state.winners is not None
    assert match.mishaps == []
    assert match.step() == ()
    again = Game(["greedy", "greedy", "patient"], seed=1).state
    assert again.names == ("greedy", "greedy 2", "patient")


def test_a_player_gets_nothing_but_its_view() -> None:
    seen: list[tuple[Any, ...]] = []

    def curious(*arguments: Any) -> str:
        seen.append(arguments)
        return "pass"

    game(curious, "greedy").step()
    [[view]] = seen
    assert isinstance(view, View)
    assert (view.seat, view.on_turn, len(view.hand)) == (0, 0, 13)


def test_steps_deals_and_matches() -> None:
    match = Game({"Anna": "greedy", "Bruno": "patient"}, "agimeg", seed=42)
    assert match.state.names == ("Anna", "Bruno")
    assert match.play_deal().deal_number == 1
    assert match.state.outcome is not None
    assert match.play_deal().deal_number == 2
    assert match.play_deal().winners is not None
    longer = Game(["greedy", "patient"], "agimeg", seed=42, deals=3)
    events = [each for happened in longer for each in happened]
    assert sum(isinstance(each, DealOver) for each in events) == 3
    assert isinstance(events[-1], MatchOver)


def test_everybody_hears_what_is_theirs_to_know() -> None:
    one, other = Fixed(), Fixed()
    game(one, other).step()
    (_, dealt), (view, drew) = one.heard
    assert dealt[0].deal == 1  # type: ignore[union-attr]
    assert view.seat == 0
    [event, _] = drew
    assert isinstance(event, Drew)
    assert event.cards is not None
    [event, _] = other.heard[1][1]
    assert isinstance(event, Drew)
    assert (event.cards, event.count) == (None, 1)


@pytest.mark.parametrize(
    "answer",
    [RuntimeError("lost"), None, 7, "fold", "submit: 9x", object(), ["7x"], ZeroDivisionError()],
)
def test_whoever_breaks_down_gives_up_the_turn(answer: object) -> None:
    match = game(Fixed(answer), "greedy")
    [restored, drew, _] = match.step()
    assert isinstance(restored, Restored)
    assert restored.cause == "conceded"
    assert isinstance(drew, Drew)
    assert (drew.count, drew.reason) == (3, "penalty")
    [mishap] = match.mishaps
    assert (mishap.seat, mishap.deal_number, mishap.turn_number) == (0, 1, 1)
    assert match.state.record.endswith("0 concede\n")
    match.play()


def test_an_illegal_table_costs_what_the_rules_say() -> None:
    def bad(view: View) -> Table:
        return Table([[next(iter(view.hand))]])

    [restored, drew, _] = game(bad, "greedy").step()
    assert isinstance(restored, Restored)
    assert restored.code == "E_MELD_SHORT"
    assert isinstance(drew, Drew)
    assert drew.count == 3
    lenient = game(bad, "greedy", invalid_submit="reject")
    [restored, *_] = lenient.step()
    assert isinstance(restored, Restored)
    assert restored.cause == "conceded"
    assert len(lenient.mishaps) == 3


def test_what_is_refused_is_asked_again() -> None:
    wrong = "submit: Kd Kd Kd Kd"
    player = Fixed(wrong, "draw: Kd Kd Kd Kd", "pass")
    match = game(player, "greedy")
    [drew, _] = match.step()
    assert isinstance(drew, Drew)
    assert drew.reason == "idle"
    assert player.refusals == ["E_NOT_IN_HAND", "E_DRAW_AFTER_PLAY"]
    assert [mishap.answer for mishap in match.mishaps] == [wrong, "draw: Kd Kd Kd Kd"]
    patient = Fixed(*[wrong] * 9, "pass")
    assert len(game(patient, "greedy", attempts=None).step()) == 2
    assert len(patient.refusals) == 9
    hasty = Fixed(wrong, wrong)
    assert len(game(hasty, "greedy", attempts=1).step()) > 1
    assert hasty.refusals == ["E_NOT_IN_HAND"]


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ([Fixed(), 5], "player 1 is a name or a callable, not int"),
        (
            {"Anna": None, "Bruno": "greedy"},
            "player 0 is a name or a callable, not NoneType",
        ),
        ("greedy", "players are a sequence"),
        (2, "players are a sequence"),
        (None, "players are a sequence"),
    ],
)
def test_what_cannot_play_is_refused_at_once(players: Any, said: str, tmp_path: Path) -> None:
    file = tmp_path / "record"
    state = game("greedy", "greedy").state
    file.write_text(state.record, encoding="utf-8")
    begins: list[Callable[[], Game]] = [
        lambda: Game(players, seed=1, record=tmp_path / "new"),
        lambda: Game.from_state(state, players),
        lambda: Game.resume(file, players),
    ]
    for begin in begins:
        with pytest.raises(TypeError, match=said):
            begin()
    assert not (tmp_path / "new").exists()
    with pytest.raises(QuestionError) as caught:
        game("greedy", "gredy")
    assert caught.value.code == "E_PLAYER"


def test_a_state_goes_on_with_as_many_players() -> None:
    state = game("greedy", "greedy").state
    for players in ([], ["greedy"], ["greedy"] * 3):
        with pytest.raises(SetupError, match=f"2 players, not {len(players)}") as caught:
            Game.from_state(state, players)
        assert caught.value.code == "E_SEAT"
    with pytest.raises(TypeError, match="state is a State, not NoneType"):
        Game.from_state(None, ["greedy", "greedy"])  # type: ignore[arg-type]


@pytest.mark.parametrize("attempts", [0, -1, -(10**40)])
def test_a_player_is_asked_at_least_once(attempts: int) -> None:
    with pytest.raises(QuestionError, match="attempts is an integer from 1") as caught:
        game("greedy", "greedy", attempts=attempts)
    assert caught.value.code == "E_ATTEMPTS"
    for wrong in ({"attempts": 1.5}, {"clock": 3}):
        with pytest.raises(TypeError, match=next(iter(wrong))):
            game("greedy", "greedy", **wrong)


NO_NAMES = ["", "\0", "a\0b", "\ud800"]


@pytest.mark.parametrize("name", [*NO_NAMES, 1, True, None, b"record"], ids=range(8))
def test_what_no_file_can_be_called_is_refused(name: Any) -> None:
    match = game("greedy", "greedy")
    kind = QuestionError if name in NO_NAMES else TypeError
    for use in (
        match.save,
        lambda name: Game.resume(name, ["greedy", "greedy"]),
        lambda name: game("greedy", "greedy", record=name),
    ):
        if name is None and use != match.save:
            continue
        with pytest.raises(kind, match="record is the name of a file") as caught:
            use(name)
        assert getattr(caught.value, "code", "E_FILE") == "E_FILE"
    match.step()  # which would be written to the file


@pytest.mark.thread_unsafe(reason="the threads would share the file")
def test_what_cannot_be_written_has_not_happened(tmp_path: Path) -> None:
    file = tmp_path / "record"
    match = game("greedy", "greedy", record=file)
    match.step()
    before = match.state
    file.rename(tmp_path / "kept")
    with pytest.raises(FileNotFoundError, match="record"):
        match.step()
    file.mkdir()
    with pytest.raises(OSError, match="record"):
        match.step()
    assert match.state == before
    file.rmdir()
    (tmp_path / "kept").rename(file)
    match.step()
    assert file.read_text(encoding="utf-8") == match.state.record


@pytest.mark.thread_unsafe(reason="the threads would share the file")
def test_two_games_do_not_go_on_in_one_file(tmp_path: Path) -> None:
    file = tmp_path / "record"
    game("greedy", "greedy", record=file).step()
    one, other = (Game.resume(file, ["greedy", "greedy"]) for _ in range(2))
    one.step()
    with pytest.raises(QuestionError, match="record has been changed by somebody else") as caught:
        other.step()
    assert caught.value.code == "E_FILE"
    one.step()
    assert State.read(file.read_text(encoding="utf-8")) == one.state


def test_a_late_answer_is_a_time_out() -> None:
    now = 0.0

    def slow(_view: View) -> str:
        nonlocal now
        now += 121
        return "pass"

    match = game(slow, "greedy", rules="agimeg-timed", clock=lambda: now)
    [restored, *_] = match.step()
    assert isinstance(restored, Restored)
    assert restored.cause == "timed out"
    assert match.state.record.endswith("0 time-out\n")
    unlimited = game(slow, "greedy", clock=lambda: now)
    assert isinstance(unlimited.step()[0], Drew)


def test_a_listener_that_fails_stops_nobody() -> None:
    class Deaf(Fixed):
        def hear(self, _view: View, _events: tuple[Event, ...]) -> None:
            raise RuntimeError

    match = game(Deaf(), "greedy")
    match.play()
    assert {type(mishap.error) for mishap in match.mishaps} == {RuntimeError}


def test_leaving_is_not_a_mistake() -> None:
    def leaves(_view: View) -> str:
        raise KeyboardInterrupt

    match = game(leaves, "greedy")
    before = match.state
    with pytest.raises(KeyboardInterrupt):
        match.step()
    assert match.state == before


@pytest.mark.thread_unsafe(reason="the threads would share the file")
def test_a_game_is_saved_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    match = game("greedy", "patient", record=file)
    assert State.read(file.read_text()) == match.state
    for _ in match:
        assert file.read_text() == match.state.record
    with pytest.raises(FileExistsError):
        game("greedy", "patient", record=file)


def cut_anywhere(text: str) -> list[int]:
    """Some ends that a file may have when its writer is killed."""
    body = text.index("deal 1\n") + len("deal 1\n")
    return [*range(body, min(body + 200, len(text)), 7), *range(len(text) - 60, len(text) + 1)]


@pytest.mark.thread_unsafe(reason="the threads would share the file")
def test_a_game_that_was_cut_off_is_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    whole = Game(["greedy", "random"], "agimeg", seed=5).play().record
    assert whole.count("score:") == 2
    for end in cut_anywhere(whole):
        file.write_text(whole[:end])
        resumed = Game.resume(file, ["greedy", "random"])
        assert file.read_text() == resumed.state.record
        complete = whole[:end].rpartition("\n")[0]
        assert resumed.state.record.startswith(complete)
        resumed.play()
        assert file.read_text() == whole


@pytest.mark.thread_unsafe(reason="the threads would share the file")
def test_comments_stay_and_damage_is_not_papered_over(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    match = game("greedy", "greedy")
    match.step()
    match.step()
    lines = match.state.record.splitlines(keepends=True)
    file.write_text("".join(["# an evening\n", *lines]))
    resumed = Game.resume(file, ["greedy", "greedy"])
    resumed.step()
    assert file.read_text() == "# an evening\n" + resumed.state.record
    damaged = "".join([*lines[:-2], "0 fold\n", lines[-1]])
    file.write_text(damaged)
    with pytest.raises(machiavelli.RecordError):
        Game.resume(file, ["greedy", "greedy"])
    assert file.read_text() == damaged
    with pytest.raises(ValueError, match="2 players, not 3"):
        Game.from_state(match.state, ["greedy"] * 3)


@pytest.mark.parametrize("rules", machiavelli.Rules.presets())
def test_the_loop_of_the_core_keeps_the_same_record(rules: str) -> None:
    players, options = ["random", "greedy", "thrifty"], NEEDED.get(rules, {})
    results = machiavelli.simulate(rules, players, matches=3, seed=11, **options)
    for number in range(3):
        record = results.record(number)
        begun = State.read(record).history()[0][0]
        match = Game(players, rules, seed=begun.seed, dealer=begun.dealer, **options)
        assert match.play().record == record
        assert match.mishaps == []


def test_an_action_may_be_given_in_every_form() -> None:
    def lays(form: Callable[[Table], object]) -> Any:
        def player(view: View) -> Any:
            best = machiavelli.solve(view.table, view.hand, view.rules)
            return form(best.table) if len(best.laid) else "pass"

        return player

    forms: list[Callable[[Table], object]] = [
        lambda table: table,
        lambda table: f"submit: {table}",
        Action,
        lambda table: [list(meld) for meld in table],
    ]
    records = {game(lays(form), "greedy").play().record.split("deal 1")[1] for form in forms}
    assert len(records) == 1
    assert isinstance(Laid(0, Cards("7h")), Event)


def test_more_jokers_than_are_solved_are_refused_before_anybody_plays(tmp_path: Path) -> None:
    file = tmp_path / "record"
    pairs: list[list[Any]] = [["greedy", miser], [Builtin("random"), miser]]
    for players in pairs:
        with pytest.raises(PositionError, match="at most 4 in play, not 5") as caught:
            Game(players, "agimeg", seed=1, jokers=5, record=file)
        assert caught.value.code == "E_JOKER_UNSUPPORTED"
    assert not file.exists()
    for asks in ({"may_decline": False}, {"opening": "points"}):
        with pytest.raises(PositionError):
            Game([miser, miser], "agimeg", seed=1, jokers=5, **asks)
    # These neither ask for a best lay nor play by rules that do.
    match = Game([miser, miser], "agimeg", seed=1, jokers=5)
    assert match.play().winners is not None
    assert match.mishaps == []
    state, _ = State.start("agimeg", jokers=5, seed=1)
    with pytest.raises(PositionError):
        Game.from_state(state, ["greedy", "greedy"])
