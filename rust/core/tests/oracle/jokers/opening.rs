//! Whether laid cards open (R4.8).

use machiavelli_core::rules::Opening;
use machiavelli_core::{Card, Cards, Meld};

use super::Oracle;
use super::melds::{Read, opening_points};

/// Most points of disjoint melds among these cards; at least one if there is a meld.
fn most_points(melds: &[(Meld, Read)], cards: &Cards) -> u32 {
    let with = |(i, (meld, read)): (usize, &(Meld, Read))| {
        let left = cards.difference(&meld.cards());
        let points = read.places.iter().map(|place| opening_points(place.stands_for[0]));
        let and_others = || points.sum::<u32>() + most_points(&melds[i..], &left);
        meld.cards().is_subset(cards).then(and_others)
    };
    melds.iter().enumerate().filter_map(with).max().unwrap_or(0)
}

impl Oracle {
    /// What is wrong with laying these cards before one has opened, if anything.
    pub(crate) fn check_opening(&self, laid: &Cards) -> Result<(), &'static str> {
        let o = &self.options;
        let needed = match o.opening {
            // A joker may be laid only with a clean meld (R7.5).
            Opening::None if o.opening_clean && laid.contains(Card::JOKER) => 1,
            Opening::None => return Ok(()),
            Opening::OwnMeld => 1,
            Opening::Points => o.opening_points.into(),
        };
        let all = self.melds_of(laid);
        let (clean, _): (Vec<_>, Vec<_>) =
            all.iter().cloned().partition(|(_, it)| it.jokers() == 0);
        let most = most_points(&all, laid);
        let counted = if o.opening_clean { most_points(&clean, laid) } else { most };
        if counted >= needed {
            Ok(())
        } else if most >= needed || o.opening == Opening::None {
            Err("E_OPENING_DIRTY")
        } else if o.opening == Opening::Points && !all.is_empty() {
            Err("E_OPENING_POINTS")
        } else {
            Err("E_NOT_OPENED")
        }
    }
}
