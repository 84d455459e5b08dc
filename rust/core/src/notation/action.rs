//! Text of actions.

use std::fmt;
use std::str::FromStr;

use super::{ParseError, Token};
use crate::state::Action;

/// Writes a word, and after a colon the table or the card that goes with it.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self.table() {
            None if let Self::Discard(card) = self => write!(f, ": {card}"),
            Some(table) if table.is_empty() => f.write_str(":"),
            Some(table) => write!(f, ": {table}"),
            None => Ok(()),
        }
    }
}

/// Reads `submit: TABLE`, `pass`, `draw`, `draw: TABLE`, `concede`, `concede: TABLE`, `time-out` or
/// `discard: CARD`.
///
/// ```
/// use machiavelli_core::state::Action;
///
/// let action: Action = "submit: 4h 5h 6h | 9c 9d 9s".parse()?;
/// assert_eq!(action.to_string(), "submit: 4h 5h 6h | 9c 9d 9s");
/// assert_eq!("pass".parse(), Ok(Action::Pass));
/// # Ok::<(), machiavelli_core::ParseError>(())
/// ```
impl FromStr for Action {
    type Err = ParseError;

    fn from_str(input: &str) -> Result<Self, ParseError> {
        let (word, rest) = match input.split_once(':') {
            Some((word, rest)) => (word, Some(rest)),
            None => (input, None),
        };
        // Positions count from the start of the whole text.
        let ahead = word.chars().count() + 1;
        let within = |error: ParseError| error.after(ahead);
        let action = match (word.trim(), rest) {
            ("submit", Some(table)) => table.parse().map(Self::Submit),
            ("draw", Some(table)) => table.parse().map(|table| Self::Draw(Some(table))),
            ("concede", Some(table)) => table.parse().map(|table| Self::Concede(Some(table))),
            ("discard", Some(card)) => card.parse().map(Self::Discard),
            ("pass", None) => Ok(Self::Pass),
            ("draw", None) => Ok(Self::Draw(None)),
            ("concede", None) => Ok(Self::Concede(None)),
            ("time-out", None) => Ok(Self::TimeOut),
            _ => {
                let start = input.len() - input.trim_start().len();
                let token = Token { start, text: word.trim() };
                let words = "an action is submit: TABLE, pass, draw, concede, or time-out";
                return Err(ParseError::new(input, token, words));
            }
        };
        action.map_err(within)
    }
}
