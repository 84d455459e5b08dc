//! The games behind `machiavelli.arena`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use machiavelli_core::batch::melds_matter;
use machiavelli_core::sim::{self, Ask};
use machiavelli_core::state::{Seat, View};
use machiavelli_core::{self as core, Card};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays;
use crate::batch::CountRows;
use crate::detached::detached;
use crate::error::{BadCounts, Result};
use crate::integer::{AtATime, Games, Seed, Threads};
use crate::rules::RulesArg;
use crate::sim::{columns, simulation};
use crate::table::Table;
use crate::value::Text;

/// Games in lock step that wait for answers.
#[pyclass(frozen, module = "machiavelli._core")]
pub(crate) struct Arena(Mutex<sim::Arena>);

#[pymethods]
impl Arena {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        rules: RulesArg<'_>,
        players: Vec<Text>,
        asked: Vec<bool>,
        seed: Seed,
        whole_matches: bool,
        duplicate: bool,
        count: Games,
        at_a_time: AtATime,
    ) -> Result<Self> {
        let simulation = simulation(py, rules, &players, seed, whole_matches, duplicate)?;
        Ok(Self(Mutex::new(sim::Arena::new(simulation, asked, count.0, at_a_time.0))))
    }

    /// Takes the cards to lay for each question and plays on; whether any game waits then.
    fn step(
        &self,
        py: Python<'_>,
        answers: CountRows<'_>,
        threads: Option<Threads>,
    ) -> Result<bool> {
        let answers = answers.rows();
        let asked = self.lock().asks().count();
        if answers.len() != asked {
            return Err(BadCounts::Answers(answers.len(), asked).into());
        }
        let threads = threads.and_then(Threads::count);
        Ok(detached(py, |interrupts| {
            let interrupts = interrupts.clone();
            self.lock().step(&answers, threads, move || interrupts.pending())
        })??)
    }

    /// The questions: the columns of `Views` from the number of the game on.
    fn asks<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        arrays::ready(py)?;
        let arena = self.lock();
        let (numbers, views): (Vec<_>, Vec<_>) =
            arena.asks().map(|ask: Ask<'_>| ((ask.game, ask.player as u8), ask.view())).unzip();
        let cards = |counts: &dyn Fn(&View<'_>) -> [u8; Card::COUNT]| {
            let rows: Vec<_> = views.iter().map(counts).collect();
            PyArray1::from_vec(py, rows.into_flattened()).reshape((views.len(), Card::COUNT))
        };
        let players = views.first().map_or(0, |view| view.seats.len());
        let sizes = views.iter().flat_map(|view| {
            let others = view.seats.clockwise(view.seat).take(players - 1).map(Seat::index);
            std::iter::once(view.seat.index()).chain(others).map(|seat| view.hand_sizes[seat])
        });
        let sizes = PyArray1::from_vec(py, sizes.collect()).reshape((views.len(), players))?;
        let stock = views.iter().map(|view| view.stock_size as u16);
        let opened = views.iter().map(|view| view.opened.contains(view.seat));
        let melds = views.iter().map(|view| -> Result<Py<PyAny>> {
            let laws = view.house.turn().joker_laws();
            if !melds_matter(&laws, view.table.melded(), &view.hand) {
                return Ok(py.None());
            }
            let melds = core::Table::new(view.table.melds().cloned())?;
            Ok(Py::new(py, Table(melds))?.into_any())
        });
        let melds = melds.collect::<Result<Vec<_>>>()?;
        let columns = [
            PyArray1::from_iter(py, numbers.iter().map(|&(game, _)| game)).into_any(),
            PyArray1::from_iter(py, numbers.iter().map(|&(_, player)| player)).into_any(),
            cards(&|view| *view.hand.counts())?.into_any(),
            cards(&|view| *view.table.cards().difference(&view.open).counts())?.into_any(),
            cards(&|view| *view.open.counts())?.into_any(),
            sizes.into_any(),
            PyArray1::from_iter(py, stock).into_any(),
            PyArray1::from_iter(py, opened).into_any(),
            PyArray1::from_iter(py, views.iter().map(|view| view.turn_number)).into_any(),
            PyArray1::from_vec(py, melds).into_any(),
        ];
        Ok(PyTuple::new(py, columns)?)
    }

    /// How many games are over.
    fn over(&self) -> u64 {
        self.lock().over()
    }

    /// The columns of the games, with no deals where a game is not over.
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        columns(py, self.lock().games().clone())
    }
}

impl Arena {
    fn lock(&self) -> MutexGuard<'_, sim::Arena> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
