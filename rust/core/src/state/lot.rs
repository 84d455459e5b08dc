//! The lot that finds the first dealer.

use super::deck::all_cards;
use super::{Chance, House, Seat, Seats, SetupError};
use crate::card::{Card, Rank};
use crate::meld::MeldRules;
use crate::rules::FirstDealer;

/// How the first dealer was found by lot (R2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    draws: Vec<Vec<(Seat, Card)>>,
    dealer: Seat,
}

impl Lot {
    /// Lets each of these seats draw a card from a shuffled deck, and those with equal lowest cards
    /// again from the deck shuffled anew, until one card is lowest; `None` without seats.
    pub fn draw(rules: &MeldRules, seats: Seats, chance: &mut Chance) -> Option<Self> {
        let mut cards: Vec<Card> = all_cards(rules).iter().collect();
        let mut draws = Vec::new();
        let mut left = seats;
        loop {
            chance.shuffle(&mut cards);
            let drawn: Vec<_> = left.iter().zip(cards.iter().copied()).collect();
            left = lowest(&drawn);
            draws.push(drawn);
            if left.len() <= 1 {
                return left.iter().next().map(|dealer| Self { draws, dealer });
            }
        }
    }

    /// What was drawn, round by round.
    pub fn draws(&self) -> &[Vec<(Seat, Card)>] {
        &self.draws
    }

    /// Who deals first.
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }
}

impl House {
    /// Who deals first of so many players: the one who is named, or else by lot where the rules say
    /// so (R2.3).
    ///
    /// # Errors
    ///
    /// [`SetupError::Rules`] if the rules cannot be played by so many; [`SetupError::Seat`] if the
    /// number that is named is that of no player's seat; [`SetupError::NoDealer`] if nobody is named, and the rules name nobody either or there is no
    /// seed for the lot.
    pub fn first_dealer(
        &self,
        players: usize,
        named: Option<usize>,
        seed: Option<u64>,
    ) -> Result<Seat, SetupError> {
        self.rules().check_players(players)?;
        let seats = Seats::first(players);
        if let Some(named) = named {
            return Ok(seats.find(named)?);
        }
        let by_lot = self.rules().options().first_dealer == FirstDealer::LowestCard;
        let lot = || {
            let mut chance = Chance::of_lot(seed.filter(|_| by_lot)?);
            Lot::draw(self.melds(), seats, &mut chance)
        };
        Ok(lot().ok_or(SetupError::NoDealer)?.dealer())
    }
}

/// Who drew the lowest rank: one seat, which deals, or several, which draw again (R2.3).
///
/// The ace is lowest; the joker, of which the rules say nothing, is higher than the king.
///
/// ```
/// use machiavelli_core::state::{Seat, lowest};
///
/// let cards = ["3h".parse()?, "3c".parse()?, "Kd".parse()?];
/// let drawn: Vec<_> = Seat::all().zip(cards).collect();
/// assert_eq!(lowest(&drawn).to_string(), "0 1");
/// # Ok::<(), machiavelli_core::ParseError>(())
/// ```
pub fn lowest(drawn: &[(Seat, Card)]) -> Seats {
    let height = |card: Card| card.rank().map_or(usize::MAX, Rank::index);
    let least = drawn.iter().map(|&(_, card)| height(card)).min();
    drawn.iter().filter(|&&(_, card)| Some(height(card)) == least).map(|&(seat, _)| seat).collect()
}
