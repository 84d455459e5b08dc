//! The one door through which long work leaves the interpreter, or looks for Ctrl-C.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// How long work goes on between two looks at the interpreter's signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// Lets detached work ask now and then whether it should stop.
#[derive(Clone)]
pub(crate) struct Interrupts(Arc<Mutex<Look>>);

/// The last look at the interpreter's signals.
struct Look {
    at: Instant,
    raised: Option<PyErr>,
}

impl Interrupts {
    /// Whether an exception is waiting (Ctrl-C, as a rule) and the work should stop. Cheap enough
    /// to be asked some thousand times a second; to be asked on the thread that detached.
    pub(crate) fn pending(&self) -> bool {
        self.pending_after(|_| Ok(()))
    }

    /// Lets the work's result stand if Ctrl-C was what was waiting, for what is done is wanted then.
    pub(crate) fn forgive_ctrl_c(&self) {
        let raised = &mut self.last().raised;
        *raised = raised.take().filter(|raised| {
            Python::attach(|py| !raised.is_instance_of::<PyKeyboardInterrupt>(py))
        });
    }

    /// As [`pending`](Self::pending), but whenever it looks, it runs `f` too, which may raise.
    pub(crate) fn pending_after(&self, f: impl FnOnce(Python<'_>) -> PyResult<()>) -> bool {
        let mut last = self.last();
        if last.raised.is_none() && last.at.elapsed() >= INTERVAL {
            last.raised = Python::attach(|py| py.check_signals().and_then(|()| f(py))).err();
            last.at = Instant::now();
        }
        last.raised.is_some()
    }

    fn last(&self) -> MutexGuard<'_, Look> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    work: impl FnOnce(&Interrupts) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let last = Look { at: Instant::now(), raised: None };
        let interrupts = Interrupts(Arc::new(Mutex::new(last)));
        let result = work(&interrupts);
        interrupts.last().raised.take().map_or(Ok(result), Err)
    })
}

/// Whether an exception is waiting, for work that keeps the interpreter.
///
/// The interpreter has it then, until [`raised`] fetches it.
pub(crate) fn must_stop() -> bool {
    Python::attach(|py| py.check_signals().map_err(|raised| raised.restore(py)).is_err())
}

/// The exception for which work was stopped.
pub(crate) fn raised() -> PyErr {
    Python::attach(PyErr::take).unwrap_or_else(|| PyKeyboardInterrupt::new_err(()))
}
