//! Most points of melds purely from hand, for the opening (R4.8, R5.13).

use std::collections::HashMap;

use super::opening::OPENING_POINTS;
use crate::card::{Card, Rank, Suit};
use crate::cards::Cards;
use crate::meld::{Layout, Meld, MeldRules};
use crate::rules::JokerRatio;
use crate::solver::{Question, Requirement, Solver};

/// Most points of disjoint melds among these cards, jokers standing for whatever suits best;
/// identical melds are no matter here.
pub(super) fn most_points(rules: &MeldRules, laid: &Cards) -> u32 {
    let rules =
        MeldRules { same_runs: None, same_sets: None, layout: Layout::Free, ..rules.clone() };
    if laid.contains(Card::JOKER) {
        let lines = lines(&rules);
        return Search { rules, lines, known: HashMap::new() }.most(laid);
    }
    let question = Question {
        table: &Cards::EMPTY,
        hand: laid,
        open: &Cards::EMPTY,
        weights: &OPENING_POINTS,
        at_most: None,
        requirement: Requirement::None,
    };
    Solver::new(&rules).solve(&question).map_or(0, |answer| answer.value)
}

/// The cards of every meld without jokers.
fn lines(rules: &MeldRules) -> Vec<Vec<Card>> {
    let ranks: Vec<Rank> = Rank::ALL.into_iter().filter(|rank| rules.ranks[rank.index()]).collect();
    let sets = ranks.iter().flat_map(|&rank| {
        (0..16_u32).map(move |suits| {
            let in_set = move |suit: &Suit| suits >> suit.index() & 1 == 1;
            Suit::ALL.into_iter().filter(in_set).map(|suit| Card::new(rank, suit)).collect()
        })
    });
    let runs = Suit::ALL.into_iter().flat_map(|suit| {
        let round = ranks.iter().map(move |&rank| Card::new(rank, suit)).cycle();
        (0..ranks.len()).flat_map(move |first| {
            let round = round.clone();
            (3..=14).map(move |len| round.clone().skip(first).take(len).collect())
        })
    });
    let all: Vec<Vec<Card>> = sets.chain(runs).collect();
    all.into_iter()
        .filter(|line| {
            let meld = Meld::new_unchecked(line.iter().map(|&card| card.into()));
            rules.classify(&meld).is_ok()
        })
        .collect()
}

struct Search {
    rules: MeldRules,
    lines: Vec<Vec<Card>>,
    known: HashMap<Cards, u32>,
}

impl Search {
    /// Most points of melds among these cards.
    fn most(&mut self, cards: &Cards) -> u32 {
        let Some(first) = cards.iter().find(|card| !card.is_joker()) else { return 0 };
        if let Some(&known) = self.known.get(cards) {
            return known;
        }
        let mut rest = *cards;
        rest.remove(first);
        let mut best = self.most(&rest);
        for i in 0..self.lines.len() {
            let line = &self.lines[i];
            if let Some(place) = line.iter().position(|&card| card == first) {
                let points: u32 = line.iter().map(|card| OPENING_POINTS[card.index()]).sum();
                let more = self.beside(i, place, 0, 0, &rest);
                best = more.map_or(best, |more| best.max(points + more));
            }
        }
        self.known.insert(*cards, best);
        best
    }

    /// Most points of melds among what is left of these cards once the line is filled from `next`
    /// on, but for the card at `given`; `None` if it cannot be filled.
    fn beside(
        &mut self,
        line: usize,
        given: usize,
        next: usize,
        jokers: usize,
        cards: &Cards,
    ) -> Option<u32> {
        let Some(&card) = self.lines[line].get(next) else {
            return self.may_lie(line, jokers).then(|| self.most(cards));
        };
        if next == given {
            return self.beside(line, given, next + 1, jokers, cards);
        }
        let [mut with_card, mut with_joker] = [*cards; 2];
        let real = with_card.remove(card).then_some((with_card, jokers));
        let joker = with_joker.remove(Card::JOKER).then_some((with_joker, jokers + 1));
        let more = real.into_iter().chain(joker);
        more.filter_map(|(left, jokers)| self.beside(line, given, next + 1, jokers, &left)).max()
    }

    /// Whether a line is a meld if it holds so many jokers.
    fn may_lie(&self, line: usize, jokers: usize) -> bool {
        let line = &self.lines[line];
        let real = line.len() - jokers;
        let enough = match self.rules.jokers.ratio {
            JokerRatio::Majority => real > jokers,
            // One real card and jokers are a set.
            JokerRatio::OneReal => real > 1 || line[0].suit() != line[1].suit(),
        };
        enough && self.rules.jokers.max.is_none_or(|max| jokers <= max.into())
    }
}
