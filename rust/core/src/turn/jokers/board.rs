//! The melds with jokers before and after a turn.

use smallvec::SmallVec;

use crate::card::{Card, Placed};
use crate::cards::Cards;
use crate::meld::{JokerReading, Layout, Meld, MeldKind};
use crate::solver::Lock;
use crate::table::Table;
use crate::turn::TurnRules;

/// What a turn did to the melds with jokers.
pub(super) struct Board<'a> {
    pub(super) lock: Lock,
    /// Whether cards that stay in a meld must keep their order (R5.11).
    pub(super) ordered: bool,
    /// Melds with jokers before the turn.
    pub(super) old: SmallVec<[JokerMeld<'a>; 4]>,
    /// Melds with jokers after it.
    pub(super) new: SmallVec<[JokerMeld<'a>; 8]>,
    /// Melds and open cards after it.
    pub(super) entries: &'a [Meld],
    /// The cards in melds after it.
    pub(super) melded: Cards,
    /// What was laid from hand.
    pub(super) laid: &'a Cards,
}

/// A legal meld with jokers.
#[derive(Clone)]
pub(super) struct JokerMeld<'a> {
    pub(super) meld: &'a Meld,
    /// Which entry of its table it is.
    pub(super) entry: usize,
    pub(super) kind: MeldKind,
    /// From left to right, at least one.
    pub(super) jokers: SmallVec<[Joker; 3]>,
}

/// A joker in a meld.
#[derive(Clone, Copy)]
pub(super) struct Joker {
    /// Its index in the layout.
    pub(super) place: usize,
    pub(super) stands_for: JokerReading,
}

impl<'a> Board<'a> {
    /// Reads two valid tables, before and after a turn that laid these cards.
    pub(super) fn new(
        rules: &'a TurnRules,
        before: &'a Table,
        after: &'a Table,
        laid: &'a Cards,
    ) -> Self {
        let mut old: SmallVec<[JokerMeld<'a>; 4]> = joker_melds(rules, before).collect();
        // Those that can be in each other's way one after the other, so that little is to be kept in
        // mind about the others.
        old.sort_by_key(|meld| (meld.kind, meld.jokers[0].stands_for));
        Self {
            lock: rules.joker_laws().lock,
            ordered: rules.melds().layout != Layout::Free,
            old,
            new: joker_melds(rules, after).collect(),
            entries: after.entries(),
            melded: *after.melded(),
            laid,
        }
    }

    /// The same with only so many of the melds before the turn; the jokers of the others are unbound.
    pub(super) fn first(&self, melds: usize) -> Self {
        Self { old: self.old[..melds].iter().cloned().collect(), new: self.new.clone(), ..*self }
    }
}

impl JokerMeld<'_> {
    /// How often the card lies in it, jokers not counted.
    pub(super) fn count(&self, card: Card) -> usize {
        count(self.meld, card)
    }

    /// The cards that are no jokers.
    pub(super) fn real(&self) -> impl Iterator<Item = Card> {
        self.meld.iter().filter(|placed| !placed.is_joker()).map(Placed::card)
    }
}

/// How often a natural card lies in a meld.
pub(super) fn count(meld: &Meld, card: Card) -> usize {
    meld.iter().filter(|placed| placed.card() == card).count()
}

fn joker_melds<'a>(rules: &'a TurnRules, table: &'a Table) -> impl Iterator<Item = JokerMeld<'a>> {
    let melds = table.entries().iter().enumerate().filter(|(_, meld)| meld.len() > 1);
    melds.filter(|(_, meld)| meld.iter().any(Placed::is_joker)).filter_map(|(entry, meld)| {
        let reading = rules.melds().classify(meld).ok()?;
        let places = meld.iter().enumerate().filter(|(_, placed)| placed.is_joker());
        let jokers = places.zip(reading.jokers());
        let jokers = jokers.map(|((place, _), stands_for)| Joker { place, stands_for });
        Some(JokerMeld { meld, entry, kind: reading.kind(), jokers: jokers.collect() })
    })
}
