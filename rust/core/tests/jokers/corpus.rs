//! The oracle against the worked cases: what it says is what the paragraphs say.

use machiavelli_core::{Card, Cards, Meld, Table};
use serde_json::{Value, json};

use crate::cases::Case;
use crate::oracle::{Oracle, Search, Start};

fn text(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().map(|entry| entry.as_str().unwrap()).collect()
}

fn start(input: &Value) -> Start {
    Start {
        table: text(&input["table"]).join("|").parse().unwrap(),
        hand: input["hand"].as_str().unwrap().parse().unwrap(),
        open: text(&input["open_cards"]).join(" ").parse().unwrap(),
        opened: input["opened"].as_bool().unwrap(),
    }
}

#[test]
fn melds_are_read_as_in_the_cases() {
    for case in Case::all("meld") {
        let oracle = Oracle::new(&case.rules());
        let meld: Meld = case.input["meld"].as_str().unwrap().parse().unwrap();
        let found = match oracle.read(&meld) {
            Ok(read) if read.jokers() > 0 => {
                let jokers = read.places.iter().filter(|place| place.joker);
                let names =
                    |cards: &Vec<Card>| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
                let stands_for: Vec<_> = jokers.map(|place| names(&place.stands_for)).collect();
                json!({"valid": true, "type": read.kind, "joker_stands_for": stands_for})
            }
            Ok(read) => json!({"valid": true, "type": read.kind}),
            Err(code) => json!({"valid": false, "error": code}),
        };
        assert_eq!(found, case.expected, "{}", case.id);
    }
}

#[test]
fn turns_are_judged_as_in_the_cases() {
    let mut wrong = Vec::new();
    for case in Case::all("turn") {
        let (oracle, start) = (Oracle::new(&case.rules()), start(&case.input));
        let submitted = text(&case.input["final"]).join("|").parse().unwrap();
        let found = oracle.judge(&start, &submitted);
        let expected = match case.expected["error"].as_str() {
            Some(code) => Err(code),
            None => Ok(case.expected["laid"].as_u64().unwrap() as usize),
        };
        let found = found.map(|laid| laid.len());
        if found != expected {
            wrong.push(format!("{}: {found:?}, not {expected:?}", case.id));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_is_legal_in_the_cases_is_found() {
    for case in Case::all("turn") {
        let laid = case.expected["laid"].as_u64().unwrap_or(0);
        let (oracle, start) = (Oracle::new(&case.rules()), start(&case.input));
        if laid > 0 && start.hand.len() < 10 {
            let submitted: Table = text(&case.input["final"]).join("|").parse().unwrap();
            let before = start.table.cards().saturating_add(&start.open);
            let laid = submitted.cards().difference(&before);
            assert!(Search::new(&oracle, &start).table_after(&laid).is_some(), "{}", case.id);
            let best = oracle.best(&start, &[1; Card::COUNT], &Cards::EMPTY, usize::MAX);
            assert!(best >= laid.len() as u32, "{}", case.id);
        }
    }
}
