//! The house rules to test under: all presets with jokers, and random versions of them.

use machiavelli_core::rules::{OptionValue, Rules};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
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

/// A test under each of them.
macro_rules! test_under_presets {
    ($judge:ident) => {
        mod under {
            $crate::houses::test_under_presets! {
                super::$judge:
                agimeg_jokers4 0, agimeg_jokers2 1, agimeg_jokers_free 2, agimeg_jokers_clean 3,
                tahiti 4, wikipedia_jokers 5, wikipedia_jokers_declared 6, wikipedia_jokers_free 7,
            }
        }
    };
    ($judge:path: $($test:ident $i:literal),+ $(,)?) => {
        $(
            #[test]
            fn $test() {
                let name = $crate::houses::PRESETS[$i];
                assert_eq!(name.replace('-', "_"), stringify!($test));
                $judge(&name.parse().unwrap(), $i, 400 * $crate::effort());
            }
        )+
    };
}
pub(crate) use test_under_presets;

/// The options about jokers, and values of them.
const JOKERS: [(&str, &[&str]); 9] = [
    ("jokers", &["1", "2", "3", "4", "4"]),
    ("joker_value", &["declared", "floating"]),
    ("joker_lock", &["full", "partial", "none"]),
    ("joker_ratio", &["majority", "one_real"]),
    ("joker_max", &["1", "2", "null", "null"]),
    ("joker_source", &["hand", "hand_or_table"]),
    ("joker_reuse", &["other_meld", "anywhere"]),
    ("joker_to_run", &["until_full", "until_full", "never"]),
    ("opening_clean", &["true", "false"]),
];

/// Other options that meet them, and values of these.
const OTHERS: [(&str, &[&str]); 14] = [
    ("decks", &["1", "2", "3"]),
    ("order_significant", &["true", "false"]),
    ("run_direction", &["asc", "both"]),
    ("identical_melds", &["allowed", "forbidden"]),
    ("ace", &["both", "low", "high"]),
    ("wrap", &["true", "false"]),
    ("run_max", &["3", "4", "5", "6", "8", "13", "14"]),
    ("turn_cap", &["1", "2", "3", "5", "null"]),
    ("opening", &["none", "own_meld", "points"]),
    ("opening_points", &["10", "20", "30"]),
    ("pure_rearrange", &["restore", "keep", "penalty"]),
    ("may_decline", &["true", "false"]),
    ("draw_start", &["0", "1"]),
    ("open_cards", &["0", "4"]),
];

/// Rules that differ from a preset in some of these options.
pub(crate) fn random(rng: &mut ChaCha8Rng) -> Rules {
    loop {
        let mut changes = Vec::new();
        for (options, most) in [(&JOKERS[..], JOKERS.len()), (&OTHERS[..], 4)] {
            let mut options = options.to_vec();
            options.shuffle(rng);
            options.truncate(rng.random_range(0..=most));
            for (name, values) in options {
                changes.push((name, option(values.choose(rng).expect("values"))));
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
