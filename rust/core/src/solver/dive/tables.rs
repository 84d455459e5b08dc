//! What the cards of one suit at one rank can do, in tables: worked out once for the rules.

use super::amounts::{
    ALL_AMOUNTS, AMOUNTS, AllAmounts, AllRanges, AllSums, Amounts, MAX_CARDS, Range, Sums,
};
use super::states::{Lanes, ONES, States, boxed};
use crate::card::Suit;
use crate::solver::path::Choice;
use crate::solver::runs::Runs;
use crate::solver::sets::{Sets, Vector};

/// The tables.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// What runs can do.
    pub(super) states: States,
    /// For each range and amounts, the other amounts that make up a sum in the range.
    others: [[Amounts; AMOUNTS]; 16],
    /// For each range, and numbers of cards in runs and in sets, the sums in the range.
    sums: [Sums; SUMS],
    /// The same of two suits for each two ranges.
    pairs: Box<[[u8; AMOUNTS * AMOUNTS]; 256]>,
    /// For all suits' amounts in sets, those that are in some vector with the others'.
    agreed: Box<[AllAmounts; ALL_AMOUNTS]>,
    /// For each suit, the vectors in which it gives one of the amounts.
    giving: [[u32; AMOUNTS]; Suit::COUNT],
    /// For each suit, number of cards used and amounts, the vectors in which what is left goes to sets when
    /// one of the amounts goes to runs.
    parting: [u32; PARTING],
    /// Sixteen times what each suit gives in each vector, 16 bits a suit.
    given: [Lanes; 32],
}

/// So many ranges and amounts in runs and in sets there are.
const SUMS: usize = 16 * AMOUNTS * AMOUNTS;

/// So many suits, numbers of cards used and amounts there are.
const PARTING: usize = Suit::COUNT * 4 * AMOUNTS;

impl Tables {
    /// The tables, if the automaton is small and deterministic, which it is for up to two packs where
    /// runs do not go round.
    pub(super) fn new(runs: &Runs, sets: &Sets, copies: u8) -> Option<Self> {
        if usize::from(copies) > MAX_CARDS {
            return None;
        }
        Some(Self {
            states: States::new(runs)?,
            others: std::array::from_fn(|range| {
                std::array::from_fn(|amounts| Range(range as u8).others(amounts as Amounts))
            }),
            pairs: pairs()?,
            agreed: agreed(sets)?,
            sums: std::array::from_fn(|i| {
                let (range, one, other) =
                    (i / AMOUNTS / AMOUNTS, i / AMOUNTS % AMOUNTS, i % AMOUNTS);
                Sums::new(Range(range as u8), one as Amounts, other as Amounts)
            }),
            giving: std::array::from_fn(|s| {
                std::array::from_fn(|amounts| sets.giving[s][amounts] as u32)
            }),
            parting: std::array::from_fn(|i| {
                let (s, used, to_runs) = (i / AMOUNTS / 4, i / AMOUNTS % 4, i % AMOUNTS);
                let to_sets = Range::from(used as u8).others(to_runs as Amounts);
                sets.giving[s][usize::from(to_sets)] as u32
            }),
            given: std::array::from_fn(|vector| {
                let given = sets.vectors.get(vector).unwrap_or(&[0; Suit::COUNT]);
                given.iter().rev().fold(0, |all, &n| all << 16 | Lanes::from(n) << 4)
            }),
        })
    }

    /// The amounts that make up a sum in the range together with one of `amounts`.
    #[inline]
    pub(super) fn others(&self, range: Range, amounts: Amounts) -> Amounts {
        self.others[usize::from(range.0) % 16][usize::from(amounts) % AMOUNTS]
    }

    /// How many cards can be used in all.
    #[inline]
    pub(super) fn sums(&self, range: Range, to_runs: Amounts, to_sets: Amounts) -> Sums {
        let [range, to_runs, to_sets] = [range.0, to_runs, to_sets].map(usize::from);
        self.sums[((range * AMOUNTS + to_runs) * AMOUNTS + to_sets) % SUMS]
    }

    /// The same of all suits.
    #[inline]
    pub(super) fn sums_of_all(
        &self,
        ranges: AllRanges,
        to_runs: AllAmounts,
        to_sets: AllAmounts,
    ) -> AllSums {
        let index = ranges.lanes() << 6 | to_runs.lanes() << 3 | to_sets.lanes();
        let of = |s: usize| self.sums[(index >> (16 * s)) as usize % SUMS];
        AllSums::new([of(0), of(1), of(2), of(3)])
    }

