//! How jokers are best shared among the suits and the sets: what can still be gained at most.
//!
//! All is known by the number of jokers, so that no bound is too high because two parts took the same
//! joker. To add up parts by all numbers is slow; with a price of jokers it is one sum, which is no
//! lower, and most often tells enough.
//!
//! Where only paths that gain so much are looked for, few edges lie on one: what a suit gains at most
//! through an edge, together with what all else gains at most, must be as much. Bounds are worked out
//! through those only. They are too low for other paths, which are not looked for.

use super::field::Field;
use super::line::MAX_LAYERS;
use super::open::MAX_JOKERS;
use super::prices::{Gain, NEVER, Prices, most};
use super::suit::{AMOUNTS, Bounds, Graph};
use crate::card::Suit;

/// The number of a suit's node that is yet to be chosen.
pub(super) const UNCHOSEN: u32 = u32::MAX;

/// The most that two parts gain together, with at most so many jokers.
#[inline]
fn together(a: &Bounds, b: &Bounds, left: usize) -> Bounds {
    let mut sum = [NEVER; MAX_JOKERS + 1];
    for (i, a) in a[..=left].iter().enumerate() {
        for (sum, b) in sum[i..=left].iter_mut().zip(b) {
            *sum = most(*sum, a + b);
        }
    }
    sum
}

/// What is gained at most where each joker costs so much.
#[inline]
pub(super) fn without(bounds: &Bounds, price: Gain) -> Gain {
    let mut paid = 0.0;
    bounds.iter().fold(NEVER, |best, bound| {
        let best = most(best, bound - paid);
        paid += price;
        best
    })
}

/// Raises bounds to what is gained by so much more with so many more jokers than others.
#[inline]
fn raise<const JOKERS: usize>(bounds: &mut Bounds, others: &Bounds, gain: Gain) {
    for i in JOKERS..=MAX_JOKERS {
        bounds[i] = most(bounds[i], gain + others[i - JOKERS]);
    }
}

/// The bounds of all parts together.
#[derive(Debug, Default)]
pub(super) struct Shares {
    /// What each suit gains from each node on.
    suits: [Vec<Bounds>; Suit::COUNT],
    /// Which edges are enough, by their positions, and more.
    enough: Vec<u32>,
    /// What sets from each layer on gain.
    pub(super) sets: [Bounds; MAX_LAYERS + 1],
    /// The best entry of each suit.
    unchosen: [Bounds; Suit::COUNT],
    /// What it gains to have used so many jokers in all.
    total: Bounds,
    /// What a joker costs in the following.
    pub(super) price: Gain,
    /// What each suit gains from each node on, jokers paid.
    pub(super) paid: [Vec<Gain>; Suit::COUNT],
    /// What the jokers that are left gain at most when so many are used, with their price; [`NEVER`] if
    /// there are not so many.
    pub(super) purse: [Gain; 2 * MAX_JOKERS + 1],
    /// What each laid card costs.
    charge: Gain,
    /// The same under other charges, where they are needed.
    pub(super) others: [Option<Box<Self>>; 2],
}

impl Shares {
    /// Works out all bounds under these prices, of paths that gain `least`.
    pub(super) fn find(&mut self, field: &Field<'_>, prices: &Prices, least: Gain) {
        let wild = usize::from(field.task.wild());
        let must = usize::from(field.task.free + field.task.must);
        self.charge = field.charge;
        self.sets[field.layers()] = [NEVER; MAX_JOKERS + 1];
        self.sets[field.layers()][0] = 0.0;
        for layer in (0..field.layers()).rev() {
            let mut here = [NEVER; MAX_JOKERS + 1];
            for taking in field.takings_of(layer) {
                let jokers = taking.jokers;
                let price = |s: usize| prices.of[s][layer][usize::from(taking.given[s]) % AMOUNTS];
                let price: Gain = (0..Suit::COUNT).map(price).sum();
                // Suits cannot give what has no price.
                if price > NEVER {
                    let here = &mut here[usize::from(jokers)];
                    *here = most(*here, Gain::from(jokers) * field.joker(layer) - price);
                }
            }
            self.sets[layer] = together(&self.sets[layer + 1], &here, wild);
        }
        let spare = prices.bound(field) - least;
        for (s, graph) in field.graphs.iter().enumerate() {
            self.suit(graph, s, prices, prices.suits[s] - spare);
            self.unchosen[s] = [NEVER; MAX_JOKERS + 1];
            for n in graph.entered() {
                for (best, &bound) in self.unchosen[s].iter_mut().zip(&self.suits[s][n as usize]) {
                    *best = most(*best, bound);
                }
            }
        }
        self.total = [NEVER; MAX_JOKERS + 1];
        for (used, total) in self.total.iter_mut().enumerate().take(wild + 1).skip(must) {
            *total = field.gain_of_jokers(used as u8);
        }
        self.pay(wild, prices.joker);
    }

