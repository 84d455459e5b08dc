//! The sets of one rank, with jokers: which cards and jokers they can take together.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::line::MAX_LAYERS;
use super::open::bits;
use super::suit::AMOUNTS;
use crate::card::Suit;

/// How many real cards of each suit are given.
pub(super) type Vector = [u8; Suit::COUNT];

/// Numbers of cards of each suit as bits, four bits a suit.
pub(super) type Numbers = u16;

/// One set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Set {
    /// The suits of its real cards, as bits.
    pub(super) real: u8,
    pub(super) jokers: u8,
    /// The locked set that it holds, as a position among the [`SetPin`]s of the rank.
    pub(super) pin: Option<u8>,
}

/// What the sets of a rank take together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bundle {
    pub(super) given: Vector,
    /// The jokers that may go anywhere.
    pub(super) jokers: u8,
    /// The releases, as bits, whose card is in these sets.
    pub(super) marks: u8,
    pub(super) sets: SmallVec<[Set; 2]>,
}

/// What the sets of a bundle take, and nothing else about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taking {
    pub(super) given: Vector,
    /// The number of cards that each suit gives, as a bit of its own.
    pub(super) numbers: Numbers,
    pub(super) jokers: u8,
    pub(super) marks: u8,
    /// The bundle's position among all.
    pub(super) bundle: u32,
}

/// A locked set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SetPin {
    /// The suits whose real cards must stay, as bits.
    pub(super) real: u8,
    /// The suits that each joker that stays stands for, as bits; it may stand for one of them.
    pub(super) jokers: SmallVec<[u8; 2]>,
    /// The releases, as bits, whose card must be in it.
    pub(super) marks: u8,
    /// What lies in it from left to right: the suit as a bit, also of a replacing card, or 0 for a
    /// joker that stays.
    pub(super) order: SmallVec<[u8; 4]>,
    /// The entry of the table.
    pub(super) entry: usize,
}

/// What the rules say about sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetRules {
    pub(super) majority: bool,
    pub(super) joker_max: u8,
    /// Most identical sets.
    pub(super) same: u8,
    /// Identical layouts are forbidden, and what a locked set retains keeps its order.
    pub(super) ordered: bool,
    /// The most that a set with cards that release a joker may have of them and of jokers that may go
    /// anywhere together.
    pub(super) apart: u8,
}

/// What there is for the sets of a rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Supply<'a> {
    pub(super) there: Vector,
    /// Jokers that may go anywhere.
    pub(super) wild: u8,
    pub(super) pins: &'a [SetPin],
    /// Of each suit the releases, as bits, whose card it is.
    pub(super) marks: [u8; Suit::COUNT],
}

impl Taking {
    /// What the bundle in this position takes.
    fn new(number: usize, bundle: &Bundle) -> Self {
        let &Bundle { given, jokers, marks, .. } = bundle;
        let numbers =
            (0..Suit::COUNT).fold(0, |all, s| all | 1 << (AMOUNTS as u8 * s as u8 + given[s]));
        Self { given, numbers, jokers, marks, bundle: number as u32 }
    }
}

impl SetPin {
    /// Whether a set of these real cards can hold it.
    fn fits_into(&self, real: u8) -> bool {
        // Where each joker stands for one suit, those of one set stand for different ones.
        self.real & !real == 0 && self.jokers.iter().all(|suits| suits & !real != 0)
    }

    /// The only layout of a set of these real cards and jokers that holds it, if all is retained.
    ///
    /// With any card more there are at least as many layouts as there can be such sets.
    fn only_layout(&self, real: u8, jokers: u8) -> Option<SmallVec<[u8; 4]>> {
        let mut retained = SmallVec::new();
        for &suit in &self.order {
            // One card can take the place of one joker only.
            if suit == 0 || (suit & real != 0 && !retained.contains(&suit)) {
                retained.push(suit);
            }
        }
        (retained.len() as u32 == real.count_ones() + u32::from(jokers)).then_some(retained)
    }
}

