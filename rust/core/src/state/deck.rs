//! The deck before the deal, and the stock after it.

use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::Chance;
use crate::card::Card;
use crate::cards::{Cards, few};
use crate::code::ErrorCode;
use crate::meld::MeldRules;

/// All cards of the deck in the order in which they are dealt, shuffled and cut (R2.4).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Deck {
    cards: Arc<[Card]>,
}

/// Cards that are not the whole deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotTheDeck {
    /// Cards that the deck has and the order lacks.
    pub missing: Cards,
    /// Cards of which the order has more than the deck.
    pub surplus: Cards,
}

impl NotTheDeck {
    /// `E_DECK`.
    pub const fn code(&self) -> ErrorCode {
        ErrorCode::Deck
    }
}

impl fmt::Display for NotTheDeck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the cards are not the whole deck:")?;
        let comma = if self.missing.is_empty() || self.surplus.is_empty() { "" } else { "," };
        if !self.missing.is_empty() {
            write!(f, " without {}{comma}", few(self.missing.iter()))?;
        }
        if !self.surplus.is_empty() {
            write!(f, " with {} too many", few(self.surplus.iter()))?;
        }
        Ok(())
    }
}

impl Error for NotTheDeck {}

impl Deck {
    /// The deck in this order, the first card to be dealt first.
    ///
    /// # Errors
    ///
    /// [`NotTheDeck`] if the cards are not exactly those of the deck.
    pub fn new(
        rules: &MeldRules,
        cards: impl IntoIterator<Item = Card>,
    ) -> Result<Self, NotTheDeck> {
        let deck = Self { cards: cards.into_iter().collect() };
        deck.check(rules)?;
        Ok(deck)
    }

    /// Whether it is the deck of these rules.
    pub(super) fn check(&self, rules: &MeldRules) -> Result<(), NotTheDeck> {
        let (given, all) = (count(&*self.cards), all_cards(rules));
        if given == all && self.cards.len() == all.len() {
            return Ok(());
        }
        Err(NotTheDeck { missing: all.difference(&given), surplus: given.difference(&all) })
    }

    /// The deck as chance shuffles and cuts it.
    ///
    /// In index order it is shuffled, then cut at one place or another between two cards.
    pub fn shuffled(rules: &MeldRules, chance: &mut Chance) -> Self {
        let mut cards: Vec<Card> = all_cards(rules).iter().collect();
        chance.shuffle(&mut cards);
        let place = 1 + chance.below((cards.len() as u32).saturating_sub(1));
        Self { cards: cards.into() }.cut(place as usize)
    }

    /// The deck cut at a place: so many cards from the top go under the rest (R2.4).
    ///
    /// Cutting at no card, or at as many as there are, changes nothing; a greater number counts
    /// like what is left of it after taking the whole deck away.
    ///
    /// ```
    /// use machiavelli_core::rules::Rules;
    /// use machiavelli_core::state::{Chance, Deck};
    /// use machiavelli_core::MeldRules;
    ///
    /// let rules = MeldRules::new(&Rules::preset("modiano")?);
    /// let deck = Deck::shuffled(&rules, &mut Chance::of_deal(1, 1));
    /// assert_eq!(deck.cut(30).cards()[0], deck.cards()[30]);
    /// assert_eq!(deck.cut(30).cut(74), deck);
    /// # Ok::<(), machiavelli_core::rules::RulesError>(())
    /// ```
    #[must_use]
    pub fn cut(&self, place: usize) -> Self {
        let mut cards: Vec<Card> = self.cards.to_vec();
        let place = place.checked_rem(cards.len()).unwrap_or(0);
        cards.rotate_left(place);
        Self { cards: cards.into() }
    }

    /// The cards in the order in which they are dealt.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The stock that is left once so many cards are dealt.
    pub(super) fn stock(&self, dealt: usize) -> Stock {
        Stock { cards: Arc::clone(&self.cards), drawn: dealt.min(self.cards.len()) }
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Deck").field(&self.cards).finish()
    }
}

/// The face-down cards, the next to be drawn first.
///
/// Their order never changes, so copies of a stock share it.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    cards: Arc<[Card]>,
    drawn: usize,
}

impl Stock {
    pub(super) fn new(cards: &[Card]) -> Self {
        Self { cards: cards.into(), drawn: 0 }
    }

    /// What is left of it.
    pub(super) fn cards(&self) -> &[Card] {
        &self.cards[self.drawn..]
    }

    pub(super) fn len(&self) -> usize {
        self.cards.len() - self.drawn
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Draws so many cards, or what is left.
    pub(super) fn draw(&mut self, wanted: usize) -> Cards {
        let taken = wanted.min(self.len());
        let cards = count(&self.cards()[..taken]);
        self.drawn += taken;
        cards
    }
}

impl PartialEq for Stock {
    fn eq(&self, other: &Self) -> bool {
        self.cards() == other.cards()
    }
}

impl Eq for Stock {}

impl Hash for Stock {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cards().hash(state);
    }
}

/// The cards of a list as a multiset, each type at most 255 times.
pub(super) fn count<'a>(cards: impl IntoIterator<Item = &'a Card>) -> Cards {
    let mut counts = [0_u8; Card::COUNT];
    for card in cards {
        counts[card.index()] = counts[card.index()].saturating_add(1);
    }
    Cards::from_counts(counts)
}

/// Every card of the deck.
pub(super) fn all_cards(rules: &MeldRules) -> Cards {
    let mut counts = [0; Card::COUNT];
    for card in Card::all() {
        counts[card.index()] = rules.copies_of(card) as u8;
    }
    Cards::from_counts(counts)
}
