//! Which cards the deck has.

use std::error::Error;
use std::fmt;

use super::MeldRules;
use crate::card::Card;
use crate::cards::Cards;
use crate::code::ErrorCode;

/// Cards that the deck does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// The pack lacks this rank.
    NotInPack(Card),
    /// The rules have no jokers.
    NoJokers,
    /// There are fewer copies.
    TooManyCopies {
        /// The card.
        card: Card,
        /// How often it occurs.
        count: usize,
        /// How many there are.
        copies: usize,
    },
}

impl DeckError {
    /// `E_CARD`, `E_JOKER_OFF` or `E_TOO_MANY_COPIES`.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NotInPack(_) => ErrorCode::Card,
            Self::NoJokers => ErrorCode::JokerOff,
            Self::TooManyCopies { .. } => ErrorCode::TooManyCopies,
        }
    }
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInPack(card) => write!(f, "the pack has no {card}"),
            Self::NoJokers => write!(f, "these rules have no jokers"),
            Self::TooManyCopies { card, count, copies } => {
                write!(f, "{card} is there {count} times, the deck has {copies}")
            }
        }
    }
}

impl Error for DeckError {}

impl MeldRules {
    /// Whether the deck holds the cards of all these parts together.
    ///
    /// # Errors
    ///
    /// [`DeckError`] names the first card in index order of which there are too many.
    pub fn check_deck(&self, parts: &[&Cards]) -> Result<(), DeckError> {
        // Sums that end at 255 are soon made, and say where to look.
        let all = parts.iter().fold(Cards::EMPTY, |all, part| all.saturating_add(part));
        for card in Card::all() {
            let copies = self.copies_of(card);
            if all.count(card) > copies.min(254) {
                let count = parts.iter().map(|part| part.count(card)).sum();
                if count > copies {
                    return Err(match copies {
                        0 if card.is_joker() => DeckError::NoJokers,
                        0 => DeckError::NotInPack(card),
                        _ => DeckError::TooManyCopies { card, count, copies },
                    });
                }
            }
        }
        Ok(())
    }

    /// How many copies of a card the deck has.
    pub fn copies_of(&self, card: Card) -> usize {
        let copies = match card.rank() {
            Some(rank) if !self.ranks[rank.index()] => 0,
            Some(_) => self.copies,
            None => self.jokers.count,
        };
        usize::from(copies)
    }
}
