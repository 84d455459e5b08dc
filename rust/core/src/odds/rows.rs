//! Numbers of hands by what they have become.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::outlook::Outlook;

/// A front, by number, and what may still come.
pub(super) type Node = (Outlook, u32);

/// A row of numbers for each node, in the order in which the nodes were first met.
pub(super) struct Rows {
    width: usize,
    nodes: IndexSet<Node, FxBuildHasher>,
    /// No number is larger than that of all hands of some size, and those of the sizes within reach
    /// are below 2^128.
    hands: Vec<u128>,
}

impl Rows {
    /// No rows yet, each to be of `width` numbers.
    pub(super) fn new(width: usize) -> Self {
        Self { width, nodes: IndexSet::default(), hands: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Node, &[u128])> {
        self.nodes.iter().copied().zip(self.hands.chunks_exact(self.width))
    }

    /// The row of a node, of zeros if it is new.
    pub(super) fn row(&mut self, node: Node) -> &mut [u128] {
        let (number, new) = self.nodes.insert_full(node);
        if new {
            self.hands.resize(self.hands.len() + self.width, 0);
        }
        &mut self.hands[number * self.width..][..self.width]
    }

    /// Bytes held, about.
    pub(super) fn memory(&self) -> usize {
        self.hands.capacity() * size_of::<u128>() + self.nodes.capacity() * 2 * size_of::<Node>()
    }
}
