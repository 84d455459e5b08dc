//! Best-first search for the joint path through the four suits' graphs.
//!
//! A joint state is a configuration of each suit and the jokers used so far. Its bound shares the
//! jokers that are left among the suits and the sets behind in the best way, as if each suit could
//! give any cards to sets; so it is never too low, and falls by no less than what is gained.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::line::MAX_LAYERS;
use super::open::MAX_JOKERS;
use super::sets::Bundle;
use super::suit::{Bounds, Edge, Graph, NEVER, Node};
use super::task::Task;
use crate::card::Suit;
use crate::solver::queue::Queue;

/// What is done at one layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    /// Position among the bundles.
    pub(super) bundle: u32,
    /// The edge of each suit, by its position in the suit's graph.
    pub(super) edges: [u32; Suit::COUNT],
}

/// The number of a suit's node that is yet to be chosen.
const UNCHOSEN: u32 = u32::MAX;

/// The stage of the first layer; before it each suit's entry is chosen.
const FIRST_LAYER: u8 = Suit::COUNT as u8;

const ROOT: u32 = u32::MAX;

/// What tells joint states apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    at: [u32; Suit::COUNT],
    stage: u8,
    /// The jokers used so far: their number, or which.
    used: u8,
    /// The named jokers whose replacing card is decided.
    marks: u8,
    /// Natural hand cards laid, where that is limited.
    laid: u8,
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, c, d] = self.at.map(u64::from);
        state.write_u64(a | b << 32);
        state.write_u64(c | d << 32);
        state.write_u32(u32::from_le_bytes([self.stage, self.used, self.marks, self.laid]));
    }
}

#[derive(Clone, Copy, Debug)]
struct Joint {
    place: Place,
    gain: i32,
    /// The most that can still be gained.
    ahead: i32,
    parent: u32,
    closed: bool,
    choice: Choice,
}

/// The memory of a search, and the path that it found.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// Where the first layer is entered.
    pub(super) entry: [u32; Suit::COUNT],
    pub(super) choices: Vec<Choice>,
    joints: Vec<Joint>,
    index: FxHashMap<Place, u32>,
    queue: Queue,
}

/// What is searched.
pub(super) struct Field<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) graphs: &'a [Graph; Suit::COUNT],
    pub(super) bundles: &'a [Bundle],
    /// Where each layer's bundles lie.
    pub(super) ranges: &'a [Range<usize>],
    /// The rank of each layer.
    pub(super) ranks: &'a [u8],
    /// The jokers have names.
    pub(super) named: bool,
}

impl Field<'_> {
    fn layers(&self) -> usize {
        self.ranks.len()
    }

    fn bundles_of(&self, layer: usize) -> Range<usize> {
        self.ranges[layer].clone()
    }

    fn count(&self, wild: u8) -> u8 {
        if self.named { wild.count_ones() as u8 } else { wild }
    }
}

/// The bounds of all suits together.
#[derive(Clone, Copy, Debug)]
struct Shares {
    /// The most jokers that sets from each layer on can take.
    sets: [u8; MAX_LAYERS + 1],
    /// The most that one of those can gain.
    joker: [i32; MAX_LAYERS + 1],
    /// The best entry of each suit.
    unchosen: [Bounds; Suit::COUNT],
}

impl Shares {
    fn new(field: &Field<'_>) -> Self {
        let mut shares = Self {
            sets: [0; MAX_LAYERS + 1],
            joker: [0; MAX_LAYERS + 1],
            unchosen: [[NEVER; MAX_JOKERS + 1]; Suit::COUNT],
        };
        for layer in (0..field.layers()).rev() {
            let most =
                field.bundles[field.bundles_of(layer)].iter().map(|b| field.count(b.wild)).max();
            let most = most.unwrap_or(0);
            shares.sets[layer] = (shares.sets[layer + 1] + most).min(MAX_JOKERS as u8);
            let gain = if most > 0 { field.task.gain_at(field.ranks[layer]) } else { 0 };
            shares.joker[layer] = shares.joker[layer + 1].max(gain);
        }
        for (best, graph) in shares.unchosen.iter_mut().zip(field.graphs) {
            for node in &graph.nodes[0] {
                for (best, &bound) in best.iter_mut().zip(&node.bounds) {
                    *best = (*best).max(bound);
                }
            }
        }
        shares
    }

