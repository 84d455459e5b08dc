//! Where cards go in a meld that they are put to.

use smallvec::SmallVec;

use crate::card::{Placed, Rank};
use crate::meld::{Layout, Meld, MeldRules};

type Row = SmallVec<[Placed; 16]>;

/// The meld that comes of putting `added` to `meld`, legal if there is a way to lay them that is.
///
/// What lies there already keeps its order unless only another one is legal. Cards that make no
/// legal meld are sorted where layout says nothing and there is no joker, and else lie as they were put.
pub(super) fn put(rules: &MeldRules, meld: &Meld, added: &[Placed]) -> Meld {
    let added = Row::from_slice(added);
    let sorted = in_order(added.iter().copied(), false);
    let whole: Row = meld.iter().chain(added.iter().copied()).collect();
    let joker = whole.iter().any(|placed| placed.is_joker());
    // Jokers have their values by their places, so that only cards without any may be sorted.
    let sorts = [false, true].map(|high| in_order(whole.iter().copied(), high));

    let end = meld.len();
    let blocks = [end, 0].into_iter().chain(1..end).flat_map(|at| {
        let block = move |cards: &Row| insert(meld.as_slice(), at, cards);
        [block(&added), block(&sorted)]
    });
    let rows = blocks.chain((!joker).then_some(sorts.clone()).into_iter().flatten());
    let legal = |row: &Row| rules.classify(&Meld::new_unchecked(row.iter().copied())).is_ok();
    let found = rows.into_iter().find(legal).or_else(|| one_by_one(rules, meld, &sorted));
    match found {
        Some(row) => tidy(rules, Meld::new_unchecked(row)),
        None if joker || rules.layout != Layout::Free => Meld::new_unchecked(whole),
        None => {
            let [low, _] = sorts;
            Meld::new_unchecked(low)
        }
    }
}

/// A legal meld as it is best read, where its layout does not count.
fn tidy(rules: &MeldRules, meld: Meld) -> Meld {
    match rules.classify(&meld) {
        Ok(reading) if rules.layout == Layout::Free => reading.canonical(),
        _ => meld,
    }
}

/// Cards put to a legal meld each where it is legal, as on both ends of a run.
fn one_by_one(rules: &MeldRules, meld: &Meld, added: &[Placed]) -> Option<Row> {
    let mut row = Row::from_slice(meld.as_slice());
    let mut left = Row::from_slice(added);
    while !left.is_empty() {
        let (which, next) = left.iter().enumerate().find_map(|(which, &card)| {
            let next = (0..=row.len()).rev().map(|at| insert(&row, at, &[card]));
            let legal =
                |row: &Row| rules.classify(&Meld::new_unchecked(row.iter().copied())).is_ok();
            next.into_iter().find(legal).map(|next| (which, next))
        })?;
        left.remove(which);
        row = next;
    }
    Some(row)
}

fn insert(row: &[Placed], at: usize, cards: &[Placed]) -> Row {
    let (left, right) = row.split_at(at);
    left.iter().chain(cards).chain(right).copied().collect()
}

/// The cards by rank and then by suit, the ace below 2 or above the king.
fn in_order(cards: impl Iterator<Item = Placed>, ace_high: bool) -> Row {
    let mut row: Row = cards.collect();
    row.sort_by_key(|placed| {
        let face = placed.declared().unwrap_or(placed.card());
        let rank = face.rank().map(|rank| match rank {
            Rank::Ace if ace_high => Rank::COUNT,
            _ => rank.index(),
        });
        (rank.is_none(), rank, face.suit())
    });
    row
}
