//! Why a record cannot be read to its end.

use std::error::Error;
use std::fmt;

use super::{Journal, VERSION};
use crate::code::ErrorCode;
use crate::notation::ParseError;
use crate::rules::ParseRulesError;
use crate::state::{PlayError, SetupError};

/// A record that cannot be read to its end, and the game up to there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The line that cannot be read, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Box<Fault>,
    /// The game with everything before that line; `None` if it has not begun.
    pub journal: Option<Box<Journal>>,
}

/// What is wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The record is written in another version of the format, or is none.
    Version,
    /// The file ends in the middle of the line.
    Cut,
    /// Something else is expected here.
    Expected(&'static str),
    /// The text of cards, a table or an action.
    Text(ParseError),
    /// The rules.
    Rules(ParseRulesError),
    /// The deal or the position.
    Setup(SetupError),
    /// The action.
    Play(PlayError),
    /// By the rules something else follows from what was played: the line that should be here.
    Result(String),
}

impl Damage {
    pub(super) fn new(line: usize, fault: Fault, journal: Option<Journal>) -> Self {
        Self { line, fault: Box::new(fault), journal: journal.map(Box::new) }
    }

    /// `E_RECORD`.
    pub const fn code(&self) -> ErrorCode {
        ErrorCode::Record
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the record: {}", self.line, self.fault)
    }
}

impl Error for Damage {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version => {
                write!(f, "a record begins with \"{} {VERSION}\"", super::FIRST_LINE)
            }
            Self::Cut => f.write_str("the line is cut off"),
            Self::Expected(what) => write!(f, "{what} is expected"),
            Self::Text(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::Setup(error) => error.fmt(f),
            Self::Play(error) => error.fmt(f),
            Self::Result(line) => write!(f, "by the rules it would be \"{line}\""),
        }
    }
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        Self::Text(error)
    }
}

impl From<ParseRulesError> for Fault {
    fn from(error: ParseRulesError) -> Self {
        Self::Rules(error)
    }
}

impl From<SetupError> for Fault {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl From<PlayError> for Fault {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}
