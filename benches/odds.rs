//! Times exact counts, and asserts them against the corpus.

use std::fs;
use std::ops::ControlFlow;
use std::time::Instant;

use machiavelli_core::MeldRules;
use machiavelli_core::odds::{Copies, Limits, complete_hands, meld_in_hand, most_cards_laid};
use machiavelli_core::rules::Rules;
use serde_json::Value;

/// What is counted, its name in the corpus, the rules, and the numbers of cards.
const COUNTS: [(&str, &str, &str, &[usize]); 6] = [
    ("meld_in_hand", "base_2x52_aceboth", "modiano", &[13]),
    ("complete_hands", "base_2x52_aceboth", "modiano", &[14, 18, 22]),
    ("complete_hands", "wrap_2x52", "modiano(wrap=true)", &[12]),
    ("complete_hands", "rummikub_2x52_acelow_nojokers", "modiano(ace=low)", &[26, 104]),
    ("complete_hands", "single_deck_1x52_aceboth", "modiano(decks=1)", &[26, 52]),
    ("most_cards_laid", "base_2x52_aceboth", "modiano", &[5, 9, 13]),
];

/// The counts of one kind for hands of so many cards, as text.
fn count(kind: &str, rules: &MeldRules, cards: usize) -> Vec<String> {
    let go_on = &mut |_| ControlFlow::Continue(());
    match kind {
        "meld_in_hand" => vec![meld_in_hand(rules, cards).expect("a hand").hands.to_string()],
        "complete_hands" => {
            let hands = complete_hands(rules, cards, Copies::ToldApart, go_on);
            vec![hands.expect("a count within reach").to_string()]
        }
        _ => {
            let most = most_cards_laid(rules, Limits::NONE, cards, go_on);
            most.expect("a count within reach").hands.iter().map(ToString::to_string).collect()
        }
    }
}

/// The same, of the corpus.
fn known(entry: &Value, kind: &str, cards: usize) -> Vec<String> {
    let cards = cards.to_string();
    let counts = match kind {
        "meld_in_hand" => &entry["meld_hands"][&cards],
        "complete_hands" => &entry["physical"][&cards],
        _ => &entry["hands_by_most_laid"][&cards]["counts"],
    };
    let text = |value: &Value| value.as_str().expect("numbers are text").to_owned();
    counts.as_array().map_or_else(|| vec![text(counts)], |row| row.iter().map(text).collect())
}

#[expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
fn main() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/golden.json");
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let golden: Value = serde_json::from_str(&text).expect(path);
    println!("{:16} {:20} {:>5} {:>10}", "count", "rules", "cards", "seconds");
    for (kind, name, text, sizes) in COUNTS {
        let rules: Rules = text.parse().expect("good rules");
        let rules = MeldRules::new(&rules);
        for &cards in sizes {
            let start = Instant::now();
            let counted = count(kind, &rules, cards);
            let seconds = start.elapsed().as_secs_f64();
            assert_eq!(counted, known(&golden[kind][name], kind, cards), "{kind}, {text}, {cards}");
            println!("{kind:16} {text:20} {cards:5} {seconds:10.4}");
        }
    }
}
