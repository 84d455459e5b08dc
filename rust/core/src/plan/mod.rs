//! The working table of a turn: cards taken up, moved and laid before anything is submitted.

mod error;
mod layout;

pub use error::PlanError;

use std::sync::Arc;

use crate::card::Placed;
use crate::cards::Cards;
use crate::meld::{Meld, MeldKey, MeldRules};
use crate::table::{Table, TableError};

/// The working table of a turn (R4.3).
///
/// Cards move freely between the melds and the hand, and melds need not be legal on the way. Copies
/// of a card are the same: what is [`laid`](Self::laid) is what the table has more than at the
/// start of the turn, and [`lifted`](Self::lifted) what it has less, whichever card went where.
/// Whether the turn is legal is not decided here, but when [`table`](Self::table) is submitted.
///
/// Melds are numbered from 0, open cards that lie alone included. A meld from which the last card
/// goes is gone, and those after it move up.
///
/// # Equality
///
/// Plans are equal if they have the same rules, start and hand, and the same table now, whatever the
/// steps between.
///
/// ```
/// use machiavelli_core::plan::Plan;
/// use machiavelli_core::rules::Rules;
/// use machiavelli_core::{Cards, MeldRules};
///
/// let rules = MeldRules::new(&Rules::preset("modiano")?);
/// let table = "9c 9d 9h 9s | Tc Td Th Ts".parse()?;
/// let mut plan = Plan::new(rules, table, "Jh 2c".parse()?, Cards::EMPTY);
///
/// plan.lay(&["Jh".parse()?], None)?;
/// plan.shift(0, &["9h".parse()?], Some(2))?;
/// assert_eq!(plan.faults().len(), 1);
/// plan.shift(1, &["Th".parse()?], Some(2))?;
/// assert!(plan.faults().is_empty() && plan.lifted().is_empty());
/// assert_eq!(plan.table().to_string(), "9c 9d 9s | Tc Td Ts | 9h Th Jh");
/// assert_eq!(plan.laid().to_string(), "Jh");
///
/// plan.undo()?;
/// assert_eq!(plan.table().to_string(), "9c 9d 9s | Tc Td Th Ts | 9h Jh");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    rules: MeldRules,
    hand: Cards,
    open: Cards,
    /// The table at the start of the turn, and after each step; never empty.
    tables: Vec<Arc<Table>>,
    /// Which of them lies there now.
    now: usize,
}

impl PartialEq for Plan {
    fn eq(&self, other: &Self) -> bool {
        (&self.rules, self.hand, self.open) == (&other.rules, other.hand, other.open)
            && self.start() == other.start()
            && self.table() == other.table()
    }
}

impl Eq for Plan {}

impl Plan {
    /// The plan of a player with this hand before the first step; `open` cards lie alone (R3.9).
    pub fn new(rules: MeldRules, table: Table, hand: Cards, open: Cards) -> Self {
        Self { rules, hand, open, tables: vec![Arc::new(table)], now: 0 }
    }

    /// The working table.
    pub fn table(&self) -> &Table {
        &self.tables[self.now]
    }

    /// The table at the start of the turn.
    pub fn start(&self) -> &Table {
        &self.tables[0]
    }

    /// The open cards that lay alone at the start of the turn (R3.9).
    pub const fn open(&self) -> &Cards {
        &self.open
    }

    /// The hand cards that lie on the table.
    pub fn laid(&self) -> Cards {
        self.table().cards().difference(&self.start().cards())
    }

    /// The cards that are still in the hand.
    pub fn hand(&self) -> Cards {
        self.hand.difference(&self.laid())
    }

    /// The table cards that are in the air, and must come down again (R4.6).
    pub fn lifted(&self) -> Cards {
        self.start().cards().difference(&self.table().cards())
    }

