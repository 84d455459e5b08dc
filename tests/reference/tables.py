"""The final tables of a turn with jokers, by search."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations

from reference.house import Meld, Position, contained
from reference.jokers import Passage
from reference.melds import identity
from reference.opening import opening_fault
from reference.reading import Reading, melds_of, physical, read

Cards = tuple[tuple[str, int], ...]
"""A multiset in sorted order, so that it can be remembered."""


class Tables:
    """The final tables of one position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.house = position.house
        self.before = [read(meld, self.house) for meld in position.table]
        everything = Counter(position.hand) + Counter(position.open_cards)
        for meld in position.table:
            everything += physical(meld)
        self.melds = {meld: read(meld, self.house) for meld in melds_of(everything, self.house)}
        self.cards = {meld: physical(meld) for meld in self.melds}
        self.splits = cache(self._splits)

    def that_lay(self, laid: Counter[str]) -> Iterator[list[Meld]]:
        """The legal melds after laying exactly these cards; layouts that do not matter are one."""
        if not self.position.opened and opening_fault(laid, self.house):
            return
        for used in contained(self.position.open_cards):
            everything = laid + used
            for meld in self.position.table:
                everything += physical(meld)
            if self.splits(_packed(everything)):
                for homes, left in self._homes(everything, 0):
                    for rest in self._partitions(left):
                        yield from self._laid_out(homes, rest, laid)

    def _splits(self, cards: Cards) -> bool:
        """Whether these cards split into melds, whatever else the rules say."""
        left = Counter(dict(cards))
        return not left or any(
            self.splits(_packed(left - self.cards[meld])) for meld in self._with_first(left)
        )

    def _with_first(self, left: Counter[str]) -> list[Meld]:
        """The melds among these cards that hold the last of them; a joker sorts first."""
        last = max(left)
        return [meld for meld, cards in self.cards.items() if cards[last] and cards <= left]

    def _partitions(self, left: Counter[str]) -> Iterator[list[Meld]]:
        """All ways to split these cards into melds."""
        if not left:
            yield []
        elif self.splits(_packed(left)):
            seen = set()
            for meld in self._with_first(left):
                # What a joker stands for matters only where it stays, or to identical melds.
                alike = meld
                if self.house.identical_melds == "allowed" or self.melds[meld].kind == "set":
                    alike = tuple(sorted(self.cards[meld].elements()))
                if alike not in seen:
                    seen.add(alike)
                    for rest in self._partitions(left - self.cards[meld]):
                        yield [meld, *rest]

    def _homes(self, left: Counter[str], start: int) -> Iterator[tuple[list[Meld], Counter[str]]]:
        """Final melds for old ones whose jokers stay, and the cards that are left for others."""
        if self.house.joker_lock == "none" or start == len(self.before):
            yield [], left
            return
        old = self.before[start]
        if not old.jokers:
            yield from self._homes(left, start + 1)
            return
        yield from self._homes(left, start + 1)
        for meld, new in self.melds.items():
            if self.cards[meld] <= left and self._may_stay(old, new):
                for homes, rest in self._homes(left - self.cards[meld], start + 1):
                    yield [meld, *homes], rest

    def _may_stay(self, old: Reading, new: Reading) -> bool:
        """Whether some joker of an old meld may have stayed in this one."""
        was = {card for place in old.places if place.joker for card in place.cards}
        now = {card for place in new.places if place.joker for card in place.cards}
        keeps = old.real <= new.real or self.house.joker_lock == "partial"
        return old.kind == new.kind and keeps and bool(was & now)

    def _laid_out(
        self, homes: Sequence[Meld], others: Sequence[Meld], laid: Counter[str]
    ) -> Iterator[list[Meld]]:
        """These melds in layouts that are legal."""
        readings = [self.melds[meld] for meld in (*homes, *others)]
        loose = replace(self.house, order_significant=False)
        if Passage(loose, self.before, readings, laid).fault():
            return
        for written in self._layouts([*homes, *others], len(homes)):
            after = [read(meld, self.house) for meld in written]
            same = Counter(identity(meld, self.house) for meld in written)
            if self.house.identical_melds == "forbidden" and max(same.values(), default=0) > 1:
                continue
            if not Passage(self.house, self.before, after, laid).fault():
                yield written

    def _layouts(self, melds: Sequence[Meld], homes: int) -> Iterator[list[Meld]]:
        """All layouts of the first melds; the others differ from all before if they can."""
        if not melds:
            yield []
            return
        *front, last = melds
        for before in self._layouts(front, homes):
            faces = {tuple(card[0:1] if card[0] == "*" else card for card in m) for m in before}
            for layout in self._orders(last):
                face = tuple(card[0:1] if card[0] == "*" else card for card in layout)
                if len(melds) <= homes or face not in faces:
                    yield [*before, layout]
                    if len(melds) > homes:
                        break
            else:
                if len(melds) > homes:
                    yield [*before, last]

    def _orders(self, meld: Meld) -> list[Meld]:
        """The layouts of a meld, if layouts count."""
        if not self.house.order_significant:
            return [meld]
        if self.melds[meld].kind == "set":
            return list(permutations(meld))
        return [meld[::direction] for direction in self.house.directions]


def _packed(cards: Counter[str]) -> Cards:
    return tuple(sorted((card, n) for card, n in cards.items() if n))
