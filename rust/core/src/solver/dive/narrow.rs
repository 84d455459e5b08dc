//! What each suit can do at each layer, narrowed to what suits and layers allow each other.

use super::BySuit;
use super::tables::{
    Amounts, Fields, MAX_STATES, ONES, Range, StateSet, Sums, Tables, amounts, filled, most, union,
};
use crate::card::Suit;
use crate::solver::outline::{Frame, Position, There};

/// Layers, as many as make a power of two.
pub(super) const LAYERS: usize = 16;

/// A position narrowed.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    /// The layers that runs of each suit can use.
    pub(super) runs: BySuit<u16>,
    /// The layers where runs of each suit must end.
    pub(super) closing: BySuit<u16>,
    /// The layers where a set is possible.
    pub(super) sets: u16,
    /// The vectors that remain at each layer.
    pub(super) vectors: [u32; LAYERS],
    /// The states in which each suit can enter each layer.
    pub(super) entered: [BySuit<StateSet>; LAYERS],
    /// How many cards must be used at each layer, and how many can.
    pub(super) ranges: [BySuit<Range>; LAYERS],
    /// The states in which each suit can leave each layer, in each field.
    pub(super) targets: [BySuit<Fields>; LAYERS],
    /// How many cards can go to runs.
    pub(super) to_runs: [BySuit<Amounts>; LAYERS],
    /// How many cards can go to sets.
    pub(super) to_sets: [BySuit<Amounts>; LAYERS],
    /// The suits whose aces can be used on both sides in more than one way, as bits.
    pub(super) tagged: u8,
    /// How many aces must be used and how many can, on both sides together.
    pub(super) aces: BySuit<Range>,
    /// The last layer, which is the high ace's where there is one besides the low ace's.
    pub(super) high: usize,
    /// The layer that comes first.
    pub(super) cut: usize,
}

/// Every state.
const ALL_STATES: StateSet = (1 << MAX_STATES) - 1;

/// Layers as bits.
type Layers = u16;

/// How many of the cards are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Many {
    /// All that can be.
    All,
    /// Those that must be.
    Forced,
}

impl Field {
    /// Narrows a position without open cards; whether it may have a path.
    pub(super) fn narrow(
        &mut self,
        frame: &Frame,
        tables: &Tables,
        position: &Position<'_>,
    ) -> bool {
        let mut there = There::default();
        let Ok(outline) = frame.outline(position, &mut there) else { return false };
        self.runs = outline.runs;
        self.closing = outline.runs.map(|runs| runs & !(runs >> 1));
        self.sets = outline.sets;
        self.tagged = (0..Suit::COUNT).fold(0, |all, s| all | u8::from(outline.tagged[s]) << s);
        self.high = frame.ranks.len() - 1;
        self.cut = frame.cut(outline.runs, outline.tagged);
        self.spread(frame, position, &there);
        self.supply(tables) && self.settle(tables, self.runs)
    }

    /// What is left if on some layers as many cards as possible are used, or as few, and of tagged aces
    /// on both sides together; nothing if there is no path then.
    pub(super) fn using(&self, tables: &Tables, layers: Layers, many: Many) -> Option<Self> {
        let mut sure = self.clone();
        let mut stale = [0; Suit::COUNT];
        let both = 1 | 1 << self.high;
        for s in 0..Suit::COUNT {
            let mut rest = layers;
            if self.tagged >> s & 1 == 1 {
                rest &= !both;
                if layers & both == both {
                    sure.aces[s] = match many {
                        Many::All => self.aces_used(tables, s).most(),
                        Many::Forced => self.aces[s].least(),
                    }
                    .into();
                }
            }
            while rest != 0 {
                let layer = rest.trailing_zeros() as usize % LAYERS;
                rest &= rest - 1;
                let range = match many {
                    Many::All => self.sums(tables, layer, s).most(),
                    Many::Forced => self.ranges[layer][s].least(),
                }
                .into();
                if range != sure.ranges[layer][s] {
                    sure.ranges[layer][s] = range;
                    if !sure.limit(tables, layer, s, &mut stale) {
                        return None;
                    }
                }
            }
        }
        sure.settle(tables, stale).then_some(sure)
    }

