//! Prices of the cards in sets, which show what is lost at least from a joint state on.
//!
//! Suits meet in sets only. Where a suit pays a price for what it gives to the sets of a rank, and the
//! vector that is chosen there gets the price back, nothing changes for a path. But what each suit loses
//! at least on its own, and the sets of each rank on theirs, is a bound of what all lose together. Prices
//! are chosen so that it becomes high: rank after rank, forth and back, what the best vectors with each
//! number of cards lose in all is shared out evenly among the suits, which never lowers it by more than
//! a rounding. Reference: Globerson and Jaakkola, "Fixing max-product: convergent message passing
//! algorithms for MAP LP-relaxations" (2007).

use super::BySuit;
use super::amounts::Range;
use super::descent::{Descent, Losses, Stretch};
use super::loss::spent;
use super::narrow::LAYERS;
use super::states::RunState;
use super::step::{Aces, Around, NO_PATH, State, Step, TAG};
use super::tables::Tables;
use crate::card::Suit;

/// Run states of a suit, with how many aces a tag counts.
const STATES: usize = 64;

/// Cards that a suit gives to sets at a step, and one more.
const GIVEN: usize = 4;

/// What cannot be: more than anything loses.
const NEVER: i32 = 1 << 27;

/// What one card of the least worth loses here, so that it can be shared.
const SHARES: u32 = 48;

/// How often prices are improved at most.
const ROUNDS: usize = 12;

/// Finding prices takes as long as meeting so many joint states.
const EFFORT: u32 = 1 << 10;

/// A way of a suit through a step.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u8,
    to: u8,
    /// Cards that go to sets.
    given: u8,
    loss: i32,
}

impl Edge {
    /// What it loses with what is lost at its other end.
    fn after(self, lost: &[i32; STATES], prices: &[i32; GIVEN]) -> i32 {
        lost[usize::from(self.from) % STATES] + self.loss + prices[usize::from(self.given) % GIVEN]
    }

    /// The same the other way round.
    fn before(self, lost: &[i32; STATES], prices: &[i32; GIVEN]) -> i32 {
        lost[usize::from(self.to) % STATES] + self.loss + prices[usize::from(self.given) % GIVEN]
    }
}

/// A suit at a step.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// Where its ways begin and end.
    edges: (u32, u32),
    /// What it pays for giving so many cards to sets.
    prices: [i32; GIVEN],
    /// What it loses and pays at least until each state before the step.
    behind: [i32; STATES],
    /// The same from there on.
    ahead: [i32; STATES],
}

impl Default for Cell {
    fn default() -> Self {
        Self { edges: (0, 0), prices: [0; GIVEN], behind: [NEVER; STATES], ahead: [0; STATES] }
    }
}

/// Prices, and what follows from them.
#[derive(Debug, Default)]
pub(super) struct Prices {
    /// What losses are multiplied by; 0 while there are no prices.
    scale: u32,
    /// The step that counts as the first.
    first: usize,
    edges: Vec<Edge>,
    /// By step, and one behind the last.
    cells: Vec<BySuit<Cell>>,
    /// What vectors lose at least as they get prices back, by step.
    sets: [i32; LAYERS],
    /// The same from a step on.
    sets_ahead: [i32; LAYERS + 1],
}

impl Prices {
    /// Whether a path from a joint state before a step on may lose no more than `budget`.
    ///
    /// # Errors
    ///
    /// What it loses at least, if that is known to be more.
    #[inline]
    pub(super) fn check(&self, at: usize, state: State, budget: u32) -> Result<(), u32> {
        if self.scale == 0 {
            return Ok(());
        }
        let least = self.least(at - self.first, state);
        if least <= budget { Ok(()) } else { Err(least) }
    }

    /// What is lost at least from a joint state before a step on.
    fn least(&self, at: usize, state: State) -> u32 {
        let sum: i32 =
            self.cells[at].iter().zip(states(state)).map(|(cell, s)| cell.ahead[s]).sum();
        let least = sum + self.sets_ahead[at];
        if least >= NEVER / 2 {
            return NO_PATH;
        }
        least.max(0).cast_unsigned().div_ceil(self.scale)
    }

