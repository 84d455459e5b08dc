//! What a lay is to be best at.

use std::error::Error;
use std::fmt;

use super::TurnRules;
use crate::card::Card;
use crate::code::ErrorCode;
use crate::meld::MeldRules;
use crate::solver::Weights;

/// What a lay is to be best at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective<'a> {
    /// Most cards.
    Cards,
    /// Most points, by the values that the rules give to cards (R6.2).
    Points,
    /// Most of what the caller says that each card type is worth.
    Weights(&'a Weights),
}

/// An objective that the rules give no worth to, or that is worth too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectiveError {
    /// The rules give this card no points.
    NoPoints(Card),
    /// A hand could be worth more than `i32::MAX`.
    TooHeavy,
}

impl ObjectiveError {
    /// `E_POINTS` or `E_WEIGHTS`.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NoPoints(_) => ErrorCode::Points,
            Self::TooHeavy => ErrorCode::Weights,
        }
    }
}

impl fmt::Display for ObjectiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPoints(card) => write!(f, "the rules give no points to {card}"),
            Self::TooHeavy => {
                write!(f, "all cards of the deck together weigh more than {}", i32::MAX)
            }
        }
    }
}

impl Error for ObjectiveError {}

impl TurnRules {
    /// What laying each card type gains.
    ///
    /// # Errors
    ///
    /// [`ObjectiveError`] if a card in play has no points, or if all cards of the deck
    /// together are worth more than `i32::MAX`.
    ///
    /// ```
    /// use machiavelli_core::rules::Rules;
    /// use machiavelli_core::turn::{Objective, TurnRules};
    ///
    /// let rules = TurnRules::new(&Rules::preset("modiano")?);
    /// let points = rules.weights(Objective::Points)?;
    /// assert_eq!(points[..13], [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weights<'a>(&'a self, objective: Objective<'a>) -> Result<&'a Weights, ObjectiveError> {
        match objective {
            Objective::Cards => Ok(&[1; Card::COUNT]),
            Objective::Points => {
                self.points.as_ref().map_err(|&card| ObjectiveError::NoPoints(card))
            }
            Objective::Weights(weights) => {
                let heaviest = heaviest_hand(self.melds(), weights);
                let fits = heaviest <= i32::MAX.unsigned_abs().into();
                fits.then_some(weights).ok_or(ObjectiveError::TooHeavy)
            }
        }
    }
}

/// What all cards of the deck are worth together.
fn heaviest_hand(rules: &MeldRules, weights: &Weights) -> u64 {
    let worth = |card: Card| u64::from(weights[card.index()]) * rules.copies_of(card) as u64;
    Card::all().map(worth).sum()
}
