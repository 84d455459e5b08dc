//! Prices of the cards in sets, which show what is lost at least from a joint state on.
//!
//! Suits meet in sets only. Where a suit pays a price for what it gives to the sets of a rank, and the
//! vector that is chosen there gets the price back, nothing changes for a path. But what each suit loses
//! at least on its own, and the sets of each rank on theirs, is a bound of what all lose together. Prices
//! are chosen so that it becomes high: rank after rank, forth and back, what the best vectors with each
//! number of cards lose in all is shared out evenly among the suits, which never lowers it by more than
//! a rounding. Reference: Globerson and Jaakkola, "Fixing max-product: convergent message passing
//! algorithms for MAP LP-relaxations" (2007).

use std::ops::Range;

use super::BySuit;
use super::descent::Stretch;
use super::narrow::LAYERS;
use super::step::{Around, NO_PATH, State, Step, TAG};
use super::tables::Tables;
use crate::card::Suit;

/// States of a suit's runs, with how many aces a tag counts.
const STATES: usize = 64;

/// Cards that a suit gives to sets at a step, and one more.
pub(super) const GIVEN: usize = 4;

/// What cannot be: more than anything loses.
pub(super) const NEVER: i32 = 1 << 27;

/// What one card of the least worth loses here, so that it can be shared.
const SHARES: u32 = 48;

/// How often prices are improved at most.
const ROUNDS: usize = 12;

/// A way of a suit through a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The number of the state that it begins in.
    from: u8,
    /// The number of the one that it leads to.
    to: u8,
    /// That itself, with its tag.
    pub(super) state: u16,
    /// Cards that go to sets.
    pub(super) given: u8,
    pub(super) to_runs: u8,
    /// What it loses, in shares.
    pub(super) loss: i32,
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
    /// Where its ways from each state begin, and where all end.
    starts: [u32; STATES + 1],
    /// What it pays for giving so many cards to sets.
    prices: [i32; GIVEN],
    /// What it loses and pays at least until each state before the step.
    behind: [i32; STATES],
    /// The same from there on.
    ahead: [i32; STATES],
}

impl Default for Cell {
    fn default() -> Self {
        Self {
            starts: [0; STATES + 1],
            prices: [0; GIVEN],
            behind: [NEVER; STATES],
            ahead: [0; STATES],
        }
    }
}

/// Prices, and what follows from them.
#[derive(Debug, Default)]
pub(super) struct Prices {
    /// What losses are multiplied by; 0 if they do not fit.
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
    /// Finds prices for a stretch whose steps are ready, unless cards are worth too much; what is lost at
    /// least.
    pub(super) fn find(
        &mut self,
        around: &Around<'_>,
        steps: &[Step],
        layers: &[u8],
        Stretch { at, end, start }: Stretch,
    ) -> Option<u32> {
        self.first = at;
        let steps = &steps[at..end];
        if !self.list(around, steps, &layers[at..end], start) {
            return None;
        }
        let tables = around.tables;
        (0..steps.len()).rev().for_each(|i| self.look_ahead(i));
        for _ in 0..ROUNDS {
            for (i, step) in steps.iter().enumerate() {
                self.share(tables, i, step.vectors);
                self.look_behind(i);
            }
            for (i, step) in steps.iter().enumerate().rev() {
                self.share(tables, i, step.vectors);
                self.look_ahead(i);
            }
        }
        Some(self.least(at, start))
    }

    /// What is lost at least from a joint state before a step on.
    fn least(&self, at: usize, state: State) -> u32 {
        let i = at - self.first;
        let ahead = self.cells[i]
            .iter()
            .zip(by_suit(state))
            .map(|(cell, of_suit)| cell.ahead[number(of_suit)]);
        self.cards(ahead.sum::<i32>() + self.sets_ahead[i])
    }

    /// What losses add up to, given in shares.
    pub(super) fn cards(&self, shares: i32) -> u32 {
        if shares >= NEVER / 2 {
            return NO_PATH;
        }
        shares.max(0).cast_unsigned().div_ceil(self.scale)
    }

    /// The shares of a loss.
    pub(super) const fn shares(&self, loss: u32) -> i32 {
        (loss * self.scale).cast_signed()
    }

    /// What is lost at least in sets behind a step.
    pub(super) fn sets_behind(&self, at: usize) -> i32 {
        self.sets_ahead[at - self.first + 1]
    }

