//! Why a turn is refused.

use std::error::Error;
use std::fmt;

use super::PositionError;
use crate::cards::{Cards, few};
use crate::code::ErrorCode;
use crate::table::TableError;

/// A turn that is refused: the first fault in the order of R4.16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// The position the turn begins with is at fault, not the turn.
    Position(PositionError),
    /// Cards of the table are gone.
    TableCardMissing(Cards),
    /// Cards are laid that the player does not hold.
    NotInHand(Cards),
    /// More hand cards are laid than a turn allows.
    Cap {
        /// How many are laid.
        laid: usize,
        /// How many may be.
        cap: u8,
    },
    /// The hand-only melds are worth too little to open.
    OpeningPoints {
        /// What they are worth at most.
        points: u32,
        /// What they must be worth.
        needed: u16,
    },
    /// The table is changed by a player who has not opened and does not open.
    NotOpened,
    /// The table may not lie like that.
    Table(TableError),
    /// Nothing is laid, though something could be.
    MustPlay,
    /// The table is rearranged, and nothing is laid.
    NoHandCard,
}

impl TurnError {
    /// The stable code.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Position(error) => error.code(),
            Self::TableCardMissing(_) => ErrorCode::TableCardMissing,
            Self::NotInHand(_) => ErrorCode::NotInHand,
            Self::Cap { .. } => ErrorCode::TurnCap,
            Self::OpeningPoints { .. } => ErrorCode::OpeningPoints,
            Self::NotOpened => ErrorCode::NotOpened,
            Self::Table(error) => error.code(),
            Self::MustPlay => ErrorCode::MustPlay,
            Self::NoHandCard => ErrorCode::NoHandCard,
        }
    }
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::TableCardMissing(cards) => {
                write!(f, "{} must stay on the table", few(cards.iter()))
            }
            Self::NotInHand(cards) => write!(f, "the hand does not hold {}", few(cards.iter())),
            Self::Cap { laid, cap } => {
                write!(f, "{laid} hand cards are laid, a turn allows {cap}")
            }
            Self::OpeningPoints { points, needed } => {
                write!(
                    f,
                    "melds purely from hand are worth {points} points, opening needs {needed}"
                )
            }
            Self::NotOpened => {
                f.write_str("before opening with melds purely from hand the table stays as it is")
            }
            Self::Table(error) => error.fmt(f),
            Self::MustPlay => f.write_str("a hand card can be laid, so one must be"),
            Self::NoHandCard => f.write_str("rearranging the table needs a card from hand"),
        }
    }
}

impl Error for TurnError {}

impl From<PositionError> for TurnError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}
