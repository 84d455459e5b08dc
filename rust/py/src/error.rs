//! The one door through which the core's errors become Python exceptions.

use machiavelli_core::{self as core, rules, turn};
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

import_exception!(machiavelli.errors, CountsError);
import_exception!(machiavelli.errors, IllegalTurnError);
import_exception!(machiavelli.errors, InvalidMeldError);
import_exception!(machiavelli.errors, InvalidTableError);
import_exception!(machiavelli.errors, ParseError);
import_exception!(machiavelli.errors, PositionError);
import_exception!(machiavelli.errors, RulesError);

/// What a binding function fails with.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// A Python exception, whoever raised it.
///
/// It stands between the core's errors and [`PyErr`], neither of which is ours, so that `?` turns
/// the one into the other.
pub(crate) struct Error(PyErr);

impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        error.0
    }
}

impl From<PyErr> for Error {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl From<core::ParseError> for Error {
    fn from(error: core::ParseError) -> Self {
        let (text, position) = (error.text().to_owned(), error.position());
        Self(ParseError::new_err((error.to_string(), text, position)))
    }
}

impl From<core::Overflow> for Error {
    fn from(error: core::Overflow) -> Self {
        Self(CountsError::new_err((error.to_string(), "N_RANGE")))
    }
}

impl From<core::TableDataError> for Error {
    fn from(error: core::TableDataError) -> Self {
        match error {
            core::TableDataError::Overflow(overflow) => overflow.into(),
            core::TableDataError::EmptyEntry(_) => {
                Self(InvalidTableError::new_err((error.to_string(), "E_MELD_SHORT")))
            }
        }
    }
}

impl From<core::MeldError> for Error {
    fn from(error: core::MeldError) -> Self {
        Self(InvalidMeldError::new_err((error.to_string(), error.code().as_str())))
    }
}

impl From<turn::PositionError> for Error {
    fn from(error: turn::PositionError) -> Self {
        let arguments = (error.to_string(), error.code().as_str());
        Self(match error {
            turn::PositionError::Table(_) => InvalidTableError::new_err(arguments),
            _ => PositionError::new_err(arguments),
        })
    }
}

impl From<turn::TurnError> for Error {
    fn from(error: turn::TurnError) -> Self {
        match error {
            turn::TurnError::Position(error) => error.into(),
            _ => Self(IllegalTurnError::new_err((error.to_string(), error.code().as_str()))),
        }
    }
}

impl From<rules::RulesError> for Error {
    fn from(error: rules::RulesError) -> Self {
        let reasons = error.reasons.iter().map(|reason| (reason.code.as_str(), &reason.message));
        let raised = Python::attach(|py| {
            let reasons = PyTuple::new(py, reasons)?.unbind();
            Ok(RulesError::new_err((error.to_string(), reasons)))
        });
        Self(raised.unwrap_or_else(|failed: PyErr| failed))
    }
}

impl From<rules::ParseRulesError> for Error {
    fn from(error: rules::ParseRulesError) -> Self {
        match error {
            rules::ParseRulesError::Rules(error) => error.into(),
            rules::ParseRulesError::Syntax(error) => {
                let message = error.to_string();
                Self(ParseError::new_err((message, error.text, error.position)))
            }
        }
    }
}

/// Counts that are no multiset of cards.
pub(crate) enum BadCounts {
    /// Not 53 of them.
    Length(usize),
    /// Not all integers from 0 to 255.
    Range,
}

impl From<BadCounts> for Error {
    fn from(error: BadCounts) -> Self {
        Self(match error {
            BadCounts::Length(n) => {
                CountsError::new_err((format!("counts are 53 numbers, not {n}"), "N_SHAPE"))
            }
            BadCounts::Range => {
                CountsError::new_err(("counts are integers from 0 to 255", "N_RANGE"))
            }
        })
    }
}
