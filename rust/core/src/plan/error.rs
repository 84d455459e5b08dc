//! Why a card cannot be moved.

use std::error::Error;
use std::fmt;

use crate::cards::{Cards, counted, few};
use crate::code::ErrorCode;

/// A step that cannot be done; the plan is as it was.
///
/// Melds are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// There is no such meld.
    NoMeld {
        /// The number given.
        index: usize,
        /// How many melds and open cards the table has.
        entries: usize,
    },
    /// No cards are named.
    NoCards,
    /// These cards are neither in the hand nor lifted from the table.
    NotAtHand(Cards),
    /// The meld does not hold these cards.
    NotInMeld {
        /// The meld.
        index: usize,
        /// The cards.
        cards: Cards,
    },
    /// A meld cannot be split there.
    Split {
        /// How many cards would lie on the left.
        at: usize,
        /// How many cards the meld has.
        cards: usize,
    },
    /// A meld cannot be joined with itself, or moved onto itself.
    Itself(usize),
    /// No step was done, or all are undone.
    NothingToUndo,
    /// No step was undone.
    NothingToRedo,
}

impl PlanError {
    /// The stable code.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NoMeld { .. } => ErrorCode::PlanMeld,
            Self::NoCards | Self::NotAtHand(_) | Self::NotInMeld { .. } => ErrorCode::PlanCards,
            Self::Split { .. } => ErrorCode::PlanSplit,
            Self::Itself(_) => ErrorCode::PlanItself,
            Self::NothingToUndo => ErrorCode::PlanUndo,
            Self::NothingToRedo => ErrorCode::PlanRedo,
        }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMeld { index, entries: 0 } => {
                write!(f, "there is no meld {index}, the table is empty")
            }
            Self::NoMeld { index, entries } => {
                write!(f, "there is no meld {index}, only 0 to {}", entries - 1)
            }
            Self::NoCards => f.write_str("no cards are named"),
            Self::NotAtHand(cards) => {
                write!(f, "{} neither in hand nor lifted from the table", are(cards))
            }
            Self::NotInMeld { index, cards } => write!(f, "{} not in meld {index}", are(cards)),
            Self::Split { at, cards } => {
                write!(f, "a meld of {} cannot be split after {at}", counted(*cards, "card"))
            }
            Self::Itself(index) => write!(f, "meld {index} cannot be put to itself"),
            Self::NothingToUndo => f.write_str("there is nothing to undo"),
            Self::NothingToRedo => f.write_str("there is nothing to redo"),
        }
    }
}

impl Error for PlanError {}

/// The cards and the verb that goes with their number.
fn are(cards: &Cards) -> String {
    let verb = if cards.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", few(cards.iter()))
}
