//! The joint states that a search has followed, and which others that makes needless.
//!
//! A joint state need not be followed if another one before the same layer has gained as much and can
//! do all that it can, suit by suit: then whatever can be reached from it is reached from there, for no
//! less. In most positions that never happens, and in those that take long it happens to most.

use crate::card::Suit;
use crate::solver::outline::Frame;
use crate::solver::path::MAX_LAYERS;
use crate::solver::runs::StateSet;
use crate::solver::search::Key;

/// So many joint states are followed before it pays to compare them.
const FEW: u32 = 64;

/// So many hashes of tags are told apart.
const TAG_HASHES: usize = 16;

/// States of the suits' runs, as bits, a word a suit.
type RunSets = u128;

/// A joint state that was followed.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The states of its runs, a set of one for each suit.
    runs: RunSets,
    /// The tags of its states, 16 bits a suit.
    tags: Key,
    /// What can still be gained from there, plus what was lost until there: the less, the more was
    /// gained.
    rest: i64,
}

/// The joint states that were followed.
#[derive(Debug, Default)]
pub(super) struct Followed {
    count: u32,
    /// Before each layer, apart by a hash of their tags.
    before: [[Vec<Entry>; TAG_HASHES]; MAX_LAYERS],
}

impl Followed {
    /// Forgets all that was followed.
    pub(super) fn clear(&mut self) {
        if self.count >= FEW {
            self.before.iter_mut().flatten().for_each(Vec::clear);
        }
        self.count = 0;
    }

    /// Counts one more joint state; whether it pays to compare it.
    #[inline]
    pub(super) fn pays(&mut self) -> bool {
        self.count += 1;
        self.count >= FEW
    }

    /// Whether one of the joint states compared before a layer can do all that this one can and has
    /// gained as much. `rest` is what can still be gained from it, plus what was lost.
    #[inline(never)]
    pub(super) fn covers(&mut self, frame: &Frame, layer: usize, key: Key, rest: i64) -> bool {
        let Some(better) = frame.runs.better() else { return false };
        let (mut runs, mut worse, mut tags) = (0, 0, 0);
        for s in 0..Suit::COUNT {
            let state = (key >> (16 * s)) as usize % (1 << 16);
            let (tag, run) = (state / frame.runs.states, state % frame.runs.states);
            runs |= RunSets::from((1 as StateSet) << run) << (32 * s);
            worse |= RunSets::from(!better[run]) << (32 * s);
            tags |= (tag as Key) << (16 * s);
        }
        let covers =
            |other: &Entry| other.runs & worse == 0 && other.rest <= rest && other.tags == tags;
        // The product sums up multiples of the tags in its highest part.
        let hash = tags.wrapping_mul(0x0001_0003_0005_0007) >> 48;
        let entries = &mut self.before[layer][hash as usize % TAG_HASHES];
        let covered = entries.iter().any(covers);
        if !covered {
            entries.push(Entry { runs, tags, rest });
        }
        covered
    }
}
