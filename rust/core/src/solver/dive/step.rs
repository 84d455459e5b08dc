//! One layer of the stretch that a descent searches, and joint states before it.

use super::BySuit;
use super::amounts::{Amounts, Range};
use super::failures::Failures;
use super::narrow::Field;
use super::tables::{Fields, ONES, StateSet, Tables, amounts, filled, ones};
use crate::card::Suit;
use crate::solver::Weights;
use crate::solver::outline::Frame;

/// A joint state: a set of one state for each suit, 16 bits a suit, and a tag above them.
pub(super) type State = u64;

/// The tags of a joint state; bit n of the four for n aces.
pub(super) const TAGS: State = 0xf000_f000_f000_f000;

/// The lowest bit of a tag.
pub(super) const TAG: u32 = 12;

/// The joint state in which no run is open.
pub(super) const NOTHING_OPEN: State = 0x0001_0001_0001_0001;

/// What a path loses at least if there is none.
pub(super) const NO_PATH: u32 = u32::MAX;

/// The position and the rules.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) frame: &'a Frame,
    pub(super) tables: &'a Tables,
    pub(super) field: &'a Field,
    pub(super) weights: &'a Weights,
}

/// How the aces of a tagged suit are used at a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Aces {
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
pub(super) struct Step {
    pub(super) vectors: u32,
    /// What is lost at least if not all cards are used that can be, as far as is known.
    pub(super) cheapest: u32,
    /// Sixteen times the most cards of each suit that can be used as far as is known, a byte a suit.
    pub(super) most: u32,
    /// The states behind the step, for each number of cards that can go to runs.
    pub(super) targets: BySuit<Fields>,
    /// All ones where every open run must end at the step.
    pub(super) closes: BySuit<Fields>,
    /// The suits whose aces are counted or spent here, as bits.
    pub(super) tagged: u8,
    /// Those suits and the ones that can lose something, as bits.
    pub(super) loose: u8,
    /// The joint states before the step that have failed.
    pub(super) failures: Failures,
}

impl Around<'_> {
    /// What a card of a suit that is not used at a layer loses.
    pub(super) fn worth(&self, layer: usize, s: usize) -> u32 {
        self.weights[13 * s + usize::from(self.frame.ranks[layer])]
    }

    /// How a suit's aces are used at a layer.
    pub(super) fn aces(&self, layer: usize, s: usize) -> Aces {
        let field = self.field;
        if field.tagged_at(layer) >> s & 1 == 0 {
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
    /// Makes the step ready for a layer; whether any cards can be used that are not forced.
    pub(super) fn prepare(&mut self, around: &Around<'_>, layer: usize) -> bool {
        let Around { tables, field, .. } = *around;
        self.vectors = tables.vectors(field.to_sets[layer]);
        let (targets, closes) = (suits(field.targets[layer]), suits(field.closes(layer)));
        for s in 0..Suit::COUNT {
            self.targets[s] = Fields::from(targets[s]) * ONES;
            self.closes[s] = Fields::from(closes[s]).wrapping_neg();
        }
        self.failures.clear();
        let sums = field.sums(tables, layer);
        self.most = sums.most();
        self.tagged = field.tagged_at(layer);
        let mut several = sums.several() & !self.tagged;
        for s in (0..Suit::COUNT).filter(|s| self.tagged >> s & 1 == 1) {
            if let Aces::Spent(all) = around.aces(layer, s) {
                several |= u8::from(all.least() < all.most()) << s;
            }
        }
        self.loose = several | self.tagged;
        self.cheapest = NO_PATH;
        while several != 0 {
            let s = several.trailing_zeros() as usize;
            several &= several - 1;
            self.cheapest = self.cheapest.min(around.worth(layer, s));
        }
        sums.spare()
    }

    /// Where each number of cards in runs leads from the state of suit `s`, and which numbers lead
    /// anywhere.
    #[inline]
    pub(super) fn ways(&self, tables: &Tables, state: State, s: usize) -> (Fields, Amounts) {
        let ways = tables.after((state >> (16 * s)) as StateSet) & self.targets[s];
        let any = filled(ways);
        let closes = self.closes[s];
        (ways & !closes | ones(any) & closes, amounts(any))
    }
}

/// The states and tags of each suit.
#[inline]
pub(super) const fn suits(state: State) -> BySuit<StateSet> {
    [
        state as StateSet,
        (state >> 16) as StateSet,
        (state >> 32) as StateSet,
        (state >> 48) as StateSet,
    ]
}

/// A joint state of states and tags.
#[inline]
pub(super) fn joint(states: BySuit<StateSet>) -> State {
    let [a, b, c, d] = states.map(State::from);
    a | b << 16 | c << 32 | d << 48
}
