//! The working table of a turn: steps worked out by hand, and what holds after any steps.

use machiavelli_core::plan::{Plan, PlanError};
use machiavelli_core::rules::Rules;
use machiavelli_core::state::Chance;
use machiavelli_core::{Cards, Meld, MeldRules, Placed, TableError};

fn plan(rules: &str, table: &str, hand: &str) -> Plan {
    let rules = MeldRules::new(&rules.parse::<Rules>().unwrap());
    Plan::new(rules, table.parse().unwrap(), hand.parse().unwrap(), Cards::EMPTY)
}

fn cards(text: &str) -> Vec<Placed> {
    text.parse::<Meld>().unwrap().iter().collect()
}

fn faults(plan: &Plan) -> Vec<(usize, &'static str)> {
    plan.faults().iter().map(|(i, error)| (*i, error.code().as_str())).collect()
}

/// R6.11: Bruno splits the club run with the second ten.
#[test]
fn a_run_is_split_by_a_second_copy() {
    let mut plan = plan("agimeg", "7c 7d 7h 7s | 8c 9c Tc Jc Qc", "Tc 2d");
    plan.split(1, 3).unwrap();
    assert_eq!(plan.table().to_string(), "7c 7d 7h 7s | 8c 9c Tc | Jc Qc");
    assert_eq!(faults(&plan), [(2, "E_MELD_SHORT")]);
    plan.lay(&cards("Tc"), Some(2)).unwrap();
    assert_eq!(plan.table().to_string(), "7c 7d 7h 7s | 8c 9c Tc | Tc Jc Qc");
    assert_eq!(faults(&plan), []);
    assert_eq!((plan.laid().to_string(), plan.hand().to_string()), ("Tc".into(), "2d".into()));
    plan.join(1, 2).unwrap();
    assert_eq!(faults(&plan), [(1, "E_RUN_DUP")]);
}

#[test]
fn copies_of_a_card_are_the_same() {
    let mut plan = plan("modiano", "7c 7d 7h 7s", "7d 6d 8d");
    plan.take(0, &cards("7d")).unwrap();
    assert_eq!((plan.lifted().to_string(), plan.hand().len()), ("7d".into(), 3));
    plan.lay(&cards("8d 7d 6d"), None).unwrap();
    assert_eq!(plan.table().to_string(), "7c 7h 7s | 6d 7d 8d");
    assert!(plan.lifted().is_empty());
    assert_eq!((plan.laid().to_string(), plan.hand().to_string()), ("6d 8d".into(), "7d".into()));
    plan.lay(&cards("7d"), Some(0)).unwrap();
    assert_eq!(plan.laid().to_string(), "6d 7d 8d");
    assert_eq!(plan.table().to_string(), "7c 7d 7h 7s | 6d 7d 8d");
}

#[test]
fn cards_go_where_they_belong() {
    let put = |rules: &str, meld: &str, added: &str| {
        let mut plan = plan(rules, meld, added);
        plan.lay(&cards(added), Some(0)).unwrap();
        plan.table().to_string()
    };
    assert_eq!(put("modiano", "4h 5h 6h", "3h 7h"), "3h 4h 5h 6h 7h");
    assert_eq!(put("modiano", "Jh Qh Kh", "Ah"), "Jh Qh Kh Ah");
    assert_eq!(put("modiano", "4h 7h", "6h 5h"), "4h 5h 6h 7h");
    assert_eq!(put("modiano", "9s 9h", "9c"), "9c 9h 9s");
    assert_eq!(put("modiano", "9s 4h", "2c"), "2c 4h 9s");
    assert_eq!(put("agimeg-corner", "Kd Ad 2d", "Qd"), "Qd Kd Ad 2d");
    assert_eq!(put("agimeg-jokers4", "5c 6c *", "8c"), "5c 6c * 8c");
    assert_eq!(put("agimeg-jokers4", "5c 6c *", "4c 8c"), "4c 5c 6c * 8c");
    assert_eq!(put("agimeg-jokers4", "5c 6c 7c", "*"), "5c 6c 7c *");
    assert_eq!(put("agimeg-jokers4", "5c 6c 7c", "Jc"), "5c 6c 7c Jc");
    assert_eq!(put("agimeg-jokers4", "Jc Jh", "*=Js"), "Jc Jh *=Js");
    assert_eq!(put("wikipedia", "4h 5h 6h", "3h"), "3h 4h 5h 6h");
    assert_eq!(put("wikipedia-descending", "6h 5h 4h", "3h"), "6h 5h 4h 3h");
    assert_eq!(put("wikipedia-descending", "6h 5h 4h", "7h"), "7h 6h 5h 4h");
    assert_eq!(put("wikipedia", "9s 9h 9d", "9c"), "9s 9h 9d 9c");
}

