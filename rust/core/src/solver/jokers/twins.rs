//! Runs of a suit that are identical so far (R3.10).
//!
//! Identical runs begin at the same layer, hold real cards and jokers at the same places, and stop at
//! the same layer. So runs that differ once differ for good, and until then it is enough to know which
//! ones do not: where they began, how long they are and where their jokers lie does not matter. A run
//! that is like no other needs to be known as nothing else.

use smallvec::SmallVec;

use super::open::{Config, Grown, Open, Style, Way};

/// Which open runs a run is identical with: those of the same number, or none if that is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Twins(u8);

impl Twins {
    /// Whether the run is identical with any other.
    pub(super) fn is_any(self) -> bool {
        self != Self::default()
    }

    /// Whether two runs are identical.
    pub(super) fn are(self, other: Self) -> bool {
        self == other && self.is_any()
    }

    /// The same with one more card, the first one or not, before runs are [`number`]ed anew.
    pub(super) fn with(self, begins: bool, is_real: bool) -> Self {
        if begins || self.is_any() { Self(2 * self.0 + 1 + u8::from(is_real)) } else { self }
    }
}

/// Numbers the runs behind a layer. The numbers follow from what else is known of the runs, so that
/// configurations of which the same is known are equal.
pub(super) fn number(grown: &mut [Grown]) {
    let mut groups: SmallVec<[(Config, Twins); 4]> = SmallVec::new();
    for Grown { open, .. } in grown.iter().filter(|grown| grown.open.twins.is_any()) {
        let mut plain = *open;
        plain.twins = Twins::default();
        match groups.iter_mut().find(|(_, twins)| *twins == open.twins) {
            Some((group, _)) => group.push(plain),
            None => groups.push((Config::from_slice(&[plain]), open.twins)),
        }
    }
    groups.retain(|(group, _)| group.len() > 1);
    groups.iter_mut().for_each(|(group, _)| group.sort_unstable());
    groups.sort_unstable();
    for Grown { open, .. } in grown {
        let group = groups.iter().position(|(_, twins)| *twins == open.twins);
        open.twins = Twins(group.map_or(0, |group| group as u8 + 1));
    }
}

/// Whether runs that stop at the same layer are not identical more often than allowed.
pub(super) fn differ(style: &Style, runs: &[Open]) -> bool {
    runs.iter().enumerate().all(|(i, run)| {
        let same = || runs[..i].iter().filter(|other| other.twins.are(run.twins));
        same().count() < usize::from(style.same_runs)
            && (run.way == Way::Any || same().all(|other| other.way != run.way))
    })
}
