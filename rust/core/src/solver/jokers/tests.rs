//! The two ways to best lays find the same value.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::card::{Card, Placed};
use crate::cards::Cards;
use crate::meld::{Meld, MeldRules};
use crate::rules::Rules;
use crate::solver::{
    JokerLaws, JokerQuestion, Lock, Question, Requirement, Reuse, Solver, Source, Weights,
};
use crate::table::Table;

use super::Lay;

/// A pack from which cards are dealt, only some ranks and suits of it.
struct Deal {
    rng: ChaCha8Rng,
    pack: [u8; Card::COUNT],
    ranks: std::ops::Range<usize>,
    suits: usize,
}

impl Deal {
    /// Takes these cards, if they are there, but at most one of them is a joker.
    fn meld(&mut self, cards: &[usize], jokers: u8) -> Option<Meld> {
        let mut pack = self.pack;
        let joker =
            (jokers > 0 && self.rng.random()).then(|| self.rng.random_range(0..cards.len()));
        let mut meld = Vec::new();
        for (i, &card) in cards.iter().enumerate() {
            let natural = Card::from_index(card)?;
            if joker == Some(i) {
                let is_set = cards[0] % 13 == cards[1] % 13;
                meld.push(if is_set { Placed::joker_as(natural) } else { Placed::JOKER });
                continue;
            }
            pack[card] = pack[card].checked_sub(1)?;
            meld.push(natural.into());
        }
        self.pack = pack;
        Some(Meld::new_unchecked(meld))
    }

    fn table(&mut self, jokers: u8) -> Vec<Meld> {
        let mut melds: Vec<Meld> = Vec::new();
        for _ in 0..self.rng.random_range(0..24) {
            let used = melds.iter().flat_map(Meld::iter).filter(|card| card.is_joker()).count();
            let suit = self.rng.random_range(0..self.suits);
            let first = self.rng.random_range(self.ranks.clone()) % 13;
            let cards: Vec<usize> = if self.rng.random() {
                let length = self.rng.random_range(3..6);
                (first..first + length).filter(|&r| r < 14).map(|r| 13 * suit + r % 13).collect()
            } else {
                let least = self.rng.random_range(0..2);
                (0..4).filter(|&s| s != suit || least == 0).map(|s| 13 * s + first).collect()
            };
            if cards.len() >= 3 {
                melds.extend(self.meld(&cards, jokers - used as u8));
            }
        }
        melds
    }

    fn hand(&mut self, jokers: usize) -> Cards {
        let mut hand = [0; Card::COUNT];
        for _ in 0..self.rng.random_range(0..16) {
            let (rank, suit) = (
                self.rng.random_range(self.ranks.clone()) % 13,
                self.rng.random_range(0..self.suits),
            );
            let i = 13 * suit + rank;
            if self.pack[i] > 0 {
                self.pack[i] -= 1;
                hand[i] += 1;
            }
        }
        hand[Card::JOKER.index()] = jokers as u8;
        Cards::from_counts(hand)
    }
}

/// Houses under which a joker can be a card.
const HOUSES: [&str; 11] = [
    "agimeg-jokers4",
    "agimeg-jokers4(ace=low)",
    "agimeg-jokers4(ace=high)",
    "agimeg-jokers4(run_max=5)",
    "agimeg-jokers4(run_max=14)",
    "agimeg-jokers4(joker_ratio=one_real)",
    "agimeg-jokers4(decks=1, jokers=2)",
    "wikipedia-jokers(identical_melds=allowed)",
    "wikipedia-jokers",
    "wikipedia-jokers-declared(run_direction=both)",
    "agimeg-no-twins(jokers=4)",
];

/// The value of the best lay by questions without jokers, unless it is not known, and by searching.
fn both(solver: &mut Solver, question: &JokerQuestion<'_>) -> Option<(u32, Option<u32>)> {
    let lay = Lay { arranged: true, ..Lay::new(question) };
    solver.with_jokers(|solver, jokers| {
        let beside = jokers.beside(solver, &lay, question)?;
        let searched = jokers.best(&lay, -1).map(|found| found.value.cast_unsigned());
        beside.beyond.is_none().then_some((beside.answer.value, searched))
    })
}

