//! What the cards of one suit at one rank can do, in tables: worked out once for the rules.

use crate::card::Suit;
use crate::solver::runs::Runs;
use crate::solver::sets::{Sets, Vector, VectorSet, supply_index};

/// A set of states of a suit's runs.
pub(super) type StateSet = u16;

/// One set of states for each number of cards in runs, 16 bits a number.
pub(super) type Fields = u64;

/// Numbers of cards of a suit at a rank, as bits: bit n for n cards.
pub(super) type Amounts = u8;

/// Most states; the bits above those of a field are left to other things.
pub(super) const MAX_STATES: usize = 12;

/// Most cards of a suit at a rank.
const MAX_CARDS: usize = 2;

/// So many sets of states there are.
const STATE_SETS: usize = 1 << MAX_STATES;

/// So many sets of amounts there are.
const AMOUNTS: usize = 1 << (MAX_CARDS + 1);

/// A one in each field.
pub(super) const ONES: Fields = 0x0001_0001_0001;

/// All but the highest bit of each field.
const LOW: Fields = 0x7fff_7fff_7fff;

/// The highest bit of each field.
const HIGH: Fields = 0x8000_8000_8000;

/// Moves the highest bits of the fields, in order, to the top.
const GATHER: u64 = 1 << 46 | 1 << 31 | 1 << 16;

/// How many cards of a suit must be used at a rank and how many can: two bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Range(pub(super) u8);

impl Range {
    pub(super) const fn new(least: u8, most: u8) -> Self {
        Self(least << 2 | most)
    }

    pub(super) const fn least(self) -> u8 {
        self.0 >> 2 & 3
    }

    pub(super) const fn most(self) -> u8 {
        self.0 & 3
    }
}

impl From<u8> for Range {
    /// Exactly so many.
    fn from(n: u8) -> Self {
        Self::new(n, n)
    }
}

/// Different sums of cards in runs and in sets, within a range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums(u8);

impl Sums {
    fn new(range: Range, amounts: Amounts) -> Self {
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
}

/// The sums of all suits, a byte a suit.
#[derive(Clone, Copy, Debug)]
pub(super) struct AllSums(u32);

impl AllSums {
    #[inline]
    pub(super) const fn new(sums: [Sums; Suit::COUNT]) -> Self {
        let [a, b, c, d] = sums;
        Self(u32::from_le_bytes([a.0, b.0, c.0, d.0]))
    }

    /// Sixteen times the largest, a byte a suit.
    #[inline]
    pub(super) const fn most(self) -> u32 {
        self.0 & 0x3030_3030
    }

    /// The suits that have more than one, as bits.
    #[inline]
    pub(super) const fn several(self) -> u8 {
        // The product moves the bits of all bytes to the highest one.
        ((self.0 >> 6 & 0x0101_0101).wrapping_mul(0x0102_0408) >> 24) as u8
    }

    /// Whether some suit has one that is larger than must be.
    #[inline]
    pub(super) const fn spare(self) -> bool {
        self.0 & 0x8080_8080 != 0
    }
}

/// The tables.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// For each set of states, where each number of cards in runs leads.
    after: Box<[Fields; STATE_SETS]>,
    /// For each set of states, from where each number of cards in runs leads there.
    before: Box<[Fields; STATE_SETS]>,
    /// The states in which every open run may end.
    pub(super) closing: StateSet,
    /// The states that can do no more than each state.
    worse: [StateSet; 16],
    /// For each range and amounts, the other amounts that make up a sum in the range.
    others: [[Amounts; AMOUNTS]; 16],
    /// For each range, and numbers of cards in runs and in sets, the sums in the range.
    sums: [[[Sums; AMOUNTS]; AMOUNTS]; 16],
    /// The fields of amounts.
    fields: [Fields; AMOUNTS],
    /// For each suit, the vectors in which it gives one of the amounts.
    giving: [[u32; AMOUNTS]; Suit::COUNT],
    /// For each suit and number of cards used, the vectors in which what is left goes to sets when one
    /// of the amounts goes to runs.
    parting: [[[u32; AMOUNTS]; 4]; Suit::COUNT],
    /// For each seven vectors in turn, what suits give in some of them: four bits a suit.
    gives: [[u16; 128]; 3],
    /// The vectors for which there are cards, by two bits a suit.
    supplies: [u32; 256],
    /// What each suit gives in some vector, two bits a suit, as bits.
    vectors: [u64; 4],
    /// Sixteen times what each suit gives in each vector, a byte a suit.
    shifts: [u32; 32],
}

