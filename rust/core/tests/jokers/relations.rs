//! What must hold between answers on positions too large for the search of the oracle.

use machiavelli_core::rules::{OptionValue, Rules};
use machiavelli_core::solver::Solver;
use machiavelli_core::turn::{Lay, TurnRules, Wish};
use machiavelli_core::{Card, Cards};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::dealer::{Dealer, Size};
use crate::houses::{self, PRESETS};
use crate::oracle::{Oracle, Start};
use crate::{effort, position};

/// Options that allow more than others of the same name.
const LOOSER: [(&str, &str); 8] = [
    ("joker_lock", "none"),
    ("joker_lock", "partial"),
    ("joker_source", "hand_or_table"),
    ("joker_reuse", "anywhere"),
    ("joker_to_run", "until_full"),
    ("identical_melds", "allowed"),
    ("opening", "none"),
    ("turn_cap", ""),
];

/// The most cards, and that they can be laid.
fn best(rules: &Rules, start: &Start) -> Lay {
    let turn_rules = TurnRules::new(rules);
    let mut solver = Solver::new(turn_rules.melds());
    let lay = turn_rules.best_lay(&mut solver, &position(start), &Wish::default()).unwrap();
    if !lay.laid.is_empty() {
        let table = turn_rules.arrange(&mut solver, &position(start), &lay);
        let judged = Oracle::new(rules).judge(start, &table);
        assert_eq!(judged, Ok(lay.laid), "\"{table}\" from {start:?} in {rules}");
        let can_lay = turn_rules.can_lay(&mut solver, &position(start), &lay.laid).unwrap();
        assert!(can_lay, "{} from {start:?} in {rules}", lay.laid);
    }
    lay
}

/// Judges a large position under each preset with jokers and each of some versions of them.
fn positions(seed: u64, mut judge: impl FnMut(&Rules, &mut ChaCha8Rng, &Start)) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let presets = PRESETS.iter().map(|name| Rules::preset(name).unwrap());
    let mut all: Vec<Rules> = presets.cycle().take(8 * 5 * effort()).collect();
    all.extend((0..40 * effort()).map(|_| houses::random(&mut rng)));
    for (i, rules) in all.iter().enumerate() {
        let oracle = Oracle::new(rules);
        let mut dealer = Dealer::new(rules.options(), &oracle, seed << 32 | i as u64);
        let start = dealer.start(Size::LARGE);
        judge(rules, &mut rng, &start);
    }
}

/// Positions in which an ace at its other end brings cards of the table into an order, or runs of the
/// table into others, that the rules forbid: the paragraph, the rules, table and hand.
const ACES: [(&str, &str, &str, &str); 3] = [
    (
        "R5.11",
        "wikipedia-jokers-declared(identical_melds=allowed)",
        "7h 7s 7d | 7h 8h 9h Th Jh Qh Kh | As Ac *=Ah | *=Ah 2h 3h 4h 5h 6h | 6d 7d *=8d 9d | Ks Kd Kc Kh \
         | 3s 3c 3d | 8c 9c Tc *=Jc",
        "2c 5c Kc 2d 3d 6d Jd 5h 6h 8h 4s 7s 8s",
    ),
    (
        "R5.11",
        "wikipedia-jokers(run_max=14)",
        "3c 4c 5c 6c | Ac 2c 3c 4c 5c 6c | Qc Qs Qh Qd | Tc Td Ts Th | 9c Tc Jc Qc Kc | 8d 9d Td Jd Qd Kd \
         | 2h 3h 4h | Ad 2d 3d *=4d 5d 6d *=7d",
        "Kc 3d 4d 5d Kd Ah 3h Kh 6s 7s Ks * *",
    ),
    (
        "R5.5",
        "agimeg-jokers-free(joker_to_run=never,run_max=14)",
        "Ad 2d 3d 4d 5d | 2s 2c 2d | 6d 7d 8d 9d Td Jd Qd | 5c 6c 7c 8c | 7h *=8h 9h | Jc Jh Js \
         | 7c 8c 9c Tc Jc Qc Kc | Ac 2c 3c 4c",
        "Ac 6c Kd Kd Ah Th Kh 7s Ts Ks * * *",
    ),
];

#[test]
fn aces_at_the_other_end_break_no_rule() {
    for (paragraph, rules, table, hand) in ACES {
        let start = Start {
            table: table.parse().unwrap(),
            hand: hand.parse().unwrap(),
            open: Cards::EMPTY,
            opened: true,
        };
        assert!(!best(&rules.parse().unwrap(), &start).laid.is_empty(), "{paragraph}");
    }
}

#[test]
fn a_card_more_in_hand_never_lowers_the_value() {
    positions(1, |rules, rng, start| {
        let lay = best(rules, start);
        let held = start.table.cards().saturating_add(&start.hand).saturating_add(&start.open);
        let card = Card::from_index(rng.random_range(0..Card::COUNT)).expect("a card");
        let o = rules.options();
        let copies = if card.is_joker() { o.jokers } else { o.decks };
        let mut more = start.clone();
        if held.count(card) < copies.into() && more.hand.insert(card).is_ok() {
            assert!(best(rules, &more).value >= lay.value, "{start:?} and {card} in {rules}");
        }
    });
}

#[test]
fn a_looser_house_never_lays_less() {
    positions(2, |rules, rng, start| {
        let lay = best(rules, start);
        let &(name, value) = LOOSER.choose(rng).expect("options");
        let value = if value.is_empty() { OptionValue::Null } else { value.into() };
        let stricter = |old: OptionValue| old != value && old != "none".into();
        if rules.options().get(name).is_some_and(stricter) {
            let looser = rules.replace([(name, value)]).unwrap();
            assert!(best(&looser, start).value >= lay.value, "{start:?} in {rules} or {looser}");
        }
        let opened = Start { opened: true, ..start.clone() };
        assert!(best(rules, &opened).value >= lay.value, "{start:?} in {rules}");
    });
}

#[test]
fn a_tighter_limit_never_lays_more() {
    positions(3, |rules, rng, start| {
        let lay = best(rules, start);
        let turn_rules = TurnRules::new(rules);
        let mut solver = Solver::new(turn_rules.melds());
        let at_most = rng.random_range(0..=lay.value);
        let keep = Cards::EMPTY;
        for (at_most, least) in [(at_most, 0), (lay.value, lay.value)] {
            let wish = Wish { at_most: Some(at_most), keep: &keep, ..Wish::default() };
            let less = turn_rules.best_lay(&mut solver, &position(start), &wish).unwrap();
            let range = least..=lay.value.min(at_most);
            assert!(range.contains(&less.value), "at most {at_most} from {start:?} in {rules}");
        }
    });
}
