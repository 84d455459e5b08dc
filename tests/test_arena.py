"""Games in lock step with policies that answer many questions at once."""

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from machiavelli import (
    CountsError,
    Game,
    QuestionError,
    RowError,
    RulesError,
    Table,
    arena,
    check_meld,
    simulate,
)
from machiavelli.simulation import Results, Views, one_by_one

if TYPE_CHECKING:
    from machiavelli.simulation.arena import Policy


def lay_all(views: Views) -> np.ndarray:
    return views.best()


def lay_nothing(views: Views) -> np.ndarray:
    return np.zeros_like(views.hand)


def lay_all_of_one(view: Views) -> str | None:
    [laid] = view.best(threads=1)
    return " ".join(cards(laid)) or None


def cards(counts: np.ndarray) -> list[str]:
    kinds = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"] + ["*"]
    return [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]


def same(one: Results, other: Results) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("number", "winners", "points", "laid", "turns", "stock", "end", "dealer")
    )


@pytest.mark.parametrize("rules", ["modiano", "wikipedia", "guadalupe", "agimeg-must-play"])
@pytest.mark.parametrize("at_a_time", [1, 7, 500])
def test_a_greedy_policy_plays_as_the_greedy_do(rules: str, at_a_time: int) -> None:
    expected = simulate(rules, "greedy,greedy,patient", deals=30, seed=2)
    players: list[str | Policy] = [lay_all, "greedy", "patient"]
    results = arena(players, rules, deals=30, seed=2, at_a_time=at_a_time)
    assert same(results, expected)
    assert results.players == ("lay_all", "greedy", "patient")


def test_matches_and_duplicates_are_played_too() -> None:
    players = [lay_all, "thrifty"]
    for games in ({"matches": 6}, {"deals": 6}):
        expected = simulate("agimeg", "greedy,thrifty", **games, duplicate=True)  # type: ignore[arg-type]
        assert same(arena(players, "agimeg", **games, duplicate=True), expected)  # type: ignore[arg-type]


def test_each_policy_is_asked_about_its_own_rows() -> None:
    seen: dict[str, set[int]] = {"lay_all": set(), "lay_nothing": set()}

    def one(views: Views) -> np.ndarray:
        seen["lay_all"] |= set(views.player.tolist())
        return views.best()

    def other(views: Views) -> np.ndarray:
        seen["lay_nothing"] |= set(views.player.tolist())
        return lay_nothing(views)

    results = arena([one, other, one], "modiano", deals=20)
    assert seen == {"lay_all": {0, 2}, "lay_nothing": {1}}
    assert (results.laid[:, 1] == 0).all()
    # Who lays nothing never goes out.
    assert (results.end == Results.ENDS.index("went out")).any()
    assert not results.winners[results.end == Results.ENDS.index("went out"), 1].any()


def test_a_function_can_be_asked_one_row_at_a_time() -> None:
    results = arena([one_by_one(lay_all_of_one), "random"], deals=5, seed=3)
    assert same(results, simulate(players="greedy,random", deals=5, seed=3))


def test_views_show_what_a_seat_may_see() -> None:
    deck = np.full(53, 2, np.uint8)
    deck[52] = 0
    ticks = []

    def look(views: Views) -> np.ndarray:
        ticks.append(len(views))
        assert views.hand.shape == views.table.shape == views.open_cards.shape == (len(views), 53)
        assert (views.hand + views.table <= deck).all()
        assert (views.hand.sum(1) == views.hand_sizes[:, 0]).all()
        all_cards = views.hand_sizes.sum(1) + views.table.sum(1) + views.stock_size
        assert (all_cards == 104).all()
        assert (views.turn >= 1).all()
        return views.best()

    arena([look] * 3, "modiano", deals=30, at_a_time=10)
    assert max(ticks) == 10


def test_cards_that_cannot_be_laid_are_a_mistake() -> None:
    sizes = []

    def clumsy(views: Views) -> np.ndarray:
        sizes.append(int(views.hand_sizes[0, 0]))
        laid = np.zeros_like(views.hand)
        if len(sizes) == 1:
            laid[0, np.flatnonzero(views.hand[0])[0]] = 1  # a card alone is no meld
        return laid

    arena([clumsy, "greedy"], deals=1, seed=1)
    # Three penalty cards (R4.9), and then one each time for laying nothing.
    assert sizes[:4] == [13, 16, 17, 18]


def test_passing_is_a_mistake_where_something_must_be_laid() -> None:
    def drawn(rules: str) -> set[int]:
        sizes = []

        def idle(views: Views) -> np.ndarray:
            sizes.append(int(views.hand_sizes[0, 0]))
            return lay_nothing(views)

        arena([idle, "greedy"], rules, deals=1, seed=1)
        return set(np.diff(sizes).tolist())

    assert drawn("agimeg") == {1}
    assert 3 in drawn("agimeg-must-play")


def test_threads_change_nothing() -> None:
    expected = arena([lay_all, "random"], deals=300, seed=5, threads=1)
    assert arena([lay_all, "random"], deals=300, seed=5, threads=2) == expected


