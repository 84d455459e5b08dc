//! The worked cases of turns: what is drawn when, and whose turn it is then.

use machiavelli_core::rules::Rules;
use machiavelli_core::state::{
    Action, Cause, DrawReason, Event, Events, PlayError, State, Verdict,
};
use serde_json::{Value, json};

use crate::cases::Case;
use crate::scene::{Scene, act, cards, drawn, hand_size, pass, refused, seat, submit, table};

const TABLE: &str = "4h 5h 6h";

/// Two players; the first holds a 7h to lay off, a meld, and a pair to fail with.
fn scene(rules: Rules) -> Scene<'static> {
    Scene {
        rules,
        hands: &[("7h 9c 9d 9s Kc Kd", 13), ("8h", 13)],
        table: TABLE,
        stock: 40,
        opened: true,
    }
}

/// What a flow case tells about one action of player 0, as far as the case asks.
fn told(case: &Case, before: &State, state: &State, events: &Events) -> Value {
    let all = |reasons: &[DrawReason]| -> usize {
        reasons.iter().map(|&reason| drawn(events, 0, reason)).sum()
    };
    let mut told = json!({});
    for key in case.expected.as_object().unwrap().keys() {
        told[key] = match key.as_str() {
            "drawn" => all(&[DrawReason::Idle, DrawReason::Laid, DrawReason::Penalty]).into(),
            "drawn_at_end" => all(&[DrawReason::Idle, DrawReason::Laid]).into(),
            "turn_over" => (state.on_turn() != before.on_turn()).into(),
            "may_play_drawn_card" => (state.on_turn() == Some(seat(0))).into(),
            "table" => {
                assert_eq!(state.table(), before.table());
                "as at start of turn".into()
            }
            "seconds" => state.house().rules().options().turn_seconds.into(),
            "error" => events
                .iter()
                .find_map(|event| match event {
                    Event::Restored { cause: Cause::Illegal(error), .. } => Some(error.code()),
                    _ => None,
                })
                .map_or(Value::Null, |code| code.as_str().into()),
            _ => continue,
        };
    }
    told
}

/// Does something in a scene and compares what the case expects.
fn check(case: &Case, mut state: State, action: Action) {
    let before = state.clone();
    let events = act(&mut state, action);
    assert_eq!(told(case, &before, &state, &events), case.expected, "{}", case.id);
}

fn check_refused(case: &Case, mut state: State, action: Action) -> PlayError {
    let error = refused(&mut state, action);
    assert_eq!(error.code().as_str(), case.expected["error"], "{}", case.id);
    error
}

/// What player 0 draws at the start of three turns, doing this in the first two.
fn start_draws(case: &Case, opened: bool, actions: [Option<&str>; 2]) -> Value {
    let (mut state, events) = Scene { opened, ..scene(case.rules()) }.begin();
    let mut draws = vec![drawn(&events, 0, DrawReason::Start)];
    for action in actions {
        match action {
            Some(table) => submit(&mut state, table),
            None => pass(&mut state),
        };
        draws.push(drawn(&pass(&mut state), 0, DrawReason::Start));
    }
    draws.into()
}

#[test]
fn turns_flow_as_in_the_cases() {
    for case in Case::all("flow") {
        let state = scene(case.rules()).state();
        let submission = |text: &str| Action::Submit(table(text));
        match case.id.as_str() {
            "M09" => check(&case, state, submission(TABLE)),
            "M10" => check(&case, state, submission("4h 5h 6h 7h")),
            "A56" => check(&case, state, Action::Pass),
            "A57" => check(&case, state, submission("4h 5h 6h | 9c 9d 9s")),
            "A58" => {
                let hands = &[("9c 9d 9s", 3), ("", 5)];
                let state = Scene { hands, ..scene(case.rules()) }.state();
                check(&case, state, submission("4h 5h 6h | 9c 9d 9s"));
            }
            "A61" | "E109" | "E238" => check(&case, state, Action::TimeOut),
            "W24" => {
                let (mut state, events) = scene(case.rules()).begin();
                assert_eq!(
                    json!(drawn(&events, 0, DrawReason::Start)),
                    case.expected["drawn_at_start"]
                );
                for action in [Action::Pass, submission("4h 5h 6h 7h")] {
                    let before = state.clone();
                    let events = act(&mut state, action);
                    let told = told(&case, &before, &state, &events);
                    assert_eq!(told["drawn_at_end"], case.expected["drawn_at_end"]);
                    pass(&mut state);
                }
            }
            "W25" => {
                let draws = start_draws(&case, false, [None, Some("4h 5h 6h | 9c 9d 9s")]);
                assert_eq!(draws, case.expected["drawn_at_start"]);
            }
            "E239" => {
                let draws = start_draws(
                    &case,
                    false,
                    [Some("4h 5h 6h 7h"), Some("4h 5h 6h 7h | 9c 9d 9s")],
                );
                assert_eq!(draws, case.expected["drawn_at_start"]);
            }
            "W26" => {
                for (i, action) in [Action::Pass, submission("4h 5h 6h 7h")].into_iter().enumerate()
                {
                    let before = state.clone();
                    let mut state = state.clone();
                    let events = act(&mut state, action);
                    let told = told(&case, &before, &state, &events);
                    assert_eq!(told["drawn"], case.expected["drawn"][i]);
                }
            }
            "E110" => {
                check_refused(&case, state, submission("4h 5h 7h"));
            }
            "E111" => {
                check_refused(&case, state, submission("4h 5h 6h | Kc Kd"));
            }
            "E112" | "E113" => {
                let melds: Vec<_> = case.input["table"].as_array().unwrap().iter().collect();
                let melds: Vec<_> = melds.iter().map(|meld| meld.as_str().unwrap()).collect();
                let hands = &[(case.input["hand"].as_str().unwrap(), 2), ("", 5)];
                let state =
                    Scene { table: &melds.join(" | "), hands, ..scene(case.rules()) }.state();
                check_refused(&case, state.clone(), Action::Draw(None));
                check_refused(&case, state, Action::Pass);
            }
            "E114" => check(&case, state, Action::Draw(None)),
            "E115" => {
                check_refused(&case, state, Action::Draw(None));
            }
            "E116" => {
                let (mut state, events) = Scene { opened: false, ..scene(case.rules()) }.begin();
                assert_eq!(
                    json!(drawn(&events, 0, DrawReason::Start)),
                    case.expected["drawn_at_start"]
                );
                act(&mut state, Action::Concede(Some(table("4h 5h 6h | Kc Kd"))));
                let next = drawn(&pass(&mut state), 0, DrawReason::Start);
                assert_eq!(json!(next), case.expected["next_turn_start"]);
            }
            "E237" => {
                let state = Scene { table: "4h 5h 6h 7h 8h 9h", ..scene(case.rules()) };
                let hands = &[("", 5), ("", 5)];
                let state = Scene { hands, ..state }.state();
                check(&case, state, submission("4h 5h 6h | 7h 8h 9h"));
            }
            other => panic!("case {other} is not played"),
        }
    }
}

