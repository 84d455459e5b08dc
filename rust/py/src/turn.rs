//! `machiavelli.check_meld`, `machiavelli.check_turn` and what they return.

use machiavelli_core::turn::Position;
use machiavelli_core::{self as core, MeldKind};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::card::Card;
use crate::cards::Cards;
use crate::error::{BadField, Result};
use crate::meld::Meld;
use crate::record::record;
use crate::rules::{RuleOptions, RulesArg};
use crate::table::Table;
use crate::value::{Given, OrDefault, Text};

/// What the rules make of a legal meld.
#[pyclass(frozen, module = "machiavelli")]
pub(crate) struct MeldReading {
    kind: MeldKind,
    jokers: Vec<Vec<core::Card>>,
    canonical: core::Meld,
}

#[pymethods]
impl MeldReading {
    #[new]
    fn new(
        kind: Text,
        canonical: Given<'_, Meld>,
        jokers: Vec<Vec<Given<'_, Card>>>,
    ) -> Result<Self> {
        let named = [MeldKind::Set, MeldKind::Run].into_iter().find(|known| known.name() == kind.0);
        let cards = |joker: Vec<Given<'_, Card>>| joker.iter().map(|card| card.0.card()).collect();
        Ok(Self {
            kind: named.ok_or_else(|| BadField::new("kind", &kind.0))?,
            canonical: canonical.0.clone(),
            jokers: jokers.into_iter().map(cards).collect(),
        })
    }

    /// Which of the two kinds it is, `"set"` or `"run"` (R3.1).
    #[getter]
    fn kind(&self) -> &'static str {
        self.kind.name()
    }

    /// The meld in its one canonical layout: a run rises, a set is in index order.
    #[getter]
    fn canonical(&self) -> Meld {
        Meld(self.canonical.clone())
    }

    /// What each joker stands for, from left to right.
    ///
    /// That is one card, or the several that a floating joker is at once (R5.2).
    #[getter]
    fn jokers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let cards =
            |joker: &Vec<core::Card>| PyTuple::new(py, joker.iter().map(|&card| Card(card.into())));
        PyTuple::new(py, self.jokers.iter().map(cards).collect::<PyResult<Vec<_>>>()?)
    }
}

record!(MeldReading: "kind", "canonical", "jokers");

/// Tells what a meld is under the rules; its copies of a card may be more than the packs have.
///
/// Raises `InvalidMeldError` with the first fault in the order of R3.12.
///
/// >>> check_meld("Qc Kc Ac").kind
/// 'run'
/// >>> check_meld("Jc Jh *=Js", "agimeg-jokers4").jokers
/// ((Card('Js'),),)
/// >>> try:
/// ...     check_meld("Kc Ac 2c")
/// ... except InvalidMeldError as error:
/// ...     print(error.code)
/// E_RUN_ACE
#[pyfunction]
#[pyo3(
    signature = (meld, rules = RulesArg::DEFAULT, **options),
    text_signature = "(meld, rules='modiano', **options)"
)]
pub(crate) fn check_meld<'py>(
    py: Python<'py>,
    meld: Given<'py, Meld>,
    rules: RulesArg<'py>,
    options: Option<RuleOptions>,
) -> Result<MeldReading> {
    let rules = rules.with(py, options)?;
    let reading = rules.get().turn().melds().classify(&meld.0)?;
    Ok(MeldReading {
        kind: reading.kind(),
        jokers: reading.jokers().map(|joker| joker.cards().collect()).collect(),
        canonical: reading.canonical(),
    })
}

/// What a legal turn does.
#[pyclass(frozen, module = "machiavelli")]
pub(crate) struct TurnReport {
    laid: core::Cards,
    hand_after: core::Cards,
    table: Py<Table>,
    goes_out: bool,
    opened: bool,
}

#[pymethods]
impl TurnReport {
    #[new]
    fn new(
        laid: Given<'_, Cards>,
        hand_after: Given<'_, Cards>,
        table: Given<'_, Table>,
        goes_out: bool,
        opened: bool,
    ) -> Self {
        let table = table.object.unbind();
        Self { laid: laid.0, hand_after: hand_after.0, table, goes_out, opened }
    }

    /// The cards that leave the hand; none if the player only draws.
    #[getter]
    fn laid(&self) -> Cards {
        Cards(self.laid)
    }

    /// The cards that stay in the hand.
    #[getter]
    fn hand_after(&self) -> Cards {
        Cards(self.hand_after)
    }

    /// The table as it was submitted.
    #[getter]
    fn table(&self, py: Python<'_>) -> Py<Table> {
        self.table.clone_ref(py)
    }

    /// Whether the hand is empty afterwards (R4.13).
    #[getter]
    fn goes_out(&self) -> bool {
        self.goes_out
    }

    /// Whether the player has opened, now or before (R4.8).
    #[getter]
    fn opened(&self) -> bool {
        self.opened
    }
}

record!(TurnReport: "laid", "hand_after", "table", "goes_out", "opened");

/// Judges the table that a player submits at the end of a turn.
///
/// `table` is the table before, `final` the one submitted, `hand` the hand before. Open cards that
/// still lie alone are given by `open_cards` and, in `final`, as melds of one card (R3.9).
/// `opened` tells whether the player has opened in this deal (R4.8).
///
/// Which joker is which is not said: a turn is legal if some account of it keeps to R5.11.
///
/// Raises `IllegalTurnError` with the first fault in the order of R4.16, `InvalidTableError` if
/// `table` is not valid, and `PositionError` if the deck does not have these cards, if the rules
/// turn up fewer open ones, or if it takes a search (what could open, or must be laid) and there
/// are more than four jokers.
///
/// >>> turn = check_turn("9c 9d 9h 9s | Tc Td Th Ts", "Jh", "9c 9d 9s | Tc Td Ts | 9h Th Jh")
/// >>> turn.laid, turn.goes_out
/// (Cards('Jh'), True)
/// >>> try:
/// ...     check_turn("4s 5s 6s 7s", "Kd", "4s 5s 6s")
/// ... except IllegalTurnError as error:
/// ...     print(error.code, "-", error)
/// E_TABLE_CARD_MISSING - 7s must stay on the table
#[pyfunction]
#[pyo3(
    signature = (
        table, hand, r#final, rules = RulesArg::DEFAULT, *, opened = true, open_cards = OrDefault::Default,
        **options
    ),
    text_signature = "(table, hand, final, rules='modiano', *, opened=True, open_cards='', \
                      **options)"
)]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn check_turn<'py>(
    py: Python<'py>,
    table: Given<'py, Table>,
    hand: Given<'py, Cards>,
    r#final: Given<'py, Table>,
    rules: RulesArg<'py>,
    opened: bool,
    open_cards: OrDefault<'py, Cards>,
    options: Option<RuleOptions>,
) -> Result<TurnReport> {
    let rules = rules.with(py, options)?;
    let open = open_cards.cards();
    let position = Position { table: &table.0, hand: &hand.0, open: &open, opened };
    let report = rules.get().0.check_turn(&position, &r#final.0)?;
    Ok(TurnReport {
        laid: report.laid,
        hand_after: report.hand_after,
        table: r#final.object.unbind(),
        goes_out: report.goes_out,
        opened: report.opened,
    })
}
