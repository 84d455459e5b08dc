"""What is raised for what is given wrong: the type, the code, one sentence, in no time."""

import contextlib
import itertools
import pickle
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from machiavelli import (
    Action,
    Builtin,
    Card,
    Cards,
    CountsError,
    Game,
    IllegalTurnError,
    InvalidMeldError,
    InvalidTableError,
    MachiavelliError,
    Meld,
    MeldReading,
    Outcome,
    ParseError,
    Plan,
    PlanError,
    PlanFault,
    PositionError,
    QuestionError,
    RecordError,
    RowError,
    Rules,
    RulesError,
    SetupError,
    Solution,
    State,
    Table,
    arena,
    can_lay,
    check_meld,
    check_turn,
    events,
    odds,
    simulate,
    solve,
    solve_many,
)
from machiavelli.simulation import Views

ERRORS = [
    CountsError("counts are 53 numbers, not 52", "N_SHAPE"),
    IllegalTurnError("7s must stay on the table", "E_TABLE_CARD_MISSING"),
    InvalidMeldError('"4s 6s 8s" has a hole', "E_RUN_GAP"),
    InvalidTableError('"9c 9d" is too short', "E_MELD_SHORT"),
    ParseError('cannot read "7x" at position 0', "7x", 0),
    PositionError("7h is there 3 times, the deck has 2", "E_TOO_MANY_COPIES"),
    QuestionError("the hand does not hold 7h", "E_NOT_IN_HAND"),
    RowError("row 3: there is a joker", "E_JOKER_UNSUPPORTED", 3),
    RulesError("C_WRAP: no", (("C_WRAP", "no"),)),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_are_one_tree_and_pickle(error: MachiavelliError) -> None:
    assert isinstance(error, MachiavelliError)
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - made here
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_an_error_of_a_row_is_an_error_of_its_position() -> None:
    assert issubclass(RowError, PositionError)


@pytest.mark.parametrize("read", [Card, Cards, Meld, Table, Rules, Rules.parse, Action, check_meld])
def test_text_that_cannot_be_read_has_its_code(read: Callable[[str], Any]) -> None:
    with pytest.raises(ParseError) as caught:
        read("7x (")
    assert caught.value.code == "E_PARSE"


def test_the_code_of_rules_is_that_of_the_first_reason() -> None:
    with pytest.raises(RulesError) as caught:
        Rules(wrap=True, ace="high", decks=4)
    assert caught.value.code == caught.value.reasons[0][0] == "C_OPTION"


def test_text_errors_tell_where() -> None:
    with pytest.raises(ParseError) as caught:
        Table("4h 5h 6h | 9♣ 9x 9s")
    assert (caught.value.text, caught.value.position) == ("9x", 14)
    assert "9x" in str(caught.value)
    with pytest.raises(ParseError) as caught:
        Rules("modiano(wrap")
    assert (caught.value.text, caught.value.position) == ("", 12)


def test_an_error_names_the_argument() -> None:
    with pytest.raises(ParseError) as caught:
        check_turn("4h 5h 6h", "7h 8x", "4h 5h 6h 7h")
    assert any("'hand'" in note for note in caught.value.__notes__)


def test_rules_errors_tell_every_reason() -> None:
    with pytest.raises(RulesError) as caught:
        Rules("agimeg", colour="red", wrap=True, ace="high", decks=10**30)
    codes = Counter(code for code, _ in caught.value.reasons)
    assert codes == {"C_OPTION": 2, "C_WRAP": 1}
    for code, reason in caught.value.reasons:
        assert f"{code}: {reason}" in str(caught.value)


BAD_OPTIONS: list[dict[str, Any]] = [
    {"decks": 0},
    {"decks": -1},
    {"decks": True},
    {"decks": "2"},
    {"decks": None},
    {"decks": 10**100_000},
    {"wrap": 1},
    {"wrap": "true"},
    {"ace": "BOTH"},
    {"ace": "\ud800"},
    {"deal": {}, "match": 3},
    {"deal": {99: 3}},
    {"values": {"A": -1}},
    {"no such option": 1},
]


@pytest.mark.parametrize("options", BAD_OPTIONS, ids=range(len(BAD_OPTIONS)))
def test_bad_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**options)
    assert all(code == "C_OPTION" for code, _ in caught.value.reasons)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("value", [1.0, float("nan"), b"both", ["both"], object(), {"2": 1.5}])
