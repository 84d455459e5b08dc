//! Small packs, whose hands can all be dealt.

use machiavelli_core::odds::{Copies, Limits, complete_hands, meld_in_hand, most_cards_laid};
use machiavelli_core::rules::Ace;
use machiavelli_core::solver::Requirement;
use machiavelli_core::{JokerRules, Layout, MeldRules};
use num_bigint::BigUint;

use crate::naive::Naive;
use crate::{effort, go_on};

/// Rules of a pack with so many of the lowest ranks and as many of the highest.
fn rules(copies: u8, low: usize, high: usize, ace: Ace, wrap: bool, run_max: u8) -> MeldRules {
    MeldRules {
        copies,
        ranks: std::array::from_fn(|rank| rank < low || rank >= 13 - high),
        ace,
        wrap,
        run_max: run_max.min((low + high) as u8),
        same_runs: None,
        same_sets: None,
        layout: Layout::Free,
        jokers: JokerRules::NONE,
    }
}

/// The largest lay within the limits.
fn most(lays: &[(usize, usize)], limits: Limits) -> usize {
    let cap = limits.at_most.map_or(usize::MAX, usize::from);
    let worth = match limits.requirement {
        Requirement::None | Requirement::OwnMeld => 0,
        Requirement::Points(points) => points.into(),
    };
    lays.iter().filter(|lay| lay.0 <= cap && lay.1 >= worth).map(|lay| lay.0).max().unwrap_or(0)
}

/// Compares all counts of hands of up to so many cards.
fn compare(rules: &MeldRules, cards: usize) {
    let limits = |at_most, requirement| Limits { at_most, requirement };
    let all_limits = [
        Limits::NONE,
        limits(None, Requirement::OwnMeld),
        limits(Some(3), Requirement::None),
        limits(Some(4), Requirement::None),
        limits(Some(5), Requirement::None),
        limits(Some(7), Requirement::None),
        limits(None, Requirement::Points(7)),
        limits(None, Requirement::Points(20)),
        limits(None, Requirement::Points(36)),
        limits(Some(6), Requirement::Points(25)),
    ];
    let mut with_meld = vec![0u64; cards + 1];
    let mut complete = vec![[0u64; 2]; cards + 1];
    let mut laid = vec![vec![vec![0u64; cards + 1]; cards + 1]; all_limits.len()];
    Naive::new(rules).hands(cards, &mut |hand| {
        let n = hand.cards;
        with_meld[n] += if hand.lays.len() > 1 { hand.ways } else { 0 };
        if hand.lays.iter().any(|lay| lay.0 == n) {
            complete[n][0] += 1;
            complete[n][1] += hand.ways;
        }
        for (laid, &limits) in laid.iter_mut().zip(&all_limits) {
            laid[n][most(&hand.lays, limits)] += hand.ways;
        }
    });
    for n in 0..=cards {
        let what = format!("{n} cards, {rules:?}");
        assert_eq!(meld_in_hand(rules, n).unwrap().hands, with_meld[n].into(), "{what}");
        for (copies, hands) in [Copies::Alike, Copies::ToldApart].into_iter().zip(complete[n]) {
            let found = complete_hands(rules, n, copies, &mut go_on).unwrap();
            assert_eq!(found, hands.into(), "{copies:?}, {what}");
        }
        for (laid, &limits) in laid.iter().zip(&all_limits) {
            let found = most_cards_laid(rules, limits, n, &mut go_on).unwrap();
            let hands: Vec<BigUint> = laid[n][..=n].iter().map(|&hands| hands.into()).collect();
            assert_eq!(found.hands, hands, "{limits:?}, {what}");
        }
    }
}

const RINGS: [(Ace, bool); 4] =
    [(Ace::Low, false), (Ace::High, false), (Ace::Both, false), (Ace::Both, true)];

#[test]
fn one_pack() {
    for (ace, wrap) in RINGS {
        for run_max in [3, 4, 13] {
            compare(&rules(1, 3, 2, ace, wrap, run_max), 7 + effort().min(4));
        }
    }
}

#[test]
fn two_packs() {
    for (ace, wrap) in RINGS {
        for run_max in [3, 13] {
            compare(&rules(2, 2, 1, ace, wrap, run_max), 8 + effort().min(4));
            compare(&rules(2, 2, 2, ace, wrap, run_max), 6 + effort().min(2));
        }
    }
}

#[test]
fn three_packs() {
    for (ace, wrap) in RINGS {
        compare(&rules(3, 2, 1, ace, wrap, 13), 7 + effort().min(2));
    }
}

#[test]
fn both_aces_in_one_run() {
    compare(&MeldRules { run_max: 6, ..rules(2, 3, 2, Ace::Both, false, 13) }, 6);
    compare(&MeldRules { run_max: 5, ..rules(2, 2, 2, Ace::Both, false, 13) }, 6 + effort().min(2));
}

#[test]
fn twins() {
    for copies in [2, 3] {
        for (same_runs, same_sets) in
            [(Some(1), None), (None, Some(1)), (Some(1), Some(1)), (Some(2), None)]
        {
            for (ace, wrap) in RINGS.into_iter().filter(|ring| !ring.1) {
                let base = rules(copies, 2, 1, ace, wrap, 13);
                compare(&MeldRules { same_runs, same_sets, ..base }, 8 + effort().min(2));
            }
        }
    }
    // Runs round the whole corner are not told apart by where they start, so shorter ones here.
    let base = rules(2, 2, 2, Ace::Both, true, 3);
    compare(&MeldRules { same_runs: Some(1), same_sets: Some(1), ..base }, 6 + effort().min(2));
}
