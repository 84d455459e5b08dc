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
//! the layers down and up once makes it low enough for most positions; where the search takes long
//! nevertheless, it is done again. (This is block coordinate descent on the Lagrangian dual; see
//! Globerson and Jaakkola, "Fixing max-product", 2007.)
//!
//! As any prices do, those of one search are where the next one of the same lay begins: with other
//! jokers released, or with more remembered, they are hardly worse.
//!
//! Jokers have a price too while that is done, one for all, as they are few: what one more of them
//! would gain. So do laid cards where their number is limited ([`charge`](super::charge)).

use super::charge::Care;
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
pub(super) type All = [[[Gain; AMOUNTS]; MAX_LAYERS]; Suit::COUNT];

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

/// A multiple of 1 / 4,096 that is no less, and hardly more.
#[inline]
fn round_up(gain: Gain) -> Gain {
    round(gain + 0.5 / 4096.0)
}

/// The prices, and what they are found with.
#[derive(Debug, Default)]
pub(super) struct Prices {
    pub(super) of: All,
    /// What a joker costs.
    pub(super) joker: Gain,
    /// Where laid cards cost what was found last, if they do.
    pub(super) place: Option<Gain>,
    /// By suit what each lot gains at most under these prices, its jokers paid.
    pub(super) lots: [Vec<Gain>; Suit::COUNT],
    /// What is gained at most before each node.
    pub(super) before: [Vec<Gain>; Suit::COUNT],
    /// What is gained at most from each node on.
    behind: [Vec<Gain>; Suit::COUNT],
    /// What each suit gains at most.
    pub(super) suits: [Gain; Suit::COUNT],
    /// What the sets of each layer gain at most.
    sets: [Gain; MAX_LAYERS],
}

impl Prices {
    /// Finds prices that make the bound low; the bound, unless it is less than `lowest`.
    pub(super) fn find(&mut self, field: &mut Field<'_>, lowest: Gain) -> Option<Gain> {
        self.joker = if field.task.wild() == 0 { 0.0 } else { field.task.joker_price() };
        self.clear(field);
        let limited = field.task.at_most.is_some();
        let charged = limited && self.charge_again(field);
        self.go_on_all(field);
        if self.bound(field) < lowest {
            return None;
        }
        self.improve(field);
        if charged {
            self.improve_charge(field);
        } else if limited {
            self.find_charge(field, Care::LITTLE);
        }
        Some(self.bound(field)).filter(|&bound| bound >= lowest)
    }

    /// Finds prices that make the bound lower; whether there are any. Only paths that gain `least` matter.
    pub(super) fn refine(
        &mut self,
        field: &mut Field<'_>,
        shares: &mut Shares,
        least: Gain,
    ) -> bool {
        let wild = field.task.wild();
        let limited = field.task.at_most.is_some();
        let before = shares.bound(wild) + field.spare(0, 0);
        let mut lowest = before;
        for _ in 0..ROUNDS {
            let (best, joker, place) = (self.of, self.joker, self.place);
            self.joker = round(Gain::midpoint(joker, shares.joker(wild)));
            self.go_on_all(field);
            self.improve(field);
            if limited {
                self.improve_charge(field);
            }
            shares.find(field, self, least);
            let bound = shares.bound(wild) + field.spare(0, 0);
            if bound >= lowest {
                (self.of, self.joker, self.place) = (best, joker, place);
                self.charge_again(field);
                self.go_on_all(field);
                shares.find(field, self, least);
                break;
            }
            lowest = bound;
        }
        lowest < before
    }

    /// Makes everything free, as another lay is asked for.
    pub(super) fn reset(&mut self) {
        self.of = Default::default();
        self.place = None;
    }

