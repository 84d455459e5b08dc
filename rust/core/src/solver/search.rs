//! Best-first search for the joint path through the four suits' graphs that loses least.
//!
//! A joint state is one state per suit between two layers. An edge is a choice of sets for the
//! layer's rank and of the cards that each suit gives to runs. Its cost is what the sum of the
//! suits' bounds drops by beyond what was gained, so costs are never negative and a path's cost
//! is what it loses against the bound at the start. Where each suit has one state only, all paths
//! meet, and the stretches between such layers are searched one by one.

use crate::card::Suit;
use crate::solver::followed::Followed;
use crate::solver::graph::{Graph, Slot, Straight, Way};
use crate::solver::outline::{Frame, Position};
use crate::solver::path::{Choice, End, MAX_LAYERS, Path};
use crate::solver::queue::Queue;
use crate::solver::runs::MAX_COPIES;
use crate::solver::watch::{JOINT_STATES, Watch};

/// A state of each suit, 16 bits a suit, as positions in the suits' spans.
pub(super) type Key = u64;

#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    loss: u32,
    parent: u32,
    /// The layer before which it lies, counted from [`FIRST_LAYER`], or the suit whose crossing is
    /// to be chosen.
    stage: u8,
    /// Cards used beyond the forced ones.
    laid: u8,
    /// The same where there is a limit, else 0: tells joint states apart.
    apart: u8,
    closed: bool,
    choice: Choice,
}

/// The stage of the first layer, behind the choice of what crosses the cut.
const FIRST_LAYER: u8 = Suit::COUNT as u8;

/// The parent of a node without one.
const ROOT: u32 = u32::MAX;

/// The memory of a search.
#[derive(Debug)]
pub(super) struct Search {
    nodes: Vec<Node>,
    index: Index,
    queue: Queue,
    edges: Vec<Edge>,
    followed: Followed,
    /// How many more joint states may be followed.
    left: u32,
    watch: Watch,
}

/// An edge to a joint state behind a layer.
#[derive(Clone, Copy, Debug)]
struct Edge {
    way: Way,
    vector: u8,
}

impl Edge {
    fn choice(&self) -> Choice {
        Choice { vector: self.vector, runs: self.way.to_runs }
    }
}

/// The most hand cards that may be laid, and what that takes.
#[derive(Clone, Copy)]
pub(super) struct Limit<'a> {
    pub(super) most: u32,
    /// What each card not laid is worth: the graph's weights are less by as much.
    pub(super) price: u32,
    /// The position's graph with all weights 1, which bounds how many cards can still be laid.
    pub(super) counts: &'a Graph,
    /// The bounds beyond each layer's spans in that graph.
    pub(super) beyond: [[i32; Suit::COUNT]; MAX_LAYERS],
}

impl Limit<'_> {
    /// A lower bound of what is lost by laying too few cards.
    fn shortfall(&self, node: &Node) -> u32 {
        let layer = usize::from(node.stage.saturating_sub(FIRST_LAYER));
        if node.stage < FIRST_LAYER {
            return 0;
        }
        let mut ahead = 0;
        if layer < self.counts.len {
            for s in 0..Suit::COUNT {
                let state = (node.key >> (16 * s)) as u16;
                let slot = self.counts.slot(&self.counts.layers[layer], s, state);
                ahead += slot.bound + self.beyond[layer][s];
            }
        }
        self.price * self.most.saturating_sub(u32::from(node.laid) + ahead.cast_unsigned())
    }
}

impl Search {
    pub(super) fn new(watch: Watch) -> Self {
        Self {
            nodes: Vec::new(),
            index: Index::default(),
            queue: Queue::default(),
            edges: Vec::new(),
            followed: Followed::default(),
            left: 0,
            watch,
        }
    }

    /// Finds the path through a position's graph that gains most, unless it is stopped.
    pub(super) fn run(
        &mut self,
        frame: &Frame,
        graph: &mut Graph,
        position: &Position<'_>,
        path: &mut Path,
    ) -> End {
        if graph.build(frame, position).is_err() {
            return End::Hopeless;
        }
        graph.trace(path);
        self.left = u32::MAX;
        let mut at = 0;
        while at < graph.len {
            let mut to = at + 1;
            while !graph.layers[to].single {
                to += 1;
            }
            if to == at + 1 && graph.layers[at].single {
                let Some(choice) = direct(frame, graph, at) else { return End::Hopeless };
                path.choose(at, choice);
            } else {
                graph.settle(frame, at, to);
                match self.stretch(frame, graph, at, None) {
                    Some(goal) => self.record(goal, path),
                    None if self.left == 0 => return End::Unfinished,
                    None => return End::Hopeless,
                }
            }
            at = to;
        }
        End::Found
    }

