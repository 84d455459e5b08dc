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
//! the layers up and down once makes it low enough for most positions; where the search takes long
//! nevertheless, it is done again. (This is block coordinate descent on the Lagrangian dual; see
//! Globerson and Jaakkola, "Fixing max-product", 2007.)
//!
//! Jokers have a price too while that is done, one for all, as they are few: what one more of them
//! would gain.

use super::field::Field;
use super::line::MAX_LAYERS;
use super::sets::Taking;
use super::shares::Shares;
use super::suit::{AMOUNTS, Graph};
use crate::card::Suit;

/// What is gained, or what giving cards costs. All are multiples of 1 / 4,096 that are small enough
/// for sums to be exact.
pub(super) type Gain = f64;

/// What cannot be gains this.
pub(super) const NEVER: Gain = Gain::NEG_INFINITY;

/// 3 · 2³⁹: a sum with it has no room for parts of less than 1 / 4,096.
const COARSE: Gain = 1_649_267_441_664.0;

/// How often prices are improved at once where better ones are needed.
const ROUNDS: usize = 2;

/// By suit, layer and number of cards.
type All = [[[Gain; AMOUNTS]; MAX_LAYERS]; Suit::COUNT];

/// The greater of two.
#[inline]
pub(super) fn most(a: Gain, b: Gain) -> Gain {
    if a > b { a } else { b }
}

/// The nearest multiple of 1 / 4,096.
#[inline]
pub(super) fn round(gain: Gain) -> Gain {
    gain + COARSE - COARSE
}

/// The prices, and what they are found with.
#[derive(Debug, Default)]
pub(super) struct Prices {
    of: All,
    /// What a joker costs.
    joker: Gain,
    /// By suit what each lot gains at most under these prices, its jokers paid.
    lots: [Vec<Gain>; Suit::COUNT],
    /// What is gained at most before each node.
    before: [Vec<Gain>; Suit::COUNT],
    /// What is gained at most from each node on.
    behind: [Vec<Gain>; Suit::COUNT],
}

impl Prices {
    /// Finds prices that make the bound low; whether it is higher than `floor` then.
    pub(super) fn find(&mut self, field: &Field<'_>, shares: &mut Shares, floor: i32) -> bool {
        self.joker = if field.task.wild() == 0 { 0.0 } else { field.task.joker_price() };
        self.clear(field);
        self.go_back_all(field);
        if self.bound(field) < Gain::from(floor) + 1.0 {
            return false;
        }
        self.improve(field);
        shares.find(field, &self.of, self.joker);
        shares.bound(field.task.wild()) >= Gain::from(floor) + 1.0
    }

    /// Finds prices that make the bound lower; whether there are any.
    pub(super) fn refine(&mut self, field: &Field<'_>, shares: &mut Shares) -> bool {
        let wild = field.task.wild();
        let before = shares.bound(wild);
        let mut least = before;
        for _ in 0..ROUNDS {
            let (best, joker) = (self.of, self.joker);
            self.joker = round(Gain::midpoint(joker, shares.joker(wild)));
            self.go_back_all(field);
            self.improve(field);
            shares.find(field, &self.of, self.joker);
            let bound = shares.bound(wild);
            if bound >= least {
                (self.of, self.joker) = (best, joker);
                shares.find(field, &self.of, self.joker);
                break;
            }
            least = bound;
        }
        least < before
    }

    /// Makes everything free.
    fn clear(&mut self, field: &Field<'_>) {
        self.of = Default::default();
        for (s, graph) in field.graphs.iter().enumerate() {
            let nodes = graph.nodes.len();
            for gains in [&mut self.before[s], &mut self.behind[s]] {
                gains.clear();
                gains.resize(nodes, NEVER);
            }
            self.behind[s][graph.goal as usize] = 0.0;
            for n in graph.entered() {
                self.before[s][n as usize] = 0.0;
            }
            self.lots[s].clear();
            self.lots[s].resize(graph.lots.len(), NEVER);
        }
    }

    /// The most that a path gains where all prices are 0.
    fn bound(&self, field: &Field<'_>) -> Gain {
        let suits =
            field.graphs.iter().zip(&self.behind).map(|(graph, behind)| {
                graph.entered().map(|n| behind[n as usize]).fold(NEVER, most)
            });
        let sets = (0..field.layers()).map(|layer| {
            let worth = field.joker(layer) - self.joker;
            let gain = |taking: &Taking| worth * Gain::from(taking.jokers);
            field.takings_of(layer).iter().map(gain).fold(NEVER, most)
        });
        suits.chain(sets).sum::<Gain>() + field.purse(0, self.joker)
    }

