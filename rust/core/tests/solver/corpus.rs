//! The positions of the corpus, whose values were found by other engines or by hand.

use std::collections::HashSet;
use std::fs;

use machiavelli_core::rules::Ace;
use machiavelli_core::solver::Requirement;
use machiavelli_core::{Card, Cards};
use serde_json::Value;

use crate::oracle::{House, Oracle, Twins, pick};
use crate::position::{Bench, Position, points};

fn read(name: &str) -> String {
    let path = format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json_lines(name: &str) -> Vec<Value> {
    read(name).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn card(text: &Value) -> usize {
    let text = text.as_str().expect("a card is text");
    Card::all().find(|card| card.to_string() == text).expect(text).index()
}

fn cards(list: &Value) -> Cards {
    pick(list.as_array().expect("a list of cards").iter().map(card))
}

/// The position of a line, for the most cards.
fn position(line: &Value) -> Position {
    let melds = line["table"].as_array().expect("a list of melds");
    let table = melds.iter().map(cards).fold(Cards::EMPTY, |sum, meld| sum.saturating_add(&meld));
    Position::new(table, cards(&line["hand"]))
}

/// The value that the line promises under this key.
fn number(line: &Value, key: &str) -> u32 {
    line[key].as_u64().unwrap_or_else(|| panic!("{line} has no {key}")) as u32
}

#[test]
fn random_positions() {
    let mut bench = Bench::new(&House::BASE);
    for line in json_lines("positions.jsonl") {
        let position = position(&line);
        let most = bench.value(&position);
        assert_eq!(most, Some(number(&line, "max_cards")), "{line}");
        assert_eq!(most == Some(position.hand.len() as u32), line["max_out"] == true, "{line}");
    }
}

#[test]
fn most_points_and_runs_round_the_corner() {
    let mut plain = Bench::new(&House::BASE);
    let mut round = Bench::new(&House { wrap: true, ..House::BASE });
    for line in json_lines("positions_points_wrap.jsonl") {
        let cards = position(&line);
        let points = Position { weights: points(), ..cards };
        // Some tables are valid only where runs go round the corner.
        if let Some(most) = plain.value(&cards) {
            assert_eq!(most, number(&line, "max_cards"), "{line}");
        }
        if line["kind"] == "points" {
            assert_eq!(plain.value(&points), Some(number(&line, "max_points")), "{line}");
        } else {
            let most = round.value(&cards);
            assert_eq!(most, Some(number(&line, "max_cards_wrap")), "{line}");
            assert_eq!(
                most == Some(cards.hand.len() as u32),
                line["max_out_wrap"] == true,
                "{line}"
            );
            assert_eq!(round.value(&points), Some(number(&line, "max_points_wrap")), "{line}");
        }
    }
}

/// The house of a line that overrides some of the default options.
fn house(options: &Value) -> House {
    let mut house = House::BASE;
    let (mut ordered, mut both, mut forbidden) = (false, false, false);
    for (option, value) in options.as_object().expect("options by name") {
        let number = value.as_u64().unwrap_or(0);
        match (option.as_str(), value.as_str()) {
            ("decks", _) => house.packs = number as u8,
            ("pack", _) => house.neapolitan = value == "neapolitan40",
            ("ace", Some("low")) => house.ace = Ace::Low,
            ("ace", Some("high")) => house.ace = Ace::High,
            ("wrap", _) => house.wrap = value == true,
            ("run_max", _) => house.run_max = number as usize,
            ("order_significant", _) => ordered = value == true,
            ("run_direction", _) => both = value == "both",
            ("identical_melds", _) => forbidden = value == "forbidden",
            // About turns, not melds.
            ("turn_cap" | "opening" | "opening_points", _) => {}
            _ => panic!("option {option}={value}"),
        }
    }
    house.twins = match (forbidden, ordered, both) {
        (false, ..) => Twins::Allowed,
        (true, false, _) => Twins::SameCards,
        (true, true, false) => Twins::Ascending,
        (true, true, true) => Twins::EitherWay,
    };
    house
}

#[test]
fn edge_cases() {
    for line in json_lines("positions_edge.jsonl") {
        let mut bench = Bench::new(&house(&line["options"]));
        let mut position = position(&line);
        let mut promise = "max_cards";
        if line["objective"] == "points" {
            (position.weights, promise) = (points(), "max_points");
        }
        let value = Some(number(&line, promise));
        assert_eq!(bench.oracle.best(&position.question()), value, "{line}");
        assert_eq!(bench.value(&position), value, "{line}");
    }
}

#[test]
fn options_that_bind() {
    for line in json_lines("positions_options.jsonl") {
        let options = &line["options"];
        let mut bench = Bench::new(&house(options));
        let mut position = position(&line);
        if line["objective"] == "points" {
            position.weights = points();
        }
        if !line["open_cards"].is_null() {
            position.open = cards(&line["open_cards"]);
        }
        if line["opened"] == false {
            position.requirement = match options["opening"].as_str() {
                Some("own_meld") => Requirement::OwnMeld,
                _ => Requirement::Points(options["opening_points"].as_u64().unwrap_or(36) as u16),
            };
        }
        position.at_most = options["turn_cap"].as_u64().map(|cap| cap as u32);
        let value = Some(number(&line, "value"));
        assert_eq!(bench.oracle.best(&position.question()), value, "{line}");
        assert_eq!(bench.value(&position), value, "{line}");
    }
}

/// What a row of digits counts.
fn counts(digits: &str) -> Cards {
    let mut counts = [0; Card::COUNT];
    digits.bytes().zip(&mut counts).for_each(|(digit, n)| *n = digit - b'0');
    Cards::from_counts(counts)
}

/// Positions as two rows of counts and the most cards.
fn counted(name: &str) {
    let mut bench = Bench::new(&House::BASE);
    for line in read(name).lines().filter(|line| !line.starts_with('#')) {
        let [table, hand, most] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line} has not three columns")
        };
        let value = bench.value(&Position::new(counts(table), counts(hand)));
        assert_eq!(value, Some(most.parse().expect(most)), "{line}");
    }
}

