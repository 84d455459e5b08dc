//! Games shared out among threads.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use super::play::Game;
use super::{Games, SimError, Simulation};
use crate::solver::Solver;
use crate::state::House;
use crate::threads::{lock, processors, unlock};

/// Games that a thread takes at a time: enough that taking them costs nothing.
const CHUNK: u64 = 8;

impl Simulation {
    /// Plays the games with these numbers.
    ///
    /// Threads, the calling one included, are never more than there are processors; `None` is for as
    /// many as there are. The results do not depend on it. `watch` is told on the calling thread,
    /// after each of its deals, how many games are over, and says whether to go on; if not, the
    /// games up to the first unfinished one are given.
    ///
    /// # Errors
    ///
    /// [`SimError::Endless`] and [`SimError::Play`] for the first game at fault;
    /// [`SimError::TooLarge`] if the results do not fit into memory.
    pub fn play(
        &self,
        numbers: Range<u64>,
        threads: Option<NonZeroUsize>,
        mut watch: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Games, SimError> {
        let count = numbers.end.saturating_sub(numbers.start);
        let work = Work {
            simulation: self,
            games: Mutex::new(Games::none(self.players.len())),
            first: numbers.start,
            count,
            taken: AtomicU64::new(0),
            over: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            first_fault: Mutex::new(None),
        };
        thread::scope(|scope| {
            for _ in 0..helpers(count, threads) {
                let help = || {
                    // What threads share they wait for, so each has a house of its own.
                    let house = Arc::new(House::new(self.house.rules().clone()));
                    work.run(&house, &mut |_| ControlFlow::Continue(()));
                };
                // A thread that cannot be had is done without.
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            work.run(&self.house, &mut watch);
        });
        if let Some((_, error)) = unlock(work.first_fault) {
            return Err(error);
        }
        let mut games = unlock(work.games);
        games.keep_played();
        Ok(games)
    }
}

/// How many threads should help the calling one.
fn helpers(count: u64, threads: Option<NonZeroUsize>) -> usize {
    let most = usize::try_from(count / CHUNK).unwrap_or(usize::MAX);
    (processors(threads) - 1).min(most)
}

/// What the threads share.
struct Work<'a> {
    simulation: &'a Simulation,
    games: Mutex<Games>,
    /// The number of the first game.
    first: u64,
    count: u64,
    /// Games that a thread has taken, from the first.
    taken: AtomicU64,
    over: AtomicU64,
    stopped: AtomicBool,
    first_fault: Mutex<Option<(u64, SimError)>>,
}

impl Work<'_> {
    /// Plays games until none is left or somebody stops it.
    fn run(&self, house: &Arc<House>, watch: &mut dyn FnMut(u64) -> ControlFlow<()>) {
        house.solvers().lend(|solver| self.run_with(solver, house, watch));
    }

    fn run_with(
        &self,
        solver: &mut Solver,
        house: &Arc<House>,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) {
        let mut played: Vec<(u64, Game)> = Vec::with_capacity(CHUNK as usize);
        loop {
            let begin = self.taken.fetch_add(CHUNK, Ordering::Relaxed).min(self.count);
            let end = (begin + CHUNK).min(self.count);
            if begin == end || self.stopped.load(Ordering::Relaxed) {
                return;
            }
            for row in begin..end {
                if self.stopped.load(Ordering::Relaxed) {
                    break;
                }
                let mut stop = || {
                    if watch(self.over.load(Ordering::Relaxed)).is_break() {
                        self.stopped.store(true, Ordering::Relaxed);
                    }
                    self.stopped.load(Ordering::Relaxed)
                };
                match self.simulation.game(house, self.first + row, solver, &mut stop) {
                    Ok(Some(game)) => {
                        played.push((row, game));
                        self.over.fetch_add(1, Ordering::Relaxed);
                        stop();
                    }
                    Ok(None) => {}
                    Err(error) => self.fail(row, error),
                }
            }
            let mut games = lock(&self.games);
            for (row, game) in played.drain(..) {
                let place = usize::try_from(row).unwrap_or(usize::MAX);
                if games.enter(place, &game).is_err() {
                    self.fail(row, SimError::TooLarge(row));
                    return;
                }
            }
        }
    }

    /// Games are taken in order, so whoever has an earlier one still gets to it: nothing is stopped
    /// but what nobody has taken.
    fn fail(&self, row: u64, error: SimError) {
        self.taken.store(self.count, Ordering::Relaxed);
        let mut first = lock(&self.first_fault);
        if first.as_ref().is_none_or(|&(before, _)| row < before) {
            *first = Some((row, error));
        }
    }
}
