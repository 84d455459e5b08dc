//! What one suit can do in a position: a layered graph of configurations.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::automaton::{Automaton, START, State};
use super::line::{Line, MAX_LAYERS};
use super::need::{Beyond, Needs, Offer};
use super::open::{Holds, Letter, MAX_JOKERS};
use super::task::Task;

/// Real cards of one kind a suit can have, and one more.
const AMOUNTS: usize = 4;

/// What cannot be.
pub(super) const NEVER: i32 = -1;

/// The most that can still be gained with each number of jokers.
pub(super) type Bounds = [i32; MAX_JOKERS + 1];

/// A configuration before a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) state: State,
    /// Aces used where the ace is low.
    aces: u8,
    /// The configuration in which the ring was entered.
    entry: State,
    /// Jokers used before, at least.
    least: u8,
    /// Where its edges begin, by the number of cards in sets.
    edges: [u32; AMOUNTS + 1],
    /// What the suit can gain from here on.
    pub(super) bounds: Bounds,
}

/// A way through a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    pub(super) letter: Letter,
    /// Hand cards laid.
    pub(super) laid: u8,
    pub(super) gain: i32,
}

/// The graph of one suit.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The configurations before each layer and behind the last.
    pub(super) nodes: [Vec<Node>; MAX_LAYERS + 1],
    edges: Vec<Edge>,
    index: FxHashMap<(State, u8, State), u32>,
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
    /// What the suit offers to runs at a layer.
    fn offer(&self, automaton: &Automaton, layer: usize) -> Offer {
        let card = 13 * self.suit + usize::from(self.line.ranks[layer]);
        let demand = automaton.demanded(self.task.demands[self.suit][layer]);
        let stays = demand.pins.iter().any(|pin| pin.holds == Holds::Joker);
        Offer { real: self.task.there(card) > 0, stays }
    }
}

impl Graph {
    /// Builds the graph; whether the suit has a way through.
    pub(super) fn build(&mut self, automaton: &mut Automaton, site: &Site<'_>) -> bool {
        self.nodes.iter_mut().for_each(Vec::clear);
        self.edges.clear();
        let offers: SmallVec<[Offer; MAX_LAYERS]> =
            (0..site.line.len()).map(|layer| site.offer(automaton, layer)).collect();
        let mut entries = vec![START];
        if site.line.ring {
            self.needs.find(&automaton.style, &offers, Beyond::First);
            entries = self.entries(automaton, site);
        }
        let beyond = if site.line.ring { Beyond::Paid } else { Beyond::Nothing };
        self.needs.find(&automaton.style, &offers, beyond);
        for entry in entries {
            self.nodes[0].push(Node::new(entry, 0, entry, 0));
        }
        for layer in 0..site.line.len() {
            self.leave(automaton, site, layer);
        }
        self.judge(automaton, site)
    }

    /// The edges of a node that give so many cards to sets.
    pub(super) fn edges(&self, node: &Node, given: u8) -> &[Edge] {
        let given = usize::from(given);
        &self.edges[node.edges[given] as usize..node.edges[given + 1] as usize]
    }

    /// The configurations in which the first layer can be entered: those that a ring can be left in.
    fn entries(&mut self, automaton: &mut Automaton, site: &Site<'_>) -> Vec<State> {
        let Site { task, line, suit, .. } = *site;
        let all = if automaton.style.named { (1 << task.wild()) - 1 } else { task.wild() };
        let mut entries: Vec<State> = Vec::new();
        for demands in &task.entering[suit] {
            let mut states = vec![START];
            for (layer, &demand) in demands[..line.len()].iter().enumerate() {
                let card = 13 * suit + usize::from(line.ranks[layer]);
                let mut next: Vec<State> = Vec::new();
                for state in states {
                    for real in 0..=task.there(card) {
                        for wild in 0..=all {
                            for marks in mark_sets(automaton, site, card) {
                                // A run that stops does not cross the cut.
                                let letter = Letter { real, wild, marks };
                                next.extend(automaton.grown(state, letter, demand));
                            }
                        }
                    }
                }
                sort(automaton, &mut next);
                next.retain(|&state| {
                    self.needs.of(layer + 1, state, automaton.config(state)) <= task.wild()
                });
                states = next;
            }
            entries.extend(states);
        }
        sort(automaton, &mut entries);
        entries
    }

