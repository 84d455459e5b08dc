//! Lays of no more than so many cards (R4.5).
//!
//! Where the best lay of any number of cards is too large, the search tells joint states apart by
//! how many cards they have laid. Every card then costs a price, which lowers the bound to what
//! so many cards can be worth: the bound of the cheaper weights plus the price of all cards that
//! may be laid. Laying fewer loses the price of each. The price is chosen so that the bound is
//! lowest, as in Lagrangian relaxation.

use crate::card::Card;
use crate::cards::Cards;
use crate::solver::graph::Graph;
use crate::solver::outline::{Frame, Position};
use crate::solver::search::Limit;
use crate::solver::{Answer, NO_CARDS, Question, Solver, Weights};

/// Every card is worth one.
const COUNT: Weights = [1; Card::COUNT];

impl Solver {
    /// The best lay of no more than `most` cards, whatever the requirement.
    pub(super) fn solve_capped(&mut self, question: &Question<'_>, most: u32) -> Option<Answer> {
        let mut best: Option<Answer> = None;
        for used in parts(question.open) {
            let Ok(table) = question.table.checked_add(&used) else { continue };
            let question = Question { table: &table, open: &NO_CARDS, ..*question };
            let Some(answer) = self.capped(&question, most) else { continue };
            if best.is_none_or(|best| answer.value > best.value) {
                best = Some(Answer { opened: used, ..answer });
            }
        }
        best
    }

    /// The same without open cards.
    fn capped(&mut self, question: &Question<'_>, most: u32) -> Option<Answer> {
        let position = question.position();
        let count = question.hand.len() as u32;
        let most = most.min(count);
        let mut counts = self.counts.take().unwrap_or_default();
        let mut answer = self.capped_in(None, &position, most, count, &mut counts);
        if answer.is_some()
            && let Some(strict) = self.strict.take()
        {
            if self.runs().is_none() {
                answer = self.capped_in(Some(&strict), &position, most, count, &mut counts);
            }
            self.strict = Some(strict);
        }
        self.counts = Some(counts);
        answer
    }

    fn capped_in(
        &mut self,
        strict: Option<&Frame>,
        position: &Position<'_>,
        most: u32,
        count: u32,
        counts: &mut Graph,
    ) -> Option<Answer> {
        let frame = strict.unwrap_or(&self.frame);
        counts.build(frame, &Position { weights: &COUNT, ..*position }).ok()?;
        counts.settle(frame, 0, counts.len);
        let (price, weights) = best_price(frame, &mut self.graph, position, most, count)?;
        self.graph.build(frame, &Position { weights: &weights, ..*position }).ok()?;
        self.graph.settle(frame, 0, self.graph.len);
        let limit = Limit { most, price, beyond: counts.beyond(), counts };
        self.search.run_limited(frame, &self.graph, &limit, &mut self.path)?;
        Some(self.answer(position))
    }
}

/// The price that makes the bound lowest, and the weights less that price.
fn best_price(
    frame: &Frame,
    graph: &mut Graph,
    position: &Position<'_>,
    most: u32,
    count: u32,
) -> Option<(u32, Weights)> {
    let mut prices: Vec<u32> = (0..Card::NATURAL)
        .filter(|&i| position.hand[i] > 0)
        .map(|i| position.weights[i])
        .filter(|&w| w.checked_mul(2 * count).is_some_and(|sum| i32::try_from(sum).is_ok()))
        .chain([0])
        .collect();
    prices.sort_unstable();
    prices.dedup();
    prices
        .into_iter()
        .filter_map(|price| {
            // The weights may be negative now; the graph reads them as such.
            let weights = position.weights.map(|w| w.wrapping_sub(price));
            graph.build(frame, &Position { weights: &weights, ..*position }).ok()?;
            graph.settle(frame, 0, graph.len);
            let bound = i64::from(graph.bound) + i64::from(price) * i64::from(most);
            Some((bound, price, weights))
        })
        .min_by_key(|&(bound, price, _)| (bound, price))
        .map(|(_, price, weights)| (price, weights))
}

/// Every multiset that is contained in `cards`, the empty one first.
fn parts(cards: &Cards) -> Vec<Cards> {
    let mut found = vec![NO_CARDS];
    for card in cards.iter() {
        let with: Vec<Cards> = found
            .iter()
            .filter_map(|part| {
                let mut more = *part;
                more.insert(card).ok()?;
                Some(more)
            })
            .collect();
        for more in with {
            if !found.contains(&more) {
                found.push(more);
            }
        }
    }
    found
}
