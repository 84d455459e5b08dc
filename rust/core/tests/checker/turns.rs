use machiavelli_core::rules::Rules;
use machiavelli_core::turn::{
    Position, TurnError, TurnReport, TurnRules, check_turn, opening_points,
};
use machiavelli_core::{Card, Cards, Meld, Table};
use serde_json::{Value, json};

use crate::cases::Case;

fn text(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().map(|entry| entry.as_str().unwrap()).collect()
}

/// A turn as the cases write it.
pub(crate) struct Turn {
    table: Table,
    hand: Cards,
    open: Cards,
    opened: bool,
    submitted: Table,
}

impl Turn {
    /// A turn of a player who has opened, with no open cards.
    pub(crate) fn of(table: &str, hand: &str, submitted: &str) -> Self {
        Self {
            table: table.parse().unwrap(),
            hand: hand.parse().unwrap(),
            open: Cards::EMPTY,
            opened: true,
            submitted: submitted.parse().unwrap(),
        }
    }

    fn with_open(self, open: &str) -> Self {
        Self { open: open.parse().unwrap(), ..self }
    }

    pub(crate) fn unopened(self) -> Self {
        Self { opened: false, ..self }
    }

    fn new(input: &Value) -> Self {
        Self {
            table: text(&input["table"]).join("|").parse().unwrap(),
            hand: input["hand"].as_str().unwrap().parse().unwrap(),
            open: text(&input["open_cards"]).join(" ").parse().unwrap(),
            opened: input["opened"].as_bool().unwrap(),
            submitted: text(&input["final"]).join("|").parse().unwrap(),
        }
    }

    pub(crate) fn check(&self, rules: &Rules) -> Result<TurnReport, TurnError> {
        let Self { table, hand, open, opened, submitted } = self;
        let position = Position { table, hand, open, opened: *opened };
        check_turn(&TurnRules::new(rules), &position, submitted)
    }

    /// "ok", or the code of the first fault.
    pub(crate) fn outcome(&self, rules: &str) -> &'static str {
        self.check(&rules.parse().unwrap()).map_or_else(|error| error.code().as_str(), |_| "ok")
    }
}

fn check(case: &Case) {
    let turn = Turn::new(&case.input);
    let found = match turn.check(&case.rules()) {
        Ok(report) => json!({
            "ok": true,
            "laid": report.laid.len(),
            "hand_after": report.hand_after.len(),
            "melds_after": report.melds_after,
            "goes_out": report.goes_out,
        }),
        Err(error) => json!({"ok": false, "error": error.code().as_str()}),
    };
    assert_eq!(found, case.expected, "{}", case.id);
}

#[test]
fn turns_are_judged_as_in_the_cases() {
    Case::all("turn").iter().for_each(check);
}

#[test]
fn opening_points_are_those_of_the_cases() {
    let rules = TurnRules::new(&Rules::preset("thirty-six").unwrap());
    for case in Case::all("opening_points") {
        let melds = text(&case.input["melds"]);
        let worth = |meld: &str| {
            let meld: Meld = meld.parse().unwrap();
            opening_points(&rules.melds().classify(&meld).unwrap())
        };
        let points: u32 = melds.into_iter().map(worth).sum();
        let found = json!({"points": points, "opens": points >= 36});
        assert_eq!(found, case.expected, "{}", case.id);
    }
}

#[test]
fn a_table_is_changed_if_its_melds_are() {
    let table = "4s 5s 6s | 9c 9d 9h";
    let outcome = |rules, submitted| Turn::of(table, "Kd", submitted).unopened().outcome(rules);
    for same in [table, "9c 9d 9h | 4s 5s 6s"] {
        assert_eq!(outcome("agimeg", same), "ok");
        assert_eq!(outcome("wikipedia", same), "ok");
    }
    let turned = "4s 5s 6s | 9h 9c 9d";
    assert_eq!(outcome("agimeg", turned), "ok");
    assert_eq!(outcome("agimeg", "6s 4s 5s | 9c 9d 9h"), "ok");
    assert_eq!(outcome("wikipedia", turned), "E_NOT_OPENED");
    assert_eq!(Turn::of(table, "Kd", turned).outcome("wikipedia"), "ok");
    assert_eq!(
        Turn::of(table, "Kd", turned).outcome("wikipedia(pure_rearrange=restore)"),
        "E_NO_HAND_CARD"
    );
    assert_eq!(
        Turn::of(table, "Kd", turned).outcome("wikipedia(pure_rearrange=penalty)"),
        "E_NO_HAND_CARD"
    );
}

