//! The ranks in the order in which they are read.

use crate::card::Rank;
use crate::meld::MeldRules;
use crate::rules::Ace;

/// What may cross the place where the ring of ranks is cut into a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Nothing: the ace stands at one end only.
    Nothing,
    /// Aces, read before the 2 and also played after the king.
    Aces,
    /// Runs, which go round the corner.
    Runs,
}

/// The ranks of the pack in the order in which they are read, and how the ring was cut.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) ranks: Vec<Rank>,
    pub(super) cut: Cut,
}

impl Line {
    pub(super) fn new(rules: &MeldRules) -> Self {
        let mut ranks: Vec<Rank> =
            Rank::ALL.into_iter().filter(|rank| rules.ranks[rank.index()]).collect();
        let cut = match rules.ace {
            Ace::Both if rules.wrap => Cut::Runs,
            Ace::Both => Cut::Aces,
            Ace::Low => Cut::Nothing,
            Ace::High => {
                ranks.rotate_left(1);
                Cut::Nothing
            }
        };
        Self { ranks, cut }
    }
}
