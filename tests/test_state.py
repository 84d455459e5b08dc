"""Games through the Python surface: states, views, events, records, built-in players."""

import copy
import itertools
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import machiavelli as m
from corpus import DATA
from machiavelli import events
from reference.chance import deck

NEEDED: dict[str, dict[str, Any]] = {
    "agimeg-category": {"category_values": {"number": 1, "figure": 2, "ace": 3, "joker": 5}},
    "agimeg-threshold": {"threshold": 60},
    "agimeg-small-hand": {"deal": {2: 9, 3: 9}},
}


def started(rules: str = "modiano", players: int = 2, seed: int = 7, **options: Any) -> m.State:
    needed = NEEDED.get(rules, {})
    return m.State.start(rules, players, seed=seed, dealer=1, **needed, **options)[0]


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - made here


def shown(value: object) -> object:
    return eval(repr(value), vars(m) | vars(events))  # noqa: S307 - that is the promise


def played(state: m.State, player: m.Builtin) -> m.State:
    """The state after the deal."""
    while state.on_turn is not None:
        state, _ = state.play(player(state.view(state.on_turn)))
    return state


@pytest.mark.parametrize("rules", m.Rules.presets())
def test_a_deal_is_played_to_its_end_under_every_preset(rules: str) -> None:
    state = played(started(rules, 3), m.Builtin("random", seed=5))
    outcome = state.outcome
    assert outcome is not None
    assert set(outcome.winners) <= set(state.players)
    assert state.totals == outcome.scores
    assert m.State.read(state.record) == state


