//! `machiavelli.Outcome`.

use machiavelli_core::state::{self, DealEnd, Seats};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{BadField, Result};
use crate::record::{field, record};
use crate::seat::{SeatsArg, by_seat, for_seats, tuple};
use crate::value::Text;

/// What a deal came to.
#[pyclass(frozen, module = "machiavelli")]
pub(crate) struct Outcome {
    pub(crate) outcome: state::Outcome,
    /// Everybody in the match.
    pub(crate) seats: Seats,
}

#[pymethods]
impl Outcome {
    #[new]
    fn new(end: Text, winners: SeatsArg, scores: &Bound<'_, PyAny>) -> Result<Self> {
        let scores: Vec<u32> = field("scores", scores)?;
        let known = DealEnd::ALL.iter().find(|known| known.as_str() == end.0);
        let end = *known.ok_or_else(|| BadField::new("end", &end.0))?;
        let outcome = state::Outcome { end, winners: winners.0, scores: for_seats(&scores)? };
        Ok(Self { outcome, seats: Seats::first(scores.len()) })
    }

    /// How it ended (R4.13, R4.15).
    #[getter]
    fn end(&self) -> &'static str {
        self.outcome.end.as_str()
    }

    /// Who won it (R6.1, R4.14, R6.9).
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.outcome.winners)
    }

    /// What everybody scores, by seat; 0 for whoever does not play (R6.2).
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        by_seat(py, self.seats, &self.outcome.scores)
    }
}

record!(Outcome: "end", "winners", "scores");
