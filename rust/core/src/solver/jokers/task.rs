//! One position with what is decided about its locked jokers, ready for searching.

use std::ops::Range;

use smallvec::SmallVec;

use super::automaton::Automaton;
use super::level::Case;
use super::line::{Line, MAX_LAYERS};
use super::locks::Demands;
use super::open::{Holds, QuotaStep, Style};
use super::prices::{Gain, round};
use super::question::Source;
use super::sets::{Bundles, SetPin, SetRules, Supply};
use crate::card::{Card, Rank, Suit};
use crate::solver::Weights;

/// What jokers are worth that are laid.
#[derive(Clone, Copy, Debug)]
pub(super) enum Worth<'a> {
    /// A joker from the hand, wherever it goes.
    Each(u32),
    /// A joker as a card of each rank.
    AsRank(&'a [u32; Rank::COUNT]),
}

/// Cards to be used, and what is decided about jokers of the table.
#[derive(Clone, Debug)]
pub(super) struct Task<'a> {
    pub(super) table: [u8; Card::COUNT],
    pub(super) hand: [u8; Card::COUNT],
    pub(super) open: [u8; Card::COUNT],
    /// How many of each card must be used.
    pub(super) forced: [u8; Card::COUNT],
    pub(super) weights: &'a Weights,
    pub(super) worth: Worth<'a>,
    /// Jokers that may go anywhere and must be used.
    pub(super) free: u8,
    /// Jokers of the hand and open ones that must be used too, at least.
    pub(super) must: u8,
    /// What locked runs and the table's runs want, by suit and layer, as numbers of demands.
    pub(super) demands: [[u32; MAX_LAYERS]; Suit::COUNT],
    /// The alternatives for the runs of a suit that cross the cut of a ring, before the cut.
    pub(super) entering: [Vec<[u32; MAX_LAYERS]>; Suit::COUNT],
    /// The locked sets by rank.
    pub(super) pins: Vec<(u8, SetPin)>,
    /// What cards release jokers, each of which is known by a bit.
    pub(super) released: SmallVec<[Card; 4]>,
    /// The releases, as bits, whose card must be in a certain set, or in a certain run.
    pub(super) bound: [u8; 2],
    pub(super) at_most: Option<u32>,
}

impl<'a> Task<'a> {
    /// The task of a case; so many jokers at least must be used.
    pub(super) fn new(
        case: &Case<'a>,
        least: u8,
        mut number: impl FnMut(usize, &Demands) -> [u32; MAX_LAYERS],
    ) -> Self {
        let Case { lay, wants, releases, free, .. } = *case;
        let demands = std::array::from_fn(|s| number(s, &wants.demands[s]));
        let entering = std::array::from_fn(|s| {
            wants.entering[s].iter().map(|demands| number(s, demands)).collect()
        });
        let [table, hand, open, must] =
            [&lay.table.saturating_add(lay.moved), lay.hand, lay.open, lay.must]
                .map(|cards| *cards.counts());
        let mut forced = table;
        for (forced, must) in forced.iter_mut().zip(must) {
            *forced += must;
        }
        for (_, card) in releases {
            let i = card.index();
            let copies = releases.iter().filter(|(_, other)| other == card).count() as u8;
            let least = match lay.laws.source {
                Source::Hand => table[i] + copies,
                Source::HandOrTable => copies,
            };
            forced[i] = forced[i].max(least);
        }
        Self {
            table,
            hand,
            open,
            forced,
            weights: lay.weights,
            worth: lay.worth,
            free,
            must: must[Card::JOKER.index()].max(least.saturating_sub(free)),
            demands,
            entering,
            pins: wants.sets.clone(),
            released: releases.iter().map(|&(_, card)| card).collect(),
            bound: wants.bound,
            at_most: lay.at_most,
        }
    }
}