def test_a_record_grows_at_its_end() -> None:
    state, states = started("agimeg"), []
    while state.winners is None:
        states.append(state)
        best = m.Builtin("greedy")(state.view(state.on_turn)) if state.on_turn is not None else None
        state, _ = state.next_deal() if best is None else state.play(best)
    for earlier in states[:: len(states) // 20]:
        assert earlier.record + state.record_since(earlier) == state.record
    assert state.record_since(state) == ""


def test_a_state_is_a_value() -> None:
    state = started()
    again = started()
    assert state == again
    assert hash(state) == hash(again)
    assert state is not again
    other, _ = state.play("pass")
    assert state == again, "playing changes nothing"
    assert other != state
    assert pickled(other) == other
    assert copy.copy(state) is state
    assert copy.deepcopy(state) is state
    assert len({state, again, other}) == 2
    assert state != 1
    assert repr(state) == "<State of modiano: deal 1, turn of player 0>"


def test_everything_about_a_state_can_be_asked() -> None:
    state, happened = m.State.start("tahiti", ["Anna", "Bruno", "Carla"], seed=3, dealer=2)
    assert [type(event) for event in happened] == [
        events.Dealt,
        events.TurnedUp,
        events.TurnBegan,
    ]
    assert state.names == ("Anna", "Bruno", "Carla")
    assert state.seats == state.players == state.still_in == (0, 1, 2)
    assert (state.dealer, state.on_turn, state.deal_number, state.turn_number) == (2, 0, 1, 1)
    assert (state.rules, state.seed) == (m.Rules("tahiti"), 3)
    assert len(state.open_cards) == len(state.table) == 4
    order = deck(3, 1, jokers=4)
    assert [str(card) for card in state.stock] == order[19:]
    assert state.hand(0) == m.Cards(order[0:15:3])
    assert state.opened == state.out == ()
    assert (state.outcome, state.winners, state.next_dealer) == (None, None, None)
    assert state.totals == state.units == (0, 0, 0)


def test_cards_are_conserved() -> None:
    everything = m.Cards(deck(7, 1))
    state = started()
    while state.on_turn is not None:
        hands = state.hand(0) + state.hand(1)
        assert hands + state.table.cards + m.Cards(state.stock) == everything
        state, _ = state.play(m.Builtin("greedy")(state.view(state.on_turn)))


def test_given_cards_are_dealt_in_their_order() -> None:
    cards = deck(1, 1)
    state, _ = m.State.start("modiano", 2, cards=" ".join(cards), dealer=0)
    again, _ = m.State.start("modiano", 2, cards=[m.Card(card) for card in cards], dealer=0)
    assert state == again == m.State.start("modiano", 2, seed=1, dealer=0)[0]
    assert state.seed is None
    with pytest.raises(m.SetupError, match="without Ac") as caught:
        m.State.start("modiano", 2, cards=[card for card in cards if card != "Ac"], dealer=0)
    assert caught.value.code == "E_DECK"


def test_the_first_dealer_is_found_by_lot() -> None:
    state, _ = m.State.start("modiano", 4, seed=1)
    assert state.dealer == m.State.start("modiano", 4, seed=1)[0].dealer
    with pytest.raises(m.SetupError) as caught:
        m.State.start("modiano", 4, seed=1, first_dealer="oldest")
    assert caught.value.code == "E_SEAT"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"players": 6, "seed": 1}, m.RulesError),
        ({"players": 10**30, "seed": 1}, m.RulesError),
        ({"players": -1, "seed": 1}, m.RulesError),
        ({"players": "Anna", "seed": 1}, TypeError),
        ({"players": 2.0, "seed": 1}, TypeError),
        ({"players": 2}, m.SetupError),
        ({"players": 2, "dealer": 0}, m.SetupError),
        ({"players": 2, "dealer": 2, "seed": 1}, m.SetupError),
        ({"players": 2, "dealer": 8, "seed": 1}, m.SetupError),
        ({"players": 2, "dealer": -1, "seed": 1}, m.QuestionError),
        ({"players": 2, "dealer": "Anna", "seed": 1}, TypeError),
        ({"players": 2, "seed": -1}, m.QuestionError),
    ],
)
def test_what_cannot_begin_says_why(arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        m.State.start("modiano", **({"dealer": None} | arguments))
    assert str(caught.value)


def test_actions_are_values_and_text() -> None:
    submission = m.Action("submit: 4h 5h 6h | 9c 9d 9s")
    assert submission == m.Action(m.Table("4h 5h 6h | 9c 9d 9s"))
    assert submission == m.Action(["4h 5h 6h", "9c 9d 9s"])
    assert submission.table == m.Table("4h 5h 6h | 9c 9d 9s")
    for text in ["pass", "draw", "concede", "concede: 4h 5h", "time-out", "discard: 7h", "submit:"]:
        action = m.Action(text)
        assert str(action) == text
        assert shown(action) == action
        assert pickled(action) == action
        assert action.kind == text.partition(":")[0]
    assert m.Action("discard: 7h").card == m.Card("7h")
    assert m.Action("pass").card is None
    with pytest.raises(m.ParseError):
        m.Action("fold")
    with pytest.raises(TypeError):
        m.Action(7)  # type: ignore[arg-type]


def test_refused_actions_say_why_and_change_nothing() -> None:
    state = started()
    for action, seat, code in [
        ("pass", 1, "E_NOT_YOUR_TURN"),
        ("discard: 7h", None, "E_NO_DISCARD"),
        ("time-out", None, "E_NO_TIME_LIMIT"),
        ("submit: 2c 2d 2h 2s", None, "E_NOT_IN_HAND"),
    ]:
        with pytest.raises(m.IllegalTurnError) as caught:
            state.play(action, seat=seat)
        assert caught.value.code == code
        assert not state.can_play(action, seat=seat)
        with pytest.raises(m.IllegalTurnError):
            state.judge(action, seat=seat)
    over = played(state, m.Builtin("greedy"))
    with pytest.raises(m.IllegalTurnError) as caught:
        over.play("pass")
    assert caught.value.code == "E_DEAL_OVER"


def test_a_mistake_costs_what_it_costs() -> None:
    state, _ = m.State.from_position(
        ["Kc Kd 2c", "2d 3d"], "agimeg-severe", table="4h 5h 6h", stock="7c 8c 9c Tc"
    )
    attempt = m.Table("4h 5h 6h | Kc Kd")
    assert state.judge(attempt) == "takes"
    after, happened = state.play(attempt)
    match happened:
        case (events.Took(0, cards, "illegal", "E_MELD_SHORT", message), events.Drew(), _):
            assert cards == m.Cards("Kc Kd")
            assert message == '"Kc Kd" is no legal meld: it has fewer than 3 cards'
        case _:
            pytest.fail(str(happened))
    assert after.hand(0) == m.Cards("Kc Kd 2c 7c 8c 9c")
    _, happened = state.play("concede")
    assert happened[0] == events.Restored(0, "conceded", None, None)


def test_a_position_may_be_given() -> None:
    state, _ = m.State.from_position(
        [["Jh"], "2c 2d", "3c"],
        players=["Anna", "Bruno", "Carla"],
        table=["9c 9d 9h 9s", "Tc Td Th Ts"],
        stock=["Kd"],
        on_turn=1,
        opened=[1],
    )
    assert (state.on_turn, state.dealer, state.opened) == (1, 0, (1,))
    assert [str(card) for card in state.stock] == ["Kd"]
    assert pickled(state) == state
    with pytest.raises(m.SetupError) as caught:
        m.State.from_position(["Jh", ""])
    assert caught.value.code == "E_EMPTY_HAND"
    with pytest.raises(m.InvalidTableError):
        m.State.from_position(["Jh", "2c"], table="4h 5h")
    with pytest.raises(m.PositionError):
        m.State.from_position(["Jh Jh", "Jh"])


def test_a_view_shows_what_a_seat_may_see() -> None:
    state = played(started(players=3), m.Builtin("greedy"))
    state, _ = state.next_deal()
    view = state.view(2)
    assert view.hand == state.hand(2)
    assert view.hand_sizes == tuple(len(state.hand(seat)) for seat in state.seats)
    assert (view.table, view.open_cards) == (state.table, state.open_cards)
    assert (view.rules, view.seat, view.seats) == (state.rules, 2, state.seats)
    assert (view.players, view.dealer, view.on_turn) == (state.players, state.dealer, state.on_turn)
    assert (view.stock_size, view.opened, view.out) == (len(state.stock), state.opened, state.out)
    assert (view.deal_number, view.turn_number) == (2, 1)
    assert (view.still_in, view.totals, view.outcome) == (state.still_in, state.totals, None)
    assert not view.has_opened
    assert not view.has_idled
    assert pickled(view) == view
    assert shown(view) == view
    assert hash(view) == hash(state.view(2))
    assert view != state.view(1)
    hidden = {name for name in dir(view) if not name.startswith("_")} & {"stock", "record", "state"}
    assert not hidden
    over = played(state, m.Builtin("greedy"))
    assert over.view(0).outcome == over.outcome
    assert pickled(over.view(0)) == over.view(0)


def test_events_are_told_to_each_as_they_may_know() -> None:
    state, happened = started().play("pass")
    assert state.events_for(0) == happened
    for seat in (1, None):
        drew = state.events_for(seat)[0]
        assert isinstance(drew, events.Drew)
        assert (drew.seat, drew.count, drew.cards) == (0, 1, None)


def test_events_are_values() -> None:
    seen: dict[str, m.events.Event] = {}
    for rules in m.Rules.presets():
        state = started(rules, 3, co_winners="same_round")
        player = m.Builtin("random", seed=2)
        while state.on_turn is not None:
            action = player(state.view(state.on_turn))
            state, happened = state.play(action if state.turn_number % 7 else "concede")
            seen |= {type(event).__name__: event for event in happened}
    assert len(seen) >= 8
    for event in seen.values():
        assert shown(event) == event
        assert pickled(event) == event
        assert hash(event) == hash(copy.deepcopy(event))
        assert type(event).__module__ == "machiavelli.events"


def test_scores_are_those_of_each_deal() -> None:
    rules = m.Rules("agimeg-threshold", threshold=20, score="flat")
    state = m.Game(["greedy", "random", "random"], rules, seed=3, dealer=0).play()
    written = [line.split()[1:] for line in state.record.splitlines() if line[:6] == "score:"]
    assert len(state.scores) == len(written) == state.deal_number > 1
    for scores, line in zip(state.scores, written, strict=True):
        assert ["-" if score is None else str(score) for score in scores] == line
    assert None in state.scores[-1]
    totals = [sum(filter(None, column)) for column in zip(*state.scores, strict=True)]
    assert tuple(totals) == state.totals


def test_a_match_ends_with_its_winners() -> None:
    state = started("agimeg", 3)
    while state.winners is None:
        state = played(state, m.Builtin("greedy"))
        if state.winners is None:
            assert state.next_dealer is not None
            state, _ = state.next_deal()
    assert state.deal_number == 3
    assert [state.totals[seat] for seat in state.winners] == [min(state.totals)] * len(
        state.winners
    )
    with pytest.raises(m.SetupError) as caught:
        state.next_deal()
    assert caught.value.code == "E_MATCH_OVER"
    with pytest.raises(m.SetupError) as caught:
        started().next_deal()
    assert caught.value.code == "E_DEAL_ON"


def test_the_record_of_two_rounds_is_read() -> None:
    document = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))
    [case] = [case for case in document["cases"] if case["kind"] == "record"]
    state = m.State.read((DATA / "two_rounds.txt").read_text(encoding="utf-8"))
    assert list(state.names) == case["input"]["players"]
    assert len(state.stock) == case["expected"]["stock"]
    assert len(state.table) == case["expected"]["table_melds"]
    assert len(state.table.cards) == case["expected"]["table_cards"]


