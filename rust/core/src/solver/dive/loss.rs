//! Steps of a descent where cards can be lost, or aces are counted.

use super::BySuit;
use super::amounts::{Amounts, Range, most};
use super::descent::Descent;
use super::narrow::LAYERS;
use super::states::{self, Lanes, RunState};
use super::step::{Aces, Around, NO_PATH, State, Step, TAG, TAGS};
use super::tables::{Tables, choice, rows};
use crate::card::Suit;

/// What a suit can do at a step where cards may be lost, or aces are counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lane {
    state: RunState,
    /// The tag before the step.
    tag: u16,
    /// All bits if runs can be open behind the step.
    open: RunState,
    /// How many cards can go to runs.
    to_runs: Amounts,
    /// How many cards can be used without losing too much.
    range: Range,
    /// So many cards used lose nothing.
    most: u8,
    /// What a card that is not used loses.
    worth: u32,
    aces: Aces,
    /// What ways that use fewer cards lose at least.
    beyond: u32,
}

/// One way of a suit through a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    /// A state with a tag.
    pub(super) to: u16,
    pub(super) to_runs: u8,
    pub(super) loss: u32,
}

/// The ways of a suit through a step that give some number of cards to sets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ways {
    list: [Way; 3],
    len: usize,
}

/// Ways of several suits through a step.
#[derive(Clone, Copy, Debug)]
struct Joint {
    to: State,
    /// Sixteen times the cards given to runs.
    to_runs: Lanes,
    loss: u32,
}

/// A choice of sets at a step, and what suits can do there.
#[derive(Clone, Copy)]
struct Branch<'a> {
    around: &'a Around<'a>,
    at: usize,
    budget: u32,
    vector: u8,
    lanes: &'a BySuit<Lane>,
}

impl Descent {
    /// Descends from a joint state before a step at which cards can be lost, or aces are counted.
    #[inline(never)]
    pub(super) fn descend_with_loss(
        &mut self,
        around: &Around<'_>,
        at: usize,
        state: State,
        budget: u32,
    ) -> Result<(), u32> {
        let tables = around.tables;
        let step = &self.steps[at % LAYERS];
        let (most, loose) = (step.most, step.loose);
        let layer = usize::from(self.layers[at % LAYERS]) % LAYERS;
        let mut vectors = step.vectors;
        let mut least = NO_PATH;
        let (ways, used) = (step.ways(state), rows(most));
        let mut lanes = [Lane::default(); Suit::COUNT];
        for s in 0..Suit::COUNT {
            let any = u32::from(loose >> s & 1).wrapping_neg();
            vectors &= any | tables.parting(used, s, tables.states.leading(ways, s));
        }
        let mut rest = loose;
        while rest != 0 {
            let s = rest.trailing_zeros() as usize % Suit::COUNT;
            rest &= rest - 1;
            lanes[s] = self.steps[at % LAYERS].lane(around, layer, state, s, budget);
            least = least.min(lanes[s].beyond);
            vectors &= tables.giving(s, tables.others(lanes[s].range, lanes[s].to_runs));
        }
        let settled = states::of_suits(!loose);
        while vectors != 0 {
            let vector = 31 - vectors.leading_zeros() as u8;
            vectors &= !(1 << vector);
            // No suit gives more than it can use, so none borrows from the next.
            let to_runs = (most - tables.given(vector)) & settled;
            let to = self.steps[at % LAYERS].next(tables, state, to_runs) & settled;
            let way = Joint { to, to_runs, loss: 0 };
            let branch = Branch { around, at, budget, vector, lanes: &lanes };
            match self.branch(&branch, loose, way) {
                Ok(()) => return Ok(()),
                Err(more) => least = least.min(more),
            }
            if self.left == 0 {
                break;
            }
        }
        Err(least)
    }

