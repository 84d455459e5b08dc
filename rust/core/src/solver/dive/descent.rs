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

use super::End;
use super::amounts::Range;
use super::narrow::{Field, LAYERS, Many};
use super::step::{Around, NO_PATH, NOTHING_OPEN, State, Step, TAGS, joint, suits};
use super::tables::StateSet;
use crate::card::Suit;
use crate::solver::Table;
use crate::solver::path::{self, Choice, MAX_LAYERS, Path};

/// So many joint states are met before a dive gives up.
const PATIENCE: u32 = 4096;

/// So many joint states are met before a stretch is narrowed more.
const FEW: u32 = 24;

/// The memory of a descent.
#[derive(Debug, Default)]
pub(super) struct Descent {
    pub(super) steps: [Step; LAYERS],
    /// The layer of each step.
    pub(super) layers: [u8; LAYERS],
    len: usize,
    pub(super) choices: [Choice; LAYERS],
    /// How many more joint states may be met.
    pub(super) patience: u32,
}

impl Descent {
    /// Finds a best path; there must be one of the forced cards alone too where the table is doubted.
    pub(super) fn best(&mut self, around: &Around<'_>, table: Table, path: &mut Path) -> End {
        let Around { frame, field, .. } = *around;
        if table == Table::Doubted && !field.forces_no_ace() {
            return End::Hopeless;
        }
        self.order(field);
        let mut at = 0;
        while at < self.len {
            let from = usize::from(self.layers[at % LAYERS]) % LAYERS;
            let mut to = at + 1;
            while to < self.len && !self.meets(field, to) {
                to += 1;
            }
            if to == at + 1
                && let Some(end) = self.direct(around, at, table)
            {
                if !end {
                    return End::Hopeless;
                }
                at = to;
                continue;
            }
            let (cheapest, spare) = self.prepare(around, at, to);
            let start = field.entered[from];
            self.patience = FEW;
            let mut found = self.descend(around, at, to, start, 0);
            let enough = self.patience > 0;
            self.patience = PATIENCE;
            if !enough && cheapest == NO_PATH {
                found = self.descend(around, at, to, start, 0);
            } else if !enough {
                found = if self.is_sure(around, at, to, start) { Ok(()) } else { Err(cheapest) };
            }
            while let Err(loss) = found {
                if self.patience == 0 {
                    return End::Unfinished;
                }
                if loss == NO_PATH {
                    return End::Hopeless;
                }
                found = self.descend(around, at, to, start, loss);
            }
            if spare
                && table == Table::Doubted
                && !self.stands(around, at, to, start)
                && !self.is_forced(around, at, to, start)
            {
                return if self.patience == 0 { End::Unfinished } else { End::Hopeless };
            }
            at = to;
        }
        path.clear();
        for (&layer, &choice) in self.layers[..self.len].iter().zip(&self.choices) {
            path.push(path::Step { rank: frame.ranks[usize::from(layer)], layer, choice });
        }
        End::Found
    }