    /// Whether no more aces must be used than are forced.
    pub(super) fn forces_no_ace(&self, frame: &Frame) -> bool {
        !frame.two_aces
            || (0..Suit::COUNT).all(|s| {
                let least = self.ranges[0][s].least() + self.ranges[self.high % LAYERS][s].least();
                self.tagged >> s & 1 == 1 || least == self.aces[s].least()
            })
    }

    /// How many cards a suit can use at a layer.
    #[inline]
    pub(super) fn sums(&self, tables: &Tables, layer: usize, s: usize) -> Sums {
        tables.sums(self.ranges[layer][s], self.to_runs[layer][s], self.to_sets[layer][s])
    }

    /// The suits whose aces a layer counts or spends, as bits.
    #[inline]
    pub(super) fn tagged_at(&self, layer: usize) -> u8 {
        if layer == 0 || layer == self.high { self.tagged } else { 0 }
    }

    /// How many aces of a tagged suit can be used in all.
    pub(super) fn aces_used(&self, tables: &Tables, s: usize) -> Sums {
        let [low, high] =
            [0, self.high % LAYERS].map(|layer| self.sums(tables, layer, s).amounts());
        tables.sums(self.aces[s], low, high)
    }

    /// Spreads the cards over the layers.
    fn spread(&mut self, frame: &Frame, position: &Position<'_>, there: &There) {
        self.entered = [[1; Suit::COUNT]; LAYERS];
        self.targets = [[1; Suit::COUNT]; LAYERS];
        self.to_sets = [[1; Suit::COUNT]; LAYERS];
        self.to_runs = [[1; Suit::COUNT]; LAYERS];
        for s in 0..Suit::COUNT {
            let forced = &position.table[13 * s..13 * s + 13];
            let mut ranges = [0; 16];
            for (range, (least, most)) in ranges.iter_mut().zip(forced.iter().zip(there[s])) {
                *range = least << 2 | most;
            }
            for (ranks, &rank) in self.ranges.iter_mut().zip(&frame.ranks) {
                ranks[s] = Range(ranges[usize::from(rank) % 16]);
            }
        }
        if !frame.two_aces {
            return;
        }
        for s in 0..Suit::COUNT {
            let all = self.ranges[0][s];
            self.aces[s] = all;
            let high = self.runs[s] >> self.high & 1 == 1;
            (self.ranges[0][s], self.ranges[self.high % LAYERS][s]) =
                match (high, self.tagged >> s & 1 == 1) {
                    (false, _) => (all, Range::default()),
                    (true, false) => (Range::default(), all),
                    (true, true) => (Range::new(0, all.most()), Range::new(0, all.most())),
                };
        }
    }

    /// Finds out what the cards of each rank allow.
    fn supply(&mut self, tables: &Tables) -> bool {
        self.vectors = [1; LAYERS];
        let mut sets = self.sets;
        while sets != 0 {
            let layer = sets.trailing_zeros() as usize % LAYERS;
            sets &= sets - 1;
            self.vectors[layer] = tables.supply(self.ranges[layer]);
            self.to_sets[layer] = tables.gives(self.vectors[layer]);
            let mut fewer = false;
            for s in 0..Suit::COUNT {
                let gives = self.to_sets[layer][s];
                let rest = tables.others(self.ranges[layer][s], 1) | self.runs_at(layer, s);
                self.to_sets[layer][s] = gives & rest;
                fewer |= gives & !rest != 0;
            }
            if fewer && !self.agree(tables, layer, &mut [0; Suit::COUNT]) {
                return false;
            }
        }
        let mut runs = self.runs.iter().fold(0, |all, runs| all | runs);
        while runs != 0 {
            let layer = runs.trailing_zeros() as usize % LAYERS;
            runs &= runs - 1;
            for s in 0..Suit::COUNT {
                let rest = tables.others(self.ranges[layer][s], self.to_sets[layer][s]);
                let runs = self.runs_at(layer, s);
                self.to_runs[layer][s] = rest & runs | 1 & !runs;
            }
        }
        true
    }

