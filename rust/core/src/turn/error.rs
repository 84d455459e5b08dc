//! Why a turn is refused.

use std::error::Error;
use std::fmt;

use super::PositionError;
use crate::cards::{Cards, few};
use crate::code::ErrorCode;
use crate::meld::{JokerReading, Meld};
use crate::solver::Interrupted;
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
    /// Jokers are laid by a player who opens only without them (R4.8, R7.5).
    OpeningDirty,
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
    /// A joker released from this meld lies beside the card that replaced it (R5.8).
    JokerReuse(LockedMeld),
    /// A joker of this meld is replaced by a card that is not from hand (R5.7).
    JokerSource(LockedMeld),
    /// This meld is changed as the lock of its jokers forbids (R5.6).
    JokerLocked(LockedMeld),
    /// A joker is added to this run, which lay on the table (R5.5).
    JokerRun(Meld),
    /// Nothing is laid, though something could be.
    MustPlay,
    /// The table is rearranged, and nothing is laid.
    NoHandCard,
    /// Whether something could be laid was not found out, as somebody stopped the search.
    Interrupted,
}

impl TurnError {
    /// The stable code.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Position(error) => error.code(),
            Self::TableCardMissing(_) => ErrorCode::TableCardMissing,
            Self::NotInHand(_) => ErrorCode::NotInHand,
            Self::Cap { .. } => ErrorCode::TurnCap,
            Self::OpeningDirty => ErrorCode::OpeningDirty,
            Self::OpeningPoints { .. } => ErrorCode::OpeningPoints,
            Self::NotOpened => ErrorCode::NotOpened,
            Self::Table(error) => error.code(),
            Self::JokerReuse(_) => ErrorCode::JokerReuse,
            Self::JokerSource(_) => ErrorCode::JokerSource,
            Self::JokerLocked(_) => ErrorCode::JokerLocked,
            Self::JokerRun(_) => ErrorCode::JokerRun,
            Self::MustPlay => ErrorCode::MustPlay,
            Self::NoHandCard => ErrorCode::NoHandCard,
            Self::Interrupted => ErrorCode::Interrupted,
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
            Self::OpeningDirty => {
                f.write_str("jokers are laid only with or after an opening without them")
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
            Self::JokerReuse(locked) => {
                let LockedMeld { meld, .. } = locked;
                write!(f, "a joker released from \"{meld}\" must lie in another meld than the ")?;
                locked.write_values(f, " or ")?;
                f.write_str(" that replaced it")
            }
            Self::JokerSource(locked) => {
                write!(f, "a joker of \"{}\" is released only by ", locked.meld)?;
                locked.write_values(f, " or ")?;
                f.write_str(" from hand")
            }
            Self::JokerLocked(locked) => {
                write!(f, "\"{}\" is locked until ", locked.meld)?;
                locked.write_values(f, " and ")?;
                f.write_str(match locked.jokers[..] {
                    [_] => " replaces its joker",
                    _ => " replace its jokers",
                })
            }
            Self::JokerRun(run) => {
                write!(f, "no joker may be added to the run \"{run}\", which lay on the table")
            }
            Self::MustPlay => f.write_str("a hand card can be laid, so one must be"),
            Self::NoHandCard => f.write_str("rearranging the table needs a card from hand"),
            Self::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl Error for TurnError {}

/// A meld with jokers as it lay on the table, and what the jokers stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedMeld {
    pub(super) meld: Meld,
    pub(super) jokers: Vec<JokerReading>,
}

impl LockedMeld {
    /// The meld as it lay on the table.
    pub const fn meld(&self) -> &Meld {
        &self.meld
    }

    /// What its jokers stand for, from left to right.
    pub fn jokers(&self) -> &[JokerReading] {
        &self.jokers
    }

    /// Writes what the jokers stand for, those of a floating one as alternatives.
    fn write_values(&self, f: &mut fmt::Formatter<'_>, between: &str) -> fmt::Result {
        for (i, joker) in self.jokers.iter().enumerate() {
            f.write_str(if i > 0 { between } else { "" })?;
            for (k, card) in joker.cards().enumerate() {
                write!(f, "{}{card}", if k > 0 { " or " } else { "" })?;
            }
        }
        Ok(())
    }
}

impl From<PositionError> for TurnError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}
