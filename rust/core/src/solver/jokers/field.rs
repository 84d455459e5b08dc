//! What suits and sets can do together in a position.

use std::ops::Range;

use super::prices::{self, Gain, NEVER};
use super::sets::Taking;
use super::suit::Graph;
use super::task::Task;
use crate::card::Suit;
use crate::solver::watch::Watch;

/// What is searched.
pub(super) struct Field<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) graphs: &'a mut [Graph; Suit::COUNT],
    /// What sets can take that suits can give.
    pub(super) takings: &'a [Taking],
    /// Where those of each layer lie.
    pub(super) ranges: &'a [Range<usize>],
    /// The rank of each layer.
    pub(super) ranks: &'a [u8],
    /// It is decided which cards release jokers.
    pub(super) marked: bool,
    /// What each laid card costs, where their number is limited.
    pub(super) charge: Gain,
    pub(super) watch: &'a Watch,
}

impl Field<'_> {
    pub(super) fn layers(&self) -> usize {
        self.ranks.len()
    }

    pub(super) fn takings_of(&self, layer: usize) -> &[Taking] {
        &self.takings[self.ranges[layer].clone()]
    }

    /// Whether there is no choice about the sets of a layer.
    pub(super) fn is_decided(&self, layer: usize) -> bool {
        self.ranges[layer].len() == 1
            && self.graphs.iter().all(|graph| graph.gives[layer].is_power_of_two())
    }

    /// What jokers gain in the sets of a layer, each.
    pub(super) fn joker(&self, layer: usize) -> Gain {
        Gain::from(self.task.gain_at(self.ranks[layer]))
    }

    /// Lets each laid card cost so much.
    pub(super) fn charge(&mut self, charge: Gain) {
        self.charge = charge;
        for graph in &mut *self.graphs {
            graph.lots.charge(charge);
        }
    }

    /// What the cards gain that may be laid beside so many natural ones and jokers, if they are not.
    pub(super) fn spare(&self, laid: u8, jokers: u8) -> Gain {
        let laid = u32::from(laid) + self.task.laid_jokers(jokers);
        self.task.at_most.map_or(0.0, |most| self.charge * Gain::from(most - laid))
    }

    /// What so many jokers that go anywhere gain.
    pub(super) fn gain_of_jokers(&self, used: u8) -> Gain {
        let cost = self.charge * Gain::from(self.task.laid_jokers(used));
        Gain::from(self.task.gain_of_jokers(used)) - cost
    }

    /// What the jokers that are left gain at most when so many are used, with their price.
    pub(super) fn purse(&self, used: u8, price: Gain) -> Gain {
        let most = (used.max(self.task.free + self.task.must)..=self.task.wild())
            .map(|all| self.gain_of_jokers(all) + price * Gain::from(all - used));
        most.fold(NEVER, prices::most)
    }
}
