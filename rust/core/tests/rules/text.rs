//! The text of rules and of values.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use machiavelli_core::rules::{OptionValue, Options, ParseRulesError, Preset, Rules, SyntaxError};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn syntax(text: &str) -> SyntaxError {
    match text.parse::<Rules>() {
        Err(ParseRulesError::Syntax(error)) => error,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn presets_round_trip() {
    for name in Rules::presets() {
        if let Ok(rules) = Rules::preset(name) {
            assert_eq!(rules.to_string(), name);
            assert_eq!(name.parse(), Ok(rules));
        }
    }
}

#[test]
fn output_is_canonical() {
    for (text, canonical) in [
        ("  agimeg  ", "agimeg"),
        ("agimeg()", "agimeg"),
        ("agimeg ( )", "agimeg"),
        ("agimeg(players_max=6)", "agimeg"),
        ("modiano(players_max=6, deals=players)", "modiano(players_max=6, deals=players)"),
        ("agimeg(wrap = true,\n\tdecks=3)", "agimeg(decks=3, wrap=true)"),
        ("agimeg(decks=+03)", "agimeg(decks=3)"),
        ("agimeg(deal={ 8 : 8 , 7:9 })", "agimeg(deal={7:9, 8:8})"),
        ("agimeg(deal=flat:007)", "agimeg(deal=flat:7)"),
        ("agimeg-small-hand", "agimeg-small-hand"),
        ("agimeg-timed(turn_seconds=null)", "agimeg-timed(turn_seconds=null)"),
        ("agimeg(values={*:30, K:1, A:2})", "agimeg(values={A:2, K:1, *:30})"),
        ("agimeg-threshold(threshold=101)", "agimeg-threshold(threshold=101)"),
        (
            "agimeg(category_values={joker:4, ace:3, number:1})",
            "agimeg(category_values={number:1, ace:3, joker:4})",
        ),
    ] {
        let rules: Rules = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(rules.to_string(), canonical);
        assert_eq!(canonical.parse(), Ok(rules));
    }
}

#[test]
fn equal_rules_have_one_text_and_one_hash() {
    let parse = |text: &str| text.parse::<Rules>().expect(text);
    let same = [
        parse("agimeg(wrap=true, decks=3)"),
        parse("agimeg(decks=3, wrap=true, ace=both)"),
        parse("agimeg(decks=3)").replace([("wrap", true.into())]).expect("rules"),
    ];
    assert_eq!(same.iter().collect::<HashSet<_>>().len(), 1);
    // The name counts, even where the options agree.
    assert_eq!(parse("agimeg(wrap=true)").options(), parse("agimeg-corner").options());
    assert_ne!(parse("agimeg(wrap=true)"), parse("agimeg-corner"));
}

/// Values to draw from, of every kind that options have.
const VALUES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "8",
    "13",
    "14",
    "36",
    "101",
    "true",
    "false",
    "null",
    "none",
    "both",
    "low",
    "high",
    "points",
    "own_meld",
    "keep",
    "forbidden",
    "floating",
    "partial",
    "one_real",
    "hand_or_table",
    "anywhere",
    "never",
    "same_round",
    "play_on",
    "winner_zero",
    "value",
    "category",
    "threshold",
    "ge",
    "still_in",
    "extra_deal",
    "neapolitan40",
    "given",
    "winner",
    "severe",
    "undo",
    "reject",
    "penalty",
    "players",
    "reduced",
    "flat:7",
    "table:required",
    "{}",
    "{7:9, 8:8}",
    "{A:1, 7:7, *:50}",
    "{number:1, figure:2, ace:3, joker:4}",
];

#[test]
fn random_rules_round_trip() {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let presets: Vec<&str> = Rules::presets().collect();
    let mut playable = 0;
    for _ in 0..20_000 {
        let name = *presets.choose(&mut rng).expect("a preset");
        let mut options = Options::default();
        let mut changes = Vec::new();
        for _ in 0..rng.random_range(0..30) {
            let option = *Options::NAMES.choose(&mut rng).expect("an option");
            let value = VALUES.choose(&mut rng).expect("a value").parse().expect("a value");
            // Most values do not fit: only those that do are worth a try.
            if options.set(option, &value).is_ok() && changes.iter().all(|(o, _)| *o != option) {
                changes.push((option, value));
            }
        }
        match Rules::with(name, changes) {
            Ok(rules) => {
                playable += 1;
                let text = rules.to_string();
                assert_eq!(text.parse().as_ref(), Ok(&rules), "{text}");
                assert_eq!(Rules::new(name, rules.options().clone()).as_ref(), Ok(&rules));
                assert_eq!(Rules::with(name, rules.changes()), Ok(rules));
            }
            Err(error) => assert!(!error.reasons.is_empty()),
        }
    }
    assert!(playable > 5_000, "{playable}");
}

#[test]
fn every_value_of_every_preset_reads_back() {
    for name in Rules::presets() {
        for option in Options::NAMES {
            let options = Preset::find(name).expect(name).options();
            let value = options.get(option).expect(option);
            let mut other = Options::default();
            other.set(option, &value.to_string().parse().expect(option)).expect(option);
            assert_eq!(other.get(option), Some(value), "{name}: {option}");
        }
    }
}

