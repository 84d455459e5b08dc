//! Numbers of cards at one rank, as bits: of one suit, or of all suits side by side.

use super::BySuit;
use super::states::{Lanes, ONES};
use crate::card::Suit;

/// Numbers of cards of a suit at a rank: bit n for n cards.
pub(super) type Amounts = u8;

/// Most cards of a suit at a rank.
pub(super) const MAX_CARDS: usize = 2;

/// So many sets of amounts there are.
pub(super) const AMOUNTS: usize = 1 << (MAX_CARDS + 1);

/// So many sets of amounts of all suits there are.
pub(super) const ALL_AMOUNTS: usize = AMOUNTS.pow(Suit::COUNT as u32);

/// The largest of some amounts.
#[inline]
pub(super) const fn most(amounts: Amounts) -> u8 {
    7 - amounts.leading_zeros() as u8
}

/// How many cards of a suit must be used at a rank and how many can: two bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Range(pub(super) u8);

impl Range {
    pub(super) const fn new(least: u8, most: u8) -> Self {
        Self(least << 2 | most)
    }

    /// From the least to the largest of some amounts.
    pub(super) const fn spanning(amounts: Amounts) -> Self {
        Self::new(amounts.trailing_zeros() as u8, most(amounts))
    }

    pub(super) const fn least(self) -> u8 {
        self.0 >> 2 & 3
    }

    pub(super) const fn most(self) -> u8 {
        self.0 & 3
    }

    /// The amounts that make up a sum in the range together with one of `amounts`.
    pub(super) fn others(self, amounts: Amounts) -> Amounts {
        let sums = self.least()..=self.most();
        (0..=MAX_CARDS as u8)
            .filter(|n| (0..=2).any(|m| amounts >> m & 1 == 1 && sums.contains(&(m + n))))
            .fold(0, |all, n| all | 1 << n)
    }
}

impl From<u8> for Range {
    /// Exactly so many.
    fn from(n: u8) -> Self {
        Self::new(n, n)
    }
}

/// Suits as bits.
pub(super) type Suits = u8;

/// The ranges of all suits, four bits a suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AllRanges(pub(super) u16);

impl AllRanges {
    /// Of one suit.
    #[inline]
    pub(super) const fn of(self, s: usize) -> Range {
        Range((self.0 >> (4 * s)) as u8 & 0xf)
    }

    /// The same with another range of a suit.
    pub(super) const fn with(self, s: usize, range: Range) -> Self {
        Self(self.0 & !(0xf << (4 * s)) | (range.0 as u16) << (4 * s))
    }

    /// From nothing to as many as can be.
    pub(super) const fn down_to_none(self) -> Self {
        Self(self.0 & 0x3333)
    }

    /// The same, 16 bits a suit.
    #[inline]
    pub(super) const fn lanes(self) -> Lanes {
        let pairs = self.0 as Lanes & 0xff | (self.0 as Lanes & 0xff00) << 24;
        (pairs | pairs << 12) & (0xf * ONES)
    }

    /// Sixteen times the least of each suit, 16 bits a suit.
    #[inline]
    pub(super) const fn least(self) -> Lanes {
        (self.lanes() & (0xc * ONES)) << 2
    }

    /// Exactly as many as must be.
    pub(super) const fn forced(self) -> Self {
        Self((self.0 >> 2 & 0x3333) * 5)
    }

    /// These for some suits, and others for the rest.
    #[inline]
    pub(super) const fn for_suits(self, suits: Suits, others: Self) -> Self {
        let mask = NIBBLES[suits as usize % 16];
        Self(self.0 & mask | others.0 & !mask)
    }
}

/// Four bits for each of some suits.
const NIBBLES: [u16; 16] = {
    let mut all = [0; 16];
    let mut suits = 0;
    while suits < 16 {
        let mut s = 0;
        while s < Suit::COUNT {
            all[suits] |= ((suits as u16 >> s & 1) * 0xf) << (4 * s);
            s += 1;
        }
        suits += 1;
    }
    all
};

/// Numbers of cards of all suits at a rank, three bits a suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AllAmounts(pub(super) u16);

impl AllAmounts {
    /// No cards of any suit.
    pub(super) const NONE: Self = Self(0o1111);

