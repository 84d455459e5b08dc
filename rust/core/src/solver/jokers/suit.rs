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
use super::lots::{Lots, Place};
use super::need::{Beyond, Need, Needs, Offer};
use super::open::{Holds, Letter, MAX_JOKERS};
use super::prices::Gain;
use super::reach::{Crossing, Draft, Passage, Reach, Stop};
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

/// A way through a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    /// What runs are given.
    pub(super) place: Place,
    /// The releases, as bits, whose card is one of them.
    pub(super) marks: u8,
    /// The node that it leads to, or one that can do the same.
    pub(super) to: u32,
    /// The node that it leaves.
    pub(super) from: u32,
}

/// A configuration before a layer.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Where its edges lie.
    edges: (u32, u32),
    /// Jokers used behind it, at least.
    fewest: u8,
}

/// The graph of one suit.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The configurations before each layer and behind the last, layer by layer.
    nodes: Vec<Node>,
    /// The first node that can do the same as each.
    alike: Vec<u32>,
    /// The lists of the nodes.
    lists: SmallVec<[u32; MAX_LAYERS + 1]>,
    /// What may lead through each layer.
    crossings: SmallVec<[Crossing; MAX_LAYERS]>,
    /// Where the nodes of each layer begin.
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
        self.lists.clear();
        self.crossings.clear();
        let offers: SmallVec<[Offer; MAX_LAYERS]> =
            (0..site.line.len()).map(|layer| site.offer(automaton, layer)).collect();
        self.lots.find(site, &offers);
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
        for layer in 0..offers.len() {
            let passage = Passage {
                demand: site.task.demands[site.suit][layer],
                shape: self.lots.shape(layer),
                aces: self.lots.aces(layer, site.line),
                wild: site.task.wild(),
                onward: site.onward(automaton, layer + 1),
            };
            let known = if kept { reach.known(list, passage) } else { None };
            let crossing = known.unwrap_or_else(|| {
                let need = if kept { &Need::UNKNOWN } else { self.needs.at(layer + 1) };
                let lots = (self.lots.groups_of(layer), site.marks(automaton, layer));
                reach.cross(automaton, (list, passage), lots, need, site.watch)
            });
            if site.watch.glance() {
                // It may not be all that leads through the layer.
                reach.clear();
                return false;
            }
            self.crossings.push(crossing);
            list = crossing.list;
            self.arrive(reach, list);
        }
        self.judge(automaton, reach, site)
    }

    /// Adds the nodes of a list, which are those before the next layer.
    fn arrive(&mut self, reach: &Reach, list: u32) {
        let layer = self.lists.len();
        self.lists.push(list);
        self.layers[layer + 1] = self.layers[layer] + reach.list(list).len() as u32;
    }

    /// Where the nodes before a layer lie.
    pub(super) fn layer(&self, layer: usize) -> Range<usize> {
        self.layers[layer] as usize..self.layers[layer + 1] as usize
    }

    /// The nodes in which the first layer can be entered.
    pub(super) fn entered(&self) -> impl Iterator<Item = u32> {
        (0..self.layers[1]).filter(|&n| !self.edges_from(n).is_empty())
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
            least + self.needs.at(layer + 1).of(automaton.summary(state).shapes) <= task.wild()
        })
    }

    /// Keeps the edges that lead on; whether there is a way through.
    #[inline(never)]
    fn judge(&mut self, automaton: &Automaton, reach: &Reach, site: &Site<'_>) -> bool {
        let (last, list) = (self.crossings.len(), self.lists[self.crossings.len()]);
        let nodes = self.layers[last + 1] as usize;
        self.nodes.clear();
        self.nodes.resize(nodes, Node { edges: (0, 0), fewest: ENDLESS });
        self.goal = u32::MAX;
        for (n, &Stop { state, entry, .. }) in self.layer(last).zip(reach.list(list)) {
            let done = if site.line.ring {
                automaton.returns(state, entry)
            } else {
                automaton.summary(state).may_end
            };
            if done {
                self.goal = self.goal.min(n as u32);
                self.nodes[n].fewest = 0;
            }
        }
        let mut start = 0;
        for layer in (0..last).rev() {
            let end = self.lead_on(reach, layer, start);
            self.passed[layer] = (start as u32, end as u32);
            start = end;
        }
        // It is all the same in which configuration the last layer is left.
        let (start, end) = self.passed[last - 1];
        for edge in &mut self.edges[start as usize..end as usize] {
            edge.to = self.goal;
        }
        if nodes > MANY {
            self.merge();
        }
        self.entered().next().is_some()
    }

    /// Puts the edges through a layer that lead on with the jokers that there are from this place on; where
    /// they end.
    #[inline(never)]
    fn lead_on(&mut self, reach: &Reach, layer: usize, start: usize) -> usize {
        let drafts = reach.drafts(self.crossings[layer]);
        let end = start + drafts.len();
        if self.edges.len() < end {
            self.edges.resize(2 * end, Edge::default());
        }
        let edges = &mut self.edges[start..end];
        let (first, next) = (self.layers[layer], self.layers[layer + 1]);
        let (nodes, behind) = self.nodes[first as usize..].split_at_mut((next - first) as usize);
        let (places, mut kept, mut lots) = (self.lots.places(layer).start, 0, 0_u32);
        for &Draft { to, from, place, marks, room } in drafts {
            let jokers = behind[to as usize].fewest;
            // Asking whether it leads on would be hard to foresee.
            let leads = jokers <= room;
            let edge = Edge { place: place.from(places), marks, to: next + to, from: first + from };
            edges[kept] = edge;
            kept += usize::from(leads);
            lots |= u32::from(leads) << place.lot();
            let node = &mut nodes[from as usize];
            node.fewest = node.fewest.min(place.jokers() + jokers);
            node.edges.1 = kept as u32;
        }
        let mut end = 0;
        for Node { edges, .. } in nodes {
            let own = end;
            end = end.max(edges.1);
            *edges = (start as u32 + own, start as u32 + end);
        }
        self.gives[layer] = self.lots.gives(layer, lots);
        start + kept
    }

    /// Finds out which nodes of a layer can do the same as others, and leaves out their edges.
    ///
    /// Nodes are alike whose edges are, one by one, so the same cards lead to the end from both. Only
    /// one of them is searched, and which runs the cards make is found out afterwards.
    pub(super) fn merge(&mut self) {
        self.alike.clear();
        self.alike.extend(0..self.nodes.len() as u32);
        let mut kept = 0;
        for layer in (0..self.crossings.len()).rev() {
            let start = kept;
            self.classes.clear();
            for n in self.layer(layer) {
                let edges = self.edges_from(n as u32);
                if edges.is_empty() {
                    continue;
                }
                for edge in &mut self.edges[edges.clone()] {
                    edge.to = self.alike[edge.to as usize];
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
                let others = self.edges[self.edges_from(class)].iter().map(Edge::kind);
                let is_same = others.eq(self.edges[own..kept].iter().map(Edge::kind));
                self.nodes[n].edges = (own as u32, kept as u32);
                if class != n as u32 && is_same {
                    self.alike[n] = class;
                    self.nodes[n].edges = (0, 0);
                    kept = own;
                }
            }
            self.passed[layer] = (start as u32, kept as u32);
        }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Where the edges of a node lie.
    #[inline]
    pub(super) fn edges_from(&self, node: u32) -> Range<usize> {
        let (start, end) = self.nodes[node as usize].edges;
        start as usize..end as usize
    }

    /// The edges through a layer, but those of nodes for which others stand.
    pub(super) fn edges_of(&self, layer: usize) -> &[Edge] {
        let (start, end) = self.passed[layer];
        &self.edges[start as usize..end as usize]
    }

    /// The same through all layers, those through the last one first.
    pub(super) fn all_edges(&self) -> &[Edge] {
        let (_, end) = self.passed[0];
        &self.edges[..end as usize]
    }

    /// The letter of an edge.
    pub(super) fn letter(&self, edge: u32) -> Letter {
        let edge = &self.edges[edge as usize];
        Letter { real: self.lots.lot(edge.place).real, wild: edge.jokers(), marks: edge.marks }
    }
}

impl Edge {
    /// The jokers that runs are given.
    #[inline]
    pub(super) fn jokers(&self) -> u8 {
        self.place.jokers()
    }

    /// All but the node that it leaves.
    fn kind(&self) -> (Place, u8, u32) {
        (self.place, self.marks, self.to)
    }
}
