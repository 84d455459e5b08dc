use std::collections::BTreeMap;

use machiavelli_core::rules::{Ace, OptionValue, Rules, RunDirection};
use machiavelli_core::{Card, Meld, MeldRules, Placed, Rank, Suit};
use rand::seq::{IndexedMutRandom, IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::cases::Case;
use crate::definition::{Definition, Verdict};
use crate::effort;

#[test]
fn melds_are_read_as_in_the_cases() {
    for case in Case::all("meld") {
        let rules = MeldRules::new(&case.rules());
        let meld: Meld = case.input["meld"].as_str().unwrap().parse().unwrap();
        let mut found = match rules.classify(&meld) {
            Ok(reading) => {
                let jokers: Vec<Vec<_>> =
                    reading.jokers().map(|j| j.cards().map(|c| c.to_string()).collect()).collect();
                json!({"valid": true, "type": reading.kind().name(), "joker_stands_for": jokers})
            }
            Err(error) => json!({"valid": false, "error": error.code().as_str()}),
        };
        if meld.iter().all(|placed| !placed.is_joker()) {
            found.as_object_mut().unwrap().remove("joker_stands_for");
        }
        assert_eq!(found, case.expected, "{}", case.id);
    }
}

/// Every combination of the options that decide about melds, but for jokers.
fn houses() -> Vec<Rules> {
    let mut houses = Vec::new();
    for pack in ["french52", "neapolitan40"] {
        for (ace, wrap, longest) in
            [("both", false, 14), ("both", true, 13), ("low", false, 13), ("high", false, 13)]
        {
            for run_max in 3..=longest {
                for (order, direction) in [(false, "asc"), (true, "asc"), (true, "both")] {
                    let set: [(&str, OptionValue); 6] = [
                        ("pack", pack.into()),
                        ("ace", ace.into()),
                        ("wrap", wrap.into()),
                        ("run_max", run_max.into()),
                        ("order_significant", order.into()),
                        ("run_direction", direction.into()),
                    ];
                    houses.push(Rules::with("modiano", set).unwrap());
                }
            }
        }
    }
    houses
}

/// The same with jokers, which Neapolitan packs do not have.
fn joker_houses() -> Vec<Rules> {
    let mut with_jokers = Vec::new();
    for rules in houses() {
        for (value, ratio, max) in [
            ("declared", "majority", OptionValue::Null),
            ("floating", "majority", 2.into()),
            ("declared", "one_real", OptionValue::Null),
            ("floating", "one_real", 3.into()),
        ] {
            let set: [(&str, OptionValue); 4] = [
                ("jokers", 4.into()),
                ("joker_value", value.into()),
                ("joker_ratio", ratio.into()),
                ("joker_max", max),
            ];
            with_jokers.extend(rules.replace(set));
        }
    }
    with_jokers
}

struct Bench {
    rules: MeldRules,
    definition: Definition,
    name: String,
}

impl Bench {
    fn new(rules: &Rules) -> Self {
        Self {
            rules: MeldRules::new(rules),
            definition: Definition::new(rules.options()),
            name: rules.to_string(),
        }
    }

    /// Holds the checker against the definition; "set", "run" or the code of the first fault.
    fn check(&self, cards: &[Placed]) -> &'static str {
        let meld = Meld::new(cards.iter().copied()).unwrap();
        let found: Verdict = match self.rules.classify(&meld) {
            Ok(reading) => {
                let again = reading.canonical();
                let canonical = self.rules.classify(&again).unwrap();
                assert_eq!(canonical.canonical(), again, "{meld:?} in {}", self.name);
                assert_eq!((canonical.kind(), again.cards()), (reading.kind(), meld.cards()));
                Ok((reading.kind().name(), reading.jokers().map(|j| j.cards().collect()).collect()))
            }
            Err(error) => Err(error.code().as_str()),
        };
        assert_eq!(found, self.definition.verdict(cards), "{meld:?} in {}", self.name);
        found.map_or_else(|code| code, |(kind, _)| kind)
    }
}

