//! Why games are not played.

use std::error::Error;
use std::fmt;

use crate::code::ErrorCode;
use crate::solver::Interrupted;
use crate::state::{PlayError, SetupError};

/// Games that are not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimError {
    /// The rules cannot be played by so many, or have too many jokers.
    Setup(SetupError),
    /// This game has a deal that did not end in so many turns, or a match that did not end in so
    /// many deals.
    Endless {
        /// The number of the game.
        game: u64,
        /// Where it was given up.
        after: u32,
    },
    /// In this game a player did what the rules refuse, which is a fault of the engine.
    Play {
        /// The number of the game.
        game: u64,
        /// Why it was refused.
        error: PlayError,
    },
    /// There is not enough memory for the results of more than so many games.
    TooLarge(u64),
    /// They were interrupted.
    Interrupted,
}

impl SimError {
    /// The stable code; `None` where the rules have reasons with codes of their own, where
    /// memory is lacking, and for an interruption.
    pub const fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Setup(error) => error.code(),
            Self::Endless { .. } => Some(ErrorCode::Endless),
            Self::Play { error, .. } => Some(error.code()),
            Self::TooLarge(_) | Self::Interrupted => None,
        }
    }

    /// The number of the game that is at fault, if one is.
    pub const fn game(&self) -> Option<u64> {
        match self {
            Self::Endless { game, .. } | Self::Play { game, .. } => Some(*game),
            Self::Setup(_) | Self::TooLarge(_) | Self::Interrupted => None,
        }
    }
}

impl fmt::Display for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(error) => error.fmt(f),
            Self::Endless { game, after } => {
                write!(f, "game {game} has not ended after {after} turns or deals")
            }
            Self::Play { game, error } => write!(f, "game {game}: {error}"),
            Self::TooLarge(count) => {
                write!(f, "no memory for the results of more than {count} games")
            }
            Self::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl Error for SimError {}

impl From<SetupError> for SimError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}
