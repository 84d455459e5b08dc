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

use super::narrow::{Field, LAYERS, Many};
use super::tables::{
    AllSums, Amounts, Fields, Range, StateSet, Tables, amounts, filled, most, ones,
};
use super::{BySuit, End};
use crate::card::Suit;
use crate::solver::outline::Frame;
use crate::solver::path::{self, Choice, MAX_LAYERS, Path};
use crate::solver::{Table, Weights};

/// A joint state.
type State = u64;

/// The tags of a joint state; bit n of the four for n aces.
const TAGS: State = 0xf000_f000_f000_f000;

/// The lowest bit of a tag.
const TAG: u32 = 12;

/// So many joint states are met before a dive gives up.
const PATIENCE: u32 = 4096;

/// So many joint states are met before a stretch is narrowed more.
const FEW: u32 = 48;

/// What a path loses at least if there is none.
const NO_PATH: u32 = u32::MAX;

/// The position and the rules.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) frame: &'a Frame,
    pub(super) tables: &'a Tables,
    pub(super) field: &'a Field,
    pub(super) weights: &'a Weights,
}

/// What a suit can do at a step where cards may be lost, or aces are counted.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    /// Where each number of cards in runs leads.
    after: Fields,
    /// Which numbers lead anywhere.
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

/// How the aces of a tagged suit are used at a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Aces {
    /// There are none, or no tag counts them.
    #[default]
    Untold,
    /// The tag counts how many are used here.
    Counted,
    /// The tag says how many were used before; so many must be used and can be in all.
    Spent(Range),
}

/// One layer of the stretch that is searched.
#[derive(Clone, Debug, Default)]
struct Step {
    vectors: u32,
    /// What is lost at least if not all cards are used that can be, as far as is known.
    cheapest: u32,
    /// Sixteen times the most cards of each suit that can be used as far as is known, a byte a suit.
    most: u32,
    /// The states behind the step, for each number of cards that can go to runs.
    targets: BySuit<Fields>,
    /// All ones where every open run must end at the step.
    closes: BySuit<Fields>,
    /// The suits whose aces are counted or spent here, as bits.
    tagged: u8,
    /// Those suits and the ones that can lose something, as bits.
    loose: u8,
    /// Joint states that have failed.
    failed: Vec<Failed>,
}

/// A joint state from which every path loses too much.
#[derive(Clone, Copy, Debug)]
struct Failed {
    /// The joint states that can do no more: any of these states for each suit.
    worse: State,
    /// What a path loses at least.
    loss: u32,
}

/// One way of a suit through a step.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    to: StateSet,
    to_runs: u8,
    loss: u32,
}

/// The ways of a suit through a step that give some number of cards to sets.
#[derive(Clone, Copy, Debug, Default)]
struct Ways {
    list: [Way; 3],
    len: usize,
}

/// Ways of several suits through a step.
#[derive(Clone, Copy, Debug)]
struct Joint {
    to: State,
    /// Cards given to runs, two bits a suit.
    runs: u8,
    loss: u32,
}

/// A choice of sets at a step, and what suits can do there.
#[derive(Clone, Copy)]
struct Branch<'a> {
    around: &'a Around<'a>,
    at: usize,
    end: usize,
    state: State,
    budget: u32,
    vector: u8,
    lanes: &'a BySuit<Lane>,
}

/// The memory of a descent.
#[derive(Debug, Default)]
pub(super) struct Descent {
    steps: [Step; LAYERS],
    /// The layer of each step.
    layers: [u8; LAYERS],
    len: usize,
    choices: [Choice; LAYERS],
    /// How many more joint states may be met.
    patience: u32,
}

