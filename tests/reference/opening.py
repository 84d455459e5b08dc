"""Whether laid cards open (R4.8)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from reference.house import House, opening_points
from reference.reading import Place, melds_of, physical, read


def opening_fault(laid: Counter[str], house: House) -> str | None:
    """What is wrong with changing the table by these cards before one has opened, if anything."""
    needed = {"none": 0, "own_meld": 1, "points": house.opening_points}[house.opening]
    if house.opening == "none" and house.opening_clean and laid["*"]:
        # A joker may be laid only with a clean meld (R7.5).
        needed = 1
    melds = [(physical(meld), _points(read(meld, house).places)) for meld in melds_of(laid, house)]
    most = _most_points(melds, laid)
    clean = [(cards, points) for cards, points in melds if not cards["*"]]
    counted = _most_points(clean, laid) if house.opening_clean else most
    if counted >= needed:
        return None
    if most >= needed or house.opening == "none":
        return "E_OPENING_DIRTY"
    return "E_OPENING_POINTS" if most and house.opening == "points" else "E_NOT_OPENED"


def _points(places: Iterable[Place]) -> int:
    """Points of a meld; all that a joker stands for is of one rank."""
    return sum(opening_points(place.cards[:1]) for place in places)


def _most_points(melds: Sequence[tuple[Counter[str], int]], laid: Counter[str]) -> int:
    """Most points of disjoint melds among these cards; at least one if they hold a meld."""
    return max(
        (points + _most_points(melds, laid - cards) for cards, points in melds if cards <= laid),
        default=0,
    )
