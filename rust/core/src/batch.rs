//! Best lays of many positions at once, on as many threads as wanted.

use std::collections::TryReserveError;
use std::error::Error;
use std::fmt;
use std::mem;
use std::num::NonZeroUsize;
use std::sync::Mutex;

use crate::card::Card;
use crate::cards::Cards;
use crate::code::ErrorCode;
use crate::meld::{DeckError, Meld, MeldRules};
use crate::pool::SolverPool;
use crate::solver::{
    Interrupted, JokerLaws, JokerQuestion, Lock, Question, Requirement, Solver, Weights,
};
use crate::threads::{Stop, lock, processors, unlock, work_together};

/// Rows that a thread takes at a time: enough that taking them costs nothing.
const CHUNK: usize = 32;

/// Chunks that are worth the start of a thread.
const CHUNKS_FOR_A_HELPER: usize = 4;

/// What is asked of every position of a batch, and how.
///
/// ```
/// use machiavelli_core::batch::{Batch, OnInvalid, Row};
/// use machiavelli_core::rules::Rules;
/// use machiavelli_core::solver::Requirement;
/// use machiavelli_core::turn::TurnRules;
/// use machiavelli_core::{Cards, SolverPool};
///
/// let rules = TurnRules::new(&Rules::preset("modiano")?);
/// let batch = Batch {
///     solvers: &SolverPool::new(rules.melds().clone()),
///     weights: &[1; 53],
///     at_most: None,
///     requirement: Requirement::None,
///     jokers: rules.joker_laws(),
///     opened: true,
///     on_invalid: OnInvalid::Stop,
///     threads: None,
/// };
/// let table: Cards = "9c 9d 9h 9s Tc Td Th Ts".parse()?;
/// let hands: [Cards; 2] = ["Jh".parse()?, "2c 9s".parse()?];
/// let answers = batch.solve(2, |row| Row { melds: &[], table, hand: hands[row] }, || false)?;
/// assert_eq!((answers.values, answers.goes_out), (vec![1, 0], vec![true, false]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// Solvers for the rules.
    pub solvers: &'a SolverPool,
    /// What laying a card gains; for no hand of the deck more than `i32::MAX`.
    pub weights: &'a Weights,
    /// Lay no more than so many hand cards.
    pub at_most: Option<u32>,
    /// What the laid cards must hold unless nothing is laid.
    pub requirement: Requirement,
    /// What the rules say about jokers.
    pub jokers: JokerLaws,
    /// Whether the players have opened before.
    pub opened: bool,
    /// What becomes of a row that has no answer.
    pub on_invalid: OnInvalid,
    /// Most threads to work on, the calling one included, though never more than there are
    /// processors; `None` for as many as there are. The answers do not depend on it.
    pub threads: Option<NonZeroUsize>,
}

/// One position of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The melds on the table, which matter only where they hold jokers; none where they are not
    /// known.
    pub melds: &'a [Meld],
    /// The cards on the table, those of the melds if there are any.
    pub table: Cards,
    /// The hand.
    pub hand: Cards,
}

/// Whether it matters in which melds the cards of a table lie: jokers have locks there (R5.6), or
/// some runs take none (R5.5).
pub fn melds_matter(laws: &JokerLaws, table: &Cards, hand: &Cards) -> bool {
    let lies = table.contains(Card::JOKER);
    let locked = lies && laws.lock != Lock::None;
    let kept_out = (lies || hand.contains(Card::JOKER)) && !laws.to_run;
    !table.is_empty() && (locked || kept_out)
}

/// What becomes of a row that has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnInvalid {
    /// The whole batch fails and names the first such row.
    Stop,
    /// Its value is −1, nothing is laid, and the other rows are answered.
    Mark,
}

/// The answers of a batch, one of each a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Sum of the weights of the laid cards; −1 for a row without an answer.
    pub values: Vec<i32>,
    /// What leaves the hand, as counts in index order.
    pub laid: Vec<[u8; Card::COUNT]>,
    /// Whether the hand is empty afterwards.
    pub goes_out: Vec<bool>,
}

