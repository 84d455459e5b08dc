//! The worked cases of penalties.

use machiavelli_core::state::{Action, Cause, DrawReason, Event, Events, State};
use serde_json::{Value, json};

use crate::cases::Case;
use crate::scene::{
    Scene, act, cards, drawn, hand_size, pass, refused, rules, seat, submit, table,
};

/// What a penalty case tells after the first player has failed, as far as the case asks.
fn told(case: &Case, before: &State, state: &State, events: &Events) -> Value {
    let mut told = json!({});
    for (key, expected) in case.expected.as_object().unwrap() {
        told[key] = match key.as_str() {
            "hand_after" => hand_size(state, 0).into(),
            // Before the next turn begins.
            "stock_after" => (state.stock().len() + drawn(events, 1, DrawReason::Start)).into(),
            "deal_over" => state.on_turn().is_none().into(),
            "goes_out" => state.out().contains(seat(0)).into(),
            "table" if expected.is_array() => {
                let entries = state.table().entries().iter();
                entries.map(ToString::to_string).collect::<Vec<_>>().into()
            }
            "table" => {
                assert_eq!(state.table(), before.table());
                "as at start of turn".into()
            }
            other => panic!("{other} is not told"),
        };
    }
    told
}

fn fails(case: &Case, scene: &Scene<'_>, action: Action) {
    let mut state = scene.state();
    let before = state.clone();
    let events = act(&mut state, action);
    assert_eq!(told(case, &before, &state, &events), case.expected, "{}", case.id);
}

fn count(case: &Case, key: &str) -> usize {
    case.input[key].as_u64().unwrap() as usize
}

/// The melds of an attempt as the text of a table.
fn attempt(case: &Case) -> String {
    let melds = case.input["table_after_attempt"].as_array().unwrap().iter();
    melds.map(|meld| meld.as_str().unwrap()).collect::<Vec<_>>().join(" | ")
}

#[test]
fn penalties_are_those_of_the_cases() {
    for case in Case::all("penalty") {
        let scene = |table, hands| {
            let opened = case.input["opened"].as_bool().unwrap_or(true);
            let stock = count(&case, "stock");
            Scene { rules: case.rules(), hands, table, stock, opened }
        };
        let submission = |text: &str| Action::Submit(table(text));
        match case.id.as_str() {
            "M11" | "E104" | "E106" => {
                let size = count(&case, "hand_start");
                let hands = &[("Kc Kd Qc Qd", size), ("", 5)];
                fails(&case, &scene("4h 5h 6h", hands), submission("4h 5h 6h | Kc Kd | Qc Qd"));
            }
            "E105" => {
                let hands = &[("Kc Kd", count(&case, "hand_before_draw")), ("", 5)];
                fails(&case, &scene("4h 5h 6h", hands), submission("4h 5h 6h | Kc Kd"));
            }
            "W27" => {
                // The card drawn at turn start is among those held.
                let hands = &[("9c 9d Ks", count(&case, "hand") + 2), ("", 5)];
                let scene = Scene { stock: count(&case, "stock") + 1, ..scene("4h 5h 6h", hands) };
                fails(&case, &scene, submission(&attempt(&case)));
            }
            "E107" => {
                let hands = &[("2c 3d Js", 3), ("", 5)];
                fails(&case, &scene("7c 7h 7s | Tc Jc Qc", hands), submission(&attempt(&case)));
            }
            "E108" => {
                let hands = &[("9d 9h", 2), ("", 5)];
                fails(&case, &scene("4c 5c 6c", hands), submission(&attempt(&case)));
            }
            "E167" => {
                let hands = &[("2d Qs", 2), ("", 5)];
                fails(&case, &scene("Js | 7d | 9h | 3c", hands), submission(&attempt(&case)));
            }
            "E168" => {
                let hands = &[("Jc Jd Jh", 13), ("", 5)];
                fails(&case, &scene("", hands), submission("Jc Jd Jh"));
            }
            "E242" => {
                let hands = &[("7d", 10), ("", 5)];
                fails(
                    &case,
                    &scene("7c 7h 7s", hands),
                    Action::Concede(Some(table(&attempt(&case)))),
                );
            }
            "E243" => {
                // hand_start includes the card drawn at turn start.
                let hands = &[("9c 9d", 7), ("", 5)];
                let scene = Scene { stock: 41, ..scene("4h 5h 6h", hands) };
                fails(&case, &scene, submission(&attempt(&case)));
            }
            "E244" => {
                let hands = &[("2c 4h 5h 6h 9c 9d", 6), ("", 5)];
                fails(&case, &scene("4h 5h 6h", hands), submission(&attempt(&case)));
            }
            other => panic!("case {other} is not played"),
        }
    }
}

/// A player with the pair and the run in hand, before a table with a set of four.
fn severe(options: &str, opened: bool) -> State {
    let hands = &[("4h 5h 6h 9c", 8), ("", 5)];
    let rules = rules(&format!("agimeg-severe({options})"));
    Scene { rules, hands, table: "7c 7d 7h 7s | 9d Td Jd Qd", stock: 40, opened }.state()
}

#[test]
fn under_the_severe_rule_good_melds_stay_and_bad_ones_are_taken() {
    let attempt = "7c 7d 7h 7s | Td Jd Qd | 4h 5h 6h | 9c 9d";
    for action in [Action::Submit(table(attempt)), Action::Concede(Some(table(attempt)))] {
        let mut state = severe("", false);
        let events = act(&mut state, action);
        assert_eq!(state.table().to_string(), "7c 7d 7h 7s | Td Jd Qd | 4h 5h 6h");
        assert_eq!(state.hand(seat(0)).intersection(&cards("4h 5h 6h 9c 9d")), cards("9c 9d"));
        // Three laid for good, the 9d taken, three drawn.
        assert_eq!((hand_size(&state, 0), state.stock().len()), (8 - 3 + 1 + 3, 37));
        assert_eq!(events[0], Event::Laid { seat: seat(0), cards: cards("4h 5h 6h") });
        assert_eq!(events[1], Event::Opened(seat(0)));
        assert!(matches!(&events[2], Event::Took { cards: taken, .. } if *taken == cards("9c 9d")));
        assert_eq!(drawn(&events, 0, DrawReason::Penalty), 3);
        assert_eq!(state.on_turn(), Some(seat(1)));
    }
}