def test_options_of_no_known_type_are_type_errors(value: Any) -> None:
    with pytest.raises(TypeError, match="option ace"):
        Rules(ace=value)


@pytest.mark.parametrize("wrong", [None, 7, 7.5, True, object(), Card, {"7h": 1}, Counter("7h")])
@pytest.mark.parametrize("make", [Card, Cards, Meld, Table, Rules, check_meld])
def test_objects_of_no_known_type_are_type_errors(make: Callable[[Any], Any], wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"expected .* not"):
        make(wrong)


@pytest.mark.parametrize("part", [None, 7, b"7h", ["7h"]])
@pytest.mark.parametrize("make", [Cards, Meld])
def test_parts_of_no_known_type_are_type_errors(make: Callable[[Any], Any], part: Any) -> None:
    with pytest.raises(TypeError, match="expected a Card or its text"):
        make(["8h", part])


NEGATIVE = [-1, -(10**40), np.int64(-1)]
BEYOND = [2**64, 10**40, *NEGATIVE]

PLAY, _ = State.start(seed=7)
PLAN = Plan("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c")
ASK: dict[str, tuple[Callable[[Any], Any], str, str]] = {
    "Builtin": (lambda n: Builtin("random", n), "E_SEED", "seed"),
    "State.start": (lambda n: State.start(seed=n), "E_SEED", "seed"),
    "State.from_position": (lambda n: State.from_position(["2c", "2d"], seed=n), "E_SEED", "seed"),
    "simulate seed": (lambda n: simulate(deals=1, seed=n), "E_SEED", "seed"),
    "Results.record": (lambda n: simulate(deals=1).record(n), "E_GAMES", "game"),
    "arena": (
        lambda n: arena([Views.best, "greedy"], at_a_time=n, deals=1),
        "E_AT_A_TIME",
        "at_a_time",
    ),
    "threads": (lambda n: simulate(deals=1, threads=n), "E_THREADS", "threads"),
    "hand_size": (odds.meld_in_hand, "E_HAND_SIZE", "n"),
    "view": (PLAY.view, "E_SEAT", "seat"),
    "dealer": (lambda n: State.start(seed=7, dealer=n), "E_SEAT", "seat"),
    "play": (lambda n: PLAY.play("pass", seat=n), "E_SEAT", "seat"),
    "lay": (lambda n: PLAN.lay("Jh", n), "E_PLAN_MELD", "meld"),
    "take": (lambda n: PLAN.take("9c", n), "E_PLAN_MELD", "meld"),
    "move from": (lambda n: PLAN.move("9c", n), "E_PLAN_MELD", "meld"),
    "move onto": (lambda n: PLAN.move("9c", 0, n), "E_PLAN_MELD", "meld"),
    "split": (lambda n: PLAN.split(n, 2), "E_PLAN_MELD", "meld"),
    "split at": (lambda n: PLAN.split(0, n), "E_PLAN_SPLIT", "at"),
    "join": (lambda n: PLAN.join(n, 0), "E_PLAN_MELD", "meld"),
    "join other": (lambda n: PLAN.join(0, n), "E_PLAN_MELD", "meld"),
    "reverse": (PLAN.reverse, "E_PLAN_MELD", "meld"),
}
AT_MOST = {"at_most": (lambda n: solve("", "7h 8h 9h", at_most=n), "E_AT_MOST", "at_most")}


def shown(number: Any) -> str:
    return str(number) if abs(number) < 10**38 else "39 digits"


OUT_OF_RANGE = [
    pytest.param(*question, number, id=f"{name} {index}")
    for questions, numbers in ((ASK, BEYOND), (AT_MOST, NEGATIVE))
    for name, question in questions.items()
    for index, number in enumerate(numbers)
]


