//! The house rules to test under: all presets with jokers, and random versions of them.

use machiavelli_core::rules::{OptionValue, Rules};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// The published rules with jokers.
pub(crate) const PRESETS: [&str; 8] = [
    "agimeg-jokers4",
    "agimeg-jokers2",
    "agimeg-jokers-free",
    "agimeg-jokers-clean",
    "tahiti",
    "wikipedia-jokers",
    "wikipedia-jokers-declared",
    "wikipedia-jokers-free",
];

/// Options that meet in turns with jokers, and values of them.
const OPTIONS: [(&str, &[&str]); 25] = [
    ("decks", &["1", "2", "2", "3"]),
    ("jokers", &["1", "2", "3", "4", "4"]),
    ("joker_value", &["declared", "floating"]),
    ("joker_lock", &["full", "partial", "none"]),
    ("joker_ratio", &["majority", "one_real"]),
    ("joker_max", &["1", "2", "null"]),
    ("joker_source", &["hand", "hand_or_table"]),
    ("joker_reuse", &["other_meld", "anywhere"]),
    ("joker_to_run", &["until_full", "never"]),
    ("order_significant", &["true", "false"]),
    ("run_direction", &["asc", "both"]),
    ("identical_melds", &["allowed", "forbidden"]),
    ("ace", &["both", "low", "high"]),
    ("wrap", &["true", "false"]),
    ("run_max", &["3", "4", "5", "13", "14"]),
    ("turn_cap", &["1", "2", "3", "5", "null"]),
    ("opening", &["none", "own_meld", "points"]),
    ("opening_points", &["10", "20", "30"]),
    ("opening_clean", &["true", "false"]),
    ("pure_rearrange", &["restore", "keep"]),
    ("may_decline", &["true", "false"]),
    ("draw_start", &["0", "1"]),
    ("draw_idle", &["0", "1"]),
    ("open_cards", &["0", "4"]),
    ("score", &["flat", "value"]),
];

/// Rules that differ from a preset in some of these options.
pub(crate) fn random(rng: &mut ChaCha8Rng) -> Rules {
    loop {
        let mut changes = Vec::new();
        for _ in 0..rng.random_range(1..=6) {
            let (name, values) = OPTIONS.choose(rng).expect("options");
            if changes.iter().all(|(other, _)| other != name) {
                let value = values.choose(rng).expect("values");
                changes.push((*name, option(value)));
            }
        }
        let preset = PRESETS.choose(rng).expect("presets");
        if let Ok(rules) = Rules::with(preset, changes) {
            return rules;
        }
    }
}

fn option(text: &str) -> OptionValue {
    match (text, text.parse::<i64>()) {
        (_, Ok(number)) => number.into(),
        ("true", _) => true.into(),
        ("false", _) => false.into(),
        ("null", _) => OptionValue::Null,
        _ => text.into(),
    }
}
