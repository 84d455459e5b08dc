//! What can be asked of a position that is narrowed.

use super::amounts::Range;
use super::narrow::{Field, LAYERS};
use super::tables::Tables;
use crate::card::{Card, Rank, Suit};
use crate::solver::Weights;
use crate::solver::outline::{Frame, Position};

/// What positions are narrowed with.
#[derive(Clone, Copy)]
pub(in crate::solver) struct Narrowing<'a> {
    pub(super) frame: &'a Frame,
    pub(super) tables: &'a Tables,
}

/// Cards of one kind in the hand.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct HandCell {
    card: Card,
    layer: u8,
    s: u8,
    cards: u8,
    /// What each gains.
    worth: u32,
}

impl HandCell {
    /// Those of a hand.
    pub(in crate::solver) fn of(
        frame: &Frame,
        hand: &[u8; Card::COUNT],
        weights: &Weights,
    ) -> impl Iterator<Item = Self> {
        let there = Card::all_natural().filter(|card| hand[card.index()] > 0);
        there.map(|card| {
            let i = card.index();
            let (s, layer) = (i / Rank::COUNT, frame.layer(i % Rank::COUNT));
            Self { card, layer: layer as u8, s: s as u8, cards: hand[i], worth: weights[i] }
        })
    }
}

impl Narrowing<'_> {
    /// Narrows a position without open cards; whether it may have a path.
    pub(in crate::solver) fn narrow(self, field: &mut Field, position: &Position<'_>) -> bool {
        field.narrow(self.frame, self.tables, position)
    }

    /// Narrows a position further to fewer ways to use some cards, each with how many must be used and how
    /// many can; whether it may have a path.
    pub(in crate::solver) fn restrict(
        self,
        field: &mut Field,
        cards: impl Iterator<Item = (Card, u8, u8)>,
    ) -> bool {
        field.restrict(self.frame, self.tables, cards)
    }

    /// What cards of the hand gain at most.
    pub(in crate::solver) fn most(self, field: &Field, hand: &[HandCell]) -> u32 {
        hand.iter().map(|cell| u32::from(self.spare(field, *cell).0) * cell.worth).sum()
    }

    /// What is lost at least of what cards of the hand gain at most, as far as narrowing shows.
    pub(in crate::solver) fn lost(self, field: &Field, hand: &[HandCell]) -> u32 {
        let forced = |cell: &HandCell| {
            let (spare, range) = self.spare(field, *cell);
            let gains = spare > 0 && cell.worth > 0;
            gains.then(|| (cell.card, range.least() + spare, range.most()))
        };
        if self.restrict(&mut field.clone(), hand.iter().filter_map(forced)) {
            return 0;
        }
        let gaining = hand.iter().filter(|cell| forced(cell).is_some());
        gaining.map(|cell| cell.worth).min().unwrap_or(0)
    }

    /// Whether so many of a card may be used.
    pub(in crate::solver) fn can_use(self, field: &Field, card: Card, count: u8) -> bool {
        let (s, rank) = (card.index() / Rank::COUNT, card.index() % Rank::COUNT);
        if self.frame.two_aces && rank == 0 {
            return field.most_aces(self.tables, s) >= count;
        }
        field.sums_of(self.tables, self.frame.layer(rank), s).most() >= count
    }

    /// How many cards of the hand may be used, and how many of all such cards must be and can.
    #[inline]
    fn spare(self, field: &Field, cell: HandCell) -> (u8, Range) {
        let (layer, s) = (usize::from(cell.layer) % LAYERS, usize::from(cell.s) % Suit::COUNT);
        let (used, range) = if self.frame.two_aces && layer == 0 {
            (field.most_aces(self.tables, s), field.aces[s])
        } else {
            (field.sums_of(self.tables, layer, s).most(), field.ranges[layer].of(s))
        };
        (used.saturating_sub(range.least()).min(cell.cards), range)
    }
}
