//! What must hold between counts under any rules.

use machiavelli_core::MeldRules;
use machiavelli_core::odds::{
    Copies, Limits, OddsError, complete_hands, meld_in_hand, most_cards_laid,
};
use machiavelli_core::rules::{Ace, IdenticalMelds, Options, Pack, Rules, RunDirection};
use machiavelli_core::solver::Requirement;
use num_bigint::BigUint;

use crate::{effort, go_on};

/// Every combination of the options that decide about melds.
fn all_rules() -> Vec<MeldRules> {
    let twins = [
        (IdenticalMelds::Allowed, false, RunDirection::Asc),
        (IdenticalMelds::Forbidden, false, RunDirection::Asc),
        (IdenticalMelds::Forbidden, true, RunDirection::Asc),
        (IdenticalMelds::Forbidden, true, RunDirection::Both),
    ];
    let rings = [(Ace::Both, false), (Ace::Both, true), (Ace::Low, false), (Ace::High, false)];
    let mut all = Vec::new();
    for decks in 1..=3 {
        for pack in [Pack::French52, Pack::Neapolitan40] {
            for (ace, wrap) in rings {
                for run_max in 3..=14 {
                    for (identical_melds, order_significant, run_direction) in twins {
                        let options = Options {
                            decks,
                            pack,
                            ace,
                            wrap,
                            run_max,
                            identical_melds,
                            order_significant,
                            run_direction,
                            ..Options::default()
                        };
                        // Some ask for two aces in a run where the rules have no two places.
                        if let Ok(rules) = Rules::new("modiano", options) {
                            all.push(MeldRules::new(&rules));
                        }
                    }
                }
            }
        }
    }
    all.sort_by_key(|rules| format!("{rules:?}"));
    all.dedup();
    all
}

fn sum(hands: &[BigUint]) -> BigUint {
    hands.iter().sum()
}

#[test]
fn counts_agree_under_all_rules() {
    let all = all_rules();
    assert!(all.len() > 500, "{}", all.len());
    for rules in &all {
        // Many states a suit, and seconds for each of these.
        let slow = rules.copies == 3 && rules.wrap && rules.run_max > 3;
        if slow && effort() < 10 {
            continue;
        }
        for n in 6..=6 + usize::from(effort() >= 10) {
            let most = match most_cards_laid(rules, Limits::NONE, n, &mut go_on) {
                Err(OddsError::Memory { .. }) if slow && (6..=8).contains(&rules.run_max) => {
                    continue;
                }
                most => most.unwrap(),
            };
            let share = meld_in_hand(rules, n).unwrap();
            let complete = complete_hands(rules, n, Copies::ToldApart, &mut go_on).unwrap();
            assert_eq!(sum(&most.hands), most.of, "{n} cards, {rules:?}");
            assert_eq!(share.of, most.of, "{n} cards, {rules:?}");
            assert_eq!(share.hands, sum(&most.hands[3..]), "{n} cards, {rules:?}");
            assert_eq!(complete, most.hands[n], "{n} cards, {rules:?}");
        }
    }
}

#[test]
fn limits_that_cannot_bind_change_nothing() {
    let rules = MeldRules::new(&Rules::new("modiano", Options::default()).unwrap());
    let of = |at_most, requirement| {
        most_cards_laid(&rules, Limits { at_most, requirement }, 8, &mut go_on).unwrap()
    };
    let free = of(None, Requirement::None);
    assert_eq!(of(Some(8), Requirement::None), free);
    assert_eq!(of(Some(200), Requirement::OwnMeld), free);
    // Three aces are worth least.
    assert_eq!(of(None, Requirement::Points(3)), free);
    // And some that always bind.
    assert_eq!(of(Some(2), Requirement::None).hands[0], free.of);
    assert_eq!(of(None, Requirement::Points(81)).hands[0], free.of);
    let capped = of(Some(5), Requirement::None);
    assert_eq!(sum(&capped.hands), free.of);
    assert_eq!(capped.hands[0], free.hands[0]);
    assert!(capped.hands[6..].iter().all(|hands| *hands == BigUint::ZERO));
}

#[test]
fn few_hands_split_whole_at_the_ends() {
    for ace in [Ace::Low, Ace::High, Ace::Both] {
        let options = Options { decks: 1, ace, ..Options::default() };
        let rules = MeldRules::new(&Rules::new("modiano", options).unwrap());
        let hands = |n| complete_hands(&rules, n, Copies::Alike, &mut go_on).unwrap();
        // No cards lie in no melds; the whole deck splits, and so it does without any one card.
        assert_eq!([0, 1, 2, 51, 52].map(hands), [1u8, 0, 0, 52, 1].map(BigUint::from));
    }
}
