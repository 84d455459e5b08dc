//! Decks, cuts, lots and deals.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use machiavelli_core::rules::{OptionValue, Rules};
use machiavelli_core::state::{
    Action, Chance, Deck, Event, House, Lot, Seat, Seats, SetupError, State, lowest,
};
use machiavelli_core::{Card, MeldRules};
use serde_json::Value;

use crate::cases::Case;
use crate::scene::{house, rules, seat, seats, whole_deck};

fn number(value: &Value) -> usize {
    value.as_u64().unwrap().try_into().unwrap()
}

fn option(value: usize) -> OptionValue {
    OptionValue::Int(value.try_into().unwrap())
}

fn shuffled(house: &House, seed: u64) -> Deck {
    Deck::shuffled(house.melds(), &mut Chance::of_deal(seed, 1))
}

/// The deck from top to bottom, as text.
fn text(deck: &[Card]) -> String {
    deck.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn stocks_are_those_of_the_cases() {
    for case in Case::all("deal") {
        let given = |key: &str| number(&case.input[key]);
        let pack = if given("pack_size") == 40 { "neapolitan40" } else { "french52" };
        let options: [(&str, OptionValue); 6] = [
            ("decks", option(given("decks"))),
            ("pack", pack.into()),
            ("jokers", option(given("jokers"))),
            ("open_cards", option(given("open_cards"))),
            ("deal", format!("flat:{}", given("hand")).as_str().into()),
            ("players_max", 8.into()),
        ];
        let rules = Rules::with("agimeg", options).unwrap();
        let rules = rules.replace([("allow_empty_stock", true.into())]).unwrap();
        let players = given("players");
        let house = Arc::new(House::new(rules));
        let (state, _) =
            State::start(house.clone(), players, seat(0), &shuffled(&house, 1)).unwrap();

        let dealt: usize = Seat::all().map(|seat| state.hand(seat).len()).sum();
        // Where no stock is left the deal goes on for a turn.
        let deck = dealt + state.open().len() + state.stock().len();
        assert_eq!(deck, number(&case.expected["deck"]), "{}", case.id);
        assert_eq!(state.stock().len(), number(&case.expected["stock"]), "{}", case.id);
    }
}

#[test]
fn decks_are_those_of_the_cases() {
    for case in Case::all("deck") {
        let pack = case.input["pack"].as_str().unwrap_or("french52");
        let sizes = |jokers: usize| {
            let options = [("jokers", option(jokers)), ("pack", pack.into())];
            let rules = Rules::with("agimeg", options).unwrap();
            let melds = MeldRules::new(&rules);
            Deck::shuffled(&melds, &mut Chance::of_deal(0, 1)).cards().to_vec()
        };
        if let Some(jokers) = case.input["jokers"].as_array() {
            let counts: Vec<_> = jokers.iter().map(|n| sizes(number(n)).len()).collect();
            assert_eq!(Value::from(counts), case.expected["cards"], "{}", case.id);
            continue;
        }
        let deck = sizes(0);
        assert_eq!(Value::from(deck.len()), case.expected["cards"], "{}", case.id);
        let ranks = case.expected["ranks"].as_str().unwrap();
        for card in deck {
            assert!(ranks.contains(card.rank().unwrap().letter()), "{}", case.id);
        }
    }
}

#[test]
fn hand_sizes_are_those_of_the_cases() {
    for case in Case::all("deal_sizes") {
        let house = Arc::new(House::new(case.rules()));
        for (players, size) in case.expected.as_object().unwrap() {
            let players = players.parse().unwrap();
            let (_, events) =
                State::start(house.clone(), players, seat(0), &shuffled(&house, 5)).unwrap();
            let Event::Dealt { hand_size, .. } = events[0] else { panic!("{events:?}") };
            assert_eq!(Value::from(hand_size), *size, "{}", case.id);
        }
    }
}

#[test]
fn cards_go_round_from_the_dealers_left() {
    for case in Case::all("deal_order") {
        let players = number(&case.input["players"]);
        let dealer = seat(number(&case.input["dealer"]));
        let house = house("modiano(deal=flat:2)");
        let deck = shuffled(&house, 3);
        let (state, _) = State::start(house, players, dealer, &deck).unwrap();
        let expected = case.expected["seats"].as_array().unwrap();
        let mut hands = Seat::all().map(|seat| *state.hand(seat)).collect::<Vec<_>>();
        for (card, to) in deck.cards().iter().zip(expected) {
            assert!(hands[number(to)].remove(*card), "{}", case.id);
        }
        assert_eq!(state.stock(), &deck.cards()[2 * players..]);
    }
    for case in Case::all("order") {
        let players = number(&case.input["players"]);
        let dealer = seat(number(&case.input["dealer"]));
        let house = house("modiano");
        let deck = shuffled(&house, 3);
        let (mut state, _) = State::start(house, players, dealer, &deck).unwrap();
        let first = state.on_turn().unwrap();
        assert_eq!(Value::from(first.index()), case.expected["first"], "{}", case.id);
        state.apply(first, Action::Pass).unwrap();
        let second = state.on_turn().unwrap();
        assert_eq!(Value::from(second.index()), case.expected["second"], "{}", case.id);
    }
}

#[test]
fn the_dealers_right_hand_neighbour_cuts() {
    for case in Case::all("cut") {
        let players = Seats::first(number(&case.input["players"]));
        let cutter = players.before(seat(number(&case.input["dealer"]))).unwrap();
        assert_eq!(Value::from(cutter.index()), case.expected["cutter"], "{}", case.id);
    }
    // A cut at k moves the top k cards under the rest (R2.4).
    let house = house("modiano");
    let deck = shuffled(&house, 9);
    let cut = deck.cut(3);
    assert_eq!(cut.cards()[..101], deck.cards()[3..]);
    assert_eq!(cut.cards()[101..], deck.cards()[..3]);
}

#[test]
fn open_cards_are_turned_up_after_the_hands() {
    let house = house("tahiti");
    let deck = shuffled(&house, 4);
    let (state, events) = State::start(house, 4, seat(1), &deck).unwrap();
    assert_eq!(text(&state.open().iter().collect::<Vec<_>>()), state.open().to_string());
    let mut turned = deck.cards()[20..24].to_vec();
    assert_eq!(state.table().to_string(), text(&turned).replace(' ', " | "));
    turned.sort_unstable();
    assert_eq!(state.open().to_string(), text(&turned));
    assert_eq!(events[1], Event::TurnedUp(*state.open()));
    assert_eq!(state.stock(), &deck.cards()[24..]);
}

#[test]
fn the_lowest_card_deals() {
    for case in Case::all("first_dealer") {
        let drawn = case.input["drawn"].as_array().unwrap();
        let drawn = drawn.iter().map(|card| card.as_str().unwrap().parse().unwrap());
        let drawn: Vec<(Seat, Card)> = Seat::all().zip(drawn).collect();
        let expected = match case.expected["redraw"].as_array() {
            Some(tied) => tied.iter().map(number).collect(),
            None => vec![number(&case.expected["dealer"])],
        };
        assert_eq!(lowest(&drawn), seats(expected), "{}", case.id);
    }
}

#[test]
fn a_lot_is_drawn_until_one_card_is_lowest() {
    let melds = MeldRules::new(&rules("agimeg-jokers4"));
    let mut rounds = 0;
    let mut dealers = [0; 6];
    for seed in 0..600 {
        let lot = Lot::draw(&melds, Seats::first(6), &mut Chance::of_lot(seed)).unwrap();
        let mut left = Seats::first(6);
        for drawn in lot.draws() {
            assert_eq!(drawn.iter().map(|&(seat, _)| seat).collect::<Seats>(), left);
            left = lowest(drawn);
        }
        assert_eq!(left, Seats::EMPTY.with(lot.dealer()));
        rounds += lot.draws().len();
        dealers[lot.dealer().index()] += 1;
    }
    assert!(rounds > 700, "ties happen");
    assert!(dealers.iter().all(|&n| (60..140).contains(&n)), "{dealers:?}");
    assert_eq!(Lot::draw(&melds, Seats::EMPTY, &mut Chance::of_lot(1)), None);
}

#[test]
fn a_deck_must_be_whole() {
    let melds = MeldRules::new(&rules("modiano"));
    let all = whole_deck(&rules("modiano"));
    let error = Deck::new(&melds, all.iter().skip(1).chain([Card::JOKER])).unwrap_err();
    assert_eq!(error.code().as_str(), "E_DECK");
    assert_eq!(error.to_string(), "the cards are not the whole deck: without Ac, with * too many");
    assert!(Deck::new(&melds, all.iter()).is_ok());

    let deck = Deck::new(&melds, all.iter()).unwrap();
    let error = State::start(house("agimeg-jokers2"), 2, seat(0), &deck).unwrap_err();
    assert_eq!(error.code().unwrap().as_str(), "E_DECK");
}

#[test]
fn a_match_needs_its_players() {
    let house = house("modiano");
    let deck = shuffled(&house, 1);
    let error = State::start(house.clone(), 6, seat(0), &deck).unwrap_err();
    assert!(matches!(error, SetupError::Rules(_)) && error.code().is_none());
    let error = State::start(house, 3, seat(3), &deck).unwrap_err();
    assert_eq!(error.to_string(), "player 3 does not play, only players 0 1 2 do");

    // Hand sizes must be known for as few as may be left.
    let few = "agimeg-threshold(threshold=50, deal={3:9})";
    let error = State::start(crate::scene::house(few), 3, seat(0), &deck).unwrap_err();
    assert!(error.to_string().starts_with("C_DEAL_UNDEFINED"), "{error}");
    let enough = "agimeg-threshold(threshold=50, deal={2:9, 3:9})";
    assert!(State::start(crate::scene::house(enough), 3, seat(0), &deck).is_ok());
}

#[test]
fn a_seed_names_its_deals_for_ever() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/deals.txt");
    let file = fs::read_to_string(path).unwrap();
    let mut lines = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (name, order) = line.split_once(": ").unwrap();
        let [preset, seed, deal] = name.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{name}")
        };
        let melds = MeldRules::new(&rules(preset));
        let mut chance = Chance::of_deal(seed.parse().unwrap(), deal.parse().unwrap());
        assert_eq!(text(Deck::shuffled(&melds, &mut chance).cards()), order, "{name}");
        lines += 1;
    }
    assert!(lines > 5);
}

