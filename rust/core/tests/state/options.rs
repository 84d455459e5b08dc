//! Options that no worked case plays, by hand.

use machiavelli_core::ErrorCode;
use machiavelli_core::state::{Action, DrawReason, Event, State};

use crate::scene::{
    Scene, act, cards, drawn, hand_size, pass, refused, rules, seat, seats, submit, table,
};

fn scene<'a>(rules: &str, hands: &'a [(&'a str, usize)], table: &'a str) -> Scene<'a> {
    Scene { rules: crate::scene::rules(rules), hands, table, stock: 30, opened: true }
}

const TWO: &[(&str, usize)] = &[("7h 9c 9d", 8), ("8h", 5)];

/// A state in which player 0 has drawn for laying nothing, and may still play.
fn idled(options: &str) -> State {
    let rules = format!("agimeg(play_after_idle_draw=true, {options})");
    let mut state = scene(&rules, TWO, "4h 5h 6h").state();
    let events = pass(&mut state);
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(drawn(&events, 0, DrawReason::Idle), 1);
    assert!(state.on_turn() == Some(seat(0)) && state.view(seat(1)).has_idled);
    state
}

#[test]
fn the_idle_draw_may_be_played_where_it_may() {
    let mut state = idled("draw_laid=1");
    let events = submit(&mut state, "4h 5h 6h 7h");
    assert_eq!(drawn(&events, 0, DrawReason::Laid), 1);
    assert_eq!((hand_size(&state, 0), state.on_turn()), (9, Some(seat(1))));
}

#[test]
fn a_second_submission_of_nothing_draws_no_more() {
    for action in [Action::Pass, Action::Draw(None), Action::Submit(table("4h 5h 6h"))] {
        let mut state = idled("draw_idle=1");
        let events = act(&mut state, action);
        assert_eq!(events[..], [Event::TurnBegan(seat(1))]);
        assert_eq!(hand_size(&state, 0), 9);
    }
}

#[test]
fn a_mistake_after_the_idle_draw_keeps_the_card() {
    let mut state = idled("draw_idle=1");
    submit(&mut state, "4h 5h 6h | 9c 9d");
    assert_eq!(hand_size(&state, 0), 8 + 1 + 3);
    let mut state = idled("penalty=undo");
    submit(&mut state, "4h 5h 6h | 9c 9d");
    assert_eq!(hand_size(&state, 0), 8 + 1);
}

#[test]
fn nothing_is_played_after_a_draw_that_fails() {
    let rules = "agimeg(play_after_idle_draw=true, exhaustion=play_on)";
    let mut state = Scene { stock: 0, ..scene(rules, TWO, "4h 5h 6h") }.state();
    pass(&mut state);
    assert_eq!(state.on_turn(), Some(seat(1)));
}

#[test]
fn whoever_must_play_does_not_rearrange_instead() {
    let long = "2h 3h 4h 5h 6h 7h";
    let rules = "agimeg-must-play";
    let mut state = scene(rules, &[("8h", 5), ("Kd", 5)], long).state();
    let error = refused(&mut state, Action::Submit(table("2h 3h 4h | 5h 6h 7h")));
    assert_eq!(error.code().as_str(), "E_MUST_PLAY");
    // Giving up or failing is no way round, but it is a mistake and not refused.
    act(&mut state.clone(), Action::Concede(None));
    submit(&mut state, "2h 3h 4h 5h 6h 7h 8h");
    pass(&mut state);
}

#[test]
fn an_unopened_player_without_an_opening_may_draw() {
    let rules = "agimeg-must-play(opening=own_meld)";
    let hands: &[(&str, usize)] = &[("7h Kd", 2), ("", 5)];
    let mut state = Scene { opened: false, ..scene(rules, hands, "4h 5h 6h") }.state();
    pass(&mut state);
    let hands: &[(&str, usize)] = &[("Kc Kd Kh", 4), ("", 5)];
    let mut state = Scene { opened: false, ..scene(rules, hands, "4h 5h 6h") }.state();
    assert_eq!(refused(&mut state, Action::Pass).code().as_str(), "E_MUST_PLAY");
}

#[test]
fn a_cap_counts_hand_cards() {
    let hands: &[(&str, usize)] = &[("7h 8h 9h", 3), ("", 5)];
    let rules = "agimeg(turn_cap=2, invalid_submit=reject)";
    let mut state = scene(rules, hands, "4h 5h 6h").state();
    let error = refused(&mut state, Action::Submit(table("4h 5h 6h 7h 8h 9h")));
    assert_eq!(error.code().as_str(), "E_TURN_CAP");
    submit(&mut state, "4h 5h 6h 7h 8h");
    assert_eq!(hand_size(&state, 0), 1);
}