#[test]
fn laid_cards_that_do_not_stay_do_not_open() {
    // The nine would stay in the run, were it not for the pair beside it.
    let mut state = severe("opening=own_meld", false);
    let events = submit(&mut state, "7c 7d 7h 7s | 9d Td Jd Qd | 4h 5h | 6h");
    assert!(matches!(events[0], Event::Took { .. }), "{events:?}");
    assert!(state.opened().is_empty());
    assert_eq!((hand_size(&state, 0), state.stock().len()), (11, 37));

    let mut state = severe("opening=own_meld", false);
    submit(&mut state, "7c 7d 7h 7s | Td Jd Qd | 4h 5h 6h | 9c 9d");
    assert!(state.opened().contains(seat(0)));
}

#[test]
fn what_is_no_bad_meld_is_put_back_even_under_the_severe_rule() {
    let start = "7c 7d 7h 7s | 9d Td Jd Qd";
    // Before opening, under a cap, with a twin: the first error is none of a meld.
    let capped = "7c 7d 7h 7s | 9d Td Jd Qd | 4h 5h 6h | 9c";
    for (options, attempt) in
        [("opening=own_meld", "7c 7d 7h | 7s | 9d Td Jd Qd"), ("turn_cap=3", capped)]
    {
        let mut state = severe(options, false);
        let events = submit(&mut state, attempt);
        assert!(
            matches!(events[0], Event::Restored { cause: Cause::Illegal(_), .. }),
            "{events:?}"
        );
        assert_eq!((state.table().to_string().as_str(), hand_size(&state, 0)), (start, 11));
    }
    // Giving up without a table, or with one on which every meld is good.
    for given_up in [None, Some("7c 7d 7h 7s | 9d Td Jd Qd | 4h 5h 6h"), Some(start)] {
        let mut state = severe("", true);
        act(&mut state, Action::Concede(given_up.map(table)));
        assert_eq!((state.table().to_string().as_str(), hand_size(&state, 0)), (start, 11));
    }
}

#[test]
fn an_open_card_used_in_a_bad_meld_is_taken_once() {
    let scene = Scene {
        rules: rules("tahiti(penalty=severe)"),
        hands: &[("Jc 2d", 5), ("", 5)],
        table: "Js | Jd | Js | 3c",
        stock: 30,
        opened: true,
    };
    // One of two equal open cards is used, and alone the second entry is no unused open card more.
    let mut state = scene.state();
    submit(&mut state, "Js | Jd Js | 2d 3c");
    assert_eq!(state.table().to_string(), "Js");
    assert_eq!(state.open(), &cards("Js"));
    assert_eq!(hand_size(&state, 0), 5 + 3 + 3);

    let mut state = scene.state();
    submit(&mut state, "Js | Js | Jc Jd | 3c");
    assert_eq!(state.table().to_string(), "Js | Js | 3c");
    assert_eq!(hand_size(&state, 0), 5 + 1 + 3);
}

#[test]
fn undo_costs_no_cards_but_the_idle_draw() {
    let scene = |rules: &str| Scene {
        rules: crate::scene::rules(rules),
        hands: &[("9c 9d", 8), ("", 5)],
        table: "4h 5h 6h",
        stock: 30,
        opened: true,
    };
    let mut state = scene("agimeg(penalty=undo)").state();
    let events = submit(&mut state, "4h 5h 6h | 9c 9d");
    assert_eq!(drawn(&events, 0, DrawReason::Idle), 1);
    assert_eq!((hand_size(&state, 0), state.on_turn()), (9, Some(seat(1))));

    let mut state = scene("wikipedia(penalty=undo)").state();
    submit(&mut state, "4h 5h 6h | 9c 9d");
    assert_eq!((hand_size(&state, 0), state.stock().len()), (9, 28), "both began with a draw");
}

#[test]
fn a_rejected_submission_leaves_the_turn_open() {
    let mut state = Scene {
        rules: rules("agimeg(invalid_submit=reject)"),
        hands: &[("9c 9d 9h", 8), ("", 5)],
        table: "4h 5h 6h",
        stock: 30,
        opened: true,
    }
    .state();
    refused(&mut state, Action::Submit(table("4h 5h 6h | 9c 9d")));
    submit(&mut state, "4h 5h 6h | 9c 9d 9h");
    assert_eq!(hand_size(&state, 0), 5);
    // Giving up is a mistake all the same.
    let before = hand_size(&state, 1);
    act(&mut state, Action::Concede(None));
    assert_eq!(hand_size(&state, 1), before + 3);
}

#[test]
fn a_rearrangement_without_a_card_can_be_a_mistake() {
    let mut state = Scene {
        rules: rules("agimeg-severe(pure_rearrange=penalty, invalid_submit=reject)"),
        hands: &[("", 8), ("", 5)],
        table: "4h 5h 6h 7h 8h 9h",
        stock: 30,
        opened: true,
    }
    .state();
    let events = submit(&mut state, "4h 5h 6h | 7h 8h 9h");
    assert_eq!(drawn(&events, 0, DrawReason::Penalty), 3);
    assert_eq!(state.table().to_string(), "4h 5h 6h 7h 8h 9h");
    pass(&mut state);
}
