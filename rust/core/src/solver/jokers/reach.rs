//! Where a suit's runs can get, layer by layer, worked out when first met and kept.
//!
//! What configurations there can be before a layer depends on little: what lay at the last few
//! layers. So the same lists of them come up again and again, in other suits and other positions, and
//! with them the same ways through a layer. They are known by number here, as the states of a lazily
//! determinized automaton are; what the cards gain and what lies ahead is left to the
//! [`Graph`](super::suit::Graph).

use std::hash::{Hash, Hasher};
use std::hint::select_unpredictable as select;

use rustc_hash::{FxHashMap, FxHasher};

use super::automaton::{Automaton, START, State};
use super::lots::{Group, Place};
use super::need::Need;
use super::open::Letter;
use super::suit::AMOUNTS;
use crate::solver::watch::Watch;

/// How many stops and how many drafts are kept from one question to the next: many are seldom near when
/// they are needed.
const KEPT: usize = 1 << 19;

/// Room is made for so many more than needed; for as many as there are would take long at once.
const SPARE: usize = 1 << 10;

/// A configuration before a layer, and what else tells nodes apart there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Stop {
    pub(super) state: State,
    /// The configuration in which the ring was entered.
    pub(super) entry: State,
    /// Aces used where the ace is low.
    aces: u8,
}

/// What a layer is to a suit's runs. Where two are the same, so are their lots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Passage {
    pub(super) demand: u32,
    /// Which lots it has.
    pub(super) shape: u16,
    pub(super) aces: Aces,
    /// Jokers that may go anywhere.
    pub(super) wild: u8,
    /// How many runs can go on at the next layer without one of them.
    pub(super) onward: u8,
}

/// What a layer has to do with aces that can be used at both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Aces {
    /// Nothing.
    No,
    /// It is that of the low ones, with lots for each number of aces that are used there.
    Low,
    /// It is that of the high ones, with lots for each number of aces that were used.
    High,
}

/// A way through a layer that may lead nowhere.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Draft {
    /// Position in the list behind the layer.
    pub(super) to: u32,
    /// Position in the list before the layer.
    pub(super) from: u32,
    /// What runs are given, among the places of the layer.
    pub(super) place: Place,
    /// The releases, as bits, whose card is one of them.
    pub(super) marks: u8,
    /// Jokers that are left behind it, at most.
    pub(super) room: u8,
}

/// What leads from one list through a layer to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The list behind the layer.
    pub(super) list: u32,
    drafts: (u32, u32),
}

/// The lists and crossings that were met.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// Those of all lists, and room for more.
    stops: Vec<Stop>,
    /// The jokers used before each, at least.
    least: Vec<u8>,
    /// How many are of lists.
    listed: usize,
    /// Where each list lies.
    lists: Vec<(u32, u32)>,
    /// Lists by their contents.
    numbers: FxHashMap<u64, u32>,
    /// The drafts of all crossings, and room for more.
    drafts: Vec<Draft>,
    /// How many are of crossings.
    drafted: usize,
    crossings: FxHashMap<(u32, Passage), Crossing>,
    /// The list being reached: its stops on a line by state and aces, each with the number of the list.
    line: Vec<(u32, u32)>,
    /// The same on a ring, by state and entry.
    ring: FxHashMap<(State, State), u32>,
    /// How many lists were reached, to tell what of `line` is of this one.
    reached: u32,
}

