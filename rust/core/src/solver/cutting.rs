//! Cutting the numbers of cards that a suit gives to runs into the runs themselves.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::meld::MeldRules;
use crate::solver::outline::Frame;
use crate::solver::runs::MAX_COPIES;

/// One run: its last layer and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) last: u8,
    pub(super) length: u8,
}

/// The runs of a suit.
pub(super) type Runs = SmallVec<[Run; 8]>;

/// Lengths of the open runs, longest first, 0 for none.
type Lengths = [u8; MAX_COPIES];

/// How many cards of each layer go to the runs of a suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Two bits a layer, the first lowest.
    bits: u32,
}

impl Counts {
    pub(super) const fn set(&mut self, layer: usize, n: u8) {
        self.bits |= (n as u32) << (2 * layer);
    }

    pub(super) const fn at(self, layer: usize) -> u8 {
        (self.bits >> (2 * layer) & 3) as u8
    }
}

/// Cuts the cards of each layer that go to runs into runs that the rules allow.
///
/// Among the possible cuts it takes one that keeps runs long.
pub(super) fn cut(frame: &Frame, rules: &MeldRules, counts: Counts) -> Option<Runs> {
    let layers = frame.ranks.len();
    let mut cutter = Cutter {
        counts,
        layers,
        longest: longest(frame, rules),
        same_runs: rules.same_runs.map_or(usize::MAX, usize::from),
        ring: frame.wrap,
        entry: [0; MAX_COPIES],
        failed: FxHashSet::default(),
        runs: Runs::new(),
    };
    // Where no run can cross the cut of a ring, it is cut like any line.
    let crossing = if frame.wrap { counts.at(layers - 1) } else { 0 };
    if crossing == 0 && cutter.straight() {
        return Some(cutter.runs);
    }
    let crossings = crossings(rules, crossing);
    crossings.into_iter().find_map(|entry| {
        cutter.entry = entry;
        cutter.failed.clear();
        cutter.from(0, entry).then(|| std::mem::take(&mut cutter.runs))
    })
}

/// The longest run that is needed.
///
/// Where identical runs are limited, runs of all ranks are cut: they hold the same cards wherever
/// they begin.
fn longest(frame: &Frame, rules: &MeldRules) -> u8 {
    let most = rules.run_max;
    let ranks = frame.ranks.len() as u8 - u8::from(frame.two_aces);
    if rules.same_runs.is_some() { most.min(ranks - 1) } else { most }
}

/// The lengths of at most so many runs that may be open where a ring is cut, fewest runs first.
fn crossings(rules: &MeldRules, most: u8) -> Vec<Lengths> {
    let mut found = vec![[0; MAX_COPIES]];
    for run in 0..usize::from(most) {
        for i in 0..found.len() {
            let entry = found[i];
            let longest = if run == 0 { rules.run_max } else { entry[run - 1] };
            if entry[run] == 0 {
                found.extend((1..=longest).map(|length| {
                    let mut longer = entry;
                    longer[run] = length;
                    longer
                }));
            }
        }
        found.sort_by_key(|entry| (entry.iter().filter(|&&length| length > 0).count(), *entry));
        found.dedup();
    }
    found
}

struct Cutter {
    counts: Counts,
    layers: usize,
    longest: u8,
    same_runs: usize,
    ring: bool,
    entry: Lengths,
    /// Layers and lengths from which there is no way on; seldom any.
    failed: FxHashSet<(usize, Lengths)>,
    runs: Runs,
}

impl Cutter {
    /// Cuts all layers, at each in the first way that is possible there: what [`from`](Self::from)
    /// finds where it never has to go back.
    fn straight(&mut self) -> bool {
        // The lengths of the open runs, a byte each, the longest lowest.
        let mut open = 0_u32;
        let (mut count, mut layer, mut rest) = (0, 0, self.counts.bits);
        loop {
            if count == 0 {
                if rest == 0 {
                    return true;
                }
                let unused = rest.trailing_zeros() as usize / 2;
                (layer, rest) = (layer + unused, rest >> (2 * unused));
            }
            let n = (rest & 3) as usize;
            if n >= count && self.longest > open as u8 {
                // All go on, which is the first way that is tried.
                open = (open + 0x0001_0101) & ((1 << (8 * n)) - 1);
            } else {
                let (kept, lengths) = (self.runs.len(), open.to_le_bytes());
                let after = choices(count, n).iter().find_map(|&extended| {
                    self.runs.truncate(kept);
                    self.step(layer, &lengths[..count], extended, n)
                });
                let Some([first, second, third]) = after else {
                    self.runs.clear();
                    return false;
                };
                open = u32::from_le_bytes([first, second, third, 0]);
            }
            (count, layer, rest) = (n, layer + 1, rest >> 2);
        }
    }

