//! From the path through the graphs to melds.

use crate::card::{Card, Rank, Suit};
use crate::cards::Cards;
use crate::solver::cutting::{Run, cut};
use crate::solver::graph::MAX_LAYERS;
use crate::solver::outline::Position;
use crate::solver::{NOTHING, Solver, Table};

impl Solver {
    /// Splits exactly these cards into melds and passes the cards of each to `found`, runs in
    /// ascending order; whether that is possible.
    ///
    /// Equal cards give equal melds. Nothing is passed if there is no arrangement.
    pub fn arrange(&mut self, cards: &Cards, found: &mut dyn FnMut(&[Card])) -> bool {
        let position = Position {
            table: cards.counts(),
            hand: Cards::EMPTY.counts(),
            open: Cards::EMPTY.counts(),
            weights: &NOTHING,
        };
        if self.search(&position, Table::Known).is_none() {
            return false;
        }
        let Some(runs) = self.runs() else { return false };
        let layers = self.frame.ranks.len();
        for (layer, choice) in self.path() {
            for suits in self.frame.sets.making(usize::from(choice.vector)) {
                let rank = Rank::ALL[usize::from(layer.rank)];
                let in_set = |suit: &Suit| suits >> suit.index() & 1 == 1;
                let set: Vec<Card> = Suit::ALL
                    .into_iter()
                    .filter(in_set)
                    .map(|suit| Card::new(rank, suit))
                    .collect();
                found(&set);
            }
        }
        for (suit, runs) in Suit::ALL.into_iter().zip(runs) {
            for run in runs {
                let first = run.last + layers + 1 - run.length;
                let rank = |layer: usize| Rank::ALL[usize::from(self.frame.ranks[layer % layers])];
                let cards: Vec<Card> =
                    (first..first + run.length).map(|layer| Card::new(rank(layer), suit)).collect();
                found(&cards);
            }
        }
        true
    }

    /// The runs of each suit on the path found, if the rules allow all of them together.
    pub(super) fn runs(&self) -> Option<[Vec<Run>; Suit::COUNT]> {
        let mut counts = [[0; MAX_LAYERS]; Suit::COUNT];
        for (layer, choice) in self.path() {
            let number = self.frame.number(self.graph.cut, usize::from(layer.bit));
            for (s, counts) in counts.iter_mut().enumerate() {
                counts[number] = choice.to_runs(s);
            }
        }
        let layers = self.frame.ranks.len();
        let mut runs = [const { Vec::new() }; Suit::COUNT];
        for (runs, counts) in runs.iter_mut().zip(&counts) {
            *runs = cut(&self.frame, &self.rules, &counts[..layers])?;
        }
        Some(runs)
    }
}
