//! Runs: where they begin, and whether they may lie there.

use super::error::Fault;
use super::{Layout, Meld, MeldRules};
use crate::card::{Card, Placed, Rank, Suit};
use crate::rules::Ace;

/// A legal run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    suit: Suit,
    /// Place of its lowest card in the ring of ranks, the ace 0; a run of 2 to ace begins at 1.
    first: usize,
    order: Order,
}

/// How a run is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Rising,
    Falling,
    /// In any order, and without jokers.
    Shuffled,
}

/// The ranks of the pack as a ring: king is followed by ace, and 7 by jack where 8 to 10 are missing.
pub(super) struct Ring {
    len: usize,
    places: [u8; Rank::COUNT],
    ranks: [Rank; Rank::COUNT],
}

impl Ring {
    pub(super) fn new(rules: &MeldRules) -> Self {
        let mut ring = Self { len: 0, places: [0; Rank::COUNT], ranks: Rank::ALL };
        for rank in Rank::ALL {
            ring.places[rank.index()] = ring.len as u8;
            ring.ranks[ring.len] = rank;
            ring.len += usize::from(rules.ranks[rank.index()]);
        }
        ring
    }

    const fn place(&self, rank: Rank) -> usize {
        self.places[rank.index()] as usize
    }

    /// The place on the ring that is so many steps from the ace, less than two rounds.
    ///
    /// A run has at most one card more than the ring, so no sum of a place and an index exceeds it.
    const fn around(&self, steps: usize) -> usize {
        if steps < self.len { steps } else { steps - self.len }
    }

    /// Where a run begins that holds all these cards and a joker in every hole, laid out like this;
    /// `None` if they do not fit together.
    fn first(&self, meld: &Meld, order: Order) -> Option<usize> {
        let mut first = None;
        for (i, rank) in ranks(meld) {
            let steps = match order {
                Order::Falling => meld.len() - 1 - i,
                Order::Rising | Order::Shuffled => i,
            };
            let here = self.around(self.place(rank) + self.len - steps);
            if *first.get_or_insert(here) != here {
                return None;
            }
        }
        first
    }

    /// Where these ranks, distinct but for a second ace, begin if they are consecutive on the ring.
    fn first_of_shuffled(&self, rules: &MeldRules, seen: u16, len: usize) -> Option<usize> {
        if len >= self.len {
            return Some(usize::from(rules.ace == Ace::High));
        }
        // The places whose predecessor on the ring is missing: one for each stretch.
        let before = (seen << 1 | seen >> (self.len - 1)) & ((1 << self.len) - 1);
        let starts = seen & !before;
        starts.is_power_of_two().then(|| starts.trailing_zeros() as usize)
    }
}

/// The real cards' indices in the layout and ranks.
fn ranks(meld: &Meld) -> impl DoubleEndedIterator<Item = (usize, Rank)> {
    meld.as_slice().iter().enumerate().filter_map(|(i, placed)| Some((i, placed.card().rank()?)))
}

