//! What a search finds: what is done at each rank.

use crate::solver::sets::Sets;

/// Most layers: thirteen ranks and the ace once more.
pub(super) const MAX_LAYERS: usize = 14;

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With a best path.
    Found,
    /// There is no path.
    Hopeless,
    /// It took too long.
    Unfinished,
}

/// What is done at one layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    /// Position among the vectors of [`Sets`](super::sets::Sets).
    pub(super) vector: u8,
    /// Cards that each suit gives to runs, two bits a suit.
    pub(super) runs: u8,
}

impl Choice {
    /// Cards that suit `s` gives to runs.
    pub(super) fn to_runs(self, s: usize) -> u8 {
        self.runs >> (2 * s) & 3
    }

    /// Cards that each suit uses, a byte a suit.
    pub(super) fn all_used(self, sets: &Sets) -> u32 {
        let given = u32::from_le_bytes(sets.vectors[usize::from(self.vector)]);
        let to_runs = u32::from(self.runs);
        // Two bits for each suit, moved to the end of its byte.
        given + ((to_runs | to_runs << 6 | to_runs << 12 | to_runs << 18) & 0x0303_0303)
    }

    /// Cards that suit `s` uses.
    pub(super) fn used(self, sets: &Sets, s: usize) -> u8 {
        self.all_used(sets).to_le_bytes()[s]
    }
}

/// One layer of a path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    pub(super) rank: u8,
    /// The number of the layer in the frame.
    pub(super) layer: u8,
    pub(super) choice: Choice,
}

/// The layers where something can happen, in the order in which they were searched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Path {
    steps: [Step; MAX_LAYERS],
    len: usize,
}

impl Path {
    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) const fn push(&mut self, step: Step) {
        self.steps[self.len] = step;
        self.len += 1;
    }

    /// What is done at each layer.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps[..self.len]
    }

    pub(super) fn choose(&mut self, i: usize, choice: Choice) {
        self.steps[i].choice = choice;
    }
}
