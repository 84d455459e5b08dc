//! The best lays of the solver against those that the search of the oracle finds.

use machiavelli_core::rules::{Rules, Values};
use machiavelli_core::solver::{Solver, Weights};
use machiavelli_core::turn::{Objective, TurnRules, Wish};
use machiavelli_core::{Card, Cards, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::dealer::{Dealer, Size};
use crate::houses::{self, test_under_presets};
use crate::oracle::{Oracle, Search, Start};
use crate::{effort, position};

/// What is asked of a position.
#[derive(Debug)]
struct Asked {
    weights: Weights,
    keep: Cards,
    at_most: Option<u32>,
    /// The cards of which is asked whether exactly these can be laid.
    exactly: Cards,
}

/// Rules and what is asked under them.
struct Bench<'a> {
    rules: &'a Rules,
    oracle: Oracle,
    turn_rules: TurnRules,
    solver: Solver,
}

impl<'a> Bench<'a> {
    fn new(rules: &'a Rules) -> Self {
        let turn_rules = TurnRules::new(rules);
        let solver = Solver::new(turn_rules.melds());
        Self { rules, oracle: Oracle::new(rules), turn_rules, solver }
    }

    /// What is wrong with the solver's answers, if anything.
    fn complaint(&mut self, start: &Start, asked: &Asked) -> Option<String> {
        let Asked { weights, keep, at_most, exactly } = asked;
        let most = at_most.map_or(usize::MAX, |most| most as usize);
        let best = self.oracle.best(start, weights, keep, most);
        let (position, solver) = (position(start), &mut self.solver);
        let objective = Objective::Weights(weights);
        let wish = Wish { objective, keep, at_most: *at_most };
        let lay = match self.turn_rules.best_lay(solver, &position, &wish) {
            Ok(lay) => lay,
            Err(error) => return Some(error.to_string()),
        };
        let table = self.turn_rules.arrange(solver, &position, &lay);
        let worth: u32 = lay.laid.iter().map(|card| weights[card.index()]).sum();
        let judged = self.oracle.judge(start, &table);
        let expected = !exactly.is_empty() && self.is_laid(start, exactly);
        let can_lay = self.turn_rules.can_lay(&mut self.solver, &position, exactly);
        if lay.value != best {
            Some(format!("finds {lay:?}, the best is {best}"))
        } else if worth != best || lay.goes_out != (lay.laid == start.hand) {
            Some(format!("does not lay what it says: {lay:?}"))
        } else if !lay.laid.is_subset(&start.hand.difference(keep)) || lay.laid.len() > most {
            Some(format!("lays what it must not: {lay:?}"))
        } else if !lay.laid.is_empty() && judged != Ok(lay.laid) {
            Some(format!("lays {lay:?} with \"{table}\", which is {judged:?}"))
        } else if !exactly.is_empty() && can_lay != Ok(expected) {
            Some(format!("says {can_lay:?} of {exactly}"))
        } else {
            None
        }
    }

    fn is_laid(&self, start: &Start, laid: &Cards) -> bool {
        let cap = self.rules.options().turn_cap.map_or(usize::MAX, usize::from);
        laid.len() <= cap && Search::new(&self.oracle, start).table_after(laid).is_some()
    }

    /// Asks so many questions and panics at the first wrong answer.
    fn compare(&mut self, seed: u64, positions: usize) {
        let oracle = Oracle::new(self.rules);
        let mut dealer = Dealer::new(self.rules.options(), &oracle, seed);
        for _ in 0..positions {
            let start = dealer.start(Size::SMALL);
            let weights = weights(&mut dealer.rng);
            let keep = if dealer.rng.random_bool(0.8) {
                Cards::EMPTY
            } else {
                dealer.some_of(&start.hand)
            };
            let at_most = dealer.rng.random_bool(0.2).then(|| dealer.rng.random_range(0..5));
            let asked = Asked { weights, keep, at_most, exactly: dealer.some_of(&start.hand) };
            if let Some(complaint) = self.complaint(&start, &asked) {
                let (start, asked) = self.shrink(start, asked);
                let small = self.complaint(&start, &asked);
                let Asked { weights, keep, at_most, exactly } = asked;
                let worth: Vec<_> = start.hand.iter().map(|c| (c, weights[c.index()])).collect();
                panic!(
                    "{complaint}\nin small: {}\n{}\n{start:?}\nkeep {keep}, at most {at_most:?}, \
                     exactly {exactly}, worth {worth:?}",
                    small.unwrap_or_default(),
                    self.rules,
                );
            }
        }
    }

    /// A smaller position with a wrong answer.
    fn shrink(&mut self, mut start: Start, mut asked: Asked) -> (Start, Asked) {
        while let Some(found) = smaller(&start).into_iter().find_map(|it| self.wrong(it, &asked)) {
            (start, asked) = found;
        }
        (start, asked)
    }

    /// This position with the plainest question that gets a wrong answer, if any does.
    fn wrong(&mut self, start: Start, asked: &Asked) -> Option<(Start, Asked)> {
        let [keep, exactly] = [asked.keep, asked.exactly].map(|it| it.intersection(&start.hand));
        let plain = Asked { weights: [1; Card::COUNT], keep: Cards::EMPTY, at_most: None, exactly };
        let mut questions = [plain, Asked { keep, exactly, ..*asked }].into_iter();
        questions.find(|it| self.complaint(&start, it).is_some()).map(|asked| (start, asked))
    }
}

/// The position without one of its melds or cards.
fn smaller(start: &Start) -> Vec<Start> {
    let mut found = Vec::new();
    for i in 0..start.table.entries().len() {
        let mut melds = start.table.entries().to_vec();
        melds.remove(i);
        found.push(Start { table: Table::new(melds).expect("few cards"), ..start.clone() });
    }
    for card in Card::all() {
        let [mut held, mut lying] = [start.clone(), start.clone()];
        found.extend(held.hand.remove(card).then_some(held));
        found.extend(lying.open.remove(card).then_some(lying));
    }
    found
}

/// Every card alike, by the usual values, or at random.
fn weights(rng: &mut ChaCha8Rng) -> Weights {
    let usual = |i| Values::default().points(Card::from_index(i).expect("a card")).expect("points");
    match rng.random_range(0..4) {
        0 | 1 => [1; Card::COUNT],
        2 => std::array::from_fn(|i| usual(i).into()),
        _ => std::array::from_fn(|_| rng.random_range(0..5)),
    }
}

/// Compares answers on so many positions under these rules.
fn compare(rules: &Rules, seed: u64, positions: usize) {
    Bench::new(rules).compare(seed, positions);
}

test_under_presets!(compare);

#[test]
fn under_versions_of_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for seed in 0..300 * effort() as u64 {
        compare(&houses::random(&mut rng), seed, 3);
    }
}
