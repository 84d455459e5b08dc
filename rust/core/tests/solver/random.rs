//! Small random positions under houses of every kind, against the oracle.

use std::panic::{AssertUnwindSafe, catch_unwind};

use machiavelli_core::solver::{Requirement, Solver};
use machiavelli_core::{Card, Cards};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::oracle::{House, Oracle, pick};
use crate::position::{CARDS, Position, points};
use crate::some;

/// Which part of the pack a position is drawn from, so that its cards meet.
#[derive(Clone, Copy)]
struct Shape {
    ranks: (usize, usize),
    suits: (usize, usize),
    melds: usize,
    hand: usize,
}

/// Draws positions under one house.
pub(crate) struct Dealer<'a> {
    pub(crate) house: &'a House,
    pub(crate) oracle: &'a Oracle,
    pub(crate) rng: ChaCha8Rng,
}

impl Dealer<'_> {
    /// A window of neighbouring ranks, the king and the ace being neighbours, in some suits.
    fn part(&mut self, shape: Shape) -> Cards {
        let ranks = self.house.ranks();
        let wide = self.rng.random_range(shape.ranks.0..=shape.ranks.1).min(ranks.len());
        let from = self.rng.random_range(0..ranks.len());
        let many = self.rng.random_range(shape.suits.0..=shape.suits.1);
        let skip = self.rng.random_range(0..4);
        pick((0..many).flat_map(|suit| {
            let ranks = &ranks;
            let packs = usize::from(self.house.packs);
            (from..from + wide)
                .map(move |i| 13 * ((suit + skip) % 4) + ranks[i % ranks.len()])
                .flat_map(move |card| std::iter::repeat_n(card, packs))
        }))
    }

    /// Some cards of a multiset.
    pub(crate) fn some(&mut self, of: &Cards, most: usize) -> Cards {
        let (mut left, mut some) = (*of, Cards::EMPTY);
        for _ in 0..self.rng.random_range(0..=most) {
            if let Some(&card) = left.iter().collect::<Vec<_>>().choose(&mut self.rng) {
                left.remove(card);
                some = some.saturating_add(&pick(std::iter::once(card.index())));
            }
        }
        some
    }

    /// Random melds of these cards, as many as are drawn, and what is left.
    pub(crate) fn table(&mut self, of: &Cards, most: usize) -> (Vec<Cards>, Cards) {
        let (mut left, mut melds) = (*of, Vec::new());
        for _ in 0..self.rng.random_range(0..=most) {
            let oracle = self.oracle;
            let legal = oracle.melds.iter().map(|meld| meld.cards).filter(|m| m.is_subset(&left));
            if let Some(&meld) = legal.collect::<Vec<_>>().choose(&mut self.rng) {
                left = left.difference(&meld);
                melds.push(meld);
            }
        }
        (melds, left)
    }

    fn position(&mut self, shape: Shape) -> Position {
        let part = self.part(shape);
        let (mut melds, left) = self.table(&part, shape.melds);
        let mut hand = self.some(&left, shape.hand);
        let twin = melds.choose(&mut self.rng).copied().unwrap_or_default();
        if self.rng.random_bool(0.25) && twin.is_subset(&left) {
            hand = self.some(&hand, 3).union(&twin);
        } else if self.rng.random_bool(0.4) {
            // A meld to open with.
            hand = self.some(&hand, 4).saturating_add(&melds.pop().unwrap_or_default());
        }
        let mut table = melds.iter().fold(Cards::EMPTY, |sum, meld| sum.saturating_add(meld));
        let mut left = left.difference(&hand);
        if self.rng.random_bool(0.05) {
            // Hardly ever a table that can be arranged.
            let odd = self.some(&left, 2);
            table = table.saturating_add(&odd);
            left = left.difference(&odd);
        }
        let mut position = Position::new(table, hand);
        if self.rng.random_bool(0.25) {
            position.open = self.some(&left, 3);
        }
        if self.rng.random_bool(0.3) {
            position.at_most = Some(self.rng.random_range(0..=hand.len() as u32));
        }
        position.requirement = match self.rng.random_range(0..10) {
            0 | 1 => Requirement::OwnMeld,
            2 => Requirement::Points(self.rng.random_range(1..=60)),
            _ => Requirement::None,
        };
        position.weights = match self.rng.random_range(0..4) {
            0 => points(),
            1 => std::array::from_fn(|_| self.rng.random_range(0..4)),
            2 => std::array::from_fn(|_| self.rng.random_range(0..5_000_000)),
            _ => CARDS,
        };
        position
    }
}

/// What is wrong with the solver's answer, if anything.
fn disagreement(house: &House, solver: &mut Solver, position: &Position) -> Option<String> {
    let mut oracle = Oracle::new(house);
    let answer = catch_unwind(AssertUnwindSafe(|| position.ask(solver, &oracle)))
        .unwrap_or_else(|_| Err("panics".into()));
    match answer {
        Err(complaint) => Some(complaint),
        Ok(answer) => {
            let (found, best) = (answer.map(|it| it.value), oracle.best(&position.question()));
            (found != best).then(|| format!("finds {found:?}, the best is {best:?}"))
        }
    }
}

/// A smaller position with a disagreement.
fn shrink(house: &House, mut position: Position) -> Position {
    let wrong = |position: &Position| {
        disagreement(house, &mut Solver::new(&house.rules()), position).is_some()
    };
    let melds: Vec<Cards> = Oracle::new(house).melds.iter().map(|meld| meld.cards).collect();
    let singles = Card::all_natural().map(|card| pick(std::iter::once(card.index())));
    let parts: Vec<Cards> = melds.into_iter().chain(singles).collect();
    while let Some(smaller) = position.smaller(&parts).into_iter().find(wrong) {
        position = smaller;
    }
    position
}

/// Compares positions of this shape under houses of every kind.
fn compare(seed: u64, each: usize, shape: Shape) {
    let all = House::all();
    let (houses, each) = some(&all, seed, each);
    for (i, house) in houses.enumerate() {
        let oracle = Oracle::new(house);
        let rng = ChaCha8Rng::seed_from_u64(seed << 32 | i as u64);
        let mut dealer = Dealer { house, oracle: &oracle, rng };
        let mut solver = Solver::new(&house.rules());
        for _ in 0..each {
            let position = dealer.position(shape);
            if let Some(complaint) = disagreement(house, &mut solver, &position) {
                let small = shrink(house, position);
                let why = disagreement(house, &mut Solver::new(&house.rules()), &small);
                panic!("{house:?}\n{position:?}\n{complaint}\nin small: {small:?}\n{why:?}");
            }
        }
    }
}

#[test]
fn crowded_tables() {
    compare(1, 3, Shape { ranks: (3, 6), suits: (3, 4), melds: 4, hand: 7 });
}

#[test]
fn one_or_two_suits() {
    compare(2, 3, Shape { ranks: (5, 13), suits: (1, 2), melds: 4, hand: 8 });
}

#[test]
fn the_whole_pack() {
    compare(3, 3, Shape { ranks: (13, 13), suits: (4, 4), melds: 5, hand: 7 });
}

#[test]
fn few_cards() {
    compare(4, 6, Shape { ranks: (3, 5), suits: (1, 4), melds: 2, hand: 4 });
}
