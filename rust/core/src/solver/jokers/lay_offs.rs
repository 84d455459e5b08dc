//! What is laid off on locked melds.
//!
//! Where melds that hold jokers are fully locked and none of their jokers is released, they stay (R5.6),
//! and all that they have to do with other cards is that some can be laid off on them.
//!
//! A few cards tell what is laid off. A set takes one. What a run takes at an end is one card, two,
//! or more, and three or more are a run of their own, even with one joker: they may as well lie beside
//! it. Where an ace moves to the other end of a run, all ranks are there, and what was laid off is such
//! a run too. A card laid off may come from the table or the hand; where both have it, what remains can
//! gain as much if it comes from the table.

use std::cmp::Reverse;

use smallvec::{SmallVec, smallvec};

use super::line::Line;
use super::locks::Lying;
use super::open::MAX_JOKERS;
use crate::card::{Card, Placed, Suit};
use crate::meld::{Meld, MeldRules};
use crate::solver::outline::Position;
use crate::solver::{NO_CARDS, Weights};

/// So many choices of what is laid off are looked at.
const MOST_CHOICES: usize = 1024;

/// Most locked melds: each holds a joker.
const MOST_HELD: usize = MAX_JOKERS;

/// Cards laid off on a locked meld, and the meld with them.
#[derive(Clone, Debug)]
pub(super) struct LaidOff {
    cards: SmallVec<[Card; 4]>,
    /// What a joker stands for that is laid off too.
    joker: Option<Card>,
    meld: Meld,
}

/// What can be laid off on each locked meld, at first nothing.
pub(super) type Ways = SmallVec<[Vec<LaidOff>; 4]>;

/// Natural cards that are not in locked melds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rest {
    pub(super) table: [u8; Card::COUNT],
    pub(super) hand: [u8; Card::COUNT],
}

/// What is laid off on all locked melds: on each a position among its ways.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice([u8; MOST_HELD]);

impl Rest {
    pub(super) fn position<'a>(&'a self, weights: &'a Weights) -> Position<'a> {
        Position { table: &self.table, hand: &self.hand, open: NO_CARDS.counts(), weights }
    }

    pub(super) fn there(&self, card: Card) -> u8 {
        self.table[card.index()] + self.hand[card.index()]
    }

    /// Takes a card of the table, so that one of the hand is left to gain something, or one of the hand;
    /// what it gains, if there is one.
    pub(super) fn take(&mut self, card: Card, weights: &Weights) -> Option<u32> {
        let (table, hand) = (&mut self.table[card.index()], &mut self.hand[card.index()]);
        if *table > 0 {
            *table -= 1;
            return Some(0);
        }
        *hand = hand.checked_sub(1)?;
        Some(weights[card.index()])
    }

    /// Takes the cards that are laid off; what they gain, if they are all there.
    fn lay_off(&mut self, way: &LaidOff, weights: &Weights) -> Option<u32> {
        way.cards.iter().try_fold(0, |gain, &card| Some(gain + self.take(card, weights)?))
    }
}

/// What can be laid off on a locked meld from what there is, first nothing; with a joker too where one
/// may go anywhere.
pub(super) fn lay_offs(
    rules: &MeldRules,
    line: &Line,
    lying: &Lying,
    meld: &Meld,
    rest: &Rest,
    wild: bool,
) -> Vec<LaidOff> {
    let mut found = vec![LaidOff { cards: smallvec![], joker: None, meld: meld.clone() }];
    // What a joker was said to stand for in a set does not bind it if it floats.
    let floats = !lying.is_run() && rules.jokers.floats();
    let lies = |placed: Placed| if floats && placed.is_joker() { Placed::JOKER } else { placed };
    let mut add = |before: &[Card], after: &[Card]| {
        let laid = || before.iter().rev().chain(after).copied();
        for joker in std::iter::once(None).chain(laid().filter(|_| wild).map(Some)) {
            let is_joker = |card: Card| joker == Some(card);
            let cards: SmallVec<[Card; 4]> = laid().filter(|&card| !is_joker(card)).collect();
            if cards.iter().any(|&card| rest.there(card) == 0) {
                continue;
            }
            let place = |&card: &Card| match is_joker(card) {
                false => card.into(),
                true if lying.is_run() || floats => Placed::JOKER,
                true => Placed::joker_as(card),
            };
            let (before, after) = (before.iter().rev().map(place), after.iter().map(place));
            let longer = Meld::new_unchecked(before.chain(meld.iter().map(lies)).chain(after));
            if rules.classify(&longer).is_ok() {
                found.push(LaidOff { cards, joker, meld: longer });
            }
        }
    };
    if lying.is_run() {
        let [before, after] = lying.neighbours(line);
        for i in 0..=before.len() {
            for j in usize::from(i == 0)..=after.len() {
                add(&before[..i], &after[..j]);
            }
        }
    } else {
        // Neither may a card lie there twice, nor does a joker stand for one that does.
        let lies_there = |card: Card| meld.iter().any(|placed| placed == card.into());
        for card in Suit::ALL.map(|suit| Card::new(lying.rank(), suit)) {
            if !lies_there(card) {
                add(&[], &[card]);
            }
        }
    }
    found
}

