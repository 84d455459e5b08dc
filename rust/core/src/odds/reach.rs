//! How far counts reach.

use crate::meld::MeldRules;

use super::error::OddsError;
use super::line::{Cut, Line};

/// Most memory that a count may hold, in bytes.
pub(super) const MEMORY: usize = 3 << 30;

/// The largest hands that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Up to the whole deck.
    Any,
    /// Up to so many cards.
    UpTo(usize),
}

use Reach::{Any, UpTo};

/// By number of packs, and by what crosses the cut of the ring: nothing, aces, runs.
///
/// Measured: two cards more take two to four times as long and as much memory. What stands here takes
/// up to about five minutes and 1.5 GB.
type Reaches = [[Reach; 3]; 3];

const COMPLETE: Reaches =
    [[Any, Any, Any], [Any, UpTo(28), UpTo(24)], [UpTo(32), UpTo(26), UpTo(22)]];

const MOST: Reaches =
    [[Any, UpTo(28), UpTo(20)], [UpTo(22), UpTo(19), UpTo(16)], [UpTo(20), UpTo(17), UpTo(15)]];

impl Reach {
    /// Of hands that split completely.
    pub(super) fn of_complete(rules: &MeldRules) -> Self {
        Self::of(&COMPLETE, rules)
    }

    /// Of the most cards that can be laid.
    pub(super) fn of_most(rules: &MeldRules) -> Self {
        Self::of(&MOST, rules)
    }

    fn of(reaches: &Reaches, rules: &MeldRules) -> Self {
        let cut = match Line::new(rules).cut {
            Cut::Nothing => 0,
            Cut::Aces => 1,
            Cut::Runs => 2,
        };
        reaches[usize::from(rules.copies) - 1][cut]
    }

    /// Refuses larger hands.
    pub(super) fn check(self, cards: usize) -> Result<(), OddsError> {
        match self {
            UpTo(most) if cards > most => Err(OddsError::OutOfReach { cards, most }),
            UpTo(_) | Any => Ok(()),
        }
    }
}
