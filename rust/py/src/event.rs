//! `machiavelli.events`: what happens in a game, a class for each.

use machiavelli_core as core;
use machiavelli_core::state::{self, Cause, Seats};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cards::Cards;
use crate::error::Result;
use crate::outcome::Outcome;
use crate::record::{field, record};
use crate::seat::tuple;

/// Declares classes that are values by their fields.
macro_rules! events {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident { $($(#[doc = $about:literal])+ $field:ident: $type:ty,)+ }
    )+) => { $(
        $(#[doc = $doc])+
        #[pyclass(frozen, module = "machiavelli.events")]
        pub(crate) struct $name { $($(#[doc = $about])+ #[pyo3(get)] $field: $type,)+ }

        #[pymethods]
        impl $name {
            #[new]
            fn new($($field: &Bound<'_, PyAny>),+) -> Result<Self> {
                Ok(Self { $($field: field(stringify!($field), $field)?),+ })
            }
        }

        record!($name: $(stringify!($field)),+);
    )+ };
}

events! {
    /// Hands were dealt to everybody who plays (R2.5).
    Dealt {
        /// Number of the deal in the match, from 1.
        deal: u32,
        /// Who dealt.
        dealer: usize,
        /// Who plays.
        players: Py<PyTuple>,
        /// Cards per hand.
        hand_size: u8,
    }
    /// Cards were turned up in the centre (R2.12).
    TurnedUp {
        /// The cards.
        cards: Py<Cards>,
    }
    /// A turn began.
    TurnBegan {
        /// Whose.
        seat: usize,
    }
    /// A player took cards from the stock.
    Drew {
        /// The player.
        seat: usize,
        /// How many.
        count: usize,
        /// Which ones, for whoever may know; None for others.
        cards: Option<Py<Cards>>,
        /// What for: `"start"`, `"idle"`, `"laid"` or `"penalty"`.
        reason: String,
    }
    /// A player laid hand cards, and the table is as submitted.
    Laid {
        /// The player.
        seat: usize,
        /// The hand cards.
        cards: Py<Cards>,
    }
    /// A player laid nothing and left the table otherwise than it was, which stays (R4.7).
    Rearranged {
        /// The player.
        seat: usize,
    }
    /// A player has opened (R4.8).
    Opened {
        /// The player.
        seat: usize,
    }
    /// The table is as it was when the turn began, and so is the hand.
    Restored {
        /// Whose attempt it was.
        seat: usize,
        /// Why: `"illegal"`, `"conceded"` or `"timed out"`.
        cause: String,
        /// The code of what was illegal; None if nothing was.
        code: Option<String>,
        /// The same as a sentence.
        message: Option<String>,
    }
    /// A player took the cards of melds that could not be put right; the others stay (R4.10).
    Took {
        /// The player.
        seat: usize,
        /// The cards, among them those that the player had laid.
        cards: Py<Cards>,
        /// Why: `"illegal"` or `"conceded"`.
        cause: String,
        /// The code of what was illegal; None if nothing was submitted.
        code: Option<String>,
        /// The same as a sentence.
        message: Option<String>,
    }
    /// A player laid the last card (R4.13).
    WentOut {
        /// The player.
        seat: usize,
    }
    /// The deal is over and scored.
    DealOver {
        /// What it came to.
        outcome: Py<Outcome>,
    }
    /// Players were excluded by their totals (R6.6).
    Excluded {
        /// The players.
        seats: Py<PyTuple>,
    }
    /// Players are even, and play on alone (R6.8).
    Tied {
        /// The players.
        seats: Py<PyTuple>,
    }
    /// The match is over.
    MatchOver {
        /// Who has won it.
        winners: Py<PyTuple>,
    }
}

/// Events of a match of these players on their way to Python.
pub(crate) fn events<'a, 'py>(
    py: Python<'py>,
    events: impl IntoIterator<Item = &'a state::Event>,
    seats: Seats,
) -> PyResult<Bound<'py, PyTuple>> {
    let events = events.into_iter().map(|event| one(py, event, seats));
    PyTuple::new(py, events.collect::<PyResult<Vec<_>>>()?)
}

fn one<'py>(py: Python<'py>, event: &state::Event, seats: Seats) -> PyResult<Bound<'py, PyAny>> {
    let cards = |cards: core::Cards| Py::new(py, Cards(cards));
    let tuple = |seats: Seats| tuple(py, seats).map(Bound::unbind);
    let why = |cause: &Cause| {
        let error = cause.error();
        let code = error.map(|error| error.code().as_str().to_owned());
        (cause.as_str().to_owned(), code, error.map(ToString::to_string))
    };
    Ok(match event {
        state::Event::Dealt { deal, dealer, players, hand_size } => {
            let (dealer, players) = (dealer.index(), tuple(*players)?);
            Bound::new(py, Dealt { deal: *deal, dealer, players, hand_size: *hand_size })?
                .into_any()
        }
        state::Event::TurnedUp(turned) => {
            Bound::new(py, TurnedUp { cards: cards(*turned)? })?.into_any()
        }
        state::Event::TurnBegan(seat) => {
            Bound::new(py, TurnBegan { seat: seat.index() })?.into_any()
        }
        state::Event::Drew { seat, count, cards: drawn, reason } => {
            let (seat, reason) = (seat.index(), reason.as_str().to_owned());
            let cards = drawn.map(cards).transpose()?;
            Bound::new(py, Drew { seat, count: *count, cards, reason })?.into_any()
        }
        state::Event::Laid { seat, cards: laid } => {
            Bound::new(py, Laid { seat: seat.index(), cards: cards(*laid)? })?.into_any()
        }
        state::Event::Rearranged(seat) => {
            Bound::new(py, Rearranged { seat: seat.index() })?.into_any()
        }
        state::Event::Opened(seat) => Bound::new(py, Opened { seat: seat.index() })?.into_any(),
        state::Event::Restored { seat, cause } => {
            let (seat, (cause, code, message)) = (seat.index(), why(cause));
            Bound::new(py, Restored { seat, cause, code, message })?.into_any()
        }
        state::Event::Took { seat, cards: taken, cause } => {
            let (seat, (cause, code, message)) = (seat.index(), why(cause));
            let cards = cards(*taken)?;
            Bound::new(py, Took { seat, cards, cause, code, message })?.into_any()
        }
        state::Event::WentOut(seat) => Bound::new(py, WentOut { seat: seat.index() })?.into_any(),
        state::Event::DealOver(outcome) => {
            let outcome = Py::new(py, Outcome { outcome: *outcome, seats })?;
            Bound::new(py, DealOver { outcome })?.into_any()
        }
        state::Event::Excluded(seats) => {
            Bound::new(py, Excluded { seats: tuple(*seats)? })?.into_any()
        }
        state::Event::Tied(seats) => Bound::new(py, Tied { seats: tuple(*seats)? })?.into_any(),
        state::Event::MatchOver(winners) => {
            Bound::new(py, MatchOver { winners: tuple(*winners)? })?.into_any()
        }
    })
}
