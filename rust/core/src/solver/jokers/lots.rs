//! What the cards of a suit can be used for at each layer.

use std::ops::Range;

use super::line::{Line, MAX_LAYERS};
use super::need::Offer;
use super::open::{Letter, MAX_JOKERS};
use super::prices::{Gain, NEVER, most};
use super::reach::Aces;
use super::suit::{AMOUNTS, Site};

/// Numbers of jokers beside a lot, and more to make a power of two.
pub(super) const WILD: usize = 8;

const _: () = assert!(MAX_JOKERS < WILD);

/// A lot and so many jokers beside: the number of the lot times [`WILD`], and the jokers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place(u16);

/// The places of lots without jokers among those of a layer by their real cards, as far as there are such
/// lots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places([Place; AMOUNTS]);

/// The real cards that runs are given at a layer; the same from every configuration that can take them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lot {
    pub(super) real: u8,
    /// The numbers of cards that sets can be given beside, as bits.
    pub(super) gives: u8,
    /// Hand cards laid, by the number of cards that sets are given beside.
    pub(super) laid: [u8; AMOUNTS],
    /// What all that gains, likewise, less what laid cards cost; numbers that sets cannot take gain [`NEVER`].
    pub(super) gains: [Gain; AMOUNTS],
}

/// The lots of a layer with as many aces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The aces that runs are given where the ace is low.
    pub(super) aces: u8,
    /// The most real cards.
    pub(super) most: u8,
    pub(super) places: Places,
}

/// The lots of a suit.
#[derive(Debug, Default)]
pub(super) struct Lots {
    all: Vec<Lot>,
    groups: Vec<Group>,
    /// What each is worth, where laid cards cost something.
    worth: Vec<[Gain; AMOUNTS]>,
    /// Where the groups of each layer begin.
    grouped: [u32; MAX_LAYERS + 1],
    /// Where the lots of each layer begin.
    layers: [u32; MAX_LAYERS + 1],
    /// Which lots each layer has, as bits by aces and real cards.
    shapes: [u16; MAX_LAYERS],
    /// Whether aces can be used at both ends.
    two_aces: bool,
}

impl Lots {
    /// Finds the lots of every layer.
    pub(super) fn find(&mut self, site: &Site<'_>, offers: &[Offer]) {
        self.all.clear();
        self.worth.clear();
        self.groups.clear();
        // Where no run can reach the low ace, what aces are used is decided where the ace is high.
        let missing = offers.iter().skip(1).take(2).filter(|offer| offer.is_gap());
        self.two_aces = site.line.two_aces && missing.count() <= usize::from(site.task.wild());
        for layer in 0..site.line.len() {
            self.layers[layer] = self.all.len() as u32;
            self.grouped[layer] = self.groups.len() as u32;
            self.shapes[layer] = 0;
            let there = site.task.there(site.card(layer));
            match self.aces(layer, site.line) {
                Aces::No => self.add(site, layer, 0),
                Aces::Low => (0..=there).for_each(|aces| self.add_low(layer, aces)),
                Aces::High => (0..=there).for_each(|aces| self.add(site, layer, aces)),
            }
        }
        self.layers[site.line.len()] = self.all.len() as u32;
        self.grouped[site.line.len()] = self.groups.len() as u32;
    }

    /// What a layer has to do with aces that can be used at both ends.
    pub(super) fn aces(&self, layer: usize, line: &Line) -> Aces {
        match layer {
            _ if !self.two_aces => Aces::No,
            _ if line.is_low_ace(layer) => Aces::Low,
            _ if line.is_high_ace(layer) => Aces::High,
            _ => Aces::No,
        }
    }

    /// Adds the lots of a layer, so many of its cards being used at another one.
    fn add(&mut self, site: &Site<'_>, layer: usize, before: u8) {
        let Site { task, line, gives, .. } = *site;
        let card = site.card(layer);
        let (mut there, mut forced) = (task.there(card), task.forced[card]);
        if line.is_low_ace(layer) {
            (there, forced) = (0, 0);
        }
        let mut group = Group::with(before);
        for used in before..=there {
            let mut lot = Lot::of(used - before);
            for total in forced.max(used)..=there {
                if gives[layer] >> (total - used) & 1 == 1 {
                    let gain = Gain::from(task.gain(card, total));
                    lot.give(total - used, total.saturating_sub(task.table[card]), gain);
                }
            }
            self.keep(lot, layer, &mut group);
        }
        self.groups.push(group);
    }

    /// Adds the lots where the ace is low and runs are given so many. What is gained is known where it is
    /// high.
    fn add_low(&mut self, layer: usize, aces: u8) {
        let mut group = Group::with(aces);
        let mut lot = Lot::of(aces);
        lot.give(0, 0, 0.0);
        self.keep(lot, layer, &mut group);
        self.groups.push(group);
    }

    /// Keeps a lot with which sets can be given something, if only nothing.
    fn keep(&mut self, lot: Lot, layer: usize, group: &mut Group) {
        if lot.gives != 0 {
            let number = self.all.len() - self.layers[layer] as usize;
            group.places.0[usize::from(lot.real)] = Place((number * WILD) as u16);
            group.most = lot.real;
            self.shapes[layer] |= 1 << (AMOUNTS as u8 * group.aces + lot.real);
            self.all.push(lot);
        }
    }

