//! `machiavelli.Cards`.

use std::hash::{DefaultHasher, Hash, Hasher};

use machiavelli_core as core;
use numpy::PyArray1;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};

use crate::arrays;
use crate::card::Card;
use crate::error::{BadCounts, Error, Result};
use crate::value::{Given, OrDefault, Parts, Value, show_and_copy};

/// A multiset of cards: how often each of the 53 card types occurs, up to 255 times.
///
/// Made from text (`Cards("7h 8h 8h *")`) or from an iterable of cards; a joker's declared value is
/// dropped. Iteration is in index order, repetitions included.
///
/// Raises `ParseError` for text that is no cards and `CountsError` for a card that comes more than
/// 255 times.
///
/// `+` adds counts and raises `CountsError` above 255; `-` takes away what is there to take, like
/// that of `collections.Counter`; `&` and `|` are the smaller and the larger counts. `<=` asks
/// whether every card occurs at least as often on the right: two multisets may be in no order.
///
/// >>> cards = Cards("8h 7h 8h *")
/// >>> cards, len(cards), cards.count("8h"), "9h" in cards
/// (Cards('7h 8h 8h *'), 4, 2, False)
/// >>> cards - Cards("8h 9h"), Cards("8h 8h") <= cards
/// (Cards('7h 8h *'), True)
#[pyclass(frozen, module = "machiavelli")]
#[derive(Default, PartialEq, Eq, Hash)]
pub(crate) struct Cards(pub(crate) core::Cards);

impl OrDefault<'_, Cards> {
    /// The cards, none if they were left out.
    pub(crate) fn cards(&self) -> core::Cards {
        match self {
            Self::Default => core::Cards::EMPTY,
            Self::Given(cards) => cards.0,
        }
    }
}

#[pymethods]
impl Cards {
    #[new]
    #[pyo3(signature = (cards = OrDefault::Default, /), text_signature = "(cards='', /)")]
    fn new<'py>(py: Python<'py>, cards: OrDefault<'py, Self>) -> PyResult<Bound<'py, Self>> {
        cards.object(py)
    }

    /// The multiset with these counts: 53 integers from 0 to 255 in index order.
    ///
    /// Takes any sequence, in particular what `to_counts` returned. Raises `CountsError` for
    /// another length or another number.
    ///
    /// >>> Cards.from_counts([2] + [0] * 52)
    /// Cards('Ac Ac')
    #[staticmethod]
    #[pyo3(signature = (counts, /))]
    fn from_counts(counts: Counts) -> Self {
        Self(core::Cards::from_counts(counts.0))
    }

    /// The counts in index order, a new `numpy.uint8[53]`.
    fn to_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        arrays::ready(py)?;
        Ok(PyArray1::from_slice(py, self.0.counts()))
    }

    /// How often the card occurs.
    #[pyo3(signature = (card, /))]
    fn count(&self, card: Given<'_, Card>) -> usize {
        self.0.count(card.0.card())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, card: Given<'_, Card>) -> bool {
        self.0.contains(card.0.card())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let cards: Vec<Card> = self.0.iter().map(|card| Card(card.into())).collect();
        PyTuple::new(py, cards)?.try_iter()
    }

    fn __add__(&self, other: &Self) -> Result<Self> {
        Ok(Self(self.0.checked_add(&other.0)?))
    }

    fn __sub__(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0))
    }

    fn __and__(&self, other: &Self) -> Self {
        Self(self.0.intersection(&other.0))
    }

    fn __or__(&self, other: &Self) -> Self {
        Self(self.0.union(&other.0))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp) -> bool {
        match op {
            CompareOp::Eq => self == other,
            CompareOp::Ne => self != other,
            CompareOp::Le => self.0.is_subset(&other.0),
            CompareOp::Ge => other.0.is_subset(&self.0),
            CompareOp::Lt => self != other && self.0.is_subset(&other.0),
            CompareOp::Gt => self != other && other.0.is_subset(&self.0),
        }
    }
}

show_and_copy!(Cards);

impl Value for Cards {
    const WANTED: &'static str = "Cards, text or an iterable of cards";

    fn from_text(text: &str) -> Result<Self> {
        Ok(Self(text.parse()?))
    }

    fn from_parts(parts: Parts<'_>) -> Option<Result<Self>> {
        Some(collect(parts).map(Self))
    }
}

fn collect(parts: Parts<'_>) -> Result<core::Cards> {
    let mut cards = core::Cards::EMPTY;
    for part in parts {
        cards.insert(part?.extract::<Given<'_, Card>>()?.0.card())?;
    }
    Ok(cards)
}

/// Counts of the 53 card types, given as any sequence of integers.
struct Counts([u8; core::Card::COUNT]);

impl FromPyObject<'_, '_> for Counts {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        let length = given.len()?;
        let counts: Vec<u8> = given.extract().map_err(|_| BadCounts::Range)?;
        Ok(Self(counts.try_into().map_err(|_| BadCounts::Length(length))?))
    }
}