#[test]
fn syntax_errors_point_at_the_place() {
    for (text, position, message) in [
        ("", 0, "expected the name of a preset at position 0, found the end"),
        ("   ", 3, "expected the name of a preset at position 3, found the end"),
        ("(wrap=true)", 0, "expected the name of a preset at position 0, found \"(\""),
        ("agimeg wrap=true", 7, "expected the end at position 7, found \"wrap\""),
        ("agimeg(wrap)", 11, "expected \"=\" at position 11, found \")\""),
        ("agimeg(wrap=)", 12, "expected a value at position 12, found \")\""),
        ("agimeg(=true)", 7, "expected the name of an option at position 7, found \"=\""),
        ("agimeg(wrap=true", 16, "expected \",\" or \")\" at position 16, found the end"),
        ("agimeg(wrap=true,)", 17, "expected the name of an option at position 17, found \")\""),
        (
            "agimeg(wrap=true decks=3)",
            17,
            "expected \",\" or \")\" at position 17, found \"decks\"",
        ),
        ("agimeg(wrap=true))", 17, "expected the end at position 17, found \")\""),
        ("agimeg(deal={7})", 14, "expected \":\" at position 14, found \"}\""),
        ("agimeg(deal={7:})", 15, "expected a value at position 15, found \"}\""),
        ("agimeg(deal={7:9,})", 17, "expected a key at position 17, found \"}\""),
        ("agimeg(deal={7:9)", 16, "expected \",\" or \"}\" at position 16, found \")\""),
        ("agimeg(deal={7:{8:9}})", 15, "expected a value at position 15, found \"{\""),
        ("agimeg(deal=flat:13 14)", 20, "expected \",\" or \")\" at position 20, found \"14\""),
        ("àgìmeg(wrap", 11, "expected \"=\" at position 11, found the end"),
    ] {
        let error = syntax(text);
        assert_eq!((error.position, error.to_string().as_str()), (position, message), "{text}");
    }
}

#[test]
fn random_text_is_read_or_refused() {
    let parts = [
        "agimeg", "modiano", "wrap", "deal", "values", "true", "7", "flat:13", "A", "*", "(", ")",
        "{", "}", ",", "=", ":", " ", "\t", "è", "\u{2003}", "🂡", "",
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    for _ in 0..50_000 {
        let n = rng.random_range(0..16);
        let text: String = (0..n).filter_map(|_| parts.choose(&mut rng).copied()).collect();
        match text.parse::<Rules>() {
            Ok(rules) => assert_eq!(rules.to_string().parse(), Ok(rules), "{text}"),
            Err(ParseRulesError::Rules(error)) => assert!(!error.reasons.is_empty(), "{text}"),
            Err(ParseRulesError::Syntax(error)) => {
                let there: String = text.chars().skip(error.position).collect();
                assert!(there.starts_with(&error.text), "{text}: {error}");
                assert_eq!(error.text.is_empty(), there.is_empty(), "{text}: {error}");
            }
        }
    }
}

#[test]
fn values_alone_are_read_the_same_way() {
    let parse = |text: &str| text.parse::<OptionValue>();
    assert_eq!(parse(" 13 "), Ok(OptionValue::Int(13)));
    assert_eq!(parse("-3"), Ok(OptionValue::Int(-3)));
    assert_eq!(parse("13x"), Ok("13x".into()));
    assert_eq!(parse("99999999999999999999"), Ok(OptionValue::Int(99_999_999_999_999_999_999)));
    let digits = "9".repeat(50);
    assert_eq!(parse(&digits), Ok(OptionValue::Text(digits)));
    assert_eq!(parse("True"), Ok("True".into()));
    assert_eq!(parse("{}"), Ok(OptionValue::Map(vec![])));
    let entries = vec![("7".to_owned(), 9.into()), ("*".to_owned(), "flat:1".into())];
    assert_eq!(parse("{7:9,* : flat:1}"), Ok(OptionValue::Map(entries)));
    for bad in ["", "1 2", "a=b", "{", "{7:9}}", "(", "true,"] {
        assert!(parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_huge_text_gets_one_short_error_at_once() {
    let huge = |part: &str| part.repeat(5_000_000 / part.len());
    let texts = [
        huge("x"),
        huge(" "),
        huge("é"),
        huge("{"),
        huge("\u{1b}"),
        format!("agimeg({}", huge("a=1,")),
        format!("agimeg(deal={{{}", huge("7:9,")),
        format!("agimeg(wrap={})", huge("🂡")),
    ];
    for text in texts {
        let start = Instant::now();
        let rules = text.parse::<Rules>().expect_err("no rules").to_string();
        let value = text.parse::<OptionValue>().expect_err("no value").to_string();
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        for error in [rules, value] {
            assert!(error.chars().count() < 350, "{error}");
            assert!(!error.contains('\u{1b}'));
        }
    }
}