    /// All amounts if runs of a suit can use a layer, else none.
    #[inline]
    fn runs_at(&self, layer: usize, s: usize) -> Amounts {
        ((self.runs[s] >> layer & 1) as Amounts).wrapping_neg()
    }

    /// Narrows until nothing changes.
    fn settle(&mut self, tables: &Tables, mut stale: BySuit<Layers>) -> bool {
        loop {
            let mut changed = 0;
            for (s, &stale) in stale.iter().enumerate() {
                if stale != 0 && !self.follow(tables, s, stale, &mut changed) {
                    return false;
                }
            }
            stale = [0; Suit::COUNT];
            changed &= self.sets;
            while changed != 0 {
                let layer = changed.trailing_zeros() as usize % LAYERS;
                changed &= changed - 1;
                if !self.agree(tables, layer, &mut stale) {
                    return false;
                }
            }
            if stale.iter().all(|&layers| layers == 0) {
                if self.tagged != 0 && !self.part_aces(tables, &mut stale) {
                    return false;
                }
                if stale.iter().all(|&layers| layers == 0) {
                    return true;
                }
            }
        }
    }

    /// Narrows a suit to the paths through its spans, where layers are stale; those where it gives
    /// fewer cards to sets are marked as changed.
    fn follow(&mut self, tables: &Tables, s: usize, stale: Layers, changed: &mut Layers) -> bool {
        let mut runs = u32::from(self.runs[s]);
        while runs != 0 {
            let first = runs.trailing_zeros();
            let end = first + (runs >> first).trailing_ones();
            let stale = u32::from(stale) & runs & !(!0 << end);
            runs &= !0 << end;
            if stale != 0 {
                let (from, to) = (stale.trailing_zeros(), stale.ilog2());
                let fresh = from == first && to + 1 == end;
                let [from, to, end] = [from, to, end].map(|n| n as usize);
                let last = self.follow_on(tables, s, [from, to, end], fresh);
                let Some(last) = last else { return false };
                match self.follow_back(tables, s, [first as usize, from], last) {
                    Some(layers) => *changed |= layers,
                    None => return false,
                }
            }
        }
        true
    }

    /// Narrows the states behind the layers from one on, as far as one and as they change, at most to
    /// the end of the span, which may be fresh; the last layer that something changed for, unless no
    /// state is left.
    fn follow_on(
        &mut self,
        tables: &Tables,
        s: usize,
        [from, to, end]: [usize; 3],
        fresh: bool,
    ) -> Option<usize> {
        let mut last = to;
        let mut states = self.entered[from % LAYERS][s];
        for layer in from + 1..end {
            let to_runs = self.to_runs[(layer - 1) % LAYERS][s];
            let known = &mut self.entered[layer % LAYERS][s];
            let possible = if fresh { ALL_STATES } else { *known };
            states = possible & union(tables.after(states) & tables.fields(to_runs));
            if states != possible {
                last = last.max(layer);
            } else if layer > to {
                break;
            }
            *known = states;
        }
        (states != 0).then_some(last)
    }

    /// Narrows the states before the layers from the last back to one, and on as they change, at most
    /// to the first of the span, and how many cards go to runs and sets there; the layers where fewer
    /// cards go to sets, unless no state is left.
    fn follow_back(
        &mut self,
        tables: &Tables,
        s: usize,
        [first, from]: [usize; 2],
        last: usize,
    ) -> Option<Layers> {
        let mut changed = 0;
        let closes = self.closing[s] >> last & 1 == 1;
        let mut targets =
            if closes { tables.closing } else { self.entered[(last + 1) % LAYERS][s] };
        let mut rest = last + 1;
        while rest > first {
            rest -= 1;
            let layer = rest % LAYERS;
            let to_runs = self.to_runs[layer][s];
            let known = self.entered[layer][s];
            let states = known & union(tables.before(targets) & tables.fields(to_runs));
            if states == 0 {
                return None;
            }
            self.entered[layer][s] = states;
            let targets_of_all = Fields::from(targets) * ONES;
            self.targets[layer][s] = targets_of_all;
            let to_runs = to_runs & amounts(filled(tables.after(states) & targets_of_all));
            self.to_runs[layer][s] = to_runs;
            let to_sets = self.to_sets[layer][s];
            let fewer = to_sets & tables.others(self.ranges[layer][s], to_runs);
            self.to_sets[layer][s] = fewer;
            changed |= u16::from(fewer != to_sets) << layer;
            if layer < from && states == known {
                break;
            }
            targets = states;
        }
        Some(changed)
    }

