//! The worked cases of exhausted stocks and of going out.

use machiavelli_core::state::{Action, DealEnd, Seat, Seats, State};
use serde_json::{Value, json};

use crate::cases::Case;
use crate::scene::{Scene, act, hand_size, pass, rules, seat, seats, submit, table};

fn list(seats: Seats) -> Value {
    seats.iter().map(Seat::index).collect::<Vec<_>>().into()
}

/// Scores of the players, by seat.
fn scores(state: &State) -> Value {
    state.players().iter().map(|seat| state.outcome().unwrap().scores[seat.index()]).collect()
}

/// Players whose hands have so many cards in the end, the first drawing the last of the stock.
fn last_draw(case: &Case, sizes: &[u64]) -> State {
    let hands = sizes.iter().enumerate();
    let hands: Vec<_> = hands.map(|(i, &n)| ("", n as usize - usize::from(i == 0))).collect();
    let rules = if case.input["preset"].is_string() { case.rules() } else { rules("agimeg") };
    let mut state = Scene { rules, hands: &hands, table: "", stock: 1, opened: true }.state();
    pass(&mut state);
    state
}

#[test]
fn stocks_run_out_as_in_the_cases() {
    for case in Case::all("exhaustion") {
        let scene = |hands, stock| Scene {
            rules: case.rules(),
            hands,
            table: "4h 5h 6h",
            stock,
            opened: true,
        };
        let three: &[(&str, usize)] = &[("7h", 5), ("3h", 5), ("", 5)];
        match case.id.as_str() {
            "A59" | "A60" | "E117" | "E118" => {
                let sizes = case.input.get("hands").unwrap_or(&case.input["hands_after"]);
                let sizes: Vec<_> =
                    sizes.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
                let state = last_draw(&case, &sizes);
                let outcome = state.outcome().unwrap();
                assert_eq!(outcome.end, DealEnd::StockEmpty);
                assert_eq!(list(outcome.winners), case.expected["winners"], "{}", case.id);
                if case.expected["scores"].is_array() {
                    assert_eq!(scores(&state), case.expected["scores"], "{}", case.id);
                }
            }
            "E119" => {
                // The second player draws the last card.
                let hands = &[("Kc Qd", 2), ("2c 2d 3h", 3)];
                let mut state = Scene { stock: 0, ..scene(hands, 0) }.state();
                pass(&mut state);
                let outcome = state.outcome().unwrap();
                assert_eq!(list(outcome.winners), case.expected["winners"]);
                assert_eq!(scores(&state), case.expected["scores"]);
            }
            "E120" => {
                // The highest spade that nobody holds is on top.
                let hands = &[("7h Ts Js", 3), ("Ks Ks", 3)];
                let mut state = scene(hands, 1).state();
                assert_eq!(state.hand(seat(0)).to_string(), "7h Ts Js Qs");
                assert!(state.stock().is_empty());
                submit(&mut state, "4h 5h 6h 7h | Ts Js Qs");
                let outcome = state.outcome().unwrap();
                assert_eq!((outcome.end, outcome.winners), (DealEnd::WentOut, seats([0])));
                assert_eq!(case.expected["by"], "going out");
            }
            "E121" => {
                let mut state = scene(three, 1).state();
                pass(&mut state);
                assert_eq!(json!(state.outcome().is_some()), case.expected["deal_over"]);
                assert!(state.stock().is_empty());
                pass(&mut state);
                assert_eq!(state.outcome().unwrap().end, DealEnd::FailedDraw);
            }
            "E122" => {
                let mut state = scene(three, 1).state();
                pass(&mut state);
                assert_eq!(json!(hand_size(&state, 0) - 5), case.expected["drawn"]);
                assert_eq!(json!(state.outcome().is_some()), case.expected["deal_over"]);
            }
            "E123" | "E246" => {
                let stock = case.input["stock"].as_u64().unwrap() as usize;
                let mut state = scene(three, stock).state();
                let events = case.input["events"].as_array().unwrap();
                for event in events {
                    assert!(state.outcome().is_none(), "{}", case.id);
                    match event.as_str().unwrap() {
                        "lay 1" => submit(&mut state, "3h 4h 5h 6h"),
                        _ => pass(&mut state),
                    };
                }
                assert_eq!(state.outcome().unwrap().end, DealEnd::Standstill);
                assert_eq!(json!(events.len()), case.expected["after_event"]);
            }
            "E245" => {
                let mut state = scene(three, 0).state();
                act(&mut state, Action::Concede(None));
                assert_eq!(state.outcome().unwrap().end, DealEnd::FailedDraw);
            }
            other => panic!("case {other} is not played"),
        }
    }
}