impl Descent {
    /// Finds a best path; there must be one of the forced cards alone too where the table is doubted.
    pub(super) fn best(&mut self, around: &Around<'_>, table: Table, path: &mut Path) -> End {
        let Around { frame, field, .. } = *around;
        if table == Table::Doubted && !field.forces_no_ace(frame) {
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
            let (cheapest, spare) = self.prepare(around, at, to);
            let start = joint(field.entered[from]);
            self.patience = FEW;
            let mut found = self.descend(around, at, to, start, 0);
            let enough = self.patience > 0;
            self.patience = PATIENCE;
            if !enough && cheapest == NO_PATH {
                found = self.descend(around, at, to, start, 0);
            } else if !enough {
                found = self.descend_sure(around, at, to, start).map_err(|()| cheapest);
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
            if spare && table == Table::Doubted && !self.stands(around, at, to, start) {
                if !self.is_forced(around, at, to, start) {
                    return if self.patience == 0 { End::Unfinished } else { End::Hopeless };
                }
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
        let states = joint(field.entered[layer]);
        let tagged = field.tagged != 0 && (field.cut == 0 || layer == 0);
        states & (states - ONE_EACH) == 0 && !tagged
    }

    /// Makes the steps of a stretch ready; what is lost there at least if not all cards are used that
    /// can be, and whether any can be used that are not forced.
    fn prepare(&mut self, around: &Around<'_>, from: usize, to: usize) -> (u32, bool) {
        let Around { tables, field, .. } = *around;
        let mut cheapest = NO_PATH;
        let mut spare = false;
        for step in from..to {
            let layer = usize::from(self.layers[step % LAYERS]) % LAYERS;
            let step = &mut self.steps[step % LAYERS];
            step.vectors = field.vectors[layer];
            step.failed.clear();
            step.targets = field.targets[layer];
            step.cheapest = NO_PATH;
            let tagged = if layer == 0 || layer == field.high { field.tagged } else { 0 };
            step.tagged = tagged;
            for s in 0..Suit::COUNT {
                let closes = u64::from(field.closing[s]) >> layer & 1;
                step.closes[s] = closes.wrapping_neg();
            }
            let sums = AllSums::new([0, 1, 2, 3].map(|s| field.sums(tables, layer, s)));
            step.most = sums.most();
            spare |= sums.spare();
            let mut several = sums.several();
            several &= !tagged;
            for s in (0..Suit::COUNT).filter(|s| tagged >> s & 1 == 1) {
                if let Aces::Spent(all) = around.aces(layer, s) {
                    several |= u8::from(all.least() < all.most()) << s;
                }
            }
            step.loose = several | tagged;
            while several != 0 {
                let s = several.trailing_zeros() as usize;
                several &= several - 1;
                step.cheapest = step.cheapest.min(around.worth(layer, s));
            }
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
        let mut states = [0, 16, 32, 48].map(|shift| (start >> shift) as StateSet);
        let mut aces = field.aces.map(Range::least);
        for step in at..end {
            let (layer, choice) = (usize::from(self.layers[step]) % LAYERS, self.choices[step]);
            let tagged = if layer == 0 || layer == field.high { field.tagged } else { 0 };
            let mut given = frame.sets.vectors[usize::from(choice.vector)];
            for s in 0..Suit::COUNT {
                let spends = tagged >> s & 1 == 1;
                let left = if spends { aces[s] } else { field.ranges[layer][s].least() };
                given[s] = given[s].min(left);
                let to_runs = choice.to_runs(s).min(left - given[s]);
                if spends {
                    aces[s] = left - given[s] - to_runs;
                }
                states[s] = tables.step(states[s], to_runs);
                if field.closing[s] >> layer & 1 == 1 {
                    states[s] = StateSet::from(states[s] & tables.closing != 0);
                }
            }
            if !tables.is_vector(given) {
                return false;
            }
        }
        let ends = if end < self.len {
            joint(field.entered[usize::from(self.layers[end]) % LAYERS])
        } else {
            ONE_EACH
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

    /// Looks for a path that loses nothing through what is left of a stretch when all its cards that
    /// can be used have to be.
    #[cold]
    fn descend_sure(
        &mut self,
        around: &Around<'_>,
        at: usize,
        end: usize,
        start: State,
    ) -> Result<(), ()> {
        let field = around.field.using(around.tables, self.bits(at, end), Many::All).ok_or(())?;
        let sure = Around { field: &field, ..*around };
        self.prepare(&sure, at, end);
        let found = self.descend(&sure, at, end, start, 0).is_ok();
        if !found {
            self.prepare(around, at, end);
        }
        if found { Ok(()) } else { Err(()) }
    }

    /// Looks for a path from a joint state before a step to the end of the stretch that loses no more
    /// than `budget`; what any path loses at least if there is none.
    fn descend(
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
        for failed in &step.failed {
            if state & !failed.worse == 0 && budget < failed.loss {
                return Err(failed.loss);
            }
        }
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
            let worse = |s: usize| {
                let states = (state >> (16 * s)) as StateSet & !TAGS as StateSet;
                State::from(around.tables.worse(states)) << (16 * s)
            };
            let worse = (0..Suit::COUNT).fold(state & TAGS, |all, s| all | worse(s));
            self.steps[at].failed.push(Failed { worse, loss });
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
        for s in 0..Suit::COUNT {
            let (to, to_runs) = step.ways(tables, state, s);
            after[s] = to;
            vectors &= tables.parting(s, (most >> (8 * s + 4)) as u8, to_runs);
        }
        while vectors != 0 {
            let vector = 31 - vectors.leading_zeros() as u8;
            vectors &= !(1 << vector);
            let shifts = most - tables.shifts(vector);
            let mut to = state & TAGS;
            for s in 0..Suit::COUNT {
                to |= (after[s] >> (shifts >> (8 * s) & 0x3f) & 0xffff) << (16 * s);
            }
            match self.descend(around, at + 1, end, to, budget) {
                Ok(()) => {
                    let runs = shifts >> 4;
                    let runs = (runs | runs >> 6 | runs >> 12 | runs >> 18) as u8;
                    self.choices[at] = Choice { vector, runs };
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

    /// The same where cards can be lost, or aces counted.
    fn descend_with_loss(
        &mut self,
        around: &Around<'_>,
        at: usize,
        end: usize,
        state: State,
        budget: u32,
    ) -> Result<(), u32> {
        let tables = around.tables;
        let step = &self.steps[at];
        let (most, loose) = (step.most, step.loose);
        let mut vectors = step.vectors;
        let mut least = NO_PATH;
        let mut after = [0; Suit::COUNT];
        let mut lanes = [Lane::default(); Suit::COUNT];
        for s in 0..Suit::COUNT {
            if loose >> s & 1 == 1 {
                lanes[s] = self.lane(around, at, state, s, budget);
                least = least.min(lanes[s].beyond);
                vectors &= tables.giving(s, tables.others(lanes[s].range, lanes[s].to_runs));
            } else {
                let (to, to_runs) = step.ways(tables, state, s);
                after[s] = to;
                vectors &= tables.parting(s, (most >> (8 * s + 4)) as u8, to_runs);
            }
        }
        while vectors != 0 {
            let vector = 31 - vectors.leading_zeros() as u8;
            vectors &= !(1 << vector);
            let shifts = most.wrapping_sub(tables.shifts(vector));
            let mut way = Joint { to: 0, runs: 0, loss: 0 };
            for s in (0..Suit::COUNT).filter(|s| loose >> s & 1 == 0) {
                let tag = state >> (16 * s) & TAGS & 0xffff;
                let shift = shifts >> (8 * s) & 0x3f;
                way.to |= (after[s] >> shift & 0xffff | tag) << (16 * s);
                way.runs |= (shift >> 4 << (2 * s)) as u8;
            }
            let branch = Branch { around, at, end, state, budget, vector, lanes: &lanes };
            match self.branch(&branch, loose, way) {
                Ok(()) => return Ok(()),
                Err(more) => least = least.min(more),
            }
            if self.patience == 0 {
                break;
            }
        }
        Err(least)
    }

    /// The same with one vector of sets, where some suits have their way and the `loose` ones not yet.
    fn branch(&mut self, branch: &Branch<'_>, loose: u8, way: Joint) -> Result<(), u32> {
        let &Branch { around, at, end, state, budget, vector, lanes } = branch;
        if way.loss > budget {
            return Err(way.loss);
        }
        if loose == 0 {
            let found = self.descend(around, at + 1, end, way.to, budget - way.loss);
            if found.is_ok() {
                self.choices[at] = Choice { vector, runs: way.runs };
            }
            return found.map_err(|more| more.saturating_add(way.loss));
        }
        let s = loose.trailing_zeros() as usize % Suit::COUNT;
        let given = (around.tables.shifts(vector) >> (8 * s + 4)) as u8 & 3;
        let tag = (state >> (16 * s)) as StateSet & TAGS as StateSet;
        let mut least = NO_PATH;
        for next in lanes[s].ways(around.tables, given, tag).get() {
            let way = Joint {
                to: way.to | State::from(next.to) << (16 * s),
                runs: way.runs | next.to_runs << (2 * s),
                loss: way.loss + next.loss,
            };
            match self.branch(branch, loose & (loose - 1), way) {
                Ok(()) => return Ok(()),
                Err(more) => least = least.min(more),
            }
            if self.patience == 0 {
                break;
            }
        }
        Err(least)
    }

    /// What suit `s` can do at a step that loses no more than `budget`.
    fn lane(&self, around: &Around<'_>, at: usize, state: State, s: usize, budget: u32) -> Lane {
        let Around { tables, field, .. } = *around;
        let layer = usize::from(self.layers[at]) % LAYERS;
        let (after, to_runs) = self.steps[at].ways(tables, state, s);
        let worth = around.worth(layer, s);
        let aces = around.aces(layer, s);
        let mut range = field.ranges[layer][s];
        let most = match aces {
            Aces::Untold => (self.steps[at].most >> (8 * s + 4)) as u8 & 3,
            Aces::Counted => 0,
            Aces::Spent(all) => {
                let tag = (state >> (16 * s)) as StateSet >> TAG;
                let before = tag.trailing_zeros() as u8;
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
        Lane { after, to_runs, range, most, worth, aces, beyond }
    }
}

impl Around<'_> {
    /// What a card of a suit that is not used at a layer loses.
    fn worth(&self, layer: usize, s: usize) -> u32 {
        self.weights[13 * s + usize::from(self.frame.ranks[layer])]
    }

    /// How a suit's aces are used at a layer.
    fn aces(&self, layer: usize, s: usize) -> Aces {
        let field = self.field;
        if field.tagged >> s & 1 == 0 || layer != 0 && layer != field.high {
            Aces::Untold
        } else if (layer == 0) == (field.cut == 0) {
            Aces::Counted
        } else {
            let all = field.aces_used(self.tables, s);
            Aces::Spent(Range::new(field.aces[s].least(), all.most()))
        }
    }
}

impl Step {
    /// Where each number of cards in runs leads from the state of suit `s`, and which numbers lead
    /// anywhere.
    #[inline]
    fn ways(&self, tables: &Tables, state: State, s: usize) -> (Fields, Amounts) {
        let ways = tables.after((state >> (16 * s)) as StateSet) & self.targets[s];
        let any = filled(ways);
        let closes = self.closes[s];
        (ways & !closes | ones(any) & closes, amounts(any))
    }
}

impl Lane {
    /// The ways that give so many cards to sets, except those that use fewer cards than another and
    /// lead to a state that can do no more.
    fn ways(&self, tables: &Tables, given: u8, tag: StateSet) -> Ways {
        let mut ways = Ways::default();
        let mut amounts = self.to_runs & tables.others(self.range, 1 << given);
        while amounts != 0 {
            let to_runs = most(amounts);
            amounts &= !(1 << to_runs);
            let to = (self.after >> (16 * to_runs)) as StateSet;
            let used = given + to_runs;
            let loss = u32::from(self.most.saturating_sub(used)) * self.worth;
            let way = |to| Way { to, to_runs, loss };
            match self.aces {
                Aces::Untold if ways.get().iter().any(|w| tables.worse(w.to) & to != 0) => {}
                Aces::Untold => ways.push(way(to | tag)),
                Aces::Counted => ways.push(way(to | 1 << (TAG + u32::from(used)))),
                Aces::Spent(_) => ways.push(way(to)),
            }
        }
        ways
    }
}

impl Ways {
    fn get(&self) -> &[Way] {
        &self.list[..self.len]
    }

    fn push(&mut self, way: Way) {
        self.list[self.len] = way;
        self.len += 1;
    }
}

/// A one for each suit.
const ONE_EACH: State = 0x0001_0001_0001_0001;

/// A joint state of states and tags.
#[inline]
fn joint(states: BySuit<StateSet>) -> State {
    let [a, b, c, d] = states.map(State::from);
    a | b << 16 | c << 32 | d << 48
}