    /// Any number for the suits in the lowest bits of four times 16, none for the others.
    #[inline]
    pub(super) const fn any(suits: u64) -> Self {
        // The product moves them to every third bit from the 39th on.
        let suits = suits.wrapping_mul(1 << 39 | 1 << 26 | 1 << 13 | 1) >> 39;
        Self(((suits as u16 & 0o1111) * 6) | 0o1111)
    }

    /// Of one suit.
    #[inline]
    pub(super) const fn of(self, s: usize) -> Amounts {
        (self.0 >> (3 * s)) as Amounts & 7
    }

    /// Of each suit.
    #[inline]
    pub(super) const fn new(amounts: BySuit<Amounts>) -> Self {
        let [a, b, c, d] = amounts;
        Self(a as u16 | (b as u16) << 3 | (c as u16) << 6 | (d as u16) << 9)
    }

    /// The same, 16 bits a suit.
    #[inline]
    pub(super) const fn lanes(self) -> Lanes {
        // The product moves them from every third bit to every 16th.
        (self.0 as Lanes).wrapping_mul(1 << 39 | 1 << 26 | 1 << 13 | 1) & (7 * ONES)
    }

    /// Keeps only some of a suit's.
    pub(super) const fn keep(&mut self, s: usize, kept: Amounts) {
        self.0 &= !(7 << (3 * s)) | (kept as u16) << (3 * s);
    }

    /// Adds one number of each suit.
    pub(super) fn insert(&mut self, numbers: BySuit<u8>) {
        for (s, n) in numbers.into_iter().enumerate() {
            self.0 |= 1 << n << (3 * s);
        }
    }

    /// Those that are among others too.
    #[inline]
    pub(super) const fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }
}

/// Different sums of cards in runs and in sets, within a range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums(u8);

impl Sums {
    /// The sums in the range of one of each.
    pub(super) fn new(range: Range, one: Amounts, other: Amounts) -> Self {
        let amounts = (range.least()..=range.most())
            .filter(|sum| (0..=*sum).any(|n| one >> n & 1 == 1 && other >> (sum - n) & 1 == 1))
            .fold(0, |all, sum| all | 1 << sum);
        let most = most(amounts | 1);
        let several = u8::from(amounts & amounts.wrapping_sub(1) != 0);
        Self(amounts | most << 4 | several << 6 | u8::from(most > range.least()) << 7)
    }

    #[inline]
    pub(super) const fn amounts(self) -> Amounts {
        self.0 & 0xf
    }

    /// The largest.
    #[inline]
    pub(super) const fn most(self) -> u8 {
        self.0 >> 4 & 3
    }

    /// Whether there is more than one.
    pub(super) const fn several(self) -> bool {
        self.0 >> 6 & 1 == 1
    }
}

/// The sums of all suits, 16 bits a suit.
#[derive(Clone, Copy, Debug)]
pub(super) struct AllSums(Lanes);

impl AllSums {
    #[inline]
    pub(super) const fn new(sums: BySuit<Sums>) -> Self {
        let [a, b, c, d] = sums;
        Self(a.0 as Lanes | (b.0 as Lanes) << 16 | (c.0 as Lanes) << 32 | (d.0 as Lanes) << 48)
    }

    /// Sixteen times the largest.
    #[inline]
    pub(super) const fn most(self) -> Lanes {
        self.0 & (0x30 * ONES)
    }

    /// The ranges of exactly the largest.
    pub(super) const fn ranges(self) -> AllRanges {
        // The product moves them to every fourth bit from the 48th on.
        let most = (self.most() >> 4).wrapping_mul(1 << 48 | 1 << 36 | 1 << 24 | 1 << 12) >> 48;
        AllRanges(most as u16 * 5)
    }

    /// The suits that have more than one.
    #[inline]
    pub(super) const fn several(self) -> Suits {
        // The product moves them to the highest bits.
        ((self.0 >> 6 & ONES).wrapping_mul(1 << 60 | 1 << 45 | 1 << 30 | 1 << 15) >> 60) as Suits
    }

    /// Whether some suit has one that is larger than must be.
    #[inline]
    pub(super) const fn spare(self) -> bool {
        self.0 & (0x80 * ONES) != 0
    }
}
