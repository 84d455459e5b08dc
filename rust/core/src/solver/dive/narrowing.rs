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

/// So many cards of the hand are used together at once to see whether something is lost.
const FEW: usize = 4;

impl HandCell {
    /// Those of a hand that are worth something, rank by rank.
    pub(in crate::solver) fn of(
        frame: &Frame,
        hand: &[u8; Card::COUNT],
        weights: &Weights,
    ) -> impl Iterator<Item = Self> {
        let card = |i: usize| Rank::COUNT * (i % Suit::COUNT) + i / Suit::COUNT;
        // Which ones these are would be hard to foresee.
        let gains = |i: usize| u64::from(hand[card(i)] > 0) & u64::from(weights[card(i)] > 0);
        let mut left = (0..Card::NATURAL).fold(0, |all, i| all | gains(i) << i);
        std::iter::from_fn(move || {
            let i = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            let card = Card::from_index(card(i))?;
            let (layer, s) = (frame.layer(i / Suit::COUNT) as u8, (i % Suit::COUNT) as u8);
            let (cards, worth) = (hand[card.index()], weights[card.index()]);
            Some(Self { card, layer, s, cards, worth })
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

    /// Narrows a position further to ways in which sets take one of some numbers of a card, as bits; whether
    /// it may have a path.
    pub(in crate::solver) fn give(self, field: &mut Field, card: Card, to_sets: u8) -> bool {
        field.give(self.frame, self.tables, card, to_sets)
    }

    /// What cards of the hand gain at most.
    pub(in crate::solver) fn most(self, field: &Field, hand: &[HandCell]) -> u32 {
        hand.iter().map(|cell| u32::from(self.spare(field, *cell).0) * cell.worth).sum()
    }

    /// What is lost at least of what cards of the hand gain at most, as far as narrowing shows. More than
    /// `enough` need not be found.
    pub(in crate::solver) fn lost(self, field: &Field, hand: &[HandCell], enough: u32) -> u32 {
        let forced = |&cell: &HandCell| {
            let (spare, range) = self.spare(field, cell);
            (spare > 0).then(|| (cell.card, range.least() + spare, range.most()))
        };
        let (mut lost, mut least) = (0, u32::MAX);
        let mut sure = field.clone();
        for cells in hand.chunks(FEW) {
            least = cells.iter().fold(least, |least, cell| least.min(cell.worth));
            if !self.restrict(&mut sure, cells.iter().filter_map(forced)) {
                lost += least;
                if lost >= enough {
                    break;
                }
                // One of these is lost. What else is lost is found among other cards.
                least = u32::MAX;
                sure.clone_from(field);
            }
        }
        lost
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
