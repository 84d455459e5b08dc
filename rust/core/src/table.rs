//! The melds and open cards on the table.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use crate::card::Card;
use crate::cards::{Cards, Overflow};
use crate::code::ErrorCode;
use crate::meld::{Meld, MeldError, MeldKey, MeldRules};

/// What lies on the table: melds, and open cards that lie alone (R3.9), in the order written.
///
/// An open card is an entry of one card. A table is data and need not be legal. No entry is empty,
/// and no card type occurs more than 255 times.
///
/// # Equality
///
/// Tables are equal if they list equal entries in the same order; [`sorted`](Self::sorted) first if
/// the order does not matter.
///
/// ```
/// use machiavelli_core::Table;
///
/// let table: Table = "4h 5h 6h | 9c 9d 9s | 7d".parse()?;
/// assert_eq!(table.melds().count(), 2);
/// assert_eq!(table.alone().to_string(), "7d");
/// # Ok::<(), machiavelli_core::ParseError>(())
/// ```
#[derive(Clone, Default)]
pub struct Table {
    entries: Vec<Meld>,
    /// The cards of the melds, counted once.
    melded: Cards,
    /// The cards of the other entries.
    alone: Cards,
}

/// Entries that make no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableDataError {
    /// The entry with this index, from 0, is empty.
    EmptyEntry(usize),
    /// A card type occurs too often.
    Overflow(Overflow),
}

impl fmt::Display for TableDataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyEntry(index) => write!(f, "entry {index} of the table is empty"),
            Self::Overflow(overflow) => overflow.fmt(f),
        }
    }
}

impl Error for TableDataError {}

/// A table that may not lie like that: its first fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// An entry is neither a legal meld nor an open card.
    Meld(MeldError),
    /// A meld lies there that is identical to one before it (R3.10).
    Identical(Meld),
}

impl TableError {
    /// A code of R3.12, or `E_IDENTICAL_MELD`.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Meld(error) => error.code(),
            Self::Identical(_) => ErrorCode::IdenticalMeld,
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Meld(error) => error.fmt(f),
            Self::Identical(meld) => write!(f, "\"{meld}\" lies on the table twice"),
        }
    }
}

impl Error for TableError {}

impl Table {
    /// The table with these melds and open cards.
    ///
    /// # Errors
    ///
    /// [`TableDataError`] names an empty entry or a card type that occurs more than 255 times.
    pub fn new(entries: impl IntoIterator<Item = Meld>) -> Result<Self, TableDataError> {
        let entries: Vec<Meld> = entries.into_iter().collect();
        let mut counted = Cards::EMPTY;
        for (index, entry) in entries.iter().enumerate() {
            if entry.is_empty() {
                return Err(TableDataError::EmptyEntry(index));
            }
            for placed in entry {
                counted.insert(placed.card()).map_err(TableDataError::Overflow)?;
            }
        }
        Ok(Self::new_unchecked(entries))
    }

    /// The table with these entries, none empty, in which no card type occurs more than 255 times.
    pub(crate) fn new_unchecked(entries: Vec<Meld>) -> Self {
        let (mut melded, mut alone) = ([0; Card::COUNT], [0; Card::COUNT]);
        for entry in &entries {
            let counts = if entry.len() > 1 { &mut melded } else { &mut alone };
            for placed in entry {
                counts[placed.card().index()] += 1;
            }
        }
        Self { entries, melded: Cards::from_counts(melded), alone: Cards::from_counts(alone) }
    }

    /// The same where it is known which cards lie in melds and which alone.
    pub(crate) fn counted(entries: Vec<Meld>, melded: Cards, alone: Cards) -> Self {
        let table = Self { entries, melded, alone };
        debug_assert!(
            {
                let again = Self::new_unchecked(table.entries.clone());
                (again.melded, again.alone) == (melded, alone)
            },
            "{table} has other cards than {melded} and {alone}"
        );
        table
    }

    /// Melds and open cards in the order written.
    pub fn entries(&self) -> &[Meld] {
        &self.entries
    }

