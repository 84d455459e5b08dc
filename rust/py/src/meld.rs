//! `machiavelli.Meld`.

use machiavelli_core as core;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};

use crate::card::Card;
use crate::cards::Cards;
use crate::error::Result;
use crate::value::{Given, Parts, Value, show_and_copy};

/// Cards that lie together on the table, in the order in which they are laid out.
///
/// Made from text (`Meld("4h 5h 6h")`) or from an iterable of cards. It need not be legal, which
/// `check_meld` tells. Melds are equal if they are laid out alike, and ordered by their layouts.
///
/// >>> meld = Meld("Ts *=Js qs")
/// >>> meld, len(meld), meld[1].declared, "Qs" in meld
/// (Meld('Ts *=Js Qs'), 3, Card('Js'), True)
#[pyclass(frozen, eq, ord, hash, module = "machiavelli")]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Meld(pub(crate) core::Meld);

impl Meld {
    fn tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.as_slice().iter().map(|&placed| Card(placed)))
    }
}

#[pymethods]
impl Meld {
    #[new]
    #[pyo3(signature = (cards, /))]
    fn new(cards: Given<'_, Self>) -> Bound<'_, Self> {
        cards.object
    }

    /// The cards as a multiset.
    #[getter]
    fn cards(&self) -> Cards {
        Cards(self.0.cards())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, card: Given<'_, Card>) -> bool {
        self.0.as_slice().contains(&card.0)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tuple(py)?.try_iter()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.tuple(py)?.as_any().get_item(index)
    }
}

show_and_copy!(Meld);

impl Value for Meld {
    const WANTED: &'static str = "a Meld, text or an iterable of cards";

    fn from_text(text: &str) -> Result<Self> {
        Ok(Self(text.parse()?))
    }

    fn from_parts(parts: Parts<'_>) -> Option<Result<Self>> {
        Some(collect(parts).map(Self))
    }
}

fn collect(parts: Parts<'_>) -> Result<core::Meld> {
    let cards = parts.map(|part| Ok(part?.extract::<Given<'_, Card>>()?.0));
    Ok(core::Meld::new(cards.collect::<Result<Vec<_>>>()?)?)
}