    /// What may not lie like this at the end of a turn: which melds, in their order, and why.
    ///
    /// It looks at melds alone (R3.12, R3.10), not at locked jokers or the opening.
    pub fn faults(&self) -> Vec<(usize, TableError)> {
        let mut open = self.open;
        let mut keys: Vec<MeldKey> = Vec::new();
        let mut fault = |entry: &Meld| {
            if let [alone] = entry.as_slice()
                && open.remove(alone.card())
            {
                return None;
            }
            let reading = match self.rules.classify(entry) {
                Ok(reading) => reading,
                Err(error) => return Some(TableError::Meld(error)),
            };
            let key = reading.key();
            let twin = self.rules.forbids_twins() && keys.contains(&key);
            keys.push(key);
            twin.then(|| TableError::Identical(entry.clone()))
        };
        let entries = self.table().entries().iter().enumerate();
        entries.filter_map(|(i, entry)| Some((i, fault(entry)?))).collect()
    }

    /// Puts cards from the hand, or lifted ones, to a meld, or lays a new one.
    ///
    /// They go where they make the meld legal if there is such a place; else the meld is sorted where
    /// layout says nothing and it has no joker, and otherwise they go to its end. A joker may be given
    /// a value.
    ///
    /// # Errors
    ///
    /// [`PlanError::NoCards`] if none are named, [`PlanError::NotAtHand`] names cards that are not to hand, [`PlanError::NoMeld`] a meld that
    /// is not there.
    pub fn lay(&mut self, cards: &[Placed], onto: Option<usize>) -> Result<(), PlanError> {
        let named = named(cards)?;
        let missing = named.difference(&self.hand().saturating_add(&self.lifted()));
        if !missing.is_empty() {
            return Err(PlanError::NotAtHand(missing));
        }
        let mut entries = self.entries();
        self.put(&mut entries, cards, onto)?;
        self.step(entries);
        Ok(())
    }

    /// Takes cards from a meld: those that were laid go back to the hand, others are in the air.
    ///
    /// # Errors
    ///
    /// [`PlanError::NoMeld`], or [`PlanError::NotInMeld`] with the cards that are not in the meld.
    pub fn take(&mut self, from: usize, cards: &[Placed]) -> Result<(), PlanError> {
        let mut entries = self.entries();
        pick(&mut entries, from, cards)?;
        entries.retain(|entry| !entry.is_empty());
        self.step(entries);
        Ok(())
    }

    /// Moves cards from a meld to another, or to a new one. A joker lies as it is written here.
    ///
    /// # Errors
    ///
    /// As [`take`](Self::take) and [`lay`](Self::lay), and [`PlanError::Itself`].
    pub fn shift(
        &mut self,
        from: usize,
        cards: &[Placed],
        onto: Option<usize>,
    ) -> Result<(), PlanError> {
        if onto == Some(from) {
            return Err(PlanError::Itself(from));
        }
        let mut entries = self.entries();
        pick(&mut entries, from, cards)?;
        self.put(&mut entries, cards, onto)?;
        entries.retain(|entry| !entry.is_empty());
        self.step(entries);
        Ok(())
    }

    /// Splits a meld after its first `at` cards; the right part becomes the meld after it.
    ///
    /// # Errors
    ///
    /// [`PlanError::NoMeld`], or [`PlanError::Split`] if there are no cards on one side.
    pub fn split(&mut self, index: usize, at: usize) -> Result<(), PlanError> {
        let mut entries = self.entries();
        let meld = find(&entries, index)?;
        if at == 0 || at >= meld.len() {
            return Err(PlanError::Split { at, cards: meld.len() });
        }
        let (left, right) = meld.as_slice().split_at(at);
        let parts = [left, right].map(|part| Meld::new_unchecked(part.iter().copied()));
        entries.splice(index..=index, parts);
        self.step(entries);
        Ok(())
    }

    /// Joins a meld with another, which is gone then.
    ///
    /// # Errors
    ///
    /// [`PlanError::NoMeld`] or [`PlanError::Itself`].
    pub fn join(&mut self, index: usize, other: usize) -> Result<(), PlanError> {
        let cards = find(self.table().entries(), other)?.clone();
        find(self.table().entries(), index)?;
        self.shift(other, cards.as_slice(), Some(index))
    }

