//! Where a suit's runs can get, layer by layer, worked out when first met and kept.
//!
//! What configurations there can be before a layer depends on little: what lay at the last few
//! layers. So the same lists of them come up again and again, in other suits and other positions, and
//! with them the same ways through a layer. They are known by number here, as the states of a lazily
//! determinized automaton are; what the cards gain and what lies ahead is left to the
//! [`Graph`](super::suit::Graph).

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};

use super::automaton::{Automaton, START, State};
use super::lots::Lot;
use super::suit::AMOUNTS;

/// How many stops and how many drafts are kept from one question to the next.
const KEPT: usize = 1 << 21;

/// A configuration before a layer, and what else tells nodes apart there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stop {
    pub(super) state: State,
    /// The configuration in which the ring was entered.
    pub(super) entry: State,
    /// Aces used where the ace is low.
    pub(super) aces: u8,
    /// Jokers used before, at least.
    pub(super) least: u8,
}

/// Where the drafts of a stop end, which begin where those of the one before end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drafted {
    /// Position in the list before the layer.
    pub(super) from: u32,
    /// Position behind its last one among the layer's drafts.
    pub(super) end: u32,
}

/// A way through a layer that may lead nowhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    /// Position in the list behind the layer.
    pub(super) to: u32,
    /// What runs are given, as a position among the layer's lots.
    pub(super) lot: u16,
    /// How many jokers that takes.
    pub(super) jokers: u8,
}

/// What a layer is to a suit's runs. Where two are the same, so are their lots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Passage {
    pub(super) demand: u32,
    /// Which letters its cards can make.
    pub(super) shape: u16,
    /// Whether it is that of the high ace of two.
    pub(super) high: bool,
    /// Jokers that may go anywhere.
    pub(super) wild: u8,
    /// How many runs can go on at the next layer without one of them.
    pub(super) onward: u8,
    /// How many layers behind have nothing else for a run, but no more than matter.
    pub(super) gaps: u8,
}

/// What leads from one list through a layer to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The list behind the layer.
    pub(super) list: u32,
    drafts: (u32, u32),
    drafted: (u32, u32),
}

/// The lists and crossings that were met.
#[derive(Debug, Default)]
pub(super) struct Reach {
    stops: Vec<Stop>,
    /// Where each list lies.
    lists: Vec<(u32, u32)>,
    /// Lists by their contents.
    numbers: FxHashMap<u64, u32>,
    drafts: Vec<Draft>,
    drafted: Vec<Drafted>,
    crossings: FxHashMap<(u32, Passage), Crossing>,
    /// The list being reached: the places of its stops on a line by state and aces, and on a ring.
    line: Vec<(u32, u32)>,
    ring: FxHashMap<(State, u8, State), u32>,
    /// How many lists were reached, to tell what of `line` is of this one.
    reached: u32,
}