/// Why a row has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFault {
    /// The deck does not have the cards of table and hand together.
    Deck(DeckError),
    /// There are so many jokers, more than best lays are found with.
    Jokers(usize),
    /// It is not known which melds lie on the table, and jokers make that matter: their locks, or runs
    /// that take none.
    Unplaced,
    /// The table's entry with this index, from 0, is no legal meld: a code of R3.12.
    Meld(usize, ErrorCode),
    /// The table's cards cannot be arranged into melds.
    NoMelds,
}

impl RowFault {
    /// The stable code.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Deck(error) => error.code(),
            Self::Jokers(_) => ErrorCode::JokerUnsupported,
            Self::Unplaced => ErrorCode::JokerUnplaced,
            Self::Meld(_, code) => *code,
            Self::NoMelds => ErrorCode::NoMelds,
        }
    }
}

impl fmt::Display for RowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deck(error) => error.fmt(f),
            Self::Jokers(count) => write!(
                f,
                "jokers: best lays are found with at most {} in play, not {count}",
                JokerQuestion::MOST
            ),
            Self::Unplaced => f.write_str(
                "with jokers the rules ask which melds lie on the table: give tables as melds, not counts",
            ),
            Self::Meld(entry, code) => {
                write!(f, "meld {entry} of the table is no legal meld ({})", code.as_str())
            }
            Self::NoMelds => f.write_str("the table's cards cannot be arranged into melds"),
        }
    }
}

/// A batch without answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchError {
    /// The first row, counted from 0, that has no answer.
    Row(usize, RowFault),
    /// There is not enough memory for the answers of so many rows.
    TooLarge(usize),
    /// It was asked to stop.
    Interrupted,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row, fault) => write!(f, "row {row}: {fault}"),
            Self::TooLarge(count) => write!(f, "no memory for the answers of {count} rows"),
            Self::Interrupted => f.write_str("the batch was interrupted"),
        }
    }
}

impl Error for BatchError {}

impl Batch<'_> {
    /// The best lay of each of `count` positions, as `read` gives them.
    ///
    /// Each row is read once, by one of the threads. Nothing is allocated for a row without jokers. `interrupted`
    /// is asked on the calling thread every few rows, and every few thousandths of a second in a row
    /// that takes long.
    ///
    /// # Errors
    ///
    /// [`BatchError::Row`] under [`OnInvalid::Stop`], [`BatchError::Interrupted`] once `interrupted`
    /// says so, [`BatchError::TooLarge`] if the answers do not fit into memory.
    pub fn solve<'r>(
        &self,
        count: usize,
        read: impl Fn(usize) -> Row<'r> + Sync,
        interrupted: impl FnMut() -> bool + Send + 'static,
    ) -> Result<Answers, BatchError> {
        let mut answers = Answers::marked(count).map_err(|_| BatchError::TooLarge(count))?;
        let work = Work {
            batch: self,
            read: &read,
            left: Mutex::new(answers.rows()),
            first_fault: Mutex::new(None),
        };
        let helpers = self.helpers(count);
        let run = |stop| work.run(stop);
        let finished = work_together(helpers, interrupted, run, run);
        let Work { first_fault, .. } = work;
        match unlock(first_fault) {
            _ if !finished => Err(BatchError::Interrupted),
            Some((row, fault)) => Err(BatchError::Row(row, fault)),
            None => Ok(answers),
        }
    }
}

impl Batch<'_> {
    /// How many threads should help the calling one.
    fn helpers(&self, count: usize) -> usize {
        let most = count / (CHUNK * CHUNKS_FOR_A_HELPER);
        if most == 0 {
            return 0;
        }
        // More threads than processors would only keep the calling one waiting, and with it whoever
        // interrupts it.
        (processors(self.threads) - 1).min(most)
    }
}

/// The answers of some rows on end.
#[derive(Default)]
struct Rows<'a> {
    first: usize,
    values: &'a mut [i32],
    laid: &'a mut [[u8; Card::COUNT]],
    goes_out: &'a mut [bool],
}

impl Answers {
    /// The answers of rows that have none.
    fn marked(count: usize) -> Result<Self, TryReserveError> {
        let mut answers = Self::default();
        answers.values.try_reserve_exact(count)?;
        answers.laid.try_reserve_exact(count)?;
        answers.goes_out.try_reserve_exact(count)?;
        answers.values.resize(count, -1);
        answers.laid.resize(count, [0; Card::COUNT]);
        answers.goes_out.resize(count, false);
        Ok(answers)
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows {
            first: 0,
            values: &mut self.values,
            laid: &mut self.laid,
            goes_out: &mut self.goes_out,
        }
    }
}

