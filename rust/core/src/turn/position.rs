//! What a player has before acting.

use std::error::Error;
use std::fmt;

use super::TurnRules;
use crate::cards::Cards;
use crate::code::ErrorCode;
use crate::meld::DeckError;
use crate::solver::JokerQuestion;
use crate::table::{Table, TableError};

/// What a player has before acting: raw data, which [`check`](Self::check) judges.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The melds on the table. Open cards that lie alone may be among its entries, but are counted
    /// only in `open`.
    pub table: &'a Table,
    /// The player's hand, cards drawn at the start of the turn included.
    pub hand: &'a Cards,
    /// The open cards that lie alone (R3.9).
    pub open: &'a Cards,
    /// Whether the player has opened in this deal (R4.8).
    pub opened: bool,
}

/// A position that cannot be played, or whose best lay is not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The table is not valid.
    Table(TableError),
    /// The deck does not have these cards.
    Deck(DeckError),
    /// There are so many jokers in play, more than best lays are found with.
    Jokers(usize),
    /// More open cards lie alone than the rules turn up (R2.12).
    OpenCards {
        /// How many lie alone.
        alone: usize,
        /// How many are turned up.
        most: u8,
    },
}

impl PositionError {
    /// A code of R3.12, `E_IDENTICAL_MELD`, `E_TOO_MANY_COPIES`, `E_JOKER_UNSUPPORTED` or
    /// `E_OPEN_CARDS`.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Table(error) => error.code(),
            Self::Deck(error) => error.code(),
            Self::Jokers(_) => ErrorCode::JokerUnsupported,
            Self::OpenCards { .. } => ErrorCode::OpenCards,
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => error.fmt(f),
            Self::Deck(error) => write!(f, "table, open cards and hand: {error}"),
            Self::Jokers(count) => {
                write!(
                    f,
                    "jokers: best lays are found with at most {} in play, not {count}",
                    JokerQuestion::MOST
                )
            }
            Self::OpenCards { alone, most: 0 } => {
                write!(f, "open cards: these rules have none, not {alone}")
            }
            Self::OpenCards { alone, most } => {
                write!(f, "open cards: these rules turn up {most}, not {alone}")
            }
        }
    }
}

impl Error for PositionError {}

impl Position<'_> {
    /// Checks that the position can be played.
    ///
    /// # Errors
    ///
    /// [`PositionError`] if the table is not valid, if more open cards lie alone than the rules turn
    /// up, or if all cards together are more than the deck has.
    pub fn check(&self, rules: &TurnRules) -> Result<(), PositionError> {
        self.check_table(rules)?;
        let parts = [self.table.melded(), self.open, self.hand];
        rules.melds().check_deck(&parts).map_err(PositionError::Deck)
    }

    /// Checks what lies on the table, whichever cards are elsewhere.
    pub(crate) fn check_table(&self, rules: &TurnRules) -> Result<(), PositionError> {
        rules.check_open(self.open)?;
        self.table.check(rules.melds(), self.open).map_err(PositionError::Table)
    }
}