#[test]
fn layout_is_the_players_where_it_counts() {
    let mut plan = plan("wikipedia", "4h 5h 6h | 4h 5h 6h 7h | 9c 9d 9s", "7h");
    plan.reverse(0).unwrap();
    assert_eq!(faults(&plan), [(0, "E_RUN_ORDER")]);
    plan.undo().unwrap();
    plan.lay(&cards("7h"), Some(0)).unwrap();
    assert_eq!(faults(&plan), [(1, "E_IDENTICAL_MELD")]);
    plan.reverse(2).unwrap();
    assert_eq!(plan.table().entries()[2].to_string(), "9s 9d 9c");
}

#[test]
fn open_cards_may_lie_alone() {
    let rules = MeldRules::new(&Rules::preset("tahiti").unwrap());
    let open: Cards = "7d Jc".parse().unwrap();
    let table = "7d | Jc".parse().unwrap();
    let mut plan = Plan::new(rules, table, "5d 6d Qc Jc".parse().unwrap(), open);
    assert_eq!(faults(&plan), []);
    plan.lay(&cards("5d 6d"), Some(0)).unwrap();
    assert_eq!(plan.table().to_string(), "5d 6d 7d | Jc");
    assert_eq!(faults(&plan), []);
    plan.lay(&cards("Jc"), None).unwrap();
    assert_eq!(faults(&plan), [(2, "E_MELD_SHORT")]);
}

#[test]
fn a_joker_is_freed_and_laid_anew() {
    let mut plan = plan("agimeg-jokers4", "Jc Jh *=Js", "Js 4d 5d");
    plan.lay(&cards("Js"), Some(0)).unwrap();
    assert_eq!(faults(&plan), [(0, "E_SET_SUIT")]);
    plan.take(0, &cards("*")).unwrap();
    assert_eq!(
        (plan.table().to_string(), plan.lifted().to_string()),
        ("Jc Jh Js".into(), "*".into())
    );
    plan.lay(&cards("4d 5d *"), None).unwrap();
    assert_eq!(plan.table().to_string(), "Jc Jh Js | 4d 5d *");
    assert_eq!(faults(&plan), []);
    assert!(plan.lifted().is_empty());
}

#[test]
fn steps_are_undone_and_done_again() {
    let mut plan = plan("modiano", "9c 9d 9h 9s", "2c");
    assert_eq!(plan.undo(), Err(PlanError::NothingToUndo));
    plan.take(0, &cards("9s")).unwrap();
    plan.take(0, &cards("9h")).unwrap();
    plan.undo().unwrap();
    assert_eq!(plan.table().to_string(), "9c 9d 9h");
    plan.redo().unwrap();
    assert_eq!(plan.redo(), Err(PlanError::NothingToRedo));
    let reached = plan.clone();
    plan.reset();
    assert_eq!(plan.table(), plan.start());
    assert_ne!(plan, reached);
    plan.undo().unwrap();
    assert_eq!(plan.table().to_string(), "9c 9d");
    plan.undo().unwrap();
    plan.shift(0, &cards("9c"), None).unwrap();
    assert_eq!(plan.redo(), Err(PlanError::NothingToRedo));
}

