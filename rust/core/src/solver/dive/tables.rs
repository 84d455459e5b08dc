//! What the cards of one suit at one rank can do, in tables: worked out once for the rules.

use super::amounts::{
    ALL_AMOUNTS, AMOUNTS, AllAmounts, AllRanges, Amounts, MAX_CARDS, Range, Sums,
};
use crate::card::Suit;
use crate::solver::path::Choice;
use crate::solver::runs::Runs;
use crate::solver::sets::{Sets, Vector, supply_index};

/// A set of states of a suit's runs.
pub(super) type StateSet = u16;

/// One set of states for each number of cards in runs, 16 bits a number.
pub(super) type Fields = u64;

/// Most states; the bits above those of a field are left to other things.
pub(super) const MAX_STATES: usize = 12;

/// So many sets of states there are.
const STATE_SETS: usize = 1 << MAX_STATES;

/// Half of the states.
const HALF_BITS: usize = MAX_STATES / 2;

/// So many sets of half of the states there are.
const HALF: usize = 1 << HALF_BITS;

/// A one in each field.
pub(super) const ONES: Fields = 0x0001_0001_0001;

/// All but the highest bit of each field.
const LOW: Fields = 0x7fff_7fff_7fff;

/// The highest bit of each field.
const HIGH: Fields = 0x8000_8000_8000;

/// Moves the highest bits of the fields, in order, to the top.
const GATHER: u64 = 1 << 46 | 1 << 31 | 1 << 16;

/// The tables.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// For each set of states, where each number of cards in runs leads.
    after: Box<[Fields; STATE_SETS]>,
    /// For each set of states, from where each number of cards in runs leads there.
    before: Box<[Fields; STATE_SETS]>,
    /// For each set of numbers of cards in runs, and each set of the lower and of the higher half of the
    /// states, where they lead.
    reached: [[[StateSet; HALF]; 2]; AMOUNTS],
    /// The states in which every open run may end.
    pub(super) closing: StateSet,
    /// The states that can do no more than each state.
    worse: [StateSet; 16],
    /// For each range and amounts, the other amounts that make up a sum in the range.
    others: [[Amounts; AMOUNTS]; 16],
    /// For each range, and numbers of cards in runs and in sets, the sums in the range.
    sums: [[[Sums; AMOUNTS]; AMOUNTS]; 16],
    /// The same of two suits for each two ranges.
    pairs: Box<[[u8; AMOUNTS * AMOUNTS]; 256]>,
    /// For all suits' amounts in sets, those that are in some vector with the others'.
    agreed: Box<[AllAmounts; ALL_AMOUNTS]>,
    /// A one in each field of amounts.
    ones: [Fields; AMOUNTS],
    /// For each suit, the vectors in which it gives one of the amounts.
    giving: [[u32; AMOUNTS]; Suit::COUNT],
    /// For each suit and number of cards used, the vectors in which what is left goes to sets when one
    /// of the amounts goes to runs.
    parting: [[[u32; AMOUNTS]; 4]; Suit::COUNT],
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
        let mut after: Box<[Fields; STATE_SETS]> = boxed()?;
        let mut before: Box<[Fields; STATE_SETS]> = boxed()?;
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
        let reached = std::array::from_fn(|amounts| {
            std::array::from_fn(|half| {
                std::array::from_fn(|states| {
                    let fields = after[states << (half * HALF_BITS)];
                    let kept = (0..=MAX_CARDS).filter(|n| amounts >> n & 1 == 1);
                    kept.fold(0, |all, n| all | (fields >> (16 * n)) as StateSet)
                })
            })
        });
        let closing = (0..runs.states).filter(|&state| runs.closable(state as u16));
        Some(Self {
            after,
            before,
            reached,
            closing: closing.fold(0, |set, state| set | 1 << state),
            worse,
            others: std::array::from_fn(|range| {
                std::array::from_fn(|amounts| Range(range as u8).others(amounts as Amounts))
            }),
            pairs: pairs()?,
            agreed: agreed(sets)?,
            sums: std::array::from_fn(|range| {
                std::array::from_fn(|one| {
                    std::array::from_fn(|other| {
                        Sums::new(Range(range as u8), one as Amounts, other as Amounts)
                    })
                })
            }),
            ones: std::array::from_fn(|amounts| {
                (0..=MAX_CARDS).fold(0, |all, n| all | (amounts as Fields >> n & 1) << (16 * n))
            }),
            giving: std::array::from_fn(|s| {
                std::array::from_fn(|amounts| sets.giving[s][amounts] as u32)
            }),
            parting: std::array::from_fn(|s| {
                std::array::from_fn(|used| {
                    let used = used as u8;
                    std::array::from_fn(|to_runs| {
                        let to_sets = Range::from(used).others(to_runs as Amounts);
                        sets.giving[s][usize::from(to_sets)] as u32
                    })
                })
            }),
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

    /// A one in each field of these numbers of cards.
    #[inline]
    pub(super) fn ones(&self, amounts: Amounts) -> Fields {
        self.ones[usize::from(amounts) % AMOUNTS]
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

    /// Where some numbers of cards in runs lead from some states.
    #[inline]
    pub(super) fn reached(&self, states: StateSet, to_runs: Amounts) -> StateSet {
        let [low, high] = &self.reached[usize::from(to_runs) % AMOUNTS];
        low[usize::from(states) % HALF] | high[usize::from(states >> HALF_BITS) % HALF]
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

    /// The vectors in which each suit gives one of its amounts.
    #[inline]
    pub(super) fn vectors(&self, to_sets: AllAmounts) -> u32 {
        (0..Suit::COUNT).fold(u32::MAX, |all, s| all & self.giving(s, to_sets.of(s)))
    }

    /// The vectors in which each suit uses so many cards with one of its numbers of cards in runs.
    #[inline]
    pub(super) fn partings(&self, used: impl Fn(usize) -> u8, to_runs: AllAmounts) -> u32 {
        (0..Suit::COUNT).fold(u32::MAX, |all, s| all & self.parting(s, used(s), to_runs.of(s)))
    }

    /// The choice of a vector where each suit uses so many cards, sixteen times that and a byte a suit.
    #[inline]
    pub(super) fn choice(&self, used: u32, vector: u8) -> Choice {
        let runs = (used - self.shifts(vector)) >> 4;
        Choice { vector, runs: (runs | runs >> 6 | runs >> 12 | runs >> 18) as u8 }
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

/// So many of a thing, all empty.
fn boxed<T: Clone + Default, const N: usize>() -> Option<Box<[T; N]>> {
    vec![T::default(); N].into_boxed_slice().try_into().ok()
}
