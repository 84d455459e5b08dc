//! Lays that must hold melds purely from the hand (R4.8).
//!
//! A lay meets the requirement if it contains the cards of some hand melds, so the best lay is the
//! best over all such cards of what can be laid once those cards count as table cards. Melds are
//! added one by one, in order; the best lay without the requirement is a bound that most often
//! meets it already.

use crate::card::{Card, Rank, Suit};
use crate::cards::Cards;
use crate::meld::MeldRules;
use crate::solver::jokers::Jokers;
use crate::solver::watch::Watch;
use crate::solver::{Answer, NO_CARDS, Question, Requirement, Solver, Weights};

impl Requirement {
    /// Whether laying these cards meets it.
    pub(super) fn is_met(self, hand_melds: &mut HandMelds, laid: &Cards) -> bool {
        match self {
            Self::None => true,
            Self::OwnMeld => hand_melds.short.iter().any(|meld| meld.is_subset(laid)),
            Self::Points(least) => hand_melds.most_points(laid) >= u32::from(least),
        }
    }
}

/// The melds that a hand can hold, and what they are worth at opening.
#[derive(Debug)]
pub(super) struct HandMelds {
    /// Melds of three cards: every other meld contains one.
    short: Vec<Cards>,
    /// Melds into which every meld can be cut.
    all: Vec<Cards>,
    /// Finds the most points in a hand; twins do not matter at opening.
    solver: Box<Solver>,
}

impl HandMelds {
    pub(super) fn new(rules: &MeldRules, watch: Watch) -> Self {
        let rules = MeldRules { same_runs: None, same_sets: None, ..rules.clone() };
        let mut all = Vec::new();
        for rank in Rank::ALL.into_iter().filter(|rank| rules.ranks[rank.index()]) {
            for suits in 0..16_u32 {
                if suits.count_ones() >= 3 {
                    let in_set = |suit: &&Suit| suits >> suit.index() & 1 == 1;
                    all.push(cards(
                        Suit::ALL.iter().filter(in_set).map(|&suit| Card::new(rank, suit)),
                    ));
                }
            }
        }
        let solver = Solver::watched(&rules, watch);
        let ranks = &solver.frame.ranks;
        for suit in Suit::ALL {
            for first in 0..ranks.len() {
                for length in 3..=usize::from(rules.run_max.min(5)) {
                    let end = first + length;
                    if end <= ranks.len() || rules.wrap {
                        all.push(cards((first..end).map(|layer| {
                            let rank = usize::from(ranks[layer % ranks.len()]);
                            Card::new(Rank::ALL[rank], suit)
                        })));
                    }
                }
            }
        }
        let short = all.iter().filter(|meld| meld.len() == 3).copied().collect();
        Self { short, all, solver: Box::new(solver) }
    }

    /// The most opening points that melds among these cards are worth.
    fn most_points(&mut self, hand: &Cards) -> u32 {
        self.solver.most_points(hand)
    }
}

/// The most opening points that disjoint melds among these cards are worth, jokers being what suits
/// best (R4.8, R5.13); identical melds are no matter there.
///
/// There are at most [`JokerQuestion::MOST`](super::JokerQuestion::MOST) jokers among the cards. It
/// makes a solver of its own.
pub fn most_opening_points(rules: &MeldRules, cards: &Cards) -> u32 {
    let rules = MeldRules { same_runs: None, same_sets: None, ..rules.clone() };
    if cards.contains(Card::JOKER) {
        Jokers::new(&rules, Watch::default()).points_of(cards)
    } else {
        Solver::for_once(&rules, Watch::default()).most_points(cards)
    }
}

/// Ace 1, pips, ten for 10, jack, queen and king (R4.8).
pub(crate) const OPENING_POINTS: Weights = {
    let mut points = [0; Card::COUNT];
    let mut i = 0;
    while i < Card::NATURAL {
        let pips = (i % Rank::COUNT) as u32 + 1;
        points[i] = if pips < 10 { pips } else { 10 };
        i += 1;
    }
    points
};

fn cards(cards: impl Iterator<Item = Card>) -> Cards {
    let mut counts = [0; Card::COUNT];
    cards.for_each(|card| counts[card.index()] += 1);
    Cards::from_counts(counts)
}

impl Solver {
    /// The most opening points that melds among these natural cards are worth.
    fn most_points(&mut self, hand: &Cards) -> u32 {
        let question = Question {
            table: &NO_CARDS,
            hand,
            open: &NO_CARDS,
            weights: &OPENING_POINTS,
            at_most: None,
            requirement: Requirement::None,
        };
        self.solve(&question).map_or(0, |answer| answer.value)
    }

    fn take_hand_melds(&mut self) -> HandMelds {
        let known = self.hand_melds.take();
        known.unwrap_or_else(|| HandMelds::new(&self.rules, self.watch.clone()))
    }

    /// Whether laying these cards meets a requirement.
    pub(super) fn meets(&mut self, requirement: Requirement, laid: &Cards) -> bool {
        if requirement == Requirement::None {
            return true;
        }
        let mut melds = self.take_hand_melds();
        let met = requirement.is_met(&mut melds, laid);
        self.hand_melds = Some(melds);
        met
    }

    /// The best lay that meets the question's requirement, or `None` if no lay does.
    pub(super) fn solve_opening(&mut self, question: &Question<'_>) -> Option<Answer> {
        let mut melds = self.take_hand_melds();
        let candidates: Vec<Cards> = match question.requirement {
            Requirement::OwnMeld => melds.short.clone(),
            _ => melds.all.clone(),
        };
        if !question.requirement.is_met(&mut melds, question.hand) {
            self.hand_melds = Some(melds);
            return None;
        }
        let mut opening = Opening { melds: &mut melds, candidates, question, best: None };
        opening.extend(self, &Cards::EMPTY, 0);
        let best = opening.best;
        self.hand_melds = Some(melds);
        best
    }
}

/// A search for the best lay that meets a requirement.
struct Opening<'a> {
    melds: &'a mut HandMelds,
    candidates: Vec<Cards>,
    question: &'a Question<'a>,
    best: Option<Answer>,
}

impl Opening<'_> {
    /// Considers lays that contain the cards `chosen`, and those with more melds from `from` on.
    fn extend(&mut self, solver: &mut Solver, chosen: &Cards, from: usize) {
        if solver.watch.glance() {
            return;
        }
        let question = self.question;
        let hand = question.hand.difference(chosen);
        let count = chosen.len() as u32;
        if question.at_most.is_some_and(|most| count > most) {
            return;
        }
        let relaxed = Question {
            table: &question.table.saturating_add(chosen),
            hand: &hand,
            at_most: question.at_most.map(|most| most - count),
            requirement: Requirement::None,
            ..*question
        };
        let Some(more) = solver.solve_freely(&relaxed) else { return };
        let answer = Answer {
            value: more.value + worth(chosen, question.weights),
            laid: more.laid.saturating_add(chosen),
            opened: more.opened,
        };
        if self.best.is_some_and(|best| answer.value <= best.value) {
            return;
        }
        if question.requirement.is_met(self.melds, &answer.laid) {
            self.best = Some(answer);
            return;
        }
        for i in from..self.candidates.len() {
            if self.candidates[i].is_subset(&hand) {
                let more = chosen.saturating_add(&self.candidates[i]);
                self.extend(solver, &more, i);
            }
        }
    }
}

fn worth(cards: &Cards, weights: &Weights) -> u32 {
    cards.counts().iter().zip(weights).map(|(&n, weight)| u32::from(n) * weight).sum()
}
