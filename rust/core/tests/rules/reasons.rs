//! What makes rules unplayable (R7.4), and what does not (R7.3).

use machiavelli_core::rules::{Code, OptionValue, Options, ParseRulesError, Rules, RulesError};

/// The codes with which rules are refused, for so many players if there are any.
fn codes(text: &str, players: usize) -> Vec<&'static str> {
    let check = |rules: Rules| match players {
        0 => Ok(()),
        _ => rules.check_players(players),
    };
    let checked = match text.parse::<Rules>() {
        Ok(rules) => check(rules),
        Err(ParseRulesError::Rules(error)) => Err(error),
        Err(ParseRulesError::Syntax(error)) => panic!("{text}: {error}"),
    };
    checked.err().map_or_else(Vec::new, |error| {
        error.reasons.iter().map(|reason| reason.code.as_str()).collect()
    })
}

/// Rules that are refused for one reason only, and the nearest ones that are not.
const PAIRS: &[(Code, &str, usize, &str, usize)] = &[
    (Code::Option, "agimeg(decks=4)", 0, "agimeg(decks=3)", 0),
    (Code::Option, "agimeg(packs=2)", 0, "agimeg(decks=2)", 0),
    (Code::Option, "agimegg", 0, "agimeg", 0),
    (Code::Option, "agimeg(threshold=0)", 0, "agimeg(threshold=1)", 0),
    (Code::Players, "modiano", 1, "modiano", 2),
    (Code::Players, "modiano", 6, "modiano", 5),
    (Code::Players, "agimeg-reduced", 1, "agimeg-reduced", 2),
    (Code::DealUndefined, "agimeg(players_max=8, deal=reduced)", 7, "agimeg(deal=reduced)", 6),
    (Code::DealUndefined, "agimeg-small-hand", 7, "agimeg-small-hand(deal={7:9})", 7),
    (Code::DealUndefined, "agimeg(deal={3:9})", 4, "agimeg(deal={3:9})", 3),
    (Code::DealOverdraw, "agimeg(decks=1)", 5, "agimeg(decks=1)", 3),
    (Code::DealOverdraw, "agimeg(decks=1, open_cards=4)", 4, "agimeg(open_cards=4)", 4),
    (Code::DealOverdraw, "agimeg(deal=flat:53)", 2, "agimeg(deal=flat:51)", 2),
    (Code::EmptyStock, "agimeg(decks=1)", 4, "agimeg(decks=1, allow_empty_stock=true)", 4),
    (Code::EmptyStock, "agimeg(players_max=8)", 8, "agimeg(players_max=8)", 7),
    (Code::EmptyStock, "agimeg(open_cards=4, deal=flat:50)", 2, "agimeg(deal=flat:50)", 2),
    (Code::PackJokers, "neapolitan(jokers=2)", 0, "agimeg(jokers=2)", 0),
    (Code::PackJokers, "agimeg-jokers4(pack=neapolitan40)", 0, "neapolitan(jokers=0)", 0),
    (
        Code::Preopen,
        "agimeg(draw_start_preopen=2)",
        0,
        "agimeg(draw_start_preopen=2, draw_start=1, draw_idle=0)",
        0,
    ),
    (Code::DoubleDraw, "agimeg(draw_start=1)", 0, "agimeg(draw_start=1, draw_idle=0)", 0),
    (
        Code::DoubleDraw,
        "agimeg(draw_start=1, draw_idle=0, draw_laid=1)",
        0,
        "agimeg(draw_idle=0, draw_laid=1)",
        0,
    ),
    (
        Code::MustPlay,
        "wikipedia(may_decline=false)",
        0,
        "wikipedia(may_decline=false, draw_start=0)",
        0,
    ),
    (Code::Cap, "agimeg(turn_cap=0)", 0, "agimeg(turn_cap=1)", 0),
    (Code::Cap, "agimeg(turn_cap=-1)", 0, "agimeg(turn_cap=2)", 0),
    (Code::Cap, "wikipedia(turn_cap=0)", 0, "wikipedia(turn_cap=null)", 0),
    (Code::Cap, "wikipedia(turn_cap=2)", 0, "wikipedia(turn_cap=3)", 0),
    (Code::Cap, "thirty-six(turn_cap=3)", 0, "thirty-six(turn_cap=4)", 0),
    (
        Code::Cap,
        "thirty-six(opening_points=5, turn_cap=2)",
        0,
        "thirty-six(opening_points=5, turn_cap=3)",
        0,
    ),
    (
        Code::Cap,
        "thirty-six(opening_points=41, turn_cap=4)",
        0,
        "thirty-six(opening_points=40, turn_cap=4)",
        0,
    ),
    (Code::Wrap, "agimeg-corner(ace=high)", 0, "agimeg(ace=high)", 0),
    (Code::Wrap, "agimeg-corner(ace=low)", 0, "agimeg-corner(ace=both)", 0),
    (Code::Wrap, "agimeg-corner(run_max=14)", 0, "agimeg-corner(run_max=13)", 0),
    (Code::RunMax, "agimeg(run_max=14, ace=low)", 0, "agimeg(run_max=13, ace=low)", 0),
    (Code::RunMax, "agimeg(run_max=14, ace=high)", 0, "agimeg(run_max=14)", 0),
    (Code::Values, "agimeg-values(values={2:2})", 0, "agimeg(values={2:2})", 0),
    (
        Code::Values,
        "tahiti(values={A:1, 2:1, 3:1, 4:1, 5:1, 6:1, 7:1, 8:1, 9:1, T:1, J:1, Q:1, K:1})",
        0,
        "agimeg-values(values={A:1, 2:1, 3:1, 4:1, 5:1, 6:1, 7:1, 8:1, 9:1, T:1, J:1, Q:1, K:1})",
        0,
    ),
    (
        Code::Values,
        "agimeg-values(values={A:1, 2:1, 3:1, 4:1, 5:1, 6:1, 7:1, J:1, Q:1, K:1})",
        0,
        "neapolitan(score=value, values={A:1, 2:1, 3:1, 4:1, 5:1, 6:1, 7:1, J:1, Q:1, K:1})",
        0,
    ),
    (
        Code::Category,
        "agimeg-category",
        0,
        "agimeg-category(category_values={number:5, figure:10, ace:15})",
        0,
    ),
    (
        Code::Category,
        "agimeg-category(category_values={number:5, figure:10})",
        0,
        "agimeg(category_values={number:5, figure:10})",
        0,
    ),
    (
        Code::Category,
        "agimeg-category(jokers=2, category_values={number:5, figure:10, ace:15})",
        0,
        "agimeg-category(jokers=2, category_values={number:5, figure:10, ace:15, joker:0})",
        0,
    ),
    (Code::Threshold, "agimeg-threshold", 0, "agimeg-threshold(threshold=101)", 0),
    (Code::Threshold, "agimeg-threshold(threshold=0)", 0, "agimeg-threshold(threshold=1)", 0),
    (Code::Threshold, "agimeg(threshold=-5, match=threshold)", 0, "agimeg(threshold=5)", 0),
    (
        Code::Exclusion,
        "agimeg(exclusion_penalty=still_in)",
        0,
        "agimeg-threshold(exclusion_penalty=still_in, threshold=101)",
        0,
    ),
];

