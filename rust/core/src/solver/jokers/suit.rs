//! What one suit can do in a position: a layered graph of configurations.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use super::automaton::{Automaton, START, State};
use super::follow::crossing;
use super::line::{Line, MAX_LAYERS};
use super::need::{Beyond, Needs, Offer};
use super::open::{Holds, Letter, MAX_JOKERS};
use super::prices::{Price, SCALE};
use super::task::Task;

/// Real cards of one kind a suit can have, and one more.
pub(super) const AMOUNTS: usize = 4;

/// What cannot be; sums of some of these are no better.
pub(super) const NEVER: i64 = i64::MIN / 16;

/// Whether a sum is one of what can be.
pub(super) const fn is_possible(sum: i64) -> bool {
    sum > NEVER / 8
}

/// The most that can still be gained with each number of jokers, in parts of [`SCALE`].
pub(super) type Bounds = [i64; MAX_JOKERS + 1];

/// More jokers than there can be.
const ENDLESS: u8 = 32;

/// A configuration before a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) state: State,
    /// The configuration in which the ring was entered.
    entry: State,
    /// Aces used where the ace is low.
    aces: u8,
    /// Jokers used before, at least.
    least: u8,
    /// Jokers needed behind, as far as was seen before it was known.
    need: u8,
    /// Jokers used behind, at least.
    fewest: u8,
    /// The numbers of cards that it can give to sets, as bits.
    pub(super) gives: u8,
    /// Where its drafts lie.
    drafts: (u32, u32),
    /// Where its edges begin, by the number of cards in sets.
    edges: [u32; AMOUNTS + 1],
    /// The first node of the layer that can do the same.
    alike: u32,
}

/// A way through a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The node that it leads to, or one that can do the same.
    pub(super) to: u32,
    /// The node that it leaves.
    pub(super) from: u32,
    pub(super) letter: Letter,
    /// How many jokers that is.
    pub(super) jokers: u8,
    /// Cards given to sets.
    pub(super) given: u8,
    /// Hand cards laid.
    pub(super) laid: u8,
    /// In parts of [`SCALE`].
    pub(super) gain: i64,
}

/// An edge that may lead nowhere.
#[derive(Clone, Copy, Debug)]
struct Draft {
    to: u32,
    letter: Letter,
    jokers: u8,
}

/// What tells the nodes of a layer apart: the configuration, aces used where the ace is low, and the
/// configuration in which the ring was entered.
type Key = (State, u8, State);

/// The graph of one suit.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The configurations before each layer and behind the last, layer by layer.
    pub(super) nodes: Vec<Node>,
    /// Where those of each layer begin.
    layers: [u32; MAX_LAYERS + 2],
    /// The edges that lead on from nodes that stand for all that are alike, layer by layer, by node
    /// and number of cards in sets.
    pub(super) edges: Vec<Edge>,
    /// Where those of each layer lie.
    passed: [(u32, u32); MAX_LAYERS],
    /// The edges of the node at hand.
    kept: [Vec<Edge>; AMOUNTS],
    /// All edges out of the nodes of each layer, before it is known which lead on.
    drafts: Vec<Draft>,
    /// The nodes of the layer that is being reached: those of a line by state and aces.
    line: Vec<(u32, u32)>,
    ring: FxHashMap<Key, u32>,
    /// The first node of the layer at hand with edges of each kind.
    classes: FxHashMap<u64, u32>,
    /// How many layers were reached, to tell what of `line` is of this one.
    reached: u32,
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
}

impl Site<'_> {
    fn card(&self, layer: usize) -> usize {
        13 * self.suit + usize::from(self.line.ranks[layer])
    }

    /// What the suit offers to runs at a layer.
    fn offer(&self, automaton: &Automaton, layer: usize) -> Offer {
        let demand = automaton.demanded(self.task.demands[self.suit][layer]);
        let stays = demand.pins.iter().any(|pin| pin.holds == Holds::Joker);
        Offer { real: self.task.there(self.card(layer)) > 0, stays }
    }
}

