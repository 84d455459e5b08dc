//! The best lay by definition: list the melds, try every lay, try every way to split the table.
//!
//! It shares the words of the crate (cards, multisets, questions) and no code of the solver or the
//! checker. It is slow and meant to be too short to be wrong.

use std::cmp::Reverse;
use std::collections::HashMap;

use machiavelli_core::rules::Ace;
use machiavelli_core::solver::{Question, Requirement};
use machiavelli_core::{Card, Cards};

mod house;

pub(crate) use house::{House, Twins};

/// A meld and how often it may lie on the table (R3.10).
///
/// Where layout counts, the same cards in two ascending layouts are two melds.
#[derive(Clone, Copy)]
pub(crate) struct Meld {
    pub(crate) cards: Cards,
    pub(crate) most: usize,
}

pub(crate) struct Oracle {
    pub(crate) melds: Vec<Meld>,
    known: HashMap<(Cards, usize), bool>,
}

impl Oracle {
    pub(crate) fn new(house: &House) -> Self {
        let mut melds: Vec<Meld> = Vec::new();
        let ranks = house.ranks();
        let n = ranks.len();
        for &rank in &ranks {
            for suits in (0u8..16).filter(|suits| suits.count_ones() >= 3) {
                let cards =
                    pick((0..4).filter(|suit| suits >> suit & 1 == 1).map(|s| 13 * s + rank));
                melds.push(Meld {
                    cards,
                    most: if house.twins == Twins::SameCards { 1 } else { 3 },
                });
            }
        }
        for suit in 0..4 {
            for first in 0..n {
                for len in 3..=n + 1 {
                    // Places: 0 the ace under the 2, n - 1 the king, n the ace over it, n + 1 its 2.
                    let last = first + len - 1;
                    let (under, over, round) = (first == 0 || last > n, last >= n, last > n);
                    let both_aces = house.run_max == 14 && first == 0 && last == n;
                    if (under && house.ace == Ace::High)
                        || (over && house.ace == Ace::Low)
                        || (round && !house.wrap)
                        || (len > n.min(house.run_max) && !both_aces)
                    {
                        continue;
                    }
                    let cards = pick((first..=last).map(|place| 13 * suit + ranks[place % n]));
                    if house.twins == Twins::SameCards && melds.iter().any(|m| m.cards == cards) {
                        continue;
                    }
                    let most = match house.twins {
                        Twins::Allowed => 3,
                        Twins::EitherWay => 2,
                        Twins::SameCards | Twins::Ascending => 1,
                    };
                    melds.push(Meld { cards, most });
                }
            }
        }
        melds.sort_by_key(|meld| meld.cards.iter().next());
        Self { melds, known: HashMap::new() }
    }

    /// Whether these cards split into melds other than the first `from`.
    pub(crate) fn splits(&mut self, cards: &Cards, from: usize) -> bool {
        let Some(lowest) = cards.iter().next() else { return true };
        if let Some(&known) = self.known.get(&(*cards, from)) {
            return known;
        }
        let mut found = false;
        // Melds are in the order of their lowest cards, so that the lowest card left needs one that
        // is still to come.
        for i in from..self.melds.len() {
            let Meld { cards: meld, most } = self.melds[i];
            let mut left = *cards;
            for _ in 0..most {
                if found || !meld.contains(lowest) || !meld.is_subset(&left) {
                    break;
                }
                left = left.difference(&meld);
                found = self.splits(&left, i + 1);
            }
        }
        self.known.insert((*cards, from), found);
        found
    }

    /// Most opening points of disjoint melds among these cards, but the first `from` melds (R4.8).
    pub(crate) fn opening_points(&self, laid: &Cards, from: usize) -> u32 {
        let with = |i: usize| {
            let meld = &self.melds[i].cards;
            let points =
                meld.iter().map(|card| (card.index() as u32 % 13 + 1).min(10)).sum::<u32>();
            meld.is_subset(laid).then(|| points + self.opening_points(&laid.difference(meld), i))
        };
        (from..self.melds.len()).filter_map(with).max().unwrap_or(0)
    }

    /// Whether exactly these cards may be laid: they open, and the table can hold them too.
    pub(crate) fn can_lay(&mut self, question: &Question<'_>, laid: &Cards) -> bool {
        let opens = match question.requirement {
            Requirement::None => true,
            Requirement::OwnMeld => self.melds.iter().any(|meld| meld.cards.is_subset(laid)),
            Requirement::Points(least) => self.opening_points(laid, 0) >= least.into(),
        };
        let all = question.table.saturating_add(laid);
        opens && subsets(question.open).iter().any(|open| self.splits(&all.saturating_add(open), 0))
    }

    /// The value of the best lay, `None` if the table cannot be arranged.
    pub(crate) fn best(&mut self, question: &Question<'_>) -> Option<u32> {
        let most = question.at_most.map_or(usize::MAX, |most| most as usize);
        let worth =
            |laid: &Cards| laid.iter().map(|card| question.weights[card.index()]).sum::<u32>();
        let mut lays = subsets(question.hand);
        lays.retain(|laid| (1..=most).contains(&laid.len()));
        lays.sort_by_key(|laid| Reverse(worth(laid)));
        let best = lays.iter().find(|laid| self.can_lay(question, laid)).map_or(0, worth);
        self.splits(question.table, 0).then_some(best)
    }
}

/// All multisets contained in this one.
fn subsets(cards: &Cards) -> Vec<Cards> {
    Card::all().fold(vec![Cards::EMPTY], |found, card| {
        let copies = |n| pick(std::iter::repeat_n(card.index(), n));
        let more = |some: &Cards| {
            (0..=cards.count(card)).map(|n| some.saturating_add(&copies(n))).collect::<Vec<_>>()
        };
        found.iter().flat_map(more).collect()
    })
}

/// The cards with these indices.
pub(crate) fn pick(indices: impl Iterator<Item = usize>) -> Cards {
    let mut counts = [0; Card::COUNT];
    indices.for_each(|i| counts[i] += 1);
    Cards::from_counts(counts)
}
