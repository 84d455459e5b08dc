//! Best-first search for the joint path through the four suits' graphs.
//!
//! A joint state is a configuration of each suit and the jokers used so far. Its bound shares the
//! jokers that are left among the suits and the sets behind in the best way, as if each suit could
//! give any cards to sets; so it is never too low, and falls by no less than what is gained.

use rustc_hash::FxHashMap;

use super::line::MAX_LAYERS;
use super::open::{Letter, MAX_JOKERS};
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
    /// What each suit gives to runs.
    pub(super) letters: [Letter; Suit::COUNT],
    /// The node of each suit behind the layer.
    pub(super) to: [u32; Suit::COUNT],
}

/// The number of a suit's node that is yet to be chosen.
const UNCHOSEN: u32 = u32::MAX;

/// The stage of the first layer; before it each suit's entry is chosen.
const FIRST_LAYER: u8 = Suit::COUNT as u8;

const ROOT: u32 = u32::MAX;

/// What tells joint states apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

#[derive(Clone, Copy, Debug)]
struct Joint {
    place: Place,
    gain: i32,
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
    /// Where each layer's bundles begin.
    pub(super) starts: &'a [usize],
    /// The rank of each layer.
    pub(super) ranks: &'a [u8],
    /// The jokers have names.
    pub(super) named: bool,
}

impl Field<'_> {
    fn layers(&self) -> usize {
        self.ranks.len()
    }

    fn bundles_of(&self, layer: usize) -> std::ops::Range<usize> {
        self.starts[layer]..self.starts[layer + 1]
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
            unchosen: [[NEVER; 5]; 4],
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
        let at = [if single { 0 } else { UNCHOSEN }; 4];
        let stage = if single { FIRST_LAYER } else { 0 };
        let place = Place { at, stage, used: 0, marks: 0, laid: 0 };
        let bound = shares.bound(field, &place);
        if bound <= floor {
            return None;
        }
        self.push(
            Joint { place, gain: 0, parent: ROOT, closed: false, choice: Choice::default() },
            0,
        );
        while let Some((loss, n)) = self.queue.pop() {
            let joint = self.joints[n as usize];
            if joint.closed {
                continue;
            }
            self.joints[n as usize].closed = true;
            let layer = usize::from(joint.place.stage.saturating_sub(FIRST_LAYER));
            if joint.place.stage >= FIRST_LAYER && layer == field.layers() {
                self.record(n);
                return Some(bound - loss.cast_signed());
            }
            let mut step = |place: Place, gain: i32, choice: Choice| {
                let ahead = shares.bound(field, &place);
                if ahead >= 0 && gain + ahead > floor {
                    let joint = Joint { place, gain, parent: n, closed: false, choice };
                    self.push(joint, (bound - gain - ahead).cast_unsigned());
                }
            };
            if joint.place.stage < FIRST_LAYER {
                let s = usize::from(joint.place.stage);
                for at in 0..field.graphs[s].nodes[0].len() as u32 {
                    let mut place = joint.place;
                    place.at[s] = at;
                    place.stage += 1;
                    step(place, joint.gain, Choice::default());
                }
            } else {
                expand(field, &joint, layer, &mut step);
            }
        }
        None
    }

    fn push(&mut self, joint: Joint, loss: u32) {
        let next = self.joints.len() as u32;
        let number = *self.index.entry(joint.place).or_insert(next);
        if number == next {
            self.joints.push(joint);
        } else if joint.gain > self.joints[number as usize].gain {
            self.joints[number as usize] = joint;
        } else {
            return;
        }
        self.queue.push(loss, number);
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

/// Passes every way through a layer on.
fn expand(
    field: &Field<'_>,
    joint: &Joint,
    layer: usize,
    step: &mut impl FnMut(Place, i32, Choice),
) {
    let place = joint.place;
    let nodes: [&Node; Suit::COUNT] =
        std::array::from_fn(|s| &field.graphs[s].nodes[layer][place.at[s] as usize]);
    let wanted = if field.named {
        (0..Suit::COUNT)
            .fold(0, |all, s| all | field.task.marks(13 * s + usize::from(field.ranks[layer])))
    } else {
        0
    };
    // The replacing card of an ace may lie at either end, so it is settled at the last.
    let settled = field.ranks[layer + 1..].iter().all(|&rank| rank != field.ranks[layer]);
    for number in field.bundles_of(layer) {
        let bundle = &field.bundles[number];
        let Some(used) = add(field, place.used, bundle.wild) else { continue };
        if bundle.marks & place.marks != 0 {
            continue;
        }
        let gain = joint.gain
            + i32::from(field.count(bundle.wild)) * field.task.gain_at(field.ranks[layer]);
        let base = Way {
            place: Place {
                used,
                marks: place.marks | bundle.marks,
                stage: place.stage + 1,
                ..place
            },
            gain,
            choice: Choice { bundle: number as u32, ..Choice::default() },
        };
        combine(field, &nodes, bundle.given, layer, 0, base, &mut |way: Way| {
            if !settled || way.place.marks & wanted == wanted {
                step(way.place, way.gain, way.choice);
            }
        });
    }
}

#[derive(Clone, Copy)]
struct Way {
    place: Place,
    gain: i32,
    choice: Choice,
}

/// Adds the edges of the suits from `s` on.
fn combine(
    field: &Field<'_>,
    nodes: &[&Node; Suit::COUNT],
    given: [u8; Suit::COUNT],
    layer: usize,
    s: usize,
    way: Way,
    found: &mut impl FnMut(Way),
) {
    if s == Suit::COUNT {
        return found(way);
    }
    let graph = &field.graphs[s];
    for edge in graph.edges(nodes[s], given[s]) {
        if !graph.nodes[layer + 1][edge.to as usize].is_alive() {
            continue;
        }
        let Edge { to, letter, laid, gain } = *edge;
        let Some(used) = add(field, way.place.used, letter.wild) else { continue };
        if letter.marks & way.place.marks != 0 {
            continue;
        }
        let mut way = way;
        way.place.used = used;
        way.place.marks |= letter.marks;
        way.place.at[s] = to;
        way.gain += gain;
        if let Some(most) = field.task.at_most {
            way.place.laid += laid;
            let jokers = field.task.laid_jokers(field.count(used));
            if u32::from(way.place.laid) + jokers > most {
                continue;
            }
        }
        way.choice.letters[s] = letter;
        way.choice.to[s] = to;
        combine(field, nodes, given, layer, s + 1, way, found);
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
