//! What the value types have in common: how they are given, and how they are shown and copied.

use std::iter::Take;
use std::ops::Deref;

use machiavelli_core::Card;
use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::{PyDict, PyIterator, PyString};

use crate::error::Result;

/// A class of immutable values.
pub(crate) trait Value:
    PyClass<Frozen = True> + Into<PyClassInitializer<Self>> + Sync
{
    /// What may be given for one, to go after "expected".
    const WANTED: &'static str;

    /// The value that this text stands for.
    fn from_text(text: &str) -> Result<Self>;

    /// The value with these parts, `None` if it has no parts.
    fn from_parts(_parts: Parts<'_>) -> Option<Result<Self>> {
        None
    }
}

/// What an iterable gives, cut off where it can only be too much.
pub(crate) type Parts<'py> = Take<Bound<'py, PyIterator>>;

/// More parts than any value has.
const MOST_PARTS: usize = Card::COUNT * u8::MAX as usize + 1;

/// A value as Python gives it: ready-made, as its text, or as an iterable of its parts.
pub(crate) struct Given<'py, T> {
    /// The Python object that holds the value.
    pub(crate) object: Bound<'py, T>,
}

impl<T: Value> Deref for Given<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.object.get()
    }
}

impl<'py, T: Value> FromPyObject<'_, 'py> for Given<'py, T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(value) = given.cast::<T>() {
            return Ok(Self { object: value.to_owned() });
        }
        let value = if let Ok(text) = given.cast::<PyString>() {
            // A lone surrogate becomes a replacement character, which is no card either.
            Some(T::from_text(&text.to_string_lossy()))
        } else if given.is_instance_of::<PyDict>() {
            None // Its keys may be cards, but how many there are would be lost.
        } else {
            given.try_iter().ok().and_then(|parts| T::from_parts(parts.take(MOST_PARTS)))
        };
        let value = value.ok_or_else(|| not_wanted::<T>(&given))??;
        Ok(Self { object: Bound::new(given.py(), value)? })
    }
}

/// A value that may be left out, which stands for its class's default.
pub(crate) enum OrDefault<'py, T> {
    /// It was left out.
    Default,
    /// It was given.
    Given(Given<'py, T>),
}

impl<'py, T: Value + Default> OrDefault<'py, T> {
    pub(crate) fn object(self, py: Python<'py>) -> PyResult<Bound<'py, T>> {
        match self {
            Self::Default => Bound::new(py, T::default()),
            Self::Given(given) => Ok(given.object),
        }
    }
}

impl<'py, T: Value> FromPyObject<'_, 'py> for OrDefault<'py, T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        given.extract().map(Self::Given)
    }
}

fn not_wanted<T: Value>(given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("expected {}, not {}", T::WANTED, type_name(given)))
}

/// The name of an object's class, for messages.
pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

/// Text as Python gives it; half a character becomes a replacement character.
pub(crate) struct Text(pub(crate) String);

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match given.cast::<PyString>() {
            Ok(text) => Ok(Self(text.to_string_lossy().into_owned())),
            Err(_) => {
                Err(PyTypeError::new_err(format!("expected text, not {}", type_name(&given))))
            }
        }
    }
}

/// Text in quotes for a message, cut off where it is long.
pub(crate) fn quoted(text: &Bound<'_, PyString>) -> String {
    const MOST: usize = 40;
    let text = text.to_string_lossy();
    let start: String = text.chars().take(MOST).collect();
    let rest = if start.len() < text.len() { "…" } else { "" };
    format!("\"{}{rest}\"", start.escape_debug())
}

/// Gives a class its text and makes it copy and pickle as the immutable value it is.
macro_rules! show_and_copy {
    ($type:ident) => {
        #[pyo3::pymethods]
        impl $type {
            fn __str__(&self) -> String {
                self.0.to_string()
            }

            fn __repr__(&self) -> String {
                format!("{}('{}')", stringify!($type), self.0)
            }

            fn __reduce__<'py>(
                slf: &pyo3::Bound<'py, Self>,
            ) -> (pyo3::Bound<'py, pyo3::types::PyType>, (String,)) {
                (slf.get_type(), (slf.get().0.to_string(),))
            }

            fn __copy__(slf: pyo3::Py<Self>) -> pyo3::Py<Self> {
                slf
            }

            fn __deepcopy__(
                slf: pyo3::Py<Self>,
                _memo: &pyo3::Bound<'_, pyo3::PyAny>,
            ) -> pyo3::Py<Self> {
                slf
            }
        }
    };
}
pub(crate) use show_and_copy;
