//! `machiavelli.Table`.

use machiavelli_core as core;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};

use crate::cards::Cards;
use crate::error::Result;
use crate::meld::Meld;
use crate::value::{Given, OrDefault, Parts, Value, show_and_copy};

/// What lies on the table: melds, and open cards that lie alone, in the order written.
///
/// Made from text, with `|` between melds, or from an iterable of melds. A meld of one card is an
/// open card. A table need not be legal. Tables are equal if they list equal melds in the same
/// order.
///
/// >>> table = Table("4h 5h 6h | 9c 9d 9s")
/// >>> table, len(table), table[0]
/// (Table('4h 5h 6h | 9c 9d 9s'), 2, Meld('4h 5h 6h'))
/// >>> table.cards - Cards("9c 9d")
/// Cards('4h 5h 6h 9s')
#[pyclass(frozen, eq, ord, hash, module = "machiavelli")]
#[derive(Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Table(pub(crate) core::Table);

impl Table {
    fn tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.entries().iter().map(|entry| Meld(entry.clone())))
    }
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (melds = OrDefault::Default, /), text_signature = "(melds='', /)")]
    fn new<'py>(py: Python<'py>, melds: OrDefault<'py, Self>) -> PyResult<Bound<'py, Self>> {
        melds.object(py)
    }

    /// All cards, those that lie alone included.
    #[getter]
    fn cards(&self) -> Cards {
        Cards(self.0.cards())
    }

    fn __len__(&self) -> usize {
        self.0.entries().len()
    }

    fn __contains__(&self, meld: Given<'_, Meld>) -> bool {
        self.0.entries().contains(&meld.0)
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

show_and_copy!(Table);

impl Value for Table {
    const WANTED: &'static str = "a Table, text or an iterable of melds";

    fn from_text(text: &str) -> Result<Self> {
        Ok(Self(text.parse()?))
    }

    fn from_parts(parts: Parts<'_>) -> Option<Result<Self>> {
        Some(collect(parts).map(Self))
    }
}

pub(crate) fn collect(parts: Parts<'_>) -> Result<core::Table> {
    let melds = parts.map(|part| Ok(part?.extract::<Given<'_, Meld>>()?.0.clone()));
    Ok(core::Table::new(melds.collect::<Result<Vec<_>>>()?)?)
}
