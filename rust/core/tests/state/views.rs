//! What a player may see, and what not.

use std::sync::Arc;

use machiavelli_core::Card;
use machiavelli_core::state::{Chance, Deck, Event, Seat, State};

use crate::scene::{house, pass, seat};

/// Two deals that differ only in what player 0 of three cannot see.
fn two_alike(preset: &str, seed: u64) -> [State; 2] {
    let house = house(preset);
    let deck = Deck::shuffled(house.melds(), &mut Chance::of_deal(seed, 1));
    let players = 3;
    let hand = usize::from(house.rules().hand_size(players).unwrap());
    let dealt = hand * players;
    let open = usize::from(house.rules().options().open_cards);
    // Player 0 deals, so every third card is theirs, and the open cards lie where they lay.
    let start_draws = 8;
    let hidden =
        |i: &usize| !((*i < dealt && i % players == 2) || (dealt..dealt + open).contains(i));
    let places: Vec<usize> = (0..deck.cards().len() - start_draws).filter(hidden).collect();
    let mut other: Vec<Card> = deck.cards().to_vec();
    let mut moved: Vec<Card> = places.iter().map(|&i| other[i]).collect();
    Chance::of_lot(seed).shuffle(&mut moved);
    for (i, card) in places.into_iter().zip(moved) {
        other[i] = card;
    }
    let other = Deck::new(house.melds(), other).unwrap();
    [deck, other].map(|deck| State::start(Arc::clone(&house), players, seat(0), &deck).unwrap().0)
}

#[test]
fn states_equal_in_the_view_give_equal_views() {
    for preset in ["modiano", "wikipedia", "tahiti", "guadalupe"] {
        for seed in 0..20 {
            let [one, other] = two_alike(preset, seed);
            assert_ne!(one, other);
            assert_eq!(one.view(seat(0)), other.view(seat(0)));
            assert_ne!(one.view(seat(1)), other.view(seat(1)), "others hold other cards");
            // Nothing of the hidden cards is printed either.
            assert_eq!(format!("{:?}", one.view(seat(0))), format!("{:?}", other.view(seat(0))));
        }
    }
}

#[test]
fn drawn_cards_are_told_to_those_who_drew_them() {
    let [mut state, _] = two_alike("modiano", 1);
    let events = pass(&mut state);
    let Event::Drew { seat: who, cards: Some(drawn), .. } = &events[0] else {
        panic!("{events:?}")
    };
    assert_eq!(drawn.len(), 1);
    assert_eq!(events[0].seen_by(Some(*who)), events[0]);
    for viewer in Seat::all().filter(|viewer| viewer != who).map(Some).chain([None]) {
        let seen = events[0].seen_by(viewer);
        assert!(matches!(seen, Event::Drew { cards: None, count: 1, .. }), "{seen:?}");
    }
    assert_eq!(events[1].seen_by(None), events[1]);
}

#[test]
fn a_view_shows_the_game() {
    let [state, _] = two_alike("modiano", 2);
    let view = state.view(seat(1));
    assert_eq!((view.seat, view.dealer, view.on_turn), (seat(1), seat(0), Some(seat(1))));
    assert_eq!((&view.hand, view.hand_sizes[2]), (state.hand(seat(1)), 13));
    assert_eq!((view.stock_size, view.deal_number), (65, 1));
    assert_eq!((&*view.table, &view.open), (state.table(), state.open()));
    assert_eq!((view.players, view.still_in), (state.players(), state.players()));
    assert_eq!((view.seats, view.turn_number), (state.players(), 1));
    assert_eq!(view.totals, *state.sheet().totals());
    assert_eq!((view.outcome, view.out, view.opened), (None, state.out(), state.opened()));
    assert_eq!(&view.house, state.house());
    assert_eq!(view.clone().into_owned(), view);
    assert!(!view.has_idled && !view.position().opened);
}