fn hearts(bench: &Bench) -> Vec<Placed> {
    bench.definition.ranks().iter().map(|rank| Card::new(*rank, Suit::Hearts).into()).collect()
}

#[test]
fn short_runs_are_those_of_the_definition() {
    for rules in houses() {
        let bench = Bench::new(&rules);
        let suit = hearts(&bench);
        let mut legal = 0;
        for &a in &suit {
            for &b in &suit {
                for &c in &suit {
                    legal += usize::from(bench.check(&[a, b, c]) == "run");
                }
            }
        }
        let layouts = match (rules.options().order_significant, rules.options().run_direction) {
            (false, _) => 6,
            (true, RunDirection::Asc) => 1,
            (true, RunDirection::Both) => 2,
        };
        let corner = usize::from(rules.options().wrap);
        let high = usize::from(rules.options().ace == Ace::Both);
        // A23 to JQK are all but two of the ranks; QKA and KA2 come with the ace and the corner.
        assert_eq!(legal, layouts * (suit.len() - 2 + high + corner), "{rules}");
    }
}

#[test]
fn sets_are_those_of_the_definition() {
    for rules in [houses().swap_remove(0)].iter().chain(&joker_houses()[..4]) {
        let bench = Bench::new(rules);
        let mut sevens: Vec<Placed> = Suit::ALL
            .into_iter()
            .flat_map(|suit| {
                let card = Card::new(Rank::Seven, suit);
                [Placed::from(card), Placed::joker_as(card)]
            })
            .collect();
        sevens.push(Placed::JOKER);
        sevens.push("*=8c".parse().unwrap());
        for len in 3..=5 {
            for number in 0..sevens.len().pow(len) {
                let digit = |i| sevens[number / sevens.len().pow(i) % sevens.len()];
                bench.check(&(0..len).map(digit).collect::<Vec<_>>());
            }
        }
    }
}

/// A run cut from the ring, with a few things done to it.
fn tampered_run(rng: &mut ChaCha8Rng, suit: &[Placed], with_jokers: bool) -> Vec<Placed> {
    let (first, len) = (rng.random_range(0..suit.len()), rng.random_range(1..=15));
    let mut run: Vec<_> = suit.iter().cycle().skip(first).take(len).copied().collect();
    if with_jokers {
        for card in &mut run {
            match rng.random_range(0..10) {
                0..2 => *card = Placed::JOKER,
                2 => *card = Placed::joker_as(card.card()),
                _ => {}
            }
        }
    }
    match rng.random_range(0..8) {
        0 => run.shuffle(rng),
        1 | 2 => run.reverse(),
        3 => drop(run.remove(rng.random_range(0..run.len()))),
        4 => *run.choose_mut(rng).unwrap() = *suit.choose(rng).unwrap(),
        5 => {
            let other = Card::from_index(rng.random_range(0..Card::COUNT)).unwrap();
            run.insert(rng.random_range(0..=run.len()), other.into());
        }
        _ => {}
    }
    run
}

#[test]
fn long_runs_are_those_of_the_definition() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut seen: BTreeMap<_, usize> = BTreeMap::new();
    for (jokers, houses) in [houses(), joker_houses()].iter().enumerate() {
        for rules in houses {
            let bench = Bench::new(rules);
            let suit = hearts(&bench);
            for _ in 0..300 * effort() {
                let cards = tampered_run(&mut rng, &suit, jokers > 0);
                *seen.entry(bench.check(&cards)).or_default() += 1;
            }
        }
    }
    for outcome in ["run", "E_RUN_LEN", "E_RUN_DUP", "E_RUN_ORDER", "E_RUN_ACE", "E_RUN_GAP"] {
        assert!(seen[outcome] > 1_000, "too few of {outcome} were tried: {seen:?}");
    }
}
