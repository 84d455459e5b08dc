//! The best lay from a position, and the table it leaves.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use super::{Objective, ObjectiveError, Position, PositionError, TurnRules};
use crate::card::{Card, Placed};
use crate::cards::Cards;
use crate::code::ErrorCode;
use crate::meld::Meld;
use crate::solver::{Answer, JokerQuestion, JokerTable, Question, Release, Solver, Split};
use crate::table::Table;

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// What the lay is to be best at.
    pub objective: Objective<'a>,
    /// Hand cards to hold back.
    pub keep: &'a Cards,
    /// Lay no more than so many cards; the rules may say less (R4.5).
    pub at_most: Option<u32>,
}

impl Default for Wish<'_> {
    /// The most cards, whichever they are.
    fn default() -> Self {
        Self { objective: Objective::Cards, keep: &Cards::EMPTY, at_most: None }
    }
}

/// The best lay from a position; [`TurnRules::arrange`] gives the table it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lay {
    /// What leaves the hand; nothing if nothing can be laid.
    pub laid: Cards,
    /// The open cards that are used.
    pub used: Cards,
    /// What is laid is worth so much.
    pub value: u32,
    /// Whether the hand is empty afterwards.
    pub goes_out: bool,
    way: Way,
}

/// What is known of the way in which the cards of a lay are arranged.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Way {
    Unknown,
    Split(Split),
    WithJokers(Arc<JokerTable>),
}

impl Lay {
    fn new(position: &Position<'_>, best: &Answer, way: Way) -> Self {
        let Answer { value, laid, opened: used } = *best;
        Self { laid, used, value, goes_out: laid == *position.hand, way }
    }
}

/// A table after a lay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// The melds, and the open cards that still lie alone.
    pub table: Table,
    /// The jokers that were released, where they lay and where they lie now.
    pub released: Vec<Release>,
}

/// A question that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayError {
    /// The position cannot be played.
    Position(PositionError),
    /// There is no such objective.
    Objective(ObjectiveError),
    /// These cards are to be kept or laid, but are not in the hand.
    NotInHand(Cards),
}

impl LayError {
    /// The code of the position or objective, or `E_NOT_IN_HAND`.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Position(error) => error.code(),
            Self::Objective(error) => error.code(),
            Self::NotInHand(_) => ErrorCode::NotInHand,
        }
    }
}

impl fmt::Display for LayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Objective(error) => error.fmt(f),
            Self::NotInHand(cards) => write!(f, "not in the hand: {cards}"),
        }
    }
}

impl Error for LayError {}