    /// Narrows the vectors of a layer to what suits can give, and that to the vectors; suits whose
    /// runs that concerns become stale.
    fn agree(&mut self, tables: &Tables, layer: usize, stale: &mut BySuit<Layers>) -> bool {
        let to_sets = self.to_sets[layer];
        let mut vectors = self.vectors[layer];
        for (s, &amounts) in to_sets.iter().enumerate() {
            vectors &= tables.giving(s, amounts);
        }
        if vectors == self.vectors[layer] {
            return true;
        }
        self.vectors[layer] = vectors;
        let gives = tables.gives(vectors);
        for s in 0..Suit::COUNT {
            let fewer = to_sets[s] & gives[s];
            self.to_sets[layer][s] = fewer;
            // Where no run can be, nothing goes to runs, which goes with all that is left for sets.
            let to_runs = self.to_runs[layer][s];
            let kept = to_runs & tables.others(self.ranges[layer][s], fewer);
            self.to_runs[layer][s] = kept;
            stale[s] |= u16::from(kept != to_runs) << layer;
        }
        vectors != 0
    }

    /// Narrows how many aces both sides use to what they leave each other; a suit where one side is
    /// settled needs no tag.
    fn part_aces(&mut self, tables: &Tables, stale: &mut BySuit<Layers>) -> bool {
        for s in 0..Suit::COUNT {
            if self.tagged >> s & 1 == 0 {
                continue;
            }
            let [low, high] =
                [0, self.high % LAYERS].map(|layer| self.sums(tables, layer, s).amounts());
            let low = low & tables.others(self.aces[s], high);
            let high = high & tables.others(self.aces[s], low);
            if low == 0 || high == 0 {
                return false;
            }
            let (least, most) = (self.aces[s].least(), self.aces[s].most());
            let rest = |n: u8| Range::new(least.saturating_sub(n), most - n);
            let (low, high) = if low.is_power_of_two() {
                let n = low.trailing_zeros() as u8;
                self.tagged &= !(1 << s);
                (Range::new(n, n), rest(n))
            } else if high.is_power_of_two() {
                let n = high.trailing_zeros() as u8;
                self.tagged &= !(1 << s);
                (rest(n), Range::new(n, n))
            } else {
                (span(low), span(high))
            };
            for (layer, range) in [(0, low), (self.high % LAYERS, high)] {
                if self.ranges[layer][s] != range {
                    self.ranges[layer][s] = range;
                    if !self.limit(tables, layer, s, stale) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Narrows what a suit does at a layer to its range there.
    fn limit(
        &mut self,
        tables: &Tables,
        layer: usize,
        s: usize,
        stale: &mut BySuit<Layers>,
    ) -> bool {
        let range = self.ranges[layer][s];
        let to_runs = self.to_runs[layer][s];
        let to_sets = self.to_sets[layer][s] & tables.others(range, to_runs);
        let fewer = to_runs & tables.others(range, to_sets);
        self.to_runs[layer][s] = fewer;
        self.to_sets[layer][s] = to_sets;
        stale[s] |= u16::from(fewer != to_runs) << layer;
        fewer != 0 && to_sets != 0 && self.agree(tables, layer, stale)
    }
}

/// The range from the least to the largest of some amounts.
fn span(amounts: Amounts) -> Range {
    Range::new(amounts.trailing_zeros() as u8, most(amounts))
}