    /// Where the ways of a suit through a step lie that begin in its state.
    pub(super) fn ways(&self, at: usize, s: usize, state: State) -> Range<usize> {
        let starts = &self.cells[at - self.first][s].starts;
        let state = number(by_suit(state)[s]);
        starts[state] as usize..starts[state + 1] as usize
    }

    /// One of them, and what the suit loses at least with it.
    #[inline]
    pub(super) fn way(&self, at: usize, s: usize, number: usize) -> (Edge, i32) {
        let edge = self.edges[number];
        let ahead = &self.cells[at - self.first + 1][s].ahead;
        (edge, edge.loss + ahead[usize::from(edge.to) % STATES])
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
        let mut reached = by_suit(start).map(|state| {
            let mut reached = [None; STATES];
            reached[number(state)] = Some(state);
            reached
        });
        for (step, &layer) in steps.iter().zip(layers) {
            let mut cells = [Cell::default(); Suit::COUNT];
            for (s, (cell, reached)) in cells.iter_mut().zip(&mut reached).enumerate() {
                self.list_suit(around, (step, usize::from(layer) % LAYERS, s), cell, reached);
            }
            self.cells.push(cells);
        }
        self.cells.push([Cell::default(); Suit::COUNT]);
        for (cell, state) in self.cells[0].iter_mut().zip(by_suit(start)) {
            cell.behind[number(state)] = 0;
        }
        self.sets = [0; LAYERS];
        self.sets_ahead = [0; LAYERS + 1];
        self.scale > 0
    }

    /// Lists those of suit `s` through a step, given the states that it can be in before it; leaves those
    /// behind it.
    fn list_suit(
        &mut self,
        around: &Around<'_>,
        (step, layer, s): (&Step, usize, usize),
        cell: &mut Cell,
        reached: &mut [Option<u16>; STATES],
    ) {
        let field = around.field;
        let (to_runs, to_sets) = (field.to_runs[layer].of(s), field.to_sets[layer].of(s));
        let before = std::mem::replace(reached, [None; STATES]);
        for (from, start) in (0..).zip(&mut cell.starts) {
            *start = self.edges.len() as u32;
            let Some(&Some(state)) = before.get(usize::from(from)) else { continue };
            let lane = step.lane(around, layer, State::from(state) << (16 * s), s, NO_PATH);
            for given in (0..3).filter(|given| to_sets >> given & 1 == 1) {
                let ways = lane.ways(around.tables, given);
                for way in ways.get().iter().filter(|way| to_runs >> way.to_runs & 1 == 1) {
                    let to = number(way.to);
                    let loss = (way.loss * self.scale).cast_signed();
                    let to_runs = way.to_runs;
                    self.edges.push(Edge {
                        from,
                        to: to as u8,
                        state: way.to,
                        given,
                        to_runs,
                        loss,
                    });
                    reached[to] = Some(way.to);
                }
            }
        }
    }

    fn edges(&self, cell: &Cell) -> &[Edge] {
        &self.edges[cell.starts[0] as usize..cell.starts[STATES] as usize]
    }

    /// Finds what lies ahead of a step.
    fn look_ahead(&mut self, at: usize) {
        for s in 0..Suit::COUNT {
            let [cell, next] = [at, at + 1].map(|at| &self.cells[at][s]);
            let mut ahead = [NEVER; STATES];
            for edge in self.edges(cell) {
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
            for edge in self.edges(cell) {
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
            for edge in self.edges(cell) {
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

/// The state of each suit of a joint state, with its tag.
fn by_suit(state: State) -> BySuit<u16> {
    std::array::from_fn(|s| (state >> (16 * s)) as u16)
}

/// The number of a suit's state with its tag.
const fn number(state: u16) -> usize {
    // The tag of n aces is bit n, and no tag stands for no ace.
    (state & 0xf | state >> (TAG + 1) << 4) as usize % STATES
}

/// What each suit gives in each of some vectors.
fn all_given(tables: &Tables, vectors: u32) -> impl Iterator<Item = BySuit<usize>> {
    // Some are none.
    let vectors = vectors & tables.giving(0, 7);
    (0..32).filter(move |vector| vectors >> vector & 1 == 1).map(|vector| {
        let given = tables.given(vector);
        std::array::from_fn(|s| (given >> (16 * s + 4)) as usize & 3)
    })
}