    /// The most that can still be gained from a joint state, that of jokers from the hand included.
    fn bound(&self, field: &Field<'_>, place: &Place) -> i32 {
        let layer = usize::from(place.stage.saturating_sub(FIRST_LAYER));
        let bounds = |s: usize| match place.at[s] {
            UNCHOSEN => &self.unchosen[s],
            at => &field.graphs[s].nodes[layer][at as usize].bounds,
        };
        let released = (1 << field.task.released.len()) - 1;
        if field.named && layer == field.layers() && place.used & released != released {
            return NEVER;
        }
        let used = usize::from(field.count(place.used));
        let left = usize::from(field.task.wild()) - used;
        let together = |a: &Bounds, b: &Bounds| {
            let mut sum = [NEVER; MAX_JOKERS + 1];
            for i in 0..=left {
                for j in 0..=left - i {
                    if a[i] >= 0 && b[j] >= 0 {
                        sum[i + j] = sum[i + j].max(a[i] + b[j]);
                    }
                }
            }
            sum
        };
        let runs = together(&together(bounds(0), bounds(1)), &together(bounds(2), bounds(3)));
        let must = usize::from(field.task.free + field.task.must);
        let mut best = NEVER;
        for in_sets in 0..=self.sets[layer].min(left as u8) {
            let sets = i32::from(in_sets) * self.joker[layer];
            let in_sets = usize::from(in_sets);
            for (in_runs, &gain) in runs[..=left - in_sets].iter().enumerate() {
                let total = used + in_sets + in_runs;
                if gain >= 0 && total >= must {
                    best = best.max(gain + sets + field.task.gain_of_jokers(total as u8));
                }
            }
        }
        best
    }
}

impl Search {
    /// The most that a path gains, if there is one and it gains more than `floor`.
    pub(super) fn run(&mut self, field: &Field<'_>, floor: i32) -> Option<i32> {
        let shares = Shares::new(field);
        self.joints.clear();
        self.index.clear();
        self.queue.reset(0);
        let single = field.graphs.iter().all(|graph| graph.nodes[0].len() == 1);
        let at = [if single { 0 } else { UNCHOSEN }; Suit::COUNT];
        let stage = if single { FIRST_LAYER } else { 0 };
        let place = Place { at, stage, used: 0, marks: 0, laid: 0 };
        let bound = shares.bound(field, &place);
        if bound <= floor {
            return None;
        }
        let start = Reached { place, gain: 0, parent: ROOT };
        self.add(&shares, field, start, Choice::default(), floor);
        while let Some((loss, n)) = self.queue.pop() {
            let joint = &mut self.joints[n as usize];
            if joint.closed {
                continue;
            }
            joint.closed = true;
            let Joint { place, gain, .. } = *joint;
            let layer = usize::from(place.stage.saturating_sub(FIRST_LAYER));
            if place.stage >= FIRST_LAYER && layer == field.layers() {
                self.record(n);
                return Some(bound - loss.cast_signed());
            }
            let mut add = |place: Place, gain: i32, choice: Choice| {
                self.add(&shares, field, Reached { place, gain, parent: n }, choice, floor);
            };
            if place.stage < FIRST_LAYER {
                let s = usize::from(place.stage);
                for at in 0..field.graphs[s].nodes[0].len() as u32 {
                    let mut place = place;
                    place.at[s] = at;
                    place.stage += 1;
                    add(place, gain, Choice::default());
                }
            } else {
                expand(field, place, gain, layer, &mut add);
            }
        }
        None
    }

    /// Puts a joint state into the queue, if it is new or reached with more.
    fn add(
        &mut self,
        shares: &Shares,
        field: &Field<'_>,
        reached: Reached,
        choice: Choice,
        floor: i32,
    ) {
        let Reached { place, gain, parent } = reached;
        let next = self.joints.len() as u32;
        let number = *self.index.entry(place).or_insert(next);
        if number == next {
            let ahead = shares.bound(field, &place);
            self.joints.push(Joint { place, gain, ahead, parent, closed: false, choice });
        } else {
            let known = &mut self.joints[number as usize];
            if gain <= known.gain {
                return;
            }
            (known.gain, known.parent, known.choice, known.closed) = (gain, parent, choice, false);
        }
        let ahead = self.joints[number as usize].ahead;
        if ahead >= 0 && gain + ahead > floor {
            let first = self.joints[0];
            self.queue.push((first.ahead - gain - ahead).cast_unsigned(), number);
        }
    }

