//! Lays of jokers that must open (R4.8, R5.13, R7.5) or lay no more than so many cards (R4.5).
//!
//! The best lay without the requirement most often meets it. Otherwise a lay meets it if it contains
//! the cards of some hand melds, which are tried as cards that must be laid, one meld after the
//! other, as long as that promises more than the best lay found.

use super::open::UNLIMITED;
use super::question::{JokerQuestion, JokerTable};
use super::task::Worth;
use super::{Best, Jokers, Lay};
use crate::card::{Card, Rank, Suit};
use crate::cards::Cards;
use crate::meld::MeldRules;
use crate::solver::opening::OPENING_POINTS;
use crate::solver::{Answer, JokerLaws, NO_CARDS, Question, Requirement, Solver};

/// Opening points of a joker as a card of each rank.
const RANK_POINTS: [u32; Rank::COUNT] = {
    let mut points = [0; Rank::COUNT];
    let mut i = 0;
    while i < Rank::COUNT {
        points[i] = OPENING_POINTS[i];
        i += 1;
    }
    points
};

impl Solver {
    /// The best lay of a position with jokers, or `None` if the table alone is not valid.
    ///
    /// Laying nothing is always allowed, and the table then stays as it is. Among several best lays
    /// it returns the same one on every platform.
    ///
    /// The deck must have the cards, and there must be at most [`JokerQuestion::MOST`] jokers.
    pub fn solve_with_jokers(&mut self, question: &JokerQuestion<'_>) -> Option<Answer> {
        let lay = Lay::new(question);
        Some(self.best_with_jokers(&lay, question)?.0)
    }

    /// The same, and the table that it leaves if something is laid.
    pub(crate) fn lay_with_jokers(
        &mut self,
        question: &JokerQuestion<'_>,
    ) -> Option<(Answer, Option<JokerTable>)> {
        let lay = Lay { arranged: true, ..Lay::new(question) };
        self.best_with_jokers(&lay, question)
    }

    /// The best lay; the table that it leaves too, where it was asked for.
    fn best_with_jokers(
        &mut self,
        lay: &Lay<'_>,
        question: &JokerQuestion<'_>,
    ) -> Option<(Answer, Option<JokerTable>)> {
        self.with_jokers(|solver, jokers| {
            let Some(beside) = jokers.beside(solver, lay, question) else {
                let Best { answer, found } = jokers.solve(solver, lay, question)?;
                return Some((answer, found.map(|found| jokers.table(found))));
            };
            if let Some(wild) = beside.beyond {
                let lay = Lay { wild, ..*lay };
                if let Some(found) = jokers.best(&lay, beside.answer.value.cast_signed()) {
                    let Best { answer, found } = Jokers::laid(&lay, found);
                    return Some((answer, found.map(|found| jokers.table(found))));
                }
            }
            Some((beside.answer, beside.table))
        })
    }

    /// Whether exactly these hand cards can be laid, with what open cards it takes.
    pub fn can_lay_with_jokers(&mut self, question: &JokerQuestion<'_>) -> bool {
        self.with_jokers(|solver, jokers| {
            let hand = question.cards.hand;
            let lay = Lay { must: hand, ..Lay::new(question) };
            let most = question.cards.at_most;
            most.is_none_or(|most| hand.len() <= most as usize)
                && jokers.meets(solver, question, hand)
                && jokers.best(&lay, -1).is_some()
        })
    }

    /// The best lay of no more than so many cards, without jokers or open cards.
    pub(in crate::solver) fn solve_with_charge(
        &mut self,
        question: &Question<'_>,
        most: u32,
    ) -> Option<Answer> {
        let question =
            JokerQuestion { entries: &[], cards: *question, laws: JokerLaws::FREE, opened: true };
        self.with_jokers(|_, jokers| {
            let lay = Lay { at_most: Some(most), ..Lay::new(&question) };
            let found = jokers.best(&lay, -1)?;
            Some(Jokers::laid(&lay, found).answer)
        })
    }

    pub(super) fn with_jokers<T>(&mut self, ask: impl FnOnce(&mut Self, &mut Jokers) -> T) -> T {
        let mut jokers = self
            .jokers
            .take()
            .unwrap_or_else(|| Box::new(Jokers::new(&self.rules, self.watch.clone())));
        let answer = ask(self, &mut jokers);
        self.jokers = Some(jokers);
        answer
    }
}