    /// Makes ready for these graphs, with the prices found last.
    fn clear(&mut self, field: &Field<'_>) {
        for price in self.of.as_flattened_mut().as_flattened_mut() {
            // What could not be then may be now.
            *price = if *price == NEVER { 0.0 } else { *price };
        }
        for (s, graph) in field.graphs.iter().enumerate() {
            let nodes = graph.len();
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

    /// The most that a path gains.
    pub(super) fn bound(&self, field: &Field<'_>) -> Gain {
        self.suits.iter().chain(&self.sets[..field.layers()]).sum::<Gain>()
            + field.purse(0, self.joker)
            + field.spare(0, 0)
    }

    /// Finds what is gained before each node, and so by each suit and by the sets of each layer.
    pub(super) fn go_on_all(&mut self, field: &Field<'_>) {
        if field.watch.look() {
            return;
        }
        for (s, graph) in field.graphs.iter().enumerate() {
            for layer in 0..field.layers() {
                self.pay(field, s, layer);
            }
            let (gains, before) = (&self.lots[s][..], &mut self.before[s][..]);
            before[graph.layer(0).end..].fill(NEVER);
            for edge in graph.all_edges().iter().rev() {
                let gain = before[edge.from as usize] + gains[edge.place.index()];
                let to = &mut before[edge.to as usize];
                *to = most(*to, gain);
            }
            self.suits[s] = self.before[s][graph.goal as usize];
        }
        for layer in 0..field.layers() {
            let worth = field.joker(layer) - self.joker;
            let price = |s: usize, given: u8| self.of[s][layer][usize::from(given) % AMOUNTS];
            let gain = |taking: &Taking| {
                let prices: Gain = (0..Suit::COUNT).map(|s| price(s, taking.given[s])).sum();
                // Suits cannot give what has no price.
                if prices == NEVER { NEVER } else { worth * Gain::from(taking.jokers) - prices }
            };
            self.sets[layer] = field.takings_of(layer).iter().map(gain).fold(NEVER, most);
        }
    }

    /// Improves the prices, layer by layer down and up.
    pub(super) fn improve(&mut self, field: &Field<'_>) {
        if field.watch.look() {
            return;
        }
        for layer in (0..field.layers()).rev() {
            self.settle(field, layer);
            for (s, graph) in field.graphs.iter().enumerate() {
                self.go_back(graph, s, layer);
            }
        }
        for layer in 0..field.layers() {
            self.settle(field, layer);
            for (s, graph) in field.graphs.iter().enumerate() {
                self.go_on(graph, s, layer);
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
            *gains = self.amounts(field, s, layer);
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
            self.suits[s] = NEVER;
            for given in 0..AMOUNTS {
                let promised = round_up(best[s][given] * 0.25);
                self.suits[s] = most(self.suits[s], promised);
                let gain = suits[s][given];
                self.of[s][layer][given] = if promised > NEVER { promised - gain } else { NEVER };
            }
            self.pay(field, s, layer);
        }
        // No sets gain more than what the suits are promised together.
        self.sets[layer] = 0.0;
    }

    /// What a suit gains at most in all with each number of cards given to the sets of a layer, if
    /// that has no price.
    fn amounts(&mut self, field: &Field<'_>, s: usize, layer: usize) -> [Gain; AMOUNTS] {
        let graph = &field.graphs[s];
        let gives = graph.gives[layer];
        let only = gives.trailing_zeros() as usize % AMOUNTS;
        let price = self.of[s][layer][only];
        if gives.is_power_of_two() && price > NEVER {
            // All that it can do has that price.
            let mut all = [NEVER; AMOUNTS];
            all[only] = self.suits[s] - price;
            return all;
        }
        let (before, behind) = (&self.before[s][..], &self.behind[s][..]);
        let sums = &mut self.lots[s][..];
        sums[graph.lots.places(layer)].fill(NEVER);
        for edge in graph.edges_of(layer) {
            let sum = &mut sums[edge.place.index()];
            *sum = most(*sum, before[edge.from as usize] + behind[edge.to as usize]);
        }
        graph.lots.amounts(layer, field.joker(layer) - self.joker, sums)
    }

    /// Works out what each lot of a layer gains.
    fn pay(&mut self, field: &Field<'_>, s: usize, layer: usize) {
        let joker = field.joker(layer) - self.joker;
        field.graphs[s].lots.pay(layer, &self.of[s][layer], joker, &mut self.lots[s]);
    }

    /// Finds what is gained before the nodes behind a layer.
    fn go_on(&mut self, graph: &Graph, s: usize, layer: usize) {
        let (gains, before) = (&self.lots[s][..], &mut self.before[s][..]);
        before[graph.layer(layer + 1)].fill(NEVER);
        for edge in graph.edges_of(layer) {
            let gain = before[edge.from as usize] + gains[edge.place.index()];
            let to = &mut before[edge.to as usize];
            *to = most(*to, gain);
        }
    }

    /// Finds what is gained from the nodes before a layer on.
    fn go_back(&mut self, graph: &Graph, s: usize, layer: usize) {
        let (gains, behind) = (&self.lots[s][..], &mut self.behind[s][..]);
        behind[graph.layer(layer)].fill(NEVER);
        for edge in graph.edges_of(layer) {
            let gain = behind[edge.to as usize] + gains[edge.place.index()];
            let from = &mut behind[edge.from as usize];
            *from = most(*from, gain);
        }
    }
}
