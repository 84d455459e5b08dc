//! A position that owns its cards, its text, and the check of an answer to it.

use std::fmt;

use machiavelli_core::solver::{Answer, Question, Requirement, Solver, Weights};
use machiavelli_core::{Card, Cards};

use crate::oracle::{House, Oracle};

/// Every card is worth one: the most cards win.
pub(crate) const CARDS: Weights = [1; Card::COUNT];

/// The card values of R6.2: pips, ten for `T J Q K`, eleven for an ace.
pub(crate) fn points() -> Weights {
    std::array::from_fn(|i| if i % 13 == 0 { 11 } else { (i as u32 % 13 + 1).min(10) })
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Position {
    pub(crate) table: Cards,
    pub(crate) hand: Cards,
    pub(crate) open: Cards,
    pub(crate) weights: Weights,
    pub(crate) at_most: Option<u32>,
    pub(crate) requirement: Requirement,
}

impl Position {
    /// The most cards, with no strings attached.
    pub(crate) const fn new(table: Cards, hand: Cards) -> Self {
        Self {
            table,
            hand,
            open: Cards::EMPTY,
            weights: CARDS,
            at_most: None,
            requirement: Requirement::None,
        }
    }

    pub(crate) const fn question(&self) -> Question<'_> {
        Question {
            table: &self.table,
            hand: &self.hand,
            open: &self.open,
            weights: &self.weights,
            at_most: self.at_most,
            requirement: self.requirement,
        }
    }

    /// The positions with one string less, or without one of these parts.
    pub(crate) fn smaller(&self, parts: &[Cards]) -> Vec<Self> {
        let mut found = Vec::new();
        for few in parts {
            let [mut table, mut hand, mut open] = [*self; 3];
            table.table = self.table.difference(few);
            hand.hand = self.hand.difference(few);
            open.open = self.open.difference(few);
            found.extend([table, hand, open]);
        }
        let [mut weights, mut at_most, mut requirement] = [*self; 3];
        weights.weights = CARDS;
        at_most.at_most = None;
        requirement.requirement = Requirement::None;
        found.extend([weights, at_most, requirement]);
        found.retain(|it| it != self);
        found
    }

    /// The answer, if it keeps all that it promises but to be the best.
    pub(crate) fn ask(
        &self,
        solver: &mut Solver,
        oracle: &Oracle,
    ) -> Result<Option<Answer>, String> {
        let Some(answer) = solver.solve(&self.question()) else { return Ok(None) };
        let Answer { value, laid, opened } = answer;
        let worth: u32 = laid.iter().map(|card| self.weights[card.index()]).sum();
        let opens = match self.requirement {
            Requirement::None => true,
            Requirement::OwnMeld => oracle.melds.iter().any(|meld| meld.cards.is_subset(&laid)),
            Requirement::Points(least) => oracle.opening_points(&laid, 0) >= least.into(),
        };
        let complaint = if !laid.is_subset(&self.hand) {
            "lays cards that are not in the hand"
        } else if !opened.is_subset(&self.open) {
            "uses open cards that are not there"
        } else if self.at_most.is_some_and(|most| laid.len() > most as usize) {
            "lays too many cards"
        } else if worth != value {
            "does not lay what it says"
        } else if solver.solve_melds(&self.question()) != Some(answer) {
            "is another one where the table is known to be melds"
        } else if laid.is_empty() && !opened.is_empty() {
            "moves open cards without laying"
        } else if !laid.is_empty() && !opens {
            "does not open"
        } else {
            let all = self.table.saturating_add(&laid).saturating_add(&opened);
            return arrangement(solver, oracle, &all)
                .map(|_| Some(answer))
                .map_err(|complaint| format!("{answer:?}: {complaint}"));
        };
        Err(format!("{answer:?} {complaint}"))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table: {}; hand: {}; open: {}; ", self.table, self.hand, self.open)?;
        write!(f, "at most: {:?}; {:?}", self.at_most, self.requirement)?;
        if self.weights == CARDS {
            return f.write_str("; cards");
        }
        f.write_str("; weights:")?;
        self.hand.iter().try_for_each(|card| write!(f, " {card} {}", self.weights[card.index()]))
    }
}

/// The melds into which the solver splits these cards, if they are legal and use each card once.
pub(crate) fn arrangement(
    solver: &mut Solver,
    oracle: &Oracle,
    cards: &Cards,
) -> Result<Vec<Cards>, String> {
    let mut melds: Vec<Cards> = Vec::new();
    if !solver.arrange(cards, &mut |meld| melds.push(meld.iter().copied().collect_cards())) {
        return Err(format!("finds no arrangement of {cards}"));
    }
    let used = melds.iter().fold(Cards::EMPTY, |sum, meld| sum.saturating_add(meld));
    if used != *cards {
        return Err(format!("arranges {cards} into {melds:?}"));
    }
    for meld in &melds {
        let same = melds.iter().filter(|other| *other == meld).count();
        let most: usize =
            oracle.melds.iter().filter(|known| known.cards == *meld).map(|known| known.most).sum();
        if same > most {
            return Err(format!("arranges {cards} with {same} of {meld}, of which {most} may lie"));
        }
    }
    Ok(melds)
}

pub(crate) trait CollectCards: Iterator<Item = Card> + Sized {
    fn collect_cards(self) -> Cards {
        crate::oracle::pick(self.map(Card::index))
    }
}

impl<I: Iterator<Item = Card>> CollectCards for I {}

/// The rules of a house, ready to ask under.
pub(crate) struct Bench {
    pub(crate) oracle: Oracle,
    pub(crate) solver: Solver,
}

impl Bench {
    pub(crate) fn new(house: &House) -> Self {
        Self { oracle: Oracle::new(house), solver: Solver::new(&house.rules()) }
    }

    /// The answer's value, `None` if the table cannot be arranged.
    ///
    /// # Panics
    ///
    /// If the answer breaks a promise.
    #[track_caller]
    pub(crate) fn value(&mut self, position: &Position) -> Option<u32> {
        match position.ask(&mut self.solver, &self.oracle) {
            Ok(answer) => answer.map(|answer| answer.value),
            Err(complaint) => panic!("{position:?}\n{complaint}"),
        }
    }
}
