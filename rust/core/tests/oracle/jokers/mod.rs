//! Turns with jokers by definition: a submitted table is judged by trying every way in which the
//! jokers of the table could have got where they lie, and a best lay is found by trying tables.
//!
//! It shares the words of the crate (cards, melds, tables, options) and no code of the checker or
//! the solver. It is slow and meant to be too plain to be wrong.

mod judge;
mod lays;
mod locks;
mod melds;
mod opening;

use machiavelli_core::rules::{Options, Rules};
use machiavelli_core::{Card, Cards, Table};

use crate::definition::Definition;

pub(crate) use lays::{Search, orders};
pub(crate) use melds::{Place, Read};

/// What a player has before acting.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The melds on the table, without open cards.
    pub(crate) table: Table,
    pub(crate) hand: Cards,
    /// The open cards that lie alone (R3.9).
    pub(crate) open: Cards,
    pub(crate) opened: bool,
}

/// The rules by the letter.
pub(crate) struct Oracle {
    options: Options,
    definition: Definition,
}

impl Oracle {
    pub(crate) fn new(rules: &Rules) -> Self {
        let options = rules.options().clone();
        Self { definition: Definition::new(&options), options }
    }
}

/// All multisets contained in this one.
pub(crate) fn contained(cards: &Cards) -> Vec<Cards> {
    Card::all().filter(|&card| cards.contains(card)).fold(vec![Cards::EMPTY], |found, card| {
        let with = |some: &Cards, n| (0..n).fold(*some, |sum, _| and(&sum, card));
        let more =
            |some: &Cards| (0..=cards.count(card)).map(|n| with(some, n)).collect::<Vec<_>>();
        found.iter().flat_map(more).collect()
    })
}

/// These cards and one more.
fn and(cards: &Cards, card: Card) -> Cards {
    let mut sum = *cards;
    sum.insert(card).expect("few cards");
    sum
}
