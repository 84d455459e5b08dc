//! The search for how many aces of each suit are low.
//!
//! Where the ace is both the first and the last layer, a stretch is long: the aces that the first has
//! used are carried along to the last. Once it is decided how many those are, it falls into short ones
//! mostly. So each number is tried that narrowing has left to the suits, one suit after another, the
//! most promising first.

use super::descent::{Descent, Stretch};
use super::narrow::{Field, LAYERS};
use super::step::Around;
use super::tables::Tables;
use crate::solver::Table;

impl Field {
    /// Narrows it to so many low aces of a tagged suit; whether there may be a path.
    fn part(&mut self, tables: &Tables, s: usize, low: u8) -> bool {
        let mut stale = 0;
        self.ranges[0] = self.ranges[0].with(s, low.into());
        self.limit(tables, 0, &mut stale) && self.settle(tables, stale)
    }

    /// Whether a stretch of these layers carries tags.
    pub(super) fn carries_tags(&self, layers: u16) -> bool {
        let both = 1 | 1 << (self.high % LAYERS);
        self.tagged != 0 && layers & both == both
    }
}

/// What a path may lose that is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// No path loses less, so that one that loses no more ends the search.
    pub(super) least: u32,
    /// Only paths matter that lose less.
    pub(super) limit: u32,
}

impl Descent {
    /// Finds a path through a stretch of a narrower field that carries tags, and loses least within
    /// limits, where so much is lost already; what it loses.
    pub(super) fn part(
        &mut self,
        around: &Around<'_>,
        narrower: &Field,
        stretch: Stretch,
        lost: u32,
        Limits { least, limit }: Limits,
    ) -> Option<u32> {
        let (tables, layers) = (around.tables, self.bits(stretch));
        if lost >= limit {
            return None;
        }
        if narrower.tagged == 0 {
            let parted = Around { field: narrower, ..*around };
            let loss = self.pass(&parted, stretch.at, stretch.end, Table::Known, limit - lost);
            return loss.map(|loss| loss + lost);
        }
        let s = narrower.tagged.trailing_zeros() as usize;
        let amounts = narrower.sums_of(tables, 0, s).amounts();
        let mut best = None;
        let mut limit = limit;
        let mut later = [const { None::<(u32, Field)> }; 3];
        // Sets take low aces, so that they mostly are.
        for (n, later) in (0..3).rev().zip(&mut later).filter(|(n, _)| amounts >> n & 1 == 1) {
            if limit <= least.max(lost) {
                break;
            }
            self.narrowed(1);
            let mut parted = narrower.clone();
            if !parted.part(tables, s, n) {
                continue;
            }
            let bound = around.lost(&parted, layers);
            if bound > lost {
                *later = Some((bound, parted));
            } else if let Some(loss) =
                self.part(around, &parted, stretch, bound, Limits { least, limit })
            {
                best = Some((loss, self.choices));
                limit = loss;
            }
        }
        later.sort_by_key(|way| way.as_ref().map_or(u32::MAX, |&(bound, _)| bound));
        for (bound, parted) in later.iter().flatten() {
            if limit <= least {
                break;
            }
            if let Some(loss) = self.part(around, parted, stretch, *bound, Limits { least, limit })
            {
                best = Some((loss, self.choices));
                limit = loss;
            }
        }
        best.map(|(loss, choices)| {
            self.choices = choices;
            loss
        })
    }
}
