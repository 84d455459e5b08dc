"""Single melds, judged in the order of R3.12."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from reference.house import SUITS, House, IllegalError, Meld


def judge(meld: Meld, house: House) -> str:
    """``set`` or ``run``.

    Raises:
        IllegalError: It is neither; the code is the first that applies.
    """
    for code in _faults(meld, house):
        raise IllegalError(code)
    return "set" if len({card[0] for card in meld if card[0] != "*"}) == 1 else "run"


def _faults(meld: Meld, house: House) -> Iterator[str]:
    """The first is what is wrong; those after it may be nonsense."""
    real = [card for card in meld if card[0] != "*"]
    declared = [card[2:] for card in meld if card[0] == "*" and len(card) > 1]
    jokers = len(meld) - len(real)
    if any(card[0] not in house.ranks for card in real + declared):
        yield "E_CARD"
    if jokers and not house.jokers:
        yield "E_JOKER_OFF"
    if len(meld) < 3:
        yield "E_MELD_SHORT"
    if not real or (house.joker_ratio == "majority" and jokers >= len(real)):
        yield "E_JOKER_RATIO"
    if house.joker_max is not None and jokers > house.joker_max:
        yield "E_JOKER_LIMIT"
    if len({card[0] for card in real}) == 1:
        yield from _faults_of_set(meld, real, declared, house)
    elif len({card[1] for card in real}) == 1:
        yield from _faults_of_run(meld, real, house)
    else:
        yield "E_MIXED"


def _faults_of_set(meld: Meld, real: list[str], declared: list[str], house: House) -> Iterator[str]:
    if len(meld) > 4:
        yield "E_SET_SIZE"
    suits = [card[1] for card in real + declared]
    if len(set(suits)) < len(suits):
        yield "E_SET_SUIT"
    # The last missing suit of a set of four needs no declaration (R5.2).
    fixed = len(suits) == len(meld) or (len(meld) == 4 and len(suits) == 3)
    free = house.joker_value == "declared" and not fixed
    if free or any(card[0] != real[0][0] for card in declared):
        yield "E_JOKER_VALUE"


def _faults_of_run(meld: Meld, real: list[str], house: House) -> Iterator[str]:
    if len(meld) > house.longest:
        yield "E_RUN_LEN"
    both_aces = len(meld) == len(house.ranks) + 1
    if any(real.count(card) > (2 if both_aces and card[0] == "A" else 1) for card in real):
        yield "E_RUN_DUP"
    written = house.order_significant or len(real) < len(meld)
    legal = list(readings(meld, house))
    wrapped = list(_readings(meld, house, "both", written=written, wrap=True))
    if written and not wrapped and not any(_strict(real, house, up) for up in house.directions):
        yield "E_RUN_ORDER"
    if not legal:
        yield "E_RUN_ACE" if wrapped else "E_RUN_GAP"
    if not any(
        all(card in (place, "*", f"*={place}") for card, place in zip(meld, reading, strict=True))
        for reading in legal
    ):
        yield "E_JOKER_VALUE"


def _strict(real: list[str], house: House, direction: int) -> bool:
    """Whether the cards rise, or fall, the aces being read as low or as high."""
    ranks = [house.ranks.index(card[0]) for card in real]
    for low in (True, False):
        places = [rank or (0 if low else len(house.ranks)) for rank in ranks]
        if all((b - a) * direction > 0 for a, b in pairwise(places)):
            return True
    return False


def readings(meld: Meld, house: House) -> Iterator[Meld]:
    """The legal runs, as natural cards, that a run can be."""
    # The place gives a joker its value, so a run with one is read as it is written (R3.8).
    written = house.order_significant or any(card[0] == "*" for card in meld)
    yield from _readings(meld, house, house.ace, written=written, wrap=house.wrap)


def _readings(meld: Meld, house: House, ace: str, *, written: bool, wrap: bool) -> Iterator[Meld]:
    """The legal runs, as natural cards, that the real cards can be."""
    suit = next(card[1] for card in meld if card[0] != "*")
    for run in _runs(house, suit, len(meld), ace, wrap=wrap):
        if not written:
            if sorted(run) == sorted(meld):
                yield meld
            continue
        for direction in house.directions:
            reading = run[::direction]
            if all(
                card[0] == "*" or card == place for card, place in zip(meld, reading, strict=True)
            ):
                yield reading


def _runs(house: House, suit: str, length: int, ace: str, *, wrap: bool) -> Iterator[Meld]:
    """All ascending runs of so many cards in a suit, where the ace may stand like this."""
    n = len(house.ranks)
    ring = [rank + suit for rank in house.ranks] * 2
    for start in range(n):
        run = tuple(ring[start : start + length])
        ends_high = start + length == n + 1
        goes_round = start + length > n + 1
        if length > n and not (start == 0 and length == n + 1):
            continue
        if (start == 0 or goes_round) and ace == "high":
            continue
        if (ends_high or goes_round) and ace == "low":
            continue
        if goes_round and not wrap:
            continue
        yield run


def all_melds(house: House) -> list[Meld]:
    """Every meld without jokers; runs ascend, and each layout of a run is a meld of its own."""
    found = [
        tuple(rank + suit for suit in suits)
        for rank in house.ranks
        for size in (3, 4)
        for suits in combinations(SUITS, size)
    ]
    for suit in SUITS:
        for length in range(3, house.longest + 1):
            found += _runs(house, suit, length, house.ace, wrap=house.wrap)
    return found


def identity(meld: Meld, house: House) -> Meld:
    """What is compared to find identical melds (R3.10)."""
    plain = tuple(card[0] if card[0] == "*" else card for card in meld)
    if house.order_significant:
        return plain
    if "*" not in plain or judge(meld, house) == "set":
        return tuple(sorted(plain))
    # A run with a joker goes up or down as it is written: turn it so that it rises.
    suit = next(card[1] for card in plain if card != "*")
    rises = any(
        all(card in (place, "*") for card, place in zip(plain, run, strict=True))
        for run in _runs(house, suit, len(plain), house.ace, wrap=house.wrap)
    )
    return plain if rises else plain[::-1]
