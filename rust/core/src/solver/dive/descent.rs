//! The search for a joint path through what narrowing left, depth first.
//!
//! A joint state is a set of one state for each suit, 16 bits a suit, with a tag above the states.
//! A path *loses* the worth of every card that could be used as far as narrowing knows, and is not.
//! The descent looks for a path that loses nothing, and whenever there is none it has learnt how much
//! must be lost at least, and looks again for one that loses no more than that.
//!
//! From a joint state without such a path there is none from any that can do no more. Those that failed
//! are kept for each layer with what any path from there loses.
//!
//! Where every suit can be in one state only and no tag is carried, all paths meet, and the stretches
//! between such layers are searched one by one.

use super::narrow::{Field, LAYERS, Layers};
use super::prices::Prices;
use super::step::{Around, NO_PATH, State, Step};
use super::tables::{choice, rows};
use crate::card::Suit;
use crate::solver::Table;
use crate::solver::path::{self, Choice, End, Path};

/// How many joint states are met before something else is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// Before a stretch is narrowed more.
    few: u32,
    /// Before a number of cards in runs is decided.
    pub(super) some: u32,
    /// Before aces that are tagged are parted.
    tagged: u32,
    /// Before it is looked for what other cards lose, however aces are parted.
    pub(super) parted: u32,
    /// While that is looked for.
    pub(super) others: u32,
    /// Before conflicts are looked for.
    many: u32,
    /// While they are, or aces are parted the long way, before prices are looked for.
    pub(super) conflicts: u32,
    /// With prices.
    pub(super) priced: u32,
}

/// So many suits with tags are many.
const MANY_TAGS: u32 = 3;

impl Default for Patience {
    fn default() -> Self {
        Self {
            few: 24,
            some: 64,
            tagged: 32,
            parted: 512,
            others: 1 << 14,
            many: 512,
            conflicts: 1 << 10,
            priced: 1 << 11,
        }
    }
}

#[cfg(test)]
impl Patience {
    /// As little as can be, so that all there is gets tried.
    pub(super) const LITTLE: Self = Self {
        few: 2,
        some: 2,
        tagged: 2,
        parted: 2,
        others: 1 << 10,
        many: 2,
        conflicts: 2,
        priced: 8,
    };
}

/// What paths lose that matter.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Losses {
    /// None loses less.
    pub(in crate::solver) least: u32,
    /// Only those matter that lose less.
    pub(in crate::solver) limit: u32,
}

impl Losses {
    pub(super) const ANY: Self = Self::below(NO_PATH);

    /// Nothing is known but that only paths matter that lose less.
    pub(in crate::solver) const fn below(limit: u32) -> Self {
        Self { least: 0, limit }
    }

    /// The same where so much is lost elsewhere.
    pub(super) const fn beside(self, lost: u32) -> Self {
        Self { least: self.least.saturating_sub(lost), limit: self.limit - lost }
    }
}

/// Where a dive ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) losses: Losses,
    /// So many joint states are met before it gives up.
    pub(super) states: u32,
}

/// The steps from one on before another, and the joint state before them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) start: State,
}

/// The memory of a descent.
#[derive(Debug, Default)]
pub(super) struct Descent {
    pub(super) steps: [Step; LAYERS],
    /// The layer of each step.
    pub(super) layers: [u8; LAYERS],
    len: usize,
    /// The step before which the stretch ends that is searched.
    pub(super) end: usize,
    pub(super) choices: [Choice; LAYERS],
    /// What is lost at least in the stretch if not all cards are used that can be.
    cheapest: u32,
    pub(super) patience: Patience,
    pub(super) prices: Prices,
    /// How many more joint states may be met.
    pub(super) left: u32,
}

impl Descent {
    /// Finds a best path within limits; there must be one of the forced cards alone too where the table
    /// is doubted.
    pub(super) fn best(
        &mut self,
        around: &Around<'_>,
        table: Table,
        Limits { losses, states }: Limits,
        path: &mut Path,
    ) -> End {
        let Around { frame, field, .. } = *around;
        if table == Table::Doubted && !field.forces_no_ace() {
            return End::Hopeless;
        }
        self.order(field);
        self.left = states;
        if self.pass(around, 0, self.len, table, losses).is_err() || self.left == 0 {
            return if self.left == 0 { End::Unfinished } else { End::Hopeless };
        }
        path.clear();
        for (&layer, &choice) in self.layers[..self.len].iter().zip(&self.choices) {
            path.push(path::Step { rank: frame.ranks[usize::from(layer)], layer, choice });
        }
        End::Found
    }

    /// Lists the layers where something can happen, from the cut on.
    fn order(&mut self, field: &Field) {
        let active = field.active();
        let (before, behind) = (active & ((1 << field.cut) - 1), active >> field.cut << field.cut);
        self.len = 0;
        for mut layers in [behind, before] {
            while layers != 0 {
                self.layers[self.len % LAYERS] = layers.trailing_zeros() as u8;
                self.len += 1;
                layers &= layers - 1;
            }
        }
    }