    /// Melds and open cards in the order written.
    pub(crate) fn into_entries(self) -> Vec<Meld> {
        self.entries
    }

    /// The entries of more than one card in the order written.
    pub fn melds(&self) -> impl Iterator<Item = &Meld> {
        self.entries.iter().filter(|entry| entry.len() > 1)
    }

    /// The cards of the entries of more than one card.
    pub const fn melded(&self) -> &Cards {
        &self.melded
    }

    /// The cards that lie alone.
    pub const fn alone(&self) -> &Cards {
        &self.alone
    }

    /// All cards, those that lie alone included.
    pub fn cards(&self) -> Cards {
        self.melded.saturating_add(&self.alone)
    }

    /// Whether nothing lies on the table.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether a table may lie like this at the end of a turn (R3.1, R3.9, R3.10).
    ///
    /// A card may lie alone as often as it is among the `open` cards. How many copies of a card
    /// there are is not looked at.
    ///
    /// # Errors
    ///
    /// [`TableError`] with the first bad meld in the order written, or, if there is none, the first
    /// meld identical to an earlier one where that is forbidden.
    ///
    /// ```
    /// use machiavelli_core::rules::Rules;
    /// use machiavelli_core::{Cards, MeldRules, Table};
    ///
    /// let rules = MeldRules::new(&Rules::preset("tahiti")?);
    /// let table: Table = "4h 5h 6h | 7d".parse()?;
    /// assert!(table.check(&rules, &"7d".parse()?).is_ok());
    ///
    /// let error = table.check(&rules, &Cards::EMPTY).unwrap_err();
    /// assert_eq!(error.code().as_str(), "E_MELD_SHORT");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, rules: &MeldRules, open: &Cards) -> Result<(), TableError> {
        let mut open = *open;
        let mut keys: SmallVec<[(MeldKey, usize); 16]> = SmallVec::new();
        for (i, entry) in self.entries.iter().enumerate() {
            if let [alone] = entry.as_slice()
                && open.remove(alone.card())
            {
                continue;
            }
            let reading = rules.classify(entry).map_err(TableError::Meld)?;
            if rules.forbids_twins() {
                keys.push((reading.key(), i));
            }
        }
        keys.sort_unstable();
        let twins = keys.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1);
        match twins.min() {
            Some(twin) => Err(TableError::Identical(self.entries[twin].clone())),
            None => Ok(()),
        }
    }

    /// The same entries in ascending order, each laid out as it is.
    #[must_use]
    pub fn sorted(&self) -> Self {
        let mut sorted = self.clone();
        sorted.entries.sort_unstable();
        sorted
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.melded == other.melded && self.entries == other.entries
    }
}

impl Eq for Table {}

impl PartialOrd for Table {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Table {
    fn cmp(&self, other: &Self) -> Ordering {
        self.entries.cmp(&other.entries)
    }
}

impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.entries.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Placed;

    fn meld(text: &str) -> Meld {
        text.parse().unwrap()
    }

    #[test]
    fn open_cards_are_no_melds() {
        let table = Table::new(["7d", "4h 5h 6h", "7d", "*"].map(meld)).unwrap();
        assert_eq!(table.melds().collect::<Vec<_>>(), [&meld("4h 5h 6h")]);
        assert_eq!(table.alone().to_string(), "7d 7d *");
        assert_eq!(table.melded().to_string(), "4h 5h 6h");
        assert_eq!(table.cards().to_string(), "7d 7d 4h 5h 6h *");
        assert_eq!(table.sorted().to_string(), "7d | 7d | 4h 5h 6h | *");
    }

    #[test]
    fn what_is_no_table_is_refused() {
        assert_eq!(Table::new([meld("7d"), meld("")]), Err(TableDataError::EmptyEntry(1)));
        let card = Card::JOKER;
        let many = vec![Meld::new([Placed::JOKER; 128]).unwrap(); 2];
        assert_eq!(Table::new(many), Err(TableDataError::Overflow(Overflow { card })));
        assert!(Table::new([]).unwrap().is_empty());
    }
}
