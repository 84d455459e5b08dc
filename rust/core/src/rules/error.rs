//! Why rules are refused.

use std::error::Error;
use std::fmt;

use super::choice::choice;

choice! {
    /// The stable code of a [`Reason`] (R7.4).
    Code {
        /// An unknown preset or option, or a value that no narrower code names.
        Option = "C_OPTION",
        /// Fewer than 2 players, or more than `players_max`.
        Players = "C_PLAYERS",
        /// No hand size for this number of players.
        DealUndefined = "C_DEAL_UNDEFINED",
        /// Hands and open cards need more cards than there are.
        DealOverdraw = "C_DEAL_OVERDRAW",
        /// No stock is left after the deal.
        EmptyStock = "C_EMPTY_STOCK",
        /// Neapolitan packs with jokers.
        PackJokers = "C_PACK_JOKERS",
        /// `draw_start_preopen` without a draw at turn start.
        Preopen = "C_PREOPEN",
        /// A draw at turn start and another at its end.
        DoubleDraw = "C_DOUBLE_DRAW",
        /// Forced play with a draw at turn start.
        MustPlay = "C_MUST_PLAY",
        /// `turn_cap` leaves too few cards to lay.
        Cap = "C_CAP",
        /// Runs round the corner that the ace or `run_max` rule out.
        Wrap = "C_WRAP",
        /// Runs of 14 without an ace at both ends.
        RunMax = "C_RUN_MAX",
        /// A card in play without points.
        Values = "C_VALUES",
        /// A category in play without points.
        Category = "C_CATEGORY",
        /// A threshold match without a threshold.
        Threshold = "C_THRESHOLD",
        /// An exclusion penalty without a threshold match.
        Exclusion = "C_EXCLUSION",
    }
}

/// One reason why rules are refused: a stable code and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What kind of fault it is.
    pub code: Code,
    /// Which options are at fault, and what would be right.
    pub message: String,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

/// Rules that cannot be played, with every reason at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// All that is wrong, at least one reason: first the values that do not fit their option, then
    /// the combinations in the order of R7.4.
    pub reasons: Vec<Reason>,
}

impl RulesError {
    /// `Err` with all reasons, `Ok` without any.
    pub(super) fn unless_empty(reasons: Vec<Reason>) -> Result<(), Self> {
        if reasons.is_empty() { Ok(()) } else { Err(Self { reasons }) }
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, reason) in self.reasons.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{reason}")?;
        }
        Ok(())
    }
}

impl Error for RulesError {}

/// Text that is not of the form of rules or of an option's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What stands where it goes wrong, cut to 40 characters; empty at the end of the text.
    pub text: String,
    /// Where that is, in characters from 0.
    pub position: usize,
    /// What would have been right, to go after "expected".
    pub expected: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, position, expected } = self;
        write!(f, "expected {expected} at position {position}, found ")?;
        if text.is_empty() { f.write_str("the end") } else { f.write_str(&quote(text)) }
    }
}

impl Error for SyntaxError {}

/// Text that does not name playable rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseRulesError {
    /// It is not of the form `preset(option=value, …)`.
    Syntax(SyntaxError),
    /// The form is right, the rules are not.
    Rules(RulesError),
}

impl From<SyntaxError> for ParseRulesError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl From<RulesError> for ParseRulesError {
    fn from(error: RulesError) -> Self {
        Self::Rules(error)
    }
}

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
        }
    }
}

impl Error for ParseRulesError {}

/// What was given, in quotes and cut to a length that a message can bear.
pub(super) fn quote(given: &str) -> String {
    format!("\"{}\"", clip(given).escape_debug())
}

/// The first 40 characters, and a sign if there are more.
pub(super) fn clip(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
