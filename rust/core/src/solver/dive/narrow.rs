//! What each suit can do at each layer, narrowed to what suits and layers allow each other.

use super::BySuit;
use super::amounts::{AllAmounts, AllRanges, AllSums, Amounts, Range, Suits, Sums};
use super::states::{FULL, Lanes, ONES};
use super::step::State;
use super::tables::Tables;
use crate::card::{Card, Rank, Suit};
use crate::solver::outline::{Frame, Position, There};

/// Layers, as many as make a power of two.
pub(super) const LAYERS: usize = 16;

/// Layers as bits.
pub(super) type Layers = u32;

/// Layers of each suit as bits.
type AllLayers = Lanes;

/// A position narrowed.
#[derive(Clone, Debug, Default)]
pub(in crate::solver) struct Field {
    /// The layers that runs of each suit can use.
    pub(super) runs: BySuit<Layers>,
    /// The layers that runs of each suit can be open before.
    inside: AllLayers,
    /// The layers where a set is possible.
    sets: Layers,
    /// A layer, and vectors of sets that may not be chosen there.
    barred: (usize, u32),
    /// The states that suits can have reached before each layer.
    reached: [Lanes; LAYERS],
    /// The states before each layer from which all runs may end where they must, as far as runs can be
    /// open there.
    ending: [Lanes; LAYERS],
    /// How many cards must be used at each layer, and how many can.
    pub(super) ranges: [AllRanges; LAYERS],
    /// How many cards can go to runs.
    pub(super) to_runs: [AllAmounts; LAYERS],
    /// How many cards can go to sets.
    pub(super) to_sets: [AllAmounts; LAYERS],
    /// The suits whose aces can be used on both sides in more than one way.
    pub(super) tagged: Suits,
    /// The suits where that was so before they were narrowed.
    parted: Suits,
    /// How many aces must be used and how many can, on both sides together.
    pub(super) aces: BySuit<Range>,
    /// The last layer, which is the high ace's where there is one besides the low ace's.
    pub(super) high: usize,
    /// The layer that comes first.
    pub(super) cut: usize,
}

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
        self.runs = outline.runs.map(Layers::from);
        let [a, b, c, d] = outline.runs.map(Lanes::from);
        let runs = a | b << 16 | c << 32 | d << 48;
        self.inside = runs & runs << 1;
        self.sets = outline.sets.into();
        self.barred = (0, 0);
        self.tagged = (0..Suit::COUNT).fold(0, |all, s| all | u8::from(outline.tagged[s]) << s);
        self.parted = 0;
        self.high = frame.ranks.len() - 1;
        self.spread(frame, position, &there);
        let layers = self.supply(tables, runs);
        let possible = self
            .follow_back::<true>(tables, layers)
            .is_some_and(|stale| self.settle(tables, stale));
        self.cut = self.meeting(tables);
        possible
    }

    /// A layer before which all paths meet, where tags are not carried past it then.
    fn meeting(&self, tables: &Tables) -> usize {
        let mut layers = if self.tagged == 0 { 1..1 } else { 1..self.high + 1 };
        layers.find(|&layer| self.only(tables, layer).is_some()).unwrap_or(0)
    }

    /// What is left if on some layers as many cards as possible are used, or as few, and of tagged aces
    /// on both sides together; nothing if there is no path then.
    pub(super) fn using(&self, tables: &Tables, layers: Layers, many: Many) -> Option<Self> {
        let mut sure = self.clone();
        let mut stale = 0;
        let mut rest = layers;
        while rest != 0 {
            let layer = rest.trailing_zeros() as usize % LAYERS;
            rest &= rest - 1;
            let ranges = match many {
                Many::All => self.sums(tables, layer).ranges(),
                Many::Forced => self.ranges[layer].forced(),
            };
            // Aces that are tagged are counted on both sides together.
            sure.ranges[layer] = self.ranges[layer].for_suits(self.tagged_at(layer), ranges);
            if !sure.limit(tables, layer, &mut stale) {
                return None;
            }
        }
        let both = 1 | 1 << self.high;
        if layers & both == both {
            for s in (0..Suit::COUNT).filter(|s| self.tagged >> s & 1 == 1) {
                sure.aces[s] = match many {
                    Many::All => self.aces_used(tables, s).most(),
                    Many::Forced => self.aces[s].least(),
                }
                .into();
            }
        }
        sure.settle(tables, stale).then_some(sure)
    }

    /// Narrows to fewer ways to use some cards, each with how many must be used and how many can;
    /// whether there may be a path.
    pub(super) fn restrict(
        &mut self,
        frame: &Frame,
        tables: &Tables,
        cards: impl Iterator<Item = (Card, u8, u8)>,
    ) -> bool {
        let (mut layers, mut stale): (Layers, Layers) = (0, 0);
        for (card, least, most) in cards {
            let (s, rank) = (card.index() / Rank::COUNT, card.index() % Rank::COUNT);
            let range = Range::new(least, most);
            if frame.two_aces && rank == 0 {
                self.aces[s] = range;
                if !self.part_aces_of(tables, s, &mut stale) {
                    return false;
                }
            } else {
                let layer = frame.layer(rank) % LAYERS;
                self.ranges[layer] = self.ranges[layer].with(s, range);
                layers |= 1 << layer;
            }
        }
        while layers != 0 {
            let layer = layers.trailing_zeros() as usize % LAYERS;
            layers &= layers - 1;
            if !self.limit(tables, layer, &mut stale) {
                return false;
            }
        }
        self.settle(tables, stale)
    }

    /// Narrows to ways in which sets take one of some numbers of a card; whether there may be a path.
    pub(super) fn give(
        &mut self,
        frame: &Frame,
        tables: &Tables,
        card: Card,
        to_sets: Amounts,
    ) -> bool {
        let s = card.index() / Rank::COUNT;
        let layer = frame.layer(card.index() % Rank::COUNT) % LAYERS;
        let mut stale = 0;
        self.barred = (layer, !tables.giving(s, to_sets));
        self.to_sets[layer].keep(s, to_sets);
        self.limit(tables, layer, &mut stale) && self.settle(tables, stale)
    }

    /// The vectors of sets that may be chosen at a layer.
    #[inline]
    pub(super) const fn vectors(&self, layer: usize) -> u32 {
        let all = if self.sets >> layer & 1 == 1 { u32::MAX } else { 1 };
        let (barred_at, barred) = self.barred;
        if layer == barred_at { all & !barred } else { all }
    }

    /// Whether no more aces must be used than are forced.
    pub(super) fn forces_no_ace(&self) -> bool {
        let least = |layer: usize, s: usize| self.ranges[layer % LAYERS].of(s).least();
        (0..Suit::COUNT)
            .filter(|s| self.parted >> s & 1 == 1)
            .all(|s| least(0, s) + least(self.high, s) == self.aces[s].least())
    }

    /// The layers where something can happen.
    pub(super) fn active(&self) -> Layers {
        let [a, b, c, d] = self.runs;
        a | b | c | d | self.sets
    }

    /// How many cards each suit can use at a layer.
    #[inline]
    pub(super) fn sums(&self, tables: &Tables, layer: usize) -> AllSums {
        tables.sums_of_all(self.ranges[layer], self.to_runs[layer], self.to_sets[layer])
    }

    /// How many cards a suit can use at a layer.
    #[inline]
    pub(super) fn sums_of(&self, tables: &Tables, layer: usize, s: usize) -> Sums {
        let (to_runs, to_sets) = (self.to_runs[layer].of(s), self.to_sets[layer].of(s));
        tables.sums(self.ranges[layer].of(s), to_runs, to_sets)
    }

    /// All bits of the suits that can have open runs before a layer.
    #[inline]
    pub(super) const fn open(&self, layer: usize) -> Lanes {
        // The last layer is not the last bit.
        (self.inside >> (layer % LAYERS) & ONES) * FULL
    }

    /// The states in which all runs may end where they must, and which a layer can be left for.
    #[inline]
    pub(super) const fn targets(&self, layer: usize) -> Lanes {
        self.ending[(layer + 1) % LAYERS]
    }

    /// The only state in which suits can enter a layer, if no suit has several.
    #[inline]
    pub(super) fn only(&self, tables: &Tables, layer: usize) -> Option<State> {
        tables.states.common(self.reached[layer % LAYERS], self.ending[layer % LAYERS])
    }

    /// The suits whose aces a layer counts or spends.
    #[inline]
    pub(super) fn tagged_at(&self, layer: usize) -> Suits {
        // Asking which layer it is would be hard to foresee.
        ((1 | 1_u16 << (self.high % LAYERS)) >> (layer % LAYERS) & 1) as Suits * self.tagged
    }

    /// How many aces of a tagged suit can be used in all.
    pub(super) fn aces_used(&self, tables: &Tables, s: usize) -> Sums {
        let [low, high] =
            [0, self.high % LAYERS].map(|layer| self.sums_of(tables, layer, s).amounts());
        tables.sums(self.aces[s], low, high)
    }

    /// Spreads the cards over the layers.
    fn spread(&mut self, frame: &Frame, position: &Position<'_>, there: &There) {
        let mut ranges = [[0; 16]; 2];
        for s in 0..Suit::COUNT {
            let forced = &position.table[13 * s..13 * s + 13];
            for (range, (least, most)) in ranges[s / 2].iter_mut().zip(forced.iter().zip(there[s]))
            {
                *range |= (least << 2 | most) << (4 * (s % 2));
            }
        }
        let [low, high] = ranges;
        for (ranges, &rank) in self.ranges.iter_mut().zip(&frame.ranks) {
            let rank = usize::from(rank) % 16;
            *ranges = AllRanges(u16::from_le_bytes([low[rank], high[rank]]));
        }
        if frame.two_aces {
            let all = self.ranges[0];
            let mut high = 0;
            for s in 0..Suit::COUNT {
                self.aces[s] = all.of(s);
                high |= (self.runs[s] >> self.high & 1) << s;
            }
            let (high, none) = (high as Suits, AllRanges::default());
            let some = all.down_to_none().for_suits(self.tagged, all);
            self.ranges[0] = some.for_suits(self.tagged | !high, none);
            self.ranges[self.high % LAYERS] = some.for_suits(high, none);
        }
    }

    /// Finds out what the cards of each rank allow, and what states they lead to; the layers from the
    /// first to the last where something can happen.
    fn supply(&mut self, tables: &Tables, runs: AllLayers) -> Layers {
        self.reached = [0; LAYERS];
        self.ending = [0; LAYERS];
        self.to_runs = [AllAmounts::NONE; LAYERS];
        self.to_sets = [AllAmounts::NONE; LAYERS];
        let active = self.active();
        let end = Layers::BITS - active.leading_zeros();
        let first = active.trailing_zeros().min(end);
        let mut reached = 0;
        for layer in first as usize..(end as usize).min(LAYERS) {
            let ranges = self.ranges[layer];
            let to_runs = AllAmounts::any(runs >> layer & ONES);
            let to_sets = tables.others_of_all(ranges, to_runs);
            // There are no sets of high aces, whatever there is of them.
            let some = u16::from(self.sets >> layer & 1 == 1).wrapping_neg();
            let to_sets = tables.agreed(AllAmounts(to_sets.0 & (some | AllAmounts::NONE.0)));
            let to_runs = to_runs.and(tables.others_of_all(ranges, to_sets));
            self.to_sets[layer] = to_sets;
            self.to_runs[layer] = to_runs;
            self.reached[layer] = reached;
            reached = tables.states.after(reached, to_runs) & self.open(layer + 1);
        }
        (1 << end) - (1 << first)
    }

    /// Narrows until nothing changes, where layers are stale; whether there may be a path.
    pub(super) fn settle(&mut self, tables: &Tables, mut stale: Layers) -> bool {
        loop {
            while stale != 0 {
                let passed = self.follow_on(tables, stale);
                match self.follow_back::<false>(tables, passed) {
                    Some(layers) => stale = layers,
                    None => return false,
                }
            }
            if self.tagged == 0 {
                return true;
            }
            if !self.part_aces(tables, &mut stale) {
                return false;
            }
            if stale == 0 {
                return true;
            }
        }
    }

    /// Narrows the states behind the layers that are stale, and on as they change; the layers passed.
    fn follow_on(&mut self, tables: &Tables, mut stale: Layers) -> Layers {
        let mut passed = 0;
        while stale != 0 {
            let mut layer = stale.trailing_zeros() as usize % LAYERS;
            let mut reached = self.reached[layer];
            while layer < LAYERS - 1 {
                // Where runs must end, nothing is open behind.
                let after = tables.states.after(reached, self.to_runs[layer]);
                passed |= 1 << layer;
                layer += 1;
                reached = after & self.open(layer);
                let known = self.reached[layer];
                self.reached[layer] = reached;
                // Two questions would be harder to foresee than one.
                if Layers::from(reached != known) | stale >> layer & 1 == 0 {
                    break;
                }
            }
            stale = stale >> layer << layer;
        }
        passed
    }

    /// Narrows the states before the layers that are stale, and back as they change, and how many cards
    /// go to runs and sets there; the layers where fewer cards can go to runs than states allow, unless
    /// there is no way.
    fn follow_back<const FIRST: bool>(
        &mut self,
        tables: &Tables,
        mut stale: Layers,
    ) -> Option<Layers> {
        let mut limited = 0;
        let mut possible = true;
        while stale != 0 {
            let mut layer = stale.ilog2() as usize % LAYERS;
            let mut targets = self.ending[(layer + 1) % LAYERS];
            loop {
                let to_runs = self.to_runs[layer];
                let leading = tables.states.between(self.reached[layer], targets);
                targets = tables.states.before(targets, to_runs) & self.open(layer);
                let known = self.ending[layer];
                self.ending[layer] = targets;
                let fewer = to_runs.and(leading);
                // The first time that is so often the case that it would be hard to foresee.
                if FIRST || fewer != to_runs {
                    self.to_runs[layer] = fewer;
                    possible &= self.limit(tables, layer, &mut limited);
                    if !FIRST && !possible {
                        return None;
                    }
                }
                stale &= !(1 << layer);
                if layer == 0 || Layers::from(targets != known) | stale >> (layer - 1) & 1 == 0 {
                    break;
                }
                layer -= 1;
            }
        }
        possible.then_some(limited)
    }

    /// Narrows what suits do at a layer to their ranges there and to what they can give together; the
    /// layer becomes stale if that concerns runs. Whether there is anything left to do.
    #[inline]
    pub(super) fn limit(&mut self, tables: &Tables, layer: usize, stale: &mut Layers) -> bool {
        let (ranges, to_runs) = (self.ranges[layer], self.to_runs[layer]);
        let to_sets = self.to_sets[layer].and(tables.others_of_all(ranges, to_runs));
        let to_sets = tables.agreed(to_sets);
        let fewer = to_runs.and(tables.others_of_all(ranges, to_sets));
        self.to_sets[layer] = to_sets;
        self.to_runs[layer] = fewer;
        *stale |= Layers::from(fewer != to_runs) << layer;
        to_sets != AllAmounts::default()
    }

    /// Narrows how many aces both sides use to what they leave each other in the suits that are tagged.
    fn part_aces(&mut self, tables: &Tables, stale: &mut Layers) -> bool {
        let mut tagged = self.tagged;
        while tagged != 0 {
            let s = tagged.trailing_zeros() as usize % Suit::COUNT;
            tagged &= tagged - 1;
            if !self.part_aces_of(tables, s, stale) {
                return false;
            }
        }
        true
    }

    /// The same in one suit; where one side is settled it needs no tag.
    fn part_aces_of(&mut self, tables: &Tables, s: usize, stale: &mut Layers) -> bool {
        let [low, high] =
            [0, self.high % LAYERS].map(|layer| self.sums_of(tables, layer, s).amounts());
        let low = low & tables.others(self.aces[s], high);
        let high = high & tables.others(self.aces[s], low);
        if low == 0 || high == 0 {
            return false;
        }
        let (least, most) = (self.aces[s].least(), self.aces[s].most());
        let rest = |n: u8| Range::new(least.saturating_sub(n), most - n);
        let settled = low.is_power_of_two() || high.is_power_of_two();
        let (low, high) = if low.is_power_of_two() {
            let n = low.trailing_zeros() as u8;
            (Range::from(n), rest(n))
        } else if high.is_power_of_two() {
            let n = high.trailing_zeros() as u8;
            (rest(n), Range::from(n))
        } else {
            (Range::spanning(low), Range::spanning(high))
        };
        if settled {
            let tag = self.tagged & 1 << s;
            self.tagged ^= tag;
            self.parted |= tag;
        }
        for (layer, range) in [(0, low), (self.high % LAYERS, high)] {
            if self.ranges[layer].of(s) != range {
                self.ranges[layer] = self.ranges[layer].with(s, range);
                if !self.limit(tables, layer, stale) {
                    return false;
                }
            }
        }
        true
    }
}