    /// Cuts the layers from `layer` on, where runs of these lengths are open.
    fn from(&mut self, layer: usize, open: Lengths) -> bool {
        if layer == self.layers && self.ring {
            return open == self.entry;
        }
        if layer > self.layers || self.failed.contains(&(layer, open)) {
            return false;
        }
        let n = usize::from(self.counts.at(layer));
        let count = open.iter().filter(|&&length| length > 0).count();
        let kept = self.runs.len();
        for &extended in choices(count, n) {
            self.runs.truncate(kept);
            let Some(after) = self.step(layer, &open[..count], extended, n) else { continue };
            if layer == self.layers || self.from(layer + 1, after) {
                return true;
            }
        }
        self.runs.truncate(kept);
        self.failed.insert((layer, open));
        false
    }

    /// Whether there are as many such runs as the rules allow.
    fn is_twin_too_many(&self, run: Run) -> bool {
        self.same_runs < usize::MAX
            && self.runs.iter().filter(|&&other| other == run).count() >= self.same_runs
    }

    /// Extends some of the open runs, closes the others and starts new ones.
    fn step(&mut self, layer: usize, open: &[u8], extended: u32, n: usize) -> Option<Lengths> {
        let mut after = [0; MAX_COPIES];
        let mut filled = 0;
        for (i, &length) in open.iter().enumerate() {
            if extended >> i & 1 == 1 {
                if length == self.longest {
                    return None;
                }
                after[filled] = length + 1;
                filled += 1;
            } else {
                let last = if layer > 0 { layer - 1 } else { self.layers - 1 };
                let run = Run { last: last as u8, length };
                if length < 3 || self.is_twin_too_many(run) {
                    return None;
                }
                self.runs.push(run);
            }
        }
        // New runs are the shortest, and those that go on are longest first as before.
        for length in &mut after[filled..n] {
            *length = 1;
        }
        Some(after)
    }
}

/// Which of so many open runs can be extended by `n` cards, as bits: as many as possible first, and
/// the longest among equally many.
const fn choices(open: usize, n: usize) -> &'static [u32] {
    match (open, n) {
        (0, _) | (_, 0) => &[0],
        (1, _) => &[0b1, 0],
        (2, 1) => &[0b01, 0b10, 0],
        (2, _) => &[0b11, 0b01, 0b10, 0],
        (_, 1) => &[0b001, 0b010, 0b100, 0],
        (_, 2) => &[0b011, 0b101, 0b110, 0b001, 0b010, 0b100, 0],
        (_, _) => &[0b111, 0b011, 0b101, 0b110, 0b001, 0b010, 0b100, 0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYERS: usize = 7;

    /// All counts of up to two cards a layer.
    fn all_counts() -> impl Iterator<Item = Counts> {
        (0..3_u32.pow(LAYERS as u32)).map(|n| {
            let mut counts = Counts::default();
            for layer in 0..LAYERS {
                counts.set(layer, (n / 3_u32.pow(layer as u32) % 3) as u8);
            }
            counts
        })
    }

    #[test]
    fn the_straight_way_is_the_first_that_is_found() {
        for (longest, same_runs) in [(13, usize::MAX), (4, usize::MAX), (13, 1), (5, 2)] {
            let mut straight = 0;
            for counts in all_counts() {
                let cutter = || Cutter {
                    counts,
                    layers: LAYERS,
                    longest,
                    same_runs,
                    ring: false,
                    entry: [0; MAX_COPIES],
                    failed: FxHashSet::default(),
                    runs: Runs::new(),
                };
                let (mut quick, mut thorough) = (cutter(), cutter());
                let found = thorough.from(0, [0; MAX_COPIES]);
                if quick.straight() {
                    straight += 1;
                    assert!(found && quick.runs == thorough.runs, "{counts:?}");
                } else {
                    assert!(quick.runs.is_empty());
                }
            }
            assert!(straight > 50, "{straight}");
        }
    }
}
