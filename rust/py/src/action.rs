//! `machiavelli.Action`.

use machiavelli_core::state;
use pyo3::prelude::*;

use crate::card::Card;
use crate::error::Result;
use crate::table::{self, Table};
use crate::value::{Given, Parts, Value, show_and_copy};

/// What the player on turn does.
///
/// Made from its text: `submit: TABLE` announces that the table stays like this, `pass` leaves it
/// as it is, `draw` draws under rules where that is a choice, `concede` gives up an attempt and
/// `time-out` says that time has run out (R4.1). After `draw:` and `concede:` comes the table as
/// the player has left it, which matters where a mistake costs the cards of bad melds (R4.10). An
/// iterable of melds, in particular a `Table`, is a submission.
///
/// Raises `ParseError` for text of another form.
///
/// >>> Action("submit: 4h 5h 6h | 9c 9d 9s") == Action(Table("4h 5h 6h | 9c 9d 9s"))
/// True
/// >>> Action("concede").kind, Action("pass").table
/// ('concede', None)
#[pyclass(frozen, eq, hash, module = "machiavelli")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Action(pub(crate) state::Action);

#[pymethods]
impl Action {
    #[new]
    #[pyo3(signature = (action, /))]
    fn new(action: Given<'_, Self>) -> Self {
        Self(action.0.clone())
    }

    /// The word for it, with which its text begins.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// The table that goes with it; None if there is none.
    #[getter]
    fn table(&self) -> Option<Table> {
        self.0.table().cloned().map(Table)
    }

    /// The card of a discard, which is never legal (R4.12); None for everything else.
    #[getter]
    fn card(&self) -> Option<Card> {
        match self.0 {
            state::Action::Discard(card) => Some(Card(card.into())),
            _ => None,
        }
    }
}

show_and_copy!(Action);

impl Value for Action {
    const WANTED: &'static str = "an Action, its text, or a Table to submit";

    fn from_text(text: &str) -> Result<Self> {
        Ok(Self(text.parse()?))
    }

    fn from_parts(parts: Parts<'_>) -> Option<Result<Self>> {
        Some(table::collect(parts).map(|table| Self(state::Action::Submit(table))))
    }
}
