//! Best-first search for the joint path through the four suits' graphs.
//!
//! A joint state is a configuration of each suit and the jokers used so far. Its bound shares the
//! jokers that are left among the suits and the sets behind in the best way, as if what a suit gives
//! to sets and what sets take were only tied by prices ([`prices`](super::prices)); so it is never
//! too low, and falls by no less than what is gained.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::line::MAX_LAYERS;
use super::open::MAX_JOKERS;
use super::prices::{Prices, SCALE};
use super::sets::Bundle;
use super::suit::{AMOUNTS, Bounds, Edge, Graph, NEVER, Node, is_possible};
use super::task::Task;
use crate::card::{Card, Suit};
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
    /// In parts of [`SCALE`].
    gain: i64,
    parent: u32,
    /// What is lost where it is in the queue.
    loss: u32,
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
    pub(super) fn layers(&self) -> usize {
        self.ranks.len()
    }

    pub(super) fn bundles_of(&self, layer: usize) -> &[Bundle] {
        &self.bundles[self.ranges[layer].clone()]
    }

    pub(super) fn count(&self, wild: u8) -> u8 {
        if self.named { wild.count_ones() as u8 } else { wild }
    }

    /// What jokers gain in the sets of a layer, each, in parts of [`SCALE`].
    pub(super) fn joker(&self, layer: usize) -> i64 {
        i64::from(self.task.gain_at(self.ranks[layer])) * SCALE
    }
}

/// The most that two parts gain together, with at most so many jokers.
#[inline]
fn together(a: &Bounds, b: &Bounds, left: usize) -> Bounds {
    let mut sum = [NEVER; MAX_JOKERS + 1];
    for (i, a) in a[..=left].iter().enumerate() {
        for (sum, b) in sum[i..=left].iter_mut().zip(b) {
            *sum = (*sum).max(a + b);
        }
    }
    sum
}

/// What is gained at most where each joker costs so much.
#[inline]
fn without(bounds: &Bounds, price: i64) -> i64 {
    (0..).zip(bounds).map(|(jokers, bound)| bound - jokers * price).max().unwrap_or(NEVER)
}

/// The bounds of all parts together.
#[derive(Debug, Default)]
pub(super) struct Shares {
    /// What each suit gains from each node on.
    suits: [Vec<Bounds>; Suit::COUNT],
    /// What sets from each layer on gain.
    sets: [Bounds; MAX_LAYERS + 1],
    /// The best entry of each suit.
    unchosen: [Bounds; Suit::COUNT],
    /// What it gains to have used so many jokers in all.
    total: Bounds,
    /// What a joker costs in the following.
    price: i64,
    /// What each suit gains from each node on, jokers paid.
    paid: [Vec<i64>; Suit::COUNT],
    /// What the jokers that are left gain at most when so many are used, with their price.
    purse: Bounds,
}

impl Shares {
    /// Works out all bounds under these prices.
    pub(super) fn find(&mut self, field: &Field<'_>, prices: &Prices) {
        let wild = usize::from(field.task.wild());
        let must = usize::from(field.task.free + field.task.must);
        self.sets[field.layers()] = [NEVER; MAX_JOKERS + 1];
        self.sets[field.layers()][0] = 0;
        for layer in (0..field.layers()).rev() {
            let mut here = [NEVER; MAX_JOKERS + 1];
            for bundle in field.bundles_of(layer) {
                let jokers = field.count(bundle.wild);
                let Some(price) = prices.sum(layer, bundle) else { continue };
                let gain = i64::from(jokers) * field.joker(layer) - price;
                let here = &mut here[usize::from(jokers)];
                *here = (*here).max(gain);
            }
            self.sets[layer] = together(&self.sets[layer + 1], &here, wild);
        }
        for (s, graph) in field.graphs.iter().enumerate() {
            graph.bound(field.layers(), wild as u8, prices.of(s), &mut self.suits[s]);
            self.unchosen[s] = [NEVER; MAX_JOKERS + 1];
            for n in graph.entered() {
                for (best, &bound) in self.unchosen[s].iter_mut().zip(&self.suits[s][n as usize]) {
                    *best = (*best).max(bound);
                }
            }
        }
        self.total = [NEVER; MAX_JOKERS + 1];
        for (used, total) in self.total.iter_mut().enumerate().take(wild + 1).skip(must) {
            *total = i64::from(field.task.gain_of_jokers(used as u8)) * SCALE;
        }
    }