impl Reach {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.listed = 0;
        self.lists.clear();
        self.numbers.clear();
        self.drafted = 0;
        self.crossings.clear();
    }

    /// Makes ready for a question; numbers of earlier ones are no longer valid.
    pub(super) fn begin(&mut self) {
        if self.drafted.max(self.listed) > KEPT {
            self.clear();
        }
    }

    /// The list of these configurations, with nothing used.
    pub(super) fn enter(&mut self, entries: &[State]) -> u32 {
        self.reserve(entries.len(), 0);
        let start = self.listed;
        for (n, &entry) in (start..).zip(entries) {
            self.stops[n] = Stop { state: entry, entry, aces: 0 };
            self.least[n] = 0;
        }
        self.number(entries.len())
    }

    /// The stops of a list.
    pub(super) fn list(&self, number: u32) -> &[Stop] {
        let (start, end) = self.lists[number as usize];
        &self.stops[start as usize..end as usize]
    }

    /// The jokers used before each stop of a list, at least.
    pub(super) fn least(&self, number: u32) -> &[u8] {
        let (start, end) = self.lists[number as usize];
        &self.least[start as usize..end as usize]
    }

    /// The drafts of a crossing, by the stop that they leave.
    pub(super) fn drafts(&self, crossing: Crossing) -> &[Draft] {
        let (start, end) = crossing.drafts;
        &self.drafts[start as usize..end as usize]
    }

    /// What leads through a layer, if that is known.
    #[inline]
    pub(super) fn known(&self, list: u32, passage: Passage) -> Option<Crossing> {
        self.crossings.get(&(list, passage)).copied()
    }

    /// Finds what leads through a layer with these lots, and with these releases, as bits, among the
    /// cards, to configurations that need no more jokers than there are; not all of it if it is told to
    /// stop.
    pub(super) fn cross(
        &mut self,
        automaton: &mut Automaton,
        (list, passage): (u32, Passage),
        (lots, marks): (&[Group], u8),
        need: &Need,
        watch: &Watch,
    ) -> Crossing {
        let Passage { demand, aces, wild, onward, .. } = passage;
        self.ring.clear();
        self.reached = self.reached.checked_add(1).unwrap_or_else(|| {
            self.line.fill((0, 0));
            1
        });
        let (start, end) = self.lists[list as usize];
        let first = self.drafted;
        let each = if aces == Aces::Low { lots.len() } else { 1 };
        let mut len = 0;
        for n in (start..end).take_while(|_| !watch.glance()) {
            let Stop { state, entry, aces: used } = self.stops[n as usize];
            let room = wild - self.least[n as usize];
            for i in 0..each {
                let group = &lots[if aces == Aces::High { usize::from(used) } else { i }];
                let aces = match aces {
                    Aces::No => used,
                    Aces::Low => group.aces,
                    Aces::High => 0,
                };
                let most = Letter { real: group.most, wild: room, marks };
                let ways = automaton.find(state, demand, most, onward);
                self.reserve(len as usize + ways.len(), automaton.len());
                let (stops, least) =
                    (&mut self.stops[self.listed..], &mut self.least[self.listed..]);
                let mut drafted = self.drafted;
                for way in automaton.ways(ways) {
                    let place = group.places.of(way.letter);
                    let slot = &mut self.line[way.to as usize * AMOUNTS + usize::from(aces)];
                    let to = if entry == START {
                        if slot.0 == self.reached { slot.1 } else { len }
                    } else {
                        self.ring.get(&(way.to, entry)).copied().unwrap_or(len)
                    };
                    // Which it is would be hard to foresee, so little is asked.
                    let is_new = to == len;
                    let room = room - way.letter.wild;
                    let takes = place.is_some() & (!is_new | (need.of(way.shapes) <= room));
                    if entry == START {
                        *slot = select(takes, (self.reached, to), *slot);
                    } else if takes {
                        self.ring.insert((way.to, entry), to);
                    }
                    stops[to as usize] = Stop { state: way.to, entry, aces };
                    let least = &mut least[to as usize];
                    let before = select(is_new, u8::MAX, *least);
                    *least = before.min(select(takes, wild - room, u8::MAX));
                    len += u32::from(takes) * u32::from(is_new);
                    let (from, marks) = (n - start, way.letter.marks);
                    self.drafts[drafted] = Draft { to, from, place, marks, room };
                    drafted += usize::from(takes);
                }
                self.drafted = drafted;
            }
        }
        let drafts = (first as u32, self.drafted as u32);
        let crossing = Crossing { list: self.number(len as usize), drafts };
        self.crossings.insert((list, passage), crossing);
        crossing
    }

    /// Makes room for so many stops and drafts more, of so many states.
    #[inline]
    fn reserve(&mut self, more: usize, states: usize) {
        let stops = self.listed + more + 1;
        if self.stops.len() < stops {
            self.stops.resize(stops + SPARE, Stop::default());
            self.least.resize(stops + SPARE, 0);
        }
        let drafts = self.drafted + more + 1;
        if self.drafts.len() < drafts {
            self.drafts.resize(drafts + SPARE, Draft::default());
        }
        if self.line.len() < states * AMOUNTS {
            self.line.resize(states * AMOUNTS + SPARE, (0, 0));
        }
    }

    /// The number of the list of so many stops behind all lists, if it is not one of them.
    fn number(&mut self, len: usize) -> u32 {
        let (start, end) = (self.listed, self.listed + len);
        let mut hasher = FxHasher::default();
        self.stops[start..end].hash(&mut hasher);
        self.least[start..end].hash(&mut hasher);
        let next = self.lists.len() as u32;
        let number = *self.numbers.entry(hasher.finish()).or_insert(next);
        if number != next
            && self.list(number) == &self.stops[start..end]
            && self.least(number) == &self.least[start..end]
        {
            return number;
        }
        self.listed = end;
        self.lists.push((start as u32, end as u32));
        next
    }
}