#[test]
fn each_code_has_its_reason_and_a_neighbour_without() {
    for &(code, bad, bad_players, good, good_players) in PAIRS {
        assert_eq!(codes(bad, bad_players), [code.as_str()], "{bad} for {bad_players}");
        assert_eq!(codes(good, good_players), [""; 0], "{good} for {good_players}");
    }
    for code in Code::ALL {
        assert!(PAIRS.iter().any(|pair| pair.0 == *code), "{code} has no test");
    }
}

#[test]
fn all_reasons_come_at_once() {
    assert_eq!(
        codes(
            "neapolitan(jokers=2, draw_start=1, may_decline=false, opening=own_meld, turn_cap=2, \
             wrap=true, ace=low, run_max=14, score=value, values={A:1}, match=threshold)",
            0,
        ),
        [
            "C_PACK_JOKERS",
            "C_DOUBLE_DRAW",
            "C_MUST_PLAY",
            "C_CAP",
            "C_WRAP",
            "C_RUN_MAX",
            "C_VALUES",
            "C_THRESHOLD",
        ],
    );
    assert_eq!(
        codes(
            "agimeg(draw_start_preopen=1, score=category, exclusion_penalty=deal_index, \
             decks=0, foo=1, bar=2)",
            0,
        ),
        ["C_OPTION", "C_OPTION", "C_OPTION", "C_PREOPEN", "C_CATEGORY", "C_EXCLUSION"],
    );
    assert_eq!(codes("modiano(decks=1)", 7), ["C_PLAYERS", "C_DEAL_OVERDRAW"]);
    assert_eq!(codes("wikipedia", 7), ["C_PLAYERS", "C_DEAL_UNDEFINED"]);
    assert_eq!(codes("modiano", 8), ["C_PLAYERS", "C_EMPTY_STOCK"]);
    assert_eq!(codes("modiano", usize::MAX), ["C_PLAYERS", "C_DEAL_OVERDRAW"]);
}

#[test]
fn an_option_that_could_not_be_set_is_blamed_once() {
    // Each would break a law with its preset's value, which is not what was meant.
    assert_eq!(codes("agimeg-threshold(threshold=high)", 0), ["C_OPTION"]);
    assert_eq!(codes("agimeg-category(category_values={ten:1})", 0), ["C_OPTION"]);
    assert_eq!(codes("agimeg-corner(wrap=no, ace=high)", 0), ["C_OPTION"]);
    assert_eq!(codes("wikipedia(turn_cap=0)", 0), ["C_CAP"]);
    assert_eq!(codes("wikipedia(turn_cap=2, opening_points=0)", 0), ["C_OPTION", "C_CAP"]);
    assert_eq!(codes("agimeg(wrap=true, ace=low, ace=both)", 0), ["C_OPTION"]);
}