impl Graph {
    /// Builds the graph; whether the suit has a way through.
    pub(super) fn build(&mut self, automaton: &mut Automaton, site: &Site<'_>) -> bool {
        self.nodes.clear();
        self.edges.clear();
        self.drafts.clear();
        let offers: SmallVec<[Offer; MAX_LAYERS]> =
            (0..site.line.len()).map(|layer| site.offer(automaton, layer)).collect();
        let mut entries = vec![START];
        if site.line.ring {
            self.needs.find(&automaton.style, &offers, Beyond::First);
            entries = self.crossing(automaton, site);
        }
        let beyond = if site.line.ring { Beyond::Paid } else { Beyond::Nothing };
        self.needs.find(&automaton.style, &offers, beyond);
        for entry in entries {
            self.nodes.push(Node::new(entry, 0, entry, 0));
        }
        self.layers[0] = 0;
        for layer in 0..site.line.len() {
            self.layers[layer + 1] = self.nodes.len() as u32;
            self.leave(automaton, site, layer);
        }
        self.layers[site.line.len() + 1] = self.nodes.len() as u32;
        self.judge(automaton, site)
    }

    /// Where the nodes before a layer lie.
    pub(super) fn layer(&self, layer: usize) -> Range<usize> {
        self.layers[layer] as usize..self.layers[layer + 1] as usize
    }

    /// The nodes in which the first layer can be entered.
    pub(super) fn entered(&self) -> impl Iterator<Item = u32> {
        (0..self.layers[1]).filter(|&n| self.nodes[n as usize].is_first(n as usize))
    }

    /// The configurations in which the first layer can be entered: those that a ring can be left in.
    fn crossing(&self, automaton: &mut Automaton, site: &Site<'_>) -> Vec<State> {
        let Site { task, line, suit, .. } = *site;
        let wild = if automaton.style.named { (1 << task.wild()) - 1 } else { task.wild() };
        let most: SmallVec<[Letter; MAX_LAYERS]> = (0..line.len())
            .map(|layer| {
                let card = site.card(layer);
                let marks = marks(automaton, site, card);
                Letter { real: task.there(card), wild, marks }
            })
            .collect();
        crossing(automaton, &most, &task.entering[suit], |automaton, layer, state| {
            self.needs.of(layer + 1, automaton.summary(state).shapes) <= task.wild()
        })
    }

    /// Drafts the edges through a layer and adds the nodes behind it.
    fn leave(&mut self, automaton: &mut Automaton, site: &Site<'_>, layer: usize) {
        let Site { task, line, suit, gives } = *site;
        let card = site.card(layer);
        let (low, high) = (line.two_aces && layer == 0, line.is_high_ace(layer));
        let demand = task.demands[suit][layer];
        let there = task.there(card);
        let (all, count) = (task.wild(), automaton.style.counter());
        let wilds = if automaton.style.named { (1 << all) - 1 } else { all };
        let all_marks = marks(automaton, site, card);
        let marks: SmallVec<[u8; 4]> =
            (0..=all_marks).filter(|set| set & !all_marks == 0).collect();
        // What must be used and sets cannot take.
        let most = gives[layer].checked_ilog2().unwrap_or(0) as u8;
        let kept = if low { 0 } else { task.forced[card].saturating_sub(most) };
        // How many runs can go on at the next layer without a joker that may go anywhere.
        let onward = match line.ranks.get(layer + 1) {
            Some(&rank) => {
                let pins = automaton.demanded(task.demands[suit][layer + 1]).pins.len();
                task.there(13 * suit + usize::from(rank)) + pins as u8
            }
            None if line.ring => u8::MAX,
            None => 0,
        };
        self.ring.clear();
        self.reached = self.reached.wrapping_add(1);
        let letters: SmallVec<[(Letter, u8); 32]> = (0..=there)
            .flat_map(|real| (0..=wilds).map(move |wild| (real, wild)))
            .flat_map(|(real, wild)| {
                let jokers = count(wild);
                marks.iter().map(move |&marks| (Letter { real, wild, marks }, jokers))
            })
            .collect();
        let letters = &letters[..];
        for n in self.layer(layer) {
            let node = self.nodes[n];
            let start = self.drafts.len() as u32;
            let spent = if high { node.aces } else { 0 };
            let (fewest, most) = (kept.saturating_sub(spent), there - spent);
            let room = all - node.least;
            let row = automaton.row(node.state, demand);
            for &(letter, jokers) in letters {
                if jokers > room || letter.real < fewest || letter.real > most {
                    continue;
                }
                let least = node.least + jokers;
                let found = automaton.step(row, letter);
                for &state in automaton.targets(found) {
                    // With the low ace it is also told apart how many aces are used.
                    let aces = match (low, high) {
                        (true, _) => letter.real..=there,
                        (_, true) => 0..=0,
                        _ => node.aces..=node.aces,
                    };
                    for aces in aces {
                        let key = (state, aces, node.entry);
                        let number = if let Some(number) = self.known(key) {
                            number
                        } else {
                            let summary = automaton.summary(state);
                            let need = self.needs.of(layer + 1, summary.shapes);
                            let need = need.max(summary.due.saturating_sub(onward));
                            if least + need > all {
                                continue;
                            }
                            self.add(key, least, need)
                        };
                        let target = &mut self.nodes[number as usize];
                        if least + target.need <= all {
                            target.least = target.least.min(least);
                            self.drafts.push(Draft { to: number, letter, jokers });
                        }
                    }
                }
            }
            self.nodes[n].drafts = (start, self.drafts.len() as u32);
        }
    }

