//! Seats as Python gives and gets them: integers and tuples.

use machiavelli_core::state::{Seat, Seats};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{BadQuestion, Error, Result};
use crate::integer::Bounds;

/// The number of a seat.
pub(crate) struct SeatArg(pub(crate) Seat);

const LAST: u64 = Seat::COUNT as u64 - 1;

impl FromPyObject<'_, '_> for SeatArg {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        static BOUNDS: Bounds =
            Bounds { name: "a seat", least: 0, most: Some(LAST), code: "E_SEAT" };
        let seat = BOUNDS.read(&given)? as usize;
        Ok(Self(Seat::from_index(seat).unwrap_or_default()))
    }
}

/// Several seats.
pub(crate) struct SeatsArg(pub(crate) Seats);

impl FromPyObject<'_, '_> for SeatsArg {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        let mut seats = Seats::EMPTY;
        for (count, seat) in (1..).zip(given.try_iter()?) {
            if count > Seat::COUNT {
                return Err(BadQuestion::Seats(count).into());
            }
            seats = seats.with(seat?.extract::<SeatArg>()?.0);
        }
        Ok(Self(seats))
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

/// What is given for each of the first seats, the others having nothing.
pub(crate) fn for_seats<T: Copy + Default>(given: &[T]) -> Result<[T; Seat::COUNT]> {
    let mut values = [T::default(); Seat::COUNT];
    let places = values.get_mut(..given.len()).ok_or(BadQuestion::Seats(given.len()))?;
    places.copy_from_slice(given);
    Ok(values)
}
