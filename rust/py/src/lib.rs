//! `machiavelli._core`, the compiled half of the Python package: convert, call, convert.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what was extracted from Python's arguments is handed over by value"
)]
#![expect(clippy::doc_link_with_quotes, reason = "the documentation is Python's, not rustdoc's")]

mod action;
mod arena;
mod arrays;
mod batch;
mod card;
mod cards;
mod detached;
mod error;
mod event;
mod integer;
mod lay;
mod meld;
mod odds;
mod outcome;
mod plan;
mod player;
mod question;
mod record;
mod rules;
mod seat;
mod sim;
mod state;
mod table;
mod turn;
mod value;
mod view;

#[pyo3::pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for a module's version")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::{
        action::Action,
        arena::Arena,
        batch::{SolveBatch, solve_many},
        card::Card,
        cards::Cards,
        event::{
            DealOver, Dealt, Drew, Excluded, Laid, MatchOver, Opened, Rearranged, Restored, Tied,
            Took, TurnBegan, TurnedUp, WentOut,
        },
        lay::{Release, Solution, can_lay, solve},
        meld::Meld,
        odds::{complete_hands, meld_in_hand, most_cards_laid},
        outcome::Outcome,
        plan::{Plan, PlanFault},
        player::Builtin,
        rules::{Rules, check_solvable},
        sim::{play_games, record_game},
        state::State,
        table::Table,
        turn::{MeldReading, TurnReport, check_meld, check_turn},
        view::View,
    };
}
