//! From the path found to melds.

use crate::card::{Card, Rank, Suit};
use crate::cards::Cards;
use crate::meld::MeldRules;
use crate::solver::cutting::{Counts, Runs, cut};
use crate::solver::outline::Position;
use crate::solver::path::MAX_LAYERS;
use crate::solver::{Answer, NOTHING, Question, Requirement, Solver, Table};

/// How cards are shared out between sets and runs, rank by rank: what a solver needs to lay them
/// out as melds without another search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    /// For each layer the position of what the sets use among the vectors of the rules' sets.
    vectors: [u8; MAX_LAYERS],
    /// For each suit the cards that go to runs.
    runs: [Counts; Suit::COUNT],
}

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
        self.search(&position, Table::Known).is_some() && self.lay_out(&self.split(), found)
    }

    /// The best lay as [`solve_melds`](Self::solve_melds) finds it, and how it shares out the cards if
    /// something is laid; `None` for that where it was found by way of other questions.
    pub(crate) fn solve_and_split(
        &mut self,
        question: &Question<'_>,
    ) -> Option<(Answer, Option<Split>)> {
        let answer = self.solve_melds(question)?;
        if answer.laid.is_empty() {
            return Some((answer, None));
        }
        let split = self.split();
        let plain = question.at_most.is_none() && question.requirement == Requirement::None;
        let is_of_answer = || {
            let after = question.table.saturating_add(&answer.laid);
            self.used(&split) == after.saturating_add(&answer.opened)
        };
        debug_assert!(!plain || is_of_answer(), "a plain question is searched once");
        Some((answer, (plain || is_of_answer()).then_some(split)))
    }

    /// The cards that a split shares out.
    fn used(&self, split: &Split) -> Cards {
        let mut used = [0; Card::COUNT];
        for (layer, &rank) in self.frame.ranks.iter().enumerate() {
            let given = self.frame.sets.vectors[usize::from(split.vectors[layer])];
            for s in 0..Suit::COUNT {
                used[13 * s + usize::from(rank)] += given[s] + split.runs[s].at(layer);
            }
        }
        Cards::from_counts(used)
    }

    /// Passes the cards of each meld of a split to `found`: sets by rank, then the runs of each suit
    /// in ascending order; whether the rules allow these melds together.
    ///
    /// The split is one that a solver for the same rules has found. Nothing is passed if they do not.
    pub(crate) fn lay_out(&self, split: &Split, found: impl FnMut(&[Card])) -> bool {
        self.lay_out_under(&self.rules, split, found)
    }

    /// The same under rules that differ in how often melds may be identical.
    pub(super) fn lay_out_under(
        &self,
        rules: &MeldRules,
        split: &Split,
        mut found: impl FnMut(&[Card]),
    ) -> bool {
        let Some(runs) = self.cut_runs(rules, split) else { return false };
        let ranks = &self.frame.ranks;
        let card = |layer: usize, suit| Card::new(Rank::ALL[usize::from(ranks[layer])], suit);
        let mut cards = [Card::JOKER; MAX_LAYERS];
        for layer in 0..ranks.len() {
            for &suits in self.frame.sets.making(usize::from(split.vectors[layer])) {
                let mut length = 0;
                for suit in Suit::ALL {
                    if suits >> suit.index() & 1 == 1 {
                        cards[length] = card(layer, suit);
                        length += 1;
                    }
                }
                found(&cards[..length]);
            }
        }
        for (suit, runs) in Suit::ALL.into_iter().zip(runs) {
            for run in runs {
                let (last, length) = (usize::from(run.last), usize::from(run.length));
                let before = if length > last + 1 { ranks.len() } else { 0 };
                let mut layer = last + before + 1 - length;
                for place in &mut cards[..length] {
                    *place = card(layer, suit);
                    layer = if layer + 1 < ranks.len() { layer + 1 } else { 0 };
                }
                found(&cards[..length]);
            }
        }
        true
    }

    /// The runs of each suit on the path found, if the rules allow all of them together.
    pub(super) fn runs(&self) -> Option<[Runs; Suit::COUNT]> {
        self.cut_runs(&self.rules, &self.split())
    }

    /// How the path found shares out the cards.
    pub(super) fn split(&self) -> Split {
        let mut split = Split { vectors: [0; MAX_LAYERS], runs: [Counts::default(); Suit::COUNT] };
        for step in self.path.steps() {
            let layer = usize::from(step.layer);
            split.vectors[layer] = step.choice.vector;
            for s in 0..Suit::COUNT {
                split.runs[s].set(layer, step.choice.to_runs(s));
            }
        }
        split
    }

    fn cut_runs(&self, rules: &MeldRules, split: &Split) -> Option<[Runs; Suit::COUNT]> {
        let mut runs = <[Runs; Suit::COUNT]>::default();
        for (runs, &counts) in runs.iter_mut().zip(&split.runs) {
            *runs = cut(&self.frame, rules, counts)?;
        }
        Some(runs)
    }
}
