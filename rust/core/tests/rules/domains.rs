//! What each option admits by itself (R7.2).

use machiavelli_core::rules::{OptionValue, Options, Rules};

/// An option, values that it admits as it prints them, and values that it does not.
type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

const BOOL: (&[&str], &[&str]) = (&["true", "false"], &["1", "yes", "null", "True", "{}"]);

const ROWS: &[Row] = &[
    ("decks", &["1", "2", "3"], &["0", "4", "-1", "two", "null", "true", "{}"]),
    ("pack", &["french52", "neapolitan40"], &["52", "French52", "null"]),
    ("jokers", &["0", "2", "3", "4", "255"], &["-1", "256", "four"]),
    ("players_max", &["2", "8"], &["1", "9", "0"]),
    (
        "deal",
        &["flat:1", "flat:13", "flat:255", "reduced", "table:required", "{2:13, 8:1}", "{}"],
        &[
            "flat:0",
            "flat:256",
            "flat:",
            "flat",
            "13",
            "null",
            "table:",
            "{1:13}",
            "{9:5}",
            "{7:0}",
            "{7:256}",
            "{7:9, 7:9}",
            "{7:9, 07:8}",
            "{seven:9}",
            "{7:nine}",
        ],
    ),
    ("open_cards", &["0", "4"], &["1", "2", "5", "-4"]),
    ("allow_empty_stock", BOOL.0, BOOL.1),
    ("first_dealer", &["lowest_card", "given", "oldest"], &["youngest", "lowest-card"]),
    ("next_dealer", &["left", "winner"], &["right"]),
    ("draw_start", &["0", "1", "2"], &["3", "-1", "null"]),
    ("draw_start_preopen", &["null", "0", "2", "255"], &["-1", "256", "none"]),
    ("draw_idle", &["0", "1", "2"], &["3", "-1"]),
    ("draw_laid", &["0", "1"], &["2", "-1", "true"]),
    ("may_decline", BOOL.0, BOOL.1),
    ("play_after_idle_draw", BOOL.0, BOOL.1),
    ("opening", &["none", "own_meld", "points"], &["null", "36", "own"]),
    ("opening_points", &["1", "36", "65535"], &["0", "-36", "65536", "null"]),
    ("opening_clean", BOOL.0, BOOL.1),
    ("pure_rearrange", &["restore", "keep", "penalty"], &["mild"]),
    ("turn_cap", &["null", "1", "13", "255"], &["256", "none", "thirteen"]),
    ("turn_seconds", &["null", "1", "120", "4294967295"], &["0", "-1", "4294967296", "2m"]),
    ("penalty", &["mild", "severe", "undo"], &["none", "3"]),
    ("penalty_cards", &["0", "3", "255"], &["-1", "256"]),
    ("invalid_submit", &["penalise", "reject"], &["penalize"]),
    ("ace", &["both", "low", "high"], &["none", "1", "low_or_high"]),
    ("wrap", BOOL.0, BOOL.1),
    ("run_max", &["3", "13", "14"], &["2", "15", "null"]),
    ("order_significant", BOOL.0, BOOL.1),
    ("run_direction", &["asc", "both"], &["desc"]),
    ("identical_melds", &["allowed", "forbidden"], &["true"]),
    ("joker_value", &["declared", "floating"], &["fixed"]),
    ("joker_lock", &["full", "partial", "none"], &["null", "false"]),
    ("joker_ratio", &["majority", "one_real"], &["half"]),
    ("joker_max", &["null", "0", "1", "255"], &["-1", "256"]),
    ("joker_source", &["hand", "hand_or_table"], &["table"]),
    ("joker_reuse", &["other_meld", "anywhere"], &["same_meld"]),
    ("joker_to_run", &["until_full", "never"], &["always"]),
    ("co_winners", &["none", "same_round", "one_more_turn"], &["all"]),
    ("exhaustion", &["stop_when_empty", "stop_on_failed_draw", "play_on"], &["reshuffle"]),
    ("exhaustion_score", &["own", "winner_zero"], &["zero"]),
    ("score", &["flat", "value", "category"], &["values"]),
    ("flat_value", &["1", "5", "65535"], &["0", "-1", "65536"]),
    (
        "values",
        &["{}", "{A:1, T:0, K:65535, *:30}"],
        &["null", "flat", "11", "{A:-1}", "{A:65536}", "{a:1}", "{10:1}", "{1:1}", "{A:1, A:1}"],
    ),
    (
        "category_values",
        &["null", "{}", "{number:1, figure:2, ace:3, joker:65535}"],
        &["required", "{ten:1}", "{ace:-1}", "{ace:null}", "{ace:1, ace:2}", "1"],
    ),
    ("match", &["deals", "threshold"], &["points", "null"]),
    ("deals", &["players", "1", "4", "65535"], &["0", "-1", "65536", "null", "four"]),
    ("threshold", &["null", "1", "101", "4294967295"], &["0", "-1", "4294967296", "required"]),
    ("threshold_cmp", &["gt", "ge"], &[">", "gte"]),
    ("exclusion_penalty", &["none", "still_in", "deal_index"], &["proportional"]),
    ("tie_break", &["shared", "extra_deal"], &["cut"]),
];

