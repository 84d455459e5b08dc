//! Best-first search for the joint path through the four suits' graphs.
//!
//! A joint state is a configuration of each suit and the jokers used so far. Its bound shares the
//! jokers that are left among the suits and the sets behind in the best way ([`shares`](super::shares)),
//! as if what a suit gives to sets and what sets take were only tied by prices
//! ([`prices`](super::prices)); so it is never too low, and falls by no less than what is gained.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use super::field::Field;
use super::prices::{Gain, NEVER, most};
use super::shares::{Shares, UNCHOSEN, without};
use super::suit::{AMOUNTS, Edge, Graph};
use crate::card::{Card, Suit};
use crate::solver::queue::Queue;
use crate::solver::watch::{JOINT_STATES, Watch};

/// What is done at one layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    /// Position among the takings.
    pub(super) taking: u32,
    /// The edge of each suit, by its position in the suit's graph.
    pub(super) edges: [u32; Suit::COUNT],
}

/// The stage of the first layer; before it each suit's entry is chosen.
const FIRST_LAYER: u8 = Suit::COUNT as u8;

/// The parent of the first joint state.
const ROOT: u32 = u32::MAX;

/// There is no other joint state at the place.
const NONE: u32 = u32::MAX;

/// What is lost in a joint state that need not be passed on.
const NEEDLESS: u32 = u32::MAX;

/// What tells joint states apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    at: [u32; Suit::COUNT],
    stage: u8,
    /// The jokers used so far.
    used: u8,
    /// The releases, as bits, whose card is decided.
    marks: u8,
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, c, d] = self.at.map(u64::from);
        state.write_u64(a | b << 32);
        state.write_u64(c | d << 32);
        state.write_u32(u32::from_le_bytes([self.stage, self.used, self.marks, 0]));
    }
}

#[derive(Clone, Copy, Debug)]
struct Joint {
    place: Place,
    /// Natural hand cards laid, where that is limited.
    laid: u8,
    /// What is gained if all cards that may still be laid are not.
    gain: Gain,
    parent: u32,
    /// The next one at the same place, which has laid another number of cards.
    next: u32,
    /// What is lost where it is in the queue.
    loss: u32,
    choice: Choice,
}

/// The memory of a search, and the path that it found.
#[derive(Debug)]
pub(super) struct Search {
    /// Where the first layer is entered.
    pub(super) entry: [u32; Suit::COUNT],
    pub(super) choices: Vec<Choice>,
    joints: Vec<Joint>,
    index: FxHashMap<Place, u32>,
    queue: Queue,
    watch: Watch,
}

/// A search went through all the joint states that it might.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exhausted;

impl Search {
    pub(super) fn new(watch: Watch) -> Self {
        Self {
            entry: [0; Suit::COUNT],
            choices: Vec::new(),
            joints: Vec::new(),
            index: FxHashMap::default(),
            queue: Queue::default(),
            watch,
        }
    }

