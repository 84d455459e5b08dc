//! House rules as data: options, presets, validation and text.
//!
//! [`Options`] are raw data, [`Rules`] are options that have been checked as a whole, and a
//! [`Preset`] is a name for options that somebody has published.

mod choice;
mod deal;
mod error;
mod options;
mod presets;
mod quantity;
mod text;
mod validate;
mod value;

pub use choice::{
    Ace, CoWinners, ExclusionPenalty, Exhaustion, ExhaustionScore, FirstDealer, IdenticalMelds,
    InvalidSubmit, JokerLock, JokerRatio, JokerReuse, JokerSource, JokerToRun, JokerValue, Match,
    NextDealer, Opening, Pack, Penalty, PureRearrange, RunDirection, Score, ThresholdCmp, TieBreak,
};
pub use error::{Code, ParseRulesError, Reason, RulesError, SyntaxError};
pub use options::Options;
pub use presets::{Preset, Source};
pub use quantity::{CategoryValues, Deal, Deals, Values};
pub use value::OptionValue;

use std::iter;

use error::quote;

/// A validated set of house rules: a preset, and options that may differ from it.
///
/// ```
/// use machiavelli_core::rules::Rules;
///
/// let rules: Rules = "agimeg( wrap=true, decks=3 )".parse()?;
/// assert_eq!(rules.to_string(), "agimeg(decks=3, wrap=true)");
/// assert_eq!(rules.to_string().parse(), Ok(rules));
///
/// let error = "agimeg(wrap=true, ace=high, decks=4)".parse::<Rules>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "C_OPTION: decks must be an integer from 1 to 3, not 4; \
///      C_WRAP: wrap=true needs ace=both and a run_max of at most 13, not high and 13",
/// );
/// # Ok::<(), machiavelli_core::rules::ParseRulesError>(())
/// ```
///
/// # Text
///
/// Printed, rules are their preset and what differs from it, in the order of R7.2. Read, the
/// options may come in any order, with blanks between any two parts:
///
/// ```text
/// rules  = preset [ "(" [ option { "," option } ] ")" ]
/// option = word "=" value
/// value  = word | "{" [ word ":" word { "," word ":" word } ] "}"
/// ```
///
/// A word is a run of characters other than blanks and `( ) { } , =`, in the key of a map also
/// other than `:`. As a value, `null`, `true`, `false` and whole numbers are what they look like;
/// any other word is text.
///
/// # Equality
///
/// Two rules are equal if they have the same name and the same options. Rules that play alike can
/// differ: in the preset they are named after, or in an option that another one puts to sleep
/// (R7.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    base: &'static Preset,
    options: Options,
}

impl Rules {
    /// Checks options as a whole; `name` is the preset they are a version of.
    ///
    /// # Errors
    ///
    /// Every reason of R7.4 that does not depend on the number of players, all at once; see
    /// [`Rules::check_players`] for the others. What R7.3 ignores is no reason.
    pub fn new(name: &str, options: Options) -> Result<Self, RulesError> {
        let mut reasons = validate::check(&options, &options.faults());
        let Some(base) = Preset::find(name) else {
            reasons.insert(0, no_preset(name));
            return Err(RulesError { reasons });
        };
        RulesError::unless_empty(reasons)?;
        Ok(Self { base, options })
    }

    /// The preset with this name.
    ///
    /// # Errors
    ///
    /// [`Code::Option`] if there is none; [`Code::Category`] and [`Code::Threshold`] for
    /// `agimeg-category` and `agimeg-threshold`, which need a value: use [`Rules::with`].
    pub fn preset(name: &str) -> Result<Self, RulesError> {
        Self::with(name, [])
    }

    /// The names of all presets in the order of R7.1.
    pub fn presets() -> impl ExactSizeIterator<Item = &'static str> {
        Preset::ALL.iter().map(Preset::name)
    }

    /// A preset with some options set otherwise.
    ///
    /// # Errors
    ///
    /// Every reason at once: an unknown preset, unknown options, options given twice, values that
    /// do not fit, and what [`Rules::new`] finds. Combinations with an option that could not be
    /// set are not judged.
    ///
    /// ```
    /// use machiavelli_core::rules::{Code, Rules};
    ///
    /// let rules = Rules::with("agimeg-threshold", [("threshold", 101.into())])?;
    /// assert_eq!(rules.options().threshold, Some(101));
    ///
    /// let error = Rules::with("agimeg", [("colour", "red".into()), ("wrap", 1.into())]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "C_OPTION: there is no option \"colour\"; \
    ///      C_OPTION: wrap must be true or false, not 1",
    /// );
    /// # Ok::<(), machiavelli_core::rules::RulesError>(())
    /// ```
    pub fn with<'a>(
        name: &str,
        options: impl IntoIterator<Item = (&'a str, OptionValue)>,
    ) -> Result<Self, RulesError> {
        let Some(base) = Preset::find(name) else {
            let mut any = Options::default();
            let faults = any.amend(options);
            let reasons = faults.iter().map(|fault| fault.reason(&any));
            return Err(RulesError {
                reasons: iter::once(no_preset(name)).chain(reasons).collect(),
            });
        };
        Self::amend(base, base.options(), options)
    }

    /// The same rules with some options set otherwise.
    ///
    /// # Errors
    ///
    /// As [`Rules::with`].
    pub fn replace<'a>(
        &self,
        options: impl IntoIterator<Item = (&'a str, OptionValue)>,
    ) -> Result<Self, RulesError> {
        Self::amend(self.base, self.options.clone(), options)
    }

    /// The preset these rules are a version of.
    pub const fn base(&self) -> &'static Preset {
        self.base
    }

    /// The name of the preset these rules are a version of.
    pub const fn name(&self) -> &'static str {
        self.base.name()
    }

    /// All options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// What differs from the preset, in the order of R7.2.
    pub fn changes(&self) -> Vec<(&'static str, OptionValue)> {
        self.options.differences(&self.base.options())
    }

    fn amend<'a>(
        base: &'static Preset,
        mut options: Options,
        changes: impl IntoIterator<Item = (&'a str, OptionValue)>,
    ) -> Result<Self, RulesError> {
        let faults = options.amend(changes);
        RulesError::unless_empty(validate::check(&options, &faults))?;
        Ok(Self { base, options })
    }
}

fn no_preset(name: &str) -> Reason {
    Reason { code: Code::Option, message: format!("there is no preset {}", quote(name)) }
}
