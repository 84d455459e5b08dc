//! Whether cards are a meld, and the first reason why not.

use super::error::Fault;
use super::reading::{Shape, SuitSet};
use super::run::Run;
use super::{Meld, MeldError, MeldReading, MeldRules};
use crate::card::{Card, Placed, Rank, Suit};
use crate::rules::{JokerRatio, JokerValue};

impl MeldRules {
    /// Reads a meld: what kind it is and what its jokers stand for.
    ///
    /// It does not allocate for a meld of up to 16 cards. How many copies of a card there are is
    /// not its business: [`check_deck`](Self::check_deck) looks at all cards in play together.
    ///
    /// # Errors
    ///
    /// [`MeldError`] with the first fault in the order of R3.12.
    ///
    /// ```
    /// use machiavelli_core::rules::Rules;
    /// use machiavelli_core::{ErrorCode, Meld, MeldKind, MeldRules};
    ///
    /// let rules = MeldRules::new(&Rules::preset("agimeg")?);
    /// let run: Meld = "Qc Kc Ac".parse()?;
    /// assert_eq!(rules.classify(&run)?.kind(), MeldKind::Run);
    ///
    /// let corner: Meld = "Kc Ac 2c".parse()?;
    /// assert_eq!(rules.classify(&corner).unwrap_err().code(), ErrorCode::RunAce);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn classify<'a>(&'a self, meld: &'a Meld) -> Result<MeldReading<'a>, MeldError> {
        match self.shape(meld) {
            Ok(shape) => Ok(MeldReading { rules: self, meld, shape }),
            Err(fault) => Err(MeldError::new(meld, fault)),
        }
    }

    fn shape(&self, meld: &Meld) -> Result<Shape, Fault> {
        let lacks = |card: &Card| card.rank().is_some_and(|rank| !self.ranks[rank.index()]);
        if let Some(card) = meld.iter().map(face).find(lacks) {
            return Err(Fault::Card(card));
        }
        let jokers = meld.iter().filter(|placed| placed.is_joker()).count();
        if jokers > 0 && self.jokers.count == 0 {
            return Err(Fault::JokerOff);
        }
        if meld.len() < 3 {
            return Err(Fault::Short);
        }
        let real = meld.len() - jokers;
        let enough = match self.jokers.ratio {
            JokerRatio::Majority => real > jokers,
            JokerRatio::OneReal => real > 0,
        };
        if !enough {
            return Err(Fault::Ratio(self.jokers.ratio));
        }
        if let Some(max) = self.jokers.max.filter(|&max| jokers > usize::from(max)) {
            return Err(Fault::Limit(max));
        }

        let mut naturals = meld.iter().filter_map(|placed| natural(placed.card()));
        let (rank, suit) = naturals.next().ok_or(Fault::Ratio(self.jokers.ratio))?;
        let (mut one_rank, mut one_suit) = (true, true);
        for (other_rank, other_suit) in naturals {
            one_rank &= other_rank == rank;
            one_suit &= other_suit == suit;
        }
        if one_rank {
            self.set(meld, rank)
        } else if one_suit {
            Run::read(self, meld, suit).map(Shape::Run)
        } else {
            Err(Fault::Mixed)
        }
    }

    /// Reads cards whose real ones are all of this rank.
    fn set(&self, meld: &Meld, rank: Rank) -> Result<Shape, Fault> {
        if meld.len() > Suit::COUNT {
            return Err(Fault::SetSize);
        }
        let (mut real, mut named) = (SuitSet::EMPTY, SuitSet::EMPTY);
        for placed in meld {
            let Some(suit) = face(placed).suit() else { continue };
            if named.contains(suit) {
                return Err(Fault::SetSuit(Card::new(rank, suit)));
            }
            named = named.with(suit);
            if !placed.is_joker() {
                real = real.with(suit);
            }
        }
        let of_other_rank =
            |joker: &Placed| joker.declared().is_some_and(|card| card.rank() != Some(rank));
        if let Some(joker) = meld.iter().find(of_other_rank) {
            return Err(Fault::Declared(joker));
        }
        let missing = match self.jokers.value {
            JokerValue::Floating => real,
            JokerValue::Declared => named,
        };
        let missing = missing.complement();
        // Only the last suit of four needs no declaration (R5.2).
        if self.jokers.value == JokerValue::Declared && meld.len() > named.len() {
            let mut suits = missing.iter();
            if let (Some(suit), Some(_)) = (suits.next(), suits.next()) {
                return Err(Fault::Undeclared(Card::new(rank, suit)));
            }
        }
        Ok(Shape::Set { rank, missing })
    }
}

/// The card that is meant: of a declared joker its value.
fn face(placed: Placed) -> Card {
    placed.declared().unwrap_or(placed.card())
}

fn natural(card: Card) -> Option<(Rank, Suit)> {
    card.rank().zip(card.suit())
}
