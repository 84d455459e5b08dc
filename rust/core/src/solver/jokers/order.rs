//! Whether what a run keeps of a locked one lies in the same order (R5.6, R5.11).
//!
//! Where layout counts, the cards that the final run shares with the locked run that it holds must lie
//! there in the old order. A full lock keeps all of them, layer by layer. Under a partial lock only the
//! jokers that stay are known to be among them, and others may be.
//!
//! As runs rise, cards can be out of order only in a run that comes to the first card of the old one
//! from beyond its last: on a ring, and where an ace changes its end. It then holds cards of the old
//! run both before and behind that place. So of each locked run a run remembers whether it holds any
//! card of it, whether it has passed that place since, and whether it holds one of its jokers, without
//! which the two have nothing to do with each other.

use smallvec::SmallVec;

use super::open::Content;

/// A layer of a locked run that must keep its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OrderStep {
    /// Which one, from 1.
    pub(super) id: u8,
    /// Its first card lies here.
    pub(super) begins: bool,
    /// What lies here is a card, or was replaced by one, not a joker that stays.
    pub(super) is_card: bool,
}

/// What an open run holds of locked ones, four bits for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Kept(u16);

const HOLDS_ANY: u16 = 1;
const PASSED_FIRST: u16 = 2;
const HOLDS_JOKER: u16 = 4;

impl Kept {
    /// The same with one more card, which may be a joker that stays of a locked run; `None` if cards
    /// would be out of order.
    pub(super) fn with(
        self,
        steps: &SmallVec<[OrderStep; 1]>,
        content: Content,
        joker_of: Option<u8>,
    ) -> Option<Self> {
        let mut all = self.0;
        for step in steps {
            let shift = 4 * (u32::from(step.id) - 1);
            let mut kept = all >> shift & 0xF;
            if step.begins && kept & HOLDS_ANY != 0 {
                kept |= PASSED_FIRST;
            }
            let joker = content == Content::Stay && joker_of == Some(step.id);
            let card = content == Content::Real && step.is_card;
            let behind = kept & PASSED_FIRST != 0;
            if behind && (joker || card && kept & HOLDS_JOKER != 0) {
                return None;
            }
            if joker {
                kept |= HOLDS_JOKER;
            }
            if joker || card {
                kept |= HOLDS_ANY;
            }
            all = all & !(0xF << shift) | kept << shift;
        }
        Some(Self(all))
    }

    /// Whether the run can take whatever another can.
    pub(super) fn is_as_free_as(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}
