//! Option values that carry no type yet, and what each type of option admits.

use std::fmt;

use super::choice;

/// The value of an option before it is known whether the option admits it.
///
/// It is what a command line, a configuration file or a dictionary gives. [`Options::set`] turns it
/// into the option's own type, and [`Options::get`] gives the only spelling that is ever printed.
///
/// [`Options::get`]: super::Options::get
/// [`Options::set`]: super::Options::set
///
/// ```
/// use machiavelli_core::rules::OptionValue;
///
/// let value: OptionValue = "{7: 9, 8: 8}".parse()?;
/// assert_eq!(value.to_string(), "{7:9, 8:8}");
/// assert_eq!("null".parse(), Ok(OptionValue::Null));
/// assert_eq!("flat:13".parse(), Ok(OptionValue::from("flat:13")));
/// # Ok::<(), machiavelli_core::rules::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Nothing, where an option may be left out.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i128),
    /// A word, such as `high` or `flat:13`.
    Text(String),
    /// Values by key, in the order they were given.
    Map(Vec<(String, OptionValue)>),
}

impl From<bool> for OptionValue {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for OptionValue {
    fn from(value: i64) -> Self {
        Self::Int(value.into())
    }
}

impl From<&str> for OptionValue {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Text(value) => f.write_str(value),
            Self::Map(entries) => {
                f.write_str("{")?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    let separator = if i > 0 { ", " } else { "" };
                    write!(f, "{separator}{key}:{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

/// The type of an option's field: which values it admits and how it is written.
pub(super) trait Setting: Sized {
    /// What the table of options says about the values, beyond their type.
    type Domain: Copy;

    /// The field's value, or `None` if `value` is not admitted.
    fn read(value: &OptionValue, domain: Self::Domain) -> Option<Self>;

    /// The canonical spelling; [`Setting::read`] reads it if the value is admitted.
    fn write(&self) -> OptionValue;

    /// What is admitted, to go after "must be".
    fn admitted(domain: Self::Domain) -> String;
}

/// Which whole numbers are admitted.
#[derive(Clone, Copy)]
pub(super) enum Whole {
    /// All from the first to the second.
    Between(i128, i128),
    /// These two.
    Either(i128, i128),
}

impl Whole {
    fn admits(self, n: i128) -> bool {
        match self {
            Self::Between(least, most) => (least..=most).contains(&n),
            Self::Either(a, b) => n == a || n == b,
        }
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Between(least, most) => write!(f, "an integer from {least} to {most}"),
            Self::Either(a, b) => write!(f, "{a} or {b}"),
        }
    }
}

macro_rules! whole_settings {
    ($($integer:ty)+) => { $(
        impl Setting for $integer {
            type Domain = Whole;

            fn read(value: &OptionValue, domain: Whole) -> Option<Self> {
                let OptionValue::Int(n) = *value else { return None };
                if domain.admits(n) { Self::try_from(n).ok() } else { None }
            }

            fn write(&self) -> OptionValue {
                OptionValue::Int((*self).into())
            }

            fn admitted(domain: Whole) -> String {
                domain.to_string()
            }
        }
    )+ };
}

whole_settings! { u8 u16 u32 }

impl Setting for bool {
    type Domain = ();

    fn read(value: &OptionValue, (): ()) -> Option<Self> {
        if let OptionValue::Bool(value) = *value { Some(value) } else { None }
    }

    fn write(&self) -> OptionValue {
        OptionValue::Bool(*self)
    }

    fn admitted((): ()) -> String {
        "true or false".to_owned()
    }
}

impl<T: Setting> Setting for Option<T> {
    type Domain = T::Domain;

    fn read(value: &OptionValue, domain: T::Domain) -> Option<Self> {
        if *value == OptionValue::Null { Some(None) } else { T::read(value, domain).map(Some) }
    }

    fn write(&self) -> OptionValue {
        self.as_ref().map_or(OptionValue::Null, T::write)
    }

    fn admitted(domain: T::Domain) -> String {
        format!("null or {}", T::admitted(domain))
    }
}

macro_rules! choice_settings {
    ($($choice:ident)+) => { $(
        impl Setting for choice::$choice {
            type Domain = ();

            fn read(value: &OptionValue, (): ()) -> Option<Self> {
                let OptionValue::Text(text) = value else { return None };
                Self::ALL.iter().copied().find(|choice| choice.as_str() == text)
            }

            fn write(&self) -> OptionValue {
                OptionValue::from(self.as_str())
            }

            fn admitted((): ()) -> String {
                let words: Vec<&str> = Self::ALL.iter().map(|choice| choice.as_str()).collect();
                words.join(" or ")
            }
        }
    )+ };
}

choice_settings! {
    Pack FirstDealer NextDealer Opening PureRearrange Penalty InvalidSubmit Ace RunDirection
    IdenticalMelds JokerValue JokerLock JokerRatio JokerSource JokerReuse JokerToRun CoWinners
    Exhaustion ExhaustionScore Score Match ThresholdCmp ExclusionPenalty TieBreak
}

/// Reads a map whose values are whole numbers; `None` if a key or a value is not admitted or a key
/// comes twice.
pub(super) fn read_map<K: PartialEq, T: Setting<Domain = Whole>>(
    value: &OptionValue,
    key: impl Fn(&str) -> Option<K>,
    whole: Whole,
) -> Option<Vec<(K, T)>> {
    let OptionValue::Map(entries) = value else { return None };
    let mut read = Vec::new();
    for (name, value) in entries {
        let (key, value) = (key(name)?, T::read(value, whole)?);
        if read.iter().any(|(other, _)| *other == key) {
            return None;
        }
        read.push((key, value));
    }
    Some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_say_what_they_admit() {
        assert_eq!(Whole::Between(1, 3).to_string(), "an integer from 1 to 3");
        assert_eq!(Whole::Either(0, 4).to_string(), "0 or 4");
        assert!(Whole::Either(0, 4).admits(4) && !Whole::Either(0, 4).admits(2));
    }

    #[test]
    fn a_map_is_read_whole_or_not_at_all() {
        let read = |text: &str| {
            let value: OptionValue = text.parse().unwrap();
            read_map::<u8, u8>(&value, |key| key.parse().ok(), Whole::Between(1, 9))
        };
        assert_eq!(read("{7:9, 8:1}"), Some(vec![(7, 9), (8, 1)]));
        assert_eq!(read("{}"), Some(vec![]));
        for bad in ["{7:10}", "{7:9, x:1}", "{7:9, 07:9}", "{7:null}", "7"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
