//! `machiavelli._core`, the compiled half of the Python package: convert, call, convert.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what was extracted from Python's arguments is handed over by value"
)]
#![expect(clippy::doc_link_with_quotes, reason = "the documentation is Python's, not rustdoc's")]

mod batch;
mod card;
mod cards;
mod detached;
mod error;
mod lay;
mod meld;
mod odds;
mod plan;
mod question;
mod record;
mod rules;
mod table;
mod turn;
mod value;

#[pyo3::pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for a module's version")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::{
        batch::{SolveBatch, solve_many},
        card::Card,
        cards::Cards,
        lay::{Solution, can_lay, solve},
        meld::Meld,
        odds::{complete_hands, meld_in_hand, most_cards_laid},
        plan::{Plan, PlanFault},
        rules::Rules,
        table::Table,
        turn::{MeldReading, TurnReport, check_meld, check_turn},
    };
}