    /// Lists the ways of each suit through a stretch; whether what they lose fits.
    fn list(&mut self, around: &Around<'_>, steps: &[Step], layers: &[u8], start: State) -> bool {
        self.edges.clear();
        self.cells.clear();
        let worths = layers.iter().flat_map(|&layer| {
            (0..Suit::COUNT).map(move |s| 4 * u64::from(around.worth(usize::from(layer), s)))
        });
        // What prices add up to stays far from what cannot be.
        let most = u64::from(NEVER.cast_unsigned()) / 64;
        self.scale = SHARES.min((most / worths.sum::<u64>().max(1)) as u32);
        let mut reached = states(start).map(|state| 1_u64 << state);
        for (step, &layer) in steps.iter().zip(layers) {
            let mut cells = [Cell::default(); Suit::COUNT];
            for (s, cell) in cells.iter_mut().enumerate() {
                let first = self.edges.len();
                let ways = Ways::new(around, step, usize::from(layer) % LAYERS, s, self.scale);
                let mut rest = std::mem::take(&mut reached[s]);
                while rest != 0 {
                    ways.list(around.tables, rest.trailing_zeros() as u8, &mut self.edges);
                    rest &= rest - 1;
                }
                for edge in &self.edges[first..] {
                    reached[s] |= 1 << edge.to;
                }
                cell.edges = (first as u32, self.edges.len() as u32);
            }
            self.cells.push(cells);
        }
        self.cells.push([Cell::default(); Suit::COUNT]);
        for (cell, state) in self.cells[0].iter_mut().zip(states(start)) {
            cell.behind[state] = 0;
        }
        self.sets = [0; LAYERS];
        self.sets_ahead = [0; LAYERS + 1];
        self.scale > 0
    }

    fn edges(&self, (from, to): (u32, u32)) -> &[Edge] {
        &self.edges[from as usize..to as usize]
    }

    /// Finds what lies ahead of a step.
    fn look_ahead(&mut self, at: usize) {
        for s in 0..Suit::COUNT {
            let [cell, next] = [at, at + 1].map(|at| &self.cells[at][s]);
            let mut ahead = [NEVER; STATES];
            for edge in self.edges(cell.edges) {
                let known = &mut ahead[usize::from(edge.from) % STATES];
                *known = edge.before(&next.ahead, &cell.prices).min(*known);
            }
            self.cells[at][s].ahead = ahead;
        }
        self.sets_ahead[at] = NEVER.min(self.sets_ahead[at + 1] + self.sets[at]);
    }

    /// Finds what lies behind the step after this one.
    fn look_behind(&mut self, at: usize) {
        for s in 0..Suit::COUNT {
            let cell = &self.cells[at][s];
            let mut behind = [NEVER; STATES];
            for edge in self.edges(cell.edges) {
                let known = &mut behind[usize::from(edge.to) % STATES];
                *known = edge.after(&cell.behind, &cell.prices).min(*known);
            }
            self.cells[at + 1][s].behind = behind;
        }
    }

    /// Shares what is lost with each vector of a step among the suits.
    fn share(&mut self, tables: &Tables, at: usize, vectors: u32) {
        let mut losses = [[NEVER; GIVEN]; Suit::COUNT];
        for (s, losses) in losses.iter_mut().enumerate() {
            let [cell, next] = [at, at + 1].map(|at| &self.cells[at][s]);
            for edge in self.edges(cell.edges) {
                let behind = edge.after(&cell.behind, &[0; GIVEN]);
                let known = &mut losses[usize::from(edge.given) % GIVEN];
                *known = (behind + next.ahead[usize::from(edge.to) % STATES]).min(*known);
            }
        }
        let mut shares = [[NEVER; GIVEN]; Suit::COUNT];
        for given in all_given(tables, vectors) {
            let of_suits = given.iter().zip(&losses).map(|(&g, losses)| losses[g]);
            let sum = of_suits.fold(0, |sum: i32, loss| NEVER.min(sum + loss));
            for (&g, shares) in given.iter().zip(&mut shares) {
                shares[g] = sum.min(shares[g]);
            }
        }
        for (cell, (losses, shares)) in self.cells[at].iter_mut().zip(losses.iter().zip(&shares)) {
            cell.prices = std::array::from_fn(|g| match (losses[g], shares[g]) {
                (NEVER.., _) | (_, NEVER..) => NEVER,
                // A quarter, rounded down.
                (loss, share) => (share >> 2) - loss,
            });
        }
        let cells = &self.cells[at];
        let back = all_given(tables, vectors).filter_map(|given| {
            let mut prices = given.iter().zip(cells).map(|(&g, cell)| cell.prices[g]);
            let sum = prices.try_fold(0, |sum, price| (price < NEVER).then_some(sum + price));
            sum.map(|sum: i32| -sum)
        });
        self.sets[at] = back.min().unwrap_or(NEVER);
    }
}

