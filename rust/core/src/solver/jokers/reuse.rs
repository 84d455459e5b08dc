//! Where released jokers lie: in another meld than the card that released them (R5.8).
//!
//! Jokers of the table that went anywhere, those from the hand and open ones cannot be told apart,
//! nor can copies of a card, so an arrangement is legal if some assignment works: to each release a
//! copy of its card and a joker, all different, that do not lie in the same meld where that is
//! forbidden. Most arrangements are, even where nobody looked at it.
//!
//! Otherwise the search is done again with a copy marked for each release, and counts. Say that there
//! are n jokers that went anywhere. If the marked copies of some releases lie in different melds, each
//! of the n jokers lies apart from one of them; if all r of them lie in one meld, all jokers do but the k
//! in that meld. So by Hall's theorem there is an assignment if and only if no meld with marked copies
//! has k + r > n. With n decided at least, the greatest number first, no run or set takes more than n of
//! both together. A lay with more jokers than that is one of a greater n, too.

use smallvec::SmallVec;

use super::arrange::Arranged;
use super::open::Content;
use super::question::{JokerLaws, Lock, Release, Reuse};
use crate::card::Card;

/// Where the jokers lie that these cards released, in order; `None` if the rules forbid it.
pub(super) fn assign(
    melds: &[Arranged],
    releases: &[(usize, Card)],
    laws: JokerLaws,
) -> Option<Vec<Release>> {
    let find = |wanted: &dyn Fn(&super::arrange::Item) -> bool| -> SmallVec<[(usize, usize); 8]> {
        melds
            .iter()
            .enumerate()
            .flat_map(|(m, meld)| meld.items.iter().enumerate().map(move |(i, item)| (m, i, item)))
            .filter(|(_, _, item)| wanted(item))
            .map(|(m, i, _)| (m, i))
            .collect()
    };
    let jokers = find(&|item| item.content == Content::Wild);
    let copies: Vec<_> = releases
        .iter()
        .map(|&(entry, card)| {
            let mut own = find(&|item| item.card == card && item.content == Content::Real);
            // What replaced a joker of a fully locked meld stays with its other jokers.
            let home = melds.iter().position(|meld| meld.entry == Some(entry));
            if let Some(home) = home.filter(|_| laws.lock == Lock::Full) {
                own.retain(|spot| spot.0 == home);
            }
            own
        })
        .collect();
    let mut assigned = Vec::new();
    extend(&jokers, &copies, laws.reuse, &mut assigned).then(|| {
        let release = |(&(from, by), &(_, (to, at))): (&(usize, Card), &(Spot, Spot))| Release {
            from,
            by,
            to,
            value: melds[to].items[at].card,
        };
        releases.iter().zip(&assigned).map(release).collect()
    })
}

/// A card's place: meld and place in it.
type Spot = (usize, usize);

/// Assigns a copy and a joker to the releases from the number of those assigned on.
fn extend(
    jokers: &[Spot],
    copies: &[SmallVec<[Spot; 8]>],
    reuse: Reuse,
    assigned: &mut Vec<(Spot, Spot)>,
) -> bool {
    let Some(own) = copies.get(assigned.len()) else { return true };
    for &copy in own {
        if assigned.iter().any(|(other, _)| *other == copy) {
            continue;
        }
        for &joker in jokers {
            let apart = reuse == Reuse::Anywhere || copy.0 != joker.0;
            if apart && assigned.iter().all(|(_, other)| *other != joker) {
                assigned.push((copy, joker));
                if extend(jokers, copies, reuse, assigned) {
                    return true;
                }
                assigned.pop();
            }
        }
    }
    false
}