impl TurnRules {
    /// The best lay from a position that keeps to the rules, found with a solver made for the
    /// rules' [`melds`](Self::melds).
    ///
    /// Among several best lays it finds the same one whenever and wherever it is asked.
    ///
    /// # Errors
    ///
    /// [`LayError`] if the position cannot be played, if a card has no worth under the objective, or
    /// if cards to keep are not in the hand.
    ///
    /// ```
    /// use machiavelli_core::rules::Rules;
    /// use machiavelli_core::solver::Solver;
    /// use machiavelli_core::turn::{Position, TurnRules, Wish};
    /// use machiavelli_core::{Cards, Table};
    ///
    /// let rules = TurnRules::new(&Rules::preset("modiano")?);
    /// let mut solver = Solver::new(rules.melds());
    /// let table: Table = "9c 9d 9h 9s | Tc Td Th Ts".parse()?;
    /// let hand: Cards = "Jh".parse()?;
    /// let position = Position { table: &table, hand: &hand, open: &Cards::EMPTY, opened: true };
    /// let lay = rules.best_lay(&mut solver, &position, &Wish::default())?;
    /// assert!(lay.goes_out);
    /// let after = rules.arrange(&mut solver, &position, &lay);
    /// assert_eq!(after.to_string(), "9c 9d 9s | Tc Td Ts | 9h Th Jh");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_lay(
        &self,
        solver: &mut Solver,
        position: &Position<'_>,
        wish: &Wish<'_>,
    ) -> Result<Lay, LayError> {
        position.check(self).map_err(LayError::Position)?;
        self.best_lay_from_valid(solver, position, wish)
    }

    /// The same from a position that is known to be valid.
    pub(crate) fn best_lay_from_valid(
        &self,
        solver: &mut Solver,
        position: &Position<'_>,
        wish: &Wish<'_>,
    ) -> Result<Lay, LayError> {
        let weights = self.weights(wish.objective).map_err(LayError::Objective)?;
        let missing = wish.keep.difference(position.hand);
        if !missing.is_empty() {
            return Err(LayError::NotInHand(missing));
        }
        let hand = position.hand.difference(wish.keep);
        let question = Question {
            table: position.table.melded(),
            hand: &hand,
            open: position.open,
            weights,
            at_most: self.at_most(wish.at_most),
            requirement: self.requirement(position.opened),
        };
        let jokers = has_jokers(&question).map_err(LayError::Position)?;
        let most = question.at_most.map_or(hand.len(), |most| hand.len().min(most as usize));
        if most < question.requirement.fewest_cards() {
            return Ok(Lay::new(position, &Answer::NOTHING, Way::Unknown));
        }
        if jokers {
            let best = solver.lay_with_jokers(&self.with_jokers(position, question));
            // A table that only its own jokers spoil leaves nothing to lay.
            let (best, after) = best.unwrap_or((Answer::NOTHING, None));
            let way = after.map_or(Way::Unknown, |after| Way::WithJokers(Arc::new(after)));
            return Ok(Lay::new(position, &best, way));
        }
        // The table is valid, so there is always an answer.
        let (best, split) = solver.solve_and_split(&question).unwrap_or((Answer::NOTHING, None));
        Ok(Lay::new(position, &best, split.map_or(Way::Unknown, Way::Split)))
    }

    /// Whether exactly these hand cards can be laid, and no others.
    ///
    /// Laying nothing is possible.
    ///
    /// # Errors
    ///
    /// [`LayError`] if the position cannot be played or the cards are not in the hand.
    pub fn can_lay(
        &self,
        solver: &mut Solver,
        position: &Position<'_>,
        cards: &Cards,
    ) -> Result<bool, LayError> {
        position.check(self).map_err(LayError::Position)?;
        let missing = cards.difference(position.hand);
        if !missing.is_empty() {
            return Err(LayError::NotInHand(missing));
        }
        let question = Question {
            table: position.table.melded(),
            hand: cards,
            open: position.open,
            weights: &[0; Card::COUNT],
            at_most: self.at_most(None),
            requirement: self.requirement(position.opened),
        };
        if cards.is_empty() {
            return Ok(true);
        }
        Ok(if has_jokers(&question).map_err(LayError::Position)? {
            solver.can_lay_with_jokers(&self.with_jokers(position, question))
        } else {
            solver.can_lay(&question)
        })
    }

    /// The question with what matters only to jokers.
    pub(super) fn with_jokers<'a>(
        &self,
        position: &Position<'a>,
        cards: Question<'a>,
    ) -> JokerQuestion<'a> {
        JokerQuestion {
            entries: position.table.entries(),
            cards,
            laws: self.joker_laws(),
            opened: position.opened,
        }
    }

    /// A valid table after a lay: melds in canonical order, or as they were if nothing is laid,
    /// then the open cards that still lie alone.
    ///
    /// `lay` is what [`best_lay`](Self::best_lay) found from this position.
    ///
    /// # Panics
    ///
    /// If it is another lay, which this position does not allow.
    pub fn arrange(&self, solver: &mut Solver, position: &Position<'_>, lay: &Lay) -> Table {
        self.follow(solver, position, lay).table
    }

    /// The same table, and the jokers that were released on the way to it (R5.7).
    ///
    /// # Panics
    ///
    /// If it is another lay, which this position does not allow.
    ///
    /// ```
    /// use machiavelli_core::rules::Rules;
    /// use machiavelli_core::solver::Solver;
    /// use machiavelli_core::turn::{Position, TurnRules, Wish};
    /// use machiavelli_core::{Cards, Table};
    ///
    /// let rules = TurnRules::new(&Rules::preset("agimeg-jokers4")?);
    /// let mut solver = Solver::new(rules.melds());
    /// let (table, hand): (Table, Cards) = ("6c 7c *".parse()?, "8c 4h 5h".parse()?);
    /// let position = Position { table: &table, hand: &hand, open: &Cards::EMPTY, opened: true };
    /// let lay = rules.best_lay(&mut solver, &position, &Wish::default())?;
    /// let after = rules.follow(&mut solver, &position, &lay);
    /// assert_eq!(after.table.to_string(), "6c 7c 8c | 4h 5h *");
    ///
    /// let release = after.released[0];
    /// assert_eq!((release.from, release.by.to_string()), (0, "8c".to_owned()));
    /// assert_eq!((release.to, release.value.to_string()), (1, "6h".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(&self, solver: &mut Solver, position: &Position<'_>, lay: &Lay) -> After {
        if lay.laid.is_empty() {
            let unseen = position.open.difference(position.table.alone());
            let unseen = unseen.iter().map(|card| Meld::new_unchecked([card.into()]));
            let entries = position.table.entries().iter().cloned().chain(unseen).collect();
            return After { table: Table::new_unchecked(entries), released: Vec::new() };
        }
        if let Way::WithJokers(after) = &lay.way {
            let table = complete(position, lay, after.melds.clone());
            return After { table, released: after.released.clone() };
        }
        // The melds that are new are seldom more than two.
        let mut melds: Vec<Meld> = Vec::with_capacity(position.table.entries().len() + 2);
        let mut add = |cards: &[Card]| {
            let mut meld = Meld::new_unchecked(cards.iter().map(|&card| card.into()));
            if self.melds().forbids_twins() {
                // Where layouts are told apart, the same cards can lie again in another order.
                let is_run = cards[0].suit() == cards[1].suit();
                let mut cards: SmallVec<[Placed; 16]> = meld.iter().collect();
                while melds.contains(&meld) {
                    if is_run {
                        cards.reverse();
                    } else {
                        cards.rotate_left(1);
                    }
                    meld = Meld::new_unchecked(cards.iter().copied());
                }
            }
            melds.push(meld);
        };
        let arranged = if let Way::Split(split) = &lay.way {
            solver.lay_out(split, &mut add)
        } else {
            let before = position.table.melded();
            solver.arrange(&before.saturating_add(&lay.laid).saturating_add(&lay.used), &mut add)
        };
        assert!(
            arranged || solver.is_interrupted(),
            "{} cannot be laid from this position",
            lay.laid
        );
        After { table: complete(position, lay, melds), released: Vec::new() }
    }
}

/// Whether there are jokers among the cards of a question.
fn has_jokers(question: &Question<'_>) -> Result<bool, PositionError> {
    let cards = [question.table, question.hand, question.open];
    let count = cards.iter().map(|cards| cards.count(Card::JOKER)).sum();
    if count > JokerQuestion::MOST { Err(PositionError::Jokers(count)) } else { Ok(count > 0) }
}

/// The table with these melds and the open cards that still lie alone.
fn complete(position: &Position<'_>, lay: &Lay, mut melds: Vec<Meld>) -> Table {
    let melded = position.table.melded().saturating_add(&lay.laid).saturating_add(&lay.used);
    let alone = position.open.difference(&lay.used);
    if !alone.is_empty() {
        melds.extend(alone.iter().map(|card| Meld::new_unchecked([card.into()])));
    }
    Table::counted(melds, melded, alone)
}