impl<'a> Rows<'a> {
    /// Takes the first rows out, at most [`CHUNK`] of them.
    fn take_chunk(&mut self) -> Rows<'a> {
        let Rows { first, values, laid, goes_out } = mem::take(self);
        let end = CHUNK.min(values.len());
        let (values, later_values) = values.split_at_mut(end);
        let (laid, later_laid) = laid.split_at_mut(end);
        let (goes_out, later_goes_out) = goes_out.split_at_mut(end);
        *self = Rows {
            first: first + end,
            values: later_values,
            laid: later_laid,
            goes_out: later_goes_out,
        };
        Rows { first, values, laid, goes_out }
    }
}

/// What the threads share.
struct Work<'a, F> {
    batch: &'a Batch<'a>,
    read: &'a F,
    /// Rows that no thread has taken yet.
    left: Mutex<Rows<'a>>,
    first_fault: Mutex<Option<(usize, RowFault)>>,
}

impl<'r, F: Fn(usize) -> Row<'r> + Sync> Work<'_, F> {
    /// Answers rows until none is left or somebody stops it.
    fn run(&self, stop: Stop) {
        let run = |solver: &mut Solver| solver.interruptible(stop, |solver| self.run_with(solver));
        if self.batch.solvers.lend(run) == Err(Interrupted) {
            mem::take(&mut *lock(&self.left));
        }
    }

    fn run_with(&self, solver: &mut Solver) {
        loop {
            let rows = lock(&self.left).take_chunk();
            if rows.values.is_empty() || solver.should_stop() {
                return;
            }
            if let Err((row, fault)) = self.answer(solver, rows) {
                // Rows are taken in order, so whoever has an earlier row will still get to it.
                mem::take(&mut *lock(&self.left));
                let first = &mut *lock(&self.first_fault);
                if first.is_none_or(|(first, _)| row < first) {
                    *first = Some((row, fault));
                }
            }
        }
    }

    fn answer(&self, solver: &mut Solver, rows: Rows<'_>) -> Result<(), (usize, RowFault)> {
        let Batch { weights, at_most, requirement, on_invalid, .. } = *self.batch;
        let outs = rows.values.iter_mut().zip(rows.laid).zip(rows.goes_out);
        for (row, ((value, laid), goes_out)) in (rows.first..).zip(outs) {
            let position = (self.read)(row);
            let Row { table, hand, .. } = position;
            let question = Question {
                table: &table,
                hand: &hand,
                open: &Cards::EMPTY,
                weights,
                at_most,
                requirement,
            };
            let answer = if table.contains(Card::JOKER) || hand.contains(Card::JOKER) {
                self.answer_with_jokers(solver, &position, question)
            } else {
                let answer = solver.solve(&question).map(|answer| (answer.value, answer.laid));
                answer.ok_or_else(|| fault(solver.rules(), &table, &hand))
            };
            match answer {
                Ok((worth, cards)) => {
                    *value = worth.cast_signed();
                    *laid = *cards.counts();
                    *goes_out = cards == hand;
                }
                Err(_) if on_invalid == OnInvalid::Mark => {}
                Err(fault) => return Err((row, fault)),
            }
        }
        Ok(())
    }

    /// What the best lay of a row with jokers is worth, and its cards.
    fn answer_with_jokers(
        &self,
        solver: &mut Solver,
        row: &Row<'_>,
        cards: Question<'_>,
    ) -> Result<(u32, Cards), RowFault> {
        let Row { melds, table, hand } = row;
        let Batch { jokers, opened, .. } = *self.batch;
        let rules = solver.rules();
        rules.check_deck(&[table, hand]).map_err(RowFault::Deck)?;
        let count = table.count(Card::JOKER) + hand.count(Card::JOKER);
        if count > JokerQuestion::MOST {
            return Err(RowFault::Jokers(count));
        }
        for (entry, meld) in melds.iter().enumerate() {
            rules.classify(meld).map_err(|error| RowFault::Meld(entry, error.code()))?;
        }
        if melds.is_empty() && melds_matter(&jokers, table, hand) {
            return Err(RowFault::Unplaced);
        }
        // What already lies in melds can lie there.
        let alone = Question { hand: &Cards::EMPTY, ..cards };
        let question = |cards| JokerQuestion { entries: melds, cards, laws: jokers, opened };
        if melds.is_empty() && solver.solve_with_jokers(&question(alone)).is_none() {
            return Err(RowFault::NoMelds);
        }
        let best = solver.solve_with_jokers(&question(cards));
        Ok(best.map_or((0, Cards::EMPTY), |best| (best.value, best.laid)))
    }
}