#[test]
fn every_order_of_three_is_as_likely() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..6_000 {
        let mut items = [1, 2, 3];
        Chance::of_deal(seed, 2).shuffle(&mut items);
        *seen.entry(items).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 6);
    // Six standard deviations are about 170.
    assert!(seen.values().all(|n| (830..1_170).contains(n)), "{seen:?}");
    assert_eq!(Chance::of_lot(1).below(0), 0);
    assert_eq!(Chance::of_lot(1).below(1), 0);
}

#[test]
fn the_first_dealer_is_named_or_found_by_lot() {
    let lot = house("modiano");
    let by_lot = lot.first_dealer(4, None, Some(9)).unwrap();
    let mut chance = Chance::of_lot(9);
    assert_eq!(by_lot, Lot::draw(lot.melds(), Seats::first(4), &mut chance).unwrap().dealer());
    assert_eq!(lot.first_dealer(4, Some(3), Some(9)), Ok(seat(3)));
    assert_eq!(lot.first_dealer(4, None, None), Err(SetupError::NoDealer));
    for few in [0, 1, 6] {
        let error = lot.first_dealer(few, None, Some(9)).unwrap_err();
        assert!(error.to_string().starts_with("C_PLAYERS"), "{error}");
    }
    for named in ["given", "oldest"] {
        let house = house(&format!("modiano(first_dealer={named})"));
        assert_eq!(house.first_dealer(4, None, Some(9)), Err(SetupError::NoDealer));
        assert_eq!(house.first_dealer(4, Some(1), None), Ok(seat(1)));
    }
}