@pytest.mark.parametrize(("ask", "code", "name", "number"), OUT_OF_RANGE)
def test_integers_out_of_range_are_named(
    ask: Callable[[Any], Any], code: str, name: str, number: Any
) -> None:
    with pytest.raises((QuestionError, PlanError)) as caught:
        ask(number)
    assert caught.value.code == code
    assert str(caught.value).startswith(
        (f"{name} is", f"a {name} is", f"the number of a {name} is")
    )
    assert shown(number) in str(caught.value)


def test_the_largest_integers_that_make_sense_are_taken() -> None:
    assert Builtin("random", 2**64 - 1).seed == 2**64 - 1
    assert solve("", "7h 8h 9h", at_most=10**5_000).value == 3


@pytest.mark.parametrize("number", [1.5, "1", object(), np.float64(2)])
def test_numbers_that_are_no_integers_are_type_errors(number: Any) -> None:
    for ask, _, name in (ASK | AT_MOST).values():
        with pytest.raises(TypeError, match=rf"{name}.* is an integer, not \w+"):
            ask(number)


def test_what_is_no_sequence_or_function_is_named() -> None:
    questions: list[tuple[Callable[[Any], Any], str]] = [
        (State.from_position, "hands are Cards or text in a sequence, not "),
        (
            lambda wrong: State.from_position(["2c", "3c"], opened=wrong),
            "seats are integers in an ",
        ),
        (lambda wrong: odds.complete_hands(3, progress=wrong), "progress is a function, not "),
        (lambda wrong: odds.most_cards_laid(3, progress=wrong), "progress is a function, not "),
    ]
    for ask, message in questions:
        with pytest.raises(TypeError, match=message):
            ask(7)
    with pytest.raises(TypeError, match="hands are Cards or text in a sequence, not str"):
        State.from_position("2c")


def test_a_confidence_that_is_no_share_is_refused() -> None:
    results = simulate(deals=2)
    for confidence in (10**400, float("nan"), -1, 1):
        with pytest.raises(QuestionError, match="confidence is a number between 0 and 1, not "):
            results.summary(confidence)
    for text in ("0.9", np.str_("0.9"), np.str_("x")):
        with pytest.raises(TypeError, match="confidence is a number between 0 and 1, not str"):
            results.summary(text)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, 2**64, "x", None])
def test_fields_of_records_name_what_they_cannot_be(number: Any) -> None:
    make: dict[str, Callable[[], Any]] = {
        "deal": lambda: events.Dealt(number, 0, (0, 1), 13),
        "count": lambda: events.Drew(0, number, None, "idle"),
        "scores": lambda: Outcome("went out", [0], [number]),
        "index": lambda: PlanFault(number, "E_RUN_GAP", "a hole"),
        "value": lambda: Solution("", "", "", number, goes_out=False),
    }
    for name, make_one in make.items():
        with pytest.raises((QuestionError, TypeError), match=name) as caught:
            make_one()
        assert isinstance(number, int) == (getattr(caught.value, "code", None) == "E_FIELD")


def test_words_for_fields_are_named_too() -> None:
    for make in (
        lambda: Outcome("\ud800", [0], [0]),
        lambda: MeldReading("pair", "7h 7d 7s", []),
        lambda: events.Drew(0, 1, None, "\ud800"),
    ):
        with pytest.raises(QuestionError) as caught:
            make()
        assert caught.value.code == "E_FIELD"


def test_half_characters_are_read_as_none() -> None:
    with pytest.raises(QuestionError) as caught:
        Builtin("\ud800")
    assert caught.value.code == "E_PLAYER"
    state, _ = State.start(players=["\ud800", "Bruno"], seed=1)
    assert State.read(state.record).names[1] == "Bruno"


