"""Many positions at once: arrays in, arrays out, on any number of threads."""

import os
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from interrupt import seconds_to_stop
from machiavelli import (
    Cards,
    CountsError,
    QuestionError,
    RowError,
    RulesError,
    Table,
    solve,
    solve_many,
)

Counts = npt.NDArray[np.uint8]

DATA = Path(__file__).parent / "data"
PLAY = DATA / "positions_play.txt"
HARD = DATA / "positions_hard.txt"


def counts(*rows: str) -> Counts:
    return np.array([Cards(row).to_counts() for row in rows])


@pytest.fixture(scope="module")
def play() -> tuple[Counts, Counts, npt.NDArray[np.int32]]:
    """Tables, hands and most cards of the positions met in play."""
    lines = [line.split() for line in PLAY.read_text().splitlines() if not line.startswith("#")]
    tables, hands = (
        np.array([[int(digit) for digit in line[i]] + [0] for line in lines], np.uint8)
        for i in (0, 1)
    )
    return tables, hands, np.array([int(line[2]) for line in lines], np.int32)


def same(one: Any, other: Any) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("value", "laid", "goes_out")
    )


def test_positions_of_the_corpus(play: tuple[Counts, Counts, npt.NDArray[np.int32]]) -> None:
    tables, hands, most = play
    batch = solve_many(tables, hands)
    arrays: list[npt.NDArray[Any]] = [batch.value, batch.laid, batch.goes_out]
    assert [array.dtype for array in arrays] == [np.int32, np.uint8, np.bool_]
    assert np.array_equal(batch.value, most)
    assert np.array_equal(batch.laid.sum(axis=1), most)
    assert (batch.laid <= hands).all()
    assert np.array_equal(batch.goes_out, (batch.laid == hands).all(axis=1))
    assert len(batch) == len(most)
    # What is laid can be laid: with it on the table, the table can be arranged.
    again = solve_many(tables + batch.laid, np.zeros_like(hands), on_invalid="mark")
    assert not again.value.any()


@pytest.mark.parametrize("threads", [1, 2, 3, 16, None])
def test_threads_change_nothing(
    play: tuple[Counts, Counts, npt.NDArray[np.int32]], threads: int | None
) -> None:
    tables, hands, _ = play
    assert same(solve_many(tables, hands, threads=threads), solve_many(tables, hands, threads=1))


def test_arrays_are_read_as_they_lie(play: tuple[Counts, Counts, npt.NDArray[np.int32]]) -> None:
    tables, hands = play[0][:200], play[1][:200]
    expected = solve_many(tables, hands)
    wide = np.zeros((200, 2, 60), np.uint8)
    wide[:, 1, 3:56] = tables
    odd = np.zeros((400, 53), np.uint8)
    odd[::2] = hands
    backwards = np.ascontiguousarray(hands[::-1, ::-1])
    frozen = tables.copy()
    frozen.flags.writeable = False
    for some_tables, some_hands in [
        (np.asfortranarray(tables), hands),
        (wide[:, 1, 3:56], odd[::2]),
        (tables, backwards[::-1, ::-1]),
        (frozen, hands),
    ]:
        assert same(solve_many(some_tables, some_hands), expected)


def test_one_table_before_many_hands() -> None:
    hands = counts("Jh", "2c 9s", "")
    table = np.broadcast_to(counts("9c 9d 9h 9s Tc Td Th Ts"), hands.shape)
    batch = solve_many(table, hands)
    assert batch.value.tolist() == [1, 0, 0]
    assert batch.goes_out.tolist() == [True, False, True]
    assert Cards.from_counts(batch.laid[0]) == Cards("Jh")


def test_more_rows_than_memory_are_a_memory_error() -> None:
    rows = np.broadcast_to(np.zeros(53, np.uint8), (2**57, 53))
    with pytest.raises(MemoryError):
        solve_many(rows, rows)


def test_no_rows_are_no_trouble() -> None:
    nothing = np.zeros((0, 53), np.uint8)
    batch = solve_many(nothing, nothing)
    assert (batch.value.shape, batch.laid.shape, batch.goes_out.shape) == ((0,), (0, 53), (0,))