    /// Finds a path that gains most among those that lay no more cards than the limit, if no more than so
    /// many joint states are followed.
    pub(super) fn run_limited(
        &mut self,
        frame: &Frame,
        graph: &Graph,
        limit: &Limit<'_>,
        states: u32,
        path: &mut Path,
    ) -> End {
        graph.trace(path);
        self.left = states;
        match self.stretch(frame, graph, 0, Some(limit)) {
            Some(goal) => self.record(goal, path),
            None if self.left == 0 => return End::Unfinished,
            None => return End::Hopeless,
        }
        End::Found
    }

    /// Writes down the choices that lead to a node.
    fn record(&self, goal: u32, path: &mut Path) {
        let mut node = &self.nodes[goal as usize];
        while node.parent != ROOT {
            if node.stage > FIRST_LAYER {
                path.choose(usize::from(node.stage - FIRST_LAYER) - 1, node.choice);
            }
            node = &self.nodes[node.parent as usize];
        }
    }

    /// Searches the layers that were settled last, from the first of them on; the node at their end.
    fn stretch(
        &mut self,
        frame: &Frame,
        graph: &Graph,
        from: usize,
        limit: Option<&Limit<'_>>,
    ) -> Option<u32> {
        self.index.clear(&self.nodes);
        self.nodes.clear();
        self.queue.reset(0);
        self.followed.clear();
        self.start(graph, from);
        while let Some((_, n)) = self.queue.pop() {
            let Node { key, loss, stage, laid, closed, .. } = self.nodes[n as usize];
            if closed {
                continue;
            }
            if self.left.is_multiple_of(JOINT_STATES) && (self.left == 0 || self.watch.look()) {
                self.left = 0;
                return None;
            }
            self.left -= 1;
            self.nodes[n as usize].closed = true;
            let layer = usize::from(stage.saturating_sub(FIRST_LAYER));
            if stage < FIRST_LAYER {
                let ways = graph.entries(frame, usize::from(stage));
                self.edges.clear();
                self.edges.extend(ways.map(|way| Edge {
                    way: way.and(Way { to: key, ..Way::default() }),
                    vector: 0,
                }));
            } else if layer == graph.end {
                return Some(n);
            } else {
                if limit.is_none() && self.followed.pays() {
                    let rest = graph.ahead(layer, key) + i64::from(loss);
                    if self.followed.covers(frame, layer, key, rest) {
                        continue;
                    }
                }
                expand(frame, graph, layer, key, &mut self.edges);
            }
            for edge in &self.edges {
                let spare = laid + edge.way.spare;
                let node = Node {
                    key: edge.way.to,
                    loss: loss + edge.way.loss,
                    parent: n,
                    stage: stage + 1,
                    laid: spare,
                    apart: if limit.is_some() { spare } else { 0 },
                    closed: false,
                    choice: edge.choice(),
                };
                if limit.is_some_and(|limit| u32::from(node.laid) > limit.most) {
                    continue;
                }
                let before = self.nodes.len();
                let i = self.index.find_or_insert(&mut self.nodes, node);
                let known = &mut self.nodes[i as usize];
                if node.loss < known.loss {
                    *known = node;
                } else if i as usize != before {
                    continue;
                }
                self.queue.push(node.loss + limit.map_or(0, |limit| limit.shortfall(&node)), i);
            }
        }
        None
    }

    /// Puts the joint state before a layer into the queue, or, where runs can cross the cut, the
    /// beginning of a choice of what crosses it, suit by suit.
    fn start(&mut self, graph: &Graph, from: usize) {
        let single = graph.layers[from].single;
        let node = Node {
            key: if single { single_key(graph, from) } else { 0 },
            loss: 0,
            parent: ROOT,
            stage: if single { from as u8 + FIRST_LAYER } else { 0 },
            laid: 0,
            apart: 0,
            closed: false,
            choice: Choice::default(),
        };
        let i = self.index.find_or_insert(&mut self.nodes, node);
        self.queue.push(0, i);
    }
}

fn key_of(states: [u16; Suit::COUNT]) -> Key {
    states.iter().rev().fold(0, |key, &state| key << 16 | Key::from(state))
}

/// The joint state of a layer where each suit has one only.
fn single_key(graph: &Graph, layer: usize) -> Key {
    key_of(graph.layers[layer].cells.each_ref().map(|cell| cell.first))
}