@pytest.mark.parametrize("name", ["\x1b[2JAnna", "An\nna", "An\x00na", "An\x9bna", "\x7f"])
def test_names_with_control_characters_are_refused(name: str) -> None:
    for begin in (
        lambda: State.start(players=["Bruno", name], seed=1),
        lambda: State.from_position(["2c", "2d"], players=["Bruno", name]),
        lambda: Game({"Bruno": "greedy", name: "greedy"}, seed=1),
    ):
        with pytest.raises(SetupError, match="the name of player 1 has the control character") as c:
            begin()
        assert c.value.code == "E_NAME"
        assert str(c.value).isprintable()
    record = State.start(players=["Bruno", "Anna"], seed=1)[0].record
    with pytest.raises(RecordError) as caught:
        State.read(record.replace("Anna", name))
    assert (caught.value.line, caught.value.state) == (5 if "\n" in name else 4, None)


def test_more_seats_than_there_are_are_refused() -> None:
    with pytest.raises(QuestionError) as caught:
        State.from_position(["2c", "2d"], opened=itertools.repeat(0))
    assert caught.value.code == "E_SEAT"


SEAT_QUESTIONS: list[Callable[[int], object]] = [
    PLAY.view,
    PLAY.hand,
    PLAY.events_for,
    lambda seat: PLAY.play("pass", seat=seat),
    lambda seat: PLAY.can_play("pass", seat=seat),
    lambda seat: PLAY.judge("pass", seat=seat),
]
SEAT_SETUPS: list[Callable[[int], object]] = [
    lambda seat: State.start(seed=7, dealer=seat),
    lambda seat: State.from_position(["2c", "2d"], opened=[0, seat]),
    lambda seat: State.from_position(["2c", "2d"], on_turn=seat),
    lambda seat: State.from_position(["2c", "2d"], dealer=seat),
]


@pytest.mark.parametrize("seat", [2, 9, 2**40])
@pytest.mark.parametrize("ask", SEAT_QUESTIONS + SEAT_SETUPS, ids=range(10))
def test_a_seat_at_which_nobody_plays_is_named(ask: Callable[[int], object], seat: int) -> None:
    error = QuestionError if ask in SEAT_QUESTIONS else SetupError
    with pytest.raises(error) as caught:
        ask(seat)
    assert caught.value.code == "E_SEAT"
    assert str(caught.value) == f"player {seat} does not play, only players 0 1 do"


@pytest.mark.parametrize("players", [[], ["Anna"], list("abcdef"), 0, 1, 6])
@pytest.mark.parametrize("seed", [7, None])
def test_a_wrong_number_of_players_is_said_before_anything_else(
    players: Any, seed: int | None
) -> None:
    with pytest.raises(RulesError) as caught:
        State.start("modiano", players, seed=seed)
    assert [code for code, _ in caught.value.reasons] == ["C_PLAYERS"]


def test_too_many_players_are_counted() -> None:
    for play in (
        lambda: State.start("modiano", ["x"] * 20, seed=1),
        lambda: Game(["greedy"] * 20),
        lambda: simulate(players=["greedy"] * 20, deals=1),
        lambda: arena([Views.best] * 20, deals=1),
    ):
        with pytest.raises(RulesError, match=r"players must be 2 to 5 \(players_max\), not 20"):
            play()


MANY = Cards.from_counts([128] + [0] * 52)


@pytest.mark.parametrize(
    ("ask", "times"),
    [
        (lambda: solve("", MANY), 128),
        (lambda: State.from_position([MANY, MANY]), 256),
        (lambda: State.from_position([MANY, MANY], stock="Ac " * 200), 456),
        (lambda: solve_many(np.array([MANY.to_counts()]), np.array([MANY.to_counts()])), 256),
    ],
    ids=["hand", "hands", "stock", "batch"],
)
def test_all_copies_that_are_too_many_are_counted(ask: Callable[[], object], times: int) -> None:
    with pytest.raises(PositionError, match=f"Ac is there {times} times, the deck has 2"):
        ask()


def test_no_more_jokers_than_the_deck_has_are_taken() -> None:
    jokers = Cards.from_counts([0] * 52 + [128])
    with pytest.raises(PositionError, match=r"\* is there 256 times, the deck has 255"):
        State.from_position([jokers, jokers], jokers=255)