impl Tables {
    /// The tables, if the automaton is small and deterministic, which it is for up to two packs where
    /// runs do not go round.
    pub(super) fn new(runs: &Runs, sets: &Sets, copies: u8) -> Option<Self> {
        let better = runs.better()?;
        if runs.states > MAX_STATES || usize::from(copies) > MAX_CARDS {
            return None;
        }
        let mut after = boxed()?;
        let mut before = boxed()?;
        let mut worse = [0; 16];
        for (from, worse) in worse.iter_mut().enumerate().take(runs.states) {
            let states = (0..runs.states).filter(|&other| better[other] >> from & 1 == 1);
            *worse = states.fold(0, |set, other| set | 1 << other);
            for n in 0..=copies {
                for &to in runs.next(from as u16, n) {
                    let field = 16 * u32::from(n);
                    after[1 << from] |= 1 << to << field;
                    before[1 << to] |= 1 << from << field;
                }
            }
        }
        for set in 1..STATE_SETS {
            let (rest, one) = (set & (set - 1), set & set.wrapping_neg());
            after[set] = after[rest] | after[one];
            before[set] = before[rest] | before[one];
        }
        let closing = (0..runs.states).filter(|&state| runs.closable(state as u16));
        Some(Self {
            after,
            before,
            closing: closing.fold(0, |set, state| set | 1 << state),
            worse,
            others: std::array::from_fn(|range| {
                std::array::from_fn(|amounts| others(Range(range as u8), amounts))
            }),
            sums: std::array::from_fn(|range| {
                std::array::from_fn(|one| {
                    std::array::from_fn(|other| {
                        let range = Range(range as u8);
                        Sums::new(range, sums(range, one, other))
                    })
                })
            }),
            fields: std::array::from_fn(|amounts| {
                (0..=MAX_CARDS).fold(0, |all, n| {
                    all | (if amounts >> n & 1 == 1 { 0xffff } else { 0 }) << (16 * n)
                })
            }),
            giving: std::array::from_fn(|s| {
                std::array::from_fn(|amounts| sets.giving[s][amounts] as u32)
            }),
            parting: std::array::from_fn(|s| {
                std::array::from_fn(|used| {
                    let used = used as u8;
                    std::array::from_fn(|to_runs| {
                        let to_sets = others(Range::new(used, used), to_runs);
                        sets.giving[s][usize::from(to_sets)] as u32
                    })
                })
            }),
            gives: std::array::from_fn(|part| {
                std::array::from_fn(|bits| {
                    let vectors = (bits as VectorSet) << (7 * part);
                    (0..Suit::COUNT)
                        .fold(0, |all, s| all | u16::from(sets.gives(vectors, s)) << (4 * s))
                })
            }),
            supplies: std::array::from_fn(|index| sets.supply(index).vectors as u32),
            vectors: sets.vectors.iter().fold([0; 4], |mut all, &vector| {
                let index = supply_index(vector);
                all[index / 64] |= 1 << (index % 64);
                all
            }),
            shifts: std::array::from_fn(|vector| {
                sets.vectors
                    .get(vector)
                    .map_or(0, |given| u32::from_le_bytes(given.map(|n| 16 * n)))
            }),
        })
    }

    /// Where each number of cards in runs leads.
    #[inline]
    pub(super) fn after(&self, states: StateSet) -> Fields {
        self.after[usize::from(states) % STATE_SETS]
    }

    /// From where each number of cards in runs leads to some of the states.
    #[inline]
    pub(super) fn before(&self, states: StateSet) -> Fields {
        self.before[usize::from(states) % STATE_SETS]
    }

    /// The states that can do no more than one state, given as a set of one.
    #[inline]
    pub(super) fn worse(&self, state: StateSet) -> StateSet {
        self.worse[state.trailing_zeros() as usize % 16]
    }

    /// The amounts that make up a sum in the range together with one of `amounts`.
    #[inline]
    pub(super) fn others(&self, range: Range, amounts: Amounts) -> Amounts {
        self.others[usize::from(range.0) % 16][usize::from(amounts) % AMOUNTS]
    }