def test_the_question_holds_for_every_row() -> None:
    tables, hands = counts("", ""), counts("4h 5h 6h 7h 8h", "Kc Kd Kh 2s 3s 4s 5s")
    assert solve_many(tables, hands).value.tolist() == [5, 7]
    assert solve_many(tables, hands, objective="points").value.tolist() == [30, 44]
    assert solve_many(tables, hands, at_most=3).value.tolist() == [3, 3]
    assert solve_many(tables, hands, at_most=10**30).value.tolist() == [5, 7]
    assert solve_many(tables, hands, "agimeg-capped", turn_cap=4).value.tolist() == [4, 4]
    assert solve_many(tables, hands, "thirty-six", opened=False).value.tolist() == [0, 7]
    only_kings = [0] * 53
    for king in ("Kc", "Kd", "Kh"):
        only_kings[Cards(king).to_counts().argmax()] = 5
    for weights in (only_kings, np.array(only_kings), np.array(only_kings, np.uint16)):
        assert solve_many(tables, hands, objective=weights).value.tolist() == [0, 15]


BAD_ROWS = [
    ("4h 9c", "2s", "E_NO_MELDS"),
    ("4h 5h", "6h", "E_NO_MELDS"),
    ("4h 5h 6h", "4h 4h", "E_TOO_MANY_COPIES"),
    ("4h 5h 6h", "*", "E_JOKER_OFF"),
]


@pytest.mark.parametrize(("table", "hand", "code"), BAD_ROWS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_row_without_answer_is_named(table: str, hand: str, code: str, threads: int) -> None:
    rows = 1000
    tables = np.repeat(counts("4h 5h 6h"), rows, axis=0)
    hands = np.repeat(counts("7h"), rows, axis=0)
    for row in (700, 701, 999):
        tables[row], hands[row] = counts(table)[0], counts(hand)[0]
    with pytest.raises(RowError) as caught:
        solve_many(tables, hands, threads=threads)
    assert (caught.value.row, caught.value.code) == (700, code)
    assert str(caught.value).startswith("row 700: ")


def test_a_row_without_answer_is_marked() -> None:
    tables = counts("4h 5h 6h", *(row[0] for row in BAD_ROWS), "9c 9d 9h")
    hands = counts("7h", *(row[1] for row in BAD_ROWS), "9s")
    batch = solve_many(tables, hands, on_invalid="mark")
    assert batch.value.tolist() == [1, -1, -1, -1, -1, 1]
    assert batch.laid.sum(axis=1).tolist() == [1, 0, 0, 0, 0, 1]
    assert batch.goes_out.tolist() == [True, False, False, False, False, True]


JOKER_TABLES: list[Any] = [
    "6c 7c *",
    "4h 5h 6h",
    Table("9c 9d *=9h | 2s 3s 4s"),
    "",
    [["2s", "*", "4s"]],
]
JOKER_HANDS = ["8c 4h 5h", "*", "9h 9s 5s", "4h * 6h Kd", "5s 3s 6h 7h"]


@pytest.mark.parametrize("name", ["agimeg-jokers4", "wikipedia-jokers-free", "wikipedia-jokers"])
def test_tables_may_be_melds_where_jokers_lie_in_them(name: str) -> None:
    one_by_one = [
        solve(table, hand, name) for table, hand in zip(JOKER_TABLES, JOKER_HANDS, strict=True)
    ]
    batch = solve_many(JOKER_TABLES, counts(*JOKER_HANDS), name)
    assert batch.value.tolist() == [best.value for best in one_by_one]
    assert batch.goes_out.tolist() == [best.goes_out for best in one_by_one]
    assert [Cards.from_counts(laid) for laid in batch.laid] == [best.laid for best in one_by_one]


def test_counts_do_for_jokers_that_are_not_locked() -> None:
    tables, hands = counts("6c 7c *", "4h 5h 6h"), counts("8c 4h 5h", "*")
    assert solve_many(tables, hands, "agimeg-jokers-free").value.tolist() == [3, 1]
    with pytest.raises(RowError) as caught:
        solve_many(tables, hands, "agimeg-jokers4")
    assert (caught.value.row, caught.value.code) == (0, "E_JOKER_UNPLACED")
    many = solve_many(tables, hands, "agimeg-jokers4", on_invalid="mark")
    assert many.value.tolist() == [-1, 1]
    with pytest.raises(RowError) as short:
        solve_many(counts("6c *"), counts("7c"), "agimeg-jokers-free")
    assert short.value.code == "E_NO_MELDS"
    with pytest.raises(RowError) as bad:
        solve_many(["6c 7c 8c | 9c *"], counts("Tc"), "agimeg-jokers4")
    assert bad.value.code == "E_MELD_SHORT"
    with pytest.raises(RowError) as five:
        solve_many(counts(""), counts("* * * * *"), "agimeg-jokers4", jokers=6)
    assert five.value.code == "E_JOKER_UNSUPPORTED"


GOOD = np.zeros((2, 53), np.uint8)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (np.zeros((2, 53)), "N_DTYPE"),
        (np.zeros((2, 53), np.int8), "N_DTYPE"),
        (np.zeros((2, 53), np.int64), "N_DTYPE"),
        (np.zeros((2, 53), np.bool_), "N_DTYPE"),
        (np.zeros((2, 53), object), "N_DTYPE"),
        (np.zeros((2, 52), np.uint8), "N_SHAPE"),
        (np.zeros((53, 2), np.uint8), "N_SHAPE"),
        (np.zeros(53, np.uint8), "N_SHAPE"),
        (np.zeros((1, 2, 53), np.uint8), "N_SHAPE"),
        (np.zeros((), np.uint8), "N_SHAPE"),
        (np.zeros((3, 53), np.uint8), "N_SHAPE"),
    ],
    ids=lambda value: f"{value.shape} {value.dtype}" if isinstance(value, np.ndarray) else value,
)
def test_other_arrays_are_refused(bad: Any, code: str) -> None:
    for tables, hands in [(bad, GOOD), (GOOD, bad)]:
        with pytest.raises(CountsError) as caught:
            solve_many(tables, hands)
        assert caught.value.code == code