#[test]
fn nobody_acts_out_of_turn_or_after_the_deal() {
    let hands = &[("7h", 1), ("8h", 2)];
    let mut state = Scene { hands, ..scene(crate::scene::rules("modiano")) }.state();
    let error = state.apply(seat(1), Action::Pass).unwrap_err();
    assert_eq!(error.code().as_str(), "E_NOT_YOUR_TURN");
    submit(&mut state, "4h 5h 6h 7h");
    assert_eq!(state.on_turn(), None);
    for index in [0, 1] {
        let error = state.apply(seat(index), Action::Pass).unwrap_err();
        assert_eq!(error.code().as_str(), "E_DEAL_OVER");
    }
}

#[test]
fn what_is_never_done_is_refused_without_penalty() {
    let state = || scene(crate::scene::rules("modiano")).state();
    let card = cards("7h").iter().next().unwrap();
    let code = |action| refused(&mut state(), action).code().as_str();
    assert_eq!(code(Action::Discard(card)), "E_NO_DISCARD");
    assert_eq!(code(Action::TimeOut), "E_NO_TIME_LIMIT");
    assert_eq!(code(Action::Draw(Some(table("4h 5h 6h 7h")))), "E_DRAW_AFTER_PLAY");
    assert_eq!(code(Action::Submit(table("4h 5h 6h 7d"))), "E_NOT_IN_HAND");
    assert_eq!(code(Action::Concede(Some(table("4h 5h 6h 7d")))), "E_NOT_IN_HAND");
    assert_eq!(code(Action::Concede(Some(table("")))), "E_TABLE_CARD_MISSING");
    // A table that was only rearranged is no play yet.
    let long = Scene {
        table: "4h 5h 6h 7h 8h 9h",
        hands: &[("", 5), ("", 5)],
        ..scene(crate::scene::rules("modiano"))
    };
    let mut state = long.state();
    let events = act(&mut state, Action::Draw(Some(table("4h 5h 6h | 7h 8h 9h"))));
    assert_eq!(drawn(&events, 0, DrawReason::Idle), 1);
    assert_eq!(state.table(), &table("4h 5h 6h 7h 8h 9h"));
}

#[test]
fn laying_changes_hand_table_and_turn() {
    let mut state = scene(crate::scene::rules("modiano")).state();
    let verdict = state.judge(seat(0), &Action::Submit(table("4h 5h 6h 7h"))).unwrap();
    assert!(matches!(verdict, Verdict::Lays(report) if report.laid == cards("7h")));
    let events = submit(&mut state, "4h 5h 6h 7h");
    assert_eq!(
        events[..],
        [Event::Laid { seat: seat(0), cards: cards("7h") }, Event::TurnBegan(seat(1))]
    );
    assert_eq!((hand_size(&state, 0), state.stock().len()), (12, 40));
    assert_eq!(state.table(), &table("4h 5h 6h 7h"));
}

#[test]
fn a_kept_rearrangement_lays_nothing_and_draws_nothing_under_draw_first() {
    let hands = &[("", 5), ("", 5)];
    let state =
        Scene { hands, table: "4h 5h 6h 7h 8h 9h", ..scene(crate::scene::rules("wikipedia")) };
    let mut state = state.state();
    let events = submit(&mut state, "7h 8h 9h | 4h 5h 6h");
    assert_eq!(events[0], Event::Rearranged(seat(0)));
    assert_eq!(drawn(&events, 0, DrawReason::Idle), 0);
    assert_eq!(state.table(), &table("7h 8h 9h | 4h 5h 6h"));
    // The same melds in another order are no other table.
    let events = submit(&mut state, "4h 5h 6h | 7h 8h 9h");
    assert_eq!(events[0], Event::TurnBegan(seat(0)));
    assert_eq!(state.table(), &table("7h 8h 9h | 4h 5h 6h"));
}
