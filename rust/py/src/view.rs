//! `machiavelli.View`.

use std::borrow::Cow;
use std::sync::Arc;

use machiavelli_core::state::{self, Seat};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cards::Cards;
use crate::error::Result;
use crate::outcome::Outcome;
use crate::record::{field, record};
use crate::rules::Rules;
use crate::seat::{SeatArg, SeatsArg, by_seat, for_seats, tuple};
use crate::table::Table;
use crate::value::Given;

/// What a player may see of a game: all but the others' hands and the order of the stock.
///
/// It is all that players get. Seats are numbered clockwise from 0; what everybody has comes as a
/// tuple by seat.
///
/// >>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
/// >>> view = state.view(0)
/// >>> view.on_turn, view.hand, view.hand_sizes, view.stock_size
/// (0, Cards('6c 9c 4d 7d Td Jd Kd Ah 9h Th Th Qh Qs'), (13, 13), 78)
/// >>> solve(view.table, view.hand, view.rules, opened=view.has_opened).laid
/// Cards('')
#[pyclass(frozen, module = "machiavelli")]
pub(crate) struct View(pub(crate) state::View<'static>);

#[pymethods]
impl View {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "copies and pickles are made by it")]
    fn new(
        rules: &Bound<'_, Rules>,
        seat: SeatArg,
        seats: SeatsArg,
        players: SeatsArg,
        dealer: SeatArg,
        on_turn: Option<SeatArg>,
        hand: Given<'_, Cards>,
        hand_sizes: &Bound<'_, PyAny>,
        table: Given<'_, Table>,
        open_cards: Given<'_, Cards>,
        stock_size: &Bound<'_, PyAny>,
        opened: SeatsArg,
        out: SeatsArg,
        has_idled: bool,
        outcome: Option<Bound<'_, Outcome>>,
        deal_number: &Bound<'_, PyAny>,
        turn_number: &Bound<'_, PyAny>,
        still_in: SeatsArg,
        totals: &Bound<'_, PyAny>,
    ) -> Result<Self> {
        let sizes: Vec<u16> = field("hand_sizes", hand_sizes)?;
        let totals: Vec<u32> = field("totals", totals)?;
        Ok(Self(state::View {
            house: Arc::clone(&rules.get().0),
            seat: seat.0,
            seats: seats.0,
            players: players.0,
            dealer: dealer.0,
            on_turn: on_turn.map(|seat| seat.0),
            hand: hand.0,
            hand_sizes: for_seats(&sizes)?,
            table: Cow::Owned(table.0.clone()),
            open: open_cards.0,
            stock_size: field("stock_size", stock_size)?,
            opened: opened.0,
            out: out.0,
            has_idled,
            outcome: outcome.map(|outcome| outcome.get().outcome),
            deal_number: field("deal_number", deal_number)?,
            turn_number: field("turn_number", turn_number)?,
            still_in: still_in.0,
            totals: for_seats(&totals)?,
        }))
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(Arc::clone(&self.0.house))
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat.index()
    }

    /// Everybody who began the match.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.seats)
    }

    /// Who plays this deal.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.players)
    }

    /// Who dealt.
    #[getter]
    fn dealer(&self) -> usize {
        self.0.dealer.index()
    }

    /// Whose turn it is; None once the deal is over.
    #[getter]
    fn on_turn(&self) -> Option<usize> {
        self.0.on_turn.map(Seat::index)
    }

    /// The player's own hand.
    #[getter]
    fn hand(&self) -> Cards {
        Cards(self.0.hand)
    }

    /// How many cards everybody holds.
    #[getter]
    fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        by_seat(py, self.0.seats, &self.0.hand_sizes)
    }

    /// The table: melds, and as melds of one card the open cards that still lie alone.
    #[getter]
    fn table(&self) -> Table {
        Table(self.0.table.clone().into_owned())
    }

    /// The open cards that still lie alone (R3.9).
    #[getter]
    fn open_cards(&self) -> Cards {
        Cards(self.0.open)
    }

    /// How many cards the stock has.
    #[getter]
    fn stock_size(&self) -> usize {
        self.0.stock_size
    }

    /// Who has opened in this deal (R4.8).
    #[getter]
    fn opened<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.opened)
    }

    /// Whether the player whose view it is has opened in this deal (R4.8).
    #[getter]
    fn has_opened(&self) -> bool {
        self.0.position().opened
    }

    /// Who has gone out in this deal.
    #[getter]
    fn out<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.out)
    }

    /// Whether the player on turn has drawn for laying nothing, and may still play (R4.1).
    #[getter]
    fn has_idled(&self) -> bool {
        self.0.has_idled
    }

    /// What the deal came to; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome.map(|outcome| Outcome { outcome, seats: self.0.seats })
    }

    /// Number of the deal in the match, from 1.
    #[getter]
    fn deal_number(&self) -> u32 {
        self.0.deal_number
    }

    /// Number of the turn in the deal, from 1.
    #[getter]
    fn turn_number(&self) -> u32 {
        self.0.turn_number
    }

    /// Whose total has not excluded them from the match (R6.6).
    #[getter]
    fn still_in<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.still_in)
    }

    /// Penalty points in the match; those of a deal are added when it is over.
    #[getter]
    fn totals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        by_seat(py, self.0.seats, &self.0.totals)
    }
}

record!(
    View: "rules", "seat", "seats", "players", "dealer", "on_turn", "hand", "hand_sizes", "table",
    "open_cards", "stock_size", "opened", "out", "has_idled", "outcome", "deal_number",
    "turn_number", "still_in", "totals",
);
