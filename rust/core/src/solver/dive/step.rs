//! One layer of the stretch that a descent searches, and joint states before it.

use super::amounts::Range;
use super::failures::Failures;
use super::narrow::Field;
use super::states::Lanes;
use super::tables::{Tables, rows};
use crate::card::Rank;
use crate::solver::Weights;
use crate::solver::outline::Frame;

/// A joint state: a state for each suit, and a tag above it.
pub(super) type State = Lanes;

/// The tags of a joint state; bit n of the four for n aces.
pub(super) const TAGS: State = 0xf000_f000_f000_f000;

/// The lowest bit of a tag.
pub(super) const TAG: u32 = 12;

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
    /// Those among them with which all cards can be used that can be.
    pub(super) free: u32,
    /// What is lost at least if not all cards are used that can be, as far as is known.
    pub(super) cheapest: u32,
    /// Sixteen times the most cards of each suit that can be used as far as is known.
    pub(super) most: Lanes,
    /// Sixteen times the cards of each suit that are left where only the forced ones are.
    pub(super) least: Lanes,
    /// Sixteen times the numbers of the sets of states that the step can be left for.
    targets: Lanes,
    /// All bits of the suits that can have open runs behind the step.
    pub(super) open: Lanes,
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
        self.vectors = field.vectors(layer);
        self.targets = field.targets(layer) << 4;
        self.open = field.open(layer + 1);
        self.failures.clear();
        let sums = field.sums(tables, layer);
        self.most = sums.most();
        self.free = self.vectors & tables.partings(rows(self.most), field.to_runs[layer]);
        self.tagged = field.tagged_at(layer);
        let mut several = sums.several() & !self.tagged;
        let mut tagged = self.tagged;
        while tagged != 0 {
            let s = tagged.trailing_zeros() as usize;
            tagged &= tagged - 1;
            if let Aces::Spent(all) = around.aces(layer, s) {
                several |= u8::from(all.least() < all.most()) << s;
            }
        }
        self.loose = several | self.tagged;
        let rank = usize::from(around.frame.ranks[layer]).min(Rank::COUNT - 1);
        // Which suits these are would be hard to foresee.
        let cheapest = |s: usize| {
            let none = u32::from(several >> s & 1).wrapping_sub(1);
            around.weights[Rank::COUNT * s + rank] | none
        };
        self.cheapest = cheapest(0).min(cheapest(1)).min(cheapest(2).min(cheapest(3)));
        sums.spare()
    }

    /// What to look up with how many cards each suit can give to runs.
    #[inline]
    pub(super) const fn ways(&self, state: State) -> Lanes {
        self.targets | state & !TAGS
    }

    /// The joint state behind the step when so many cards go to runs, given sixteen times that.
    #[inline]
    pub(super) fn next(&self, tables: &Tables, state: State, to_runs: Lanes) -> State {
        tables.states.next(state & !TAGS, to_runs) & self.open | state & TAGS
    }
}