/// Lists every edge out of a joint state.
fn expand(frame: &Frame, graph: &Graph, layer: usize, key: Key, edges: &mut Vec<Edge>) {
    edges.clear();
    let here = &graph.layers[layer];
    let mut vectors = here.vectors;
    let slots: [Slot; Suit::COUNT] =
        std::array::from_fn(|s| *graph.slot(here, s, (key >> (16 * s)) as u16));
    for (giving, slot) in frame.sets.giving.iter().zip(&slots) {
        vectors &= giving[usize::from(slot.givable & 15)];
    }
    while vectors != 0 {
        let vector = vectors.trailing_zeros() as u8;
        vectors &= vectors - 1;
        let given = frame.sets.vectors[usize::from(vector)];
        let [a, b, c, d] = std::array::from_fn(|s| graph.ways(&slots[s], given[s]));
        if let ([a], [b], [c], [d]) = (a, b, c, d) {
            edges.push(Edge { way: a.and(*b).and(c.and(*d)), vector });
            continue;
        }
        for a in a {
            for b in b {
                let ab = a.and(*b);
                for c in c {
                    let abc = ab.and(*c);
                    edges.extend(d.iter().map(|d| Edge { way: abc.and(*d), vector }));
                }
            }
        }
    }
}

/// How most is gained at a layer with one state before and behind it, if there is a way.
fn direct(frame: &Frame, graph: &Graph, layer: usize) -> Option<Choice> {
    let mut worths = [[None; MAX_COPIES + 1]; Suit::COUNT];
    for (s, worths) in worths.iter_mut().enumerate() {
        graph.straight(frame, layer, s, worths);
    }
    let mut vectors = graph.layers[layer].vectors;
    let mut best: Option<(i32, Choice)> = None;
    while vectors != 0 {
        let vector = vectors.trailing_zeros() as u8;
        vectors &= vectors - 1;
        let given = frame.sets.vectors[usize::from(vector)];
        let parts: [Option<Straight>; Suit::COUNT] =
            std::array::from_fn(|s| worths[s][usize::from(given[s] & 3)]);
        let [Some(a), Some(b), Some(c), Some(d)] = parts else { continue };
        let gain = a.gain + b.gain + c.gain + d.gain;
        if best.is_none_or(|(most, _)| gain > most) {
            let runs = a.to_runs | b.to_runs << 2 | c.to_runs << 4 | d.to_runs << 6;
            best = Some((gain, Choice { vector, runs }));
        }
    }
    best.map(|(_, choice)| choice)
}

/// An open-addressing index of nodes by layer and key.
#[derive(Debug)]
struct Index {
    /// Node number plus one, or 0.
    slots: Vec<u32>,
    shift: u32,
}

impl Default for Index {
    fn default() -> Self {
        Self { slots: vec![0; 1 << 10], shift: 64 - 10 }
    }
}

impl Index {
    fn home(&self, node: &Node) -> usize {
        // The parts of a key are small numbers at equal distances: fold before and after mixing.
        let level = u64::from(node.stage) | u64::from(node.apart) << 5;
        let folded = node.key ^ node.key >> 27 ^ level << 11;
        let mixed = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed << 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Forgets `nodes`, all that it holds.
    fn clear(&mut self, nodes: &[Node]) {
        if nodes.len() * 8 > self.slots.len() {
            self.slots.fill(0);
            return;
        }
        let mask = self.slots.len() - 1;
        for node in nodes {
            // Every node sits in the run of used slots from its home on.
            let mut i = self.home(node);
            while self.slots[i] != 0 {
                self.slots[i] = 0;
                i = (i + 1) & mask;
            }
        }
    }

    /// The number of the node with this layer and key, which is appended if it is new.
    fn find_or_insert(&mut self, nodes: &mut Vec<Node>, node: Node) -> u32 {
        let mask = self.slots.len() - 1;
        let mut i = self.home(&node);
        while self.slots[i] != 0 {
            let n = self.slots[i] - 1;
            let known = &nodes[n as usize];
            if (known.key, known.stage, known.apart) == (node.key, node.stage, node.apart) {
                return n;
            }
            i = (i + 1) & mask;
        }
        self.slots[i] = nodes.len() as u32 + 1;
        nodes.push(node);
        if nodes.len() * 2 > self.slots.len() {
            self.grow(nodes);
        }
        nodes.len() as u32 - 1
    }

    #[cold]
    fn grow(&mut self, nodes: &[Node]) {
        self.shift -= 1;
        self.slots.clear();
        self.slots.resize(1 << (64 - self.shift), 0);
        let mask = self.slots.len() - 1;
        for (n, node) in nodes.iter().enumerate() {
            let mut i = self.home(node);
            while self.slots[i] != 0 {
                i = (i + 1) & mask;
            }
            self.slots[i] = n as u32 + 1;
        }
    }
}