#[test]
fn an_unknown_preset_does_not_hide_the_options() {
    let error = Rules::with("moderno", [("colour", "red".into()), ("decks", 9.into())]);
    assert_eq!(
        error.expect_err("no such preset").to_string(),
        "C_OPTION: there is no preset \"moderno\"; \
         C_OPTION: there is no option \"colour\"; \
         C_OPTION: decks must be an integer from 1 to 3, not 9",
    );
    let raw = Options { wrap: true, run_max: 14, ..Options::default() };
    let error = Rules::new("moderno", raw).expect_err("no such preset");
    assert_eq!(error.reasons.len(), 2);
    assert_eq!(error.reasons[1].code, Code::Wrap);
}

#[test]
fn what_sleeps_is_no_error() {
    for text in [
        "agimeg(joker_value=floating, joker_lock=none, joker_ratio=one_real, joker_max=0, \
         joker_source=hand_or_table, joker_reuse=anywhere, joker_to_run=never)",
        "agimeg(opening_points=1000, turn_cap=1)",
        "agimeg(opening=own_meld, opening_points=1000, turn_cap=3)",
        "agimeg(run_direction=both)",
        "agimeg(threshold=101, threshold_cmp=ge)",
        "agimeg-threshold(threshold=101, deals=7)",
        "agimeg(score=value, flat_value=7, category_values={ace:1})",
        "agimeg(score=flat, values={}, category_values={})",
        "agimeg-category(values={}, flat_value=9, category_values={number:1, figure:1, ace:1})",
        "wikipedia(play_after_idle_draw=true)",
    ] {
        assert_eq!(codes(text, 3), [""; 0], "{text}");
    }
}

#[test]
fn presets_build_unless_the_caller_owes_a_value() {
    for name in Rules::presets() {
        let built = Rules::preset(name).map(|rules| rules.check_players(3));
        let reasons = |error: RulesError| error.reasons.into_iter().map(|r| r.code).collect();
        let codes: Vec<Code> = built.and_then(|checked| checked).map_or_else(reasons, |()| vec![]);
        let expected: &[Code] = match name {
            "agimeg-category" => &[Code::Category],
            "agimeg-threshold" => &[Code::Threshold],
            "agimeg-small-hand" => &[Code::DealUndefined],
            _ => &[],
        };
        assert_eq!(codes, expected, "{name}");
    }
    assert!(Rules::preset("agimeg-small-hand").is_ok());
}

#[test]
fn replacing_checks_the_whole_again_and_leaves_the_old_rules() {
    let rules: Rules = "agimeg-corner(decks=3)".parse().expect("rules");
    let other = rules.replace([("wrap", false.into()), ("ace", "low".into())]).expect("rules");
    assert_eq!(other.to_string(), "agimeg-corner(decks=3, ace=low, wrap=false)");
    assert_eq!(rules.to_string(), "agimeg-corner(decks=3)");
    let error = rules.replace([("ace", "low".into())]).expect_err("wrap needs both");
    assert_eq!(error.reasons[0].code, Code::Wrap);
    assert_eq!(rules.replace([]), Ok(rules));
}

#[test]
fn messages_name_the_options_and_what_is_right() {
    for (text, message) in [
        ("wikipedia(turn_cap=2)", "C_CAP: opening=own_meld needs a turn_cap of at least 3, not 2"),
        (
            "thirty-six(turn_cap=3)",
            "C_CAP: opening=points with opening_points=36 needs a turn_cap of at least 4, not 3",
        ),
        (
            "neapolitan(score=value, values={A:1, 2:1, 3:1, 4:1, 5:1, 6:1, 7:1, Q:1})",
            "C_VALUES: score=value needs points in values for J K too",
        ),
        (
            "agimeg-category(jokers=2, category_values={ace:1})",
            "C_CATEGORY: score=category needs points in category_values for number, figure, joker, as in \
             category_values={number:5, figure:10, ace:15, joker:25}",
        ),
        ("agimeg-threshold", "C_THRESHOLD: match=threshold needs a threshold, as in threshold=100"),
        ("agimeg(wrap=true, wrap=true)", "C_OPTION: wrap is given more than once"),
        (
            "agimeg(deal=flat:0)",
            "C_OPTION: deal must be flat:N, reduced or a map from 2 to 8 players, each once, to N, \
             with N from 1 to 255, not \"flat:0\"",
        ),
    ] {
        let error = text.parse::<Rules>().expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    let long = "x".repeat(1000);
    let error = Rules::with(&long, [(long.as_str(), true.into())]).expect_err("no such preset");
    assert!(error.to_string().len() < 200, "{error}");
    let map = OptionValue::Map(vec![(long, OptionValue::Null); 1000]);
    let error = Rules::with("agimeg", [("values", map)]).expect_err("no such ranks");
    assert!(error.to_string().len() < 200, "{error}");
}