impl SetRules {
    /// Whether so many real cards and jokers are a set.
    fn fits(self, real: u8, jokers: u8) -> bool {
        let enough = if self.majority { real > jokers } else { real > 0 };
        (3..=4).contains(&(real + jokers)) && enough && jokers <= self.joker_max
    }

    /// Every way to make sets that differs in what they take, first the one without sets.
    fn bundles(self, supply: &Supply<'_>, found: &mut Vec<Bundle>) {
        let start = found.len();
        let kinds = (1..16_u8).flat_map(|real| (0..=3).map(move |jokers| (real, jokers)));
        let kinds = kinds.filter(|&(real, jokers)| self.fits(real.count_ones() as u8, jokers));
        let kinds = kinds.collect();
        let mut making =
            Making { rules: self, kinds, supply: *supply, sets: SmallVec::new(), found };
        making.pins(0, supply.there, supply.wild, 0);
        let mut unique: Vec<Bundle> = Vec::new();
        for bundle in found.drain(start..) {
            let same = |b: &Bundle| {
                (b.given, b.jokers, b.marks) == (bundle.given, bundle.jokers, bundle.marks)
            };
            if !unique.iter().any(same) {
                unique.push(bundle);
            }
        }
        found.append(&mut unique);
    }
}

/// The bundles of the ranks of a position, those without locked sets and marks kept for the next.
#[derive(Debug, Default)]
pub(super) struct Bundles {
    pub(super) all: Vec<Bundle>,
    /// What each takes.
    pub(super) takings: Vec<Taking>,
    known: FxHashMap<(Vector, u8), (u32, u32)>,
    /// How many of them are kept.
    kept: usize,
}

impl Bundles {
    /// Finds the bundles of each of these supplies.
    pub(super) fn find(
        &mut self,
        rules: SetRules,
        supplies: &[Supply<'_>],
    ) -> SmallVec<[Range<usize>; MAX_LAYERS]> {
        self.all.truncate(self.kept);
        self.takings.truncate(self.kept);
        let plain = |supply: &Supply<'_>| supply.pins.is_empty() && supply.marks == [0; 4];
        for supply in supplies.iter().filter(|supply| plain(supply)) {
            let Self { all, known, .. } = self;
            known.entry((supply.there, supply.wild)).or_insert_with(|| {
                let start = all.len() as u32;
                rules.bundles(supply, all);
                (start, all.len() as u32)
            });
        }
        self.kept = self.all.len();
        let mut ranges = SmallVec::new();
        for supply in supplies {
            if plain(supply) {
                let (start, end) = self.known[&(supply.there, supply.wild)];
                ranges.push(start as usize..end as usize);
            } else {
                let start = self.all.len();
                rules.bundles(supply, &mut self.all);
                ranges.push(start..self.all.len());
            }
        }
        let more = (self.takings.len()..).zip(&self.all[self.takings.len()..]);
        self.takings.extend(more.map(|(number, bundle)| Taking::new(number, bundle)));
        ranges
    }
}

/// What set is chosen next.
#[derive(Clone, Copy)]
enum Next {
    /// That of a locked one.
    Pin(usize),
    /// One of a kind, or of a later one.
    Kind(usize),
}

struct Making<'a> {
    rules: SetRules,
    /// What sets can be, in order: the suits of their real cards as bits, and their jokers.
    kinds: SmallVec<[(u8, u8); 32]>,
    supply: Supply<'a>,
    sets: SmallVec<[Set; 2]>,
    found: &'a mut Vec<Bundle>,
}