    /// Lays a meld out the other way round.
    ///
    /// # Errors
    ///
    /// [`PlanError::NoMeld`].
    pub fn reverse(&mut self, index: usize) -> Result<(), PlanError> {
        let mut entries = self.entries();
        let meld = find(&entries, index)?;
        entries[index] = Meld::new_unchecked(meld.as_slice().iter().rev().copied());
        self.step(entries);
        Ok(())
    }

    /// Sets the whole table otherwise; cards that it lacks are in hand or in the air.
    ///
    /// # Errors
    ///
    /// [`PlanError::NotAtHand`] names cards that are neither in the hand nor on the table.
    pub fn arrange(&mut self, table: Table) -> Result<(), PlanError> {
        let there = self.hand.saturating_add(&self.start().cards());
        let missing = table.cards().difference(&there);
        if !missing.is_empty() {
            return Err(PlanError::NotAtHand(missing));
        }
        self.step(table.into_entries());
        Ok(())
    }

    /// Goes back to the table before the last step.
    ///
    /// # Errors
    ///
    /// [`PlanError::NothingToUndo`] at the start.
    pub fn undo(&mut self) -> Result<(), PlanError> {
        self.now = self.now.checked_sub(1).ok_or(PlanError::NothingToUndo)?;
        Ok(())
    }

    /// Does again what was undone last.
    ///
    /// # Errors
    ///
    /// [`PlanError::NothingToRedo`] if no step was undone since the last one done.
    pub fn redo(&mut self) -> Result<(), PlanError> {
        if self.now + 1 == self.tables.len() {
            return Err(PlanError::NothingToRedo);
        }
        self.now += 1;
        Ok(())
    }

    /// Puts everything back as it was at the start of the turn; this, too, can be undone.
    pub fn reset(&mut self) {
        if self.table() != self.start() {
            self.step(self.start().entries().to_vec());
        }
    }

    fn entries(&self) -> Vec<Meld> {
        self.table().entries().to_vec()
    }

    fn step(&mut self, entries: Vec<Meld>) {
        self.tables.truncate(self.now + 1);
        self.tables.push(Arc::new(Table::new_unchecked(entries)));
        self.now += 1;
    }

    fn put(
        &self,
        entries: &mut Vec<Meld>,
        cards: &[Placed],
        onto: Option<usize>,
    ) -> Result<(), PlanError> {
        match onto {
            None => entries.push(layout::put(&self.rules, &Meld::default(), cards)),
            Some(index) => {
                let meld = find(entries, index)?;
                entries[index] = layout::put(&self.rules, meld, cards);
            }
        }
        Ok(())
    }
}

fn find(entries: &[Meld], index: usize) -> Result<&Meld, PlanError> {
    entries.get(index).ok_or(PlanError::NoMeld { index, entries: entries.len() })
}

/// The cards as a multiset; there must be some.
fn named(cards: &[Placed]) -> Result<Cards, PlanError> {
    if cards.is_empty() {
        return Err(PlanError::NoCards);
    }
    let mut named = Cards::EMPTY;
    for placed in cards {
        // Nobody has so many, and those that are too many will be missed.
        let _ = named.insert(placed.card());
    }
    Ok(named)
}

/// Takes cards out of a meld, which may leave it empty; a joker of the value named comes first.
fn pick(entries: &mut [Meld], index: usize, cards: &[Placed]) -> Result<(), PlanError> {
    let meld = find(entries, index)?;
    let missing = named(cards)?.difference(&meld.cards());
    if !missing.is_empty() {
        return Err(PlanError::NotInMeld { index, cards: missing });
    }
    let mut left = meld.as_slice().to_vec();
    for &card in cards {
        let exact = left.iter().position(|&placed| placed == card);
        let alike = || left.iter().position(|placed| placed.card() == card.card());
        if let Some(at) = exact.or_else(alike) {
            left.remove(at);
        }
    }
    entries[index] = Meld::new_unchecked(left);
    Ok(())
}
