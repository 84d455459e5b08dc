//! The ranks in the order of runs.

use crate::card::{Rank, Suit};
use crate::cards::Cards;
use crate::meld::MeldRules;

/// Most layers: thirteen ranks and the second ace.
pub(super) const MAX_LAYERS: usize = 14;

/// The layers of a run: ranks in rising order, the ace first, last, or both.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The rank of each layer, as an index.
    pub(super) ranks: Vec<u8>,
    /// The ace is both the first and the last layer.
    pub(super) two_aces: bool,
    /// The first layer follows the last.
    pub(super) ring: bool,
}

impl Line {
    pub(super) fn new(rules: &MeldRules) -> Self {
        let mut ranks: Vec<u8> = (0..13).filter(|&r| rules.ranks[usize::from(r)]).collect();
        let two_aces = rules.ace_is_low() && rules.ace_is_high() && !rules.wrap;
        if two_aces {
            ranks.push(0);
        } else if !rules.ace_is_low() {
            ranks.rotate_left(1);
        }
        Self { ranks, two_aces, ring: rules.wrap }
    }

    /// Cuts a ring where the fewest runs can cross: which is the first layer is all the same.
    pub(super) fn cut(&mut self, cards: &Cards) {
        if !self.ring {
            return;
        }
        self.ranks.sort_unstable();
        let n = self.len();
        let there = |s: usize, layer: usize| {
            cards.counts()[Rank::COUNT * s + usize::from(self.ranks[layer % n])]
        };
        let crossing = |first: usize| -> u8 {
            (0..Suit::COUNT).map(|s| there(s, first).min(there(s, first + n - 1))).sum()
        };
        let first = (0..n).min_by_key(|&first| crossing(first)).unwrap_or(0);
        self.ranks.rotate_left(first);
    }

    pub(super) fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Whether runs of so many cards at most hold less than one of each rank.
    pub(super) fn limits(&self, run_max: u8) -> bool {
        usize::from(run_max) < self.len() - usize::from(self.two_aces)
    }

    /// The layers of a rank, lowest first.
    pub(super) fn layers_of(&self, rank: u8) -> impl Iterator<Item = usize> {
        self.ranks.iter().enumerate().filter(move |&(_, &r)| r == rank).map(|(layer, _)| layer)
    }

    /// Whether this layer is the first of two of its rank.
    pub(super) fn is_low_ace(&self, layer: usize) -> bool {
        self.two_aces && layer == 0
    }

    /// Whether this layer is the second one of its rank.
    pub(super) fn is_high_ace(&self, layer: usize) -> bool {
        self.two_aces && layer + 1 == self.len()
    }
}
