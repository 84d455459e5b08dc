//! `machiavelli._core`, the compiled half of the Python package.

#[pyo3::pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for a module's version")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
