//! Progress, interruption and refusal.

use std::ops::ControlFlow;

use machiavelli_core::MeldRules;
use machiavelli_core::odds::{
    Copies, Limits, OddsError, complete_hands, meld_in_hand, most_cards_laid,
};
use machiavelli_core::rules::IdenticalMelds::Forbidden;
use machiavelli_core::rules::{Options, Rules};
use machiavelli_core::solver::Requirement;

use crate::go_on;

fn rules(options: Options) -> MeldRules {
    MeldRules::new(&Rules::new("modiano", options).expect("good rules"))
}

#[test]
fn progress_rises_and_stops_at_once() {
    let rules = rules(Options::default());
    let mut seen = Vec::new();
    let whole = most_cards_laid(&rules, Limits::NONE, 10, &mut |done| {
        seen.push(done);
        ControlFlow::Continue(())
    });
    assert!(whole.is_ok());
    assert!(seen.len() > 5, "{seen:?}");
    assert!(seen.iter().all(|done| (0.0..=1.0).contains(done)) && seen.is_sorted(), "{seen:?}");

    let mut calls = 0;
    let stopped = most_cards_laid(&rules, Limits::NONE, 10, &mut |_| {
        calls += 1;
        if calls < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((stopped, calls), (Err(OddsError::Interrupted), 3));
    let stopped = complete_hands(&rules, 24, Copies::Alike, &mut |_| ControlFlow::Break(()));
    assert_eq!(stopped, Err(OddsError::Interrupted));
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let base = rules(Options::default());
    let large = OddsError::HandSize { cards: 105, deck: 104 };
    assert_eq!(large.to_string(), "a hand of 105 cards is more than the deck of 104");
    assert_eq!(meld_in_hand(&base, 105), Err(large));
    assert_eq!(complete_hands(&base, 105, Copies::Alike, &mut go_on), Err(large));
    assert_eq!(most_cards_laid(&base, Limits::NONE, 105, &mut go_on), Err(large));

    let jokers = rules(Options { jokers: 2, ..Options::default() });
    assert_eq!(complete_hands(&jokers, 3, Copies::Alike, &mut go_on), Err(OddsError::Jokers));
    assert_eq!(most_cards_laid(&jokers, Limits::NONE, 3, &mut go_on), Err(OddsError::Jokers));

    let far = OddsError::OutOfReach { cards: 40, most: 28 };
    assert_eq!(complete_hands(&base, 40, Copies::Alike, &mut go_on), Err(far));
    assert_eq!(
        far.to_string(),
        "hands of 40 cards are out of reach, up to 28 are counted under these rules"
    );
    let far = OddsError::OutOfReach { cards: 40, most: 19 };
    assert_eq!(most_cards_laid(&base, Limits::NONE, 40, &mut go_on), Err(far));
    // Three packs, round the corner, no identical runs: the states of a suit are too many.
    let options = Options {
        decks: 3,
        wrap: true,
        run_max: 8,
        identical_melds: Forbidden,
        ..Options::default()
    };
    let states = complete_hands(&rules(options), 6, Copies::Alike, &mut go_on);
    assert_eq!(states, Err(OddsError::Memory { cards: 6 }));
}

#[test]
fn points_that_no_hand_is_worth_open_for_nobody() {
    let base = rules(Options::default());
    let limits = Limits { at_most: None, requirement: Requirement::Points(401) };
    let most = most_cards_laid(&base, limits, 40, &mut go_on).unwrap();
    assert_eq!(most.hands[0], most.of);
}