#[test]
fn positions_met_in_play() {
    counted("positions_play.txt");
}

#[test]
fn the_hardest_positions_met_in_play() {
    counted("positions_hard.txt");
}

#[test]
fn large_hands_under_a_limit() {
    let mut bench = Bench::new(&House::BASE);
    let lines = read("positions_limited.txt");
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        let [table, hand, weights, most, value] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line} has not five columns")
        };
        let mut position = Position::new(counts(table), counts(hand));
        position.at_most = Some(most.parse().expect(most));
        for (weight, text) in position.weights.iter_mut().zip(weights.split(',')) {
            *weight = text.parse().expect(text);
        }
        assert_eq!(bench.value(&position), Some(value.parse().expect(value)), "{line}");
    }
}

/// The oracle's own proof: exact counts made by other methods.
#[test]
fn the_oracle_counts_hands_that_split_completely() {
    let golden: Value = serde_json::from_str(&read("golden.json")).expect("JSON");
    for (name, counts) in golden["complete_hands"].as_object().expect("counts by name") {
        let house = house(&counts["options"]);
        let melds = Oracle::new(&house).melds;
        let mut hands: HashSet<Cards> = melds.iter().map(|meld| meld.cards).collect();
        for (i, one) in melds.iter().enumerate() {
            let two = melds[i..].iter().map(|meld| one.cards.saturating_add(&meld.cards));
            hands.extend(two.filter(|sum| sum.counts().iter().all(|&n| n <= house.packs)));
        }
        for n in 3..9 {
            // Three melds have nine cards at least.
            let found = hands.iter().filter(|hand| hand.len() == n).count().to_string();
            assert_eq!(counts["multisets"][n.to_string()], found, "{name}: {n} cards");
        }
    }
}

/// The oracle's own proof: positions that are small enough for it.
#[test]
fn the_oracle_finds_the_best_lays_of_the_corpus() {
    for line in json_lines("positions.jsonl") {
        let position = position(&line);
        if position.hand.len() <= 13 && line["table"].as_array().is_some_and(|it| it.len() <= 4) {
            let best = Oracle::new(&House::BASE).best(&position.question());
            assert_eq!(best, Some(number(&line, "max_cards")), "{line}");
        }
    }
}
