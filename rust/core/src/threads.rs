//! Threads that work together: how many, and what they share.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// How many threads work, at least one and never more than there are processors; `None` is for as
/// many as there are.
///
/// To count the processors takes tens of microseconds.
pub(crate) fn processors(wanted: Option<NonZeroUsize>) -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    wanted.map_or(processors, |wanted| wanted.get().min(processors))
}

/// What a mutex guards, whatever became of the threads that had it before.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The same of a mutex that is not shared any more.
pub(crate) fn unlock<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
