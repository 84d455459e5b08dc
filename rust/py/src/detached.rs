//! The one door through which long work leaves the interpreter.

use std::time::{Duration, Instant};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// How long work goes on between two looks at the interpreter's signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// Lets detached work ask now and then whether it should stop.
pub(crate) struct Interrupts {
    looked: Instant,
    raised: Option<PyErr>,
}

impl Interrupts {
    /// Whether an exception is waiting (Ctrl-C, as a rule) and the work should stop. Cheap enough
    /// to be asked some thousand times a second; to be asked on the thread that detached.
    pub(crate) fn pending(&mut self) -> bool {
        self.pending_after(|_| Ok(()))
    }

    /// Lets the work's result stand if Ctrl-C was what was waiting, for what is done is wanted then.
    pub(crate) fn forgive_ctrl_c(&mut self) {
        self.raised = self.raised.take().filter(|raised| {
            Python::attach(|py| !raised.is_instance_of::<PyKeyboardInterrupt>(py))
        });
    }

    /// As [`pending`](Self::pending), but whenever it looks, it runs `f` too, which may raise.
    pub(crate) fn pending_after(&mut self, f: impl FnOnce(Python<'_>) -> PyResult<()>) -> bool {
        if self.raised.is_none() && self.looked.elapsed() >= INTERVAL {
            self.raised = Python::attach(|py| py.check_signals().and_then(|()| f(py))).err();
            self.looked = Instant::now();
        }
        self.raised.is_some()
    }
}

/// Does `work` while other Python threads run.
///
/// Extract arguments before and convert results after: `work` sees no Python object.
///
/// # Errors
///
/// What [`Interrupts`] met; the work's result is dropped then.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Interrupts) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let mut interrupts = Interrupts { looked: Instant::now(), raised: None };
        let result = work(&mut interrupts);
        interrupts.raised.map_or(Ok(result), Err)
    })
}