@pytest.mark.parametrize("given", [10**30, -(10**30)])
def test_an_option_names_the_number_that_is_given(given: int) -> None:
    message = f"decks must be an integer from 1 to 3, not {given}$"
    with pytest.raises(RulesError, match=message):
        Rules(decks=given)
    with pytest.raises(RulesError, match=message):
        Rules(f"modiano(decks={given})")


def test_things_are_named_in_the_number_that_there_are() -> None:
    row = np.zeros((1, 53), np.uint8)
    with pytest.raises(CountsError, match="tables and hands are equally many, not 0 and 1"):
        solve_many(row[:0], row)
    with pytest.raises(PlanError, match="a meld of 1 card cannot be split after 1"):
        Plan("7h", "").split(0, 1)


@pytest.mark.parametrize("players", [[], ["greedy"], {}, {"Anna": "greedy"}])
def test_a_game_needs_players(players: Any) -> None:
    with pytest.raises(RulesError) as caught:
        Game(players, seed=7)
    assert [code for code, _ in caught.value.reasons] == ["C_PLAYERS"]


HUGE = 5_000_000
HUGE_TEXTS = {
    "letters": "x" * HUGE,
    "card": "7h " * (HUGE // 3),
    "blanks": " " * HUGE + "x",
    "bars": "|" * HUGE,
    "melds": "4h 5h 6h | " * (HUGE // 11),
    "braces": "modiano(deal=" + "{" * HUGE,
    "signs": "♥" * (HUGE // 3),
    "nul": "\0" * HUGE,
    "surrogates": "\ud800" * (HUGE // 3),
}


@pytest.mark.parametrize("text", HUGE_TEXTS.values(), ids=HUGE_TEXTS)
@pytest.mark.parametrize("make", [Card, Cards, Meld, Table, Rules, Rules.parse, check_meld])
def test_huge_text_is_refused_at_once(make: Callable[[Any], Any], text: str) -> None:
    start = time.perf_counter()
    with pytest.raises((ParseError, RulesError)) as caught:
        make(text)
    assert time.perf_counter() - start < 2
    assert len(str(caught.value)) < 500


def test_endless_iterables_are_refused() -> None:
    for make in (Cards, Meld, Table):
        with pytest.raises(CountsError):
            make(itertools.repeat("7h"))
    with pytest.raises(InvalidTableError):
        Table(itertools.repeat(""))


def test_an_iterable_may_raise() -> None:
    def broken() -> Any:
        yield "7h"
        raise LookupError

    for make in (Cards, Meld, Table):
        with pytest.raises(LookupError):
            make(broken())


def test_an_empty_meld_is_no_part_of_a_table() -> None:
    with pytest.raises(InvalidTableError) as caught:
        Table(["4h 5h 6h", ""])
    assert caught.value.code == "E_MELD_SHORT"


pieces = st.sampled_from([*"A23456789TJQKcdhs*|= ", "10", "*=", "♥", " | ", "4h 5h 6h", "9c 9d 9h"])
texts = st.one_of(st.text(max_size=30), st.lists(pieces, max_size=20).map("".join))
rules_texts = st.one_of(
    texts,
    st.sampled_from(Rules.presets()),
    st.lists(st.sampled_from([*"(){}=,:", "tahiti", "deal", "ace", "low", "2"]), max_size=12).map(
        "".join
    ),
)


@given(table=texts, hand=texts, more=texts, rules=rules_texts, opened=st.booleans())
def test_no_text_ends_in_anything_but_an_answer_or_a_typed_error(
    table: str, hand: str, more: str, rules: str, *, opened: bool
) -> None:
    questions: list[Callable[[], object]] = [
        lambda: solve(table, hand, rules, opened=opened, open_cards=more).table,
        lambda: solve(table, hand, "tahiti(jokers=0)", keep=more, opened=opened).table,
        lambda: can_lay(table, hand, more, opened=opened),
        lambda: check_turn(table, hand, more, rules, opened=opened),
        lambda: check_meld(hand, rules),
        lambda: Rules(rules, ace=more),
    ]
    for ask in questions:
        with contextlib.suppress(MachiavelliError):
            ask()