    /// Lists the layers where something can happen, from the cut on.
    fn order(&mut self, field: &Field) {
        let active = field.runs.iter().fold(field.sets, |all, runs| all | runs);
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

    /// Whether all paths meet before a step.
    fn meets(&self, field: &Field, step: usize) -> bool {
        let layer = usize::from(self.layers[step % LAYERS]) % LAYERS;
        let states = field.entered[layer];
        let tagged = field.tagged != 0 && (field.cut == 0 || layer == 0);
        states & (states - NOTHING_OPEN) == 0 && !tagged
    }

    /// Decides a layer before and behind which all paths meet, if all cards can be used there that can
    /// be: whether the table's can be used alone too where it is doubted.
    #[inline]
    fn direct(&mut self, around: &Around<'_>, at: usize, table: Table) -> Option<bool> {
        let Around { tables, field, .. } = *around;
        let layer = usize::from(self.layers[at % LAYERS]) % LAYERS;
        if field.tagged_at(layer) != 0 {
            return None;
        }
        let (ranges, to_runs) = (field.ranges[layer], field.to_runs[layer]);
        let sums = field.sums(tables, layer);
        let most = sums.most();
        let all = if field.sets >> layer & 1 == 1 { u32::MAX } else { 1 };
        let vectors = tables.partings(|s| (most >> (8 * s + 4)) as u8, to_runs) & all;
        if vectors == 0 {
            return None;
        }
        self.choices[at % LAYERS] = tables.choice(most, 31 - vectors.leading_zeros() as u8);
        let forced = tables.partings(|s| ranges.of(s).least(), to_runs) & all;
        Some(forced != 0 || table == Table::Known)
    }

    /// Makes the steps of a stretch ready; what is lost there at least if not all cards are used that
    /// can be, and whether any can be used that are not forced.
    fn prepare(&mut self, around: &Around<'_>, from: usize, to: usize) -> (u32, bool) {
        let mut cheapest = NO_PATH;
        let mut spare = false;
        for (step, &layer) in self.steps[from..to].iter_mut().zip(&self.layers[from..to]) {
            spare |= step.prepare(around, usize::from(layer) % LAYERS);
            cheapest = cheapest.min(step.cheapest);
        }
        (cheapest, spare)
    }

    /// The layers of some steps, as bits.
    fn bits(&self, from: usize, to: usize) -> u16 {
        self.layers[from..to].iter().fold(0, |all, layer| all | 1 << layer)
    }

    /// Whether the forced cards can stay where the stretch's path has them when the others leave. They
    /// may be arranged in some other way if not.
    fn stands(&self, around: &Around<'_>, at: usize, end: usize, start: State) -> bool {
        let Around { frame, tables, field, .. } = *around;
        let mut states = suits(start);
        let mut aces = field.aces.map(Range::least);
        for step in at..end {
            let (layer, choice) = (usize::from(self.layers[step]) % LAYERS, self.choices[step]);
            let (tagged, closes) = (field.tagged_at(layer), suits(field.closes(layer)));
            let mut given = frame.sets.vectors[usize::from(choice.vector)];
            for s in 0..Suit::COUNT {
                let spends = tagged >> s & 1 == 1;
                let left = if spends { aces[s] } else { field.ranges[layer].of(s).least() };
                given[s] = given[s].min(left);
                let to_runs = choice.to_runs(s).min(left - given[s]);
                if spends {
                    aces[s] = left - given[s] - to_runs;
                }
                states[s] = tables.step(states[s], to_runs);
                if closes[s] == 1 {
                    states[s] = StateSet::from(states[s] & tables.closing != 0);
                }
            }
            if !tables.is_vector(given) {
                return false;
            }
        }
        let ends = if end < self.len {
            field.entered[usize::from(self.layers[end]) % LAYERS]
        } else {
            NOTHING_OPEN
        };
        let spent = (0..Suit::COUNT).all(|s| field.tagged >> s & 1 == 0 || aces[s] == 0);
        joint(states) == ends && spent
    }

    /// Whether there is a path of the forced cards alone through a stretch.
    fn is_forced(&mut self, around: &Around<'_>, at: usize, end: usize, start: State) -> bool {
        let layers = self.bits(at, end);
        let Some(field) = around.field.using(around.tables, layers, Many::Forced) else {
            return false;
        };
        let forced = Around { field: &field, ..*around };
        let choices = self.choices;
        self.prepare(&forced, at, end);
        let found = self.descend(&forced, at, end, start, 0).is_ok();
        self.choices = choices;
        found
    }

    /// Whether a path loses nothing, looked for in what is left of a stretch when all its cards that
    /// can be used have to be.
    #[cold]
    fn is_sure(&mut self, around: &Around<'_>, at: usize, end: usize, start: State) -> bool {
        let layers = self.bits(at, end);
        let Some(field) = around.field.using(around.tables, layers, Many::All) else {
            return false;
        };
        let sure = Around { field: &field, ..*around };
        self.prepare(&sure, at, end);
        let found = self.descend(&sure, at, end, start, 0).is_ok();
        if !found {
            self.prepare(around, at, end);
        }
        found
    }

    /// Looks for a path from a joint state before a step to the end of the stretch that loses no more
    /// than `budget`; what any path loses at least if there is none.
    pub(super) fn descend(
        &mut self,
        around: &Around<'_>,
        at: usize,
        end: usize,
        state: State,
        budget: u32,
    ) -> Result<(), u32> {
        if at >= end || at >= MAX_LAYERS {
            return Ok(());
        }
        let step = &self.steps[at];
        let known = step.failures.look_up(state, budget)?;
        if self.patience == 0 {
            return Err(NO_PATH);
        }
        let before = self.patience;
        self.patience -= 1;
        let found = if budget < step.cheapest && step.tagged == 0 {
            self.descend_free(around, at, end, state, budget)
        } else {
            self.descend_with_loss(around, at, end, state, budget)
        };
        // It is not worth remembering what failed at once, nor true where patience ran out.
        if let Err(loss) = found
            && self.patience > 0
            && self.patience + 1 < before
        {
            self.steps[at].failures.fail(around.tables, known, state, loss);
        }
        found
    }

    /// The same where no card of the step can be lost: each suit uses the most that it can.
    fn descend_free(
        &mut self,
        around: &Around<'_>,
        at: usize,
        end: usize,
        state: State,
        budget: u32,
    ) -> Result<(), u32> {
        let tables = around.tables;
        let step = &self.steps[at];
        let (mut vectors, most, mut least) = (step.vectors, step.most, step.cheapest);
        let mut after = [0; Suit::COUNT];
        for (s, after) in after.iter_mut().enumerate() {
            let (to, to_runs) = step.ways(tables, state, s);
            *after = to;
            vectors &= tables.parting(s, (most >> (8 * s + 4)) as u8, to_runs);
        }
        while vectors != 0 {
            let vector = 31 - vectors.leading_zeros() as u8;
            vectors &= !(1 << vector);
            let shifts = most - tables.shifts(vector);
            let mut to = state & TAGS;
            for (s, after) in after.iter().enumerate() {
                to |= (after >> (shifts >> (8 * s) & 0x3f) & 0xffff) << (16 * s);
            }
            match self.descend(around, at + 1, end, to, budget) {
                Ok(()) => {
                    self.choices[at] = tables.choice(most, vector);
                    return Ok(());
                }
                Err(more) => least = least.min(more),
            }
            if self.patience == 0 {
                break;
            }
        }
        Err(least)
    }
}