impl Task<'_> {
    /// Jokers of the hand.
    pub(super) fn in_hand(&self) -> u8 {
        self.hand[Card::JOKER.index()]
    }

    /// Jokers that may go anywhere.
    pub(super) fn wild(&self) -> u8 {
        self.free + self.in_hand() + self.open[Card::JOKER.index()]
    }

    /// What so many jokers that go anywhere gain.
    pub(super) fn gain_of_jokers(&self, used: u8) -> i32 {
        match self.worth {
            Worth::Each(worth) => self.laid_jokers(used).cast_signed() * worth.cast_signed(),
            Worth::AsRank(_) => 0,
        }
    }

    /// What a joker gains as a card of this rank.
    pub(super) fn gain_at(&self, rank: u8) -> i32 {
        match self.worth {
            Worth::Each(_) => 0,
            Worth::AsRank(points) => points[usize::from(rank)].cast_signed(),
        }
    }

    /// How many of so many jokers that go anywhere come from the hand.
    pub(super) fn laid_jokers(&self, used: u8) -> u32 {
        u32::from(used.saturating_sub(self.free).min(self.in_hand()))
    }

    /// What using so many of a card gains.
    pub(super) fn gain(&self, card: usize, used: u8) -> i32 {
        let laid = used.saturating_sub(self.table[card]).min(self.hand[card]);
        self.weights[card].cast_signed() * i32::from(laid)
    }

    /// What each kind of hand cards is worth.
    pub(super) fn worths(&self) -> impl Iterator<Item = u32> {
        let natural = (0..Card::NATURAL).filter(|&i| self.hand[i] > 0).map(|i| self.weights[i]);
        let joker = match self.worth {
            Worth::Each(worth) if self.in_hand() > 0 => Some(worth),
            _ => None,
        };
        natural.chain(joker)
    }

    /// What a joker is likely to gain by helping to lay other cards: the more there are, the less each.
    pub(super) fn joker_price(&self) -> Gain {
        let worth = |i: usize| self.weights[i] * u32::from(self.hand[i]);
        let cards: u32 = self.hand[..Card::NATURAL].iter().map(|&n| u32::from(n)).sum();
        let sum: u32 = (0..Card::NATURAL).map(worth).sum();
        let mean = Gain::from(sum) / Gain::from(cards.max(1));
        round(mean * (0.5 + 1.2 / Gain::from(self.wild().max(1))))
    }

    pub(super) fn there(&self, card: usize) -> u8 {
        self.table[card] + self.hand[card] + self.open[card]
    }

    /// The releases, as bits, whose card this is.
    pub(super) fn marks(&self, card: usize) -> u8 {
        (0..)
            .zip(&self.released)
            .filter(|(_, c)| c.index() == card)
            .fold(0, |all, (i, _)| all | 1 << i)
    }

    /// Finds what the sets of each layer can take.
    pub(super) fn bundles(
        &self,
        line: &Line,
        rules: SetRules,
        found: &mut Bundles,
    ) -> SmallVec<[Range<usize>; MAX_LAYERS]> {
        let wild = self.wild();
        // Sets of aces are decided where the ace is high.
        let undecided = |layer: usize| line.is_low_ace(layer);
        let pins: SmallVec<[SmallVec<[SetPin; 1]>; MAX_LAYERS]> = (0..line.len())
            .map(|layer| {
                let here = |rank: u8| rank == line.ranks[layer] && !undecided(layer);
                self.pins
                    .iter()
                    .filter(|(rank, _)| here(*rank))
                    .map(|(_, pin)| pin.clone())
                    .collect()
            })
            .collect();
        let supplies: SmallVec<[Supply<'_>; MAX_LAYERS]> = (0..line.len())
            .map(|layer| {
                let card = |s: usize| 13 * s + usize::from(line.ranks[layer]);
                let mut there: [u8; Suit::COUNT] = std::array::from_fn(|s| self.there(card(s)));
                if undecided(layer) {
                    there = [0; Suit::COUNT];
                }
                let mut marks = [0; Suit::COUNT];
                if rules.apart > 0 {
                    marks = std::array::from_fn(|s| self.marks(card(s)) & !self.bound[1]);
                }
                Supply { there, wild, pins: &pins[layer], marks }
            })
            .collect();
        found.find(rules, &supplies)
    }

    /// Whether lengths must be exact for no run of this suit to grow too long.
    pub(super) fn can_overgrow(&self, s: usize, line: &Line, automaton: &Automaton) -> bool {
        let pins = |l: usize| &automaton.demanded(self.demands[s][l]).pins;
        let stays = |l: usize| pins(l).iter().any(|pin| pin.holds == Holds::Joker);
        let real = |l: usize| self.there(13 * s + usize::from(line.ranks[l])) > 0;
        let layers = 0..line.len();
        let Style { high, run_max, .. } = automaton.style;
        let longest = line.len() as u8 + if high { self.wild() } else { 0 };
        // One that holds jokers may not be cut where it would have to be.
        line.limits(run_max)
            || (line.ring || run_max < longest)
                && layers.clone().any(|l| !pins(l).is_empty())
                && layers.filter(|&l| !real(l) && !stays(l)).count() <= usize::from(self.wild())
    }
}

/// What an automaton calls the demands at each layer.
pub(super) fn numbers(demands: &Demands, automaton: &mut Automaton) -> [u32; MAX_LAYERS] {
    let mut numbers = [0; MAX_LAYERS];
    for (layer, demand) in &demands.0 {
        let Style { lenient, turned, .. } = automaton.style;
        let asks = |quota: &QuotaStep| !lenient && (turned || !quota.turned);
        let all = (!lenient || demand.orders.is_empty()) && demand.quotas.iter().all(asks);
        numbers[*layer] = if all {
            automaton.demand(demand)
        } else {
            let mut demand = demand.clone();
            demand.quotas.retain(|quota| asks(quota));
            demand.orders.retain(|_| !lenient);
            automaton.demand(&demand)
        };
    }
    numbers
}