/// Every choice of what is laid off on all melds, with the joker laid off or without, those that gain
/// most first; `None` if there are too many.
pub(super) fn choices(
    ways: &Ways,
    joker: bool,
    rest: &Rest,
    weights: &Weights,
) -> Option<Vec<Choice>> {
    let mut found = Choices { ways, weights, joker, all: Vec::new() };
    let all = found.extend(0, Choice::default(), rest, 0, !joker).then_some(found.all);
    let mut all = all.filter(|_| ways.len() <= MOST_HELD)?;
    all.sort_by_key(|&(_, gain)| Reverse(gain));
    Some(all.into_iter().map(|(choice, _)| choice).collect())
}

/// Choices and what the hand cards gain that are laid off.
struct Choices<'a> {
    ways: &'a Ways,
    weights: &'a Weights,
    joker: bool,
    all: Vec<(Choice, u32)>,
}

impl Choices<'_> {
    /// Adds the choices that are the same as one before meld `i`, which left `rest`; whether there are
    /// not too many.
    fn extend(&mut self, i: usize, choice: Choice, rest: &Rest, gain: u32, done: bool) -> bool {
        let Some(ways) = self.ways.get(i) else {
            if done {
                self.all.push((choice, gain));
            }
            return self.all.len() <= MOST_CHOICES;
        };
        ways.iter().enumerate().all(|(n, way)| {
            let (mut choice, mut rest) = (choice, *rest);
            // The joker is laid off once at most.
            let fits = way.joker.is_none() || self.joker && !done;
            let own = if fits { rest.lay_off(way, self.weights) } else { None };
            choice.0[i] = n as u8;
            own.is_none_or(|own| {
                self.extend(i + 1, choice, &rest, gain + own, done || way.joker.is_some())
            })
        })
    }
}

impl Choice {
    /// What is laid off on each meld.
    fn of(self, ways: &Ways) -> impl Iterator<Item = &LaidOff> {
        ways.iter().zip(self.0).map(|(ways, n)| &ways[usize::from(n)])
    }

    /// What is left of what there is, and what the hand cards gain that are laid off; `None` if there
    /// are not all of the cards.
    pub(super) fn leave(self, ways: &Ways, rest: &Rest, weights: &Weights) -> Option<(Rest, u32)> {
        let (mut left, mut gain) = (*rest, 0);
        for way in self.of(ways) {
            gain += left.lay_off(way, weights)?;
        }
        Some((left, gain))
    }

    /// The melds with what is laid off on them.
    pub(super) fn melds(self, ways: &Ways) -> Vec<Meld> {
        self.of(ways).map(|way| way.meld.clone()).collect()
    }

    /// The meld that the joker is laid off on, and what it stands for.
    pub(super) fn joker(self, ways: &Ways) -> Option<(usize, Card)> {
        self.of(ways).enumerate().find_map(|(i, way)| Some((i, way.joker?)))
    }
}

/// What there would be if every card that can be laid off gained what it is worth wherever it goes,
/// and need not go anywhere, if it lies on the table. All that a choice allows is possible there.
#[derive(Debug)]
pub(super) struct Relaxed {
    pub(super) rest: Rest,
    pub(super) weights: Weights,
    /// What cards gain that can be laid off from the hand.
    pub(super) gain: u32,
    /// Nothing can be laid off.
    pub(super) is_exact: bool,
}

impl Relaxed {
    pub(super) fn new(ways: &Ways, rest: &Rest, weights: &Weights) -> Self {
        let is_exact = ways.iter().flatten().all(|way| way.cards.is_empty());
        let mut relaxed = Self { rest: *rest, weights: *weights, gain: 0, is_exact };
        if is_exact {
            return relaxed;
        }
        let mut laid_off = [0; Card::COUNT];
        for ways in ways {
            let mut own = [0; Card::COUNT];
            for LaidOff { cards, .. } in ways {
                for &card in cards {
                    let count = cards.iter().filter(|&&other| other == card).count() as u8;
                    own[card.index()] = own[card.index()].max(count);
                }
            }
            for (all, own) in laid_off.iter_mut().zip(own) {
                *all += own;
            }
        }
        let Self { rest, weights, gain, .. } = &mut relaxed;
        for i in 0..Card::COUNT {
            let of_table = laid_off[i].min(rest.table[i]);
            let of_hand = (laid_off[i] - of_table).min(rest.hand[i]);
            *gain += u32::from(of_hand) * weights[i];
            if of_hand == rest.hand[i] {
                weights[i] = 0;
            }
            rest.table[i] -= of_table;
            rest.hand[i] += of_table;
        }
        relaxed
    }
}
