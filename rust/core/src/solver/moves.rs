//! What a suit can do at a layer, tabulated once for a set of rules.
//!
//! At a layer a suit must use some cards, has some, and can give some to sets. Together with the
//! state of its runs that leaves a handful of moves; they are listed here for every case, so that
//! a search only looks them up.

use crate::solver::runs::{MAX_COPIES, Runs};

/// One way to use the cards of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// State of the runs behind the layer.
    pub(super) to: u16,
    /// Cards given to runs.
    pub(super) to_runs: u8,
    /// Cards used, in runs and sets.
    pub(super) used: u8,
}

/// What a layer does to the runs of a suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// No run can use the layer.
    #[default]
    Still,
    /// Runs use the layer and can go on.
    Open,
    /// Runs use the layer and all end there.
    Close,
}

/// The cards of a suit at a layer: what must be used, what is there, the most for sets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stock {
    pub(super) forced: u8,
    pub(super) there: u8,
    pub(super) most: u8,
}

/// Most states of the runs automaton under any rules, three packs on a ring without twins.
const MAX_STATES: usize = 256;

/// Words of a set of states.
pub(super) const WORDS: usize = MAX_STATES / 64;

/// A set of states of the runs automaton.
pub(super) type StateSet = [u64; WORDS];

/// The moves of every case.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    states: usize,
    rows: Vec<Row>,
    moves: Vec<Move>,
}

/// The moves of a state in one case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Where its moves begin.
    start: u32,
    /// How many of them give at most 0, 1, … cards to sets.
    pub(super) ends: [u8; MAX_COPIES + 1],
    /// Where they lead.
    pub(super) targets: StateSet,
}

/// Values of [`Stock`] that are told apart.
const STOCKS: usize = 64;

impl Moves {
    pub(super) fn new(runs: &Runs) -> Self {
        assert!(runs.states <= MAX_STATES, "sets of states are too small for these rules");
        let mut table = Self { states: runs.states, rows: Vec::new(), moves: Vec::new() };
        for mode in [Mode::Still, Mode::Open, Mode::Close] {
            for case in 0..STOCKS as u8 {
                let stock = Stock { forced: case >> 4, there: case >> 2 & 3, most: case & 3 };
                for state in 0..runs.states as u16 {
                    let row = table.list(runs, mode, stock, state);
                    table.rows.push(row);
                }
            }
        }
        table
    }

    fn list(&mut self, runs: &Runs, mode: Mode, stock: Stock, state: u16) -> Row {
        let start = self.moves.len();
        let mut row = Row { start: start as u32, ends: [0; MAX_COPIES + 1], targets: [0; WORDS] };
        for given in 0..=stock.most {
            let group = self.moves.len();
            for n in 0..=MAX_COPIES as u8 {
                let used = given + n;
                if used < stock.forced || used > stock.there {
                    continue;
                }
                for &to in runs.next(state, n) {
                    let to = match mode {
                        Mode::Still if state == 0 && n == 0 => 0,
                        Mode::Open => to,
                        Mode::Close if runs.closable(to) => 0,
                        Mode::Still | Mode::Close => continue,
                    };
                    if !self.moves[group..].iter().any(|m| m.to == to && m.used == used) {
                        self.moves.push(Move { to, to_runs: n, used });
                        row.targets[usize::from(to) / 64] |= 1 << (to % 64);
                    }
                }
            }
            row.ends[usize::from(given)..].fill((self.moves.len() - start) as u8);
        }
        row
    }

    /// Where the rows of a case begin; the row of a state follows at its number.
    #[inline]
    pub(super) fn rows(&self, mode: Mode, stock: Stock) -> u32 {
        let case = usize::from(stock.forced << 4 | stock.there << 2 | stock.most);
        ((mode as usize * STOCKS + case) * self.states) as u32
    }

    #[inline]
    pub(super) fn row(&self, row: u32) -> &Row {
        &self.rows[row as usize]
    }

    /// The moves of a row.
    #[inline]
    pub(super) fn of(&self, row: &Row) -> &[Move] {
        &self.moves[row.start as usize..][..usize::from(row.ends[MAX_COPIES])]
    }
}
