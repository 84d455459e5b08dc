//! Chance: the one place where anything is random.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Seat;

/// Random numbers that depend on a seed and on what they are for, and on nothing else.
///
/// They are the words of the stream cipher `ChaCha8`. Its key is the seed in the first eight bytes,
/// lowest first, and zeros; its stream number says what the numbers are for. How words become
/// numbers and orders is written down at the methods. None of this changes from one version to the
/// next, so a seed names the same deals for ever.
///
/// ```
/// use machiavelli_core::state::Chance;
///
/// let mut cards = ["2c", "3c", "4c", "5c"];
/// Chance::of_deal(1, 1).shuffle(&mut cards);
/// let mut again = ["2c", "3c", "4c", "5c"];
/// Chance::of_deal(1, 1).shuffle(&mut again);
/// assert_eq!(cards, again);
/// ```
#[derive(Clone, Debug)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// For the lot that finds the first dealer: stream 0.
    pub fn of_lot(seed: u64) -> Self {
        Self::new(seed, 0)
    }

    /// For the deal with this number, the first being 1: the stream with that number.
    pub fn of_deal(seed: u64, deal: u32) -> Self {
        Self::new(seed, deal.into())
    }

    /// For one decision of a player: a stream of 4 bits for the seat + 1, 28 for the deal's number,
    /// and 32 for the number of the decision.
    pub fn of_player(seed: u64, seat: Seat, deal: u32, decision: u32) -> Self {
        let (seat, deal) = (seat.index() as u64 + 1, u64::from(deal) & 0xFFF_FFFF);
        Self::new(seed, seat << 60 | deal << 32 | u64::from(decision))
    }

    /// The seed of a game of a simulation: the first two words, the first being the lower half, of a
    /// stream of 4 bits set and 60 for the game's number.
    pub fn seed_of_game(seed: u64, number: u64) -> u64 {
        Self::new(seed, 0b1111 << 60 | number).0.next_u64()
    }

    fn new(seed: u64, stream: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(stream);
        Self(words)
    }

    /// A number from 0 to `bound` − 1, each equally likely; 0 if `bound` is 0.
    ///
    /// It is the upper half of word · `bound`. Words whose lower half falls below 2³² mod `bound`
    /// are passed over.
    pub fn below(&mut self, bound: u32) -> u32 {
        let uneven = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            if product as u32 >= uneven {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts items into a random order, each equally likely.
    ///
    /// From the last place to the second, each is exchanged with a place from the first to itself.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}