    /// The most that can be gained with each number of jokers.
    fn all(&self, wild: usize) -> Bounds {
        let with = |sum: Bounds, more: &Bounds| together(&sum, more, wild);
        self.unchosen.iter().fold(self.sets[0], with)
    }

    /// The most that a path gains.
    pub(super) fn bound(&self, wild: u8) -> i64 {
        let all = self.all(usize::from(wild));
        let most = all.iter().zip(&self.total).map(|(sum, total)| sum + total).max();
        most.unwrap_or(NEVER).div_euclid(SCALE)
    }

    /// What the last of so many jokers gains.
    pub(super) fn joker(&self, wild: u8) -> i64 {
        let wild = usize::from(wild);
        let all = self.all(wild);
        if !is_possible(all[wild]) {
            return 0;
        }
        let fewer = (1..).zip(all[..wild].iter().rev());
        let possible = fewer.filter(|&(_, &fewer)| is_possible(fewer));
        possible.map(|(jokers, fewer)| (all[wild] - fewer) / jokers).min().unwrap_or(0)
    }

    /// Works out what is gained where a joker costs so much, which is quicker to add up.
    pub(super) fn pay(&mut self, wild: u8, price: i64) {
        let wild = usize::from(wild);
        self.price = price;
        for (paid, bounds) in self.paid.iter_mut().zip(&self.suits) {
            paid.clear();
            paid.extend(bounds.iter().map(|bounds| without(bounds, price)));
        }
        self.purse = [NEVER; MAX_JOKERS + 1];
        for used in 0..=wild {
            let left = (0..).zip(&self.total[used..=wild]);
            self.purse[used] =
                left.map(|(more, total)| total + more * price).max().unwrap_or(NEVER);
        }
    }

    /// What two parts, of which all others are one, can gain together when so many jokers were used.
    #[inline]
    fn finish(&self, a: &Bounds, b: &Bounds, used: usize, left: usize) -> i64 {
        let mut best = NEVER;
        for (i, a) in a[..=left].iter().enumerate() {
            for (b, total) in b.iter().zip(&self.total[used + i..=used + left]) {
                best = best.max(a + b + total);
            }
        }
        best
    }

    /// The most that can still be gained before all suits have entered the first layer.
    fn before(&self, field: &Field<'_>, place: &Place) -> i64 {
        let wild = usize::from(field.task.wild());
        let bounds = |s: usize| match place.at[s] {
            UNCHOSEN => &self.unchosen[s],
            at => &self.suits[s][at as usize],
        };
        let with = |sum: Bounds, s: usize| together(&sum, bounds(s), wild);
        let sum = (0..3).fold(self.sets[0], with);
        self.finish(&sum, bounds(3), 0, wild)
    }
}

