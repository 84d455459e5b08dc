//! Why a count was not made.

use std::error::Error;
use std::fmt;

/// Why a count was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsError {
    /// The rules have jokers, and splits or lays are to be counted.
    Jokers,
    /// The deck does not have so many cards.
    HandSize {
        /// Cards asked for.
        cards: usize,
        /// Cards in the deck.
        deck: usize,
    },
    /// The count would take too long.
    OutOfReach {
        /// Cards asked for.
        cards: usize,
        /// The largest hands that are counted under these rules.
        most: usize,
    },
    /// The count would need more memory than 3 GB, or a suit has more states than are told apart: with
    /// three packs, runs round the corner of at most six to eight cards, and identical runs forbidden.
    Memory {
        /// Cards asked for.
        cards: usize,
    },
    /// The caller asked to stop.
    Interrupted,
}

impl OddsError {
    /// The code that does not change: `O_JOKERS`, `O_HAND_SIZE`, `O_OUT_OF_REACH`, `O_MEMORY` or
    /// `O_INTERRUPTED`.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Jokers => "O_JOKERS",
            Self::HandSize { .. } => "O_HAND_SIZE",
            Self::OutOfReach { .. } => "O_OUT_OF_REACH",
            Self::Memory { .. } => "O_MEMORY",
            Self::Interrupted => "O_INTERRUPTED",
        }
    }
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Jokers => f.write_str("splits and lays are not counted under rules with jokers"),
            Self::HandSize { cards, deck } => {
                write!(f, "a hand of {cards} cards is more than the deck of {deck}")
            }
            Self::OutOfReach { cards, most } => {
                write!(
                    f,
                    "hands of {cards} cards are out of reach, up to {most} are counted under these rules"
                )
            }
            Self::Memory { cards } => {
                write!(f, "counting hands of {cards} cards under these rules takes over 3 GB")
            }
            Self::Interrupted => f.write_str("the count was stopped"),
        }
    }
}

impl Error for OddsError {}
