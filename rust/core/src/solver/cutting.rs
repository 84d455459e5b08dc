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

/// Cuts `counts`, the cards of each layer that go to runs, into runs that the rules allow.
///
/// Among the possible cuts it takes one that keeps runs long.
pub(super) fn cut(frame: &Frame, rules: &MeldRules, counts: &[u8]) -> Option<Runs> {
    if counts.iter().all(|&n| n == 0) {
        return Some(Runs::new());
    }
    let mut cutter = Cutter {
        counts,
        longest: longest(frame, rules),
        same_runs: rules.same_runs.map_or(usize::MAX, usize::from),
        ring: frame.wrap,
        entry: [0; MAX_COPIES],
        failed: FxHashSet::default(),
        runs: Runs::new(),
    };
    // Where no run can cross the cut of a ring, it is cut like any line.
    if (!frame.wrap || counts.last() == Some(&0)) && cutter.straight() {
        return Some(cutter.runs);
    }
    let crossings = if frame.wrap { crossings(rules, counts) } else { vec![[0; MAX_COPIES]] };
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

/// The lengths of the runs that may be open where a ring is cut, fewest runs first.
fn crossings(rules: &MeldRules, counts: &[u8]) -> Vec<Lengths> {
    let most = counts.last().copied().unwrap_or(0);
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

struct Cutter<'a> {
    counts: &'a [u8],
    longest: u8,
    same_runs: usize,
    ring: bool,
    entry: Lengths,
    /// Layers and lengths from which there is no way on; seldom any.
    failed: FxHashSet<(usize, Lengths)>,
    runs: Runs,
}

impl Cutter<'_> {
    /// Cuts all layers, at each in the first way that is possible there: what [`from`](Self::from)
    /// finds where it never has to go back.
    fn straight(&mut self) -> bool {
        let mut open = [0; MAX_COPIES];
        for layer in 0..=self.counts.len() {
            let n = self.counts.get(layer).map_or(0, |&n| usize::from(n));
            let count = open.iter().filter(|&&length| length > 0).count();
            if n + count == 0 {
                continue;
            }
            let kept = self.runs.len();
            let after = choices(count, n).find_map(|extended| {
                self.runs.truncate(kept);
                self.step(layer, &open[..count], extended, n)
            });
            let Some(after) = after else {
                self.runs.clear();
                return false;
            };
            open = after;
        }
        true
    }

    /// Cuts the layers from `layer` on, where runs of these lengths are open.
    fn from(&mut self, layer: usize, open: Lengths) -> bool {
        if layer == self.counts.len() && self.ring {
            return open == self.entry;
        }
        if layer > self.counts.len() || self.failed.contains(&(layer, open)) {
            return false;
        }
        let n = self.counts.get(layer).map_or(0, |&n| usize::from(n));
        let count = open.iter().filter(|&&length| length > 0).count();
        let kept = self.runs.len();
        for extended in choices(count, n) {
            self.runs.truncate(kept);
            let Some(after) = self.step(layer, &open[..count], extended, n) else { continue };
            if layer == self.counts.len() || self.from(layer + 1, after) {
                return true;
            }
        }
        self.runs.truncate(kept);
        self.failed.insert((layer, open));
        false
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
                let last = (layer + self.counts.len() - 1) % self.counts.len();
                let run = Run { last: last as u8, length };
                let twins = self.runs.iter().filter(|&&other| other == run).count();
                if length < 3 || twins >= self.same_runs {
                    return None;
                }
                self.runs.push(run);
            }
        }
        // New runs are the shortest, and those that go on are longest first as before.
        after[filled..n].fill(1);
        Some(after)
    }
}

/// Parts of three runs as bits, the largest first, and of equally large ones the longest runs first.
const PARTS: [u32; 8] = [0b111, 0b011, 0b101, 0b110, 0b001, 0b010, 0b100, 0b000];

/// Which of `open` runs can be extended by `n` cards, as bits: as many as possible first, and the
/// longest among equally many.
fn choices(open: usize, n: usize) -> impl Iterator<Item = u32> {
    PARTS.into_iter().filter(move |part| part >> open == 0 && part.count_ones() as usize <= n)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All counts of up to two cards at each of seven layers.
    fn all_counts() -> impl Iterator<Item = [u8; 7]> {
        (0..3_u32.pow(7)).map(|n| std::array::from_fn(|i| (n / 3_u32.pow(i as u32) % 3) as u8))
    }

    #[test]
    fn the_straight_way_is_the_first_that_is_found() {
        for (longest, same_runs) in [(13, usize::MAX), (4, usize::MAX), (13, 1), (5, 2)] {
            let mut straight = 0;
            for counts in all_counts() {
                let cutter = || Cutter {
                    counts: &counts,
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
