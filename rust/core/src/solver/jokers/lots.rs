//! What the cards of a suit can be used for at each layer.

use std::ops::Range;

use super::automaton::Automaton;
use super::line::MAX_LAYERS;
use super::need::Offer;
use super::open::Letter;
use super::prices::{Gain, NEVER, most};
use super::suit::{AMOUNTS, Site};

/// What runs are given at a layer; the same from every configuration that can take it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lot {
    pub(super) letter: Letter,
    /// Where the ace is low, the aces used there; where it is high too, those used where it was low.
    pub(super) aces: u8,
    /// The numbers of cards that sets can be given beside, as bits.
    pub(super) gives: u8,
    /// Hand cards laid, by the number of cards that sets are given beside.
    pub(super) laid: [u8; AMOUNTS],
    /// What all that gains, likewise; numbers that sets cannot take gain [`NEVER`].
    pub(super) gains: [Gain; AMOUNTS],
}

/// Lots with as many aces where the ace is low, by their positions among those of the layer: first plain
/// ones, without jokers and marks, then as many in the same order for each part of the marks, then all
/// that again with each number of jokers.
#[derive(Clone, Copy, Debug)]
struct Group {
    start: u32,
    /// Where those without marks end.
    plain: u32,
    /// Where those without jokers end.
    marked: u32,
    end: u32,
}

/// The lots of a suit.
#[derive(Debug, Default)]
pub(super) struct Lots {
    all: Vec<Lot>,
    groups: Vec<Group>,
    /// Where those of each layer begin.
    grouped: [u32; MAX_LAYERS + 1],
    /// Whether aces can be used at both ends.
    two_aces: bool,
    /// Where those of each layer begin.
    layers: [u32; MAX_LAYERS + 1],
    /// Where those of the high ace begin among them, by the aces used where it was low.
    high: [u32; AMOUNTS + 1],
    /// What letters each layer's cards can make.
    shapes: [u16; MAX_LAYERS],
}

impl Lots {
    /// Finds the lots of every layer.
    pub(super) fn find(&mut self, automaton: &Automaton, site: &Site<'_>, offers: &[Offer]) {
        self.all.clear();
        self.groups.clear();
        // Where no run can reach the high ace, what aces are used is decided where the ace is low.
        let n = offers.len();
        let missing = offers[n.saturating_sub(3)..n - 1].iter().filter(|offer| offer.is_gap());
        self.two_aces = site.line.two_aces && missing.count() <= usize::from(site.task.wild());
        for layer in 0..site.line.len() {
            let start = self.all.len() as u32;
            self.layers[layer] = start;
            self.grouped[layer] = self.groups.len() as u32;
            self.shapes[layer] = 0;
            if site.line.is_high_ace(layer) {
                let there = if self.two_aces { site.task.there(site.card(layer)) } else { 0 };
                for aces in 0..=there {
                    self.high[usize::from(aces)] = self.all.len() as u32 - start;
                    self.add(automaton, site, layer, aces);
                }
                self.high[usize::from(there) + 1..].fill(self.all.len() as u32 - start);
            } else {
                self.add(automaton, site, layer, 0);
            }
        }
        self.layers[site.line.len()] = self.all.len() as u32;
        self.grouped[site.line.len()] = self.groups.len() as u32;
    }

    /// Adds the lots of a layer, so many of its cards being used already.
    fn add(&mut self, automaton: &Automaton, site: &Site<'_>, layer: usize, spent: u8) {
        let Site { task, line, gives, .. } = *site;
        let card = site.card(layer);
        let (mut there, mut forced) = (task.there(card), task.forced[card]);
        if line.is_high_ace(layer) && !self.two_aces {
            (there, forced) = (0, 0);
        }
        let marks = site.marks(automaton, layer);
        let joker = Gain::from(task.gain_at(line.ranks[layer]));
        // Of aces at both ends it is known at the last how many are used.
        let low = self.two_aces && layer == 0;
        let plain = self.all.len();
        for real in 0..=there - spent {
            let own = real + spent;
            let mut lot = Lot {
                letter: Letter { real, wild: 0, marks: 0 },
                aces: spent,
                gives: 0,
                laid: [0; AMOUNTS],
                gains: [NEVER; AMOUNTS],
            };
            let least = if low { own } else { forced.max(own) };
            for total in least..=there {
                let given = usize::from(total - own);
                if gives[layer] >> given & 1 == 0 {
                    continue;
                }
                if low {
                    let mut gains = [NEVER; AMOUNTS];
                    gains[given] = 0.0;
                    self.all.push(Lot { aces: total, gives: 1 << given, gains, ..lot });
                    self.shapes[layer] |= 1 << (4 * real + total);
                } else {
                    lot.laid[given] = total.saturating_sub(task.table[card]);
                    lot.gains[given] = Gain::from(task.gain(card, total));
                    lot.gives |= 1 << given;
                }
            }
            if lot.gives != 0 {
                self.all.push(lot);
                self.shapes[layer] |= 1 << (4 * real + spent);
            }
        }
        // The same with jokers and marks beside.
        let end = self.all.len();
        for wild in 0..=task.wild() {
            let paid = joker * Gain::from(wild);
            for marks in (0..=marks).filter(|part| part & !marks == 0) {
                if (wild, marks) == (0, 0) {
                    continue;
                }
                let first = self.all.len();
                self.all.extend_from_within(plain..end);
                for lot in &mut self.all[first..] {
                    (lot.letter.wild, lot.letter.marks) = (wild, marks);
                    lot.gains = lot.gains.map(|gain| gain + paid);
                }
            }
        }
        let lots = end - plain;
        let marked = plain + lots * (1 << marks.count_ones());
        let first = self.layers[layer] as usize;
        let [start, plain, marked, end] =
            [plain, end, marked, self.all.len()].map(|at| (at - first) as u32);
        self.groups.push(Group { start, plain, marked, end });
    }

