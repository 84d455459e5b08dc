//! What may still come after the cards read so far.

use super::front::{LEVEL, Way};

/// More cards than any deck has: it does not matter how many are left to read.
const ANY_NUMBER: u16 = u16::MAX;

/// What may still come after the cards read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Outlook {
    left: u16,
    room: u16,
}

impl Outlook {
    /// Hands of any number of cards are read, and all their cards may be laid.
    pub(super) const ANY: Self = Self { left: ANY_NUMBER, room: ANY_NUMBER };

    /// Hands of `cards` cards are read, and `cap` of them may be laid.
    pub(super) fn of(cards: usize, cap: usize) -> Self {
        Self { left: cards as u16, room: cap.min(cards) as u16 }
    }

    /// Cards left to read.
    pub(super) const fn left(self) -> usize {
        self.left as usize
    }

    /// How many more cards than the best way of the front laid may be laid; as many as are left if
    /// that many or more, so that nothing is felt of the limit.
    pub(super) const fn room(self) -> usize {
        self.room as usize
    }

    /// Whether this is what a whole hand leaves.
    pub(super) const fn is_read(self) -> bool {
        self.left == 0 || self.left == ANY_NUMBER
    }

    /// Whether so many cards are enough to come.
    pub(super) const fn is_possible(self, cards: usize) -> bool {
        self.left() <= cards || self.left == ANY_NUMBER
    }

    /// Cards left after reading some more.
    pub(super) const fn left_after(self, cards: usize) -> usize {
        if self.left == ANY_NUMBER { self.left() } else { self.left() - cards }
    }

    /// The outlook when `left` cards are left and the best way has this cost.
    pub(super) fn after(self, left: usize, best: u8) -> Self {
        let room = if self.is_free() {
            left
        } else {
            self.room() + usize::from(best) - usize::from(LEVEL)
        };
        Self::of(left, room)
    }

    /// Whether a way under construction has room for all of `left` cards.
    pub(super) fn is_free_for(self, way: Way, left: usize) -> bool {
        self.is_free() || self.room() + usize::from(way.cost()) >= left + usize::from(LEVEL)
    }

    const fn is_free(self) -> bool {
        self.room == self.left
    }
}
