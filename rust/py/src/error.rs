//! The one door through which the core's errors become Python exceptions.

use machiavelli_core::batch::BatchError;
use machiavelli_core::odds::OddsError;
use machiavelli_core::player::UnknownStrategy;
use machiavelli_core::record::{Damage, Fault};
use machiavelli_core::sim::SimError;
use machiavelli_core::solver::Interrupted;
use machiavelli_core::state::{self, NotSeated, NotTheDeck, PlayError};
use machiavelli_core::{self as core, plan, rules, turn};
use pyo3::exceptions::PyMemoryError;
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::detached::raised;
use crate::integer::Bounds;
use crate::state::State;

import_exception!(machiavelli.errors, CountsError);
import_exception!(machiavelli.errors, IllegalTurnError);
import_exception!(machiavelli.errors, InvalidMeldError);
import_exception!(machiavelli.errors, InvalidTableError);
import_exception!(machiavelli.errors, ParseError);
import_exception!(machiavelli.errors, PlanError);
import_exception!(machiavelli.errors, PositionError);
import_exception!(machiavelli.errors, QuestionError);
import_exception!(machiavelli.errors, RecordError);
import_exception!(machiavelli.errors, RowError);
import_exception!(machiavelli.errors, RulesError);
import_exception!(machiavelli.errors, SetupError);

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

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self(raised())
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
            turn::TurnError::Interrupted => Interrupted.into(),
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

impl From<turn::LayError> for Error {
    fn from(error: turn::LayError) -> Self {
        match error {
            turn::LayError::Position(error) => error.into(),
            turn::LayError::Objective(error) => error.into(),
            turn::LayError::NotInHand(_) => {
                Self(QuestionError::new_err((error.to_string(), error.code().as_str())))
            }
        }
    }
}

impl From<turn::ObjectiveError> for Error {
    fn from(error: turn::ObjectiveError) -> Self {
        Self(QuestionError::new_err((error.to_string(), error.code().as_str())))
    }
}

impl From<plan::PlanError> for Error {
    fn from(error: plan::PlanError) -> Self {
        Self(PlanError::new_err((error.to_string(), error.code().as_str())))
    }
}

impl From<PlayError> for Error {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Turn(error) => error.into(),
            _ => Self(IllegalTurnError::new_err((error.to_string(), error.code().as_str()))),
        }
    }
}

impl From<state::SetupError> for Error {
    fn from(error: state::SetupError) -> Self {
        let code = error.code().map(core::ErrorCode::as_str);
        match error {
            state::SetupError::Rules(error) => error.into(),
            state::SetupError::Position(error) => error.into(),
            _ => Self(SetupError::new_err((error.to_string(), code))),
        }
    }
}

impl From<NotSeated> for Error {
    fn from(error: NotSeated) -> Self {
        Self(QuestionError::new_err((error.to_string(), error.code().as_str())))
    }
}

impl From<NotTheDeck> for Error {
    fn from(error: NotTheDeck) -> Self {
        state::SetupError::from(error).into()
    }
}

impl From<Damage> for Error {
    fn from(damage: Damage) -> Self {
        if let Fault::Play(PlayError::Turn(turn::TurnError::Interrupted)) = *damage.fault {
            return Interrupted.into();
        }
        let (message, code) = (damage.to_string(), damage.code().as_str());
        let state = damage.journal.map(|journal| State::resumed(*journal));
        Self(RecordError::new_err((message, code, damage.line, state)))
    }
}

impl From<UnknownStrategy> for Error {
    fn from(error: UnknownStrategy) -> Self {
        Self(QuestionError::new_err((error.to_string(), "E_PLAYER")))
    }
}

impl From<OddsError> for Error {
    fn from(error: OddsError) -> Self {
        Self(match error {
            OddsError::Interrupted => raised(),
            _ => QuestionError::new_err((error.to_string(), error.code())),
        })
    }
}

impl From<SimError> for Error {
    fn from(error: SimError) -> Self {
        match error {
            SimError::Setup(error) => error.into(),
            SimError::Play { error, .. } => error.into(),
            SimError::Endless { .. } => {
                Self(QuestionError::new_err((error.to_string(), core::ErrorCode::Endless.as_str())))
            }
            SimError::TooLarge(_) => Self(PyMemoryError::new_err(error.to_string())),
            SimError::Interrupted => Interrupted.into(),
        }
    }
}

