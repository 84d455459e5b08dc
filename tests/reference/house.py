"""The house rules that melds, lays and turns depend on, and plain cards."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

SUITS = "cdhs"
FRENCH = "A23456789TJQK"
NEAPOLITAN = "A234567JQK"

Meld = tuple[str, ...]
"""Cards in written order: ``7h``, ``*``, or ``*=Js``."""


class IllegalError(Exception):
    """What is submitted breaks the rules; `code` is the first error in their order."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, kw_only=True)
class House:
    """Options by the names of R7.2; the defaults are those of `modiano`."""

    decks: int = 2
    pack: str = "french52"
    jokers: int = 0
    ace: str = "both"
    wrap: bool = False
    run_max: int = 13
    order_significant: bool = False
    run_direction: str = "asc"
    identical_melds: str = "allowed"
    joker_value: str = "declared"
    joker_ratio: str = "majority"
    joker_max: int | None = None
    joker_lock: str = "full"
    joker_source: str = "hand"
    joker_reuse: str = "other_meld"
    joker_to_run: str = "until_full"
    opening: str = "none"
    opening_points: int = 36
    opening_clean: bool = False
    turn_cap: int | None = None
    may_decline: bool = True
    pure_rearrange: str = "restore"
    open_cards: int = 0

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """The house with these options, of which only those that matter here are kept."""
        names = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in options.items() if name in names})

    @property
    def ranks(self) -> str:
        """The ranks of a suit in order (R2.11)."""
        return FRENCH if self.pack == "french52" else NEAPOLITAN

    @property
    def longest(self) -> int:
        """The most cards in a run (R3.6)."""
        return len(self.ranks) + 1 if self.run_max == 14 else min(self.run_max, len(self.ranks))

    @property
    def directions(self) -> tuple[int, ...]:
        """The directions in which a run may be written where its layout counts (R3.8)."""
        return (1, -1) if self.run_direction == "both" or not self.order_significant else (1,)


@dataclass(frozen=True)
class Position:
    """What lies on the table and what the player to move holds."""

    house: House
    table: Sequence[Meld]
    hand: Sequence[str]
    opened: bool = True
    open_cards: Sequence[str] = ()
    """Open cards that lie alone; `table` holds melds only (R3.9)."""

    @property
    def has_jokers(self) -> bool:
        """Whether there is a joker anywhere."""
        return count([*self.table, self.hand, self.open_cards])["*"] > 0


def cards(text: str) -> Meld:
    """The cards of a text."""
    return tuple(text.split())


def count(entries: Iterable[Iterable[str]]) -> Counter[str]:
    """The physical cards of some melds."""
    return Counter(card[0] if card[0] == "*" else card for entry in entries for card in entry)


def opening_points(meld: Iterable[str]) -> int:
    """Points of natural cards at opening: an ace is one (R4.8)."""
    return sum(10 if card[0] in "TJQK" else FRENCH.index(card[0]) + 1 for card in meld)


def contained(cards: Iterable[str]) -> list[Counter[str]]:
    """All multisets contained in this one."""
    found = [Counter[str]()]
    for card, n in Counter(cards).items():
        found = [some + Counter({card: k}) for some in found for k in range(n + 1)]
    return found