    /// The steps from one on before another where stretches begin, as bits: the first, and those before
    /// which all paths meet.
    fn starts(&self, around: &Around<'_>, from: usize, to: usize) -> u32 {
        let Around { tables, field, .. } = *around;
        let mut starts = u32::from(from < to) << from;
        if field.tagged != 0 && field.cut == 0 {
            return starts;
        }
        for at in from + 1..to {
            let layer = usize::from(self.layers[at % LAYERS]) % LAYERS;
            let meets = (field.tagged == 0 || layer > 0) & field.only(tables, layer).is_some();
            starts |= u32::from(meets) << at;
        }
        starts
    }

    /// Finds a best path through some steps, stretch by stretch, and one of the forced cards alone too
    /// where the table is doubted; what it loses, or what any path loses at least if there is none that
    /// matters.
    pub(super) fn pass(
        &mut self,
        around: &Around<'_>,
        from: usize,
        to: usize,
        table: Table,
        losses: Losses,
    ) -> Result<u32, u32> {
        let starts = self.starts(around, from, to);
        let ends = (starts | 1 << to) >> 1;
        let (mut short, mut long) = (starts & ends, starts & !ends);
        // One kind after the other, as which one is next would be hard to foresee.
        let mut stand = true;
        while short != 0 {
            let at = short.trailing_zeros() as usize;
            match self.direct(around, at) {
                Some(stands) => stand &= stands,
                None => long |= 1 << at,
            }
            short &= short - 1;
        }
        if !stand && table == Table::Doubted {
            return Err(NO_PATH);
        }
        let mut loss = 0;
        while long != 0 {
            let at = long.trailing_zeros() as usize;
            let end = at + 1 + (ends >> at).trailing_zeros() as usize;
            let more = |more: u32| more.saturating_add(loss);
            long &= long - 1;
            let mut own = losses.beside(loss);
            if long != 0 {
                // What must be lost may be lost further on.
                own.least = 0;
            }
            loss += self.cross(around, at, end, table, own).map_err(more)?;
        }
        Ok(loss)
    }

    /// Decides a stretch of one layer where all cards can be used that can be: whether the forced cards
    /// can be used alone too.
    #[inline]
    fn direct(&mut self, around: &Around<'_>, at: usize) -> Option<bool> {
        let Around { tables, field, .. } = *around;
        let layer = usize::from(self.layers[at % LAYERS]) % LAYERS;
        if field.tagged_at(layer) != 0 {
            return None;
        }
        // As all paths meet, what goes to runs leads from the one state to the other.
        let to_runs = field.to_runs[layer];
        let sums = field.sums(tables, layer);
        let most = sums.most();
        let sets = field.vectors(layer);
        let vectors = sets & tables.partings(rows(most), to_runs);
        let vector = 31_u8.checked_sub(vectors.leading_zeros() as u8)?;
        self.choices[at % LAYERS] = choice(vector, most - tables.given(vector));
        let least = field.ranges[layer].least();
        Some(!sums.spare() || sets & tables.partings(rows(least), to_runs) != 0)
    }

    /// The same through a stretch.
    fn cross(
        &mut self,
        around: &Around<'_>,
        at: usize,
        end: usize,
        table: Table,
        losses: Losses,
    ) -> Result<u32, u32> {
        let start = around.field.only(around.tables, usize::from(self.layers[at]));
        let start = start.ok_or(NO_PATH)?;
        let stretch = Stretch { at, end, start };
        let spare = self.prepare(around, stretch);
        let loss = self.lose_least(around, stretch, losses)?;
        let known = table == Table::Known || !spare;
        if known || self.stands(around, stretch) { Ok(loss) } else { Err(NO_PATH) }
    }

    /// Finds a path through a stretch that loses least, whose steps are ready; what it loses, or what any
    /// path loses at least if there is none that matters.
    fn lose_least(
        &mut self,
        around: &Around<'_>,
        stretch: Stretch,
        Losses { least, limit }: Losses,
    ) -> Result<u32, u32> {
        let cheapest = self.cheapest;
        let tagged = if around.field.carries_tags(self.bits(stretch)) {
            around.field.tagged.count_ones()
        } else {
            0
        };
        // With many tags a descent is long, and narrowing settles most of them.
        let few = if tagged < MANY_TAGS { self.patience.few } else { 0 };
        let mut budget = least.max(cheapest);
        if least == 0 {
            budget = match self.attempt(around, stretch, 0, few) {
                Some(Ok(())) => return Ok(0),
                Some(Err(more)) => more,
                None if cheapest == NO_PATH || cheapest == 0 => 0,
                None if self.lose_nothing(around, stretch) => return Ok(0),
                None => cheapest,
            };
        }
        let many = if tagged > 0 { self.patience.tagged } else { self.patience.many };
        while budget < limit
            && let Some(found) = self.attempt(around, stretch, budget, many)
        {
            match found {
                Ok(()) => return Ok(budget),
                Err(more) => budget = more,
            }
        }
        if tagged > 0 && budget < limit {
            return self.part(around, stretch, Losses { least: budget, limit });
        }
        let (found, enough) = self.at_most(self.patience.conflicts, |descent| {
            descent.lose_more(around, stretch, Losses { least: budget, limit })
        });
        let (Err(least), false) = (found, enough) else { return found };
        let least = self.descend_with_prices(around, stretch, Losses { least, limit });
        let Err(least) = least else { return least };
        self.lose_more(around, stretch, Losses { least, limit })
    }

