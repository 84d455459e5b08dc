//! Turns with jokers beyond the worked cases: what is said of them, and accounts that are hard to
//! find.

use std::iter;

use machiavelli_core::{Card, Rank, Suit};

use crate::turns::Turn;

#[test]
fn an_error_names_the_meld_and_what_its_jokers_stand_for() {
    for (rules, table, hand, submitted, sentence) in [
        (
            "agimeg-jokers4",
            "2s * 4s | Kh Kd Kc",
            "5s 2h 2d",
            "* 4s 5s | 2s 2h 2d | Kh Kd Kc",
            "\"2s * 4s\" is locked until 3s replaces its joker",
        ),
        (
            "agimeg-jokers4",
            "3s * 5s * 7s",
            "4s 9h Th 8s",
            "3s 4s 5s | * 7s 8s | 9h Th *",
            "\"3s * 5s * 7s\" is locked until 4s and 6s replace its jokers",
        ),
        (
            "wikipedia-jokers",
            "Jc Jh *",
            "Th Qh Tc Qc",
            "Tc Jc Qc | Th Jh Qh *",
            "\"Jc Jh *\" is locked until Jd or Js replaces its joker",
        ),
        (
            "agimeg-jokers4",
            "2s * 4s | 3s 3h 3d 3c",
            "5h 6h",
            "2s 3s 4s | 3h 3d 3c | 5h 6h *",
            "a joker of \"2s * 4s\" is released only by 3s from hand",
        ),
        (
            "agimeg-jokers4",
            "2s * 4s",
            "3s",
            "2s 3s 4s *",
            "a joker released from \"2s * 4s\" must lie in another meld than the 3s that replaced it",
        ),
        (
            "wikipedia-jokers(joker_to_run=never)",
            "4s 5s 6s",
            "*",
            "4s 5s 6s *",
            "no joker may be added to the run \"4s 5s 6s\", which lay on the table",
        ),
    ] {
        let error = Turn::of(table, hand, submitted).check(&rules.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
    let dirty = Turn::of("", "4c 5c *", "4c 5c *").unopened();
    let error = dirty.check(&"wikipedia-jokers".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "jokers are laid only with or after an opening without them");
}

#[test]
fn a_joker_that_could_stay_may_have_to_go() {
    // The joker released by 6h may not lie beside it, so it becomes 3s, whose joker goes there.
    let table = "2s * 4s | 5h * 7h";
    let moved = "2s * 4s | 5h 6h 7h * | 3s 3d 3c";
    assert_eq!(Turn::of(table, "6h 3s 3d 3c", moved).outcome("agimeg-jokers4"), "ok");
    let stays = "2s * 4s | 5h 6h 7h * | 3h 3d 3c";
    assert_eq!(Turn::of(table, "6h 3h 3d 3c", stays).outcome("agimeg-jokers4"), "E_JOKER_REUSE");
}

#[test]
fn a_run_of_all_ranks_takes_no_joker() {
    let clubs = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc";
    let outcome = |rules, table: &str, hand: &str, submitted: &str| {
        Turn::of(table, hand, submitted).outcome(rules)
    };
    let twelve = format!("{clubs} *");
    assert_eq!(outcome("agimeg-jokers4", clubs, "*", &twelve), "ok");
    let never = "agimeg-jokers4(joker_to_run=never)";
    assert_eq!(outcome(never, clubs, "*", &twelve), "E_JOKER_RUN");
    assert_eq!(outcome("agimeg-jokers4", &twelve, "*", &format!("* {twelve}")), "E_RUN_LEN");
    // Dirty or clean, what is complete may be split once its joker is replaced.
    let split = "Ac 2c 3c 4c 5c 6c | 7c 8c 9c Tc Jc Qc Kc | 4h 5h *";
    assert_eq!(outcome("agimeg-jokers4", &twelve, "Ac 4h 5h", split), "ok");
    let split = "* 2c 3c 4c 5c 6c 7c | 7c 8c 9c Tc Jc Qc Kc";
    assert_eq!(outcome("agimeg-jokers4", &twelve, "7c", split), "E_JOKER_LOCKED");
    let partial = "agimeg-jokers4(joker_lock=partial)";
    assert_eq!(outcome(partial, &twelve, "7c", split), "ok");
    // Where layout counts the joker would lie before cards that it lay behind.
    assert_eq!(outcome("wikipedia-jokers", &twelve, "7c", split), "E_JOKER_LOCKED");
}

#[test]
fn a_locked_meld_grows_at_both_ends_and_round_the_corner() {
    for (rules, table, hand, submitted, code) in [
        ("agimeg-jokers4", "5s * 7s", "3s 4s 8s *", "3s 4s 5s * 7s 8s *", "ok"),
        ("agimeg-corner(jokers=4)", "Qc * Ac", "2c 3c Jc", "Jc Qc * Ac 2c 3c", "ok"),
        ("agimeg-corner(jokers=4)", "Qc * Ac", "2c 3c Kc", "Qc Kc Ac | * 2c 3c", "ok"),
        ("agimeg-corner(jokers=4)", "Kc * 2c", "Ac 3c 4c", "Kc Ac 2c | * 3c 4c", "ok"),
        ("wikipedia-jokers(wrap=true)", "Kc * 2c 3c", "Qc 4c", "Qc Kc * | 2c 3c 4c", "ok"),
        // With both aces the run is complete, and either may be the joker.
        (
            "agimeg-jokers4(run_max=14)",
            "* 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc",
            "Ac",
            "* 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
            "ok",
        ),
    ] {
        assert_eq!(Turn::of(table, hand, submitted).outcome(rules), code, "{table} to {submitted}");
    }
}

#[test]
fn jokers_may_outnumber_real_cards_where_one_is_enough() {
    let rules = "wikipedia-jokers(joker_ratio=one_real, joker_lock=full)";
    for (table, hand, submitted, code) in [
        ("5c * *", "5d Kd", "5c 5d * *", "ok"),
        ("5c * *", "5d 8h 9h", "5c 5d * | 8h 9h *", "ok"),
        ("5c * *", "5d 8h *", "5c 5d * | 8h * *", "ok"),
        ("5c * *", "5d 5h 8h 9h 6h 7h", "5c 5d 5h | 8h 9h * | 6h 7h *", "ok"),
        ("5c * *", "6c 7c 8h", "5c 6c 7c | 8h * *", "E_JOKER_LOCKED"),
        // One real card and jokers are a set, so a run is left.
        ("5c * 7c", "5d 5h *", "7c * * | 5c 5d 5h", "E_JOKER_LOCKED"),
    ] {
        assert_eq!(Turn::of(table, hand, submitted).outcome(rules), code, "{table} to {submitted}");
    }
}

fn card(rank: usize, suit: Suit) -> Card {
    Card::new(Rank::ALL[rank], suit)
}

/// Each of many jokers can stay or be released, and of two one can do neither.
#[test]
fn the_search_does_not_try_all_that_others_could_do() {
    for times in 1..=3 {
        let many = |melds: Vec<String>| -> Vec<String> {
            melds.into_iter().flat_map(|meld| iter::repeat_n(meld, times)).collect()
        };
        let runs = Suit::ALL.into_iter().flat_map(|suit| {
            [1, 4, 7].map(|rank| format!("{} * {}", card(rank, suit), card(rank + 2, suit)))
        });
        let sets = [2, 5, 8].map(|rank| Suit::ALL.map(|suit| card(rank, suit).to_string()));
        let (runs, sets) = (many(runs.collect()), many(sets.map(|set| set.join(" ")).into()));
        let table = format!("{} | Js * Ks | Js * Ks", runs.join(" | "));
        let laid = sets.join(" ");
        let sets = sets.join(" | ");
        let split =
            format!("{} | {sets} | Js * Ks | Js Jh Jd | Ks Kh Kd | Qh Qd *=Qc", runs.join(" | "));
        for lock in ["full, joker_source=hand", "partial, joker_source=hand_or_table"] {
            let rules = format!("agimeg-jokers4(decks=3, jokers=99, joker_lock={lock})");
            let turn = Turn::of(&table, &laid, &format!("{sets} | {table}"));
            assert_eq!(turn.outcome(&rules), "ok");
            let turn = Turn::of(&table, &format!("{laid} Qh Qd Jh Jd Kh Kd"), &split);
            assert_eq!(turn.outcome(&rules), "E_JOKER_LOCKED");
        }
    }
}

/// Twelve sets of jacks can stay in each other's places, and there are places for six.
#[test]
fn the_search_does_not_try_all_orders() {
    let rules = "agimeg-jokers4(decks=3, jokers=30, joker_value=floating, joker_ratio=one_real)";
    let jacks = Suit::ALL.map(|suit| format!("{} * *", card(10, suit)));
    let table = vec![jacks.join(" | "); 3].join(" | ");
    let pairs = ["Jc Jd * *", "Jh Js * *"].map(|pair| [pair; 3].join(" | ")).join(" | ");
    let threes = ["3c * *"; 3].join(" | ");
    let fours = ["4c * *"; 3].join(" | ");
    let turn = Turn::of(&table, "3c 3c 3c 4c 4c 4c", &format!("{pairs} | {threes} | {fours}"));
    assert_eq!(turn.outcome(rules), "E_JOKER_SOURCE");
}

/// Each of nine jokers of one run can stay or be released, and another can do neither.
#[test]
fn the_search_does_not_try_all_that_the_jokers_of_a_run_could_do() {
    let rules = "wikipedia-jokers(jokers=20, joker_ratio=one_real)";
    let table = format!("As {} Ks", ["*"; 11].join(" "));
    let laid = "2s 3s 4s 5s 6s 7s 8s 9s Ts";
    let run = format!("As {} Js", ["*"; 9].join(" "));
    let rest = "Ks Kh Kd | 9h 9d * | 8h 8d *";
    let hand = format!("{laid} Js Kh Kd 9h 9d 8h 8d");
    let turn = Turn::of(&table, &hand, &format!("{run} | {laid} | {rest}"));
    assert_eq!(turn.outcome(rules), "E_JOKER_LOCKED");
    let turn = Turn::of(&table, &format!("{hand} Qs"), &format!("{run} Qs | {laid} | {rest}"));
    assert_eq!(turn.outcome(rules), "ok");
}

#[test]
fn all_that_is_laid_may_open_however_much_it_is() {
    let suits = Suit::ALL.map(|suit| Rank::ALL.map(|rank| Card::new(rank, suit).to_string()));
    let deck = suits.concat().join(" ");
    let rules = |needed| format!("thirty-six(jokers=4, opening_points={needed})");
    let turn =
        || Turn::of("", &format!("{deck} {deck} * * * *"), &format!("{deck} {deck} * * * *"));
    // 85 points in a suit, and at most 10 for a joker.
    for (needed, code) in [(720, "E_MIXED"), (721, "E_OPENING_POINTS")] {
        assert_eq!(turn().unopened().outcome(&rules(needed)), code);
    }
    let error = turn().unopened().check(&rules(721).parse().unwrap()).unwrap_err();
    let sentence = "melds purely from hand are worth 720 points, opening needs 721";
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn more_jokers_than_a_search_takes_open_if_fewer_would() {
    let six = |needed| {
        let rules = format!("thirty-six(jokers=6, opening_points={needed})");
        let submitted = "2c 3c * 2d 3d * 2h 3h * 2s 3s * 5c 6c * 5d 6d *";
        Turn::of("", submitted, submitted).unopened().outcome(&rules)
    };
    assert_eq!(six(36), "E_MIXED");
    assert_eq!(six(70), "E_JOKER_UNSUPPORTED");
    // Melds that are laid as they count need no search.
    let submitted = "2c 3c * | 2d 3d * | 2h 3h * | 2s 3s * | 5c 6c * | 5d 6d *";
    let turn = Turn::of("", &submitted.replace('|', ""), submitted).unopened();
    assert_eq!(turn.outcome("thirty-six(jokers=6, opening_points=72)"), "ok");
}
