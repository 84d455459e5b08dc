//! `machiavelli.solve_many`.

use machiavelli_core::batch::{Batch, OnInvalid, Row};
use machiavelli_core::{self as core, Card};
use numpy::ndarray::ArrayView2;
use numpy::{
    PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyString, PyTuple, PyType};

use crate::arrays;
use crate::detached::detached;
use crate::error::{BadCounts, BadQuestion, Error, Result};
use crate::integer::{AtMost, Threads};
use crate::question::ObjectiveArg;
use crate::record::fields;
use crate::rules::{RuleOptions, RulesArg};
use crate::table::Table;
use crate::value::{Given, quoted, type_name};

/// The best lays of a batch of positions, one a row.
#[pyclass(frozen, get_all, module = "machiavelli")]
pub(crate) struct SolveBatch {
    /// Sum of what the laid cards are worth, `int32[n]`; -1 in a row without an answer.
    value: Py<PyArray1<i32>>,
    /// What leaves the hand, as counts, `uint8[n, 53]`.
    laid: Py<PyArray2<u8>>,
    /// Whether the hand is empty afterwards, `bool[n]`.
    goes_out: Py<PyArray1<bool>>,
}

#[pymethods]
impl SolveBatch {
    #[new]
    fn new(value: Py<PyArray1<i32>>, laid: Py<PyArray2<u8>>, goes_out: Py<PyArray1<bool>>) -> Self {
        Self { value, laid, goes_out }
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        Ok((slf.get_type(), fields(slf.as_any(), &["value", "laid", "goes_out"])?))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.value.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<the best lays of a batch of {}>", self.__len__(py))
    }
}

/// The best lay of each of many positions, whose tables and hands are the rows of two arrays.
///
/// `tables` and `hands` are `uint8[n, 53]`, counts in index order as `Cards.to_counts` gives them.
/// They are read where they lie, whatever their strides, so that `numpy.broadcast_to` can set one
/// table before many hands; write nothing to them meanwhile. `objective`, `at_most`, `opened` and
/// the rules are those of `solve` and hold for every row. A table is cards, which need not lie in
/// melds yet.
///
/// Where the table's jokers are locked, it matters which melds hold them (R5.6). `tables` may then
/// be a sequence of `Table` values or their text, one a row; cards that lie alone count as melds.
///
/// Runs without the interpreter's lock on `threads` threads, by default and at most as many as
/// there are processors; the answers do not depend on it. Ctrl-C stops it, even within a row.
///
/// A row has no answer if its table cannot be arranged into melds, if the deck does not have its
/// cards, if more than four jokers are in play, or if a locked joker is on a table of counts.
/// `on_invalid="raise"` raises `RowError` for the first such row, `on_invalid="mark"` gives it the
/// value -1 and answers the others. Raises `CountsError` for other arrays and `QuestionError` for
/// weights that are no 53 integers from 0.
///
/// >>> import numpy as np
/// >>> hands = np.array([Cards("Jh").to_counts(), Cards("2c 9s").to_counts()])
/// >>> table = np.broadcast_to(Cards("9c 9d 9h 9s Tc Td Th Ts").to_counts(), hands.shape)
/// >>> batch = solve_many(table, hands)
/// >>> batch.value.tolist(), batch.goes_out.tolist()
/// ([1, 0], [True, False])
#[pyfunction]
#[pyo3(
    signature = (
        tables, hands, rules = RulesArg::DEFAULT, *, objective = ObjectiveArg::Cards,
        at_most = None, opened = true, threads = None, on_invalid = OnInvalidArg(OnInvalid::Stop),
        **options
    ),
    text_signature = "(tables, hands, rules='modiano', *, objective='cards', at_most=None, \
                      opened=True, threads=None, on_invalid='raise', **options)"
)]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    tables: TableRows<'py>,
    hands: CountRows<'py>,
    rules: RulesArg<'py>,
    objective: ObjectiveArg,
    at_most: Option<AtMost>,
    opened: bool,
    threads: Option<Threads>,
    on_invalid: OnInvalidArg,
    options: Option<RuleOptions>,
) -> Result<SolveBatch> {
    let rules = rules.with(py, options)?;
    let (rules, solvers) = (rules.get().turn(), rules.get().solvers());
    let batch = Batch {
        solvers,
        weights: rules.weights(objective.objective())?,
        at_most: rules.at_most(at_most.map(|most| most.0)),
        requirement: rules.requirement(opened),
        jokers: rules.joker_laws(),
        opened,
        on_invalid: on_invalid.0,
        threads: threads.and_then(Threads::count),
    };
    let (tables, hands) = (tables.view(), hands.view());
    let count = hands.len();
    if tables.len() != count {
        return Err(BadCounts::Rows(tables.len(), count).into());
    }
    let read = |row| tables.row(row, hands.row(row));
    let answers = detached(py, |interrupts| {
        let interrupts = interrupts.clone();
        batch.solve(count, read, move || interrupts.pending())
    })??;
    let laid = PyArray1::from_vec(py, answers.laid.into_flattened());
    Ok(SolveBatch {
        value: PyArray1::from_vec(py, answers.values).unbind(),
        laid: laid.reshape((count, Card::COUNT))?.unbind(),
        goes_out: PyArray1::from_vec(py, answers.goes_out).unbind(),
    })
}