    /// Adds the edges through a layer and the nodes behind it.
    fn leave(&mut self, automaton: &mut Automaton, site: &Site<'_>, layer: usize) {
        let Site { task, line, suit, gives } = *site;
        let card = 13 * suit + usize::from(line.ranks[layer]);
        let named = automaton.style.named;
        let (low, high) = (line.two_aces && layer == 0, line.is_high_ace(layer));
        let demand = task.demands[suit][layer];
        let all = if named { (1 << task.wild()) - 1 } else { task.wild() };
        let marks = mark_sets(automaton, site, card);
        let joker = task.gain_at(line.ranks[layer]);
        self.index.clear();
        for n in 0..self.nodes[layer].len() {
            let mut node = self.nodes[layer][n];
            let spent = if high { node.aces } else { 0 };
            for given in 0..AMOUNTS as u8 {
                node.edges[usize::from(given)] = self.edges.len() as u32;
                if gives[layer] >> given & 1 == 0 {
                    continue;
                }
                let there = task.there(card) - spent;
                let forced = if low { 0 } else { task.forced[card].saturating_sub(spent) };
                for used in forced.max(given)..=there {
                    let total = used + spent;
                    let (gain, laid) = if low {
                        (0, 0)
                    } else {
                        (task.gain(card, total), total.saturating_sub(task.table[card]))
                    };
                    for wild in 0..=all {
                        let count = if named { wild.count_ones() as u8 } else { wild };
                        if node.least + count > task.wild() {
                            continue;
                        }
                        for &marks in &marks {
                            let letter = Letter { real: used - given, wild, marks };
                            for i in automaton.step(node.state, letter, demand) {
                                let aces = if low { used } else { node.aces };
                                let aces = if high { 0 } else { aces };
                                let state = automaton.target(i);
                                let need = self.needs.of(layer + 1, state, automaton.config(state));
                                if node.least + count + need > task.wild() {
                                    continue;
                                }
                                let key = (state, aces, node.entry);
                                let to = self.enter(layer + 1, key, node.least + count);
                                let gain = gain + joker * i32::from(count);
                                self.edges.push(Edge { to, letter, laid, gain });
                            }
                        }
                    }
                }
            }
            node.edges[AMOUNTS] = self.edges.len() as u32;
            self.nodes[layer][n] = node;
        }
    }

    /// The number of a node, which is added if it is new.
    fn enter(&mut self, layer: usize, key: (State, u8, State), least: u8) -> u32 {
        let nodes = &mut self.nodes[layer];
        let number = *self.index.entry(key).or_insert_with(|| {
            nodes.push(Node::new(key.0, key.1, key.2, least));
            nodes.len() as u32 - 1
        });
        let node = &mut nodes[number as usize];
        node.least = node.least.min(least);
        number
    }

    /// Finds what can be gained from each node on; whether anything can.
    fn judge(&mut self, automaton: &Automaton, site: &Site<'_>) -> bool {
        let layers = site.line.len();
        for node in &mut self.nodes[layers] {
            let done = if site.line.ring {
                node.state == node.entry
            } else {
                automaton.may_end[node.state as usize]
            };
            node.bounds[0] = if done { 0 } else { NEVER };
        }
        for layer in (0..layers).rev() {
            let (here, behind) = self.nodes.split_at_mut(layer + 1);
            for node in &mut here[layer] {
                for edge in &self.edges[node.edges[0] as usize..node.edges[AMOUNTS] as usize] {
                    let used = if automaton.style.named {
                        edge.letter.wild.count_ones() as usize
                    } else {
                        usize::from(edge.letter.wild)
                    };
                    let onward = &behind[0][edge.to as usize].bounds;
                    for (bound, &more) in node.bounds[used..].iter_mut().zip(onward) {
                        if more >= 0 {
                            *bound = (*bound).max(edge.gain + more);
                        }
                    }
                }
            }
        }
        self.nodes[0].iter().any(Node::is_alive)
    }
}

/// Puts states into an order that does not depend on their numbers, and drops repeated ones.
fn sort(automaton: &Automaton, states: &mut Vec<State>) {
    states.sort_unstable_by(|&a, &b| automaton.config(a).cmp(automaton.config(b)));
    states.dedup();
}

/// The sets of named jokers whose replacing card, this one, may go to runs.
fn mark_sets(automaton: &Automaton, site: &Site<'_>, card: usize) -> Vec<u8> {
    let marks = if automaton.style.named { site.task.marks(card) & !site.task.bound[0] } else { 0 };
    (0..=marks).filter(|set| set & !marks == 0).collect()
}

impl Node {
    const fn new(state: State, aces: u8, entry: State, least: u8) -> Self {
        Self { state, aces, entry, least, edges: [0; AMOUNTS + 1], bounds: [NEVER; MAX_JOKERS + 1] }
    }

    /// Whether the suit can get from here to the end.
    pub(super) fn is_alive(&self) -> bool {
        self.bounds.iter().any(|&bound| bound >= 0)
    }
}