    /// The number of a node of the layer being reached, if it is there.
    #[inline]
    fn known(&self, key: Key) -> Option<u32> {
        if key.2 != START {
            return self.ring.get(&key).copied();
        }
        let slot = self.line.get(key.0 as usize * AMOUNTS + usize::from(key.1));
        slot.filter(|slot| slot.0 == self.reached).map(|slot| slot.1)
    }

    /// Adds a node to the layer being reached.
    fn add(&mut self, key: Key, least: u8, need: u8) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { need, ..Node::new(key.0, key.1, key.2, least) });
        if key.2 == START {
            let place = key.0 as usize * AMOUNTS + usize::from(key.1);
            if self.line.len() <= place {
                self.line.resize(place + AMOUNTS * 64, (0, 0));
            }
            self.line[place] = (self.reached, number);
        } else {
            self.ring.insert(key, number);
        }
        number
    }

    /// Keeps the edges that lead on; whether there is a way through.
    fn judge(&mut self, automaton: &Automaton, site: &Site<'_>) -> bool {
        let layers = site.line.len();
        let mut first = u32::MAX;
        for n in self.layer(layers) {
            let node = &mut self.nodes[n];
            let done = if site.line.ring {
                automaton.returns(node.state, node.entry)
            } else {
                automaton.summary(node.state).may_end
            };
            if done {
                first = first.min(n as u32);
                (node.fewest, node.alike) = (0, first);
            }
        }
        for layer in (0..layers).rev() {
            self.classes.clear();
            let start = self.edges.len() as u32;
            let card = site.card(layer);
            let gain = |total| i64::from(site.task.gain(card, total)) * SCALE;
            let gains = [0, 1, 2, 3].map(gain);
            for n in self.layer(layer) {
                self.keep(site, layer, n, &gains);
                if self.nodes[n].fewest == ENDLESS {
                    continue;
                }
                self.nodes[n].alike = n as u32;
                if automaton.style.jokers > 1 {
                    self.liken(n);
                }
                if !self.nodes[n].is_first(n) {
                    continue;
                }
                for (given, kept) in self.kept.iter_mut().enumerate() {
                    self.nodes[n].edges[given] = self.edges.len() as u32;
                    self.edges.append(kept);
                }
                self.nodes[n].edges[AMOUNTS] = self.edges.len() as u32;
            }
            self.passed[layer] = (start, self.edges.len() as u32);
        }
        self.entered().next().is_some()
    }

    /// Keeps the edges of a node that lead on.
    fn keep(&mut self, site: &Site<'_>, layer: usize, n: usize, gains: &[i64; AMOUNTS]) {
        let Site { task, line, gives, .. } = *site;
        let card = site.card(layer);
        let (low, high) = (line.two_aces && layer == 0, line.is_high_ace(layer));
        let joker = i64::from(task.gain_at(line.ranks[layer])) * SCALE;
        let node = self.nodes[n];
        let spent = if high { node.aces } else { 0 };
        let (there, forced) = (task.there(card), task.forced[card]);
        let wild = task.wild();
        self.kept.iter_mut().for_each(Vec::clear);
        let (mut numbers, mut fewest) = (0, ENDLESS);
        for &Draft { to, letter, jokers } in
            &self.drafts[node.drafts.0 as usize..node.drafts.1 as usize]
        {
            let target = &self.nodes[to as usize];
            let behind = jokers + target.fewest;
            if node.least + behind > wild {
                continue;
            }
            let own = letter.real + spent;
            let (least, most) = if low { (target.aces, target.aces) } else { (forced, there) };
            for total in least.max(own)..=most {
                let given = total - own;
                if gives[layer] >> given & 1 == 0 {
                    continue;
                }
                fewest = fewest.min(behind);
                numbers |= 1 << given;
                let (mut gain, mut laid) = (joker * i64::from(jokers), 0);
                if !low {
                    gain += gains[usize::from(total)];
                    laid = total.saturating_sub(task.table[card]);
                }
                let (from, to) = (n as u32, target.alike);
                let edge = Edge { to, from, letter, jokers, given, laid, gain };
                let same = |other: &&mut Edge| {
                    task.at_most.is_none()
                        && (other.to, other.letter.wild, other.letter.marks)
                            == (edge.to, letter.wild, letter.marks)
                };
                let kept = &mut self.kept[usize::from(given)];
                match kept.iter_mut().find(same) {
                    Some(other) if other.gain >= gain => {}
                    Some(other) => *other = edge,
                    None => kept.push(edge),
                }
            }
        }
        let node = &mut self.nodes[n];
        (node.gives, node.fewest) = (numbers, fewest);
    }

    /// Finds out which node of the layer can do the same as this one, whose edges are at hand.
    ///
    /// Nodes are alike whose edges are, one by one, so the same cards lead to the end from both. Only
    /// one of them is searched, and which runs the cards make is found out afterwards.
    fn liken(&mut self, n: usize) {
        let mut hasher = FxHasher::default();
        for kept in &mut self.kept {
            kept.len().hash(&mut hasher);
            if kept.len() > 1 {
                kept.sort_unstable_by_key(Edge::kind);
            }
            for edge in kept {
                edge.kind().hash(&mut hasher);
            }
        }
        let class = *self.classes.entry(hasher.finish()).or_insert(n as u32);
        let first = &self.nodes[class as usize];
        let same = class < n as u32
            && (0..).zip(&self.kept).all(|(given, kept)| {
                let others = &self.edges[first.edges(given)];
                kept.iter().map(Edge::kind).eq(others.iter().map(Edge::kind))
            });
        if same {
            self.nodes[n].alike = class;
        }
    }

    /// The edges through a layer, but those of nodes for which others stand.
    pub(super) fn edges_of(&self, layer: usize) -> &[Edge] {
        let (start, end) = self.passed[layer];
        &self.edges[start as usize..end as usize]
    }

    /// Finds what can be gained from each node on, with at most so many jokers, where giving cards to
    /// sets has these prices.
    pub(super) fn bound(
        &self,
        layers: usize,
        wild: u8,
        prices: &[[Price; AMOUNTS]],
        bounds: &mut Vec<Bounds>,
    ) {
        let most = usize::from(wild);
        bounds.clear();
        bounds.resize(self.nodes.len(), [NEVER; MAX_JOKERS + 1]);
        for n in self.layer(layers) {
            if self.nodes[n].is_first(n) {
                bounds[n][0] = 0;
            }
        }
        for layer in (0..layers).rev() {
            for edge in self.edges_of(layer) {
                let behind = bounds[edge.to as usize];
                let gain = edge.gain + prices[layer][usize::from(edge.given)];
                let jokers = usize::from(edge.jokers);
                let here = &mut bounds[edge.from as usize];
                for (bound, more) in here[jokers..=most].iter_mut().zip(behind) {
                    *bound = (*bound).max(gain + more);
                }
            }
        }
    }
}

impl Edge {
    /// All but the node that it leaves.
    fn kind(&self) -> (Letter, u32, u8, i64) {
        (self.letter, self.to, self.laid, self.gain)
    }
}

/// The named jokers whose replacing card, this one, may go to runs.
fn marks(automaton: &Automaton, site: &Site<'_>, card: usize) -> u8 {
    if automaton.style.named { site.task.marks(card) & !site.task.bound[0] } else { 0 }
}

impl Node {
    const fn new(state: State, aces: u8, entry: State, least: u8) -> Self {
        Self {
            state,
            entry,
            aces,
            least,
            need: 0,
            fewest: ENDLESS,
            gives: 0,
            drafts: (0, 0),
            edges: [0; AMOUNTS + 1],
            alike: u32::MAX,
        }
    }

    /// Where its edges lie that give so many cards to sets.
    #[inline]
    pub(super) fn edges(&self, given: u8) -> Range<usize> {
        let given = usize::from(given);
        self.edges[given] as usize..self.edges[given + 1] as usize
    }

    /// Whether it leads to the end, and stands for all nodes that are alike.
    pub(super) fn is_first(&self, n: usize) -> bool {
        self.alike == n as u32
    }
}