def test_a_record_grows_at_its_end_and_survives_a_cut() -> None:
    state = started()
    records = [state.record]
    while state.on_turn is not None:
        state, _ = state.play(m.Builtin("thrifty")(state.view(state.on_turn)))
        records.append(state.record)
    for shorter, longer in itertools.pairwise(records):
        assert longer.startswith(shorter)
    with pytest.raises(m.RecordError) as caught:
        m.State.read(records[5] + "0 subm")
    assert caught.value.code == "E_RECORD"
    assert caught.value.line == records[5].count("\n") + 1
    assert caught.value.state is not None
    assert caught.value.state.record == records[5]
    assert pickled(caught.value).state == caught.value.state
    with pytest.raises(m.RecordError) as caught:
        m.State.read("")
    assert caught.value.state is None


def test_builtin_players_are_values_that_play_alike() -> None:
    for name in m.Builtin.strategies():
        player = m.Builtin(name, seed=3)
        assert shown(player) == player
        assert pickled(player) == player
        assert (player.strategy, player.seed) == (name, 3)
        views = [started(seed=seed).view(0) for seed in range(10)]
        assert list(map(player, views)) == list(map(m.Builtin(name, 3), views))
    with pytest.raises(m.QuestionError, match='there is no player "genius"'):
        m.Builtin("genius")


def test_states_are_shared_by_threads() -> None:
    state = started("agimeg-must-play", 4)

    def play(seed: int) -> m.State:
        return played(state, m.Builtin("random", seed))

    with ThreadPoolExecutor(4) as threads:
        results = list(threads.map(play, [1, 2, 1, 2, 1, 2, 1, 2]))
    assert results == results[:2] * 4
