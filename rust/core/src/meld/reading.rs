//! What a legal meld is.

use smallvec::SmallVec;

use super::run::{Ring, Run};
use super::{Layout, Meld, MeldRules};
use crate::card::{Card, Placed, Rank, Suit};
use crate::rules::JokerValue;

/// The two kinds of meld (R3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MeldKind {
    /// One rank, different suits.
    Set,
    /// One suit, consecutive ranks.
    Run,
}

impl MeldKind {
    /// `set` or `run`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Run => "run",
        }
    }
}

/// A legal meld together with what the rules make of it.
#[derive(Clone, Copy, Debug)]
pub struct MeldReading<'a> {
    pub(super) rules: &'a MeldRules,
    pub(super) meld: &'a Meld,
    pub(super) shape: Shape,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    Set {
        rank: Rank,
        /// What an undeclared joker stands for.
        missing: SuitSet,
    },
    Run(Run),
}

/// A set of suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SuitSet(u8);

impl SuitSet {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit.index() & 1 == 1
    }

    pub(super) const fn with(self, suit: Suit) -> Self {
        Self(self.0 | 1 << suit.index())
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) const fn complement(self) -> Self {
        Self(!self.0 & 0b1111)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |&suit| self.contains(suit))
    }
}

/// What a joker in a legal meld stands for: one card, or several of one rank at once (R5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JokerReading {
    /// One bit for each natural card.
    cards: u64,
}

impl JokerReading {
    const fn one(card: Card) -> Self {
        Self { cards: 1 << card.index() }
    }

    fn any(rank: Rank, suits: SuitSet) -> Self {
        Self { cards: suits.iter().map(|suit| 1 << Card::new(rank, suit).index()).sum() }
    }

    /// Whether it stands for this card.
    pub const fn includes(self, card: Card) -> bool {
        self.cards >> card.index() & 1 == 1
    }

    /// Whether both stand for some same card.
    pub const fn meets(self, other: Self) -> bool {
        self.cards & other.cards != 0
    }

    /// The cards it stands for in index order, at least one.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        Card::all_natural().filter(move |&card| self.includes(card))
    }
}

/// What two melds share exactly if they are identical (R3.10).
///
/// It is the layout where layouts count and the cards where not, a joker counting as a joker
/// whatever it stands for. Only keys under the same rules compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeldKey(u128);

impl MeldKey {
    /// Six bits for each of at most 14 cards.
    fn new(meld: &Meld) -> Self {
        Self(meld.iter().fold(0, |key, placed| key << 6 | (placed.card().index() + 1) as u128))
    }
}

impl<'a> MeldReading<'a> {
    /// The meld that was read.
    pub const fn meld(&self) -> &'a Meld {
        self.meld
    }

    /// Set or run.
    pub const fn kind(&self) -> MeldKind {
        match self.shape {
            Shape::Set { .. } => MeldKind::Set,
            Shape::Run(_) => MeldKind::Run,
        }
    }

    /// What each joker stands for, from left to right.
    pub fn jokers(&self) -> impl Iterator<Item = JokerReading> {
        let written = self.meld.iter().enumerate();
        written.filter(|(_, placed)| placed.is_joker()).map(|(i, joker)| self.joker(i, joker))
    }

    fn joker(&self, index: usize, joker: Placed) -> JokerReading {
        match (self.shape, joker.declared()) {
            (Shape::Run(run), _) => {
                JokerReading::one(run.card_at(&Ring::new(self.rules), self.meld.len(), index))
            }
            (Shape::Set { .. }, Some(card)) if self.rules.jokers.value == JokerValue::Declared => {
                JokerReading::one(card)
            }
            (Shape::Set { rank, missing }, _) => JokerReading::any(rank, missing),
        }
    }

    /// The meld in its one canonical layout: a run rises, a set is in index order with its jokers
    /// last, and jokers are declared only where that decides their value (R3.8).
    #[must_use]
    pub fn canonical(&self) -> Meld {
        match self.shape {
            Shape::Set { .. } => {
                let mut cards: SmallVec<[Placed; 4]> = self.plain().collect();
                cards.sort_unstable();
                Meld::new_unchecked(cards)
            }
            Shape::Run(run) => run.canonical(&Ring::new(self.rules), self.meld),
        }
    }

    /// The meld as it is laid out, jokers declared only where that decides their value.
    #[must_use]
    pub fn layout(&self) -> Meld {
        Meld::new_unchecked(self.plain())
    }

    fn plain(&self) -> impl Iterator<Item = Placed> {
        self.meld.iter().enumerate().map(|(i, placed)| match self.shape {
            Shape::Set { .. } if placed.is_joker() && self.declaration_decides() => {
                let mut cards = self.joker(i, placed).cards();
                cards.next().map_or(Placed::JOKER, Placed::joker_as)
            }
            _ => placed.card().into(),
        })
    }

    /// Whether the jokers of this set mean something else when declared otherwise.
    fn declaration_decides(&self) -> bool {
        let jokers = self.meld.iter().filter(|placed| placed.is_joker()).count();
        let last_suit = self.meld.len() == Suit::COUNT && jokers == 1;
        self.rules.jokers.value == JokerValue::Declared && !last_suit
    }

    /// What this meld shares exactly with the melds identical to it (R3.10).
    pub fn key(&self) -> MeldKey {
        match self.rules.layout {
            Layout::Free => MeldKey::new(&self.canonical()),
            Layout::Rising | Layout::RisingOrFalling => MeldKey::new(self.meld),
        }
    }
}
