"""What the places of a meld stand for, and the melds that some cards can make with jokers."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from reference.house import SUITS, House, Meld
from reference.melds import all_melds, judge, readings


class Place(NamedTuple):
    """A card of a meld, or a joker with the cards it stands for."""

    joker: bool
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """A legal meld from left to right."""

    kind: str
    places: tuple[Place, ...]

    @property
    def real(self) -> Counter[str]:
        """The cards that are no jokers."""
        return Counter(place.cards[0] for place in self.places if not place.joker)

    @property
    def jokers(self) -> int:
        """How many jokers there are."""
        return sum(place.joker for place in self.places)


def read(meld: Meld, house: House) -> Reading:
    """The meld, read.

    Raises:
        IllegalError: It is none.
    """
    kind = judge(meld, house)
    if kind == "set":
        values = _values_in_set(meld, house)
    else:
        values = [(card,) for card in next(readings(meld, house))]
    places = (
        Place(joker=True, cards=value) if card[0] == "*" else Place(joker=False, cards=(card,))
        for card, value in zip(meld, values, strict=True)
    )
    return Reading(kind, tuple(places))


def _values_in_set(meld: Meld, house: House) -> list[tuple[str, ...]]:
    """What each card of a set would stand for if it were a joker (R5.2)."""
    rank = next(card[0] for card in meld if card[0] != "*")
    missing = sorted({rank + suit for suit in SUITS} - set(meld))
    if house.joker_value == "floating":
        return [tuple(missing)] * len(meld)
    declared = [card[2:] for card in meld if card[0] == "*" and len(card) > 1]
    left = tuple(card for card in missing if card not in declared)
    return [(card[2:],) if len(card) > 2 else left for card in meld]


def melds_of(cards: Counter[str], house: House) -> list[Meld]:
    """Every meld that some of these cards can make, each in one layout."""
    found = []
    for natural in all_melds(house):
        for places in _joker_places(natural, cards):
            declared = "*" if house.joker_value == "floating" else "*={}"
            meld = tuple(
                declared.format(card) if place in places else card
                for place, card in enumerate(natural)
            )
            # With a single real card what looks like a run is a set, if anything (R3.12).
            is_run = natural[0][1] == natural[1][1]
            within = 2 * len(places) < len(meld) or house.joker_ratio == "one_real"
            if (
                within
                and len(places) <= (house.joker_max if house.joker_max is not None else len(meld))
                and len(meld) - len(places) >= (2 if is_run else 1)
            ):
                found.append(meld)
    return list(dict.fromkeys(found))


def _joker_places(natural: Meld, cards: Counter[str]) -> Iterator[tuple[int, ...]]:
    """The ways to put jokers where cards lack, and perhaps elsewhere."""
    lacking = tuple(i for i, card in enumerate(natural) if not cards[card])
    others = [i for i in range(len(natural)) if i not in lacking]
    for more in range(cards["*"] - len(lacking) + 1):
        for places in combinations(others, more):
            chosen = lacking + places
            real = Counter(card for i, card in enumerate(natural) if i not in chosen)
            if real <= cards:
                yield chosen


def physical(meld: Iterable[str]) -> Counter[str]:
    """The cards of a meld, jokers without their declarations."""
    return Counter(card[0] if card[0] == "*" else card for card in meld)