#[test]
fn players_open_each_for_themselves() {
    let hands: &[(&str, usize)] = &[("Kc Kd Kh 7h", 6), ("8h", 5)];
    let rules = "agimeg(opening=own_meld, invalid_submit=reject)";
    let mut state = Scene { opened: false, ..scene(rules, hands, "4h 5h 6h") }.state();
    let error = refused(&mut state, Action::Submit(table("4h 5h 6h 7h")));
    assert_eq!(error.code().as_str(), "E_NOT_OPENED");
    // Opening and laying off may share a turn.
    let events = submit(&mut state, "4h 5h 6h 7h | Kc Kd Kh");
    assert_eq!(events[1], Event::Opened(seat(0)));
    assert_eq!(state.opened(), seats([0]));
    let error = refused(&mut state, Action::Submit(table("4h 5h 6h 7h 8h | Kc Kd Kh")));
    assert_eq!(error.code().as_str(), "E_NOT_OPENED");
}

#[test]
fn a_time_out_draws_cards_without_an_idle_draw() {
    for penalty in ["mild", "severe", "undo"] {
        let rules = format!("agimeg-timed(penalty={penalty}, penalty_cards=2)");
        let mut state = scene(&rules, TWO, "4h 5h 6h").state();
        let events = act(&mut state, Action::TimeOut);
        assert_eq!(drawn(&events, 0, DrawReason::Penalty), 2);
        assert_eq!(hand_size(&state, 0), 10);
    }
}

#[test]
fn no_penalty_cards_are_no_failed_draw() {
    let rules = "agimeg(penalty_cards=0, exhaustion=stop_on_failed_draw)";
    let mut state = Scene { stock: 0, ..scene(rules, TWO, "4h 5h 6h") }.state();
    act(&mut state, Action::Concede(None));
    assert_eq!(state.on_turn(), Some(seat(1)));
}

#[test]
fn open_cards_are_used_or_left_alone() {
    let hands: &[(&str, usize)] = &[("Jc Jd", 5), ("Kd", 5)];
    let rules = "tahiti(jokers=0, invalid_submit=reject)";
    let mut state = scene(rules, hands, "Js | 7d | 9h | 3c").state();
    let error = refused(&mut state, Action::Submit(table("Js Jc Jd | 7d | 9h")));
    assert_eq!(error.code().as_str(), "E_TABLE_CARD_MISSING");
    submit(&mut state, "7d | Js Jc Jd | 9h | 3c");
    assert_eq!(state.open(), &cards("7d 9h 3c"));
    // Once used it can never be alone again.
    let error = refused(&mut state, Action::Submit(table("7d | Js | Jc Jd | 9h | 3c | Kd")));
    assert_eq!(error.code().as_str(), "E_MELD_SHORT");
}

#[test]
fn twins_are_bad_where_they_are_forbidden() {
    let hands: &[(&str, usize)] = &[("4h 5h 6h", 5), ("Kd", 5)];
    let rules = rules("agimeg-no-twins(invalid_submit=reject)");
    let scene = Scene { rules, hands, table: "4h 5h 6h", stock: 30, opened: true };
    let error = refused(&mut scene.state(), Action::Submit(table("4h 5h 6h | 6h 5h 4h")));
    assert_eq!(error.code().as_str(), "E_IDENTICAL_MELD");
}

#[test]
fn a_position_is_checked_before_it_is_played() {
    use machiavelli_core::state::{Seats, Setup};
    let setup = Setup {
        dealer: seat(1),
        on_turn: seat(0),
        hands: vec![cards("2c"), cards("2c")],
        table: table("4h 5h 6h"),
        stock: vec![],
        opened: Seats::EMPTY,
    };
    let code = |setup: Setup| {
        let error = State::from_setup(crate::scene::house("modiano"), setup).unwrap_err();
        assert!(!error.to_string().is_empty());
        error.code().map(ErrorCode::as_str)
    };
    assert_eq!(code(Setup { hands: vec![cards("2c")], ..setup.clone() }), None);
    assert_eq!(
        code(Setup { hands: vec![cards("2c"), cards("")], ..setup.clone() }),
        Some("E_EMPTY_HAND")
    );
    assert_eq!(code(Setup { dealer: seat(2), ..setup.clone() }), Some("E_SEAT"));
    assert_eq!(code(Setup { on_turn: seat(2), ..setup.clone() }), Some("E_SEAT"));
    let opened = Seats::first(2).with(seat(7));
    assert_eq!(code(Setup { opened, ..setup.clone() }), Some("E_SEAT"));
    assert_eq!(code(Setup { table: table("4h 5h"), ..setup.clone() }), Some("E_MELD_SHORT"));
    assert_eq!(
        code(Setup { table: table("4h 5h 6h | 9c"), ..setup.clone() }),
        Some("E_MELD_SHORT")
    );
    let stock = vec!["2c".parse().unwrap()];
    assert_eq!(code(Setup { stock, ..setup }), Some("E_TOO_MANY_COPIES"));
}
