"""Where the jokers of the table have gone, by the letter of R5.11."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import NamedTuple, Self

from reference.house import House
from reference.reading import Place, Reading


class Spot(NamedTuple):
    """A place on a table."""

    meld: int
    place: int


@dataclass(frozen=True)
class Fate:
    """A joker of the start table lies at `to`: still, or released by the card at `by`."""

    to: Spot
    by: Spot | None


@dataclass(frozen=True)
class Passage:
    """The melds at the start and at the end of a turn, and the cards laid from hand."""

    house: House
    before: Sequence[Reading]
    after: Sequence[Reading]
    laid: Counter[str]

    def fault(self) -> str | None:
        """The first joker error (R5.12), if there is any."""
        found = None
        if not self.explained():
            if self._with(joker_reuse="anywhere").explained():
                found = "E_JOKER_REUSE"
            elif self._with(joker_source="hand_or_table").explained():
                found = "E_JOKER_SOURCE"
            else:
                found = "E_JOKER_LOCKED"
        elif self.house.joker_to_run == "never" and any(map(self._joins, self.after)):
            found = "E_JOKER_RUN"
        return found

    def _with(self, **options: str) -> Self:
        return replace(self, house=replace(self.house, **options))  # type: ignore[arg-type]

    def _joins(self, run: Reading) -> bool:
        """Whether a run of the table has more jokers than before (R5.5)."""
        return run.kind == "run" and any(
            old.kind == "run" and old.real <= run.real and old.jokers < run.jokers
            for old in self.before
        )

    def explained(self) -> bool:
        """Whether some fates of all jokers are allowed."""
        if self.house.joker_lock == "none":
            return True
        jokers, places = _spots(self.before, joker=True), _spots(self.after, joker=True)
        for homes in permutations(places, len(jokers)):
            fates = [list(self._fates(*pair)) for pair in zip(jokers, homes, strict=True)]
            if any(self._allowed(jokers, chosen) for chosen in product(*fates)):
                return True
        return False

    def _fates(self, joker: Spot, to: Spot) -> Iterator[Fate]:
        """How one joker may have come to lie there."""
        was, now = _at(self.before, joker), _at(self.after, to)
        same_kind = self.before[joker.meld].kind == self.after[to.meld].kind
        if same_kind and set(was.cards) & set(now.cards):
            yield Fate(to, None)
        for by in _spots(self.after, joker=False):
            elsewhere = by.meld != to.meld or self.house.joker_reuse == "anywhere"
            if elsewhere and _at(self.after, by).cards[0] in was.cards:
                yield Fate(to, by)

    def _allowed(self, jokers: Sequence[Spot], fates: Sequence[Fate]) -> bool:
        """Whether these fates go together."""
        replacing = [fate.by for fate in fates if fate.by is not None]
        used = Counter(_at(self.after, by).cards[0] for by in replacing)
        if len(set(replacing)) < len(replacing) or (
            self.house.joker_source == "hand" and not used <= self.laid
        ):
            return False
        locked = {}
        for i in {joker.meld for joker in jokers}:
            of_meld = {
                joker: fate for joker, fate in zip(jokers, fates, strict=True) if joker.meld == i
            }
            homes = {fate.to.meld for fate in of_meld.values() if fate.by is None}
            if len(homes) > 1 or (homes and not self._retains(i, of_meld, *homes)):
                return False
            if homes:
                locked[i] = homes.pop()
        return len(set(locked.values())) == len(locked)

    def _retains(self, i: int, fates: dict[Spot, Fate], home: int) -> bool:
        """Whether a locked meld kept at home what it must keep."""
        # Each joker has a name, which its replacing card takes over.
        old = [
            str(Spot(i, k)) if place.joker else place.cards[0]
            for k, place in enumerate(self.before[i].places)
        ]
        names = {fate.by or fate.to: str(joker) for joker, fate in fates.items()}
        new = [
            names.get(Spot(home, k), "" if place.joker else place.cards[0])
            for k, place in enumerate(self.after[home].places)
        ]
        retained = (Counter(old) & Counter(new)).total()
        if self.house.joker_lock == "full" and retained < len(old):
            return False
        return not self.house.order_significant or _longest_common(old, new) == retained


def _longest_common(old: Sequence[str], new: Sequence[str]) -> int:
    """The most names that both have in the same order."""
    best = [0] * (len(new) + 1)
    for name in old:
        above = best.copy()
        for k, other in enumerate(new):
            best[k + 1] = above[k] + 1 if name == other else max(best[k], above[k + 1])
    return best[-1]


def _at(table: Sequence[Reading], spot: Spot) -> Place:
    return table[spot.meld].places[spot.place]


def _spots(table: Sequence[Reading], *, joker: bool) -> list[Spot]:
    """All places with jokers, or all without."""
    return [
        Spot(i, k)
        for i, meld in enumerate(table)
        for k, place in enumerate(meld.places)
        if place.joker == joker
    ]
