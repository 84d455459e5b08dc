//! What one suit can do in a position: a layered graph of configurations.
//!
//! It is made of what other positions had in common with this one ([`reach`](super::reach)), as far as
//! that leads to the end with the jokers that there are.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use super::automaton::{Automaton, START, State};
use super::follow::crossing;
use super::line::{Line, MAX_LAYERS};
use super::lots::{Lot, Lots};
use super::need::{Beyond, Needs, Offer};
use super::open::{Holds, Letter, MAX_JOKERS};
use super::prices::Gain;
use super::reach::{Crossing, Draft, Drafted, Passage, Reach, Stop};
use super::task::Task;
use crate::solver::watch::Watch;

/// Real cards of one kind a suit can have, and one more.
pub(super) const AMOUNTS: usize = 4;

/// The most that can still be gained with each number of jokers.
pub(super) type Bounds = [Gain; MAX_JOKERS + 1];

/// More jokers than there can be.
const ENDLESS: u8 = 32;

/// With so many nodes it pays at once to find out which can do the same.
const MANY: usize = 1 << 12;

/// A configuration before a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The first node of the layer that can do the same.
    alike: u32,
    /// Where its edges lie.
    edges: (u32, u32),
    /// Jokers used behind, at least.
    fewest: u8,
}

/// A way through a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    /// What runs are given, a number of [`Lots`].
    pub(super) lot: u32,
    /// The node that it leads to, or one that can do the same.
    pub(super) to: u32,
    /// The node that it leaves.
    pub(super) from: u32,
}

/// The graph of one suit.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The configurations before each layer and behind the last, layer by layer.
    pub(super) nodes: Vec<Node>,
    /// Where those of each layer begin.
    layers: [u32; MAX_LAYERS + 2],
    /// The node that stands for all in which the last layer may be left.
    pub(super) goal: u32,
    /// The edges that lead on from nodes that stand for all that are alike, by layer and node.
    pub(super) edges: Vec<Edge>,
    /// Where those of each layer lie.
    passed: [(u32, u32); MAX_LAYERS],
    pub(super) lots: Lots,
    /// The numbers of cards that can be given to sets at each layer, as bits.
    pub(super) gives: [u8; MAX_LAYERS],
    /// The lists of the nodes.
    lists: SmallVec<[u32; MAX_LAYERS + 1]>,
    /// What may lead through each layer.
    crossings: SmallVec<[Crossing; MAX_LAYERS]>,
    /// The first node of the layer at hand with edges of each kind.
    classes: FxHashMap<u64, u32>,
    needs: Needs,
}

/// What a graph is built from.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) line: &'a Line,
    pub(super) suit: usize,
    /// Which numbers of cards sets can take at each layer, as bits.
    pub(super) gives: &'a [u8; MAX_LAYERS],
    pub(super) watch: &'a Watch,
}

impl Site<'_> {
    pub(super) fn card(&self, layer: usize) -> usize {
        13 * self.suit + usize::from(self.line.ranks[layer])
    }

    /// The releases, as bits, whose card may go to runs at a layer. One that is held by a locked run may
    /// only go where that has it: an ace has two layers.
    pub(super) fn marks(&self, automaton: &Automaton, layer: usize) -> u8 {
        if automaton.style.apart == 0 {
            return 0;
        }
        let pins = &automaton.demanded(self.task.demands[self.suit][layer]).pins;
        let held = pins.iter().fold(0, |all, pin| all | pin.mark);
        let [in_sets, in_runs] = self.task.bound;
        self.task.marks(self.card(layer)) & !in_sets & (!in_runs | held)
    }

    /// What the suit offers to runs at a layer.
    fn offer(&self, automaton: &Automaton, layer: usize) -> Offer {
        let demand = self.task.demands[self.suit][layer];
        let pins = || automaton.demanded(demand).pins.iter();
        let stays = demand != 0 && pins().any(|pin| pin.holds == Holds::Joker);
        Offer { real: self.task.there(self.card(layer)) > 0, stays }
    }

    /// How many runs can go on at a layer without a joker that may go anywhere.
    fn onward(&self, automaton: &Automaton, layer: usize) -> u8 {
        if layer == self.line.len() {
            return if self.line.ring { u8::MAX } else { 0 };
        }
        let demand = self.task.demands[self.suit][layer];
        let pins = if demand == 0 { 0 } else { automaton.demanded(demand).pins.len() as u8 };
        self.task.there(self.card(layer)) + pins
    }
}