    /// The same by conflicts.
    fn lose_more(
        &mut self,
        around: &Around<'_>,
        stretch: Stretch,
        Losses { least, limit }: Losses,
    ) -> Result<u32, u32> {
        let mut budget = least;
        while budget < limit && self.left > 0 {
            match self.lose(around, around.field, stretch, budget) {
                Ok(()) => return Ok(budget),
                // What is found without patience may not be true.
                Err(more) if self.left > 0 => budget = more,
                Err(_) => {}
            }
        }
        Err(budget)
    }

    /// The same as [`descend`](Self::descend) from the start of a stretch, if it takes no more than so
    /// many joint states.
    pub(super) fn attempt(
        &mut self,
        around: &Around<'_>,
        stretch: Stretch,
        budget: u32,
        patience: u32,
    ) -> Option<Result<(), u32>> {
        self.end = stretch.end;
        let (found, enough) = self.at_most(patience, |descent| {
            descent.descend(around, stretch.at, stretch.start, budget)
        });
        (found.is_ok() || enough).then_some(found)
    }

    /// Counts how often a field was narrowed, each time as some joint states.
    pub(super) fn narrowed(&mut self, times: u32) {
        self.left = self.left.saturating_sub(4 * times);
    }

    /// What a search finds with no more than so many joint states, and whether they were enough.
    pub(super) fn at_most<T>(
        &mut self,
        patience: u32,
        search: impl FnOnce(&mut Self) -> T,
    ) -> (T, bool) {
        let rest = self.left.saturating_sub(patience);
        self.left -= rest;
        let found = search(self);
        let enough = self.left > 0;
        self.left += rest;
        (found, enough)
    }

    /// Makes the steps of a stretch ready; whether any cards can be used that are not forced.
    pub(super) fn prepare(&mut self, around: &Around<'_>, stretch: Stretch) -> bool {
        let (at, end) = (stretch.at, stretch.end);
        let mut spare = false;
        self.cheapest = NO_PATH;
        for (step, &layer) in self.steps[at..end].iter_mut().zip(&self.layers[at..end]) {
            spare |= step.prepare(around, usize::from(layer) % LAYERS);
            self.cheapest = self.cheapest.min(step.cheapest);
        }
        spare
    }

    /// The layers of some steps, as bits.
    pub(super) fn bits(&self, stretch: Stretch) -> Layers {
        self.layers[stretch.at..stretch.end].iter().fold(0, |all, layer| all | 1 << layer)
    }

    /// Looks for a path from a joint state before a step to the end of the stretch that loses no more
    /// than `budget`; what any path loses at least if there is none.
    pub(super) fn descend(
        &mut self,
        around: &Around<'_>,
        at: usize,
        state: State,
        budget: u32,
    ) -> Result<(), u32> {
        if at >= self.end {
            return Ok(());
        }
        let step = &self.steps[at % LAYERS];
        let known = step.failures.look_up(state, budget)?;
        if self.left == 0 {
            return Err(NO_PATH);
        }
        let before = self.left;
        self.left -= 1;
        let found = if budget < step.cheapest && step.tagged == 0 {
            self.descend_free(around, at, state, budget)
        } else {
            self.descend_with_loss(around, at, state, budget)
        };
        // It is not worth remembering what failed at once, nor true where patience ran out.
        if let Err(loss) = found
            && self.left > 0
            && self.left + 1 < before
        {
            self.steps[at % LAYERS].failures.fail(around.tables, known, state, loss);
        }
        found
    }

    /// The same where no card of the step can be lost: each suit uses the most that it can.
    fn descend_free(
        &mut self,
        around: &Around<'_>,
        at: usize,
        state: State,
        budget: u32,
    ) -> Result<(), u32> {
        let tables = around.tables;
        let step = &self.steps[at % LAYERS];
        let (mut vectors, most, mut least) = (step.free, step.most, step.cheapest);
        let (ways, used) = (step.ways(state), rows(most));
        for s in 0..Suit::COUNT {
            vectors &= tables.parting(used, s, tables.states.leading(ways, s));
        }
        while vectors != 0 {
            let vector = 31 - vectors.leading_zeros() as u8;
            vectors &= !(1 << vector);
            let to_runs = most - tables.given(vector);
            let to = self.steps[at % LAYERS].next(tables, state, to_runs);
            match self.descend(around, at + 1, to, budget) {
                Ok(()) => {
                    self.choices[at % LAYERS] = choice(vector, to_runs);
                    return Ok(());
                }
                Err(more) => least = least.min(more),
            }
            if self.left == 0 {
                break;
            }
        }
        Err(least)
    }
}