fn value(text: &str) -> OptionValue {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_option_has_its_row() {
    let names: Vec<&str> = ROWS.iter().map(|row| row.0).collect();
    assert_eq!(names, Options::NAMES);
}

#[test]
fn admitted_values_are_kept_as_they_are() {
    for &(option, admitted, _) in ROWS {
        for text in admitted {
            let mut options = Options::default();
            options.set(option, &value(text)).unwrap_or_else(|reason| panic!("{reason}"));
            let kept = options.get(option).expect(option);
            assert_eq!(kept.to_string(), *text, "{option}");
        }
    }
}

#[test]
fn other_values_are_named_and_change_nothing() {
    for &(option, _, others) in ROWS {
        for text in others {
            let mut options = Options::default();
            let reason = options.set(option, &value(text)).expect_err(option);
            assert_eq!(options, Options::default(), "{option}");
            assert_eq!(reason.code.as_str(), "C_OPTION", "{option}={text}");
            assert!(reason.message.starts_with(&format!("{option} must be ")), "{reason}");
            let given = reason.message.rsplit("not ").next().expect("a value");
            assert_eq!(given.trim_matches('"'), *text, "{reason}");
        }
    }
}

#[test]
fn raw_options_are_held_to_the_same_values() {
    let raw = Options {
        decks: 0,
        players_max: 9,
        open_cards: 3,
        draw_laid: 2,
        run_max: 2,
        flat_value: 0,
        threshold: Some(0),
        turn_cap: Some(0),
        ..Options::default()
    };
    let error = Rules::new("modiano", raw).expect_err("nothing fits");
    let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
    assert_eq!(
        reasons,
        [
            "C_OPTION: decks must be an integer from 1 to 3, not 0",
            "C_OPTION: players_max must be an integer from 2 to 8, not 9",
            "C_OPTION: open_cards must be 0 or 4, not 3",
            "C_OPTION: draw_laid must be an integer from 0 to 1, not 2",
            "C_CAP: turn_cap must be null or an integer from 1 to 255, not 0",
            "C_OPTION: run_max must be an integer from 3 to 14, not 2",
            "C_OPTION: flat_value must be an integer from 1 to 65535, not 0",
            "C_OPTION: threshold must be null or an integer from 1 to 4294967295, not 0",
        ],
    );
}

#[test]
fn unknown_names_have_no_value() {
    let mut options = Options::default();
    assert_eq!(options.get("match_"), None);
    let reason = options.set("match_", &value("threshold")).expect_err("no such option");
    assert_eq!(reason.to_string(), "C_OPTION: there is no option \"match_\"");
}
