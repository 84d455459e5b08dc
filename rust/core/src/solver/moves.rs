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

/// The cards of a suit at a layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stock {
    /// How many must be used.
    pub(super) forced: u8,
    /// How many are there.
    pub(super) there: u8,
    /// How many can go to sets, as bits: bit g for g cards.
    pub(super) gives: u8,
}

/// The moves of every case, by mode, stock and state of the runs.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    states: usize,
    /// Words of a set of states: 1, 2 or 4.
    pub(super) words: usize,
    /// The number of each stock, by its parts; stocks that cannot be have none.
    cases: [u8; 256],
    /// How many stocks are told apart.
    stocks: usize,
    rows: Vec<Row>,
    list: Vec<Move>,
    /// For each row the sets of states that moves with 0, 1, … cards in sets lead to.
    leads: Vec<u64>,
}

/// Where the moves of a state in one case lie.
#[derive(Clone, Copy, Debug)]
struct Row {
    start: u32,
    end: u32,
}

/// Different numbers of cards in sets.
pub(super) const GIVEN: usize = MAX_COPIES + 1;

impl Moves {
    pub(super) fn new(runs: &Runs, copies: u8) -> Self {
        let mut table = Self {
            states: runs.states,
            words: runs.states.div_ceil(64).next_power_of_two(),
            cases: [0; 256],
            stocks: 0,
            rows: Vec::new(),
            list: Vec::new(),
            leads: Vec::new(),
        };
        let mut stocks = Vec::new();
        for there in 0..=copies {
            for forced in 0..=there {
                for gives in 0..2 << there {
                    let stock = Stock { forced, there, gives };
                    table.cases[case(stock)] = stocks.len() as u8;
                    stocks.push(stock);
                }
            }
        }
        table.stocks = stocks.len();
        for mode in [Mode::Still, Mode::Open, Mode::Close] {
            for &stock in &stocks {
                for state in 0..runs.states as u16 {
                    table.tabulate(runs, mode, stock, state);
                }
            }
        }
        table
    }

    fn tabulate(&mut self, runs: &Runs, mode: Mode, stock: Stock, state: u16) {
        let start = self.list.len();
        let lead = self.leads.len();
        self.leads.resize(lead + GIVEN * self.words, 0);
        for given in (0..=stock.there).filter(|given| stock.gives >> given & 1 == 1) {
            let group = self.list.len();
            for n in 0..=stock.there - given {
                let used = given + n;
                if used < stock.forced {
                    continue;
                }
                for &to in runs.next(state, n) {
                    let to = match mode {
                        Mode::Still if state == 0 && n == 0 => 0,
                        Mode::Open => to,
                        Mode::Close if runs.closable(to) => 0,
                        Mode::Still | Mode::Close => continue,
                    };
                    if !self.list[group..].iter().any(|m| m.to == to && m.used == used) {
                        self.list.push(Move { to, to_runs: n, used });
                        let word = usize::from(given) * self.words + usize::from(to) / 64;
                        self.leads[lead + word] |= 1 << (to % 64);
                    }
                }
            }
        }
        self.rows.push(Row { start: start as u32, end: self.list.len() as u32 });
    }

    /// Where the rows of a case begin; the row of a state follows at its number.
    #[inline]
    pub(super) fn rows(&self, mode: Mode, stock: Stock) -> u32 {
        let case = usize::from(self.cases[case(stock)]);
        ((mode as usize * self.stocks + case) * self.states) as u32
    }

    /// The moves of a row.
    #[inline]
    pub(super) fn of(&self, row: u32) -> &[Move] {
        let Row { start, end } = self.rows[row as usize];
        &self.list[start as usize..end as usize]
    }

    /// The sets of states that moves with 0, 1, … cards in sets lead to, for the rows from one on.
    #[inline]
    pub(super) fn leads<const W: usize>(&self, rows: u32) -> &[[u64; W]] {
        &self.leads.as_chunks().0[rows as usize * GIVEN..]
    }
}

fn case(stock: Stock) -> usize {
    usize::from(stock.forced << 6 | stock.there << 4 | stock.gives)
}
