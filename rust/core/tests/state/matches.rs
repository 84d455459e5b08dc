//! Scores of hands and deals, and matches.

use machiavelli_core::rules::{OptionValue, Rules};
use machiavelli_core::state::{
    Action, Chance, Deck, Event, House, Scores, Seat, Seats, SetupError, Sheet, State,
};
use serde_json::{Value, json};

use crate::cases::Case;
use crate::scene::{Scene, act, cards, house, pass, rules, seat, seats, submit};

fn options(base: &str, input: &Value, keys: &[(&'static str, &str)]) -> Rules {
    let read =
        |value: &Value| -> OptionValue { value.to_string().replace('"', "").parse().unwrap() };
    let set = keys.iter().filter(|(_, key)| !input[*key].is_null());
    Rules::with(base, set.map(|&(option, key)| (option, read(&input[key])))).unwrap()
}

fn row(scores: &Value) -> Scores {
    let mut row = [0; Seat::COUNT];
    for (total, score) in row.iter_mut().zip(scores.as_array().unwrap()) {
        *total = score.as_u64().unwrap() as u32;
    }
    row
}

fn list(seats: Seats) -> Value {
    seats.iter().map(Seat::index).collect::<Vec<_>>().into()
}

/// Enters the deals of a case; the sheet, and whom each deal excludes.
fn enter(rules: &Rules, deals: &Value) -> (Sheet, Value) {
    let deals = deals.as_array().unwrap();
    let mut sheet = Sheet::new(Seats::first(deals[0].as_array().unwrap().len()));
    let excluded =
        deals.iter().map(|deal| list(sheet.enter(rules.options(), &row(deal)))).collect();
    (sheet, excluded)
}

fn totals(sheet: &Sheet) -> Value {
    sheet.players().iter().map(|seat| sheet.totals()[seat.index()]).collect()
}

#[test]
fn hands_cost_what_the_cases_say() {
    for case in Case::all("score") {
        let keys = [
            ("score", "score"),
            ("flat_value", "flat_value"),
            ("category_values", "category_values"),
        ];
        let house = House::new(options("agimeg-jokers4", &case.input, &keys));
        let hand = cards(case.input["hand"].as_str().unwrap());
        assert_eq!(json!(house.score(&hand)), case.expected["points"], "{}", case.id);
    }
    for case in Case::all("values") {
        let house = House::new(case.rules());
        for (letter, points) in case.expected.as_object().unwrap() {
            let card = if letter == "*" { letter.clone() } else { format!("{letter}d") };
            assert_eq!(json!(house.score(&cards(&card))), *points, "{}", case.id);
        }
    }
}

#[test]
fn deals_are_scored_by_the_cards_left() {
    for case in Case::all("deal_score") {
        let sizes: Vec<_> = match &case.input["cards_left"] {
            Value::Array(sizes) => sizes.clone(),
            Value::Object(sizes) => sizes.values().cloned().collect(),
            other => panic!("{other}"),
        };
        let expected: Vec<_> = match &case.expected {
            Value::Array(scores) => scores.clone(),
            Value::Object(scores) => scores.values().cloned().collect(),
            other => panic!("{other}"),
        };
        // Whoever is to have no card left lays the last one, all in one round; nobody draws.
        let mut run = "4h 5h 6h".to_owned();
        let mut lays = ["7h", "8h", "9h"].into_iter();
        let sizes: Vec<_> = sizes.iter().map(|size| size.as_u64().unwrap() as usize).collect();
        let last_cards: Vec<_> =
            sizes.iter().map(|&size| if size == 0 { lays.next() } else { None }).collect();
        let hands: Vec<_> = sizes
            .iter()
            .zip(&last_cards)
            .map(|(&size, card)| (card.unwrap_or_default(), size.max(1)))
            .collect();
        let rules = rules("agimeg(co_winners=same_round, draw_idle=0)");
        let mut state =
            Scene { rules, hands: &hands, table: &run, stock: 30, opened: true }.state();
        for card in last_cards {
            if let Some(card) = card {
                run = format!("{run} {card}");
                submit(&mut state, &run);
            } else {
                pass(&mut state);
            }
        }
        let outcome = state.outcome().unwrap();
        let scores: Vec<Value> = outcome.scores[..3].iter().map(|&score| score.into()).collect();
        assert_eq!(scores, expected, "{}", case.id);
        assert_eq!(outcome.winners.len(), sizes.iter().filter(|&&size| size == 0).count());
    }
}

#[test]
fn matches_by_deals_end_as_in_the_cases() {
    for case in Case::all("match") {
        let base = format!("agimeg(deals={})", case.input["deals"].as_array().unwrap().len());
        let tie_break = case.input["tie_break"].as_str().unwrap_or("shared");
        let rules = rules(&base).replace([("tie_break", tie_break.into())]).unwrap();
        let (sheet, _) = enter(&rules, &case.input["deals"]);
        assert_eq!(totals(&sheet), case.expected["totals"], "{}", case.id);
        match (&case.expected["winner"], &case.expected["winners"]) {
            (Value::Null, Value::Null) => {
                assert_eq!(sheet.winners(), None);
                assert_eq!(list(sheet.playing()), case.expected["extra_deal_players"]);
            }
            (Value::Null, winners) => assert_eq!(list(sheet.winners().unwrap()), *winners),
            (winner, _) => assert_eq!(list(sheet.winners().unwrap()), json!([winner])),
        }
    }
}

#[test]
fn thresholds_exclude_as_in_the_cases() {
    for case in Case::all("match_threshold") {
        let keys = [("threshold", "threshold"), ("threshold_cmp", "cmp")];
        let rules = options("agimeg-threshold", &case.input, &keys);
        let (sheet, excluded) = enter(&rules, &case.input["deals"]);
        for (key, expected) in case.expected.as_object().unwrap() {
            let told = match key.as_str() {
                "excluded" => excluded.clone(),
                "still_in" => list(sheet.still_in()),
                "over" => sheet.winners().is_some().into(),
                "totals" => totals(&sheet),
                "winners" => sheet.winners().map_or(Value::Null, list),
                other => panic!("{other} is not told"),
            };
            assert_eq!(told, *expected, "{key} of {}", case.id);
        }
    }
}

#[test]
fn the_excluded_owe_units_as_in_the_cases() {
    for case in Case::all("exclusion_penalty") {
        let rules = rules("agimeg-threshold(threshold=10)");
        let mode = case.input["mode"].as_str().unwrap();
        let rules = rules.replace([("exclusion_penalty", mode.into())]).unwrap();
        let mut sheet = Sheet::new(Seats::first(case.input["players"].as_u64().unwrap() as usize));
        for excluded in case.input["excluded_per_deal"].as_array().unwrap() {
            let mut scores = [0; Seat::COUNT];
            for seat in excluded.as_array().unwrap() {
                scores[seat.as_u64().unwrap() as usize] = 11;
            }
            assert_eq!(list(sheet.enter(rules.options(), &scores)), *excluded);
        }
        let unit = case.input["unit"].as_u64().unwrap() as u32;
        for (seat, owed) in case.expected.as_object().unwrap() {
            let seat: usize = seat.parse().unwrap();
            assert_eq!(json!(unit * sheet.units()[seat]), *owed, "{}", case.id);
        }
        assert!(sheet.totals().iter().all(|&total| total == 0 || total == 11));
    }
}

/// A match whose first deal is over, with this dealer and these hands of one card that can be laid
/// or not.
fn first_deal_over(rules: &str, winners: &[usize], dealer: usize, scores: &[usize]) -> State {
    // The position has its dealer in the last seat, so the players are counted from the next one.
    let count = scores.len();
    let runs = ["7h", "7c", "7d", "7s"];
    let table = "4h 5h 6h | 4c 5c 6c | 4d 5d 6d | 4s 5s 6s";
    let at = |i: usize| (i + dealer + 1) % count;
    let hands: Vec<_> = (0..count)
        .map(|i| if winners.contains(&at(i)) { (runs[i], 1) } else { ("", scores[at(i)]) })
        .collect();
    let rules = crate::scene::rules(rules);
    let mut state = Scene { rules, hands: &hands, table, stock: 30, opened: true }.state();
    while let Some(on_turn) = state.on_turn() {
        let card = runs[on_turn.index()];
        let melds = state.table().to_string();
        if state.hand(on_turn) == &cards(card) {
            let end = format!("6{}", &card[1..]);
            submit(&mut state, &melds.replace(&end, &format!("{end} {card}")));
        } else {
            // Nobody draws under rules without an idle draw.
            pass(&mut state);
        }
    }
    state
}

#[test]
fn the_deal_passes_on_as_in_the_cases() {
    for case in Case::all("dealer_rotation") {
        let count = case.input["players"].as_u64().unwrap() as usize;
        let dealer = case.input["dealer"].as_u64().unwrap() as usize;
        let next = case.input["next_dealer"].as_str().unwrap_or("left");
        let many = |key: &str| -> Vec<usize> {
            let seats = case.input[key].as_array().into_iter().flatten();
            seats.map(|seat| seat.as_u64().unwrap() as usize).collect()
        };
        let excluded = many("excluded");
        let winners =
            if many("winners").is_empty() { vec![(dealer + 1) % count] } else { many("winners") };
        let winners: Vec<_> = winners.into_iter().filter(|w| !excluded.contains(w)).collect();
        let winners = if winners.is_empty() { vec![0] } else { winners };
        let scores: Vec<_> =
            (0..count).map(|i| if excluded.contains(&i) { 9 } else { 2 }).collect();
        let rules = format!(
            "agimeg-threshold(threshold=8, draw_idle=0, next_dealer={next}, co_winners=same_round)"
        );
        let state = first_deal_over(&rules, &winners, dealer, &scores);
        // Seats of the position are one past the dealer's.
        let real = |seat: Seat| (seat.index() + dealer + 1) % count;
        assert_eq!(real(state.dealer()), dealer);
        assert_eq!(
            json!(real(state.next_dealer().unwrap())),
            case.expected["next_dealer"],
            "{}",
            case.id
        );
    }
}

#[test]
fn a_match_goes_from_deal_to_deal() {
    let house = house("agimeg(deals=2)");
    let deck = |deal| Deck::shuffled(house.melds(), &mut Chance::of_deal(11, deal));
    let (mut state, events) = State::start(house.clone(), 2, seat(1), &deck(1)).unwrap();
    assert!(matches!(events[0], Event::Dealt { deal: 1, .. }));
    assert_eq!(state.clone().next_deal(&deck(2)), Err(SetupError::DealOn));
    let mut last = Vec::new();
    while state.on_turn().is_some() {
        last = pass(&mut state).to_vec();
    }
    assert!(matches!(last.last(), Some(Event::DealOver(_))), "{last:?}");
    let first = *state.outcome().unwrap();
    assert_eq!(state.sheet().totals()[..2], first.scores[..2]);

    let events = state.next_deal(&deck(2)).unwrap();
    assert!(matches!(events[0], Event::Dealt { deal: 2, .. }));
    assert_eq!((state.dealer(), state.on_turn()), (seat(0), Some(seat(1))));
    assert_eq!(state.sheet().deals(), 1);
    while state.on_turn().is_some() {
        last = act(&mut state, Action::Draw(None)).to_vec();
    }
    assert!(matches!(last.last(), Some(Event::MatchOver(_))), "{last:?}");
    let before = state.clone();
    assert_eq!(state.next_deal(&deck(3)), Err(SetupError::MatchOver));
    assert_eq!(state, before);
}

#[test]
fn tied_players_play_on_alone() {
    let rules = rules("agimeg(deals=1, tie_break=extra_deal)");
    let mut sheet = Sheet::new(Seats::first(4));
    let enter = |sheet: &mut Sheet, scores: [u32; 4]| {
        let mut row = [0; Seat::COUNT];
        row[..4].copy_from_slice(&scores);
        sheet.enter(rules.options(), &row)
    };
    enter(&mut sheet, [3, 5, 3, 3]);
    assert_eq!((sheet.playing(), sheet.winners()), (seats([0, 2, 3]), None));
    // The fourth total is of no account any more, and the lowest two of three play on.
    enter(&mut sheet, [4, 0, 9, 4]);
    assert_eq!((sheet.playing(), sheet.winners()), (seats([0, 3]), None));
    enter(&mut sheet, [0, 0, 0, 6]);
    assert_eq!((sheet.playing(), sheet.winners()), (Seats::EMPTY, Some(seats([0]))));
    assert_eq!(sheet.totals()[..4], [7, 5, 12, 13]);
    assert_eq!(sheet.deals(), 3);
    // Nothing is entered afterwards.
    enter(&mut sheet, [1, 1, 1, 1]);
    assert_eq!(sheet.totals()[..4], [7, 5, 12, 13]);
}

#[test]
fn if_all_exceed_the_threshold_with_equal_totals_they_may_play_on() {
    let rules = rules("agimeg-threshold(threshold=20, tie_break=extra_deal)");
    let (mut sheet, excluded) = enter(&rules, &json!([[25, 22, 22]]));
    assert_eq!(excluded, json!([[0, 1, 2]]));
    assert_eq!((sheet.playing(), sheet.winners()), (seats([1, 2]), None));
    assert_eq!(sheet.enter(rules.options(), &row(&json!([0, 4, 0]))), Seats::EMPTY);
    assert_eq!(sheet.winners(), Some(seats([2])));
}