/// A question about the most cards.
fn plain<'a>(table: &'a Cards, hand: &'a Cards) -> Question<'a> {
    Question {
        table,
        hand,
        open: &Cards::EMPTY,
        weights: &[1; Card::COUNT],
        at_most: None,
        requirement: Requirement::None,
    }
}

#[test]
fn a_joker_is_a_card_or_searched_for() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for house in HOUSES {
        let rules = MeldRules::new(&house.parse::<Rules>().expect("a house"));
        let mut solver = Solver::new(&rules);
        let mut known = 0;
        while known < 200 {
            let first = rng.random_range(0..13);
            let mut deal = Deal {
                rng: ChaCha8Rng::seed_from_u64(rng.random()),
                pack: [rules.copies; Card::COUNT],
                ranks: first..first + rng.random_range(2..13),
                suits: rng.random_range(1..5),
            };
            let on_table = rng.random_range(0..3);
            let mut melds = deal.table(on_table);
            melds.retain(|meld| rules.classify(meld).is_ok());
            if Table::new_unchecked(melds.clone()).check(&rules, &Cards::EMPTY).is_err() {
                continue;
            }
            let hand = deal.hand(rng.random_range(0..2));
            let table =
                melds.iter().fold(Cards::EMPTY, |all, meld| all.saturating_add(&meld.cards()));
            let random: Weights = std::array::from_fn(|_| rng.random_range(0..4));
            let laws = JokerLaws {
                lock: [Lock::None, Lock::Partial, Lock::Full][rng.random_range(0..3)],
                source: if rng.random() { Source::Hand } else { Source::HandOrTable },
                reuse: if rng.random() { Reuse::OtherMeld } else { Reuse::Anywhere },
                ..JokerLaws::FREE
            };
            let weights = if rng.random() { &[1; Card::COUNT] } else { &random };
            let question = JokerQuestion {
                entries: &melds,
                cards: Question { weights, ..plain(&table, &hand) },
                laws,
                opened: true,
            };
            if let Some((value, searched)) = both(&mut solver, &question) {
                let table = Table::new_unchecked(melds.clone());
                assert_eq!(Some(value), searched, "{house} {laws:?}: {table} / {hand}");
                known += 1;
            }
        }
    }
}

/// How many cards are laid at most, with free jokers.
fn most(house: &str, table: &str, hand: &str) -> Option<u32> {
    let rules = MeldRules::new(&house.parse::<Rules>().expect("a house"));
    let table: Table = table.parse().expect("a table");
    let hand: Cards = hand.parse().expect("a hand");
    let cards = plain(table.melded(), &hand);
    let question =
        JokerQuestion { entries: table.entries(), cards, laws: JokerLaws::FREE, opened: true };
    let (value, searched) = both(&mut Solver::new(&rules), &question)?;
    assert_eq!(Some(value), searched);
    Some(value)
}

#[test]
fn a_third_ace_is_in_a_set() {
    let table = "Ac 2c 3c | Qc Kc Ac | Ad 2d 3d | Qd Kd Ad";
    assert_eq!(most("agimeg-jokers4", table, "Ah As *"), Some(3));
    assert_eq!(most("agimeg-jokers4", &format!("{table} | 4h 4s 4c"), "Ah As *"), Some(3));
}

#[test]
fn a_joker_is_in_a_set_with_all_cards_of_its_rank() {
    assert_eq!(most("agimeg-jokers4", "Tc Td Th Ts | Tc Td Th Ts", "*"), Some(1));
}

#[test]
fn where_a_suit_is_all_there_nothing_is_said() {
    let table = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc | 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc";
    assert_eq!(most("agimeg-jokers4", table, "Ac *"), None);
}
