//! Whether cards that stay in a meld keep their order (R5.11).

use smallvec::SmallVec;

use super::board::JokerMeld;
use super::search::Seat;
use crate::card::{Card, Placed};
use crate::meld::Meld;

/// Most cards in a meld: all ranks and the second ace.
const LONGEST: usize = 14;

/// What becomes of a card of the old meld.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It is a joker that lies at this index of the new meld.
    Joker(usize),
    /// It is this card, or a joker that this card replaced.
    Card(Card),
    /// It is a joker that was replaced elsewhere.
    Gone,
}

/// Whether the cards common to both melds lie in the same order in both, given what became of the
/// old one's jokers.
pub(super) fn is_kept(old: &Meld, new: &JokerMeld<'_>, seats: &[Seat]) -> bool {
    let mut seats = seats.iter();
    let fates = old.iter().map(|placed| match placed.is_joker().then(|| seats.next()).flatten() {
        None => Fate::Card(placed.card()),
        Some(Seat::Stays(place)) => Fate::Joker(*place),
        Some(Seat::Replaced { by, within }) if *within == Some(new.entry) => Fate::Card(*by),
        Some(Seat::Replaced { .. }) => Fate::Gone,
    });
    let fates: SmallVec<[Fate; LONGEST]> = fates.collect();
    let same = |fate: Fate, place: usize, placed: Placed| match fate {
        Fate::Joker(seat) => seat == place,
        Fate::Card(card) => placed == card.into(),
        Fate::Gone => false,
    };

    let new = new.meld;
    // An ace may lie in a meld twice, so not each card has one place: the order is kept if a common
    // subsequence has all common cards.
    let mut common = 0;
    for (i, &fate) in fates.iter().enumerate() {
        let before = fates[..i].iter().filter(|&&other| other == fate).count();
        let there = new.iter().enumerate().filter(|&(k, placed)| same(fate, k, placed)).count();
        common += usize::from(before < there);
    }
    let mut longest: [usize; LONGEST + 1] = [0; LONGEST + 1];
    for &fate in &fates {
        let above = longest;
        for (k, placed) in new.iter().enumerate() {
            let with = above[k] + usize::from(same(fate, k, placed));
            longest[k + 1] = with.max(above[k + 1]).max(longest[k]);
        }
    }
    longest[new.len()] == common
}
