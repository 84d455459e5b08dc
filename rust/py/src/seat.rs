//! Seats as Python gives and gets them: integers and tuples.

use machiavelli_core::state::{NotSeated, Seat, Seats};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{BadQuestion, Error, Result};
use crate::integer::{Bounds, SeatNumber};
use crate::value::type_name;

/// The number of a seat in whichever game.
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

/// Several seats in whichever game.
pub(crate) struct SeatsArg(pub(crate) Seats);

impl FromPyObject<'_, '_> for SeatsArg {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        let seats: Vec<SeatArg> = no_more_than_seats(&given)?;
        Ok(Self(seats.iter().fold(Seats::EMPTY, |all, seat| all.with(seat.0))))
    }
}

/// The numbers of several seats, which need not be those of players.
pub(crate) struct SeatNumbers(Vec<SeatNumber>);

impl SeatNumbers {
    /// The seats, if all are among these.
    pub(crate) fn among(&self, seats: Seats) -> std::result::Result<Seats, NotSeated> {
        self.0.iter().try_fold(Seats::EMPTY, |all, seat| Ok(all.with(seats.find(seat.0)?)))
    }
}

impl FromPyObject<'_, '_> for SeatNumbers {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        no_more_than_seats(&given).map(Self)
    }
}

fn no_more_than_seats<'py, T>(given: &Bound<'py, PyAny>) -> Result<Vec<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = Error>,
{
    let Ok(all) = given.try_iter() else {
        let message = format!("seats are integers in an iterable, not {}", type_name(given));
        return Err(PyTypeError::new_err(message).into());
    };
    let mut seats = Vec::new();
    for seat in all {
        if seats.len() == Seat::COUNT {
            return Err(BadQuestion::Seats(seats.len() + 1).into());
        }
        seats.push(seat?.extract()?);
    }
    Ok(seats)
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
