"""The best lay of a turn: without jokers by search over the melds that take the lowest card."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice, permutations, product

from reference.house import (
    FRENCH,
    SUITS,
    House,
    Meld,
    Position,
    contained,
    count,
    opening_points,
)
from reference.melds import all_melds
from reference.tables import Tables

CARDS = tuple(rank + suit for suit in SUITS for rank in FRENCH)
"""The natural cards in index order."""


@dataclass(frozen=True)
class Lay:
    """A best lay: what it is worth, what leaves the hand, and all melds afterwards."""

    value: int
    laid: Counter[str]
    melds: list[Meld]


def best(
    position: Position, *, weights: Mapping[str, int] | None = None, at_most: int | None = None
) -> Lay | None:
    """The best lay within the turn cap, or None if the table cannot be arranged.

    Without weights every card is worth one.
    """
    house = position.house
    limits = [limit for limit in (at_most, house.turn_cap) if limit is not None]
    most = min(limits, default=len(position.hand))
    worth = weights or dict.fromkeys([*CARDS, "*"], 1)
    if position.has_jokers:
        return _best_with_jokers(position, worth, most)
    search = _Search(house, worth)
    must, may = count(position.table), Counter(position.hand)
    idle = search.run(must, Counter(), 0)
    if idle is None:
        return None
    found = Lay(0, Counter(), idle[1])
    for opening, free in product(_openings(may, position), contained(position.open_cards)):
        left = most - opening.total()
        rest = search.run(must + opening + free, may - opening, left) if left >= 0 else None
        if rest is not None:
            value = rest[0] + sum(worth[card] for card in opening.elements())
            if value > found.value:
                found = Lay(value, count(rest[1]) - must - free, rest[1])
    return found


def can_lay(position: Position, laid: Iterable[str]) -> bool:
    """Whether exactly these hand cards may be laid."""
    exactly = Counter(laid)
    cap = position.house.turn_cap
    if cap is not None and exactly.total() > cap:
        return False
    if position.has_jokers:
        return next(Tables(position).that_lay(exactly), None) is not None
    if next(_openings(exactly, position), None) is None:
        return False
    search = _Search(position.house, dict.fromkeys(CARDS, 0))
    must = count(position.table) + exactly
    return any(search.run(must + free, Counter(), 0) for free in contained(position.open_cards))


def _best_with_jokers(position: Position, worth: Mapping[str, int], most: int) -> Lay:
    """The same by search for tables, the most valuable lays first."""
    tables = Tables(position)
    lays = [laid for laid in contained(position.hand) if 0 < laid.total() <= most]
    value = {id(laid): sum(worth[card] for card in laid.elements()) for laid in lays}
    for laid in sorted(lays, key=lambda laid: -value[id(laid)]):
        if value[id(laid)] > 0:
            for melds in tables.that_lay(laid):
                return Lay(value[id(laid)], laid, melds)
    return Lay(0, Counter(), list(position.table))


def _openings(hand: Counter[str], position: Position) -> Iterator[Counter[str]]:
    """The least that must be laid: nothing, a meld, or melds worth enough (R4.8)."""
    house = position.house
    if position.opened or house.opening == "none":
        yield Counter()
        return
    least = house.opening_points if house.opening == "points" else 1
    melds = [meld for meld in all_melds(house) if Counter(meld) <= hand]

    def extend(chosen: Counter[str], points: int, start: int) -> Iterator[Counter[str]]:
        if points >= least:
            yield chosen
            return
        for i in range(start, len(melds)):
            more = chosen + Counter(melds[i])
            if more <= hand:
                yield from extend(more, points + opening_points(melds[i]), i)

    yield from extend(Counter(), 0, 0)


Counts = tuple[int, ...]
"""How often each natural card occurs, in index order."""


class _Search:
    """Covers the cards from the lowest on, under one house."""

    def __init__(self, house: House, worth: Mapping[str, int]) -> None:
        self.worth = [worth[card] for card in CARDS]
        index = {card: i for i, card in enumerate(CARDS)}
        self.layouts = sorted(
            (tuple(sorted(index[card] for card in layout)), layout) for layout in _layouts(house)
        )
        self.below = cache(self._below)

    def run(
        self, must: Counter[str], may: Counter[str], most: int
    ) -> tuple[int, list[Meld]] | None:
        """The value and the melds that hold all of `must` and the best of `may`."""
        counts = [tuple(side[card] for card in CARDS) for side in (must, may)]
        found = self.below(counts[0], counts[1], most, 0)
        return found and (found[0], [self.layouts[i][1] for i in found[1]])

    def _below(
        self, must: Counts, may: Counts, most: int, start: int
    ) -> tuple[int, tuple[int, ...]] | None:
        """The value and the layouts, none of them before `start`."""
        lowest = next((i for i in range(len(CARDS)) if must[i] or may[i]), None)
        if lowest is None:
            return 0, ()
        found = []
        if not must[lowest]:
            found.append(self.below(must, (*may[:lowest], 0, *may[lowest + 1 :]), most, start))
        for i in range(start, len(self.layouts)):
            indices = self.layouts[i][0]
            if indices[0] > lowest:
                break
            if indices[0] < lowest or (i > start and indices == self.layouts[i - 1][0]):
                # Layouts of the same cards are alike: take them in turn.
                continue
            need, give, left, gain = list(must), list(may), most, 0
            for card in indices:
                if need[card]:
                    need[card] -= 1
                else:
                    give[card] -= 1
                    left -= 1
                    gain += self.worth[card]
            if min(give) < 0 or left < 0:
                continue
            rest = self.below(tuple(need), tuple(give), left, i + 1)
            if rest is not None:
                found.append((gain + rest[0], (i, *rest[1])))
        return max((one for one in found if one is not None), key=lambda one: one[0], default=None)


def _layouts(house: House) -> Iterator[Meld]:
    """The melds, each as often as it may lie on the table at once (R3.10)."""
    forbidden = house.identical_melds == "forbidden"
    seen = set()
    for meld in all_melds(house):
        is_run = meld[0][1] == meld[1][1]
        if not forbidden:
            yield from [meld] * house.decks
        elif house.order_significant and is_run:
            yield from (meld[::direction] for direction in house.directions)
        elif house.order_significant:
            yield from islice(permutations(meld), house.decks)
        elif tuple(sorted(meld)) not in seen:
            seen.add(tuple(sorted(meld)))
            yield meld
