//! Lays of no more than so many cards (R4.5).
//!
//! Where the best lay of any number of cards is too large, the search tells joint states apart by
//! how many cards they have laid. Every card then costs a price, which lowers the bound to what
//! so many cards can be worth: the bound of the cheaper weights plus the price of all cards that
//! may be laid. Laying fewer loses the price of each. The price is chosen so that the bound is
//! lowest, as in Lagrangian relaxation.
//!
//! That is quick for hands of usual size. Where it takes long, it is done as with jokers, of which there
//! are none: there prices of the cards in sets make the bound much lower
//! ([`charge`](super::jokers)).

use crate::card::Card;
use crate::cards::Cards;
use crate::solver::graph::Graph;
use crate::solver::outline::{Frame, Position};
use crate::solver::path::End;
use crate::solver::search::Limit;
use crate::solver::{Answer, NO_CARDS, Question, Solver, Table, Weights};

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
        if most == 0 {
            return self.best(&Question { hand: &NO_CARDS, ..*question }, Table::Known);
        }
        let position = question.position();
        let count = question.hand.len() as u32;
        let most = most.min(count);
        let mut counts = self.counts.take().unwrap_or_default();
        let mut end = self.capped_in(None, &position, most, count, &mut counts);
        if end == End::Found
            && let Some(strict) = self.strict.take()
        {
            if self.runs().is_none() {
                end = self.capped_in(Some(&strict), &position, most, count, &mut counts);
            }
            self.strict = Some(strict);
        }
        self.counts = Some(counts);
        match end {
            End::Found => Some(self.answer(&position)),
            End::Hopeless => None,
            End::Unfinished => self.solve_with_charge(question, most),
        }
    }

    fn capped_in(
        &mut self,
        strict: Option<&Frame>,
        position: &Position<'_>,
        most: u32,
        count: u32,
        counts: &mut Graph,
    ) -> End {
        let frame = strict.unwrap_or(&self.frame);
        if counts.build(frame, &Position { weights: &COUNT, ..*position }).is_err() {
            return End::Hopeless;
        }
        counts.settle(frame, 0, counts.len);
        let Some((price, weights)) = best_price(frame, &mut self.graph, position, most, count)
        else {
            return End::Hopeless;
        };
        if self.graph.build(frame, &Position { weights: &weights, ..*position }).is_err() {
            return End::Hopeless;
        }
        self.graph.settle(frame, 0, self.graph.len);
        let limit = Limit { most, price, beyond: counts.beyond(), counts };
        let states = self.limited_states;
        self.search.run_limited(frame, &self.graph, &limit, states, &mut self.path)
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

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::meld::MeldRules;
    use crate::rules::Rules;
    use crate::solver::Requirement;

    /// Houses that differ in what a limit meets.
    const RULES: [&str; 7] = [
        "modiano",
        "modiano(wrap=true)",
        "modiano(decks=3, ace=high)",
        "wikipedia",
        "wikipedia(wrap=true, run_max=5)",
        "modiano(run_max=14)",
        "modiano(pack=neapolitan40, decks=3)",
    ];

    /// Cards of the packs, of which some lie in melds.
    fn position(rng: &mut ChaCha8Rng, rules: &MeldRules) -> (Cards, Cards) {
        let mut left: Vec<Card> = Card::all_natural()
            .flat_map(|card| std::iter::repeat_n(card, rules.copies_of(card)))
            .collect();
        let mut hand = Cards::EMPTY;
        for _ in 0..rng.random_range(5..30) {
            hand.insert(left.swap_remove(rng.random_range(0..left.len()))).unwrap();
        }
        let mut table = Cards::EMPTY;
        for _ in 0..rng.random_range(0..60.min(left.len())) {
            table.insert(left.swap_remove(rng.random_range(0..left.len()))).unwrap();
        }
        // What can lie alone of these cards is the table.
        let question = Question {
            table: &NO_CARDS,
            hand: &table,
            open: &NO_CARDS,
            weights: &COUNT,
            at_most: None,
            requirement: Requirement::None,
        };
        let table = Solver::new(rules).solve(&question).map_or(NO_CARDS, |answer| answer.laid);
        (table, hand)
    }

    #[test]
    fn charging_changes_no_value() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for text in RULES {
            let rules = MeldRules::new(&text.parse::<Rules>().unwrap());
            let [mut usual, mut graphs, mut charging] = [(); 3].map(|()| Solver::new(&rules));
            (graphs.limited_states, charging.limited_states) = (u32::MAX, 0);
            for _ in 0..400 {
                let (table, hand) = position(&mut rng, &rules);
                let open: Cards =
                    if rng.random_range(0..8) == 0 { "7c 8h".parse().unwrap() } else { NO_CARDS };
                let most = rng.random_range(1..=10);
                let mut weights = [1; Card::COUNT];
                let top = [2, 10, 1_000_000][rng.random_range(0..3)];
                if rng.random() {
                    weights = std::array::from_fn(|_| rng.random_range(0..top));
                }
                let question = Question {
                    table: &table,
                    hand: &hand,
                    open: &open,
                    weights: &weights,
                    at_most: Some(most),
                    requirement: Requirement::None,
                };
                let expected = graphs.solve(&question).map(|best| best.value);
                for solver in [&mut usual, &mut charging] {
                    let best = solver.solve(&question);
                    let value = best.map(|best| best.value);
                    assert_eq!(
                        value, expected,
                        "{text}: {table} | {hand} | {open}, {most}: {weights:?}"
                    );
                    assert!(best.is_none_or(|best| best.laid.len() <= most as usize));
                }
            }
        }
    }
}
