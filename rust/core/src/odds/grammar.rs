//! What the runs of one suit may do at the next rank.

use crate::meld::MeldRules;

use super::line::Cut;

/// Lengths of runs of one suit, longest first, zeros last. With three packs no more than three runs
/// can share a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lengths([u8; 3]);

/// What is known of one suit between two ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Runs {
    /// The runs that the last rank belongs to.
    open: Lengths,
    /// What must cross the cut at the end of the line, because it was used at its start.
    due: Lengths,
}

/// The moves of the runs of one suit.
///
/// A run of six cards or more can be cut in two, so its exact length rarely matters. Lengths are told
/// apart only as far as they do.
#[derive(Clone, Debug)]
pub(super) struct Grammar {
    copies: u8,
    cut: Cut,
    /// Lengths are told apart up to this one.
    longest: u8,
    /// Whether a run of the longest length may go on, and then counts as of that length still.
    goes_on: bool,
    /// How many runs of the same cards may lie on the table.
    same: u8,
}

impl Lengths {
    fn iter(self) -> impl Iterator<Item = u8> + Clone {
        self.0.into_iter().filter(|&n| n > 0)
    }

    fn count(self, length: u8) -> usize {
        self.iter().filter(|&n| n == length).count()
    }

    fn of(lengths: impl IntoIterator<Item = u8>) -> Self {
        let mut sorted = [0; 3];
        for (slot, n) in sorted.iter_mut().zip(lengths) {
            *slot = n;
        }
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        Self(sorted)
    }
}

impl Grammar {
    pub(super) fn new(rules: &MeldRules, cut: Cut) -> Self {
        let copies = rules.copies;
        let same = rules.same_runs.unwrap_or(copies).min(copies);
        // A run of n cards can be cut at n - 5 places. A place is barred if one of the pieces would
        // lie on the table too often: that takes `same` other runs that start, or end, with it, and
        // no more than `copies - 1` others can. So runs of `always` cards or more can be cut until
        // none is left, whatever else lies there.
        let always = 6 + 2 * ((copies - 1) / same);
        let goes_on = rules.run_max + 1 >= always;
        let longest = if goes_on { always } else { rules.run_max };
        Self { copies, cut, longest, goes_on, same }
    }

    pub(super) const fn copies(&self) -> u8 {
        self.copies
    }

    /// What may be after the first rank of the line if it gives so many cards to runs.
    pub(super) fn first(&self, cards: u8) -> Vec<Runs> {
        let start = |due: Lengths, crossing: Lengths, cards| {
            let open = self.with_new(crossing, cards)?;
            Some(Runs { open, due })
        };
        match self.cut {
            Cut::Nothing => {
                start(Lengths::default(), Lengths::default(), cards).into_iter().collect()
            }
            // Of the aces, some go before the 2 and the others after the king.
            Cut::Aces => (0..=cards)
                .filter_map(|high| {
                    let due = Lengths::of((0..high).map(|_| 1));
                    start(due, Lengths::default(), cards - high)
                })
                .collect(),
            // Some continue runs that come round the corner.
            Cut::Runs => (0..=cards)
                .flat_map(|crossing| self.multisets(crossing).map(move |due| (crossing, due)))
                .filter_map(|(crossing, due)| {
                    let longer: Option<Vec<u8>> = due.iter().map(|n| self.extended(n)).collect();
                    start(due, Lengths::of(longer?), cards - crossing)
                })
                .collect(),
        }
    }

    /// What may be after a rank that gives so many cards to runs.
    pub(super) fn next(&self, runs: Runs, cards: u8) -> Vec<Runs> {
        self.extensions(runs.open)
            .filter_map(|(open, used)| {
                let open = self.with_new(open, cards.checked_sub(used)?)?;
                Some(Runs { open, due: runs.due })
            })
            .collect()
    }

    /// Whether all runs are complete at the end of the line.
    pub(super) fn accepts(&self, runs: Runs) -> bool {
        match self.cut {
            Cut::Nothing => self.may_end(runs.open.iter()),
            Cut::Aces => {
                let aces = runs.due.iter().count() as u8;
                self.extensions(runs.open)
                    .any(|(open, used)| used == aces && self.may_end(open.iter()))
            }
            Cut::Runs => {
                let mut open: Vec<u8> = runs.open.iter().collect();
                let all_there = runs.due.iter().all(|n| {
                    open.iter().position(|&m| m == n).map(|i| open.swap_remove(i)).is_some()
                });
                all_there && self.may_end(open.into_iter())
            }
        }
    }

    /// Every choice of runs that go on, and how many those are. The others end.
    fn extensions(&self, open: Lengths) -> impl Iterator<Item = (Lengths, u8)> {
        (0u8..1 << open.iter().count()).filter_map(move |mask| {
            let (mut longer, mut ended) = (Vec::new(), Vec::new());
            for (i, n) in open.iter().enumerate() {
                if mask >> i & 1 == 1 {
                    longer.push(self.extended(n)?);
                } else {
                    ended.push(n);
                }
            }
            let used = longer.len() as u8;
            self.may_end(ended.into_iter()).then(|| (Lengths::of(longer), used))
        })
    }

    fn extended(&self, length: u8) -> Option<u8> {
        if length < self.longest { Some(length + 1) } else { self.goes_on.then_some(length) }
    }

    fn may_end(&self, mut ended: impl Iterator<Item = u8> + Clone) -> bool {
        let all = ended.clone();
        ended.all(|n| {
            let twins = all.clone().filter(|&m| m == n).count();
            n >= 3 && (twins <= usize::from(self.same) || n == self.longest && self.goes_on)
        })
    }

    /// The open runs with new ones of one card each, if the packs have so many.
    fn with_new(&self, open: Lengths, new: u8) -> Option<Lengths> {
        let there = open.iter().count() + usize::from(new);
        let free = |n| n >= 3 && self.goes_on && open.count(n) <= usize::from(self.same);
        // A run that may end here, whatever the others do, may do so from now on.
        let known = open.iter().map(|n| if free(n) { self.longest } else { n });
        (there <= usize::from(self.copies)).then(|| Lengths::of(known.chain((0..new).map(|_| 1))))
    }

    /// The multisets of `count` lengths.
    fn multisets(&self, count: u8) -> impl Iterator<Item = Lengths> {
        let mut found = vec![Vec::new()];
        for _ in 0..count {
            found = found
                .into_iter()
                .flat_map(|lengths: Vec<u8>| {
                    let most = lengths.last().copied().unwrap_or(self.longest);
                    (1..=most).map(move |n| lengths.iter().copied().chain([n]).collect())
                })
                .collect();
        }
        found.into_iter().map(Lengths::of)
    }
}