/// What a suit can do at a step.
struct Ways<'a> {
    step: &'a Step,
    s: usize,
    to_runs: u8,
    to_sets: u8,
    range: Range,
    aces: Aces,
    /// The most cards that it uses.
    most: u8,
    /// What a card less loses.
    worth: u32,
}

impl<'a> Ways<'a> {
    fn new(around: &Around<'_>, step: &'a Step, layer: usize, s: usize, scale: u32) -> Self {
        let field = around.field;
        Self {
            step,
            s,
            to_runs: field.to_runs[layer].of(s),
            to_sets: field.to_sets[layer].of(s),
            range: field.ranges[layer].of(s),
            aces: around.aces(layer, s),
            most: (step.most >> (16 * s + 4)) as u8 & 3,
            worth: around.worth(layer, s) * scale,
        }
    }

    /// Lists those from a state.
    fn list(&self, tables: &Tables, from: u8, edges: &mut Vec<Edge>) {
        let (state, tag) = (from & 0xf, from >> 4);
        let (most, range) = match self.aces {
            Aces::Untold => (self.most, self.range),
            Aces::Counted => (0, self.range),
            Aces::Spent(all) => spent(all, tag, self.range),
        };
        let ways = self.step.ways(State::from(state) << (16 * self.s));
        let to_runs = tables.states.leading(ways, self.s) & self.to_runs;
        let open = (self.step.open >> (16 * self.s)) as RunState;
        for n in (0..3).filter(|n| to_runs >> n & 1 == 1) {
            let to = tables.states.step(state, n) & open;
            for given in (0..3).filter(|given| self.to_sets >> given & 1 == 1) {
                let used = n + given;
                if used < range.least() || used > range.most() {
                    continue;
                }
                let tag = match self.aces {
                    Aces::Untold => tag,
                    Aces::Counted => used,
                    Aces::Spent(_) => 0,
                };
                let loss = (u32::from(most.saturating_sub(used)) * self.worth).cast_signed();
                edges.push(Edge { from, to: tag << 4 | to, given, loss });
            }
        }
    }
}

/// Where each suit of a joint state stands among its states.
fn states(state: State) -> BySuit<usize> {
    std::array::from_fn(|s| {
        let own = (state >> (16 * s)) as usize & 0xffff;
        // The tag of n aces is bit n, and no tag stands for no ace.
        (own & 0xf | own >> (TAG + 1) << 4) % STATES
    })
}

/// What each suit gives in each of some vectors.
fn all_given(tables: &Tables, vectors: u32) -> impl Iterator<Item = BySuit<usize>> {
    (0..32).filter(move |vector| vectors >> vector & 1 == 1).map(|vector| {
        let given = tables.given(vector);
        std::array::from_fn(|s| (given >> (16 * s + 4)) as usize & 3)
    })
}

impl Descent {
    /// Looks for a path through a stretch that loses least and less than the limit, with prices; what it
    /// loses, or what any path loses at least as far as is known.
    pub(super) fn descend_with_prices(
        &mut self,
        around: &Around<'_>,
        stretch: Stretch,
        Losses { least, limit }: Losses,
    ) -> Result<u32, u32> {
        self.prepare(around, stretch);
        self.left = self.left.saturating_sub(EFFORT);
        let bound = self.price(around, stretch);
        let mut budget = least.max(bound);
        let patience = if bound < least { self.patience.cheap } else { self.patience.priced };
        let found = loop {
            if budget >= limit || self.left == 0 {
                break Err(budget);
            }
            match self.attempt(around, stretch, budget, patience) {
                Some(Ok(())) => break Ok(budget),
                Some(Err(more)) => budget = more,
                None => break Err(budget),
            }
        };
        self.prices.scale = 0;
        found
    }

    /// Finds prices for a stretch whose steps are ready; what is lost at least.
    fn price(&mut self, around: &Around<'_>, stretch: Stretch) -> u32 {
        let Self { steps, layers, prices, .. } = self;
        let Stretch { at, end, start } = stretch;
        prices.first = at;
        if !prices.list(around, &steps[at..end], &layers[at..end], start) {
            return 0;
        }
        let len = end - at;
        (0..len).rev().for_each(|i| prices.look_ahead(i));
        for _ in 0..ROUNDS {
            for i in 0..len {
                prices.share(around.tables, i, steps[at + i].vectors);
                prices.look_behind(i);
            }
            for i in (0..len).rev() {
                prices.share(around.tables, i, steps[at + i].vectors);
                prices.look_ahead(i);
            }
        }
        prices.least(0, start)
    }
}
