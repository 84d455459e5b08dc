use machiavelli_core::{Card, Cards};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Position;

/// Deals random positions from two packs: as many melds as will fit, then a hand of what is left.
#[derive(Debug)]
pub struct Dealer {
    rng: ChaCha8Rng,
}

impl Dealer {
    /// A dealer whose positions follow from the seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// A number from 0 up to, and with, the greatest.
    pub fn up_to(&mut self, greatest: usize) -> usize {
        self.rng.random_range(0..=greatest)
    }

    /// A position with at most so many melds and cards in hand.
    pub fn deal(&mut self, melds: usize, hand: usize) -> Position {
        let mut table = Cards::EMPTY;
        for _ in 0..melds {
            self.add_meld(&mut table);
        }
        let mut position = Position { table, hand: Cards::EMPTY };
        for _ in 0..hand {
            self.add_card(&mut position);
        }
        position
    }

    /// Adds a random meld whose cards are all left in the packs; gives up after some tries.
    pub fn add_meld(&mut self, table: &mut Cards) {
        const TRIES: usize = 50;
        for _ in 0..TRIES {
            let meld = self.meld();
            let with = table.saturating_add(&meld);
            if with.iter().all(|card| with.count(card) <= 2) {
                *table = with;
                return;
            }
        }
    }

    /// Adds a random card that is left in the packs to the hand.
    pub fn add_card(&mut self, position: &mut Position) {
        let taken = position.table.saturating_add(&position.hand);
        let left: Vec<_> = Card::all_natural()
            .flat_map(|card| std::iter::repeat_n(card, 2 - taken.count(card)))
            .collect();
        if let Some(card) = left.choose(&mut self.rng) {
            add(&mut position.hand, card.index());
        }
    }

    /// A set or, as likely, a run of up to seven cards; short ones are likelier.
    fn meld(&mut self) -> Cards {
        let mut meld = Cards::EMPTY;
        if self.rng.random() {
            let rank = self.rng.random_range(0..13);
            let mut suits = [0, 1, 2, 3];
            suits.shuffle(&mut self.rng);
            let size = pick(&mut self.rng, &[3, 3, 4]);
            suits[..size].iter().for_each(|suit| add(&mut meld, 13 * suit + rank));
        } else {
            let suit = self.rng.random_range(0..4);
            let size = pick(&mut self.rng, &[3, 3, 3, 4, 4, 5, 6, 7]);
            let first = self.rng.random_range(0..=14 - size); // 13 is the ace above the king
            (first..first + size).for_each(|rank| add(&mut meld, 13 * suit + rank % 13));
        }
        meld
    }
}

fn pick(rng: &mut ChaCha8Rng, from: &[usize]) -> usize {
    from[rng.random_range(0..from.len())]
}

fn add(cards: &mut Cards, index: usize) {
    cards.insert(Card::from_index(index).expect("a natural card")).expect("few cards");
}