    /// How many cards can be used in all.
    #[inline]
    pub(super) fn sums(&self, range: Range, to_runs: Amounts, to_sets: Amounts) -> Sums {
        self.sums[usize::from(range.0) % 16][usize::from(to_runs) % AMOUNTS]
            [usize::from(to_sets) % AMOUNTS]
    }

    /// The fields of these numbers of cards.
    #[inline]
    pub(super) fn fields(&self, amounts: Amounts) -> Fields {
        self.fields[usize::from(amounts) % AMOUNTS]
    }

    /// The vectors in which a suit gives one of the amounts.
    #[inline]
    pub(super) fn giving(&self, s: usize, amounts: Amounts) -> u32 {
        self.giving[s][usize::from(amounts) % AMOUNTS]
    }

    /// The vectors in which all of the `used` cards that do not go to runs go to sets.
    #[inline]
    pub(super) fn parting(&self, s: usize, used: u8, to_runs: Amounts) -> u32 {
        self.parting[s][usize::from(used) % 4][usize::from(to_runs) % AMOUNTS]
    }

    /// What each suit gives in some of the vectors.
    #[inline]
    pub(super) fn gives(&self, vectors: u32) -> [Amounts; Suit::COUNT] {
        let [a, b, c] = [vectors, vectors >> 7, vectors >> 14].map(|v| v as usize % 128);
        let all = self.gives[0][a] | self.gives[1][b] | self.gives[2][c];
        [all, all >> 4, all >> 8, all >> 12].map(|amounts| (amounts & 0xf) as Amounts)
    }

    /// The vectors for which there are cards enough.
    #[inline]
    pub(super) fn supply(&self, ranges: [Range; Suit::COUNT]) -> u32 {
        let [a, b, c, d] = ranges.map(|range| usize::from(range.most()));
        self.supplies[a | b << 2 | c << 4 | d << 6]
    }

    /// Whether sets can take these cards of each suit.
    #[inline]
    pub(super) fn is_vector(&self, given: Vector) -> bool {
        let index = supply_index(given);
        self.vectors[index / 64 % 4] >> (index % 64) & 1 == 1
    }

    /// The state after so many cards in runs, as sets of one; empty if there is none.
    #[inline]
    pub(super) fn step(&self, state: StateSet, to_runs: u8) -> StateSet {
        (self.after(state) >> (16 * to_runs)) as StateSet
    }

    /// Sixteen times what each suit gives in a vector, a byte a suit.
    #[inline]
    pub(super) fn shifts(&self, vector: u8) -> u32 {
        self.shifts[usize::from(vector) % 32]
    }
}

/// All states of the fields together.
#[inline]
pub(super) const fn union(fields: Fields) -> StateSet {
    (fields | fields >> 16 | fields >> 32) as StateSet
}

/// The highest bit of each field that is not empty; it must be unused in the fields.
#[inline]
pub(super) const fn filled(fields: Fields) -> Fields {
    (fields + LOW) & HIGH
}

/// A one in each field that has its highest bit.
#[inline]
pub(super) const fn ones(filled: Fields) -> Fields {
    filled >> 15
}

/// The numbers of the fields that have their highest bit.
#[inline]
pub(super) const fn amounts(filled: Fields) -> Amounts {
    (filled.wrapping_mul(GATHER) >> 61) as Amounts
}

/// The largest of some amounts.
#[inline]
pub(super) const fn most(amounts: Amounts) -> u8 {
    7 - amounts.leading_zeros() as u8
}

fn others(range: Range, amounts: usize) -> Amounts {
    let sums = usize::from(range.least())..=usize::from(range.most());
    (0..=MAX_CARDS)
        .filter(|n| (0..=MAX_CARDS).any(|m| amounts >> m & 1 == 1 && sums.contains(&(m + n))))
        .fold(0, |all, n| all | 1 << n)
}

/// Empty fields for each set of states.
fn boxed() -> Option<Box<[Fields; STATE_SETS]>> {
    vec![0; STATE_SETS].into_boxed_slice().try_into().ok()
}

/// The sums in the range of one of each.
fn sums(range: Range, one: usize, other: usize) -> Amounts {
    (range.least()..=range.most())
        .filter(|sum| (0..=*sum).any(|n| one >> n & 1 == 1 && other >> (sum - n) & 1 == 1))
        .fold(0, |all, sum| all | 1 << sum)
}