@pytest.mark.parametrize("bad", [None, 7, GOOD.tolist(), "4h 5h 6h", bytes(106)])
def test_what_is_no_array_is_a_type_error(bad: Any) -> None:
    with pytest.raises(TypeError):
        solve_many(bad, GOOD)


BAD_QUESTIONS: list[tuple[dict[str, Any], str]] = [
    ({"objective": "money"}, "E_OBJECTIVE"),
    ({"objective": [1] * 52}, "E_WEIGHTS"),
    ({"objective": [-1] * 53}, "E_WEIGHTS"),
    ({"objective": [0.5] * 53}, "E_WEIGHTS"),
    ({"objective": np.full(53, np.nan)}, "E_WEIGHTS"),
    ({"objective": [10**30] * 53}, "E_WEIGHTS"),
    ({"objective": [2**31] * 53}, "E_WEIGHTS"),
    ({"at_most": -1}, "E_AT_MOST"),
    ({"threads": 0}, "E_THREADS"),
    ({"threads": -1}, "E_THREADS"),
    ({"threads": 10**30}, "E_THREADS"),
    ({"on_invalid": "ignore"}, "E_ON_INVALID"),
]


@pytest.mark.parametrize(("question", "code"), BAD_QUESTIONS, ids=range(len(BAD_QUESTIONS)))
def test_bad_questions_are_refused(question: dict[str, Any], code: str) -> None:
    with pytest.raises(QuestionError) as caught:
        solve_many(GOOD, GOOD, **question)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "question", [{"objective": 7}, {"at_most": 1.5}, {"threads": "2"}, {"on_invalid": 1}], ids=str
)
def test_questions_of_no_known_type_are_type_errors(question: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        solve_many(GOOD, GOOD, **question)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(RulesError, match="no option"):
        solve_many(GOOD, GOOD, colour="red")


def test_other_threads_run_meanwhile(play: tuple[Counts, Counts, npt.NDArray[np.int32]]) -> None:
    tables, hands, _ = play
    batch = threading.Thread(
        target=solve_many, args=(np.tile(tables, (50, 1)), np.tile(hands, (50, 1)))
    )
    steps = 0
    batch.start()
    while batch.is_alive():
        steps += 1
        time.sleep(0.001)
    batch.join()
    assert steps > 10


LONG = """
import sys, time
import numpy as np
from machiavelli import solve_many

lines = [line.split() for line in open(sys.argv[1]) if not line.startswith("#")]
tables, hands = (
    np.array([[int(digit) for digit in line[i]] + [0] for line in lines], np.uint8) for i in (0, 1)
)
tables, hands = np.tile(tables, (20_000, 1)), np.tile(hands, (20_000, 1))
print("ready", flush=True)
try:
    solve_many(tables, hands, threads=int(sys.argv[2]))
except KeyboardInterrupt:
    print(time.time(), flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
@pytest.mark.thread_unsafe
@pytest.mark.parametrize("threads", [1, 2, 1024])
def test_control_c_stops_within_a_tenth_of_a_second(threads: int) -> None:
    # The quickest of some tries, as a machine may have other things to do.
    tries = (seconds_to_stop("-c", LONG, str(HARD), str(threads)) for _ in range(3))
    assert min(tries) < 0.1
