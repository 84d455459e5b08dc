//! Prices of the cards that suits give to sets, for a bound that is hardly ever too high.
//!
//! A suit by itself can give to the sets of a rank whatever it likes, and the sets take whatever they
//! like; nothing ties the two. If giving `g` cards of a suit at a layer gains a price, and a set that
//! takes them loses it, no lay gains more or less than before, whatever the prices. So the most that
//! suits and sets can gain each by itself is an upper bound under any prices, and some prices make it
//! low: those under which what pays for a suit is what the sets want.
//!
//! They are found layer by layer. For each number of cards that a suit can give there, it is known
//! what the suit gains at most over all layers; so for all that the sets can take together, what all
//! suits gain at most. Each suit is then promised a quarter of the best that includes its number.
//! The bound becomes what the best for the layer gains, which is what it was, or less. Going through
//! the layers up and down a few times makes it low enough. (This is block coordinate descent on the
//! Lagrangian dual; see Globerson and Jaakkola, "Fixing max-product", 2007.)
//!
//! Jokers have a price too while that is done, one for all, as they are few: what one more of them
//! would gain.

use super::line::MAX_LAYERS;
use super::search::{Field, Shares};
use super::sets::Bundle;
use super::suit::{AMOUNTS, Graph, NEVER, is_possible};
use crate::card::Suit;

/// Gains are counted in such parts, so that prices are exact enough.
pub(super) const SCALE: i64 = 1 << 12;

/// What giving so many cards gains.
pub(super) type Price = i64;

/// What is lost by giving what cannot be given.
const LOST: i64 = NEVER / 4;

/// How often prices are improved.
const ROUNDS: usize = 2;

type All = [[[Price; AMOUNTS]; MAX_LAYERS]; Suit::COUNT];

/// The prices, and what they are found with.
#[derive(Debug, Default)]
pub(super) struct Prices {
    /// By suit, layer and number of cards.
    of: All,
    /// Those under which the bound was lowest.
    best: All,
    /// What is gained at most before each node.
    before: [Vec<i64>; Suit::COUNT],
    /// What is gained at most from each node on.
    behind: [Vec<i64>; Suit::COUNT],
}

impl Prices {
    /// Finds prices that make the bound low, unless it is no higher than `floor` before that.
    pub(super) fn find(&mut self, field: &Field<'_>, shares: &mut Shares, floor: i32) {
        let wild = field.task.wild();
        self.clear(field);
        self.best = self.of;
        shares.find(field, self);
        let mut joker = field.task.joker_price();
        let mut least = shares.bound(wild);
        let mut bound = least;
        for _ in 0..ROUNDS {
            if least <= i64::from(floor) {
                return;
            }
            self.improve(field, joker);
            shares.find(field, self);
            bound = shares.bound(wild);
            if bound <= least {
                (least, self.best) = (bound, self.of);
            }
            joker = i64::midpoint(joker, shares.joker(wild));
        }
        if bound > least {
            self.of = self.best;
            shares.find(field, self);
        }
        shares.pay(wild, joker);
    }

    /// Makes everything free.
    fn clear(&mut self, field: &Field<'_>) {
        self.of = Default::default();
        for s in 0..Suit::COUNT {
            let graph = &field.graphs[s];
            let nodes = graph.nodes.len();
            self.before[s].clear();
            self.before[s].resize(nodes, NEVER);
            self.behind[s].clear();
            self.behind[s].resize(nodes, NEVER);
            for n in graph.layer(field.layers()) {
                self.behind[s][n] = if graph.nodes[n].is_first(n) { 0 } else { NEVER };
            }
            for n in graph.entered() {
                self.before[s][n as usize] = 0;
            }
        }
    }

    pub(super) fn of(&self, suit: usize) -> &[[Price; AMOUNTS]] {
        &self.of[suit]
    }

    /// What the sets of a bundle pay, if suits can give that at all.
    pub(super) fn sum(&self, layer: usize, bundle: &Bundle) -> Option<i64> {
        let price = |s: usize| self.of[s][layer][usize::from(bundle.given[s])];
        let prices: [Price; Suit::COUNT] = std::array::from_fn(price);
        prices.iter().all(|&price| price > LOST).then(|| prices.iter().sum())
    }

    /// Improves the prices, where a joker costs so much.
    fn improve(&mut self, field: &Field<'_>, joker: i64) {
        for layer in (0..field.layers()).rev() {
            for s in 0..Suit::COUNT {
                self.go_back(&field.graphs[s], s, layer, joker);
            }
        }
        for layer in 0..field.layers() {
            self.settle(field, layer, joker);
            for s in 0..Suit::COUNT {
                self.go_on(&field.graphs[s], s, layer, joker);
            }
        }
        for layer in (0..field.layers()).rev() {
            self.settle(field, layer, joker);
            for s in 0..Suit::COUNT {
                self.go_back(&field.graphs[s], s, layer, joker);
            }
        }
    }

    /// Finds the prices of one layer, given those of all others.
    fn settle(&mut self, field: &Field<'_>, layer: usize, joker: i64) {
        let mut most = [[NEVER; AMOUNTS]; Suit::COUNT];
        for (s, most) in most.iter_mut().enumerate() {
            let (before, behind) = (&self.before[s], &self.behind[s]);
            for edge in field.graphs[s].edges_of(layer) {
                let gain = edge.gain - joker * i64::from(edge.jokers);
                let most = &mut most[usize::from(edge.given)];
                *most = (*most).max(before[edge.from as usize] + gain + behind[edge.to as usize]);
            }
        }
        let mut best = [[NEVER; AMOUNTS]; Suit::COUNT];
        let worth = field.joker(layer) - joker;
        for bundle in field.bundles_of(layer) {
            let given = bundle.given.map(usize::from);
            let gain: i64 = (0..Suit::COUNT).map(|s| most[s][given[s]]).sum();
            let gain = gain + worth * i64::from(field.count(bundle.wild));
            for s in 0..Suit::COUNT {
                let best = &mut best[s][given[s]];
                *best = (*best).max(gain);
            }
        }
        for s in 0..Suit::COUNT {
            for given in 0..AMOUNTS {
                let (best, most) = (best[s][given], most[s][given]);
                let lost = !is_possible(best) || !is_possible(most);
                self.of[s][layer][given] = if lost { LOST } else { (best >> 2) - most };
            }
        }
    }

    /// Finds what is gained before the nodes behind a layer.
    fn go_on(&mut self, graph: &Graph, s: usize, layer: usize, joker: i64) {
        let (prices, before) = (&self.of[s][layer], &mut self.before[s]);
        before[graph.layer(layer + 1)].fill(NEVER);
        for edge in graph.edges_of(layer) {
            let gain = edge.gain + prices[usize::from(edge.given)];
            let gain = before[edge.from as usize] + gain - joker * i64::from(edge.jokers);
            let to = &mut before[edge.to as usize];
            *to = (*to).max(gain);
        }
    }

    /// Finds what is gained from the nodes before a layer on.
    fn go_back(&mut self, graph: &Graph, s: usize, layer: usize, joker: i64) {
        let (prices, behind) = (&self.of[s][layer], &mut self.behind[s]);
        behind[graph.layer(layer)].fill(NEVER);
        for edge in graph.edges_of(layer) {
            let gain = edge.gain + prices[usize::from(edge.given)];
            let gain = behind[edge.to as usize] + gain - joker * i64::from(edge.jokers);
            let from = &mut behind[edge.from as usize];
            *from = (*from).max(gain);
        }
    }
}