    /// Whether it was told to stop, so that what it says means nothing.
    pub(super) fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }

    /// The most that a path gains, if there is one that gains as much as the first limit; an error if so
    /// many joint states are not enough to find it. None gains more than the second.
    pub(super) fn run(
        &mut self,
        field: &Field<'_>,
        shares: &Shares,
        (least, ceiling): (Gain, Gain),
        patience: u32,
    ) -> Result<Option<i32>, Exhausted> {
        let mut patience = patience;
        self.joints.clear();
        self.index.clear();
        self.queue.reset(0);
        let mut place = Place { at: [UNCHOSEN; Suit::COUNT], stage: 0, used: 0, marks: 0 };
        let mut entries = field.graphs.each_ref().map(Graph::entered);
        let first = entries.each_mut().map(|entries| entries.next().unwrap_or(UNCHOSEN));
        if entries.iter_mut().all(|more| more.next().is_none()) {
            (place.at, place.stage) = (first, FIRST_LAYER);
        }
        let gain = field.spare(0, 0);
        let bound = (shares.before(field, &place.at) + gain).floor().min(ceiling);
        if bound < least {
            return Ok(None);
        }
        let start = Joint {
            place,
            laid: 0,
            gain,
            parent: ROOT,
            next: NONE,
            loss: 0,
            choice: Choice::default(),
        };
        self.add(start, field.charge);
        while let Some((loss, n)) = self.queue.pop() {
            let Joint { place, laid, gain, loss: last, .. } = self.joints[n as usize];
            if last != loss {
                continue;
            }
            let layer = usize::from(place.stage.saturating_sub(FIRST_LAYER));
            if place.stage >= FIRST_LAYER && layer == field.layers() {
                self.record(n);
                return Ok(Some((bound - Gain::from(loss)) as i32));
            }
            if patience.is_multiple_of(JOINT_STATES) && (patience == 0 || self.watch.look()) {
                return Err(Exhausted);
            }
            patience -= 1;
            let value = bound - Gain::from(loss);
            let charge = field.charge;
            let mut reach = Reach { search: self, parent: n, loss, value, next: NEVER, charge };
            if place.stage < FIRST_LAYER {
                let s = usize::from(place.stage);
                for at in field.graphs[s].entered() {
                    let mut place = place;
                    place.at[s] = at;
                    place.stage += 1;
                    let ahead = shares.before(field, &place.at);
                    reach.add(place, laid, gain, ahead, Choice::default());
                }
            } else {
                expand(field, shares, (place, laid, gain), layer, &mut reach);
            }
            let next = reach.next.floor();
            if next >= least {
                let loss = ((bound - next) as i32).cast_unsigned();
                self.joints[n as usize].loss = loss;
                self.queue.push(loss, n);
            }
        }
        Ok(None)
    }

    /// Puts a joint state into the queue, if none at its place has laid as few cards that are worth as
    /// much; a laid card costs so much.
    fn add(&mut self, joint: Joint, charge: Gain) {
        let new = self.joints.len() as u32;
        let first = *self.index.entry(joint.place).or_insert(new);
        if first == new {
            self.joints.push(joint);
            self.queue.push(joint.loss, new);
            return;
        }
        let worth = |joint: &Joint| joint.gain + charge * Gain::from(joint.laid);
        let (mut last, mut same) = (first, NONE);
        let mut at = first;
        while at != NONE {
            let known = &mut self.joints[at as usize];
            if known.laid <= joint.laid && worth(known) >= worth(&joint) {
                return;
            }
            if known.laid == joint.laid {
                same = at;
            } else if known.laid > joint.laid && worth(known) <= worth(&joint) {
                known.loss = NEEDLESS;
            }
            (last, at) = (at, known.next);
        }
        let number = if same == NONE { new } else { same };
        if same == NONE {
            self.joints[last as usize].next = new;
            self.joints.push(joint);
        } else {
            let known = &mut self.joints[same as usize];
            *known = Joint { next: known.next, ..joint };
        }
        self.queue.push(joint.loss, number);
    }

    /// The cards that the path uses, but for jokers that stay.
    pub(super) fn used(&self, field: &Field<'_>) -> [u8; Card::COUNT] {
        let mut used = [0; Card::COUNT];
        for (choice, &rank) in self.choices.iter().zip(field.ranks) {
            let taking = &field.takings[choice.taking as usize];
            let mut jokers = taking.jokers;
            for s in 0..Suit::COUNT {
                let letter = field.graphs[s].letter(choice.edges[s]);
                used[13 * s + usize::from(rank)] += letter.real + taking.given[s];
                jokers += letter.wild;
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
    value: Gain,
    /// What the best of the others gains, at most.
    next: Gain,
    /// What each laid card costs.
    charge: Gain,
}

impl Reach<'_> {
    /// Whether no more than is lost with a sum.
    #[inline]
    fn takes(&mut self, sum: Gain) -> bool {
        let takes = sum >= self.value;
        self.next = most(self.next, if takes { NEVER } else { sum });
        takes
    }

    fn add(&mut self, place: Place, laid: u8, gain: Gain, ahead: Gain, choice: Choice) {
        if self.takes(gain + ahead) {
            let Self { parent, loss, charge, .. } = *self;
            let joint = Joint { place, laid, gain, parent, next: NONE, loss, choice };
            self.search.add(joint, charge);
        }
    }
}

/// What a suit gains at most through one of these edges with each number of cards given to sets, jokers
/// paid.
fn most_through(graph: &Graph, edges: &[Edge], ahead: &[Gain], joker: Gain) -> [Gain; AMOUNTS] {
    let mut best = [NEVER; AMOUNTS];
    for edge in edges {
        let more = ahead[edge.to as usize] + Gain::from(edge.jokers()) * joker;
        for (best, gain) in best.iter_mut().zip(graph.lots.lot(edge.place).gains) {
            *best = most(*best, gain + more);
        }
    }
    best
}

/// Passes every way through a layer on.
fn expand(
    field: &Field<'_>,
    shares: &Shares,
    from: (Place, u8, Gain),
    layer: usize,
    reach: &mut Reach<'_>,
) {
    let (place, laid, gain) = from;
    let rank = field.ranks[layer];
    let mut wanted = 0;
    // The replacing card of an ace may lie at either end, so it is settled at the last.
    if field.marked && !field.ranks[layer + 1..].contains(&rank) {
        for s in 0..Suit::COUNT {
            wanted |= field.task.marks(13 * s + usize::from(rank));
        }
    }
    let (joker, wild) = (field.joker(layer), field.task.wild());
    let starts: [usize; Suit::COUNT] =
        std::array::from_fn(|s| field.graphs[s].edges_from(place.at[s]).start);
    let edges: [&[Edge]; Suit::COUNT] =
        std::array::from_fn(|s| &field.graphs[s].edges[field.graphs[s].edges_from(place.at[s])]);
    let most: [[Gain; AMOUNTS]; Suit::COUNT] = std::array::from_fn(|s| {
        most_through(&field.graphs[s], edges[s], &shares.paid[s], joker - shares.price)
    });
    let sets = without(&shares.sets[layer + 1], shares.price);
    for number in field.ranges[layer].clone() {
        let taking = &field.takings[number];
        let given = taking.given.map(|given| usize::from(given) % AMOUNTS);
        let used = place.used + taking.jokers;
        let gain = gain + Gain::from(taking.jokers) * joker;
        let most: [Gain; Suit::COUNT] = std::array::from_fn(|s| most[s][given[s]]);
        let purse = shares.purse[usize::from(used)];
        if !reach.takes(gain + sets + most.iter().sum::<Gain>() + purse)
            || taking.marks & place.marks != 0
        {
            continue;
        }
        let marks = place.marks | taking.marks;
        let mut combination = Combination {
            field,
            shares,
            wild,
            joker,
            given,
            starts,
            edges,
            place: Place { stage: place.stage + 1, ..place },
            choice: Choice { taking: number as u32, ..Choice::default() },
            wanted,
            rest: [most[1] + most[2] + most[3], most[2] + most[3], most[3], 0.0],
        };
        let sum = Sum { used, marks, laid, gain, ahead: sets };
        combination.suit(0, sum, reach);
    }
}

/// An edge of each suit at a layer.
struct Combination<'a> {
    field: &'a Field<'a>,
    shares: &'a Shares,
    /// Jokers that may go anywhere.
    wild: u8,
    /// What one gains at the layer.
    joker: Gain,
    /// The cards of each suit that are given to sets.
    given: [usize; Suit::COUNT],
    /// The edges that each suit can take, and where they lie among its edges.
    edges: [&'a [Edge]; Suit::COUNT],
    starts: [usize; Suit::COUNT],
    place: Place,
    choice: Choice,
    /// The releases, as bits, whose card must be decided behind the layer.
    wanted: u8,
    /// What the suits behind each one gain at most, jokers paid.
    rest: [Gain; Suit::COUNT],
}

/// What the edges chosen so far come to.
#[derive(Clone, Copy)]
struct Sum {
    used: u8,
    marks: u8,
    laid: u8,
    gain: Gain,
    /// What sets and the suits so far can gain behind the layer, jokers paid.
    ahead: Gain,
}

impl Combination<'_> {
    /// Chooses the edges of the suits from `s` on.
    fn suit(&mut self, s: usize, sum: Sum, reach: &mut Reach<'_>) {
        let (field, given) = (self.field, self.given[s]);
        // From one joint state there can be millions of ways through a layer.
        if s == 2 && field.watch.glance() {
            return;
        }
        let (lots, paid) = (&field.graphs[s].lots, &self.shares.paid[s]);
        for (number, edge) in (self.starts[s]..).zip(self.edges[s]) {
            let (jokers, lot) = (edge.jokers(), lots.lot(edge.place));
            let used = sum.used + jokers;
            let gain = sum.gain + lot.gains[given] + Gain::from(jokers) * self.joker;
            let ahead = sum.ahead + paid[edge.to as usize];
            let purse = self.shares.purse[usize::from(used)];
            if !reach.takes(gain + ahead + self.rest[s] + purse) || edge.marks & sum.marks != 0 {
                continue;
            }
            let marks = sum.marks | edge.marks;
            let mut sum = Sum { used, marks, laid: sum.laid, gain, ahead };
            if let Some(most) = field.task.at_most {
                sum.laid += lot.laid[given];
                let jokers = field.task.laid_jokers(used);
                if u32::from(sum.laid) + jokers > most {
                    continue;
                }
            }
            self.place.at[s] = edge.to;
            self.choice.edges[s] = number as u32;
            if s + 1 < Suit::COUNT {
                self.suit(s + 1, sum, reach);
            } else if marks & self.wanted == self.wanted {
                let Sum { used, marks, laid, gain, .. } = sum;
                let place = Place { used, marks, ..self.place };
                let layer = usize::from(place.stage - FIRST_LAYER);
                let jokers = (used, self.wild - used);
                let ahead = match field.task.at_most {
                    None => self.shares.ahead(&place.at, layer, jokers),
                    // What may be laid and is not gains nothing after all.
                    Some(_) if layer == field.layers() => {
                        self.shares.ahead(&place.at, layer, jokers) - field.spare(laid, used)
                    }
                    Some(most) => {
                        let (cards, enough) = (most - u32::from(laid), reach.value - gain);
                        self.shares.ahead_with(&place.at, layer, jokers, cards, enough)
                    }
                };
                reach.add(place, laid, gain, ahead, self.choice);
            }
        }
    }
}