#[test]
fn the_table_may_be_set_at_once() {
    let mut plan = plan("modiano", "9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c");
    plan.arrange("9c 9d 9s | Tc Td Ts | 9h Th Jh".parse().unwrap()).unwrap();
    assert_eq!(plan.laid().to_string(), "Jh");
    let error = plan.arrange("9c 9d 9s | Kd".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "Kd is neither in hand nor lifted from the table");
    plan.arrange("9c 9d 9s".parse().unwrap()).unwrap();
    assert_eq!(plan.lifted().to_string(), "Tc Td 9h Th Ts");
    plan.undo().unwrap();
    assert_eq!(faults(&plan), []);
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    let mut plan = plan("modiano", "9c 9d 9h 9s | 2h 3h 4h", "Jh 2c");
    let before = plan.clone();
    let mut refused =
        |step: &dyn Fn(&mut Plan) -> Result<(), PlanError>, code: &str, text: &str| {
            let error = step(&mut plan).unwrap_err();
            assert_eq!((error.code().as_str(), error.to_string().as_str()), (code, text));
            assert_eq!(plan, before);
        };
    let (at_hand, no_meld) =
        ("Jd Kd are neither in hand nor lifted from the table", "there is no meld 2, only 0 to 1");
    refused(&|plan| plan.lay(&cards("Kd Jd Jh"), None), "E_PLAN_CARDS", at_hand);
    refused(&|plan| plan.lay(&cards("Jh"), Some(2)), "E_PLAN_MELD", no_meld);
    refused(&|plan| plan.lay(&[], None), "E_PLAN_CARDS", "no cards are named");
    refused(&|plan| plan.take(1, &cards("9c")), "E_PLAN_CARDS", "9c is not in meld 1");
    refused(&|plan| plan.take(0, &cards("9c 9c")), "E_PLAN_CARDS", "9c is not in meld 0");
    refused(&|plan| plan.shift(0, &cards("9c"), Some(2)), "E_PLAN_MELD", no_meld);
    refused(&|plan| plan.join(1, 1), "E_PLAN_ITSELF", "meld 1 cannot be put to itself");
    refused(&|plan| plan.join(2, 0), "E_PLAN_MELD", no_meld);
    let split = "a meld of 4 cards cannot be split after 4";
    refused(&|plan| plan.split(0, 4), "E_PLAN_SPLIT", split);
    refused(&|plan| plan.reverse(2), "E_PLAN_MELD", no_meld);
    refused(&|plan| plan.redo(), "E_PLAN_REDO", "there is nothing to redo");
}

/// Whatever the steps: no card appears or vanishes, and faults are those of the table.
#[test]
fn cards_are_conserved() {
    let mut chance = Chance::of_deal(1, 1);
    for rules in ["modiano", "agimeg-jokers4", "wikipedia-descending", "tahiti"] {
        let jokers = if rules == "agimeg-jokers4" || rules == "tahiti" { "* *" } else { "" };
        let table = "9c 9d 9h 9s | Tc Td Th Ts | 4h 5h 6h 7h 8h";
        let mut plan = plan(rules, table, &format!("Jh 2c 5h 9c 3h {jokers}"));
        let melds = MeldRules::new(&rules.parse::<Rules>().unwrap());
        let whole = plan.start().cards().saturating_add(&plan.hand());
        for _ in 0..2000 {
            random_step(&mut plan, &mut chance);
            let at_hand = plan.hand().saturating_add(&plan.lifted());
            assert_eq!(plan.table().cards().saturating_add(&at_hand), whole);
            assert!(plan.lifted().is_subset(&plan.start().cards()));
            assert!(plan.table().entries().iter().all(|entry| !entry.is_empty()));
            let first = plan.faults().into_iter().map(|(_, error)| error);
            let melds_first = first.clone().find(|error| matches!(error, TableError::Meld(_)));
            let checked = plan.table().check(&melds, &Cards::EMPTY).err();
            assert_eq!(melds_first.or_else(|| first.clone().next()), checked);
        }
    }
}

fn random_step(plan: &mut Plan, chance: &mut Chance) {
    let mut below = |n: usize| chance.below(n as u32) as usize;
    let entries = plan.table().entries().to_vec();
    let (one, other) = (below(entries.len() + 1), below(entries.len() + 1));
    let onto = (other < entries.len()).then_some(other);
    let some_of = entries.get(one).map(|meld| meld.as_slice()[below(meld.len())]);
    let at_hand = plan.hand().saturating_add(&plan.lifted());
    let to_lay = at_hand.iter().nth(below(at_hand.len() + 1)).map(Placed::from);
    let _ = match (below(9), some_of, to_lay) {
        (0, Some(card), _) => plan.take(one, &[card]),
        (1 | 2, _, Some(card)) => plan.lay(&[card], onto),
        (3, Some(card), _) => plan.shift(one, &[card], onto),
        (4, ..) => plan.split(one, below(4)),
        (5, ..) => plan.join(one, other),
        (6, ..) => plan.reverse(one),
        (7, ..) => plan.undo(),
        _ => plan.redo(),
    };
}