impl<'a> Lay<'a> {
    pub(super) fn new(question: &JokerQuestion<'a>) -> Self {
        let cards = &question.cards;
        Self {
            entries: question.entries,
            table: cards.table,
            hand: cards.hand,
            open: cards.open,
            must: &NO_CARDS,
            moved: &NO_CARDS,
            weights: cards.weights,
            worth: Worth::Each(cards.weights[Card::JOKER.index()]),
            at_most: None,
            arranged: false,
            wild: 0,
            laws: question.laws,
        }
    }
}

impl Jokers {
    /// The best lay that meets the question's requirement, or nothing laid; `None` if the table alone
    /// is not valid.
    fn solve(
        &mut self,
        solver: &mut Solver,
        lay: &Lay<'_>,
        question: &JokerQuestion<'_>,
    ) -> Option<Best> {
        let best = self.limited(lay, question.cards.at_most, -1)?;
        let laid = &best.answer.laid;
        if laid.is_empty() || self.meets(solver, question, laid) {
            return Some(best);
        }
        let mut best = None;
        if question.cards.requirement == Requirement::None {
            let hand = natural(question.cards.hand);
            best = self.limited(&Lay { hand: &hand, ..*lay }, question.cards.at_most, 0);
        }
        let candidates = self.hand_melds(question);
        let mut opening = Opening { solver, candidates, question, lay, best };
        if self.meets(opening.solver, question, question.cards.hand)
            || question.cards.requirement == Requirement::None
        {
            opening.extend(self, &NO_CARDS, 0);
        }
        Some(opening.best.unwrap_or(Best { answer: Answer::NOTHING, found: None }))
    }

    /// The best lay of no more than `most` cards worth more than `floor`; no more than those must be laid.
    fn limited(&mut self, lay: &Lay<'_>, most: Option<u32>, floor: i32) -> Option<Best> {
        if most.is_some_and(|most| lay.must.len() == most as usize) {
            let lay = Lay { hand: lay.must, ..*lay };
            return self.best(&lay, floor).map(|found| Self::laid(&lay, found));
        }
        let found = self.best(lay, floor)?;
        let best = Self::laid(lay, found);
        let Some(most) = most.filter(|&most| best.answer.laid.len() > most as usize) else {
            return Some(best);
        };
        let mut floor = floor;
        let mut best = None;
        for moved in parts(lay.open) {
            let lay = Lay { moved: &moved, open: &NO_CARDS, at_most: Some(most), ..*lay };
            if let Some(found) = self.best(&lay, floor) {
                floor = found.value;
                best = Some(Self::laid(&lay, found));
            }
        }
        best
    }

    /// Whether laying these cards opens, or needs no opening.
    fn meets(&mut self, solver: &mut Solver, question: &JokerQuestion<'_>, laid: &Cards) -> bool {
        let clean = question.laws.clean && !question.opened;
        match question.cards.requirement {
            Requirement::None if !clean || !laid.contains(Card::JOKER) => true,
            Requirement::None => solver.meets(Requirement::OwnMeld, &natural(laid)),
            requirement if clean || !laid.contains(Card::JOKER) => {
                solver.meets(requirement, &natural(laid))
            }
            Requirement::OwnMeld => self.melds_in(laid, 3).iter().any(|meld| meld.is_subset(laid)),
            Requirement::Points(least) => self.most_points(laid) >= u32::from(least),
        }
    }

    /// The most opening points that melds among these cards are worth; twins do not matter there.
    fn most_points(&mut self, laid: &Cards) -> u32 {
        let relaxed = MeldRules { same_runs: None, same_sets: None, ..self.rules.clone() };
        let watch = &self.watch;
        let points =
            self.points.get_or_insert_with(|| Box::new(Self::new(&relaxed, watch.clone())));
        points.points_of(laid)
    }

    /// The same, where these rules allow twins.
    pub(in crate::solver) fn points_of(&mut self, laid: &Cards) -> u32 {
        let lay = Lay {
            entries: &[],
            table: &NO_CARDS,
            hand: laid,
            open: &NO_CARDS,
            must: &NO_CARDS,
            moved: &NO_CARDS,
            weights: &OPENING_POINTS,
            worth: Worth::AsRank(&RANK_POINTS),
            at_most: None,
            arranged: false,
            wild: 0,
            laws: JokerLaws::FREE,
        };
        self.best(&lay, -1).map_or(0, |found| found.value.cast_unsigned())
    }

