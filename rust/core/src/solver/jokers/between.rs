//! Best lays beside locked melds, found by questions without jokers.
//!
//! Where all jokers lie on the table, fully locked, and none is released, their melds stay (R5.6), and
//! all that they have to do with other cards is that some can be laid off on them.
//!
//! A few cards tell what is laid off. A set takes one. What a run takes at an end is one card, two,
//! or more, and three or more are a run of their own: they may as well lie beside it. Where an ace
//! moves to the other end of a run, all ranks are there, and what was laid off is such a run too. With
//! what is laid off on each meld chosen, the rest is a position without jokers. A card laid off may come
//! from the table or the hand; where both have it, what remains can gain as much if it comes from the
//! table.
//!
//! One more question tells what can be gained at most: every card that can be laid off gains what it is
//! worth wherever it goes, and if it lies on the table, need not go anywhere. All that a choice allows
//! is possible there. Most often the first choice gains that much.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::Jokers;
use super::locks::Lying;
use super::question::{JokerQuestion, JokerTable, Lock, Source};
use crate::card::{Card, Placed, Suit};
use crate::cards::Cards;
use crate::meld::Meld;
use crate::solver::arrange::Split;
use crate::solver::{Answer, Question, Requirement, Solver, Weights};

/// So many choices of what is laid off are looked at.
const MOST_CHOICES: usize = 64;

/// Cards laid off on a locked meld, and the meld with them.
type LaidOff = (SmallVec<[Card; 4]>, Meld);

/// The best lay that releases no joker.
pub(super) struct Between {
    pub(super) answer: Answer,
    /// The table that it leaves, if something is laid.
    pub(super) table: Option<JokerTable>,
    /// Whether there is a card that can release a joker.
    pub(super) may_release: bool,
}

/// What is laid off on each locked meld.
#[derive(Clone, Debug)]
struct Choice {
    melds: SmallVec<[Meld; 4]>,
    /// What is left of the table and of the hand.
    table: Cards,
    hand: Cards,
    /// What the hand cards are worth that are laid off.
    worth: u32,
}

impl Solver {
    /// The best lay that releases no joker, if it is found that way.
    pub(super) fn between(
        &mut self,
        jokers: &Jokers,
        question: &JokerQuestion<'_>,
    ) -> Option<Between> {
        let Question { table, hand, open, at_most, requirement, .. } = question.cards;
        let laws = question.laws;
        let plain = at_most.is_none() && requirement == Requirement::None && open.is_empty();
        let stay = laws.lock == Lock::Full && laws.to_run && !hand.contains(Card::JOKER);
        if !plain || !stay || self.rules.forbids_twins() {
            return None;
        }
        let joined = question.entries.iter().filter(|meld| meld.len() > 1);
        let has_joker = |meld: &&Meld| meld.iter().any(Placed::is_joker);
        let held: SmallVec<[&Meld; 4]> = joined.clone().filter(has_joker).collect();
        let alone = held.iter().fold(*table, |rest, meld| rest.difference(&meld.cards()));
        let mut ways: SmallVec<[Vec<LaidOff>; 4]> = SmallVec::new();
        let mut may_release = false;
        for meld in held {
            let lying = Lying::read(&self.rules, &jokers.line, 0, meld)?;
            let replacing = |card: &Card| match laws.source {
                Source::Hand => hand.contains(*card),
                Source::HandOrTable => hand.contains(*card) || table.contains(*card),
            };
            may_release |= lying.replaceable().any(|(_, cards)| cards.iter().any(replacing));
            ways.push(self.lay_offs(jokers, &lying, meld, &alone.saturating_add(hand)));
        }
        let rest = Question { table: &alone, ..question.cards };
        let (choice, mut answer, split) = self.best_choice(&rest, &ways)?;
        let laid_off = hand.difference(&choice.hand);
        answer.value += choice.worth;
        answer.laid = answer.laid.saturating_add(&laid_off);
        if answer.laid.is_empty() {
            return Some(Between { answer: Answer::NOTHING, table: None, may_release });
        }
        let mut melds = choice.melds.into_vec();
        let mut add = |cards: &[Card]| {
            melds.push(Meld::new_unchecked(cards.iter().map(|&card| card.into())));
        };
        match split {
            Some(split) => self.lay_out(&split, &mut add),
            None => self.arrange(&choice.table, &mut add),
        };
        let table = Some(JokerTable { melds, released: Vec::new() });
        Some(Between { answer, table, may_release })
    }

