use machiavelli_core::rules::{JokerLock, OptionValue, Rules};
use machiavelli_core::solver::{JokerQuestion, Solver};
use machiavelli_core::turn::{Position, TurnError, TurnRules, Wish, check_turn};
use machiavelli_core::{Card, Cards, Meld, Table};

use super::input::Lines;
use super::sentence::assert_is_sentence;

/// Lines: rules, table, hand, open cards, submitted table. Cards are neither made nor lost, and the
/// order of the melds does not matter. The best lay is legal, and no legal turn lays more. A table may
/// stay as it is. What is legal stays so where jokers are bound less.
pub fn turn(bytes: &[u8]) {
    read(bytes);
}

fn read(bytes: &[u8]) -> Option<()> {
    let mut lines = Lines::new(bytes)?;
    let named: Rules = lines.read()?;
    let rules = TurnRules::new(&named);
    let table: Table = lines.read()?;
    let hand: Cards = lines.read()?;
    let open: Cards = lines.read()?;
    let submitted: Table = lines.read()?;
    let mut solver = Solver::new(rules.melds());
    for opened in [false, true] {
        let position = Position { table: &table, hand: &hand, open: &open, opened };
        let verdict = check_turn(&rules, &position, &submitted);
        let most = best_lay(&rules, &mut solver, &position);
        let alone = open.difference(table.alone());
        let alone = alone.iter().map(|card| Meld::new([card.into()]).expect("one card"));
        let same = Table::new(table.entries().iter().cloned().chain(alone));
        if let Ok(Err(error)) = same.map(|same| check_turn(&rules, &position, &same)) {
            assert!(matches!(error, TurnError::Position(_) | TurnError::MustPlay), "{error}");
        }
        let sorted = check_turn(&rules, &position, &submitted.sorted());
        assert_eq!(verdict.as_ref().ok(), sorted.as_ref().ok());
        match verdict {
            Err(error) => {
                assert_is_sentence(&error);
                // Of several melds at fault the first as written is named.
                if !matches!(error, TurnError::Table(_)) {
                    assert_eq!(sorted, Err(error));
                }
            }
            Ok(report) => {
                assert_eq!(report.laid.saturating_add(&report.hand_after), hand);
                assert_eq!(report.goes_out, report.hand_after.is_empty());
                assert!(report.opened || !opened);
                let jokers = submitted.cards().count(Card::JOKER) + hand.count(Card::JOKER);
                let searched = most.is_some() || jokers > JokerQuestion::MOST;
                assert!(searched && most.is_none_or(|most| report.laid.len() <= most), "{most:?}");
                assert!(report.open_after.is_subset(&open));
                let melds = table.melded();
                let before = melds.saturating_add(&open);
                assert_eq!(before.saturating_add(&report.laid), submitted.cards());
                if before.contains(Card::JOKER) && !report.laid.is_empty() {
                    for looser in looser(&named) {
                        let again = check_turn(&looser, &position, &submitted);
                        assert_eq!(again.as_ref(), Ok(&report));
                    }
                }
            }
        }
    }
    Some(())
}

/// Rules that bind jokers less than these, or as much.
fn looser(rules: &Rules) -> impl Iterator<Item = TurnRules> {
    let lock = rules.options().joker_lock;
    let less = match lock {
        JokerLock::Full => JokerLock::Partial,
        JokerLock::Partial | JokerLock::None => JokerLock::None,
    };
    let changes = [
        ("joker_lock", less.as_str()),
        ("joker_source", "hand_or_table"),
        ("joker_reuse", "anywhere"),
        ("joker_to_run", "until_full"),
    ];
    changes.into_iter().map(|(option, value)| {
        let looser = rules.replace([(option, OptionValue::from(value))]);
        TurnRules::new(&looser.expect("options about jokers exclude no others"))
    })
}

/// How many cards can be laid, if it is a position that can be played and has few jokers.
fn best_lay(rules: &TurnRules, solver: &mut Solver, position: &Position<'_>) -> Option<usize> {
    let lay = rules.best_lay(solver, position, &Wish::default());
    let lay = lay.inspect_err(assert_is_sentence).ok()?;
    let after = rules.arrange(solver, position, &lay);
    if !lay.laid.is_empty() {
        let report = check_turn(rules, position, &after).expect("the best lay is legal");
        assert_eq!(report.laid, lay.laid);
        assert_eq!(report.goes_out, lay.goes_out);
    }
    Some(lay.laid.len())
}