/// Why a position has no answer.
fn fault(rules: &MeldRules, table: &Cards, hand: &Cards) -> RowFault {
    match rules.check_deck(&[table, hand]) {
        Err(error) => RowFault::Deck(error),
        Ok(()) => RowFault::NoMelds,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;
    use crate::rules::Rules;

    fn cards(text: &str) -> Cards {
        text.parse().unwrap()
    }

    fn solvers() -> SolverPool {
        SolverPool::new(MeldRules::new(&Rules::preset("modiano").unwrap()))
    }

    fn batch(solvers: &SolverPool, on_invalid: OnInvalid, threads: usize) -> Batch<'_> {
        let threads = NonZeroUsize::new(threads);
        let requirement = Requirement::None;
        Batch {
            solvers,
            weights: &[1; 53],
            at_most: None,
            requirement,
            jokers: JokerLaws::FREE,
            opened: true,
            on_invalid,
            threads,
        }
    }

    fn position(table: &str, hand: &str) -> Row<'static> {
        Row { melds: &[], table: cards(table), hand: cards(hand) }
    }

    /// The last of each ten tables cannot be arranged without a hand card.
    fn row(row: usize) -> Row<'static> {
        let table = if row % 10 == 9 { "4h 5h" } else { "4h 5h 6h" };
        let hands = ["7h", "7h 8h", "6h", ""];
        position(table, hands[row % hands.len()])
    }

    #[test]
    fn answers_do_not_depend_on_threads() {
        let solvers = solvers();
        let solve = |threads| batch(&solvers, OnInvalid::Mark, threads).solve(2_000, row, || false);
        let answers = solve(1).unwrap();
        assert_eq!(answers.values[..12], [1, 2, 0, 0, 1, 2, 0, 0, 1, -1, 0, 0]);
        assert_eq!(answers.goes_out[..4], [true, true, false, true]);
        assert_eq!(answers.laid[9], [0; Card::COUNT]);
        for threads in 2..8 {
            assert_eq!(solve(threads).as_ref(), Ok(&answers));
        }
    }

    #[test]
    fn the_first_row_without_answer_is_named() {
        let solvers = solvers();
        for threads in 1..8 {
            let solve = |row: fn(usize) -> Row<'static>| {
                batch(&solvers, OnInvalid::Stop, threads).solve(2_000, row, || false).unwrap_err()
            };
            assert_eq!(solve(row), BatchError::Row(9, RowFault::NoMelds));
            let joker = |n| if n < 1_500 { row(0) } else { position("", "*") };
            assert_eq!(solve(joker).to_string(), "row 1500: these rules have no jokers");
            let copies = |n| if n < 1_500 { row(0) } else { position("4h 5h 6h", "4h 4h") };
            assert_eq!(solve(copies).to_string(), "row 1500: 4h is there 3 times, the deck has 2");
        }
    }

    #[test]
    fn it_stops_when_asked_to() {
        let solvers = solvers();
        for threads in 1..4 {
            let caller = thread::current().id();
            let stop = Arc::new(AtomicBool::new(false));
            let stopped = Arc::clone(&stop);
            let patient = |n| {
                while thread::current().id() != caller && !stopped.load(Ordering::Relaxed) {
                    thread::yield_now();
                }
                row(n)
            };
            let interrupted = move || {
                stop.store(true, Ordering::Relaxed);
                true
            };
            let stopped =
                batch(&solvers, OnInvalid::Mark, threads).solve(2_000, patient, interrupted);
            assert!(stopped == Err(BatchError::Interrupted), "with {threads} threads");
        }
    }

    #[test]
    fn answers_that_do_not_fit_into_memory_are_an_error() {
        let stopped = batch(&solvers(), OnInvalid::Mark, 1).solve(usize::MAX / 2, row, || false);
        assert_eq!(stopped, Err(BatchError::TooLarge(usize::MAX / 2)));
    }
}
