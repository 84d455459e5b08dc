//! Melds: sets and runs.

use smallvec::SmallVec;

use crate::card::{Card, Placed};
use crate::cards::{Cards, Overflow};
use crate::rules::{Ace, IdenticalMelds, Pack, Rules, RunDirection};

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

/// What the rules say about melds, compiled once from [`Rules`] for the checker and the solver.
///
/// It holds no rule names: the solver and the checker see only what they need.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MeldRules {
    /// Copies of each natural card: the number of packs, 1 to 3.
    pub copies: u8,
    /// Which ranks the pack has, in index order.
    pub ranks: [bool; 13],
    /// Where the ace may stand in a run.
    pub ace: Ace,
    /// Whether runs go round the corner, from king through ace to 2.
    pub wrap: bool,
    /// Most cards in a run, the smaller of `run_max` and the ranks of a suit, or all ranks and the
    /// second ace (R3.6).
    pub run_max: u8,
    /// How many identical runs may lie on the table; `None` for any number (R3.10).
    pub same_runs: Option<u8>,
    /// How many identical sets may lie on the table; `None` for any number (R3.10).
    pub same_sets: Option<u8>,
}

impl MeldRules {
    /// Compiles the part of the rules that is about melds.
    pub fn new(rules: &Rules) -> Self {
        let o = rules.options();
        let ranks = std::array::from_fn(|r| o.pack == Pack::French52 || !(7..=9).contains(&r));
        let count = ranks.iter().filter(|&&there| there).count() as u8;
        // A layout can be turned round only where it counts and both directions are admitted; sets
        // can be reordered wherever layout counts.
        let forbidden = o.identical_melds == IdenticalMelds::Forbidden;
        let turnable = o.order_significant && o.run_direction == RunDirection::Both;
        Self {
            copies: o.decks,
            ranks,
            ace: o.ace,
            wrap: o.wrap,
            run_max: if o.run_max == 14 { count + 1 } else { o.run_max.min(count) },
            same_runs: forbidden.then_some(if turnable { 2 } else { 1 }),
            same_sets: (forbidden && !o.order_significant).then_some(1),
        }
    }
}