def test_bad_answers_and_questions_are_refused() -> None:
    def short(views: Views) -> np.ndarray:
        return np.zeros((len(views) + 1, 53), np.uint8)

    def wide(views: Views) -> np.ndarray:
        return np.zeros((len(views), 54), np.uint8)

    def ints(views: Views) -> np.ndarray:
        return np.zeros((len(views), 53), np.int64)

    for policy in (short, wide, ints):
        with pytest.raises(CountsError):
            arena([policy, policy], deals=3)
        with pytest.raises(CountsError):
            arena([policy, lay_all], deals=3)
    with pytest.raises(QuestionError):
        arena([lay_all, "nobody"], deals=3)
    with pytest.raises(QuestionError):
        arena([lay_all, lay_all])
    with pytest.raises(QuestionError, match="policy") as caught:
        arena(["greedy", "greedy"], deals=3)
    assert caught.value.code == "E_PLAYER"
    for players in ("greedy,greedy", 2):
        with pytest.raises(TypeError, match="players"):
            arena(players, deals=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="player"):
        one_by_one(3)  # type: ignore[arg-type]
    listing: Any = lambda views: [[0] * 53] * len(views)  # noqa: E731 - a function of a wrong type
    with pytest.raises(CountsError, match="list"):
        arena([listing, "greedy"], deals=3)


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("agimeg-jokers-free", {}),
        ("agimeg-jokers4", {}),
        ("agimeg-jokers-clean", {}),
        ("wikipedia-jokers", {}),
        ("agimeg-jokers2", {"joker_to_run": "never"}),
        ("tahiti", {"open_cards": 0}),
    ],
)
def test_best_lays_with_jokers_are_those_of_the_greedy(rules: str, options: Any) -> None:
    expected = simulate(rules, "greedy,greedy", deals=5, seed=2, **options)
    assert same(arena([lay_all, "greedy"], rules, deals=5, seed=2, **options), expected)


def test_melds_are_told_where_jokers_make_them_matter() -> None:
    told = []

    def look(views: Views) -> np.ndarray:
        for melds, table in zip(views.melds, views.table, strict=True):
            assert (melds is not None) == bool(table[52])
            if melds is not None:
                told.append(melds)
                assert (melds.cards.to_counts() == table).all()
                assert all(check_meld(meld, views.rules) for meld in melds)
        return views.best()

    # Open cards that lie alone are no melds.
    arena([look, "greedy"], "tahiti", deals=30, seed=2)
    assert told
    told.clear()
    arena([look, "greedy"], "modiano", deals=3, seed=2)
    assert not told


def test_the_first_row_without_an_answer_is_told() -> None:
    def four_rows(views: Views) -> np.ndarray:
        table = np.zeros((4, 53), np.uint8)
        melds = np.full(4, None)
        opened = np.array([True, False, False, True])
        # The last three have cards that are no meld, which are looked at in three steps.
        table[1:, :2] = 1
        melds[2] = Table("Ac 2c *")
        melds[3] = Table("Ac 2c")
        rows = views.of(np.zeros(4, int))
        rows = replace(rows, table=table, melds=melds, opened=opened)
        for row, code in ((1, "E_NO_MELDS"), (3, "E_MELD_SHORT")):
            hand = rows.hand.copy()
            hand[2, 52] = hand[3, 52] = 1
            with pytest.raises(RowError, match=f"^row {row}: ") as caught:
                replace(rows, hand=hand).best()
            assert (caught.value.row, caught.value.code) == (row, code)
            table[1] = 0
        return np.zeros_like(views.hand)

    arena([four_rows, "greedy"], "agimeg-jokers4", deals=1)


def test_ctrl_c_gives_what_is_complete() -> None:
    asked = 0

    def interrupted(views: Views) -> np.ndarray:
        nonlocal asked
        asked += 1
        if asked > 150:
            raise KeyboardInterrupt
        return views.best()

    results = arena([interrupted, "greedy"], deals=200, seed=6, at_a_time=20)
    whole = simulate(players="greedy,greedy", deals=200, seed=6)
    assert 0 < len(results) < 200
    assert not results.complete
    assert (results.points == whole.points[results.number]).all()


def test_a_policy_is_no_built_in_player_whatever_it_is_called() -> None:
    def greedy(views: Views) -> np.ndarray:
        return np.zeros_like(views.hand)

    class Numbered:
        __name__ = 5

        def __call__(self, views: Views) -> np.ndarray:
            return views.best()

    def miser(_view: Views) -> None:
        """Lays nothing."""

    results = arena([greedy, Numbered(), one_by_one(miser), "greedy"], "agimeg", deals=2)
    assert results.players == ("greedy (policy)", "Numbered", "miser", "greedy")
    with pytest.raises(QuestionError, match=r"^greedy \(policy\) is a policy") as caught:
        results.record(0)
    assert caught.value.code == "E_PLAYER"


def test_players_without_end_are_too_many() -> None:
    for play in (
        lambda: arena(itertools.repeat(Views.best), deals=1),  # type: ignore[arg-type]
        lambda: simulate(players=itertools.repeat("greedy"), deals=1),  # type: ignore[arg-type]
        lambda: Game(itertools.repeat("greedy")),  # type: ignore[arg-type]
    ):
        with pytest.raises(RulesError, match="C_PLAYERS: players must be 2 to 5"):
            play()
