"""Random house rules, positions, melds and turns, in plain text."""

import os
from collections import Counter
from dataclasses import replace
from math import ceil
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from reference.house import FRENCH, SUITS, House, IllegalError, Meld, Position, count
from reference.lay import best
from reference.melds import all_melds, identity, judge
from reference.reading import physical

EFFORT = int(os.environ.get("MACHIAVELLI_EFFORT", "1"))
"""How much to try: 1 on every push, and then always the same; more at night."""

bounded = settings(max_examples=100 * EFFORT, deadline=None, derandomize=EFFORT == 1)

Draw = st.DrawFn


@st.composite
def houses(draw: Draw, *, jokers: bool = False) -> House:
    """Valid rules (R7.4) about melds, lays and turns."""
    options: dict[str, Any] = {
        "decks": draw(st.integers(1, 3)),
        "pack": "french52" if jokers else draw(st.sampled_from(["french52", "neapolitan40"])),
        "ace": draw(st.sampled_from(["both", "both", "low", "high"])),
        "run_max": draw(st.sampled_from([13, 13, *range(3, 13)])),
        "order_significant": draw(st.booleans()),
        "run_direction": draw(st.sampled_from(["asc", "both"])),
        "identical_melds": draw(st.sampled_from(["allowed", "forbidden"])),
        "may_decline": draw(st.booleans()),
        "pure_rearrange": draw(st.sampled_from(["restore", "keep", "penalty"])),
        "open_cards": 4,
    }
    if options["ace"] == "both":
        options["wrap"] = draw(st.booleans())
        if not options["wrap"]:
            options["run_max"] = draw(st.sampled_from([options["run_max"], 14]))
    if jokers:
        options["jokers"] = draw(st.sampled_from([0, 4, 4, 4]))
        options["joker_value"] = draw(st.sampled_from(["declared", "floating"]))
        options["joker_max"] = draw(st.sampled_from([None, None, 1, 2]))
        options["joker_lock"] = draw(
            st.sampled_from(["full", "full", "partial", "partial", "none"])
        )
        options["joker_ratio"] = draw(st.sampled_from(["majority", "majority", "one_real"]))
        options["joker_source"] = draw(st.sampled_from(["hand", "hand_or_table"]))
        options["joker_reuse"] = draw(st.sampled_from(["other_meld", "anywhere"]))
        options["joker_to_run"] = draw(st.sampled_from(["until_full", "until_full", "never"]))
        options["opening_clean"] = draw(st.booleans())
    options["opening"] = draw(st.sampled_from(["none", "own_meld", "points"]))
    options["opening_points"] = draw(st.integers(1, 60))
    least = 3 if options["opening"] != "none" else 1
    if options["opening"] == "points":
        least = max(least, ceil(options["opening_points"] / 10))
    options["turn_cap"] = draw(st.none() | st.integers(least, least + 6))
    return House(**options)


@st.composite
def positions(draw: Draw, house: House | None = None) -> Position:
    """A table of melds and a small hand from a part of the pack, so that its cards meet."""
    house = house or draw(houses())
    first, wide = draw(st.integers(0, len(house.ranks) - 1)), draw(st.integers(3, 6))
    ranks = (house.ranks * 2)[first : first + wide]
    suits = draw(st.sampled_from([SUITS, "cds", "ch", "s"]))
    left = Counter(dict.fromkeys((rank + suit for suit in suits for rank in ranks), house.decks))
    known = [meld for meld in all_melds(house) if Counter(meld) <= left]
    table: list[Meld] = []
    hand: list[str] = []
    for _ in range(draw(st.integers(0, 5)) if known else 0):
        meld = draw(st.sampled_from(known))
        twin = house.identical_melds == "forbidden" and identity(meld, house) in {
            identity(other, house) for other in table
        }
        if Counter(meld) <= left and (twin or draw(st.integers(0, 3)) == 0):
            hand += meld
        elif Counter(meld) <= left:
            table.append(meld)
        else:
            continue
        left -= Counter(meld)
    rest = draw(st.permutations(sorted(left.elements())))
    loose, free = draw(st.integers(0, 5)), draw(st.sampled_from([0, 0, 0, 1, 3]))
    return Position(
        house,
        table,
        sorted([*hand, *rest[:loose]][:9]),
        opened=draw(st.booleans()),
        open_cards=sorted(rest[loose : loose + free]),
    )