    /// What can be laid off on a locked meld from these cards, first nothing.
    fn lay_offs(&self, jokers: &Jokers, lying: &Lying, meld: &Meld, pool: &Cards) -> Vec<LaidOff> {
        let mut found: Vec<LaidOff> = vec![(SmallVec::new(), meld.clone())];
        // What a joker was said to stand for in a set does not bind it if it floats.
        let floats = !lying.is_run() && self.rules.jokers.floats();
        let lies = |placed: Placed| {
            if floats && placed.is_joker() { Placed::JOKER } else { placed }
        };
        let mut add = |before: &[Card], after: &[Card]| {
            let cards: SmallVec<[Card; 4]> = before.iter().chain(after).copied().collect();
            let before = before.iter().rev().map(|&card| card.into());
            let after = after.iter().map(|&card| card.into());
            let longer = Meld::new_unchecked(before.chain(meld.iter().map(lies)).chain(after));
            if cards.iter().all(|&card| pool.contains(card)) && self.rules.classify(&longer).is_ok()
            {
                found.push((cards, longer));
            }
        };
        if lying.is_run() {
            let [before, after] = lying.neighbours(&jokers.line);
            for i in 0..=before.len() {
                for j in usize::from(i == 0)..=after.len() {
                    add(&before[..i], &after[..j]);
                }
            }
        } else {
            for suit in Suit::ALL {
                add(&[], &[Card::new(lying.rank(), suit)]);
            }
        }
        found
    }

    /// The choice with which most is gained, what is best with it, and how that shares out what is
    /// left, if there are not too many.
    fn best_choice(
        &mut self,
        rest: &Question<'_>,
        ways: &[Vec<LaidOff>],
    ) -> Option<(Choice, Answer, Option<Split>)> {
        if ways.iter().map(Vec::len).product::<usize>() > MOST_CHOICES {
            return None;
        }
        let nothing =
            Choice { melds: SmallVec::new(), table: *rest.table, hand: *rest.hand, worth: 0 };
        let mut choices = vec![nothing];
        for ways in ways {
            let longer = choices.iter().flat_map(|choice| {
                ways.iter().filter_map(move |way| choice.with(way, rest.weights))
            });
            choices = longer.collect();
        }
        choices.sort_by_key(|choice| Reverse(choice.worth));
        let most = if choices.len() > 1 { self.most_beside(rest, ways)? } else { u32::MAX };
        let mut best: Option<(Choice, Answer, Option<Split>)> = None;
        for choice in choices {
            let question = Question { table: &choice.table, hand: &choice.hand, ..*rest };
            let Some((answer, split)) = self.solve_and_split(&question) else { continue };
            let value = answer.value + choice.worth;
            if best.as_ref().is_none_or(|(other, least, _)| value > least.value + other.worth) {
                best = Some((choice, answer, split));
            }
            if value == most {
                break;
            }
        }
        best
    }

    /// What is gained at most if every card that can be laid off need not go anywhere.
    fn most_beside(&mut self, rest: &Question<'_>, ways: &[Vec<LaidOff>]) -> Option<u32> {
        let mut laid_off = [0; Card::COUNT];
        for ways in ways {
            let mut own = [0; Card::COUNT];
            for (cards, _) in ways {
                let count = |card: Card| cards.iter().filter(|&&other| other == card).count() as u8;
                for &card in cards {
                    own[card.index()] = own[card.index()].max(count(card));
                }
            }
            for (all, own) in laid_off.iter_mut().zip(own) {
                *all += own;
            }
        }
        let (mut table, mut hand) = (*rest.table.counts(), *rest.hand.counts());
        let (mut weights, mut worth) = (*rest.weights, 0);
        for i in 0..Card::COUNT {
            let of_table = laid_off[i].min(table[i]);
            let of_hand = (laid_off[i] - of_table).min(hand[i]);
            worth += u32::from(of_hand) * weights[i];
            if of_hand == hand[i] {
                weights[i] = 0;
            }
            table[i] -= of_table;
            hand[i] += of_table;
        }
        let (table, hand) = (Cards::from_counts(table), Cards::from_counts(hand));
        let question = Question { table: &table, hand: &hand, weights: &weights, ..*rest };
        Some(self.solve_melds(&question)?.value + worth)
    }
}

impl Choice {
    /// The same with cards laid off on one more meld, if there are still such cards. Those of the table
    /// are taken first, as a card of the hand is then left to gain something.
    fn with(&self, (cards, meld): &LaidOff, weights: &Weights) -> Option<Self> {
        let mut choice = self.clone();
        for &card in cards {
            if !choice.table.remove(card) {
                if !choice.hand.remove(card) {
                    return None;
                }
                choice.worth += weights[card.index()];
            }
        }
        choice.melds.push(meld.clone());
        Some(choice)
    }
}