    /// What lots a layer has: where two are the same, so are the lots but for what they gain.
    pub(super) fn shape(&self, layer: usize) -> u16 {
        self.shapes[layer]
    }

    /// The groups of a layer.
    pub(super) fn groups_of(&self, layer: usize) -> &[Group] {
        &self.groups[self.grouped[layer] as usize..self.grouped[layer + 1] as usize]
    }

    /// Lets each laid card cost so much.
    pub(super) fn charge(&mut self, charge: Gain) {
        if self.worth.is_empty() {
            self.worth.extend(self.all.iter().map(|lot| lot.gains));
        }
        for (lot, worth) in self.all.iter_mut().zip(&self.worth) {
            for ((gain, worth), &laid) in lot.gains.iter_mut().zip(worth).zip(&lot.laid) {
                *gain = worth - charge * Gain::from(laid);
            }
        }
    }

    /// What each lot of a layer with jokers beside gains at most where giving cards to sets has these
    /// prices, and a joker gains so much.
    pub(super) fn pay(
        &self,
        layer: usize,
        prices: &[Gain; AMOUNTS],
        joker: Gain,
        gains: &mut [Gain],
    ) {
        let (gains, _) = gains[self.places(layer)].as_chunks_mut::<WILD>();
        for (gains, lot) in gains.iter_mut().zip(&self.all[self.of(layer)]) {
            let mut gain = lot.most(prices);
            for gains in &mut gains[..=MAX_JOKERS] {
                *gains = gain;
                gain += joker;
            }
        }
    }

    /// What is gained at most with each number of cards given to the sets of a layer, where they have no
    /// price, a joker gains so much, and besides each lot with jokers gains so much.
    pub(super) fn amounts(&self, layer: usize, joker: Gain, gains: &[Gain]) -> [Gain; AMOUNTS] {
        let mut all = [NEVER; AMOUNTS];
        let (gains, _) = gains[self.places(layer)].as_chunks::<WILD>();
        for (gains, lot) in gains.iter().zip(&self.all[self.of(layer)]) {
            let (mut own, mut paid) = (NEVER, 0.0);
            for gain in &gains[..=MAX_JOKERS] {
                own = most(own, gain + paid);
                paid += joker;
            }
            for (all, gain) in all.iter_mut().zip(&lot.gains) {
                *all = most(*all, own + gain);
            }
        }
        all
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.all.len() * WILD
    }

    /// The lot of a place.
    #[inline]
    pub(super) fn lot(&self, place: Place) -> &Lot {
        &self.all[place.lot()]
    }

    /// The numbers of cards that sets can be given beside some lots of a layer, all as bits.
    pub(super) fn gives(&self, layer: usize, lots: u32) -> u8 {
        let some = self.all[self.of(layer)].iter().enumerate().filter(|(n, _)| lots >> n & 1 == 1);
        some.fold(0, |gives, (_, lot)| gives | lot.gives)
    }

    /// The numbers of the lots of a layer.
    fn of(&self, layer: usize) -> Range<usize> {
        self.layers[layer] as usize..self.layers[layer + 1] as usize
    }

    /// The places of a layer.
    pub(super) fn places(&self, layer: usize) -> Range<usize> {
        let Range { start, end } = self.of(layer);
        start * WILD..end * WILD
    }
}

impl Place {
    const NONE: Self = Self(u16::MAX - (WILD - 1) as u16);

    /// Whether there is such a lot.
    #[inline]
    pub(super) fn is_some(self) -> bool {
        self < Self::NONE
    }

    /// The jokers.
    #[inline]
    pub(super) fn jokers(self) -> u8 {
        (self.0 % WILD as u16) as u8
    }

    /// The number of the lot.
    #[inline]
    pub(super) fn lot(self) -> usize {
        usize::from(self.0) / WILD
    }

    /// The same place among those of all layers, of which those of its layer begin with one.
    #[inline]
    pub(super) fn from(self, first: usize) -> Self {
        Self(first as u16 + self.0)
    }

    /// Its position among all.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Places {
    /// The place of a letter.
    #[inline]
    pub(super) fn of(self, letter: Letter) -> Place {
        let Place(lot) = self.0[usize::from(letter.real) % AMOUNTS];
        Place(lot + u16::from(letter.wild))
    }
}

impl Group {
    fn with(aces: u8) -> Self {
        Self { aces, most: 0, places: Places([Place::NONE; AMOUNTS]) }
    }
}

impl Lot {
    fn of(real: u8) -> Self {
        Self { real, gives: 0, laid: [0; AMOUNTS], gains: [NEVER; AMOUNTS] }
    }

    /// So many cards can be given to sets beside, with so many hand cards laid and so much gained.
    fn give(&mut self, given: u8, laid: u8, gain: Gain) {
        self.gives |= 1 << given;
        self.laid[usize::from(given)] = laid;
        self.gains[usize::from(given)] = gain;
    }

    /// What it gains at most where giving cards to sets has these prices.
    #[inline]
    fn most(&self, prices: &[Gain; AMOUNTS]) -> Gain {
        let gain = |given: usize| self.gains[given] + prices[given];
        most(most(gain(0), gain(1)), most(gain(2), gain(3)))
    }
}