impl Graph {
    /// Builds the graph; whether the suit has a way through.
    #[inline(never)]
    pub(super) fn build(
        &mut self,
        automaton: &mut Automaton,
        reach: &mut Reach,
        site: &Site<'_>,
    ) -> bool {
        self.nodes.clear();
        self.lists.clear();
        self.crossings.clear();
        let offers: SmallVec<[Offer; MAX_LAYERS]> =
            (0..site.line.len()).map(|layer| site.offer(automaton, layer)).collect();
        self.lots.find(automaton, site, &offers);
        // Where there are many more lists, they hardly come up again, but what is ahead can be
        // looked at.
        let kept = !site.line.ring && automaton.style.apart == 0;
        let mut list = if site.line.ring {
            self.needs.find(&automaton.style, &offers, Beyond::First);
            let entries = self.crossing(automaton, site);
            self.needs.find(&automaton.style, &offers, Beyond::Paid);
            reach.clear();
            reach.enter(&entries)
        } else {
            if !kept {
                self.needs.find(&automaton.style, &offers, Beyond::Nothing);
                reach.clear();
            }
            reach.enter(&[START])
        };
        self.layers[0] = 0;
        self.arrive(reach, list);
        let mut gaps = offers.iter().filter(|offer| offer.is_gap()).count() as u8;
        for (layer, offer) in offers.iter().enumerate() {
            gaps -= u8::from(offer.is_gap());
            let passage = Passage {
                demand: site.task.demands[site.suit][layer],
                shape: self.lots.shape(layer),
                high: site.line.is_high_ace(layer),
                wild: site.task.wild(),
                onward: site.onward(automaton, layer + 1),
                gaps: gaps.min(site.task.wild() + 1),
            };
            let known = if kept { reach.known(list, passage) } else { None };
            let crossing = known.unwrap_or_else(|| {
                self.cross(automaton, reach, site, layer, (list, passage), kept)
            });
            if site.watch.glance() {
                // It may not be all that leads through the layer.
                reach.clear();
                return false;
            }
            self.crossings.push(crossing);
            list = crossing.list;
            self.layers[layer + 1] = self.nodes.len() as u32;
            self.arrive(reach, list);
        }
        self.layers[site.line.len() + 1] = self.nodes.len() as u32;
        self.judge(automaton, reach, site, list)
    }

    /// Adds the nodes before a layer.
    #[inline(never)]
    fn arrive(&mut self, reach: &Reach, list: u32) {
        self.lists.push(list);
        self.nodes.resize(self.nodes.len() + reach.list(list).len(), Node::DEAD);
    }

    /// Works out what leads through a layer.
    #[inline(never)]
    fn cross(
        &self,
        automaton: &mut Automaton,
        reach: &mut Reach,
        site: &Site<'_>,
        layer: usize,
        (list, passage): (u32, Passage),
        kept: bool,
    ) -> Crossing {
        let (low, high) = (site.line.two_aces && layer == 0, site.line.is_high_ace(layer));
        let lots = self.lots.at(layer);
        let of = |stop: &Stop| match (site.watch.glance(), high) {
            (true, _) => 0..0,
            (false, true) => self.lots.of_high(stop.aces),
            (false, false) => 0..lots.len(),
        };
        let aces = |stop: &Stop, lot: &Lot| match (low, high) {
            (true, _) => lot.aces,
            (_, true) => 0,
            _ => stop.aces,
        };
        let Passage { wild, onward, gaps, .. } = passage;
        let fits = |automaton: &Automaton, state: State, least: u8| {
            let summary = automaton.summary(state);
            let need = if kept {
                if summary.is_tall { gaps } else { 0 }
            } else {
                self.needs.of(layer + 1, summary.shapes)
            };
            least + need.max(summary.due.saturating_sub(onward)) <= wild
        };
        reach.cross(automaton, (list, passage), lots, of, aces, fits)
    }

    /// Where the nodes before a layer lie.
    pub(super) fn layer(&self, layer: usize) -> Range<usize> {
        self.layers[layer] as usize..self.layers[layer + 1] as usize
    }

    /// The nodes in which the first layer can be entered.
    pub(super) fn entered(&self) -> impl Iterator<Item = u32> {
        (0..self.layers[1]).filter(|&n| self.nodes[n as usize].alike == n)
    }

    /// The configurations in which the first layer can be entered: those that a ring can be left in.
    ///
    /// What was laid before the cut and what is needed behind it are different jokers.
    #[inline(never)]
    fn crossing(&self, automaton: &mut Automaton, site: &Site<'_>) -> Vec<State> {
        let Site { task, line, suit, .. } = *site;
        let wild = task.wild();
        let most: SmallVec<[Letter; MAX_LAYERS]> = (0..line.len())
            .map(|layer| {
                let card = site.card(layer);
                let marks = site.marks(automaton, layer);
                Letter { real: task.there(card), wild, marks }
            })
            .collect();
        crossing(automaton, &most, &task.entering[suit], |automaton, layer, state, least| {
            least + self.needs.of(layer + 1, automaton.summary(state).shapes) <= task.wild()
        })
    }

    /// Keeps the edges that lead on; whether there is a way through to the list at the end.
    #[inline(never)]
    fn judge(&mut self, automaton: &Automaton, reach: &Reach, site: &Site<'_>, list: u32) -> bool {
        let layers = site.line.len();
        let wild = site.task.wild();
        self.goal = u32::MAX;
        for (n, stop) in self.layer(layers).zip(reach.list(list)) {
            let done = if site.line.ring {
                automaton.returns(stop.state, stop.entry)
            } else {
                automaton.summary(stop.state).may_end
            };
            if done {
                self.goal = self.goal.min(n as u32);
                self.nodes[n].fewest = 0;
            }
        }
        for n in self.layer(layers) {
            self.nodes[n].alike = self.goal;
        }
        let mut start = 0;
        for layer in (0..layers).rev() {
            let end = self.lead_on(reach, wild, layer, start);
            self.passed[layer] = (start as u32, end as u32);
            start = end;
        }
        if self.nodes.len() > MANY {
            self.merge();
        }
        self.entered().next().is_some()
    }

