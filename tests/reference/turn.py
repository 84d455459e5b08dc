"""A submitted turn, judged in the order of R4.16."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from reference.house import House, IllegalError, Meld, Position, count
from reference.jokers import Passage
from reference.lay import best
from reference.melds import identity, judge
from reference.opening import opening_fault
from reference.reading import Place, read


@dataclass(frozen=True)
class Turn:
    """What a legal turn did."""

    laid: Counter[str]
    hand_after: Counter[str]
    melds: list[Meld]

    @property
    def goes_out(self) -> bool:
        """Whether the hand is empty afterwards."""
        return not self.hand_after


def check(position: Position, final: Sequence[Meld]) -> Turn:
    """The turn, if it is legal.

    `final` holds the melds and the open cards that still lie alone.

    Raises:
        IllegalError: The code is the first that applies.
    """
    laid = count(final) - count(position.table) - Counter(position.open_cards)
    melds = _melds(final, position.open_cards)
    for code in _faults(position, final, melds, laid):
        raise IllegalError(code)
    return Turn(laid, Counter(position.hand) - laid, melds)


def _faults(
    position: Position, final: Sequence[Meld], melds: list[Meld], laid: Counter[str]
) -> Iterator[str]:
    """The first is what is wrong; those after it may be nonsense."""
    house = position.house
    if not count(position.table) + Counter(position.open_cards) <= count(final):
        yield "E_TABLE_CARD_MISSING"
    if not laid <= Counter(position.hand):
        yield "E_NOT_IN_HAND"
    if house.turn_cap is not None and laid.total() > house.turn_cap:
        yield "E_TURN_CAP"
    changed = _shape(position.table, house) != _shape(melds, house)
    if changed and not position.opened:
        yield from filter(None, [opening_fault(laid, house)])
    for meld in melds:
        judge(meld, house)
    same = Counter(identity(meld, house) for meld in melds)
    if house.identical_melds == "forbidden" and max(same.values(), default=0) > 1:
        yield "E_IDENTICAL_MELD"
    before, after = ([read(meld, house) for meld in table] for table in (position.table, melds))
    passage = Passage(house, before, after, laid)
    yield from filter(None, [passage.fault() if changed else None])
    if not laid and not house.may_decline:
        play = best(position)
        if play is not None and play.laid:
            yield "E_MUST_PLAY"
    if not laid and changed and house.pure_rearrange != "keep":
        yield "E_NO_HAND_CARD"


def _melds(final: Sequence[Meld], open_cards: Sequence[str]) -> list[Meld]:
    """The entries but the open cards that lie alone, each as often as it is open (R3.9)."""
    alone = Counter(open_cards)
    melds = []
    for entry in final:
        if len(entry) == 1 and alone[entry[0]] > 0:
            alone[entry[0]] -= 1
        else:
            melds.append(entry)
    return melds


def _shape(melds: Iterable[Meld], house: House) -> Counter[tuple[Place, ...] | Meld]:
    """What must differ for a table to count as changed (R4.1)."""

    def shape(meld: Meld) -> tuple[Place, ...] | Meld:
        try:
            places = read(meld, house).places
        except IllegalError:
            return meld
        return places if house.order_significant else tuple(sorted(places))

    return Counter(map(shape, melds))
