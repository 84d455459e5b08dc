//! Sets, and the cards of one rank.

use crate::meld::MeldRules;

/// How many cards of each suit, all of one rank.
pub(super) type Quad = [usize; 4];

/// All ways in which sets can use the cards of one rank, the empty one included.
pub(super) fn set_quads(rules: &MeldRules) -> Vec<Quad> {
    let copies = usize::from(rules.copies);
    let same = rules.same_sets.map_or(copies, usize::from);
    let mut quads = vec![[0; 4]];
    for set in [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0], [1, 1, 1, 1]] {
        let with = |quad: &Quad, times: usize| -> Quad {
            std::array::from_fn(|i| quad[i] + times * set[i])
        };
        quads = quads
            .iter()
            .flat_map(|quad| (0..=same).map(move |times| with(quad, times)))
            .filter(|quad| quad.iter().all(|&n| n <= copies))
            .collect();
    }
    quads.sort_unstable();
    quads.dedup();
    quads
}

/// Whether copies of a card are told apart when hands are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// No: hands are multisets of card types.
    Alike,
    /// Yes: each physical card counts, as when they are dealt.
    ToldApart,
}

impl Copies {
    /// In how many ways a hand can hold these cards, of a deck with so many copies.
    pub(super) fn ways(self, quad: Quad, copies: u8) -> u64 {
        match self {
            Self::Alike => 1,
            Self::ToldApart => quad.map(|n| choose(copies.into(), n)).into_iter().product(),
        }
    }
}

/// `n` choose `k`, for small numbers.
pub(super) fn choose(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |c, i| c * (n - i) as u64 / (i + 1) as u64)
}

/// In how many ways the suits can be exchanged that are said to be exchangeable with their
/// neighbour; `None` if another quad stands for this one.
pub(super) fn arrangements(quad: Quad, exchangeable: [bool; 3]) -> Option<u64> {
    let mut ways = 1;
    let (mut length, mut equal) = (1, 1);
    for (i, exchangeable) in exchangeable.into_iter().enumerate() {
        if !exchangeable {
            (length, equal) = (1, 1);
        } else if quad[i] < quad[i + 1] {
            return None;
        } else {
            length += 1;
            equal = if quad[i] == quad[i + 1] { equal + 1 } else { 1 };
            ways = ways * length / equal;
        }
    }
    Some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_multinomials() {
        assert_eq!(arrangements([2, 1, 1, 0], [true; 3]), Some(12));
        assert_eq!(arrangements([3, 2, 1, 0], [true; 3]), Some(24));
        assert_eq!(arrangements([2, 2, 2, 2], [true; 3]), Some(1));
        assert_eq!(arrangements([1, 0, 2, 0], [true, false, true]), Some(4));
        assert_eq!(arrangements([0, 1, 0, 0], [true, false, true]), None);
        assert_eq!(arrangements([0, 1, 2, 0], [false; 3]), Some(1));
    }
}
