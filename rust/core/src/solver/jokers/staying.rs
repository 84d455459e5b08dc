//! A joker of the table that stays while real cards may leave its meld (R5.6).
//!
//! It is one more card of the table then, of its value, and some meld of its kind must hold it: at its
//! rank, sets may not take all that is used of that card, if it lies in a run, nor none of it, if it lies in
//! a set. Where it has two values in a set, a set may hold it as either (R5.11).
//!
//! Joint states hold all that this can come to, unless more runs cover its layer than there are packs, or
//! all cards of the rank lie in sets with it. In the first case all real cards make runs without the joker,
//! as is shown for those that may go anywhere ([`roles`](super::roles)), so that the position without it tells
//! what is gained at most.

use smallvec::SmallVec;

use super::Lay;
use super::beside::is_run;
use super::lay_offs::Choice;
use super::locks::Lying;
use super::pursuit::{Pursuit, Unknown, Use};
use super::question::Source;
use crate::card::{Card, Placed, Rank, Suit};
use crate::meld::{Layout, Meld};
use crate::solver::Solver;

/// A meld of the table whose joker stays.
pub(super) struct Staying<'a> {
    lying: Lying,
    meld: &'a Meld,
    /// What it can stay as.
    cards: SmallVec<[Card; 2]>,
}

impl<'a> Staying<'a> {
    pub(super) fn new(lay: &Lay<'a>, lying: &Lying) -> Self {
        // Where the same card lies on the table, it lies in another meld then, so that it could as well have
        // released the joker; but aces can be at both ends of a run.
        let is_released = |card: Card| {
            let from_table = lay.laws.source == Source::HandOrTable && lay.table.contains(card);
            from_table && card.rank() != Some(Rank::Ace)
        };
        let cards = lying.replaceable().flat_map(|(_, cards)| cards).copied();
        let cards = cards.filter(|&card| !is_released(card)).collect();
        Self { lying: lying.clone(), meld: &lay.entries[lying.entry()], cards }
    }
}

impl Pursuit<'_, '_> {
    /// Looks at lays in which the joker of a meld stays.
    pub(super) fn stay(&mut self, staying: &Staying<'_>) -> Result<(), Unknown> {
        let is_run = staying.lying.is_run();
        staying.cards.iter().try_for_each(|&card| self.stay_as(card, is_run))
    }

    /// Looks at lays in which it stays as this card, in a run or in a set.
    fn stay_as(&mut self, card: Card, in_run: bool) -> Result<(), Unknown> {
        let rest = self.side.rest;
        let copies = self.asking.solver.rules.copies;
        let all_of = |card: Card| rest.there(card) >= copies;
        let rank = card.rank().unwrap_or(Rank::Ace);
        // Joint states count aces only up to two.
        let uncounted = rank == Rank::Ace && rest.there(card) > 1;
        if uncounted || !in_run && Suit::ALL.iter().all(|&suit| all_of(Card::new(rank, suit))) {
            return Err(Unknown);
        }
        let in_hand = rest.hand[card.index()];
        if in_run {
            for laid in (0..=in_hand).rev() {
                let used = rest.table[card.index()] + laid + 1;
                self.stay_with(card, laid, 0, (1 << used) - 1)?;
            }
        } else {
            self.stay_with(card, 0, in_hand, !1)?;
        }
        if in_run && all_of(card) {
            let Self { asking, side, floor, .. } = self;
            let without = asking.ask(&rest, side.weights, side.gain, *floor, false)?;
            return if without.is_some() { Err(Unknown) } else { Ok(()) };
        }
        Ok(())
    }

    /// The same where so many of the card are laid and so many may be, and sets take one of some numbers of
    /// it, as bits.
    fn stay_with(&mut self, card: Card, laid: u8, more: u8, sets: u8) -> Result<(), Unknown> {
        let (i, weights) = (card.index(), self.side.weights);
        let mut rest = self.side.rest;
        rest.table[i] += laid + 1;
        let kept = rest.hand[i] - laid;
        rest.hand[i] = more;
        let gain = self.side.gain + u32::from(laid) * weights[i];
        if let Some(answer) =
            self.asking.ask_held(&rest, weights, gain, self.floor, (card, sets))?
        {
            rest.hand[i] = kept;
            let value = gain + answer.value;
            self.take(value, &rest, &answer, Choice::default(), Use::Stays(card));
        }
        Ok(())
    }
}

impl Solver {
    /// Puts a joker that stays, as this card, in one of the melds from the first on; whether there is one that
    /// can hold it.
    pub(super) fn put_back(
        &self,
        melds: &mut [Meld],
        card: Card,
        Staying { lying, meld, .. }: &Staying<'_>,
    ) -> bool {
        let place = |placed: &Placed| meld.iter().position(|other| other == *placed);
        let joker = meld.iter().position(Placed::is_joker);
        let before = |placed: &Placed| if placed.is_joker() { joker } else { place(placed) };
        for held in melds {
            let mut cards: SmallVec<[Placed; 16]> = held.iter().collect();
            let is_run = is_run(&cards);
            let Some(at) = cards.iter().position(|&placed| placed == card.into()) else { continue };
            if is_run != lying.is_run() {
                continue;
            }
            if is_run {
                cards[at] = Placed::JOKER;
                if lying.falls() {
                    cards.reverse();
                }
            } else {
                cards[at] = self.in_set(card, cards.len());
                cards.sort_by_key(|placed| before(placed).map_or(usize::MAX, |place| place));
            }
            let kept = cards.iter().filter_map(before);
            if self.rules.layout == Layout::Free || kept.is_sorted() {
                *held = Meld::new_unchecked(cards);
                return true;
            }
        }
        false
    }
}
