use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Interrupted;
use crate::card::Card;
use crate::cards::Cards;
use crate::meld::{Meld, MeldRules};
use crate::rules::Rules;
use crate::solver::{
    JokerLaws, JokerQuestion, Lock, Question, Requirement, Reuse, Solver, Source, Weights,
};

/// Searches that are stopped this often tell enough.
const STOPS: usize = 12;

/// Counts how often it is asked whether to stop, and says so from the `last` time on.
fn stop_at(last: usize) -> (Arc<AtomicUsize>, impl FnMut() -> bool + Send + 'static) {
    let looks = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&looks);
    (looks, move || count.fetch_add(1, Ordering::Relaxed) + 1 >= last)
}

/// Stops a question at some of its looks, and asks another and the same again; how many looks there are.
fn interrupt<T: PartialEq + Debug>(
    rules: &MeldRules,
    ask: impl Fn(&mut Solver) -> T,
    other: impl Fn(&mut Solver) -> T,
) -> usize {
    let fresh = || Solver::new(rules);
    let (expected, expected_of_other) = (ask(&mut fresh()), other(&mut fresh()));
    let (looks, never) = stop_at(usize::MAX);
    assert_eq!(fresh().interruptible(never, &ask).as_ref(), Ok(&expected));
    let looks = looks.load(Ordering::Relaxed);
    let mut solver = fresh();
    for last in (1..=looks).step_by(looks / STOPS + 1) {
        let (asked, stop) = stop_at(last);
        match solver.interruptible(stop, &ask) {
            Err(Interrupted) => assert_eq!(asked.load(Ordering::Relaxed), last, "it is told once"),
            // What it remembers can spare it looks.
            Ok(answer) => assert_eq!(answer, expected, "at look {last} of {looks}"),
        }
        assert_eq!(other(&mut solver), expected_of_other, "after look {last} of {looks}");
    }
    assert_eq!(ask(&mut solver), expected);
    looks
}

fn rules(text: &str) -> MeldRules {
    MeldRules::new(&text.parse::<Rules>().unwrap())
}

/// So many cards of the packs.
fn hand(rng: &mut ChaCha8Rng, rules: &MeldRules, size: usize) -> Cards {
    let mut left: Vec<Card> =
        Card::all().flat_map(|card| std::iter::repeat_n(card, rules.copies_of(card))).collect();
    let mut hand = Cards::EMPTY;
    for _ in 0..size {
        hand.insert(left.swap_remove(rng.random_range(0..left.len()))).unwrap();
    }
    hand
}

fn question<'a>(hand: &'a Cards, weights: &'a Weights) -> Question<'a> {
    let requirement = Requirement::None;
    let (table, open) = (&Cards::EMPTY, &Cards::EMPTY);
    Question { table, hand, open, weights, at_most: None, requirement }
}

/// Unequal weights.
const WEIGHTS: Weights = {
    let mut weights = [1; Card::COUNT];
    let mut i = 0;
    while i < Card::COUNT {
        weights[i] = (7 * i as u32) % 10;
        i += 1;
    }
    weights
};

#[test]
fn stopped_in_graphs() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for text in ["modiano(decks=3, wrap=true)", "wikipedia(decks=3)", "wikipedia(wrap=true)"] {
        let rules = rules(text);
        let mut looks = 0;
        for size in 30..50 {
            let [asked, other] = [size, 13].map(|size| hand(&mut rng, &rules, size));
            looks += interrupt(
                &rules,
                |solver| solver.solve(&question(&asked, &WEIGHTS)),
                |solver| solver.solve(&question(&other, &WEIGHTS)),
            );
        }
        assert!(looks >= 20, "{text}: {looks} looks");
    }
}

#[test]
fn stopped_at_limits_and_openings() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let rules = rules("modiano(wrap=true)");
    let mut looks = [0; 2];
    for size in 24..34 {
        let [asked, other] = [size, 13].map(|size| hand(&mut rng, &rules, size));
        let capped = Question { at_most: Some(11), ..question(&asked, &WEIGHTS) };
        let opening = Question { requirement: Requirement::Points(60), ..capped };
        for (looks, asked) in looks.iter_mut().zip([capped, opening]) {
            *looks += interrupt(
                &rules,
                |solver| solver.solve(&asked),
                |solver| solver.solve(&question(&other, &WEIGHTS)),
            );
        }
    }
    assert!(looks.iter().all(|&looks| looks >= 20), "{looks:?} looks");
}

#[test]
fn stopped_with_jokers() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let locked = JokerLaws { lock: Lock::Full, source: Source::Hand, ..JokerLaws::FREE };
    for (text, laws) in [
        ("agimeg-jokers4(wrap=true)", JokerLaws { reuse: Reuse::OtherMeld, ..locked }),
        ("wikipedia-jokers-free", JokerLaws::FREE),
        ("agimeg-jokers4(decks=3)", JokerLaws { clean: true, ..locked }),
    ] {
        let rules = rules(text);
        let melds: [Meld; 2] = ["3h 4h *", "9c 9d *=9s"].map(|meld| meld.parse().unwrap());
        let table = melds.iter().fold(Cards::EMPTY, |all, meld| all.saturating_add(&meld.cards()));
        let mut looks = 0;
        for size in 14..24 {
            let hands = [size, 11].map(|size| hand(&mut rng, &rules, size).difference(&table));
            for at_most in [None, Some(5)] {
                let ask = |hand: &Cards, at_most, solver: &mut Solver| {
                    let cards = Question { table: &table, at_most, ..question(hand, &WEIGHTS) };
                    let question = JokerQuestion { entries: &melds, cards, laws, opened: false };
                    (solver.lay_with_jokers(&question), solver.can_lay_with_jokers(&question))
                };
                looks += interrupt(
                    &rules,
                    |solver| ask(&hands[0], at_most, solver),
                    |solver| ask(&hands[1], None, solver),
                );
            }
        }
        assert!(looks >= 20, "{text}: {looks} looks");
    }
}

#[test]
fn stopped_twice() {
    let rules = rules("modiano");
    let mut solver = Solver::new(&rules);
    let inner = solver.interruptible(
        || false,
        |solver| solver.interruptible(|| true, |solver| solver.should_stop()),
    );
    assert_eq!(inner, Ok(Err(Interrupted)));
    let outer = solver.interruptible(
        || true,
        |solver| {
            let inner = solver.interruptible(|| false, |solver| solver.should_stop());
            (inner, solver.should_stop())
        },
    );
    assert_eq!(outer, Err(Interrupted));
    assert!(!solver.should_stop() && !solver.is_interrupted());
}
