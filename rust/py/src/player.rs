//! `machiavelli.Builtin`.

use machiavelli_core::player::{self, Strategy};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::action::Action;
use crate::error::Result;
use crate::integer::Seed;
use crate::record::record;
use crate::value::Text;
use crate::view::View;

/// A player that the engine brings along: a callable that takes a `View` and gives an `Action`.
///
/// `"random"` lays some cards or none, as chance has it; `"greedy"` lays as many as can be laid;
/// `"thrifty"` lays what costs most in hand; `"patient"` holds back as long as nobody is close to
/// going out. Only the first uses the seed. It does the same whenever it sees the same.
///
/// Raises `QuestionError` for another name.
///
/// >>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
/// >>> Builtin("greedy")(state.view(0))
/// Action('pass')
#[pyclass(frozen, module = "machiavelli")]
pub(crate) struct Builtin(player::Builtin);

#[pymethods]
impl Builtin {
    #[new]
    #[pyo3(signature = (strategy, seed = Seed(0)), text_signature = "(strategy, seed=0)")]
    fn new(strategy: Text, seed: Seed) -> Result<Self> {
        Ok(Self(player::Builtin::new(strategy.0.parse()?, seed.0)))
    }

    /// The names of all strategies.
    #[staticmethod]
    fn strategies(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, Strategy::ALL.iter().map(|strategy| strategy.as_str()))
    }

    /// How it plays.
    #[getter]
    fn strategy(&self) -> &'static str {
        self.0.strategy().as_str()
    }

    /// What chance depends on.
    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed()
    }

    #[pyo3(signature = (view, /))]
    fn __call__(&self, view: &Bound<'_, View>) -> Result<Action> {
        let view = &view.get().0;
        let decide = |solver: &mut _| self.0.decide_with(solver, view);
        Ok(Action(view.house.solvers().lend_interruptibly(decide)?))
    }
}

record!(Builtin: "strategy", "seed");
