//! The games behind `machiavelli.simulate`.

use std::ops::ControlFlow;
use std::sync::Arc;

use machiavelli_core::sim::{self, Seating, Simulation, Unit};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays;
use crate::detached::{Interrupts, detached};
use crate::error::Result;
use crate::integer::{GameNumber, Games, Seed, Threads};
use crate::rules::RulesArg;
use crate::value::Text;

/// Plays games and gives their columns; on Ctrl-C those of the first games.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn play_games<'py>(
    py: Python<'py>,
    rules: RulesArg<'py>,
    players: Vec<Text>,
    seed: Seed,
    whole_matches: bool,
    duplicate: bool,
    first: GameNumber,
    count: Games,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> Result<Bound<'py, PyTuple>> {
    let simulation = simulation(py, rules, &players, seed, whole_matches, duplicate)?;
    let numbers = first.0..first.0.saturating_add(count.0);
    let threads = threads.and_then(Threads::count);
    let games = detached(py, |interrupts| {
        let watching = interrupts.clone();
        let watch = move |over| tell(&watching, progress.as_ref(), over);
        let games = simulation.play(numbers, threads, watch);
        interrupts.forgive_ctrl_c();
        games
    })??;
    Ok(columns(py, games)?)
}

/// The record of one game.
#[pyfunction]
pub(crate) fn record_game(
    py: Python<'_>,
    rules: RulesArg<'_>,
    players: Vec<Text>,
    seed: Seed,
    whole_matches: bool,
    duplicate: bool,
    game: GameNumber,
) -> Result<String> {
    let simulation = simulation(py, rules, &players, seed, whole_matches, duplicate)?;
    Ok(simulation.record(game.0)?.to_string())
}

pub(crate) fn simulation<'py>(
    py: Python<'py>,
    rules: RulesArg<'py>,
    players: &[Text],
    seed: Seed,
    whole_matches: bool,
    duplicate: bool,
) -> Result<Simulation> {
    let rules = rules.with(py, None)?;
    let unit = if whole_matches { Unit::Match } else { Unit::Deal };
    let seating = if duplicate { Seating::Duplicate } else { Seating::Fixed };
    let players =
        players.iter().map(|name| name.0.parse()).collect::<std::result::Result<_, _>>()?;
    Ok(Simulation::new(Arc::clone(&rules.get().0), players, seed.0, unit, seating)?)
}

/// Tells the caller how many games are over, now and then, and the simulation whether to go on.
fn tell(interrupts: &Interrupts, progress: Option<&Py<PyAny>>, over: u64) -> ControlFlow<()> {
    let stop = interrupts.pending_after(|py| match progress {
        Some(progress) => progress.call1(py, (over,)).map(drop),
        None => Ok(()),
    });
    if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The columns as arrays, in the order in which `machiavelli.simulation` names them.
pub(crate) fn columns(py: Python<'_>, games: sim::Games) -> PyResult<Bound<'_, PyTuple>> {
    arrays::ready(py)?;
    let shape = (games.len(), games.players);
    PyTuple::new(
        py,
        [
            PyArray1::from_vec(py, games.winners).into_any(),
            PyArray1::from_vec(py, games.dealer).into_any(),
            PyArray1::from_vec(py, games.end).into_any(),
            PyArray1::from_vec(py, games.deals).into_any(),
            PyArray1::from_vec(py, games.turns).into_any(),
            PyArray1::from_vec(py, games.lays).into_any(),
            PyArray1::from_vec(py, games.stock).into_any(),
            PyArray1::from_vec(py, games.points).reshape(shape)?.into_any(),
            PyArray1::from_vec(py, games.laid).reshape(shape)?.into_any(),
        ],
    )
}
