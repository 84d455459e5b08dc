//! Joint states from which every path loses too much, and those that this says the same of.

use super::states::{Lanes, RunState, StateSet};
use super::step::{State, TAGS};
use super::tables::Tables;
use crate::card::Suit;

/// The joint states before a step that have failed.
///
/// From a joint state that can do no more than one of them, a path loses no less. Mostly there are few
/// failures; many are kept by the states that can do no more, suit by suit: which of 64 failures cover
/// a joint state is then the intersection of four words, and as many again for tags.
#[derive(Clone, Debug, Default)]
pub(super) struct Failures {
    list: Vec<Failure>,
    /// Empty while there are few.
    blocks: Vec<Block>,
}

/// So many failures are few.
const FEW: usize = 12;

#[derive(Clone, Copy, Debug)]
struct Failure {
    state: State,
    /// The joint states that it covers: any of these states for each suit, and the same tags.
    covers: Bits,
    /// What a path loses at least.
    loss: u32,
}

/// States of each suit as bits, and its tags.
type Bits = Lanes;

/// For each suit and state or tag the failures that cover it, of 64 in turn.
type Block = [[u64; 16]; Suit::COUNT];

impl Failures {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.blocks.clear();
    }

    /// Where a joint state stands among the failures, if it does.
    ///
    /// # Errors
    ///
    /// What a path from there loses at least, if that is known to be more than `budget`.
    #[inline]
    pub(super) fn look_up(&self, state: State, budget: u32) -> Result<Option<usize>, u32> {
        let mut known = None;
        if self.list.is_empty() {
            return Ok(None);
        }
        let bits = bits(state);
        if self.blocks.is_empty() {
            for (i, failure) in self.list.iter().enumerate() {
                if bits & !failure.covers == 0 {
                    if budget < failure.loss {
                        return Err(failure.loss);
                    }
                    if failure.state == state {
                        known = Some(i);
                    }
                }
            }
            return Ok(known);
        }
        self.look_up_among_many(state, bits, budget)
    }

    #[inline(never)]
    fn look_up_among_many(
        &self,
        state: State,
        bits: Bits,
        budget: u32,
    ) -> Result<Option<usize>, u32> {
        let mut known = None;
        let suits = [0, 16, 32, 48].map(|shift| {
            // The lowest bit is the state's, and the highest one the tag's if there is one.
            let bits = (bits >> shift) as StateSet;
            (bits.trailing_zeros() as usize % 16, bits.checked_ilog2().unwrap_or(0) as usize % 16)
        });
        for (number, block) in self.blocks.iter().enumerate() {
            let mut covers = u64::MAX;
            for (by_bit, (state, tag)) in block.iter().zip(suits) {
                covers &= by_bit[state] & by_bit[tag];
            }
            while covers != 0 {
                let i = 64 * number + covers.trailing_zeros() as usize;
                covers &= covers - 1;
                let failure = self.list[i];
                if budget < failure.loss {
                    return Err(failure.loss);
                }
                if failure.state == state {
                    known = Some(i);
                }
            }
        }
        Ok(known)
    }

    /// Remembers that every path from a joint state, which is known from a look up or new, loses so
    /// much.
    pub(super) fn fail(&mut self, tables: &Tables, known: Option<usize>, state: State, loss: u32) {
        if let Some(i) = known {
            self.list[i].loss = loss;
            return;
        }
        let worse = |s: usize| {
            Bits::from(tables.states.worse((state >> (16 * s)) as RunState & 0xf)) << (16 * s)
        };
        let covers = (0..Suit::COUNT).fold(state & TAGS, |all, s| all | worse(s));
        self.list.push(Failure { state, covers, loss });
        let count = self.list.len();
        if count > FEW {
            let filed = if self.blocks.is_empty() { 0 } else { count - 1 };
            (filed..count).for_each(|i| self.file(i));
        }
    }

    /// Puts a failure into its block.
    fn file(&mut self, i: usize) {
        let covers = self.list[i].covers;
        if i / 64 == self.blocks.len() {
            self.blocks.push([[0; 16]; Suit::COUNT]);
        }
        for (s, by_bit) in self.blocks[i / 64].iter_mut().enumerate() {
            let mut bits = (covers >> (16 * s)) as StateSet;
            while bits != 0 {
                by_bit[bits.trailing_zeros() as usize % 16] |= 1 << (i % 64);
                bits &= bits - 1;
            }
        }
    }
}

/// A joint state as bits.
#[inline]
fn bits(state: State) -> Bits {
    (0..Suit::COUNT).fold(state & TAGS, |bits, s| bits | 1 << (16 * s) << (state >> (16 * s) & 0xf))
}
