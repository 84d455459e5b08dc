//! Whether the jokers that lay on the table may lie as they do now (R5.5 to R5.12).
//!
//! A submitted table does not say which joker is which, nor which card replaced which joker, so a
//! turn is legal if *some* account of it is: each joker that lay in a meld either stays, or is
//! released by a card that lies on the table now and goes somewhere else. [`search`] looks for such
//! an account, whatever the order of the moves.

mod board;
mod order;
mod search;

use board::Board;

use super::{LockedMeld, TurnError, TurnRules};
use crate::cards::Cards;
use crate::meld::{MeldKind, MeldReading};
use crate::solver::{Lock, Reuse, Source};
use crate::table::Table;

/// Judges the jokers of two valid tables, one before and one after a turn that laid these cards.
pub(super) fn check(
    rules: &TurnRules,
    before: &Table,
    after: &Table,
    laid: &Cards,
) -> Result<(), TurnError> {
    let laws = rules.joker_laws();
    if laws.lock != Lock::None {
        let board = Board::new(rules, before, after, laid);
        if !board.can_be_accounted_for(laws.source, laws.reuse) {
            return Err(fault(&board, rules));
        }
    }
    if !laws.to_run {
        check_runs(rules, before, after)?;
    }
    Ok(())
}

/// Why there is no account of what happened to the jokers (R5.12).
fn fault(board: &Board<'_>, rules: &TurnRules) -> TurnError {
    let laws = rules.joker_laws();
    // What fails first as melds are added one by one, the jokers of the others being unbound.
    let at_fault = (1..board.old.len())
        .find(|&melds| !board.first(melds).can_be_accounted_for(laws.source, laws.reuse))
        .unwrap_or(board.old.len());
    let old = &board.old[at_fault - 1];
    let locked = LockedMeld {
        meld: old.meld.clone(),
        jokers: old.jokers.iter().map(|joker| joker.stands_for).collect(),
    };
    if board.can_be_accounted_for(laws.source, Reuse::Anywhere) {
        TurnError::JokerReuse(locked)
    } else if board.can_be_accounted_for(Source::HandOrTable, laws.reuse) {
        TurnError::JokerSource(locked)
    } else {
        TurnError::JokerLocked(locked)
    }
}

/// Whether no joker was added to a run that lay on the table: a run that contains all its cards
/// holds no more jokers (R5.5).
fn check_runs(rules: &TurnRules, before: &Table, after: &Table) -> Result<(), TurnError> {
    let jokers = |run: &MeldReading<'_>| run.meld().iter().filter(|card| card.is_joker()).count();
    let after: Vec<MeldReading<'_>> = runs(rules, after).collect();
    for run in runs(rules, before) {
        let cards = run.meld().cards();
        let grown = |other: &MeldReading<'_>| {
            jokers(other) > jokers(&run) && cards.is_subset(&other.meld().cards())
        };
        if after.iter().any(grown) {
            return Err(TurnError::JokerRun(run.meld().clone()));
        }
    }
    Ok(())
}

fn runs<'a>(rules: &'a TurnRules, table: &'a Table) -> impl Iterator<Item = MeldReading<'a>> {
    let readings = table.melds().filter_map(|meld| rules.melds().classify(meld).ok());
    readings.filter(|reading| reading.kind() == MeldKind::Run)
}