#[test]
fn a_player_opens_with_a_meld_purely_from_hand() {
    let opened = |rules: &str, turn: Turn| turn.check(&rules.parse().unwrap()).map(|r| r.opened);
    for rules in ["agimeg", "wikipedia"] {
        let idle = Turn::of("4h 5h 6h", "7h Kd", "4h 5h 6h");
        assert_eq!(opened(rules, idle.unopened()), Ok(false));
        let spread =
            Turn::of("6c 7c 8c | 2h 2d 2s", "3c 4c 5c 2c", "2c 2h 2d 2s | 3c 4c 5c 6c 7c 8c");
        assert_eq!(opened(rules, spread.unopened()), Ok(true));
        let before = Turn::of("4h 5h 6h", "7h Kd", "4h 5h 6h 7h");
        assert_eq!(opened(rules, before), Ok(true));
    }
    let lay_off = || Turn::of("4h 5h 6h", "7h Kd", "4h 5h 6h 7h").unopened();
    assert_eq!(opened("agimeg", lay_off()), Ok(false));
    assert_eq!(opened("wikipedia", lay_off()), Err(TurnError::NotOpened));
}

#[test]
fn open_cards_count_once_and_stay_on_the_table() {
    let rules = "tahiti(jokers=0)".parse().unwrap();
    for table in ["Qs Ks As", "Qs Ks As | 7d | Js"] {
        let turn = Turn::of(table, "Ts 2c", "Ts Js Qs Ks As | 7d").with_open("7d Js");
        let report = turn.check(&rules).unwrap();
        assert_eq!(
            (report.laid.to_string(), report.open_after.to_string()),
            ("Ts".into(), "7d".into())
        );
        assert_eq!((report.melds_after, report.hand_after.len()), (1, 1));
        let lost = Turn::of(table, "Ts 2c", "Ts Js Qs Ks As").with_open("7d Js");
        assert_eq!(lost.check(&rules).unwrap_err().to_string(), "7d must stay on the table");
    }
    let used = Turn::of("Qs Ks As", "2c", "Js Qs Ks As").with_open("Js");
    assert_eq!(used.outcome("tahiti(jokers=0)"), "E_NO_HAND_CARD");
}

#[test]
fn rules_turn_up_so_many_open_cards_and_no_more() {
    let one = Turn::of("Qs Ks As", "Ts", "Ts Js Qs Ks As").with_open("Js");
    assert_eq!(one.outcome("modiano"), "E_OPEN_CARDS");
    let five = Turn::of("", "Ts Qs", "Ts Js Qs | 7d | 7h | 7c | 7s").with_open("Js 7c 7d 7h 7s");
    assert_eq!(five.outcome("tahiti"), "E_OPEN_CARDS");
    let open = "Js 7d".parse().unwrap();
    let rules = TurnRules::new(&"modiano".parse().unwrap());
    let said = rules.check_open(&open).unwrap_err().to_string();
    assert_eq!(said, "open cards: these rules have none, not 2");
}