    /// Puts the edges through a layer that lead on with so many jokers at most from this place on; where
    /// they end.
    #[inline(never)]
    fn lead_on(&mut self, reach: &Reach, wild: u8, layer: usize, start: usize) -> usize {
        let (drafts, drafted) = reach.drafts(self.crossings[layer]);
        let stops = reach.list(self.lists[layer]);
        let (places, first) = (self.lots.of(layer), self.layers[layer]);
        let end = start + drafts.len();
        if self.edges.len() < end {
            self.edges.resize(end, Edge::default());
        }
        let edges = &mut self.edges[start..end];
        let (nodes, behind) = self.nodes.split_at_mut(self.layers[layer + 1] as usize);
        let (mut kept, mut next, mut lots) = (0, 0, 0_u64);
        for &Drafted { from, end } in drafted {
            let room = wild - stops[from as usize].least;
            let n = first + from;
            let (own, mut fewest) = (kept, ENDLESS);
            for &Draft { to, lot, jokers } in &drafts[next..end as usize] {
                let Node { alike, fewest: behind, .. } = behind[to as usize];
                let lot = u32::from(lot);
                edges[kept] = Edge { lot: places.start as u32 + lot, to: alike, from: n };
                // Asking whether it leads on would be hard to foresee.
                let leads = jokers + behind <= room;
                kept += usize::from(leads);
                lots |= u64::from(leads) << (lot % u64::BITS);
                fewest = fewest.min(jokers + behind);
            }
            next = end as usize;
            if kept > own {
                let edges = ((start + own) as u32, (start + kept) as u32);
                nodes[n as usize] = Node { alike: n, edges, fewest };
            }
        }
        // Where there are more lots than bits, more may seem to be given than can be.
        let used = (0..places.len()).filter(|lot| lots >> (lot % u64::BITS as usize) & 1 == 1);
        let all = self.lots.at(layer);
        self.gives[layer] = used.fold(0, |gives, lot| gives | all[lot].gives);
        start + kept
    }

    /// Finds out which nodes of a layer can do the same as others, and leaves out their edges.
    ///
    /// Nodes are alike whose edges are, one by one, so the same cards lead to the end from both. Only
    /// one of them is searched, and which runs the cards make is found out afterwards.
    pub(super) fn merge(&mut self) {
        let mut kept = 0;
        for layer in (0..self.crossings.len()).rev() {
            let start = kept;
            self.classes.clear();
            for n in self.layer(layer) {
                let edges = self.nodes[n].edges();
                if edges.is_empty() {
                    continue;
                }
                for edge in &mut self.edges[edges.clone()] {
                    edge.to = self.nodes[edge.to as usize].alike;
                }
                self.edges[edges.clone()].sort_unstable();
                let own = kept;
                for i in edges {
                    if kept == own || self.edges[i] != self.edges[kept - 1] {
                        self.edges[kept] = self.edges[i];
                        kept += 1;
                    }
                }
                let mut hasher = FxHasher::default();
                for edge in &self.edges[own..kept] {
                    edge.kind().hash(&mut hasher);
                }
                let class = *self.classes.entry(hasher.finish()).or_insert(n as u32);
                let others = self.edges[self.nodes[class as usize].edges()].iter().map(Edge::kind);
                let is_same = others.eq(self.edges[own..kept].iter().map(Edge::kind));
                self.nodes[n].edges = (own as u32, kept as u32);
                if class != n as u32 && is_same {
                    self.nodes[n].alike = class;
                    self.nodes[n].edges = (0, 0);
                    kept = own;
                }
            }
            self.passed[layer] = (start as u32, kept as u32);
        }
    }

    /// The edges through a layer, but those of nodes for which others stand.
    pub(super) fn edges_of(&self, layer: usize) -> &[Edge] {
        let (start, end) = self.passed[layer];
        &self.edges[start as usize..end as usize]
    }

    /// The letter of an edge.
    pub(super) fn letter(&self, edge: u32) -> Letter {
        self.lots.lot(self.edges[edge as usize].lot).letter
    }
}

impl Edge {
    /// All but the node that it leaves.
    fn kind(&self) -> (u32, u32) {
        (self.lot, self.to)
    }
}

impl Node {
    /// One from which nothing leads on.
    const DEAD: Self = Self { alike: u32::MAX, edges: (0, 0), fewest: ENDLESS };

    /// Where its edges lie.
    #[inline]
    pub(super) fn edges(&self) -> Range<usize> {
        self.edges.0 as usize..self.edges.1 as usize
    }
}
