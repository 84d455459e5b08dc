//! Solvers that are lent and given back.

use std::sync::Mutex;

use crate::meld::MeldRules;
use crate::solver::{Interrupted, Solver};
use crate::threads::lock;

/// Lends solvers for one set of meld rules, so that each thread has one of its own and few are made.
///
/// It keeps as many as were ever lent at once.
///
/// ```
/// use machiavelli_core::rules::Rules;
/// use machiavelli_core::{Cards, MeldRules, SolverPool};
///
/// let pool = SolverPool::new(MeldRules::new(&Rules::preset("modiano")?));
/// let cards: Cards = "4h 5h 6h 7h".parse()?;
/// assert!(pool.lend(|solver| solver.arrange(&cards, &mut |_| ())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SolverPool {
    rules: MeldRules,
    stop: Option<fn() -> bool>,
    /// Boxed, for a solver is some 10 kB: too much to be moved at each loan.
    idle: Mutex<Vec<Box<Solver>>>,
}

impl SolverPool {
    /// A pool without solvers.
    pub const fn new(rules: MeldRules) -> Self {
        Self { rules, stop: None, idle: Mutex::new(Vec::new()) }
    }

    /// The same, which [`lend_interruptibly`](Self::lend_interruptibly) lends until `stop` says that an
    /// answer is no longer wanted. It is asked on the thread that borrows.
    #[must_use]
    pub fn interrupted_by(self, stop: fn() -> bool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The rules its solvers are made for.
    pub const fn rules(&self) -> &MeldRules {
        &self.rules
    }

    /// Lends a solver to `ask`: an idle one, or a new one if there is none.
    pub fn lend<T>(&self, ask: impl FnOnce(&mut Solver) -> T) -> T {
        let idle = lock(&self.idle).pop();
        let mut solver = idle.unwrap_or_else(|| Box::new(Solver::new(&self.rules)));
        let answer = ask(&mut solver);
        lock(&self.idle).push(solver);
        answer
    }

    /// The same, unless whoever may interrupt the pool's searches does.
    ///
    /// # Errors
    ///
    /// [`Interrupted`], if so.
    pub fn lend_interruptibly<T>(
        &self,
        ask: impl FnOnce(&mut Solver) -> T,
    ) -> Result<T, Interrupted> {
        match self.stop {
            None => Ok(self.lend(ask)),
            Some(stop) => self.lend(|solver| solver.interruptible(stop, ask)),
        }
    }
}