#[test]
fn the_first_fault_in_order_is_told() {
    let table = "4h 5h 6h | 9c 9d 9s";
    for (rules, hand, submitted, code) in [
        ("agimeg", "Kd", "4h 5h 6h | 9c 9d | Qd", "E_TABLE_CARD_MISSING"),
        ("agimeg(turn_cap=1)", "Kd Qd", "4h 5h 6h | 9c 9d 9s | Kd Qd Jd", "E_NOT_IN_HAND"),
        ("wikipedia(turn_cap=3)", "Kd Qd 2c 3c", "4h 5h 6h 9c 9d 9s Kd Qd 2c 3c", "E_TURN_CAP"),
        ("wikipedia", "Kd Qd", "4h 5h 6h 9c 9d 9s Kd Qd", "E_NOT_OPENED"),
        ("wikipedia", "Kd", "4h 5h 6h 9c 9d 9s", "E_NOT_OPENED"),
        ("agimeg-no-twins", "4h 5h 6h Kd", "4h 5h 6h | 4h 5h 6h | 9c 9d 9s | Kd", "E_MELD_SHORT"),
        ("agimeg", "Kd", "4h 5h | 6h 9c 9d 9s", "E_MELD_SHORT"),
        ("agimeg", "Kd", "6h 9c 9d 9s | 4h 5h", "E_MIXED"),
    ] {
        let turn = Turn::of(table, hand, submitted).unopened();
        assert_eq!(turn.outcome(rules), code, "{submitted}");
    }
    let split = Turn::of("Ac 2c 3c 4c | 2c 3c 4c 5c", "", "2c 3c 4c | 2c 3c 4c | Ac 5c");
    assert_eq!(split.outcome("agimeg-no-twins"), "E_MELD_SHORT");
    let twins =
        Turn::of("3c 4c 5c 6c 7c 8c | 3c 4c 5c 6c 7c", "", "3c 4c 5c | 6c 7c 8c | 3c 4c 5c 6c 7c");
    assert_eq!(twins.outcome("agimeg-no-twins"), "E_NO_HAND_CARD");
    let twins = Turn::of("3c 4c 5c 6c 7c 8c | 3c 4c 5c", "", "3c 4c 5c | 6c 7c 8c | 3c 4c 5c");
    assert_eq!(twins.outcome("agimeg-no-twins"), "E_IDENTICAL_MELD");
}

#[test]
fn impossible_positions_are_refused_by_name() {
    let table = "7h 7d 7s";
    for (rules, turn, code, sentence) in [
        (
            "agimeg",
            Turn::of(table, "7h 7h", table),
            "E_TOO_MANY_COPIES",
            "table, open cards and hand: 7h is there 3 times, the deck has 2",
        ),
        (
            "tahiti(decks=1)",
            Turn::of(table, "", table).with_open("7d"),
            "E_TOO_MANY_COPIES",
            "table, open cards and hand: 7d is there 2 times, the deck has 1",
        ),
        (
            "neapolitan",
            Turn::of(table, "8c", table),
            "E_CARD",
            "table, open cards and hand: the pack has no 8c",
        ),
        (
            "neapolitan",
            Turn::of("7h 8h 9h", "", "7h 8h 9h"),
            "E_CARD",
            "\"7h 8h 9h\" is no legal meld: the pack has no 8h",
        ),
        (
            "agimeg",
            Turn::of(table, "*", table),
            "E_JOKER_OFF",
            "table, open cards and hand: these rules have no jokers",
        ),
        (
            "agimeg-jokers2",
            Turn::of(table, "* * *", table),
            "E_TOO_MANY_COPIES",
            "table, open cards and hand: * is there 3 times, the deck has 2",
        ),
        (
            "agimeg-must-play(jokers=6)",
            Turn::of(table, "* * * * *", table),
            "E_JOKER_UNSUPPORTED",
            "jokers: best lays are found with at most 4 in play, not 5",
        ),
        (
            "agimeg",
            Turn::of("7h 7d | 7s", "", table),
            "E_MELD_SHORT",
            "\"7h 7d\" is no legal meld: it has fewer than 3 cards",
        ),
        (
            "tahiti",
            Turn::of("7h 7d 7s | 2c | 2c", "", table).with_open("2c"),
            "E_MELD_SHORT",
            "\"2c\" is no legal meld: it has fewer than 3 cards",
        ),
        (
            "agimeg-no-twins",
            Turn::of("7h 7d 7s | 7d 7h 7s", "", table),
            "E_IDENTICAL_MELD",
            "\"7d 7h 7s\" lies on the table twice",
        ),
    ] {
        let error = turn.check(&rules.parse().unwrap()).unwrap_err();
        assert!(matches!(error, TurnError::Position(_)), "{error}");
        assert_eq!((error.code().as_str(), error.to_string().as_str()), (code, sentence));
    }
}

#[test]
fn a_submission_is_never_too_large() {
    let copies = "7h ".repeat(255);
    let all: String = Card::all().map(|card| copies.replace("7h", &card.to_string())).collect();
    let turn = Turn::of("", "Kd", &all);
    let error = turn.check(&"agimeg".parse().unwrap()).unwrap_err();
    assert_eq!(error.code().as_str(), "E_NOT_IN_HAND");
    assert!(error.to_string().len() < 100);
    let hostile = Turn::of("", &all, &all);
    assert_eq!(hostile.outcome("agimeg"), "E_TOO_MANY_COPIES");
}
