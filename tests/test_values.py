"""What the value types promise: text, equality, order, copies, pickles."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import machiavelli
from machiavelli import (
    CARD_TYPES,
    Card,
    Cards,
    CountsError,
    Meld,
    ParseError,
    Rules,
    Table,
    check_meld,
    check_turn,
    solve,
    solve_many,
)

VALUES = [
    Card("7h"),
    Card("*"),
    Card("*=Js"),
    Cards(),
    Cards("8h 7h 8h *"),
    Meld("Ts *=Js Qs"),
    Meld(""),
    Table(),
    Table("4h 5h 6h | 9c 9d 9s | 7d"),
    Rules(),
    Rules("agimeg-small-hand", deal={2: 13, 7: 9}, turn_cap=None, wrap=True),
]

cards = st.sampled_from(CARD_TYPES)
multisets = st.lists(cards, max_size=20)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_is_what_its_repr_says(value: Any) -> None:
    assert eval(repr(value), vars(machiavelli)) == value  # noqa: S307 - that is the promise
    assert type(value)(str(value)) == value
    assert type(value)(value) is value


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_copies_as_itself_and_pickles_small(value: Any) -> None:
    assert copy.copy(value) is value
    assert copy.deepcopy([value])[0] is value
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        pickled = pickle.dumps(value, protocol)
        assert pickle.loads(pickled) == value  # noqa: S301 - made here
        assert len(pickled) < 50 + len(str(value))


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_equal_values_have_equal_hashes_and_others_differ(value: Any) -> None:
    twin = type(value)(str(value))
    assert twin == value
    assert hash(twin) == hash(value)
    assert {value: 1}[twin] == 1
    assert value != str(value)
    assert [other for other in VALUES if other == value] == [value]


RECORDS = [
    solve("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c"),
    solve("", "2c"),
    solve("6c 7c *", "8c 4h 5h", "agimeg-jokers4"),
    solve("6c 7c *", "8c 4h 5h", "agimeg-jokers4").released[0],
    check_turn("4h 5h 6h", "7h", "4h 5h 6h 7h"),
    check_meld("Jc Jh *", "wikipedia-jokers"),
]


@pytest.mark.parametrize("record", RECORDS, ids=repr)
def test_a_result_is_a_value_by_its_fields(record: Any) -> None:
    twin = eval(repr(record), vars(machiavelli))  # noqa: S307 - that is the promise
    assert twin == record == copy.deepcopy(record)
    assert hash(twin) == hash(record)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(record, protocol)) == record  # noqa: S301 - made here
    assert [other for other in RECORDS if other == record] == [record]
    fields = type(record).__match_args__
    assert repr(record).count("=") >= len(fields)
    with pytest.raises(AttributeError):
        setattr(record, fields[0], None)


def test_a_batch_of_results_pickles() -> None:
    nothing = np.zeros((2, 53), np.uint8)
    batch = solve_many(nothing, nothing)
    again = pickle.loads(pickle.dumps(batch))  # noqa: S301 - made here
    assert again.value.tolist() == [0, 0]
    assert (again.laid.dtype, again.goes_out.dtype) == (np.uint8, np.bool_)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_cannot_be_changed(value: Any) -> None:
    with pytest.raises(AttributeError):
        value.colour = "red"
    for name in ("rank", "cards", "name"):
        if hasattr(value, name):
            with pytest.raises(AttributeError):
                setattr(value, name, None)


def test_the_card_types_are_in_index_order() -> None:
    names = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
    assert [str(card) for card in CARD_TYPES] == [*names, "*"]
    assert [card.index for card in CARD_TYPES] == list(range(53))
    assert sorted(set(CARD_TYPES)) == list(CARD_TYPES)


def test_a_card_tells_its_parts() -> None:
    ten = Card("10♥")
    assert (str(ten), ten.rank, ten.suit, ten.index) == ("Th", "T", "h", 35)
    assert (ten.is_joker, ten.declared) == (False, None)
    joker = Card("*=js")
    assert (str(joker), joker.rank, joker.suit, joker.index) == ("*=Js", None, None, 52)
    assert (joker.is_joker, joker.declared) == (True, Card("Js"))
    assert Card("Ks") < Card("*") < Card("*=Ac") < joker


@pytest.mark.parametrize("text", ["7x", "", "7h 8h", "h7", "\ud800", "7h\0", "*=*", "♥"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        Card(text)
    assert 0 <= caught.value.position <= len(text)


@given(multisets, multisets)
def test_cards_calculate_like_counters(left: list[Card], right: list[Card]) -> None:
    def counts(cards: Cards) -> list[int]:
        return [cards.count(card) for card in CARD_TYPES]

    a, b = Cards(left), Cards(right)
    pairs = [(left.count(card), right.count(card)) for card in CARD_TYPES]
    assert counts(a) == [x for x, _ in pairs]
    assert counts(a + b) == [x + y for x, y in pairs]
    assert counts(a - b) == [max(x - y, 0) for x, y in pairs]
    assert counts(a & b) == [min(x, y) for x, y in pairs]
    assert counts(a | b) == [max(x, y) for x, y in pairs]
    assert (a <= b) == (b >= a) == all(x <= y for x, y in pairs)
    assert (a < b) == (b > a) == (a <= b and a != b)
    assert list(a) == sorted(left)
    assert len(a) == len(left)
    assert all(card in a for card in left)


def test_cards_are_given_in_many_ways() -> None:
    cards = Cards("7h 8h 8h *")
    assert cards == Cards(["8h", Card("*=Js"), Card("7h"), "10h"]) + Cards("8h") - Cards("Th")
    assert cards == Cards(card for card in Meld("8h 7h 8h *"))
    assert Cards(Meld("7h 8h 9h")) == Table("7h 8h 9h").cards == Cards({"9h", "8h", "7h"})
    assert "8H" in cards
    assert Card("*=Ks") in cards
    assert "9h" not in cards
    assert cards.count("8♥") == 2


def test_counts_go_there_and_back() -> None:
    cards = Cards("Ac Ac 7h *")
    counts = cards.to_counts()
    assert counts.dtype == np.uint8
    assert counts.shape == (53,)
    assert {int(i): int(counts[i]) for i in counts.nonzero()[0]} == {0: 2, 32: 1, 52: 1}
    for given_counts in (counts, counts.astype(np.int64), counts.tolist(), bytes(counts)):
        assert Cards.from_counts(given_counts) == cards
    counts[0] = 7
    assert cards.count("Ac") == 2


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        ([1] * 52, "N_SHAPE"),
        (np.zeros((53, 1), np.uint8), "N_RANGE"),
        (bytes(5_000_000), "N_SHAPE"),
        ([256] + [0] * 52, "N_RANGE"),
        ([-1] + [0] * 52, "N_RANGE"),
        ([10**30] + [0] * 52, "N_RANGE"),
        ([0.5] + [0] * 52, "N_RANGE"),
        ([float("nan")] + [0] * 52, "N_RANGE"),
        (np.zeros(53), "N_RANGE"),
        ("7h" * 53, "N_RANGE"),
    ],
)
def test_what_is_no_counts_is_refused(counts: Any, code: str) -> None:
    with pytest.raises(CountsError) as caught:
        Cards.from_counts(counts)
    assert caught.value.code == code


def test_no_multiset_holds_a_card_256_times() -> None:
    most = Cards("7h " * 255)
    assert most.count("7h") == 255
    with pytest.raises(CountsError, match="7h is there more than 255 times"):
        most + Cards("7h")
    with pytest.raises(ParseError, match="7h is there more than 255 times"):
        Cards("7h " * 256)


def test_melds_and_tables_are_sequences() -> None:
    meld = Meld("Ts *=Js Qs")
    assert list(meld) == [Card("Ts"), Card("*=Js"), Card("Qs")]
    assert (len(meld), meld[-1], meld[:1]) == (3, Card("Qs"), (Card("Ts"),))
    assert "qs" in meld
    assert "*" not in meld
    assert meld.cards == Cards("Ts Qs *")
    table = Table("4h 5h 6h | 7d")
    assert list(table) == [Meld("4h 5h 6h"), Meld("7d")]
    assert (len(table), table[0], table[1:]) == (2, Meld("4h 5h 6h"), (Meld("7d"),))
    assert "4h 5h 6h" in table
    assert "6h 5h 4h" not in table
    assert table.cards == Cards("4h 5h 6h 7d")
    for sequence in (meld, table):
        with pytest.raises(IndexError):
            sequence[3]


def test_tables_are_given_in_many_ways() -> None:
    table = Table("4h 5h 6h | 9c 9d 9s")
    assert table == Table(["4h 5h 6h", Meld("9c 9d 9s")]) == Table([["4h", "5h", "6h"], "9c 9d 9s"])
    assert table != Table("9c 9d 9s | 4h 5h 6h")
    assert Table("9c 9d 9s | 4h 5h 6h") < Table("9d 9h 9s")


def test_rules_are_given_in_many_ways() -> None:
    rules = Rules("agimeg", wrap=True, decks=3)
    assert str(rules) == "agimeg(decks=3, wrap=true)"
    assert rules == Rules.parse(" agimeg ( wrap = true , decks = 3 ) ")
    assert (
        rules == Rules("agimeg(wrap=true)", decks=3) == Rules("agimeg").replace(decks=3, wrap=True)
    )
    assert rules.replace(decks=2, wrap=False) == Rules("agimeg")
    assert rules.name == "agimeg"
    assert rules.parent == "modiano"
    assert Rules().parent is None


def test_rules_tell_every_option() -> None:
    options = Rules().options
    assert list(options) == list(Rules.about_options())
    assert options["decks"] == 2
    assert options["wrap"] is False
    assert options["turn_cap"] is None
    assert options["deal"] == "flat:13"
    assert Rules(**options) == Rules()
    changed = Rules(deal={2: 13, "3": 9}, category_values={"ace": 3, "number": 1})
    assert changed.options["deal"] == {"2": 13, "3": 9}
    assert Rules(**changed.options) == changed


def test_presets_are_listed_with_what_they_are() -> None:
    assert Rules.presets()[0] == "modiano"
    assert list(Rules.about_presets()) == Rules.presets()
    assert all(about for about in Rules.about_presets().values())
