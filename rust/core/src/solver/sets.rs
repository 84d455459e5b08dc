//! How many cards of each suit the sets of one rank can take.
//!
//! At one rank the sets matter only through how many cards of each suit they use, a vector over
//! the suits. There are 21 such vectors with two packs; which of them are possible depends on the
//! cards that are there and on what each suit can spare, and both are table look-ups.

use crate::card::Suit;
use crate::meld::MeldRules;
use crate::solver::runs::MAX_COPIES;

/// How many cards each suit gives to the sets of a rank.
pub(super) type Vector = [u8; Suit::COUNT];

/// A set of vectors, by position in [`Sets::vectors`].
pub(super) type VectorSet = u64;

/// The suits of one set as bits.
type SuitMask = u8;

/// What the cards of a rank allow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Supply {
    /// The vectors that use no more cards than there are.
    pub(super) vectors: VectorSet,
    /// How many cards each suit can give in them, as bits.
    pub(super) gives: [u8; Suit::COUNT],
}

/// The vectors and their look-up tables.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// All vectors; the first is the empty one.
    pub(super) vectors: Vec<Vector>,
    /// A way to make each vector, as sets.
    makings: Vec<Vec<SuitMask>>,
    /// `giving[suit][amounts]`: the vectors in which the suit gives one of `amounts`, a bit set.
    pub(super) giving: [[VectorSet; 1 << (MAX_COPIES + 1)]; Suit::COUNT],
    /// Indexed by [`supply_index`].
    supplies: Vec<Supply>,
}

/// Every possible set: four suits, or all but one.
const SETS: [SuitMask; 5] = [0b1111, 0b0111, 0b1011, 0b1101, 0b1110];

/// Position of a rank's counts in the table of supplies: two bits a suit.
pub(super) fn supply_index(counts: Vector) -> usize {
    counts.iter().rev().fold(0, |index, &n| index << 2 | usize::from(n))
}

impl Sets {
    pub(super) fn new(rules: &MeldRules) -> Self {
        let same = rules.same_sets.map_or(rules.copies, |most| most.min(rules.copies));
        let mut found = vec![([0; Suit::COUNT], Vec::new())];
        extend(&mut found, [0; Suit::COUNT], &mut Vec::new(), 0, rules.copies, same);
        let (vectors, makings): (Vec<Vector>, Vec<Vec<SuitMask>>) = found.into_iter().unzip();
        let where_ = |test: &dyn Fn(&Vector) -> bool| {
            vectors.iter().enumerate().fold(0, |set, (i, v)| set | VectorSet::from(test(v)) << i)
        };
        let giving = std::array::from_fn(|s| {
            std::array::from_fn(|amounts| where_(&|v| amounts >> v[s] & 1 == 1))
        });
        let supplies = (0..256)
            .map(|index| {
                let fits = |v: &Vector| {
                    (0..Suit::COUNT).all(|s| usize::from(v[s]) <= index >> (2 * s) & 3)
                };
                let gives = |s: usize| {
                    vectors.iter().filter(|v| fits(v)).fold(0, |bits, v| bits | 1 << v[s])
                };
                Supply { vectors: where_(&fits), gives: std::array::from_fn(gives) }
            })
            .collect();
        Self { vectors, makings, giving, supplies }
    }

    /// What these cards of a rank allow.
    pub(super) fn supply(&self, index: usize) -> &Supply {
        &self.supplies[index & 0xff]
    }

    /// How many cards a suit gives in some of the vectors, as bits.
    pub(super) fn gives(&self, vectors: VectorSet, s: usize) -> u8 {
        (0..=MAX_COPIES)
            .fold(0, |bits, n| bits | u8::from(vectors & self.giving[s][1 << n] != 0) << n)
    }

    /// The sets that make a vector, as suits in bits.
    pub(super) fn making(&self, vector: usize) -> &[SuitMask] {
        &self.makings[vector]
    }
}

/// Adds the vectors made by `chosen` and more sets from `SETS[from..]`, each new one once.
fn extend(
    found: &mut Vec<(Vector, Vec<SuitMask>)>,
    sum: Vector,
    chosen: &mut Vec<SuitMask>,
    from: usize,
    copies: u8,
    same: u8,
) {
    for (i, &set) in SETS.iter().enumerate().skip(from) {
        let more: Vector = std::array::from_fn(|s| sum[s] + (set >> s & 1));
        // Sets are chosen in order, so those equal to this one are the last.
        let twins = chosen.iter().rev().take_while(|&&last| last == set).count();
        if more.iter().any(|&n| n > copies) || twins >= usize::from(same) {
            continue;
        }
        chosen.push(set);
        if found.iter().all(|(v, _)| *v != more) {
            found.push((more, chosen.clone()));
        }
        extend(found, more, chosen, i, copies, same);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn sets(copies: u8, same_sets: Option<u8>) -> Sets {
        let base = MeldRules::new(&Rules::preset("modiano").unwrap());
        Sets::new(&MeldRules { copies, same_sets, ..base })
    }

    #[test]
    fn two_packs_have_21_vectors() {
        assert_eq!(sets(1, None).vectors.len(), 6);
        assert_eq!(sets(2, None).vectors.len(), 21);
        // Twice the same set is the only way to use two cards of three or four suits and no other.
        assert_eq!(sets(2, Some(1)).vectors.len(), 21 - 5);
        assert_eq!(sets(3, None).vectors.len(), 56);
    }

    #[test]
    fn a_making_sums_to_its_vector() {
        for (copies, same) in [(1, None), (2, None), (2, Some(1)), (3, None), (3, Some(1))] {
            let sets = sets(copies, same);
            for (i, v) in sets.vectors.iter().enumerate() {
                let sum: Vector =
                    std::array::from_fn(|s| sets.making(i).iter().map(|set| set >> s & 1).sum());
                assert_eq!(sum, *v);
            }
        }
    }
}
