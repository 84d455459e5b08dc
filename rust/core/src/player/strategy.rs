//! How a player that the engine brings along plays.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// How a player plays.
///
/// ```
/// use machiavelli_core::player::Strategy;
///
/// assert_eq!("greedy".parse(), Ok(Strategy::Greedy));
/// let error = "greed".parse::<Strategy>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no player \"greed\", only random, greedy, thrifty, patient");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strategy {
    /// Lays some cards or none, as chance has it, within the rules.
    Random,
    /// Lays as many cards as can be laid.
    Greedy,
    /// Lays what costs most in hand.
    Thrifty,
    /// Holds back as long as nobody is close to going out, and then lays as many as can be laid.
    Patient,
}

impl Strategy {
    /// All strategies.
    pub const ALL: &'static [Self] = &[Self::Random, Self::Greedy, Self::Thrifty, Self::Patient];

    /// The name in text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Thrifty => "thrifty",
            Self::Patient => "patient",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that no strategy has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStrategy(String);

impl fmt::Display for UnknownStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Strategy::ALL.iter().map(|strategy| strategy.as_str()).collect();
        write!(f, "there is no player \"{}\", only {}", self.0.escape_debug(), names.join(", "))
    }
}

impl Error for UnknownStrategy {}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Self, UnknownStrategy> {
        let known = Self::ALL.iter().copied().find(|strategy| strategy.as_str() == name);
        known.ok_or_else(|| UnknownStrategy(name.chars().take(40).collect()))
    }
}
