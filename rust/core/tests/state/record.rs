//! The two rounds that the guide plays through (R6.11).

use machiavelli_core::MeldRules;
use machiavelli_core::state::{Action, Deck, State};
use serde_json::json;

use crate::cases::Case;
use crate::scene::{act, cards, house, pass, rules, seat, submit, table, whole_deck};

/// Hands that play as the guide tells, the cards that it does not name invented.
const HANDS: [&str; 3] = [
    "7c 7d 7h 8c 9c Tc 6d 8d 2c 2h 9s Ks 4h",
    "Tc 2d 3s 5c 6h 9h Ah Kd Ks Qh 3d 8s 2s",
    "7s Jc Qc Js 9d 2h 3h 5d 6s 8h Kh As 4c",
];

#[test]
fn the_guides_two_rounds_come_out_as_told() {
    let case = Case::all("record").pop().unwrap();
    let rules = rules("agimeg");
    let hands = HANDS.map(cards);
    let used = hands.iter().fold(cards(""), |sum, hand| sum.saturating_add(hand));
    let rest = whole_deck(&rules).difference(&used);
    let mut sorted = hands.map(|hand| hand.iter().collect::<Vec<_>>().into_iter());
    let dealt = (0..39).map(|i| sorted[i % 3].next().unwrap()).collect::<Vec<_>>();
    let deck = Deck::new(&MeldRules::new(&rules), dealt.into_iter().chain(rest.iter())).unwrap();

    let (mut state, _) = State::start(house("agimeg"), 3, seat(2), &deck).unwrap();
    assert_eq!(json!(state.stock().len()), case.input["stock"]);
    let mut sizes = Vec::new();
    let mut turn = |state: &mut State, action: Option<&str>| {
        let seat = state.on_turn().unwrap();
        match action {
            Some(text) => submit(state, text),
            None => pass(state),
        };
        sizes.push(state.hand(seat).len());
    };
    turn(&mut state, Some("7c 7d 7h | 8c 9c Tc"));
    turn(&mut state, None);
    turn(&mut state, Some("7c 7d 7h 7s | 8c 9c Tc Jc Qc"));
    turn(&mut state, Some("7c 7h 7s | 6d 7d 8d | 8c 9c Tc Jc Qc"));
    turn(&mut state, Some("7c 7h 7s | 6d 7d 8d | 8c 9c Tc | Tc Jc Qc"));
    let attempt = "7c 7h 7s | 6d 7d 8d | 8c 9c Tc | Tc Qc | Jc Js";
    let mut given_up = state.clone();
    turn(&mut state, Some(attempt));

    assert_eq!(json!(sizes), case.expected["hands_after_turn"]);
    assert_eq!(json!(state.stock().len()), case.expected["stock"]);
    assert_eq!(json!(state.table().cards().len()), case.expected["table_cards"]);
    assert_eq!(json!(state.table().melds().count()), case.expected["table_melds"]);
    let total =
        sizes[3..].iter().sum::<usize>() + state.table().cards().len() + state.stock().len();
    assert_eq!(json!(total), case.expected["total"]);

    // She may as well give up, which leads to the same state.
    act(&mut given_up, Action::Concede(Some(table(attempt))));
    assert_eq!(given_up, state);
}
