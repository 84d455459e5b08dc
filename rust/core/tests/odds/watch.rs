//! Progress, interruption and refusal.

use std::ops::ControlFlow;

use machiavelli_core::MeldRules;
use machiavelli_core::odds::{
    Copies, Limits, OddsError, complete_hands, meld_in_hand, most_cards_laid,
};
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
    assert_eq!(meld_in_hand(&jokers, 3), Err(OddsError::Jokers));
    assert_eq!(complete_hands(&jokers, 3, Copies::Alike, &mut go_on), Err(OddsError::Jokers));
    assert_eq!(most_cards_laid(&jokers, Limits::NONE, 3, &mut go_on), Err(OddsError::Jokers));

    let three = rules(Options { decks: 3, ..Options::default() });
    let too_large = complete_hands(&three, 78, Copies::ToldApart, &mut go_on);
    assert_eq!(too_large, Err(OddsError::OutOfReach { cards: 78 }));
    let points = Limits { at_most: None, requirement: Requirement::Points(300) };
    assert_eq!(
        most_cards_laid(&base, points, 40, &mut go_on),
        Err(OddsError::OutOfReach { cards: 40 })
    );
}