    /// What each lot of a layer gains at most where giving cards to sets has these prices, and a joker
    /// gains so much.
    pub(super) fn pay(
        &self,
        layer: usize,
        prices: &[Gain; AMOUNTS],
        joker: Gain,
        gains: &mut [Gain],
    ) {
        let (lots, gains) = (&self.all[self.of(layer)], &mut gains[self.of(layer)]);
        for &group in self.groups_of(layer) {
            let [start, plain, marked, end] = group.positions();
            for (gain, lot) in gains[start..plain].iter_mut().zip(&lots[start..plain]) {
                *gain = lot.most(prices);
            }
            for i in plain..marked {
                gains[i] = gains[i - (plain - start)];
            }
            for i in marked..end {
                gains[i] = gains[i - (marked - start)] + joker;
            }
        }
    }

    /// What is gained at most with each number of cards given to the sets of a layer, where they have no
    /// price, a joker gains so much, and besides each lot gains so much.
    pub(super) fn amounts(&self, layer: usize, joker: Gain, gains: &mut [Gain]) -> [Gain; AMOUNTS] {
        let (lots, gains) = (&self.all[self.of(layer)], &mut gains[self.of(layer)]);
        let mut all = [NEVER; AMOUNTS];
        for &group in self.groups_of(layer) {
            let [start, plain, marked, end] = group.positions();
            for i in (marked..end).rev() {
                let at = i - (marked - start);
                gains[at] = most(gains[at], gains[i] + joker);
            }
            for i in (plain..marked).rev() {
                let at = i - (plain - start);
                gains[at] = most(gains[at], gains[i]);
            }
            for (own, lot) in gains[start..plain].iter().zip(&lots[start..plain]) {
                for (all, gain) in all.iter_mut().zip(&lot.gains) {
                    *all = most(*all, own + gain);
                }
            }
        }
        all
    }

    /// The groups of a layer.
    fn groups_of(&self, layer: usize) -> &[Group] {
        &self.groups[self.grouped[layer] as usize..self.grouped[layer + 1] as usize]
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn lot(&self, number: u32) -> &Lot {
        &self.all[number as usize]
    }

    /// The numbers of the lots of a layer.
    pub(super) fn of(&self, layer: usize) -> Range<usize> {
        self.layers[layer] as usize..self.layers[layer + 1] as usize
    }

    /// The positions among the lots of the high ace of those where so many were used as low ones.
    pub(super) fn of_high(&self, aces: u8) -> Range<usize> {
        let aces = usize::from(aces);
        self.high[aces] as usize..self.high[aces + 1] as usize
    }

    /// What letters the cards of a layer can make: where two are the same, so are the lots but for
    /// what they gain, if there are as many jokers and no marks.
    pub(super) fn shape(&self, layer: usize) -> u16 {
        self.shapes[layer]
    }

    /// The lots of a layer.
    pub(super) fn at(&self, layer: usize) -> &[Lot] {
        &self.all[self.of(layer)]
    }
}

impl Group {
    fn positions(self) -> [usize; 4] {
        [self.start, self.plain, self.marked, self.end].map(|at| at as usize)
    }
}

impl Lot {
    /// What it gains at most where giving cards to sets has these prices.
    #[inline]
    pub(super) fn most(&self, prices: &[Gain; AMOUNTS]) -> Gain {
        let gain = |given: usize| self.gains[given] + prices[given];
        most(most(gain(0), gain(1)), most(gain(2), gain(3)))
    }
}
