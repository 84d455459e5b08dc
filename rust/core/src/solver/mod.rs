//! The best lay of one turn, exactly.

use crate::card::Card;
use crate::cards::Cards;
use crate::meld::MeldRules;

/// What each card type is worth when it is laid from the hand, in index order.
///
/// The worth of a whole hand must fit an `i32`.
pub type Weights = [u32; Card::COUNT];

/// What the laid cards must hold for the lay to be legal (R4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Requirement {
    /// Nothing.
    None,
    /// At least one meld purely of laid cards.
    OwnMeld,
    /// Disjoint melds purely of laid cards worth at least so many opening points.
    Points(u16),
}

/// One position and what is asked of it.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Cards that must all lie in melds at the end.
    pub table: &'a Cards,
    /// Cards that may be laid.
    pub hand: &'a Cards,
    /// Open cards: free to use, no gain, neither table nor hand (R3.9).
    pub open: &'a Cards,
    /// What laying a card gains.
    pub weights: &'a Weights,
    /// Lay no more than so many hand cards.
    pub at_most: Option<u32>,
    /// What the laid cards must hold unless nothing is laid.
    pub requirement: Requirement,
}

/// The best lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Sum of the weights of the laid cards.
    pub value: u32,
    /// What leaves the hand.
    pub laid: Cards,
    /// The open cards that are used.
    pub opened: Cards,
}

/// Finds best lays under one set of meld rules; owns the memory that a search needs.
///
/// Make one per thread and ask it many questions.
#[derive(Debug)]
pub struct Solver {
    rules: MeldRules,
}

impl Solver {
    /// A solver for these rules.
    pub fn new(rules: &MeldRules) -> Self {
        Self { rules: rules.clone() }
    }

    /// The rules it was made for.
    pub const fn rules(&self) -> &MeldRules {
        &self.rules
    }

    /// The best lay, or `None` if the table alone cannot be arranged into melds.
    ///
    /// Laying nothing is always allowed. Among several best lays it returns the same one on every
    /// platform. Jokers are not supported: their counts must be zero.
    pub fn solve(&mut self, _question: &Question<'_>) -> Option<Answer> {
        todo!()
    }

    /// Writes the melds of a canonical arrangement of exactly these cards, one multiset per meld,
    /// through `found` and tells whether there is one.
    pub fn arrange(&mut self, _cards: &Cards, _found: &mut dyn FnMut(&[Card])) -> bool {
        todo!()
    }
}
