//! Searches that somebody may stop.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::solver::Solver;

#[cfg(test)]
mod tests;

/// A solver was told to stop before it had the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was interrupted")
    }
}

impl Error for Interrupted {}

/// Says whether to stop.
type Stop = Box<dyn FnMut() -> bool + Send>;

/// Between two looks at whether to stop so many joint states are followed, a power of two.
pub(super) const JOINT_STATES: u32 = if cfg!(test) { 1 << 3 } else { 1 << 6 };

/// Between two looks lie so many searches that are mostly short.
const SHORT_SEARCHES: u32 = if cfg!(test) { 1 } else { 16 };

/// What a solver and all that work for it look at while they search.
#[derive(Clone, Default)]
pub(super) struct Watch(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Whether there is anybody who may stop the search.
    is_watched: AtomicBool,
    is_stopped: AtomicBool,
    glances: AtomicU32,
    stop: Mutex<Option<Stop>>,
}

impl Watch {
    /// Whether the search is to stop. For loops to ask every few thousandths of a second.
    pub(super) fn look(&self) -> bool {
        let Shared { is_watched, is_stopped, stop, .. } = &*self.0;
        if is_watched.load(Ordering::Relaxed) && !is_stopped.load(Ordering::Relaxed) {
            let mut stop = stop.lock().unwrap_or_else(PoisonError::into_inner);
            if stop.as_mut().is_some_and(|stop| stop()) {
                is_stopped.store(true, Ordering::Relaxed);
            }
        }
        is_stopped.load(Ordering::Relaxed)
    }

    /// The same for loops of searches that are mostly short.
    pub(super) fn glance(&self) -> bool {
        let Shared { is_watched, glances, .. } = &*self.0;
        if is_watched.load(Ordering::Relaxed) {
            let before = glances.fetch_add(1, Ordering::Relaxed);
            if before.is_multiple_of(SHORT_SEARCHES) {
                return self.look();
            }
        }
        self.is_stopped()
    }

    /// Whether it was told to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::Relaxed)
    }

    /// Watches for somebody, or for nobody; for whom before, and whether they had told it to stop.
    fn replace(&self, stop: Option<Stop>, is_stopped: bool) -> (Option<Stop>, bool) {
        let mut known = self.0.stop.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.is_watched.store(stop.is_some(), Ordering::Relaxed);
        let before = std::mem::replace(&mut *known, stop);
        (before, self.0.is_stopped.swap(is_stopped, Ordering::Relaxed))
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("is_stopped", &self.is_stopped()).finish_non_exhaustive()
    }
}

impl Solver {
    /// What `ask` finds, unless `stop` says that it is no longer wanted.
    ///
    /// While the solver searches for long, it asks `stop` every few thousandths of a second. Once told to
    /// stop it gives up at that and whatever is as long, so that `ask` ends soon; what it gives means
    /// nothing then and is dropped. The solver can be asked again afterwards.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if `stop` said so.
    ///
    /// ```
    /// use machiavelli_core::rules::Rules;
    /// use machiavelli_core::solver::{Interrupted, Solver};
    /// use machiavelli_core::{Cards, MeldRules};
    ///
    /// let mut solver = Solver::new(&MeldRules::new(&Rules::preset("modiano")?));
    /// let cards: Cards = "4h 5h 6h 7h".parse()?;
    /// let mut ask = |stop: bool| {
    ///     solver.interruptible(move || stop, |solver| solver.arrange(&cards, &mut |_| ()))
    /// };
    /// assert_eq!(ask(false), Ok(true));
    /// assert!(matches!(ask(true), Ok(true) | Err(Interrupted)), "it may have been done before");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn interruptible<T>(
        &mut self,
        stop: impl FnMut() -> bool + Send + 'static,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Interrupted> {
        let (outer, was_stopped) = self.watch.replace(Some(Box::new(stop)), false);
        let answer = ask(self);
        let (_, is_stopped) = self.watch.replace(outer, was_stopped);
        if is_stopped { Err(Interrupted) } else { Ok(answer) }
    }

    /// Whether it is to stop, for whoever asks it question after question.
    pub(crate) fn should_stop(&self) -> bool {
        self.watch.look()
    }

    /// Whether it was told to stop, so that what it says now means nothing.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.watch.is_stopped()
    }
}