    /// The melds that can open, purely from the hand.
    fn hand_melds(&self, question: &JokerQuestion<'_>) -> Vec<Cards> {
        let clean = question.laws.clean && !question.opened;
        let natural = natural(question.cards.hand);
        let hand = if clean { &natural } else { question.cards.hand };
        let longest = match question.cards.requirement {
            Requirement::Points(_) => usize::from(self.rules.run_max),
            _ => 3,
        };
        self.melds_in(hand, longest)
    }

    /// The melds of at most so many cards that lie in a hand.
    fn melds_in(&self, hand: &Cards, longest: usize) -> Vec<Cards> {
        let jokers = hand.count(Card::JOKER);
        let joker_max = usize::from(self.rules.jokers.max.unwrap_or(UNLIMITED));
        let majority = self.rules.jokers.needs_majority();
        let mut found: Vec<Cards> = Vec::new();
        let mut add = |real: &[Card], jokers: usize, least: usize| {
            let enough = if majority { real.len() > jokers } else { real.len() >= least };
            if enough && jokers <= joker_max && real.len() + jokers >= 3 {
                let mut counts = [0; Card::COUNT];
                for card in real {
                    counts[card.index()] += 1;
                }
                counts[Card::JOKER.index()] = jokers as u8;
                let meld = Cards::from_counts(counts);
                if meld.is_subset(hand) && !found.contains(&meld) {
                    found.push(meld);
                }
            }
        };
        for rank in Rank::ALL {
            for suits in 1..16_u32 {
                let real: Vec<Card> = Suit::ALL
                    .into_iter()
                    .filter(|suit| suits >> suit.index() & 1 == 1)
                    .map(|suit| Card::new(rank, suit))
                    .collect();
                for jokers in 0..=jokers.min(longest.min(4).saturating_sub(real.len())) {
                    add(&real, jokers, 1);
                }
            }
        }
        let ranks = &self.line.ranks;
        for suit in Suit::ALL {
            for first in 0..ranks.len() {
                let mut starts: Vec<(Vec<Card>, usize)> = vec![(Vec::new(), 0)];
                for length in 1..=longest {
                    let layer = first + length - 1;
                    if layer >= ranks.len() && !self.line.ring {
                        break;
                    }
                    let rank = Rank::ALL[usize::from(ranks[layer % ranks.len()])];
                    let card = Card::new(rank, suit);
                    let mut longer = Vec::new();
                    for (real, used) in starts {
                        if hand.contains(card) {
                            let mut more = real.clone();
                            more.push(card);
                            longer.push((more, used));
                        }
                        if used < jokers {
                            longer.push((real, used + 1));
                        }
                    }
                    starts = longer;
                    for (real, jokers) in &starts {
                        add(real, *jokers, 2);
                    }
                }
            }
        }
        found
    }
}

/// A search for the best lay that opens.
struct Opening<'a> {
    solver: &'a mut Solver,
    candidates: Vec<Cards>,
    question: &'a JokerQuestion<'a>,
    lay: &'a Lay<'a>,
    best: Option<Best>,
}

impl Opening<'_> {
    /// Considers lays that contain the cards `chosen`, and those with more melds from `from` on.
    fn extend(&mut self, jokers: &mut Jokers, chosen: &Cards, from: usize) {
        let question = self.question;
        let lay = Lay { must: chosen, ..*self.lay };
        let floor = self.best.as_ref().map_or(-1, |best| best.answer.value.cast_signed());
        let Some(best) = jokers.limited(&lay, question.cards.at_most, floor) else { return };
        let laid = &best.answer.laid;
        if jokers.meets(self.solver, question, laid) && !laid.is_empty() {
            self.best = Some(best);
            return;
        }
        let left = question.cards.hand.difference(chosen);
        for i in from..self.candidates.len() {
            let more = chosen.saturating_add(&self.candidates[i]);
            let fits = question.cards.at_most.is_none_or(|most| more.len() <= most as usize);
            if fits && self.candidates[i].is_subset(&left) {
                self.extend(jokers, &more, i);
            }
        }
    }
}

/// The cards without jokers.
fn natural(cards: &Cards) -> Cards {
    let mut counts = *cards.counts();
    counts[Card::JOKER.index()] = 0;
    Cards::from_counts(counts)
}

/// Every multiset that is contained in `cards`, the empty one first.
fn parts(cards: &Cards) -> Vec<Cards> {
    let mut found = vec![NO_CARDS];
    for card in cards.iter() {
        for i in 0..found.len() {
            let mut more = found[i];
            if more.insert(card).is_ok() && !found.contains(&more) {
                found.push(more);
            }
        }
    }
    found
}