    /// Finds what is gained from each node on.
    fn go_back_all(&mut self, field: &Field<'_>) {
        for (s, graph) in field.graphs.iter().enumerate() {
            for layer in (0..field.layers()).rev() {
                self.pay(graph, s, layer);
                self.go_back(graph, s, layer);
            }
        }
    }

    /// Improves the prices, layer by layer up and down.
    fn improve(&mut self, field: &Field<'_>) {
        for layer in 0..field.layers() {
            self.settle(field, layer);
            for (s, graph) in field.graphs.iter().enumerate() {
                self.go_on(graph, s, layer);
            }
        }
        for layer in (0..field.layers()).rev() {
            self.settle(field, layer);
            for (s, graph) in field.graphs.iter().enumerate() {
                self.go_back(graph, s, layer);
            }
        }
    }

    /// Finds the prices of one layer, given those of all others.
    fn settle(&mut self, field: &Field<'_>, layer: usize) {
        if field.is_decided(layer) {
            return;
        }
        let mut suits = [[NEVER; AMOUNTS]; Suit::COUNT];
        for (s, gains) in suits.iter_mut().enumerate() {
            *gains = self.amounts(&field.graphs[s], s, layer);
        }
        let mut best = [[NEVER; AMOUNTS]; Suit::COUNT];
        let worth = field.joker(layer) - self.joker;
        for taking in field.takings_of(layer) {
            let given = taking.given.map(|given| usize::from(given) % AMOUNTS);
            let gain: Gain = (0..Suit::COUNT).map(|s| suits[s][given[s]]).sum();
            let gain = gain + worth * Gain::from(taking.jokers);
            for s in 0..Suit::COUNT {
                let best = &mut best[s][given[s]];
                *best = most(*best, gain);
            }
        }
        for s in 0..Suit::COUNT {
            for given in 0..AMOUNTS {
                let (best, gain) = (best[s][given], suits[s][given]);
                let price = if best > NEVER { round(best * 0.25) - gain } else { NEVER };
                self.of[s][layer][given] = price;
            }
            self.pay(&field.graphs[s], s, layer);
        }
    }

    /// What a suit gains at most in all with each number of cards given to the sets of a layer, if
    /// that has no price.
    fn amounts(&mut self, graph: &Graph, s: usize, layer: usize) -> [Gain; AMOUNTS] {
        let (before, behind) = (&self.before[s], &self.behind[s]);
        let lots = graph.lots.of(layer);
        let first = lots.start;
        let sums = &mut self.lots[s][lots];
        sums.fill(NEVER);
        for edge in graph.edges_of(layer) {
            let sum = &mut sums[edge.lot as usize - first];
            *sum = most(*sum, before[edge.from as usize] + behind[edge.to as usize]);
        }
        let mut all = [NEVER; AMOUNTS];
        for (lot, &sum) in graph.lots.at(layer).iter().zip(&*sums) {
            let sum = sum - self.joker * Gain::from(lot.letter.wild);
            for (all, gain) in all.iter_mut().zip(&lot.gains) {
                *all = most(*all, sum + gain);
            }
        }
        all
    }

    /// Works out what each lot of a layer gains.
    fn pay(&mut self, graph: &Graph, s: usize, layer: usize) {
        let prices = &self.of[s][layer];
        let gains = &mut self.lots[s][graph.lots.of(layer)];
        for (gain, lot) in gains.iter_mut().zip(graph.lots.at(layer)) {
            *gain = lot.most(prices) - self.joker * Gain::from(lot.letter.wild);
        }
    }

    /// Finds what is gained before the nodes behind a layer.
    fn go_on(&mut self, graph: &Graph, s: usize, layer: usize) {
        let (gains, before) = (&self.lots[s], &mut self.before[s]);
        before[graph.layer(layer + 1)].fill(NEVER);
        for edge in graph.edges_of(layer) {
            let gain = before[edge.from as usize] + gains[edge.lot as usize];
            let to = &mut before[edge.to as usize];
            *to = most(*to, gain);
        }
    }

    /// Finds what is gained from the nodes before a layer on.
    fn go_back(&mut self, graph: &Graph, s: usize, layer: usize) {
        let (gains, behind) = (&self.lots[s], &mut self.behind[s]);
        behind[graph.layer(layer)].fill(NEVER);
        for edge in graph.edges_of(layer) {
            let gain = behind[edge.to as usize] + gains[edge.lot as usize];
            let from = &mut behind[edge.from as usize];
            *from = most(*from, gain);
        }
    }
}
