//! numpy, made ready before arrays are read or made.

use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::thread;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::detached::detached;

/// Makes numpy ready, so that no Ctrl-C meets its first use, which would be a panic: its interface is
/// found by running Python code, where the main thread, and no other one, handles signals.
///
/// # Errors
///
/// If numpy cannot be imported, or there is no thread.
pub(crate) fn ready(py: Python<'_>) -> PyResult<()> {
    static READY: OnceLock<()> = OnceLock::new();
    if READY.get().is_some() {
        return Ok(());
    }
    let import = || {
        Python::attach(|py| {
            py.import("numpy")?;
            PyArray1::<u8>::zeros(py, 1, false).try_readonly().map(drop).map_err(PyErr::from)
        })
    };
    detached(py, |_| {
        thread::scope(|scope| {
            let helper = thread::Builder::new().spawn_scoped(scope, import)?;
            helper.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    })??;
    READY.get_or_init(|| ());
    Ok(())
}
