//! The descent through a stretch where cards in sets have prices.
//!
//! It is the same search as without them, but at each joint state only those ways are followed that may
//! lose no more than is left, as far as the prices show.

use super::BySuit;
use super::descent::{Descent, Losses, Stretch};
use super::narrow::LAYERS;
use super::prices::{GIVEN, NEVER};
use super::states::Lanes;
use super::step::{Around, NO_PATH, State};
use super::tables::choice;
use crate::card::Suit;

/// Finding prices takes as long as meeting so many joint states.
const EFFORT: u32 = 1 << 10;

/// A step from a joint state with a vector of sets.
#[derive(Clone, Copy)]
struct Branch<'a> {
    around: &'a Around<'a>,
    at: usize,
    state: State,
    budget: u32,
    vector: u8,
    /// What each suit gives to sets.
    given: BySuit<usize>,
    /// What each suit loses at least, in shares.
    least: BySuit<i32>,
}

/// Ways of the first suits through a step.
#[derive(Clone, Copy)]
struct Joint {
    to: State,
    /// Sixteen times the cards given to runs.
    to_runs: Lanes,
    /// What they lose, in shares.
    loss: i32,
    /// What is lost at least with the other suits and behind the step.
    least: i32,
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
        let bound = self.prices.find(around, &self.steps, &self.layers, stretch).ok_or(least)?;
        self.end = stretch.end;
        let mut budget = least.max(bound);
        while budget < limit && self.left > 0 {
            let (found, enough) = self.at_most(self.patience.priced, |descent| {
                descent.descend_priced(around, stretch.at, stretch.start, budget)
            });
            match found {
                Ok(()) => return Ok(budget),
                Err(more) if enough => budget = more,
                Err(_) => break,
            }
        }
        Err(budget)
    }

    /// Looks for a path from a joint state before a step to the end of the stretch that loses no more
    /// than `budget`, which the prices allow; what any path loses at least if there is none.
    fn descend_priced(
        &mut self,
        around: &Around<'_>,
        at: usize,
        state: State,
        budget: u32,
    ) -> Result<(), u32> {
        if at >= self.end {
            return Ok(());
        }
        let known = self.steps[at % LAYERS].failures.look_up(state, budget)?;
        if self.left == 0 {
            return Err(NO_PATH);
        }
        self.left -= 1;
        let found = self.vectors_priced(around, at, state, budget);
        if let Err(loss) = found
            && self.left > 0
        {
            self.steps[at % LAYERS].failures.fail(around.tables, known, state, loss);
        }
        found
    }

    /// The same by each vector of sets.
    fn vectors_priced(
        &mut self,
        around: &Around<'_>,
        at: usize,
        state: State,
        budget: u32,
    ) -> Result<(), u32> {
        let Self { steps, prices, .. } = self;
        let mut vectors = steps[at % LAYERS].vectors;
        let mut cheapest = [[NEVER; GIVEN]; Suit::COUNT];
        for (s, cheapest) in cheapest.iter_mut().enumerate() {
            let mut amounts = 0;
            for number in prices.ways(at, s, state) {
                let (way, loss) = prices.way(at, s, number);
                let known = &mut cheapest[usize::from(way.given) % GIVEN];
                *known = loss.min(*known);
                amounts |= 1 << way.given;
            }
            vectors &= around.tables.giving(s, amounts);
        }
        let most = prices.shares(budget);
        let behind = prices.sets_behind(at);
        let mut least = NO_PATH;
        while vectors != 0 {
            let vector = 31 - vectors.leading_zeros() as u8;
            vectors &= !(1 << vector);
            let all_given = around.tables.given(vector);
            let given: BySuit<usize> =
                std::array::from_fn(|s| (all_given >> (16 * s + 4)) as usize & 3);
            let losses: BySuit<i32> = std::array::from_fn(|s| cheapest[s][given[s]]);
            let sum = losses.iter().sum::<i32>() + behind;
            if sum > most {
                least = least.min(self.prices.cards(sum));
                continue;
            }
            let branch = Branch { around, at, state, budget, vector, given, least: losses };
            let none = Joint { to: 0, to_runs: 0, loss: 0, least: sum };
            match self.branch_priced(&branch, 0, none) {
                Ok(()) => return Ok(()),
                Err(more) => least = least.min(more),
            }
            if self.left == 0 {
                break;
            }
        }
        Err(least)
    }

    /// The same with one vector of sets, where the suits before `s` have their way.
    fn branch_priced(&mut self, branch: &Branch<'_>, s: usize, joint: Joint) -> Result<(), u32> {
        let &Branch { around, at, state, budget, vector, .. } = branch;
        if s == Suit::COUNT {
            let lost = self.prices.cards(joint.loss);
            let found = self.descend_priced(around, at + 1, joint.to, budget - lost);
            if found.is_ok() {
                self.choices[at % LAYERS] = choice(vector, joint.to_runs);
            }
            return found.map_err(|more| more.saturating_add(lost));
        }
        let most = self.prices.shares(budget);
        let mut least = NO_PATH;
        for number in self.prices.ways(at, s, state) {
            let (way, loss) = self.prices.way(at, s, number);
            if usize::from(way.given) != branch.given[s] {
                continue;
            }
            let (sum, lost) = (joint.least + loss - branch.least[s], joint.loss + way.loss);
            // From a single state on prices may show less than nothing.
            if sum.max(lost) > most {
                least = least.min(self.prices.cards(sum.max(lost)));
                continue;
            }
            let joint = Joint {
                to: joint.to | State::from(way.state) << (16 * s),
                to_runs: joint.to_runs | Lanes::from(way.to_runs) << (16 * s + 4),
                loss: lost,
                least: sum,
            };
            match self.branch_priced(branch, s + 1, joint) {
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
