//! The oracle and the solver against the worked cases and positions: what they say is what the
//! paragraphs say.

use std::fs;

use machiavelli_core::solver::{Solver, Weights};
use machiavelli_core::turn::{TurnRules, Wish};
use machiavelli_core::{Card, Cards, Meld, Table};
use serde_json::{Value, json};

use crate::cases::Case;
use crate::oracle::{Oracle, Search, Start};
use crate::position;

/// Every card is worth one.
const CARDS: Weights = [1; Card::COUNT];

/// Pieces of text, or pieces of which each is a list of cards.
fn text(value: &Value) -> Vec<String> {
    let piece = |piece: &Value| match piece.as_array() {
        Some(_) => text(piece).join(" "),
        None => piece.as_str().unwrap().to_owned(),
    };
    value.as_array().into_iter().flatten().map(piece).collect()
}

fn start(input: &Value) -> Start {
    let hand = input["hand"].as_str().map_or_else(|| text(&input["hand"]).join(" "), str::to_owned);
    Start {
        table: text(&input["table"]).join("|").parse().unwrap(),
        hand: hand.parse().unwrap(),
        open: text(&input["open_cards"]).join(" ").parse().unwrap(),
        opened: input["opened"].as_bool().unwrap_or(true),
    }
}

/// The positions of `tests/data/positions_jokers.jsonl`.
fn positions() -> Vec<Case> {
    let path = format!("{}/../../tests/data/positions_jokers.jsonl", env!("CARGO_MANIFEST_DIR"));
    let case = |line: &str| {
        let input: Value = serde_json::from_str(line).unwrap();
        Case { id: line.to_owned(), expected: input["value"].clone(), input }
    };
    fs::read_to_string(path).unwrap().lines().map(case).collect()
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

/// The most cards that the solver lays, and whether it says that exactly these can be laid.
fn solved(case: &Case, start: &Start, at_most: Option<u32>, laid: &Cards) -> (u32, bool) {
    let rules = TurnRules::new(&case.rules());
    let mut solver = Solver::new(rules.melds());
    let wish = Wish { at_most, ..Wish::default() };
    let best = rules.best_lay(&mut solver, &position(start), &wish).unwrap().value;
    (best, rules.can_lay(&mut solver, &position(start), laid).unwrap())
}

#[test]
fn what_is_legal_in_the_cases_can_be_laid() {
    for case in Case::all("turn") {
        let (oracle, start) = (Oracle::new(&case.rules()), start(&case.input));
        if case.expected["laid"].as_u64().unwrap_or(0) > 0 {
            let submitted: Table = text(&case.input["final"]).join("|").parse().unwrap();
            let before = start.table.cards().saturating_add(&start.open);
            let laid = submitted.cards().difference(&before);
            let (best, can_lay) = solved(&case, &start, None, &laid);
            assert!(can_lay && best >= laid.len() as u32, "{}", case.id);
            if start.hand.len() < 10 {
                assert!(Search::new(&oracle, &start).table_after(&laid).is_some(), "{}", case.id);
                let most = oracle.best(&start, &CARDS, &Cards::EMPTY, usize::MAX);
                assert_eq!(best, most, "{}", case.id);
            }
        }
    }
}

#[test]
fn best_lays_are_those_of_the_positions() {
    for case in positions() {
        let (oracle, start) = (Oracle::new(&case.rules()), start(&case.input));
        let at_most = case.input["at_most"].as_u64();
        let most = at_most.map_or(usize::MAX, |most| most as usize);
        let by_search = oracle.best(&start, &CARDS, &Cards::EMPTY, most);
        assert_eq!(by_search, case.expected, "{}", case.id);
        let (best, _) = solved(&case, &start, at_most.map(|most| most as u32), &Cards::EMPTY);
        assert_eq!(best, case.expected, "{}", case.id);
    }
}
