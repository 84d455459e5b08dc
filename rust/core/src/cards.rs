//! A multiset of cards.

use std::error::Error;
use std::fmt;

use crate::card::Card;

/// A multiset of card types: how often each of the 53 occurs, up to 255 times.
///
/// # Equality
///
/// Two multisets are equal if every card type occurs equally often in both.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cards {
    counts: [u8; Card::COUNT],
}

/// A card type would occur more than 255 times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow {
    /// The card type.
    pub card: Card,
}

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is there more than 255 times", self.card)
    }
}

impl Error for Overflow {}

impl Cards {
    /// No cards.
    pub const EMPTY: Self = Self { counts: [0; Card::COUNT] };

    /// The multiset with these counts, in index order.
    pub const fn from_counts(counts: [u8; Card::COUNT]) -> Self {
        Self { counts }
    }

    /// The counts in index order.
    pub const fn counts(&self) -> &[u8; Card::COUNT] {
        &self.counts
    }

    /// How often `card` occurs.
    pub const fn count(&self, card: Card) -> usize {
        self.counts[card.index()] as usize
    }

    /// Number of cards, repetitions counted.
    pub fn len(&self) -> usize {
        // Eight counts at a time, in sums of 16 bits, which so many counts do not exceed.
        const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
        let (words, rest) = self.counts.as_chunks();
        let sums = words.iter().fold(0, |sums, &word| {
            let word = u64::from_le_bytes(word);
            sums + (word & EVEN) + (word >> 8 & EVEN)
        });
        let sum = sums.wrapping_mul(0x0001_0001_0001_0001) >> 48;
        sum as usize + rest.iter().map(|&n| usize::from(n)).sum::<usize>()
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        let (words, rest) = self.counts.as_chunks();
        words.iter().all(|&word| u64::from_ne_bytes(word) == 0) && rest.iter().all(|&n| n == 0)
    }

    /// Whether `card` occurs at least once.
    pub const fn contains(&self, card: Card) -> bool {
        self.counts[card.index()] > 0
    }

    /// Whether every card occurs at least as often in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.counts.iter().zip(&other.counts).all(|(a, b)| a <= b)
    }

    /// The cards in index order, repetitions included.
    pub fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        Card::all().flat_map(|card| std::iter::repeat_n(card, self.count(card)))
    }

    /// Adds one card.
    ///
    /// # Errors
    ///
    /// [`Overflow`] if it already occurs 255 times; nothing changes then.
    pub fn insert(&mut self, card: Card) -> Result<(), Overflow> {
        let n = &mut self.counts[card.index()];
        *n = n.checked_add(1).ok_or(Overflow { card })?;
        Ok(())
    }

    /// Takes one card away; whether it was there.
    pub fn remove(&mut self, card: Card) -> bool {
        let n = &mut self.counts[card.index()];
        let there = *n > 0;
        *n -= u8::from(there);
        there
    }

    /// Sum of the counts.
    ///
    /// # Errors
    ///
    /// [`Overflow`] names the first card type that would occur more than 255 times.
    pub fn checked_add(&self, other: &Self) -> Result<Self, Overflow> {
        let mut sum = *self;
        for card in Card::all() {
            let n = &mut sum.counts[card.index()];
            *n = n.checked_add(other.counts[card.index()]).ok_or(Overflow { card })?;
        }
        Ok(sum)
    }

    /// Sum of the counts, each at most 255.
    #[must_use]
    pub fn saturating_add(&self, other: &Self) -> Self {
        self.zip_with(other, u8::saturating_add)
    }

    /// What is left after taking away the cards of `other`, as far as they are there.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.zip_with(other, u8::saturating_sub)
    }

    /// The larger count of each card type.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.zip_with(other, Ord::max)
    }

    /// The smaller count of each card type.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.zip_with(other, Ord::min)
    }

    fn zip_with(&self, other: &Self, f: impl Fn(u8, u8) -> u8) -> Self {
        Self { counts: std::array::from_fn(|i| f(self.counts[i], other.counts[i])) }
    }
}

/// The first cards of a list, as a message can bear them.
pub(crate) fn few<T: fmt::Display>(cards: impl IntoIterator<Item = T>) -> String {
    const MOST: usize = 16;
    let mut text = String::new();
    for (i, card) in cards.into_iter().take(MOST + 1).enumerate() {
        if i > 0 {
            text.push(' ');
        }
        text += &if i < MOST { card.to_string() } else { "…".to_owned() };
    }
    text
}

/// A number of things, of which there may be one.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

impl Default for Cards {
    fn default() -> Self {
        Self::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(indices: &[usize]) -> Cards {
        let mut cards = Cards::EMPTY;
        for &i in indices {
            cards.insert(Card::from_index(i).unwrap()).unwrap();
        }
        cards
    }

    #[test]
    fn set_operations_count_repetitions() {
        let (a, b) = (of(&[1, 1, 2, 52]), of(&[1, 2, 2]));
        assert_eq!(a.union(&b), of(&[1, 1, 2, 2, 52]));
        assert_eq!(a.intersection(&b), of(&[1, 2]));
        assert_eq!(a.difference(&b), of(&[1, 52]));
        assert_eq!(a.checked_add(&b), Ok(of(&[1, 1, 1, 2, 2, 2, 52])));
        assert!(of(&[1, 2]).is_subset(&a) && !b.is_subset(&a));
        assert_eq!(a.len(), 4);
        assert_eq!(a.iter().map(Card::index).collect::<Vec<_>>(), [1, 1, 2, 52]);
    }

    #[test]
    fn many_cards_are_counted() {
        let full = Cards::from_counts([255; Card::COUNT]);
        assert_eq!((full.len(), full.is_empty()), (53 * 255, false));
        for i in 0..Card::COUNT {
            let one = of(&[i]);
            assert_eq!((one.len(), one.is_empty(), full.difference(&one).len()), (1, false, 13514));
        }
        assert_eq!((Cards::EMPTY.len(), Cards::EMPTY.is_empty()), (0, true));
    }

    #[test]
    fn overflow_names_the_card_and_changes_nothing() {
        let mut counts = [0; Card::COUNT];
        counts[7] = 255;
        let mut full = Cards::from_counts(counts);
        let card = Card::from_index(7).unwrap();
        assert_eq!(full.insert(card), Err(Overflow { card }));
        assert_eq!(full.count(card), 255);
        assert_eq!(full.checked_add(&of(&[7])), Err(Overflow { card }));
    }
}