impl Making<'_> {
    /// Chooses the set of each locked one, then adds others.
    fn pins(&mut self, pin: usize, left: Vector, wild: u8, marked: u8) {
        let Some(locked) = self.supply.pins.get(pin) else {
            return self.more(0, left, wild, marked);
        };
        let stay = locked.jokers.len() as u8;
        for real in 1..16_u8 {
            if locked.fits_into(real) {
                for more in 0..=3 {
                    self.choose(Next::Pin(pin), real, stay, more, (left, wild, marked));
                }
            }
        }
    }

    /// Adds sets in order of their kinds from one on.
    fn more(&mut self, from: usize, left: Vector, wild: u8, marked: u8) {
        let given = std::array::from_fn(|s| self.supply.there[s] - left[s]);
        let jokers = self.supply.wild - wild;
        self.found.push(Bundle { given, jokers, marks: marked, sets: self.sets.clone() });
        let suits = (0..Suit::COUNT).fold(0, |suits, s| suits | u8::from(left[s] > 0) << s);
        for kind in from..self.kinds.len() {
            let (real, jokers) = self.kinds[kind];
            if real & !suits == 0 && jokers <= wild {
                self.choose(Next::Kind(kind), real, 0, jokers, (left, wild, marked));
            }
        }
    }

    /// Whether a locked set would have the only layout of another.
    fn is_twin(&self, pin: usize, real: u8, jokers: u8) -> bool {
        let layout = |pin: usize| self.supply.pins[pin].only_layout(real, jokers);
        let has_layout = |set: &Set, only: &SmallVec<[u8; 4]>| {
            let same = (set.real, set.jokers) == (real, jokers);
            same && set.pin.is_some_and(|pin| layout(usize::from(pin)).as_ref() == Some(only))
        };
        self.rules.ordered
            && layout(pin).is_some_and(|only| self.sets.iter().any(|set| has_layout(set, &only)))
    }

    /// Adds one set in all ways, and goes on.
    fn choose(
        &mut self,
        next: Next,
        real: u8,
        stay: u8,
        free: u8,
        (left, wild, marked): (Vector, u8, u8),
    ) {
        let jokers = stay + free;
        let pin = if let Next::Pin(pin) = next { Some(pin) } else { None };
        let there = (0..Suit::COUNT).all(|s| real >> s & 1 <= left[s]);
        let twins = self.sets.iter().filter(|set| (set.real, set.jokers) == (real, jokers)).count();
        if !there
            || free > wild
            || !self.rules.fits(real.count_ones() as u8, jokers)
            || twins >= usize::from(self.rules.same)
            || (twins > 0 && pin.is_some_and(|pin| self.is_twin(pin, real, jokers)))
        {
            return;
        }
        let left = std::array::from_fn(|s| left[s] - (real >> s & 1));
        let set = Set { real, jokers, pin: pin.map(|pin| pin as u8) };
        let go_on = |making: &mut Self, marked| {
            making.sets.push(set.clone());
            match next {
                Next::Pin(pin) => making.pins(pin + 1, left, wild - free, marked),
                Next::Kind(kind) => making.more(kind, left, wild - free, marked),
            }
            making.sets.pop();
        };
        if self.supply.marks == [0; 4] {
            return go_on(self, marked);
        }
        let bound = self.supply.pins.iter().fold(0, |all, pin| all | pin.marks);
        let own = pin.map_or(0, |pin| self.supply.pins[pin].marks);
        // Of each suit there is one card.
        let markable = |s: usize| {
            let free = self.supply.marks[s] & !(bound & !own) & !marked;
            if real >> s & 1 == 1 { free } else { 0 }
        };
        let mut choices: SmallVec<[u8; 8]> = SmallVec::from_slice(&[0]);
        for s in 0..Suit::COUNT {
            for i in 0..choices.len() {
                let base = choices[i];
                choices.extend(bits(markable(s)).map(|mark| base | mark));
            }
        }
        for marks in choices {
            let apart = marks == 0 || free + marks.count_ones() as u8 <= self.rules.apart;
            if apart && own & !marks == 0 {
                go_on(self, marked | marks);
            }
        }
    }
}
