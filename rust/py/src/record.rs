//! What the results have in common: they compare, hash, pickle and show themselves by their fields.

use pyo3::PyTypeInfo;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{BadField, Result};

/// What is given for a field of a record.
pub(crate) fn field<'py, T: for<'a> FromPyObject<'a, 'py>>(
    name: &str,
    given: &Bound<'py, PyAny>,
) -> Result<T> {
    given.extract().map_err(|error: T::Error| {
        let error: PyErr = error.into();
        if error.is_instance_of::<PyTypeError>(given.py()) {
            return PyTypeError::new_err(format!("{name}: {}", error.value(given.py()))).into();
        }
        let unshown = |_| "what takes too long to show".to_owned();
        let given = given.repr().map_or_else(unshown, |repr| repr.to_string());
        BadField::new(name, &given).into()
    })
}

/// The values of these fields.
pub(crate) fn fields<'py>(
    record: &Bound<'py, PyAny>,
    names: &[&str],
) -> PyResult<Bound<'py, PyTuple>> {
    let values: Vec<_> = names.iter().map(|name| record.getattr(*name)).collect::<PyResult<_>>()?;
    PyTuple::new(record.py(), values)
}

/// Whether two records agree in these fields; `None` if they are of different classes.
pub(crate) fn agree<T: PyTypeInfo>(
    one: &Bound<'_, T>,
    other: &Bound<'_, PyAny>,
    names: &[&str],
) -> PyResult<Option<bool>> {
    if !other.is_exact_instance_of::<T>() {
        return Ok(None);
    }
    fields(one.as_any(), names)?.eq(fields(other, names)?).map(Some)
}

/// The call that makes a record.
pub(crate) fn show(record: &Bound<'_, PyAny>, names: &[&str]) -> PyResult<String> {
    let show_field = |name: &&str| Ok(format!("{name}={}", record.getattr(*name)?.repr()?));
    let shown: Vec<String> = names.iter().map(show_field).collect::<PyResult<_>>()?;
    Ok(format!("{}({})", record.get_type().name()?, shown.join(", ")))
}

/// Makes a class of results a value by its fields, which its constructor takes in the same order.
macro_rules! record {
    ($type:ident: $($field:expr),+ $(,)?) => {
        impl $type {
            const FIELDS: &[&str] = &[$($field),+];
        }

        #[pyo3::pymethods]
        impl $type {
            #[classattr]
            #[pyo3(name = "__match_args__")]
            fn match_args(
                py: pyo3::Python<'_>,
            ) -> pyo3::PyResult<pyo3::Bound<'_, pyo3::types::PyTuple>> {
                pyo3::types::PyTuple::new(py, Self::FIELDS)
            }

            fn __eq__(
                slf: &pyo3::Bound<'_, Self>,
                other: &pyo3::Bound<'_, pyo3::PyAny>,
            ) -> pyo3::PyResult<Option<bool>> {
                crate::record::agree(slf, other, Self::FIELDS)
            }

            fn __hash__(slf: &pyo3::Bound<'_, Self>) -> pyo3::PyResult<isize> {
                crate::record::fields(slf.as_any(), Self::FIELDS)?.hash()
            }

            fn __repr__(slf: &pyo3::Bound<'_, Self>) -> pyo3::PyResult<String> {
                crate::record::show(slf.as_any(), Self::FIELDS)
            }

            fn __reduce__<'py>(
                slf: &pyo3::Bound<'py, Self>,
            ) -> pyo3::PyResult<(
                pyo3::Bound<'py, pyo3::types::PyType>,
                pyo3::Bound<'py, pyo3::types::PyTuple>,
            )> {
                Ok((slf.get_type(), crate::record::fields(slf.as_any(), Self::FIELDS)?))
            }
        }
    };
}
pub(crate) use record;
