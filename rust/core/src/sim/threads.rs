//! Games shared out among threads.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::play::Game;
use super::{Games, SimError, Simulation};
use crate::solver::Solver;
use crate::state::House;
use crate::threads::{Stop, lock, processors, unlock, work_together};

/// Games that a thread takes at a time: enough that taking them costs nothing.
const CHUNK: u64 = 8;

impl Simulation {
    /// Plays the games with these numbers.
    ///
    /// Threads, the calling one included, are never more than there are processors; `None` is for as
    /// many as there are. The results do not depend on it. `watch` is told on the calling thread,
    /// after each of its deals and while a turn takes long, how many games are over, and says whether
    /// to go on; if not, the games up to the first unfinished one are given.
    ///
    /// # Errors
    ///
    /// [`SimError::Endless`] and [`SimError::Play`] for the first game at fault;
    /// [`SimError::TooLarge`] if the results do not fit into memory.
    pub fn play(
        &self,
        numbers: Range<u64>,
        threads: Option<NonZeroUsize>,
        mut watch: impl FnMut(u64) -> ControlFlow<()> + Send + 'static,
    ) -> Result<Games, SimError> {
        let count = numbers.end.saturating_sub(numbers.start);
        let work = Work {
            simulation: self,
            games: Mutex::new(Games::none(self.players.len())),
            first: numbers.start,
            count,
            taken: AtomicU64::new(0),
            over: Arc::new(AtomicU64::new(0)),
            first_fault: Mutex::new(None),
        };
        let over = Arc::clone(&work.over);
        let stop = move || watch(over.load(Ordering::Relaxed)).is_break();
        let help = |stop| {
            // What threads share they wait for, so each has a house of its own.
            let house = Arc::new(House::new(self.house.rules().clone()));
            work.run(&house, stop);
        };
        work_together(helpers(count, threads), stop, |stop| work.run(&self.house, stop), help);
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
    over: Arc<AtomicU64>,
    first_fault: Mutex<Option<(u64, SimError)>>,
}

impl Work<'_> {
    /// Plays games until none is left or somebody stops it.
    fn run(&self, house: &Arc<House>, stop: Stop) {
        house.solvers().lend(|solver| {
            let run = |solver: &mut Solver| self.run_with(solver, house);
            // Games that it did not come to are left out at the end.
            solver.interruptible(stop, run).unwrap_or_default();
        });
    }

    fn run_with(&self, solver: &mut Solver, house: &Arc<House>) {
        let mut played: Vec<(u64, Game)> = Vec::with_capacity(CHUNK as usize);
        loop {
            let begin = self.taken.fetch_add(CHUNK, Ordering::Relaxed).min(self.count);
            let end = (begin + CHUNK).min(self.count);
            if begin == end || solver.is_interrupted() {
                return;
            }
            for row in begin..end {
                if solver.is_interrupted() {
                    break;
                }
                match self.simulation.game(house, self.first + row, solver) {
                    Ok(Some(game)) => {
                        played.push((row, game));
                        self.over.fetch_add(1, Ordering::Relaxed);
                        solver.should_stop();
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