impl Run {
    /// Reads cards whose real ones are all of this suit and not all of one rank.
    pub(super) fn read(rules: &MeldRules, meld: &Meld, suit: Suit) -> Result<Self, Fault> {
        let len = meld.len();
        let ring = Ring::new(rules);
        let longest = usize::from(rules.run_max).min(ring.len + 1);
        if len > longest {
            return Err(Fault::RunLen(longest as u8));
        }
        let mut seen = 0_u16;
        let mut ace_twice = false;
        for (_, rank) in ranks(meld) {
            let bit = 1 << ring.place(rank);
            if seen & bit != 0 {
                // Only a run through all ranks and on to the second ace holds both (R3.6).
                if rank != Rank::Ace || len <= ring.len || ace_twice {
                    return Err(Fault::RunDup(Card::new(rank, suit)));
                }
                ace_twice = true;
            }
            seen |= bit;
        }

        let jokers = meld.iter().any(Placed::is_joker);
        let orders: &[Order] = match rules.layout {
            Layout::Free if !jokers => &[Order::Shuffled],
            Layout::Rising => &[Order::Rising],
            Layout::Free | Layout::RisingOrFalling => &[Order::Rising, Order::Falling],
        };
        let found = orders.iter().find_map(|&order| {
            let first = match order {
                Order::Shuffled => ring.first_of_shuffled(rules, seen, len)?,
                Order::Rising | Order::Falling => ring.first(meld, order)?,
            };
            // With both aces it begins at the low one.
            (len <= ring.len || first == 0).then_some(Self { suit, first, order })
        });
        let Some(run) = found else {
            let in_order = orders.iter().any(|&order| monotone(&ring, meld, order));
            return Err(if in_order { Fault::RunGap } else { Fault::RunOrder(rules.layout) });
        };
        if !fits(rules, &ring, run.first, len) {
            return Err(Fault::RunAce(rules.ace));
        }
        let misplaced = |&(i, placed): &(usize, Placed)| {
            placed.declared().is_some_and(|card| card != run.card_at(&ring, len, i))
        };
        match meld.iter().enumerate().find(misplaced) {
            Some((_, joker)) => Err(Fault::Declared(joker)),
            None => Ok(run),
        }
    }

    /// The card that lies, or that a joker stands for, at this index of the layout; in a shuffled
    /// run, of the canonical layout.
    pub(super) fn card_at(self, ring: &Ring, len: usize, index: usize) -> Card {
        let steps = if self.order == Order::Falling { len - 1 - index } else { index };
        Card::new(ring.ranks[ring.around(self.first + steps)], self.suit)
    }

    /// The run laid out rising, jokers undeclared.
    pub(super) fn canonical(self, ring: &Ring, meld: &Meld) -> Meld {
        let undeclared = |placed: &Placed| Placed::from(placed.card());
        let cards = meld.as_slice().iter();
        match self.order {
            Order::Rising => Meld::new_unchecked(cards.map(undeclared)),
            Order::Falling => Meld::new_unchecked(cards.rev().map(undeclared)),
            Order::Shuffled => Meld::new_unchecked(
                (0..meld.len()).map(|i| self.card_at(ring, meld.len(), i).into()),
            ),
        }
    }
}

/// Whether some run of three cards goes through this rank, if others are there.
pub(super) fn run_through(rules: &MeldRules, rank: Rank, there: impl Fn(Rank) -> bool) -> bool {
    let ring = Ring::new(rules);
    let place = ring.place(rank);
    (0..3).any(|before| {
        let first = ring.around(place + ring.len - before);
        let others = (0..3).filter(|&i| i != before);
        others.map(|i| ring.ranks[ring.around(first + i)]).all(&there)
            && fits(rules, &ring, first, 3)
    })
}

/// Whether a run from this place on may lie there, given where the ace may stand.
fn fits(rules: &MeldRules, ring: &Ring, first: usize, len: usize) -> bool {
    let past_king = first + len > ring.len;
    let past_ace = first + len > ring.len + 1;
    (first > 0 || rules.ace != Ace::High)
        && (!past_king || rules.ace != Ace::Low)
        && (!past_ace || rules.wrap)
}

/// Whether the real cards rise or fall strictly in the layout, the ace read as 1 or 14.
fn monotone(ring: &Ring, meld: &Meld, order: Order) -> bool {
    let rises = |ranks: &mut dyn Iterator<Item = (usize, Rank)>| {
        let mut above = 0;
        for (_, rank) in ranks {
            // Nothing lies above the high ace, nothing below the low one.
            let value = match rank {
                Rank::Ace if above > 0 => ring.len,
                rank => ring.place(rank),
            };
            if value < above {
                return false;
            }
            above = value + 1;
        }
        true
    };
    match order {
        Order::Rising => rises(&mut ranks(meld)),
        Order::Falling => rises(&mut ranks(meld).rev()),
        Order::Shuffled => true,
    }
}