/// Plays a case of co-winners: those who go out lay their last card when their turn comes.
fn co_winners(case: &Case) {
    let order: Vec<_> = case.input["order"].as_array().unwrap().iter().collect();
    let go_out = case.input["goes_out"].as_array().unwrap();
    let mode = case.input["mode"].as_str().unwrap_or("same_round");
    let rules = rules(&format!("agimeg(co_winners={mode}, draw_idle=0)"));
    let last_cards = ["7h", "8c", "8d", "8s"];
    let hands: Vec<_> = order
        .iter()
        .zip(last_cards)
        .map(|(name, card)| if go_out.contains(name) { (card, 1) } else { (card, 5) })
        .collect();
    let stock = if case.input["stock"] == 0 { 0 } else { 20 };
    let table = "4h 5h 6h | 5c 6c 7c | 5d 6d 7d | 5s 6s 7s";
    let mut state = Scene { rules, hands: &hands, table, stock, opened: true }.state();

    let mut after = Vec::new();
    while let Some(on_turn) = state.on_turn() {
        let name = order[on_turn.index()];
        if !state.out().is_empty() {
            after.push(name.clone());
        }
        // In extra turns everybody has one, and so may go out only in it.
        let first = go_out.iter().position(|out| out == name);
        if first.is_some_and(|nth| nth == 0 || !state.out().is_empty()) {
            let card = last_cards[on_turn.index()];
            let suit = &card[1..];
            let melds = state.table().to_string();
            let end = melds.split(" | ").find(|meld| meld.ends_with(suit)).unwrap().to_owned();
            let text = melds.replace(&end, &format!("{end} {card}"));
            submit(&mut state, &text);
        } else {
            pass(&mut state);
        }
    }
    let outcome = state.outcome().unwrap();
    assert_eq!(outcome.end, DealEnd::WentOut);
    let winners: Seats = go_out
        .iter()
        .map(|name| seat(order.iter().position(|other| *other == name).unwrap()))
        .collect();
    assert_eq!(outcome.winners, winners, "{}", case.id);
    assert_eq!(json!(after), case.expected["turns_after_first"], "{}", case.id);
    let expected = case.expected["winners"].as_array().unwrap();
    assert_eq!(winners.len(), expected.len());
    for seat in state.players().iter() {
        let held = state.hand(seat).len() as u32;
        assert_eq!(outcome.scores[seat.index()], held);
        assert_eq!(held == 0, winners.contains(seat));
    }
}

#[test]
fn co_winners_are_those_of_the_cases() {
    for case in Case::all("cowinners") {
        co_winners(&case);
    }
}

#[test]
fn going_out_ends_the_deal_at_once() {
    let hands: &[(&str, usize)] = &[("Jc Jd Jh Qc Qd Qh", 6), ("", 5), ("", 4)];
    let scene = Scene { rules: rules("guadalupe"), hands, table: "", stock: 20, opened: false };
    let mut state = scene.state();
    submit(&mut state, "Jc Jd Jh | Qc Qd Qh");
    assert_eq!(state.outcome().unwrap().winners, seats([0]));
    assert_eq!(scores(&state), json!([0, 5, 4]));
    assert_eq!(state.stock().len(), 20, "no card is drawn for laying");
}

#[test]
fn a_failed_draw_at_turn_start_ends_the_deal_before_the_player_acts() {
    let hands: &[(&str, usize)] = &[("", 5), ("", 4)];
    let rules = rules("agimeg-draw-first(exhaustion=stop_on_failed_draw)");
    let mut state = Scene { rules, hands, table: "", stock: 1, opened: true }.state();
    assert_eq!(hand_size(&state, 0), 6);
    pass(&mut state);
    let outcome = state.outcome().unwrap();
    assert_eq!((outcome.end, outcome.winners), (DealEnd::FailedDraw, seats([1])));
}

#[test]
fn a_failed_draw_after_laying_ends_the_deal() {
    let hands: &[(&str, usize)] = &[("7h", 5), ("", 4)];
    let rules = rules("guadalupe(exhaustion=stop_on_failed_draw)");
    let mut state = Scene { rules, hands, table: "4h 5h 6h", stock: 0, opened: true }.state();
    submit(&mut state, "4h 5h 6h 7h");
    assert_eq!(state.outcome().unwrap().end, DealEnd::FailedDraw);
}

#[test]
fn an_empty_stock_ends_no_round_in_which_somebody_is_out() {
    for exhaustion in ["stop_when_empty", "stop_on_failed_draw", "play_on"] {
        let rules = rules(&format!("agimeg(co_winners=same_round, exhaustion={exhaustion})"));
        let hands: &[(&str, usize)] = &[("7h", 1), ("", 5), ("8h", 1)];
        let mut state = Scene { rules, hands, table: "4h 5h 6h", stock: 0, opened: true }.state();
        submit(&mut state, "4h 5h 6h 7h");
        act(&mut state, Action::Concede(None));
        assert_eq!(state.on_turn(), Some(seat(2)), "{exhaustion}");
        submit(&mut state, "4h 5h 6h 7h 8h");
        assert_eq!(state.outcome().unwrap().winners, seats([0, 2]));
        assert_eq!(state.table(), &table("4h 5h 6h 7h 8h"));
    }
}

#[test]
fn with_an_empty_stock_from_the_start_the_deal_lasts_one_turn() {
    let hands: &[(&str, usize)] = &[("", 26), ("", 26)];
    let rules = rules("agimeg-single(deal=flat:26, allow_empty_stock=true)");
    let mut state = Scene { rules, hands, table: "", stock: 0, opened: true }.state();
    pass(&mut state);
    assert_eq!(state.outcome().unwrap().end, DealEnd::StockEmpty);
    assert_eq!(state.outcome().unwrap().winners, seats([0, 1]));
}