    /// The same with one vector of sets, where some suits have their way and the `loose` ones not yet.
    fn branch(&mut self, branch: &Branch<'_>, loose: u8, way: Joint) -> Result<(), u32> {
        let &Branch { around, at, budget, vector, lanes } = branch;
        if way.loss > budget {
            return Err(way.loss);
        }
        if loose == 0 {
            let found = self.descend(around, at + 1, way.to, budget - way.loss);
            if found.is_ok() {
                self.choices[at % LAYERS] = choice(vector, way.to_runs);
            }
            return found.map_err(|more| more.saturating_add(way.loss));
        }
        let s = loose.trailing_zeros() as usize % Suit::COUNT;
        let given = (around.tables.given(vector) >> (16 * s + 4)) as u8 & 3;
        let mut least = NO_PATH;
        for next in lanes[s].ways(around.tables, given).get() {
            let way = Joint {
                to: way.to | State::from(next.to) << (16 * s),
                to_runs: way.to_runs | Lanes::from(next.to_runs) << (16 * s + 4),
                loss: way.loss + next.loss,
            };
            match self.branch(branch, loose & (loose - 1), way) {
                Ok(()) => return Ok(()),
                Err(more) => least = least.min(more),
            }
            if self.left == 0 {
                break;
            }
        }
        Err(least)
    }
}

impl Step {
    /// What suit `s` can do at the step, which is one for this layer, that loses no more than `budget`.
    #[expect(clippy::inline_always, reason = "a call costs a tenth of a descent with losses")]
    #[inline(always)]
    pub(super) fn lane(
        &self,
        around: &Around<'_>,
        layer: usize,
        state: State,
        s: usize,
        budget: u32,
    ) -> Lane {
        let Around { tables, field, .. } = *around;
        let to_runs = tables.states.leading(self.ways(state), s);
        let [own, open] = [state, self.open].map(|of_all| (of_all >> (16 * s)) as u16);
        let tag = own & TAGS as u16;
        let worth = around.worth(layer, s);
        let aces = around.aces(layer, s);
        let mut range = field.ranges[layer].of(s);
        let most = match aces {
            Aces::Untold => (self.most >> (16 * s + 4)) as u8 & 3,
            Aces::Counted => 0,
            Aces::Spent(all) => {
                let before = (tag >> TAG).trailing_zeros() as u8;
                let most = all.most().saturating_sub(before);
                let least = range.least().max(all.least().saturating_sub(before));
                range = Range::new(least, most.min(range.most()));
                most
            }
        };
        let mut beyond = NO_PATH;
        let least = most.saturating_sub(budget.checked_div(worth).map_or(3, |n| n.min(3) as u8));
        if least > range.least() {
            if tables.others(Range::new(range.least(), least - 1), to_runs) != 0 {
                beyond = u32::from(most - least + 1) * worth;
            }
            range = Range::new(least, range.most());
        }
        let state = own as RunState & 0xf;
        Lane { state, tag, open: open as RunState, to_runs, range, most, worth, aces, beyond }
    }
}

impl Lane {
    /// The ways that give so many cards to sets, except those that use fewer cards than another and
    /// lead to a state that can do no more.
    pub(super) fn ways(&self, tables: &Tables, given: u8) -> Ways {
        let mut ways = Ways::default();
        let mut amounts = self.to_runs & tables.others(self.range, 1 << given);
        while amounts != 0 {
            let to_runs = most(amounts);
            amounts &= !(1 << to_runs);
            let state = tables.states.step(self.state, to_runs) & self.open;
            let used = given + to_runs;
            let loss = u32::from(self.most.saturating_sub(used)) * self.worth;
            let way = |tag| Way { to: u16::from(state) | tag, to_runs, loss };
            let is_worse = |other: &Way| tables.states.is_worse(state, other.to as RunState & 0xf);
            match self.aces {
                Aces::Untold if ways.get().iter().any(is_worse) => {}
                Aces::Untold => ways.push(way(self.tag)),
                Aces::Counted => ways.push(way(1 << (TAG + u32::from(used)))),
                Aces::Spent(_) => ways.push(way(0)),
            }
        }
        ways
    }
}

impl Ways {
    pub(super) fn get(&self) -> &[Way] {
        &self.list[..self.len]
    }

    fn push(&mut self, way: Way) {
        self.list[self.len] = way;
        self.len += 1;
    }
}