impl From<BatchError> for Error {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Row(row, fault) => {
                Self(RowError::new_err((error.to_string(), fault.code().as_str(), row)))
            }
            BatchError::TooLarge(_) => Self(PyMemoryError::new_err(error.to_string())),
            BatchError::Interrupted => Interrupted.into(),
        }
    }
}

/// Counts that are no multiset of cards.
pub(crate) enum BadCounts {
    /// Not 53 of them.
    Length(usize),
    /// Not all integers from 0 to 255.
    Range,
    /// So many rows for so many questions.
    Answers(usize, usize),
    /// Tables and hands of different numbers.
    Rows(usize, usize),
    /// An array that is not of this shape.
    Shape(String),
    /// An array of this other type.
    Type(String),
}

impl From<BadCounts> for Error {
    fn from(error: BadCounts) -> Self {
        let (message, code) = match error {
            BadCounts::Length(n) => (format!("counts are 53 numbers, not {n}"), "N_SHAPE"),
            BadCounts::Range => ("counts are integers from 0 to 255".to_owned(), "N_RANGE"),
            BadCounts::Answers(rows, questions) => (
                format!("views and rows of cards are equally many, not {questions} and {rows}"),
                "N_SHAPE",
            ),
            BadCounts::Rows(tables, hands) => {
                (format!("tables and hands are equally many, not {tables} and {hands}"), "N_SHAPE")
            }
            BadCounts::Shape(shape) => {
                (format!("an array of counts has shape (n, 53), not {shape}"), "N_SHAPE")
            }
            BadCounts::Type(name) => {
                (format!("an array of counts has type uint8, not {name}"), "N_DTYPE")
            }
        };
        Self(CountsError::new_err((message, code)))
    }
}

/// A question that makes no sense for any position.
pub(crate) enum BadQuestion {
    Objective(String),
    OnInvalid(String),
    /// What so many seats should have, which are more than there are.
    Seats(usize),
    /// What is given as the weight of this card type is none.
    Weight(core::Card),
    /// Not 53 weights, but so many.
    Weights(usize),
}

impl From<BadQuestion> for Error {
    fn from(error: BadQuestion) -> Self {
        let (message, code) = match error {
            BadQuestion::Objective(given) => (
                format!("objective is \"cards\", \"points\" or 53 weights, not {given}"),
                "E_OBJECTIVE",
            ),
            BadQuestion::OnInvalid(given) => {
                (format!("on_invalid is \"raise\" or \"mark\", not {given}"), "E_ON_INVALID")
            }
            BadQuestion::Seats(count) => {
                (format!("there are {} seats, not {count}", state::Seat::COUNT), "E_SEAT")
            }
            BadQuestion::Weight(card) => {
                (format!("the weight of {card} is no integer from 0 to {}", u32::MAX), "E_WEIGHTS")
            }
            BadQuestion::Weights(count) => {
                (format!("weights are 53 integers, not {count}"), "E_WEIGHTS")
            }
        };
        Self(QuestionError::new_err((message, code)))
    }
}

/// A value that a field of a record never has.
pub(crate) struct BadField(String);

impl BadField {
    pub(crate) fn new(field: &str, given: &str) -> Self {
        let mut shown: String = given.chars().take(40).collect();
        if shown.len() < given.len() {
            shown.push('…');
        }
        Self(format!("{field} cannot be {}", shown.escape_debug()))
    }
}

impl From<BadField> for Error {
    fn from(error: BadField) -> Self {
        Self(QuestionError::new_err((error.0, "E_FIELD")))
    }
}

/// An integer that an argument does not admit.
pub(crate) struct BadInteger {
    pub(crate) bounds: &'static Bounds,
    pub(crate) given: String,
}

impl From<BadInteger> for Error {
    fn from(error: BadInteger) -> Self {
        let BadInteger { bounds: Bounds { name, least, most, code }, given } = error;
        let to = most.map_or_else(String::new, |most| format!(" to {most}"));
        let message = format!("{name} is an integer from {least}{to}, not {given}");
        Self(if code.starts_with("C_") {
            RulesError::new_err((format!("{code}: {message}"), ((*code, message),)))
        } else if code.starts_with("E_PLAN_") {
            PlanError::new_err((message, *code))
        } else {
            QuestionError::new_err((message, *code))
        })
    }
}
