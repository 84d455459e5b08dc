//! The counts of the corpus, which were made by other methods.

use std::fs;

use machiavelli_core::MeldRules;
use machiavelli_core::odds::{Copies, Limits, complete_hands, meld_in_hand, most_cards_laid};
use machiavelli_core::rules::Rules;
use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::{effort, go_on};

type Entry<'a> = (String, MeldRules, &'a Map<String, Value>);

fn golden() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/golden.json");
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).expect(path)
}

/// The entries of one kind.
fn entries<'a>(golden: &'a Value, kind: &str) -> Vec<Entry<'a>> {
    let object = |value: &'a Value| value.as_object().expect("an object");
    object(&golden[kind])
        .iter()
        .map(|(name, entry)| {
            let options: Vec<String> = object(&entry["options"])
                .iter()
                .map(|(option, value)| match value {
                    Value::String(text) => format!("{option}={text}"),
                    value => format!("{option}={value}"),
                })
                .collect();
            let text = format!("modiano({})", options.join(", "));
            let rules: Rules = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            (name.clone(), MeldRules::new(&rules), object(entry))
        })
        .collect()
}

/// Numbers by number of cards.
fn rows(value: &Value) -> Vec<(usize, &Value)> {
    let row = |(n, value): (&String, _)| (n.parse().expect("a number of cards"), value);
    value.as_object().expect("an object").into_iter().map(row).collect()
}

fn big(value: &Value) -> BigUint {
    value.as_str().expect("numbers are text").parse().expect("a number")
}

#[test]
fn meld_in_hand_is_as_published() {
    let golden = golden();
    let mut checked = 0;
    for (name, rules, entry) in entries(&golden, "meld_in_hand") {
        for (n, hands) in rows(&entry["meld_hands"]) {
            assert_eq!(meld_in_hand(&rules, n).unwrap().hands, big(hands), "{name}, {n} cards");
            checked += 1;
        }
    }
    assert_eq!(checked, 8 * 18);
}

#[test]
fn complete_hands_are_as_published() {
    let golden = golden();
    let mut checked = 0;
    for (name, rules, entry) in entries(&golden, "complete_hands") {
        for (kind, copies) in [("multisets", Copies::Alike), ("physical", Copies::ToldApart)] {
            for (n, hands) in rows(&entry[kind]) {
                let cheap = n <= 16 || rules.copies == 1 && n == 52;
                // Each larger hand would be one more sweep over all of them.
                let fair = rules.copies == 1 || n <= 28 || n == 104;
                if cheap || fair && effort() >= 10 {
                    let found = complete_hands(&rules, n, copies, &mut go_on);
                    assert_eq!(found, Ok(big(hands)), "{name}, {n} {kind}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn most_cards_laid_are_as_published() {
    let golden = golden();
    let mut checked = 0;
    for (name, rules, entry) in entries(&golden, "most_cards_laid") {
        for (n, row) in rows(&entry["hands_by_most_laid"]) {
            if n <= 12 || effort() >= 10 {
                let found = most_cards_laid(&rules, Limits::NONE, n, &mut go_on).unwrap();
                let hands: Vec<BigUint> =
                    row["counts"].as_array().expect("a list").iter().map(big).collect();
                assert_eq!(found.hands, hands, "{name}, {n} cards");
                assert_eq!(found.of, big(&row["den"]), "{name}, {n} cards");
                checked += 1;
            }
        }
    }
    assert!(checked >= 10, "{checked}");
}