    /// Writes down the path to a joint state.
    fn record(&mut self, goal: u32) {
        self.choices.clear();
        let mut joint = &self.joints[goal as usize];
        while joint.place.stage > FIRST_LAYER {
            self.choices.push(joint.choice);
            joint = &self.joints[joint.parent as usize];
        }
        self.entry = joint.place.at;
        self.choices.reverse();
    }
}

/// A joint state and how it is reached.
#[derive(Clone, Copy)]
struct Reached {
    place: Place,
    gain: i32,
    parent: u32,
}

/// Passes every way through a layer on.
fn expand(
    field: &Field<'_>,
    place: Place,
    gain: i32,
    layer: usize,
    found: &mut impl FnMut(Place, i32, Choice),
) {
    let nodes: [&Node; Suit::COUNT] =
        std::array::from_fn(|s| &field.graphs[s].nodes[layer][place.at[s] as usize]);
    let rank = field.ranks[layer];
    let mut wanted = 0;
    // The replacing card of an ace may lie at either end, so it is settled at the last.
    if field.named && !field.ranks[layer + 1..].contains(&rank) {
        for s in 0..Suit::COUNT {
            wanted |= field.task.marks(13 * s + usize::from(rank));
        }
    }
    for number in field.bundles_of(layer) {
        let bundle = &field.bundles[number];
        let edges: [Range<usize>; Suit::COUNT] =
            std::array::from_fn(|s| nodes[s].edges(bundle.given[s]));
        if edges.iter().any(Range::is_empty) || bundle.marks & place.marks != 0 {
            continue;
        }
        let Some(used) = add(field, place.used, bundle.wild) else { continue };
        let gain = gain + i32::from(field.count(bundle.wild)) * field.task.gain_at(rank);
        let marks = place.marks | bundle.marks;
        let mut combination = Combination {
            field,
            edges,
            place: Place { stage: place.stage + 1, ..place },
            choice: Choice { bundle: number as u32, ..Choice::default() },
            wanted,
        };
        combination.suit(0, Sum { used, marks, laid: place.laid, gain }, found);
    }
}

/// An edge of each suit at a layer.
struct Combination<'a> {
    field: &'a Field<'a>,
    edges: [Range<usize>; Suit::COUNT],
    place: Place,
    choice: Choice,
    /// The named jokers whose replacing card must be decided behind the layer.
    wanted: u8,
}

/// What the edges chosen so far come to.
#[derive(Clone, Copy)]
struct Sum {
    used: u8,
    marks: u8,
    laid: u8,
    gain: i32,
}

impl Combination<'_> {
    /// Chooses the edges of the suits from `s` on.
    fn suit(&mut self, s: usize, sum: Sum, found: &mut impl FnMut(Place, i32, Choice)) {
        let field = self.field;
        for number in self.edges[s].clone() {
            let Edge { to, letter, laid, gain, .. } = field.graphs[s].edges[number];
            let Some(used) = add(field, sum.used, letter.wild) else { continue };
            if letter.marks & sum.marks != 0 {
                continue;
            }
            let marks = sum.marks | letter.marks;
            let mut sum = Sum { used, marks, laid: sum.laid, gain: sum.gain + gain };
            if let Some(most) = field.task.at_most {
                sum.laid += laid;
                let jokers = field.task.laid_jokers(field.count(used));
                if u32::from(sum.laid) + jokers > most {
                    continue;
                }
            }
            self.place.at[s] = to;
            self.choice.edges[s] = number as u32;
            if s + 1 < Suit::COUNT {
                self.suit(s + 1, sum, found);
            } else if marks & self.wanted == self.wanted {
                let Sum { used, marks, laid, gain } = sum;
                found(Place { used, marks, laid, ..self.place }, gain, self.choice);
            }
        }
    }
}

/// The jokers used with more of them; `None` if there are not so many.
fn add(field: &Field<'_>, used: u8, more: u8) -> Option<u8> {
    if field.named {
        (used & more == 0).then_some(used | more)
    } else {
        let sum = used + more;
        (sum <= field.task.wild()).then_some(sum)
    }
}