/// `tables`: counts, or tables whose melds are known.
pub(crate) enum TableRows<'py> {
    Counts(CountRows<'py>),
    Melds(Vec<Py<Table>>),
}

impl<'py> FromPyObject<'_, 'py> for TableRows<'py> {
    type Error = Error;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        arrays::ready(given.py())?;
        let is_list = given.is_instance_of::<PySequence>() && !given.is_instance_of::<PyString>();
        if given.is_instance_of::<PyUntypedArray>() || !is_list {
            return Ok(Self::Counts(given.extract()?));
        }
        let tables = given
            .try_iter()?
            .map(|table| Ok(table?.extract::<Given<'_, Table>>()?.object.unbind()));
        Ok(Self::Melds(tables.collect::<PyResult<_>>()?))
    }
}

impl TableRows<'_> {
    fn view(&self) -> TableView<'_> {
        match self {
            Self::Counts(counts) => TableView::Counts(counts.view()),
            Self::Melds(tables) => {
                TableView::Melds(tables.iter().map(|table| &table.get().0).collect())
            }
        }
    }
}

/// The same, as threads read it.
enum TableView<'a> {
    Counts(CountView<'a>),
    Melds(Vec<&'a core::Table>),
}

impl<'a> TableView<'a> {
    fn len(&self) -> usize {
        match self {
            Self::Counts(counts) => counts.len(),
            Self::Melds(tables) => tables.len(),
        }
    }

    fn row(&self, row: usize, hand: core::Cards) -> Row<'a> {
        match self {
            Self::Counts(counts) => Row { melds: &[], table: counts.row(row), hand },
            Self::Melds(tables) => {
                Row { melds: tables[row].entries(), table: tables[row].cards(), hand }
            }
        }
    }
}

/// A numpy array with the counts of a position's cards in each row.
pub(crate) struct CountRows<'py>(PyReadonlyArray2<'py, u8>);

impl CountRows<'_> {
    /// The cards of each row.
    pub(crate) fn rows(&self) -> Vec<core::Cards> {
        let view = self.view();
        (0..view.len()).map(|row| view.row(row)).collect()
    }

    fn view(&self) -> CountView<'_> {
        let rows = self.0.as_array();
        match rows.to_slice() {
            Some(counts) => CountView::Packed(counts.as_chunks().0),
            None => CountView::Strided(rows),
        }
    }
}

/// The same, as threads read it.
enum CountView<'a> {
    /// One row directly behind the other.
    Packed(&'a [[u8; Card::COUNT]]),
    Strided(ArrayView2<'a, u8>),
}

impl CountView<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Packed(rows) => rows.len(),
            Self::Strided(rows) => rows.nrows(),
        }
    }

    /// Copies a row once, so that all that is done with it sees the same cards.
    fn row(&self, row: usize) -> core::Cards {
        core::Cards::from_counts(match self {
            Self::Packed(rows) => rows[row],
            Self::Strided(rows) => std::array::from_fn(|card| rows[[row, card]]),
        })
    }
}

impl<'py> FromPyObject<'_, 'py> for CountRows<'py> {
    type Error = Error;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        arrays::ready(given.py())?;
        let Ok(array) = given.cast::<PyUntypedArray>() else {
            let message =
                format!("expected an array of counts, uint8[n, 53], not {}", type_name(&given));
            return Err(PyTypeError::new_err(message).into());
        };
        let columns = array.shape().get(1).copied();
        match given.cast::<PyArray2<u8>>() {
            Ok(array) if columns == Some(Card::COUNT) => {
                Ok(Self(array.try_readonly().map_err(PyErr::from)?))
            }
            Err(_) if array.dtype().num() != dtype::<u8>(given.py()).num() => {
                Err(BadCounts::Type(array.dtype().to_string()).into())
            }
            _ => Err(BadCounts::Shape(array.getattr("shape")?.to_string()).into()),
        }
    }
}

/// `on_invalid`: `"raise"` or `"mark"`.
pub(crate) struct OnInvalidArg(OnInvalid);

impl FromPyObject<'_, '_> for OnInvalidArg {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        let name = given.cast::<PyString>().map_err(PyErr::from)?;
        match &*name.to_string_lossy() {
            "raise" => Ok(Self(OnInvalid::Stop)),
            "mark" => Ok(Self(OnInvalid::Mark)),
            _ => Err(BadQuestion::OnInvalid(quoted(&name)).into()),
        }
    }
}
