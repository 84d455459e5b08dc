//! What one suit can do in a position: a layered graph of configurations.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
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
    /// Where its drafts lie.
    drafts: (u32, u32),
    /// Where its edges begin, by the number of cards in sets.
    edges: [u32; AMOUNTS + 1],
    /// The first node of the layer that can do the same.
    alike: u32,
    /// What the suit can gain from here on.
    pub(super) bounds: Bounds,
}

/// A way through a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// A node behind the layer that can do the same as the one it leads to.
    pub(super) to: u32,
    /// The node that it leads to.
    pub(super) really: u32,
    pub(super) letter: Letter,
    /// Hand cards laid.
    pub(super) laid: u8,
    pub(super) gain: i32,
}

/// An edge that may lead nowhere.
#[derive(Clone, Copy, Debug)]
struct Draft {
    to: u32,
    letter: Letter,
}

/// The graph of one suit.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The configurations before each layer and behind the last.
    pub(super) nodes: [Vec<Node>; MAX_LAYERS + 1],
    /// The edges that lead on, by node and number of cards in sets.
    pub(super) edges: Vec<Edge>,
    /// All edges out of the nodes of each layer, before it is known which lead on.
    drafts: Vec<Draft>,
    /// The nodes of the layer that is being reached: those of a line by state and aces.
    line: Vec<(u32, u32)>,
    ring: FxHashMap<(State, u8, State), u32>,
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
        self.drafts.clear();
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

    /// The configurations in which the first layer can be entered: those that a ring can be left in.
    fn entries(&mut self, automaton: &mut Automaton, site: &Site<'_>) -> Vec<State> {
        let Site { task, line, suit, .. } = *site;
        let all = if automaton.style.named { (1 << task.wild()) - 1 } else { task.wild() };
        let mut entries: Vec<State> = Vec::new();
        for demands in &task.entering[suit] {
            let mut states = vec![START];
            for (layer, &demand) in demands[..line.len()].iter().enumerate() {
                let card = 13 * suit + usize::from(line.ranks[layer]);
                let marks = mark_sets(automaton, site, card);
                let mut next: Vec<State> = Vec::new();
                for state in states {
                    for real in 0..=task.there(card) {
                        for wild in 0..=all {
                            for &marks in &marks {
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

    /// Drafts the edges through a layer and adds the nodes behind it.
    fn leave(&mut self, automaton: &mut Automaton, site: &Site<'_>, layer: usize) {
        let Site { task, line, suit, .. } = *site;
        let card = 13 * suit + usize::from(line.ranks[layer]);
        let (low, high) = (line.two_aces && layer == 0, line.is_high_ace(layer));
        let demand = task.demands[suit][layer];
        let there = task.there(card);
        let (all, count) = (task.wild(), automaton.style.counter());
        let wilds = if automaton.style.named { (1 << all) - 1 } else { all };
        let marks = mark_sets(automaton, site, card);
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
        for n in 0..self.nodes[layer].len() {
            let node = self.nodes[layer][n];
            let start = self.drafts.len() as u32;
            let spent = if high { node.aces } else { 0 };
            for real in 0..=there - spent {
                for wild in (0..=wilds).filter(|&wild| node.least + count(wild) <= all) {
                    for &marks in &marks {
                        let letter = Letter { real, wild, marks };
                        for i in automaton.step(node.state, letter, demand) {
                            let state = automaton.target(i);
                            let least = node.least + count(wild);
                            let due = automaton.due(state);
                            if least + due.saturating_sub(onward) > all {
                                continue;
                            }
                            let need = self.needs.of(layer + 1, state, automaton.config(state));
                            if least + need > all {
                                continue;
                            }
                            // With the low ace it is also told apart how many aces are used.
                            let aces = if low { there } else { real };
                            for aces in real..=aces {
                                let aces = match (low, high) {
                                    (true, _) => aces,
                                    (_, true) => 0,
                                    _ => node.aces,
                                };
                                let to = self.enter(layer + 1, (state, aces, node.entry), least);
                                self.drafts.push(Draft { to, letter });
                            }
                        }
                    }
                }
            }
            self.nodes[layer][n].drafts = (start, self.drafts.len() as u32);
        }
    }

    /// The number of a node, which is added if it is new.
    fn enter(&mut self, layer: usize, key: (State, u8, State), least: u8) -> u32 {
        let nodes = &mut self.nodes[layer];
        let next = nodes.len() as u32;
        let number = if key.2 == START {
            let place = key.0 as usize * AMOUNTS + usize::from(key.1);
            if self.line.len() <= place {
                self.line.resize(place + AMOUNTS * 64, (0, 0));
            }
            let slot = &mut self.line[place];
            if slot.0 != self.reached {
                *slot = (self.reached, next);
            }
            slot.1
        } else {
            *self.ring.entry(key).or_insert(next)
        };
        if number == next {
            nodes.push(Node::new(key.0, key.1, key.2, least));
        }
        let node = &mut nodes[number as usize];
        node.least = node.least.min(least);
        number
    }

    /// Keeps the edges that lead on and finds what can be gained from each node; whether anything can.
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
        let first = self.nodes[layers].iter().position(Node::is_alive).unwrap_or(0) as u32;
        for node in &mut self.nodes[layers] {
            node.alike = first;
        }
        for layer in (0..layers).rev() {
            self.classes.clear();
            for n in 0..self.nodes[layer].len() {
                self.nodes[layer][n].alike = n as u32;
                self.keep(automaton, site, layer, n);
                if automaton.style.jokers > 1 {
                    self.liken(layer, n);
                }
            }
        }
        self.nodes[0].iter().any(Node::is_alive)
    }

    /// Keeps the edges of a node that lead on and finds what can be gained from it.
    fn keep(&mut self, automaton: &Automaton, site: &Site<'_>, layer: usize, n: usize) {
        let Site { task, line, suit, gives } = *site;
        let card = 13 * suit + usize::from(line.ranks[layer]);
        let (low, high) = (line.two_aces && layer == 0, line.is_high_ace(layer));
        let joker = task.gain_at(line.ranks[layer]);
        let (here, behind) = self.nodes.split_at_mut(layer + 1);
        let (node, behind) = (&mut here[layer][n], &behind[0]);
        let spent = if high { node.aces } else { 0 };
        let (there, forced) = (task.there(card), if low { 0 } else { task.forced[card] });
        let count = automaton.style.counter();
        let drafts = &self.drafts[node.drafts.0 as usize..node.drafts.1 as usize];
        for given in 0..AMOUNTS as u8 {
            let start = self.edges.len();
            node.edges[usize::from(given)] = start as u32;
            if gives[layer] >> given & 1 == 0 {
                continue;
            }
            for &Draft { to, letter } in drafts {
                let target = &behind[to as usize];
                let total = letter.real + given + spent;
                let used = if low { target.aces == total } else { total >= forced };
                if !used || total > there || !target.is_alive() {
                    continue;
                }
                let (mut gain, mut laid) = (0, 0);
                if !low {
                    gain = task.gain(card, total);
                    laid = total.saturating_sub(task.table[card]);
                }
                let jokers = count(letter.wild);
                gain += joker * i32::from(jokers);
                let bounds = node.bounds[usize::from(jokers)..].iter_mut();
                for (bound, &more) in bounds.zip(&target.bounds) {
                    if more >= 0 {
                        *bound = (*bound).max(gain + more);
                    }
                }
                let edge = Edge { to: target.alike, really: to, letter, laid, gain };
                let same = |other: &&mut Edge| {
                    task.at_most.is_none()
                        && (other.to, other.letter.wild, other.letter.marks)
                            == (edge.to, letter.wild, letter.marks)
                };
                match self.edges[start..].iter_mut().find(same) {
                    Some(other) if other.gain >= gain => {}
                    Some(other) => *other = edge,
                    None => self.edges.push(edge),
                }
            }
        }
        node.edges[AMOUNTS] = self.edges.len() as u32;
    }

    /// Finds out which node of the layer can do the same as this one.
    ///
    /// Nodes are alike whose edges are, one by one, but for what they really lead to. So only one of
    /// them is searched; an arrangement goes along the edges of the others that are like its.
    fn liken(&mut self, layer: usize, n: usize) {
        let node = self.nodes[layer][n];
        let mut hasher = FxHasher::default();
        for given in 0..AMOUNTS as u8 {
            let range = node.edges(given);
            range.len().hash(&mut hasher);
            let edges = &mut self.edges[range];
            edges.sort_unstable_by_key(Edge::kind);
            for edge in edges {
                edge.kind().hash(&mut hasher);
            }
        }
        let class = self.classes.entry(hasher.finish()).or_insert(n as u32);
        let first = &self.nodes[layer][*class as usize];
        let same = (0..AMOUNTS as u8).all(|given| {
            let [own, others] = [node.edges(given), first.edges(given)].map(|r| &self.edges[r]);
            own.iter().map(Edge::kind).eq(others.iter().map(Edge::kind))
        });
        self.nodes[layer][n].alike = if same { *class } else { n as u32 };
    }

    /// The edge of a node that is like one of a node that is alike.
    pub(super) fn like(&self, node: &Node, given: u8, edge: &Edge) -> &Edge {
        let own = &self.edges[node.edges(given)];
        own.iter().find(|own| own.kind() == edge.kind()).unwrap_or(&own[0])
    }
}

impl Edge {
    /// All but the node that it really leads to.
    fn kind(&self) -> (Letter, u32, u8, i32) {
        (self.letter, self.to, self.laid, self.gain)
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
        Self {
            state,
            aces,
            entry,
            least,
            drafts: (0, 0),
            edges: [0; AMOUNTS + 1],
            alike: 0,
            bounds: [NEVER; MAX_JOKERS + 1],
        }
    }

    /// Where its edges lie that give so many cards to sets.
    pub(super) fn edges(&self, given: u8) -> std::ops::Range<usize> {
        let given = usize::from(given);
        self.edges[given] as usize..self.edges[given + 1] as usize
    }

    /// Whether the suit can get from here to the end.
    pub(super) fn is_alive(&self) -> bool {
        self.bounds.iter().any(|&bound| bound >= 0)
    }
}