impl Search {
    /// The most that a path gains, if there is one and it gains more than `floor`.
    pub(super) fn run(&mut self, field: &Field<'_>, shares: &Shares, floor: i32) -> Option<i32> {
        let floor = i64::from(floor);
        self.joints.clear();
        self.index.clear();
        self.queue.reset(0);
        let mut place = Place { at: [UNCHOSEN; Suit::COUNT], stage: 0, used: 0, marks: 0, laid: 0 };
        let mut entries = field.graphs.each_ref().map(Graph::entered);
        let first = entries.each_mut().map(|entries| entries.next().unwrap_or(UNCHOSEN));
        if entries.iter_mut().all(|more| more.next().is_none()) {
            (place.at, place.stage) = (first, FIRST_LAYER);
        }
        let bound = shares.before(field, &place).div_euclid(SCALE);
        if bound <= floor {
            return None;
        }
        self.add(Joint { place, gain: 0, parent: ROOT, loss: 0, choice: Choice::default() });
        while let Some((loss, n)) = self.queue.pop() {
            let Joint { place, gain, loss: last, .. } = self.joints[n as usize];
            if last != loss {
                continue;
            }
            let layer = usize::from(place.stage.saturating_sub(FIRST_LAYER));
            if place.stage >= FIRST_LAYER && layer == field.layers() {
                self.record(n);
                return Some(bound as i32 - loss.cast_signed());
            }
            let value = bound - i64::from(loss);
            let mut reach = Reach { search: self, parent: n, loss, value, next: NEVER };
            if place.stage < FIRST_LAYER {
                let s = usize::from(place.stage);
                for at in field.graphs[s].entered() {
                    let mut place = place;
                    place.at[s] = at;
                    place.stage += 1;
                    reach.add(place, gain, shares.before(field, &place), Choice::default());
                }
            } else {
                expand(field, shares, place, gain, layer, &mut reach);
            }
            let next = reach.next;
            if next > floor {
                let loss = u32::try_from(bound - next).unwrap_or(loss);
                self.joints[n as usize].loss = loss;
                self.queue.push(loss, n);
            }
        }
        None
    }

    /// Puts a joint state into the queue, if it is new or reached with more.
    fn add(&mut self, joint: Joint) {
        let next = self.joints.len() as u32;
        let number = *self.index.entry(joint.place).or_insert(next);
        if number == next {
            self.joints.push(joint);
        } else {
            let known = &mut self.joints[number as usize];
            if joint.gain <= known.gain {
                return;
            }
            *known = joint;
        }
        self.queue.push(joint.loss, number);
    }

    /// The cards that the path uses, but for jokers that stay.
    pub(super) fn used(&self, field: &Field<'_>) -> [u8; Card::COUNT] {
        let mut used = [0; Card::COUNT];
        for (choice, &rank) in self.choices.iter().zip(field.ranks) {
            let bundle = &field.bundles[choice.bundle as usize];
            let mut jokers = field.count(bundle.wild);
            for s in 0..Suit::COUNT {
                let edge = &field.graphs[s].edges[choice.edges[s] as usize];
                used[13 * s + usize::from(rank)] += edge.letter.real + edge.given;
                jokers += edge.jokers;
            }
            used[Card::JOKER.index()] += jokers;
        }
        used
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

/// Takes joint states that are reached from one of them, but only those with which no more is lost.
/// The others are looked for again when it is their turn.
struct Reach<'a> {
    search: &'a mut Search,
    parent: u32,
    loss: u32,
    /// What is gained if no more is lost.
    value: i64,
    /// What the best of the others gains, at most.
    next: i64,
}

impl Reach<'_> {
    /// Whether no more than is lost with a sum, in parts of [`SCALE`].
    #[inline]
    fn takes(&mut self, sum: i64) -> bool {
        let value = sum.div_euclid(SCALE);
        if value < self.value {
            self.next = self.next.max(value);
        }
        value >= self.value
    }

    fn add(&mut self, place: Place, gain: i64, ahead: i64, choice: Choice) {
        if self.takes(gain + ahead) {
            let Self { parent, loss, .. } = *self;
            self.search.add(Joint { place, gain, parent, loss, choice });
        }
    }
}