@st.composite
def joker_positions(draw: Draw) -> Position:
    """A table of melds, most of them with jokers, and a small hand that has to do with them."""
    house = draw(houses(jokers=True).filter(lambda house: house.jokers))
    first, wide = draw(st.integers(0, len(house.ranks) - 1)), draw(st.integers(3, 6))
    ranks = (house.ranks * 2)[first : first + wide]
    suits = draw(st.sampled_from([SUITS, "cds", "ch", "s"]))
    left = Counter(dict.fromkeys((rank + suit for suit in suits for rank in ranks), house.decks))
    known = [meld for meld in all_melds(house) if Counter(meld) <= left]
    left["*"] = house.jokers
    table: list[Meld] = []
    wanted: list[str] = ["*"]
    for _ in range(draw(st.integers(1, 3)) if known else 0):
        natural = draw(st.sampled_from(known))
        places = draw(st.sets(st.integers(0, len(natural) - 1), max_size=2))
        declared = draw(st.booleans())
        meld = tuple(
            card if place not in places else f"*={card}" if declared else "*"
            for place, card in enumerate(natural)
        )
        twins = house.identical_melds == "forbidden"
        if physical(meld) <= left and is_meld(meld, house):
            same = [identity(meld, house) == identity(other, house) for other in table]
            if not (twins and any(same)):
                table.append(meld)
                left -= physical(meld)
                wanted += [natural[place] for place in places]
    pool = sorted(left.elements())
    near = [card for card in wanted if left[card]]
    hand: list[str] = []
    for _ in range(draw(st.integers(1, 4))):
        card = draw(st.sampled_from([*pool, *near * 4])) if pool else None
        if card and left[card]:
            left[card] -= 1
            hand.append(card)
    rest = draw(st.permutations(sorted(left.elements())))
    return Position(
        house,
        table,
        sorted(hand),
        opened=draw(st.sampled_from([True, True, False])),
        open_cards=sorted(rest[: draw(st.sampled_from([0, 0, 0, 1]))]),
    )


def is_meld(meld: Meld, house: House) -> bool:
    try:
        judge(meld, house)
    except IllegalError:
        return False
    return True


@st.composite
def melds(draw: Draw) -> Meld:
    """Often a meld with something wrong, sometimes with jokers; sometimes just cards."""
    naturals = st.builds("{}{}".format, st.sampled_from(FRENCH), st.sampled_from(SUITS))
    if draw(st.integers(0, 9)) == 0:
        meld = draw(st.lists(naturals, min_size=1, max_size=5))
    elif draw(st.booleans()):
        rank = draw(st.sampled_from(FRENCH))
        meld = [
            rank + suit
            for suit in draw(st.permutations(SUITS))[: draw(st.integers(2, 4) | st.just(3))]
        ]
    else:
        suit, first = draw(st.sampled_from(SUITS)), draw(st.integers(0, 12))
        length = draw(st.integers(3, 6) | st.integers(2, 15))
        meld = [rank + suit for rank in (FRENCH * 3)[first : first + length]]
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2, 3]))):
        place = draw(st.integers(0, len(meld) - 1))
        declared = st.builds("*={}".format, naturals | st.just(meld[place][-2:].strip("*")))
        change = draw(st.integers(0, 5))
        if change == 0:
            meld[place] = draw(naturals)
        elif change == 1:
            meld.insert(place, draw(naturals | st.just("*")))
        elif change == 2 and len(meld[place]) == 2:
            meld[place] = f"*={meld[place]}"
        elif change == 3:
            meld[place] = draw(declared.filter(lambda card: len(card) == 4))
        else:
            meld[place] = "*"
    order = draw(st.integers(0, 5))
    if order == 0:
        meld = meld[::-1]
    elif order == 1:
        meld = draw(st.permutations(meld))
    return tuple(meld)


@st.composite
def turns(draw: Draw, positions: st.SearchStrategy[Position]) -> tuple[Position, list[Meld]]:
    """A position and a final table, which is often legal or nearly so."""
    position = draw(positions)
    if draw(st.booleans()):
        # Where jokers are free more can be laid than where they are not.
        free = replace(position.house, joker_lock=draw(st.sampled_from(["none", "full"])))
        lay = best(replace(position, house=free))
        assert lay is not None
        final = list(lay.melds)
        used = count(final) - count(position.table) - lay.laid
    else:
        laid = draw(st.integers(0, len(position.hand)))
        final = [*position.table, tuple(draw(st.permutations(position.hand))[:laid])]
        used = Counter()
    final += [(card,) for card in (Counter(position.open_cards) - used).elements()]
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        final = [entry for entry in final if entry]
        if not final:
            break
        place = draw(st.integers(0, len(final) - 1))
        entry = final[place]
        change = draw(st.integers(0, 4))
        if change == 0:
            final[place] = entry[::-1]
        elif change == 1:
            final[place] = tuple(draw(st.permutations(entry)))
        elif change == 2:
            cut = draw(st.integers(0, len(entry)))
            final[place : place + 1] = [entry[:cut], entry[cut:]]
        elif change == 3:
            card = draw(st.integers(0, len(entry) - 1))
            other = draw(st.integers(0, len(final) - 1))
            final[place] = entry[:card] + entry[card + 1 :]
            final[other] = (*final[other], entry[card])
        else:
            final[place] = (*entry, draw(st.sampled_from([*entry, *position.hand])))
    return position, [entry for entry in final if entry]