    /// Finds what a suit gains from each node on where that with what is gained before is `least` or more,
    /// jokers paid.
    fn suit(&mut self, graph: &Graph, s: usize, prices: &Prices, least: Gain) {
        let (bounds, paid) = (&mut self.suits[s], &mut self.paid[s]);
        bounds.clear();
        bounds.resize(graph.len(), [NEVER; MAX_JOKERS + 1]);
        bounds[graph.goal as usize][0] = 0.0;
        paid.clear();
        paid.resize(graph.len(), NEVER);
        paid[graph.goal as usize] = 0.0;
        let (before, gains) = (&prices.before[s][..], &prices.lots[s][..]);
        let (bounds, paid) = (&mut bounds[..], &mut paid[..]);
        let edges = graph.all_edges();
        self.enough.resize(edges.len().max(self.enough.len()), 0);
        let (numbers, mut kept) = (&mut self.enough[..], 0);
        for (edge, n) in edges.iter().zip(0..) {
            let gain = gains[edge.place.index()] + paid[edge.to as usize];
            let from = edge.from as usize;
            // Whether it is enough would be hard to foresee.
            let enough = before[from] + gain >= least;
            paid[from] = most(paid[from], if enough { gain } else { NEVER });
            numbers[kept] = n;
            kept += usize::from(enough);
        }
        for &n in &numbers[..kept] {
            let edge = edges[n as usize];
            let [from, to] = [edge.from, edge.to].map(|n| n as usize);
            let behind = bounds[to];
            let wild = edge.jokers();
            // What a joker costs was taken off.
            let gain = gains[edge.place.index()] + prices.joker * Gain::from(wild);
            let here = &mut bounds[from];
            match wild {
                0 => raise::<0>(here, &behind, gain),
                1 => raise::<1>(here, &behind, gain),
                2 => raise::<2>(here, &behind, gain),
                3 => raise::<3>(here, &behind, gain),
                _ => raise::<4>(here, &behind, gain),
            }
        }
    }

    /// The most that can be gained with each number of jokers.
    fn all(&self, wild: usize) -> Bounds {
        let with = |sum: Bounds, more: &Bounds| together(&sum, more, wild);
        self.unchosen.iter().fold(self.sets[0], with)
    }

    /// The most that a path gains.
    pub(super) fn bound(&self, wild: u8) -> Gain {
        let all = self.all(usize::from(wild));
        all.iter().zip(&self.total).map(|(sum, total)| sum + total).fold(NEVER, most)
    }

    /// What the last of so many jokers gains.
    pub(super) fn joker(&self, wild: u8) -> Gain {
        let wild = usize::from(wild);
        let all = self.all(wild);
        let fewer = (1..=wild).filter(|&fewer| all[wild - fewer] > NEVER);
        let gain = |fewer: usize| (all[wild] - all[wild - fewer]) / Gain::from(fewer as u8);
        let least = fewer.map(gain).fold(Gain::INFINITY, Gain::min);
        if least.is_finite() { least } else { 0.0 }
    }

    /// Works out what jokers gain that are left where one costs so much.
    fn pay(&mut self, wild: usize, price: Gain) {
        self.price = price;
        self.purse = [NEVER; 2 * MAX_JOKERS + 1];
        for used in 0..=wild {
            let left = (0_u8..).zip(&self.total[used..=wild]);
            let gains = left.map(|(more, total)| total + Gain::from(more) * price);
            self.purse[used] = gains.fold(NEVER, most);
        }
    }

    /// What two parts, of which all others are one, can gain together when so many jokers were used.
    #[inline]
    fn finish(&self, a: &Bounds, b: &Bounds, used: usize, left: usize) -> Gain {
        let mut best = NEVER;
        for (i, a) in a[..=left].iter().enumerate() {
            for (b, total) in b.iter().zip(&self.total[used + i..=used + left]) {
                best = most(best, a + b + total);
            }
        }
        best
    }

    /// The most that can still be gained from these nodes before a layer on, so many jokers being used
    /// and so many left.
    pub(super) fn ahead(
        &self,
        at: &[u32; Suit::COUNT],
        layer: usize,
        (used, left): (u8, u8),
    ) -> Gain {
        let (used, left) = (usize::from(used), usize::from(left));
        let own = |s: usize| &self.suits[s][at[s] as usize];
        if left == 0 {
            let suits: Gain = (0..Suit::COUNT).map(|s| own(s)[0]).sum();
            return self.sets[layer][0] + suits + self.total[used];
        }
        let sum = (0..3).fold(self.sets[layer], |sum, s| together(&sum, own(s), left));
        self.finish(&sum, own(3), used, left)
    }

    /// The same that the bounds under other charges show, so many cards being left that may be laid. It
    /// need not be known what it is if it is less than `enough`.
    pub(super) fn ahead_with(
        &self,
        at: &[u32; Suit::COUNT],
        layer: usize,
        jokers: (u8, u8),
        cards: u32,
        enough: Gain,
    ) -> Gain {
        let mut ahead = self.ahead(at, layer, jokers);
        for other in self.others.iter().flatten() {
            if ahead < enough {
                break;
            }
            let more = (other.charge - self.charge) * Gain::from(cards);
            ahead = ahead.min(other.ahead(at, layer, jokers) + more);
        }
        ahead
    }

    /// The most that can still be gained before all suits have entered the first layer.
    pub(super) fn before(&self, field: &Field<'_>, at: &[u32; Suit::COUNT]) -> Gain {
        let wild = usize::from(field.task.wild());
        let bounds = |s: usize| match at[s] {
            UNCHOSEN => &self.unchosen[s],
            at => &self.suits[s][at as usize],
        };
        let with = |sum: Bounds, s: usize| together(&sum, bounds(s), wild);
        let sum = (0..3).fold(self.sets[0], with);
        self.finish(&sum, bounds(3), 0, wild)
    }
}