/// Passes every way through a layer on.
fn expand(
    field: &Field<'_>,
    shares: &Shares,
    place: Place,
    gain: i64,
    layer: usize,
    reach: &mut Reach<'_>,
) {
    let nodes: [&Node; Suit::COUNT] =
        std::array::from_fn(|s| &field.graphs[s].nodes[place.at[s] as usize]);
    let rank = field.ranks[layer];
    let mut wanted = 0;
    // The replacing card of an ace may lie at either end, so it is settled at the last.
    if field.named && !field.ranks[layer + 1..].contains(&rank) {
        for s in 0..Suit::COUNT {
            wanted |= field.task.marks(13 * s + usize::from(rank));
        }
    }
    // Released jokers cannot be left out in favour of others.
    let last = field.named && layer + 1 == field.layers();
    let placed = if last { (1 << field.task.released.len()) - 1 } else { 0 };
    let joker = field.joker(layer);
    let most: [[i64; AMOUNTS]; Suit::COUNT] = std::array::from_fn(|s| {
        let graph = &field.graphs[s];
        std::array::from_fn(|given| {
            let edges = &graph.edges[nodes[s].edges(given as u8)];
            let paid = |edge: &Edge| {
                let gain = edge.gain - shares.price * i64::from(edge.jokers);
                gain + shares.paid[s][edge.to as usize]
            };
            edges.iter().map(paid).max().unwrap_or(NEVER)
        })
    });
    let sets = without(&shares.sets[layer + 1], shares.price);
    for number in field.ranges[layer].clone() {
        let bundle = &field.bundles[number];
        let fits = (0..Suit::COUNT).all(|s| nodes[s].gives >> bundle.given[s] & 1 == 1);
        if !fits || bundle.marks & place.marks != 0 {
            continue;
        }
        let Some(used) = add(field, place.used, bundle.wild) else { continue };
        let gain = gain + i64::from(field.count(bundle.wild)) * joker;
        let most: [i64; Suit::COUNT] =
            std::array::from_fn(|s| most[s][usize::from(bundle.given[s])]);
        let purse = shares.purse[usize::from(field.count(used))];
        if !reach.takes(gain + sets + most.iter().sum::<i64>() + purse) {
            continue;
        }
        let marks = place.marks | bundle.marks;
        let mut combination = Combination {
            field,
            shares,
            edges: std::array::from_fn(|s| nodes[s].edges(bundle.given[s])),
            place: Place { stage: place.stage + 1, ..place },
            choice: Choice { bundle: number as u32, ..Choice::default() },
            wanted,
            placed,
            rest: [most[1] + most[2] + most[3], most[2] + most[3], most[3], 0],
        };
        let sum = Sum { used, marks, laid: place.laid, gain };
        combination.suit(0, sum, &shares.sets[layer + 1], reach);
    }
}

/// An edge of each suit at a layer.
struct Combination<'a> {
    field: &'a Field<'a>,
    shares: &'a Shares,
    edges: [Range<usize>; Suit::COUNT],
    place: Place,
    choice: Choice,
    /// The named jokers whose replacing card must be decided behind the layer.
    wanted: u8,
    /// The named jokers that must be used by then.
    placed: u8,
    /// What the suits behind each one gain at most, jokers paid.
    rest: [i64; Suit::COUNT],
}

/// What the edges chosen so far come to.
#[derive(Clone, Copy)]
struct Sum {
    used: u8,
    marks: u8,
    laid: u8,
    gain: i64,
}

impl Combination<'_> {
    /// Chooses the edges of the suits from `s` on, where sets and the suits before can gain so much
    /// behind the layer.
    fn suit(&mut self, s: usize, sum: Sum, behind: &Bounds, reach: &mut Reach<'_>) {
        let field = self.field;
        let graph = &field.graphs[s];
        for number in self.edges[s].clone() {
            let Edge { to, letter, laid, gain, .. } = graph.edges[number];
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
            let count = usize::from(field.count(used));
            let left = usize::from(field.task.wild()) - count;
            let own = &self.shares.suits[s][to as usize];
            if s + 1 < Suit::COUNT {
                let behind = together(behind, own, left);
                let most = sum.gain + without(&behind, self.shares.price) + self.rest[s];
                if reach.takes(most + self.shares.purse[count]) {
                    self.suit(s + 1, sum, &behind, reach);
                }
            } else if marks & self.wanted == self.wanted && used & self.placed == self.placed {
                let Sum { used, marks, laid, gain } = sum;
                let ahead = self.shares.finish(behind, own, count, left);
                reach.add(Place { used, marks, laid, ..self.place }, gain, ahead, self.choice);
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