    /// The vectors in which a suit gives one of the amounts.
    #[inline]
    pub(super) fn giving(&self, s: usize, amounts: Amounts) -> u32 {
        self.giving[s][usize::from(amounts) % AMOUNTS]
    }

    /// For all suits the amounts that make up a sum in their ranges together with one of `amounts`.
    #[inline]
    pub(super) fn others_of_all(&self, ranges: AllRanges, amounts: AllAmounts) -> AllAmounts {
        let pair = |ranges: u16, amounts: u16| {
            u16::from(self.pairs[usize::from(ranges) % 256][usize::from(amounts) % 64])
        };
        AllAmounts(pair(ranges.0, amounts.0) | pair(ranges.0 >> 8, amounts.0 >> 6) << 6)
    }

    /// What suits can give to sets together: of all amounts those in some vector; nothing at all if
    /// there is no vector.
    #[inline]
    pub(super) fn agreed(&self, to_sets: AllAmounts) -> AllAmounts {
        self.agreed[usize::from(to_sets.0) % ALL_AMOUNTS]
    }

    /// The vectors in which all cards that a suit uses and that do not go to runs go to sets.
    #[inline]
    pub(super) fn parting(&self, rows: Lanes, s: usize, to_runs: Amounts) -> u32 {
        self.parting[((rows >> (16 * s)) as usize | usize::from(to_runs)) % PARTING]
    }

    /// The vectors in which all suits do that with one of their numbers of cards in runs.
    #[inline]
    pub(super) fn partings(&self, rows: Lanes, to_runs: AllAmounts) -> u32 {
        let index = rows | to_runs.lanes();
        (0..Suit::COUNT).fold(u32::MAX, |all, s| all & self.parting(index, s, 0))
    }

    /// Sixteen times the cards that each suit uses in a choice.
    #[inline]
    pub(super) fn used(&self, choice: Choice) -> Lanes {
        // The product moves two bits of each suit to every 16th.
        let to_runs = Lanes::from(choice.runs).wrapping_mul(1 << 42 | 1 << 28 | 1 << 14 | 1);
        self.given(choice.vector) + ((to_runs & (3 * ONES)) << 4)
    }

    /// Sixteen times what each suit gives in a vector.
    #[inline]
    pub(super) fn given(&self, vector: u8) -> Lanes {
        self.given[usize::from(vector) % 32]
    }
}

/// The choice of a vector where so many cards go to runs, given sixteen times that.
#[inline]
pub(super) const fn choice(vector: u8, to_runs: Lanes) -> Choice {
    // The product moves them to the highest bits.
    let runs = to_runs.wrapping_mul(1 << 52 | 1 << 38 | 1 << 24 | 1 << 10);
    Choice { vector, runs: (runs >> 56) as u8 }
}

/// What to look up partings with when each suit uses so many cards, given sixteen times that.
#[inline]
pub(super) const fn rows(used: Lanes) -> Lanes {
    used >> 1 | ROWS
}

/// Where each suit's partings begin.
const ROWS: Lanes = {
    let mut rows = 0;
    let mut s = 0;
    while s < Suit::COUNT {
        rows |= ((s * 4 * AMOUNTS) as Lanes) << (16 * s);
        s += 1;
    }
    rows
};

/// For two ranges and the amounts of two suits, the other amounts of both.
fn pairs() -> Option<Box<[[u8; AMOUNTS * AMOUNTS]; 256]>> {
    let mut pairs: Box<[[u8; AMOUNTS * AMOUNTS]; 256]> =
        vec![[0; AMOUNTS * AMOUNTS]; 256].into_boxed_slice().try_into().ok()?;
    for (ranges, others) in pairs.iter_mut().enumerate() {
        let [one, other] = [ranges, ranges >> 4].map(|range| Range(range as u8 & 0xf));
        for (amounts, others) in others.iter_mut().enumerate() {
            let [of_one, of_other] = [amounts, amounts / AMOUNTS].map(|n| n as Amounts & 7);
            *others = one.others(of_one) | other.others(of_other) << 3;
        }
    }
    Some(pairs)
}

/// For all suits' amounts in sets, those that are in some vector with the others'.
fn agreed(sets: &Sets) -> Option<Box<[AllAmounts; ALL_AMOUNTS]>> {
    let mut agreed: Box<[AllAmounts; ALL_AMOUNTS]> = boxed()?;
    for (to_sets, agreed) in (0..).map(AllAmounts).zip(agreed.iter_mut()) {
        let fits = |v: &&Vector| (0..Suit::COUNT).all(|s| to_sets.of(s) >> v[s] & 1 == 1);
        sets.vectors.iter().filter(fits).for_each(|&vector| agreed.insert(vector));
    }
    Some(agreed)
}
