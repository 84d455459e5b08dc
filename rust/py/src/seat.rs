//! Seats as Python gives and gets them: integers and tuples.

use machiavelli_core::state::{Scores, Seat, Seats};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::error::{BadQuestion, Error, Result};
use crate::value::type_name;

/// The number of a seat.
pub(crate) struct SeatArg(pub(crate) Seat);

impl FromPyObject<'_, '_> for SeatArg {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        if !given.is_instance_of::<PyInt>() {
            let message = format!("a seat is an integer from 0 to 7, not {}", type_name(&given));
            return Err(PyTypeError::new_err(message).into());
        }
        let seat = given.extract().ok().and_then(Seat::from_index);
        Ok(Self(seat.ok_or(BadQuestion::Seat)?))
    }
}

/// Several seats.
pub(crate) struct SeatsArg(pub(crate) Seats);

impl FromPyObject<'_, '_> for SeatsArg {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        let seats = given.try_iter()?.map(|seat| Ok(seat?.extract::<SeatArg>()?.0));
        Ok(Self(seats.collect::<Result<_>>()?))
    }
}

pub(crate) fn tuple(py: Python<'_>, seats: Seats) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, seats.iter().map(Seat::index).collect::<Vec<_>>())
}

/// What each of these seats has, from the first to the last of them.
pub(crate) fn by_seat<'py, T: IntoPyObject<'py> + Copy>(
    py: Python<'py>,
    seats: Seats,
    values: &[T; Seat::COUNT],
) -> PyResult<Bound<'py, PyTuple>> {
    let count = seats.iter().last().map_or(0, |seat| seat.index() + 1);
    PyTuple::new(py, values[..count].to_vec())
}

/// Scores as Python gives them, by seat.
pub(crate) fn scores(given: &[u32]) -> Result<Scores> {
    let mut scores = [0; Seat::COUNT];
    let places = scores.get_mut(..given.len()).ok_or(BadQuestion::Seat)?;
    places.copy_from_slice(given);
    Ok(scores)
}
