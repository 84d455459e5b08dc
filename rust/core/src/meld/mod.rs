//! Melds: sets and runs.

mod classify;
mod deck;
mod error;
mod reading;
mod rules;
mod run;

use smallvec::SmallVec;

use crate::card::{Card, Placed};
use crate::cards::{Cards, Overflow};

pub use deck::DeckError;
pub use error::MeldError;
pub use reading::{JokerReading, MeldKey, MeldKind, MeldReading};
pub use rules::{JokerRules, Layout, MeldRules};

/// Cards that lie together, from left to right as they are laid out.
///
/// It is data and need not be legal: [`MeldRules::classify`] tells. It may even be empty, and holds
/// each card type at most 255 times. Up to 16 cards are stored in place.
///
/// # Equality
///
/// Melds are equal if they are laid out alike, declared jokers included. The order is that of the
/// layouts, card by card.
///
/// ```
/// use machiavelli_core::Meld;
///
/// let meld: Meld = "10♣ *=jc qc".parse()?;
/// assert_eq!(meld.to_string(), "Tc *=Jc Qc");
/// assert_eq!(meld.cards().to_string(), "Tc Qc *");
/// # Ok::<(), machiavelli_core::ParseError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meld {
    cards: SmallVec<[Placed; 16]>,
}

impl Meld {
    /// The meld with these cards from left to right.
    ///
    /// # Errors
    ///
    /// [`Overflow`] if a card type occurs more than 255 times.
    pub fn new(cards: impl IntoIterator<Item = Placed>) -> Result<Self, Overflow> {
        let meld = Self::new_unchecked(cards);
        let mut counted = Cards::EMPTY;
        meld.iter().try_for_each(|placed| counted.insert(placed.card()))?;
        Ok(meld)
    }

    /// The meld with these cards, of which no type occurs more than 255 times.
    pub(crate) fn new_unchecked(cards: impl IntoIterator<Item = Placed>) -> Self {
        Self { cards: cards.into_iter().collect() }
    }

    /// Number of cards.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The cards from left to right.
    pub fn as_slice(&self) -> &[Placed] {
        &self.cards
    }

    /// The cards from left to right.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, Placed>> {
        self.cards.iter().copied()
    }

    /// The cards as a multiset.
    pub fn cards(&self) -> Cards {
        let mut counts = [0; Card::COUNT];
        for placed in self {
            counts[placed.card().index()] += 1;
        }
        Cards::from_counts(counts)
    }
}

impl<'a> IntoIterator for &'a Meld {
    type Item = Placed;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Placed>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
