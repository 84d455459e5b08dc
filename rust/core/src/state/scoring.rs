//! What cards left in hand cost, and what a deal comes to.

use super::{House, Seat, Seats, State};
use crate::card::Card;
use crate::cards::Cards;
use crate::rules::{ExhaustionScore, Options, Score};

/// Penalty points by seat; 0 for whoever does not play.
pub type Scores = [u32; Seat::COUNT];

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DealEnd {
    /// Somebody went out (R4.13).
    WentOut,
    /// The stock was empty at the end of a turn (R4.15).
    StockEmpty,
    /// Somebody had to draw and could not (R4.15).
    FailedDraw,
    /// For a whole round nobody could draw and nobody laid (R4.15).
    Standstill,
}

impl DealEnd {
    /// All ways in which a deal ends.
    pub const ALL: &'static [Self] =
        &[Self::WentOut, Self::StockEmpty, Self::FailedDraw, Self::Standstill];

    /// `went out`, `stock empty`, `failed draw` or `standstill`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WentOut => "went out",
            Self::StockEmpty => "stock empty",
            Self::FailedDraw => "failed draw",
            Self::Standstill => "standstill",
        }
    }
}

/// What a deal came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// How it ended.
    pub end: DealEnd,
    /// Who won it: whoever went out (R6.1, R4.14), else whoever holds the fewest cards (R6.9).
    pub winners: Seats,
    /// What each player scores.
    pub scores: Scores,
}

/// What each card type costs in hand (R6.2).
pub(super) fn costs(o: &Options) -> [u32; Card::COUNT] {
    let cost = |card: Card| match o.score {
        Score::Flat => Some(o.flat_value),
        Score::Value => o.values.points(card),
        Score::Category => o.category_values.unwrap_or_default().points(card),
    };
    // Rules without points for a card in play are refused, so a card without any is not in play.
    let mut costs = [0; Card::COUNT];
    for card in Card::all() {
        costs[card.index()] = cost(card).map_or(0, u32::from);
    }
    costs
}

impl House {
    /// Penalty points for the cards of a hand (R6.2).
    ///
    /// ```
    /// use machiavelli_core::rules::Rules;
    /// use machiavelli_core::state::House;
    ///
    /// let tahiti = House::new(Rules::preset("tahiti")?);
    /// assert_eq!(tahiti.score(&"* Ac Kd".parse()?), 51);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(&self, hand: &Cards) -> u32 {
        hand.counts().iter().zip(self.costs()).map(|(&n, cost)| u32::from(n) * cost).sum()
    }
}

impl State {
    /// What the deal comes to if it ends now.
    pub(super) fn outcome_of(&self, end: DealEnd) -> Outcome {
        let held = |seat: Seat| self.hand(seat).len();
        let winners = if end == DealEnd::WentOut {
            self.out
        } else {
            let fewest = self.players.iter().map(held).min();
            self.players.iter().filter(|&seat| Some(held(seat)) == fewest).collect()
        };
        let spared = match self.house.rules().options().exhaustion_score {
            ExhaustionScore::WinnerZero => winners,
            ExhaustionScore::Own => Seats::EMPTY,
        };
        let mut scores = [0; Seat::COUNT];
        // Whoever went out holds nothing, and so scores nothing.
        for seat in (self.players - spared).iter() {
            scores[seat.index()] = self.house.score(self.hand(seat));
        }
        Outcome { end, winners, scores }
    }
}
