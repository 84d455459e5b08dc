//! Integers as Python gives them: each argument has its bounds, and is named where they are broken.

use std::num::NonZeroUsize;

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;

use crate::error::{BadInteger, Error, Result};
use crate::value::type_name;

/// What an argument admits.
pub(crate) struct Bounds {
    /// What messages call it.
    pub(crate) name: &'static str,
    pub(crate) least: u64,
    /// The largest; `None` if every larger one is as good as the largest of the type.
    pub(crate) most: Option<u64>,
    /// The code of the error if it is another integer.
    pub(crate) code: &'static str,
}

impl Bounds {
    /// The integer, if it keeps to them.
    pub(crate) fn read(&'static self, given: &Bound<'_, PyAny>) -> Result<u64> {
        let py = given.py();
        let index = match given.call_method0(intern!(py, "__index__")) {
            Err(error) if error.is_instance_of::<PyAttributeError>(py) => {
                let message = format!("{} is an integer, not {}", self.name, type_name(given));
                return Err(PyTypeError::new_err(message).into());
            }
            index => index?,
        };
        let most = self.most.unwrap_or(u64::MAX);
        match index.extract() {
            Ok(number) if (self.least..=most).contains(&number) => Ok(number),
            Err(_) if self.most.is_none() && index.gt(most)? => Ok(most),
            _ => Err(BadInteger { bounds: self, given: shown(&index) }.into()),
        }
    }
}

/// An integer for a message, which would be long if all its digits were.
fn shown(index: &Bound<'_, PyAny>) -> String {
    index
        .extract()
        .map_or_else(|_| "one of 39 digits or more".to_owned(), |number: i128| number.to_string())
}

/// Declares arguments with their bounds.
macro_rules! integers {
    ($(
        $(#[doc = $doc:literal])+
        $kind:ident($type:ty): $name:literal, $least:expr, $most:expr, $code:literal;
    )+) => { $(
        $(#[doc = $doc])+
        pub(crate) struct $kind(pub(crate) $type);

        impl FromPyObject<'_, '_> for $kind {
            type Error = Error;

            fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
                static BOUNDS: Bounds =
                    Bounds { name: $name, least: $least, most: $most, code: $code };
                let number = BOUNDS.read(&given)?;
                // Only where larger numbers are as good as the largest does the type have less room.
                Ok(Self(<$type>::try_from(number).unwrap_or(<$type>::MAX)))
            }
        }
    )+ };
}

/// More threads would only be in each other's way.
const MOST_THREADS: u64 = 1024;

/// More games at the same time, each of which lies in memory, would only be slower.
const MOST_AT_A_TIME: u64 = 1 << 20;

integers! {
    /// What chance depends on.
    Seed(u64): "seed", 0, Some(u64::MAX), "E_SEED";
    /// A number of cards.
    HandSize(usize): "n", 0, Some(usize::MAX as u64), "E_HAND_SIZE";
    /// A number of cards, however large.
    AtMost(u32): "at_most", 0, None, "E_AT_MOST";
    /// How many threads.
    Threads(usize): "threads", 1, Some(MOST_THREADS), "E_THREADS";
    /// How many games.
    Games(u64): "a number of games", 0, Some(u64::MAX), "E_GAMES";
    /// The number of a game.
    GameNumber(u64): "the number of a game", 0, Some(u64::MAX), "E_GAMES";
    /// How many games at the same time.
    AtATime(usize): "at_a_time", 1, Some(MOST_AT_A_TIME), "E_AT_A_TIME";
    /// The number of a seat, which need not be that of a player.
    SeatNumber(usize): "a seat", 0, Some(usize::MAX as u64), "E_SEAT";
    /// The number of a meld of a plan, which need not have so many.
    MeldNumber(usize): "the number of a meld", 0, Some(usize::MAX as u64), "E_PLAN_MELD";
    /// How many cards of a meld lie left of where it is split, which need not have so many.
    Place(usize): "at", 0, Some(usize::MAX as u64), "E_PLAN_SPLIT";
}

impl Threads {
    /// The number, which is not 0.
    pub(crate) fn count(self) -> Option<NonZeroUsize> {
        NonZeroUsize::new(self.0)
    }
}