impl Reach {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.stops.clear();
        self.lists.clear();
        self.numbers.clear();
        self.drafts.clear();
        self.drafted.clear();
        self.crossings.clear();
    }

    /// Makes ready for a question; numbers of earlier ones are no longer valid.
    pub(super) fn begin(&mut self) {
        if self.drafts.len().max(self.stops.len()) > KEPT {
            self.clear();
        }
    }

    /// The list of these configurations, with nothing used.
    pub(super) fn enter(&mut self, entries: &[State]) -> u32 {
        let start = self.stops.len();
        let stop = |&entry: &State| Stop { state: entry, entry, aces: 0, least: 0 };
        self.stops.extend(entries.iter().map(stop));
        self.number(start)
    }

    pub(super) fn list(&self, number: u32) -> &[Stop] {
        let (start, end) = self.lists[number as usize];
        &self.stops[start as usize..end as usize]
    }

    /// The drafts of a crossing, and which of them are those of each stop that has some.
    pub(super) fn drafts(&self, crossing: Crossing) -> (&[Draft], &[Drafted]) {
        let [drafts, drafted] =
            [crossing.drafts, crossing.drafted].map(|(start, end)| start as usize..end as usize);
        (&self.drafts[drafts], &self.drafted[drafted])
    }

    /// What leads through a layer, if that is known.
    #[inline]
    pub(super) fn known(&self, list: u32, passage: Passage) -> Option<Crossing> {
        self.crossings.get(&(list, passage)).copied()
    }

    /// Finds what leads through a layer with these lots, of which `of` are those of a stop, to what
    /// `fits` behind it.
    pub(super) fn cross(
        &mut self,
        automaton: &mut Automaton,
        (list, passage): (u32, Passage),
        lots: &[Lot],
        of: impl Fn(&Stop) -> Range<usize>,
        aces: impl Fn(&Stop, &Lot) -> u8,
        fits: impl Fn(&Automaton, State, u8) -> bool,
    ) -> Crossing {
        let (first, end) = self.lists[list as usize];
        let start = self.stops.len();
        let [first_draft, first_drafted] = [self.drafts.len(), self.drafted.len()];
        self.ring.clear();
        self.reached = self.reached.wrapping_add(1);
        let pins = automaton.demanded(passage.demand).pins.len() as u8;
        for n in first..end {
            let from = self.stops[n as usize];
            let due = automaton.summary(from.state).due.saturating_sub(pins);
            let row = automaton.row(from.state, passage.demand);
            for number in of(&from) {
                let lot = &lots[number];
                let jokers = lot.letter.wild;
                let least = from.least + jokers;
                if least > passage.wild || lot.letter.real + jokers < due {
                    continue;
                }
                let aces = aces(&from, lot);
                for at in automaton.step(row, lot.letter) {
                    let state = automaton.target(at);
                    let stop = Stop { state, entry: from.entry, aces, least };
                    let to = self
                        .place(stop)
                        .or_else(|| fits(automaton, state, least).then(|| self.add(stop, start)));
                    if let Some(to) = to {
                        let target = &mut self.stops[start + to as usize];
                        target.least = target.least.min(least);
                        let lot = number as u16;
                        self.drafts.push(Draft { to, lot, jokers });
                    }
                }
            }
            let end = (self.drafts.len() - first_draft) as u32;
            if self.drafted[first_drafted..].last().map_or(0, |last| last.end) < end {
                self.drafted.push(Drafted { from: n - first, end });
            }
        }
        let drafts = (first_draft as u32, self.drafts.len() as u32);
        let drafted = (first_drafted as u32, self.drafted.len() as u32);
        let crossing = Crossing { list: self.number(start), drafts, drafted };
        self.crossings.insert((list, passage), crossing);
        crossing
    }

    /// The place of a stop in the list being reached, if it is there.
    fn place(&self, stop: Stop) -> Option<u32> {
        if stop.entry != START {
            return self.ring.get(&(stop.state, stop.aces, stop.entry)).copied();
        }
        let slot = self.line.get(stop.state as usize * AMOUNTS + usize::from(stop.aces));
        slot.filter(|slot| slot.0 == self.reached).map(|slot| slot.1)
    }

    /// Adds a stop to the list being reached, which begins at `start`; its place.
    fn add(&mut self, stop: Stop, start: usize) -> u32 {
        let number = (self.stops.len() - start) as u32;
        self.stops.push(stop);
        if stop.entry == START {
            let place = stop.state as usize * AMOUNTS + usize::from(stop.aces);
            if self.line.len() <= place {
                self.line.resize(place + AMOUNTS * 64, (0, 0));
            }
            self.line[place] = (self.reached, number);
        } else {
            self.ring.insert((stop.state, stop.aces, stop.entry), number);
        }
        number
    }

    /// The number of the list of the stops from `start` on, which are dropped if it is known.
    fn number(&mut self, start: usize) -> u32 {
        let mut hasher = FxHasher::default();
        self.stops[start..].hash(&mut hasher);
        let next = self.lists.len() as u32;
        let number = *self.numbers.entry(hasher.finish()).or_insert(next);
        if number != next && self.list(number) == &self.stops[start..] {
            self.stops.truncate(start);
            return number;
        }
        self.lists.push((start as u32, self.stops.len() as u32));
        next
    }
}
