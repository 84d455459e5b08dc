"""`machiavelli.Plan`: the working table of a turn, as an immutable value."""

import copy
import pickle

import pytest

import machiavelli
from machiavelli import Cards, Plan, PlanError, PlanFault, PositionError, Table


def test_each_step_gives_another_plan() -> None:
    start = Plan("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c")
    after = start.lay("Jh").move("9h", 0, 2).move("Th", 1, 2)
    assert start.table == start.start == Table("9c 9d 9h 9s | Tc Td Th Ts")
    assert after.table == Table("9c 9d 9s | Tc Td Ts | 9h Th Jh")
    assert (after.laid, after.hand, after.lifted, after.faults) == (
        Cards("Jh"),
        Cards("2c"),
        Cards(),
        (),
    )
    assert machiavelli.check_turn(start.table, "Jh 2c", after.table).laid == Cards("Jh")


def test_steps() -> None:
    plan = Plan("4c 5c 6c 7c 8c | 9c 9d 9s", "6c 9h", "agimeg")
    assert plan.split(0, 2).table == Table("4c 5c | 6c 7c 8c | 9c 9d 9s")
    assert plan.split(0, 2).lay("6c", 0).faults == ()
    assert plan.take("9d", 1).lifted == Cards("9d")
    assert plan.split(0, 2).join(1, 0) == plan
    assert plan.reverse(1).table == Table("4c 5c 6c 7c 8c | 9s 9d 9c")
    assert plan.lay("9h", 1).undo().redo().table[1] == machiavelli.Meld("9c 9d 9h 9s")
    assert plan.lay("9h", 1).reset() == plan
    assert plan.arrange("4c 5c 6c | 6c 7c 8c | 9c 9d 9s").laid == Cards("6c")


def test_faults_name_meld_and_reason() -> None:
    plan = Plan("7d | 4h 5h 6h", "Kd", "tahiti", open_cards="7d").lay("Kd").take("5h", 1)
    assert plan.faults == (
        PlanFault(1, "E_MELD_SHORT", '"4h 6h" is no legal meld: it has fewer than 3 cards'),
        PlanFault(2, "E_MELD_SHORT", '"Kd" is no legal meld: it has fewer than 3 cards'),
    )


@pytest.mark.parametrize(
    ("step", "arguments", "code"),
    [
        ("lay", ("Kd",), "E_PLAN_CARDS"),
        ("lay", ("2c", 7), "E_PLAN_MELD"),
        ("take", ("Kd", 0), "E_PLAN_CARDS"),
        ("move", ("9c", 0, 0), "E_PLAN_ITSELF"),
        ("split", (0, 0), "E_PLAN_SPLIT"),
        ("undo", (), "E_PLAN_UNDO"),
        ("redo", (), "E_PLAN_REDO"),
    ],
)
def test_what_cannot_be_done_is_an_error(
    step: str, arguments: tuple[object, ...], code: str
) -> None:
    with pytest.raises(PlanError) as caught:
        getattr(Plan("9c 9d 9h 9s", "2c"), step)(*arguments)
    assert caught.value.code == code


def test_a_plan_is_a_value() -> None:
    plan = Plan("9c | Tc Td Ts", "Jc 2c", "tahiti", open_cards="9c", decks=3).lay("Jc", 0)
    assert plan != plan.undo()
    assert copy.copy(plan) is copy.deepcopy(plan) is plan
    for twin in (pickle.loads(pickle.dumps(plan)), eval(repr(plan), vars(machiavelli))):  # noqa: S301, S307
        assert twin == plan
        assert hash(twin) == hash(plan)
        assert (twin.table, twin.hand, twin.faults) == (plan.table, plan.hand, plan.faults)
    with pytest.raises(PlanError, match="Kd is neither"):
        Plan("", "2c", working="Kd")
    with pytest.raises(PositionError, match="these rules have none, not 1"):
        Plan("9c", "2c", open_cards="9c")
