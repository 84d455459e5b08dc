//! `machiavelli.Plan`.

use machiavelli_core::plan;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};

use crate::cards::Cards;
use crate::error::Result;
use crate::integer::{MeldNumber, Place};
use crate::meld::Meld;
use crate::record::{field, record};
use crate::rules::{RuleOptions, Rules, RulesArg};
use crate::table::Table;
use crate::value::{Given, OrDefault, Text};

/// A meld of a plan that may not lie like that at the end of a turn.
#[pyclass(frozen, module = "machiavelli")]
pub(crate) struct PlanFault {
    index: usize,
    code: String,
    message: String,
}

#[pymethods]
impl PlanFault {
    #[new]
    fn new(index: &Bound<'_, PyAny>, code: Text, message: Text) -> Result<Self> {
        Ok(Self { index: field("index", index)?, code: code.0, message: message.0 })
    }

    /// The number of the meld, from 0.
    #[getter]
    const fn index(&self) -> usize {
        self.index
    }

    /// The first failure in the order of R3.12, or `E_IDENTICAL_MELD`.
    #[getter]
    fn code(&self) -> &str {
        &self.code
    }

    /// The same as a sentence.
    #[getter]
    fn message(&self) -> &str {
        &self.message
    }
}

record!(PlanFault: "index", "code", "message");

/// The working table of a turn, on which cards move freely before anything is submitted (R4.3).
///
/// Made from the table and the hand at the start of the turn; `open_cards` lie alone (R3.9), and
/// `working` is the table as it is already rearranged. Melds need not be legal on the way. Copies
/// of a card are the same: `laid` is what the table has more than at the start, and `lifted` what
/// it has less, whichever card went where. Whether the turn is legal is not decided here, but when
/// `table` is submitted.
///
/// It never changes: each step gives the plan afterwards. Melds are numbered from 0, open cards
/// that lie alone included. A meld without cards is gone, and those after it move up.
/// Plans are equal if they have the same rules, start and hand, and the same table now.
///
/// A step that cannot be done raises `PlanError`.
///
/// >>> plan = Plan("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c")
/// >>> plan = plan.lay("Jh").move("9h", 0, 2)
/// >>> plan.table, plan.laid, plan.hand
/// (Table('9c 9d 9s | Tc Td Th Ts | 9h Jh'), Cards('Jh'), Cards('2c'))
/// >>> [(fault.index, fault.code) for fault in plan.faults]
/// [(2, 'E_MELD_SHORT')]
/// >>> plan.move("Th", 1, 2).faults
/// ()
/// >>> plan.undo().table
/// Table('9c 9d 9h 9s | Tc Td Th Ts | Jh')
/// >>> try:
/// ...     plan.lay("Kd")
/// ... except PlanError as error:
/// ...     print(error.code, error)
/// E_PLAN_CARDS Kd is neither in hand nor lifted from the table
#[pyclass(frozen, module = "machiavelli")]
pub(crate) struct Plan {
    plan: plan::Plan,
    rules: Py<Rules>,
}

/// What a plan is made from: table, hand, rules.
type Start = (Table, Cards, Py<Rules>);

impl Plan {
    /// The plan after a step.
    fn after(
        &self,
        py: Python<'_>,
        step: impl FnOnce(&mut plan::Plan) -> std::result::Result<(), plan::PlanError>,
    ) -> Result<Self> {
        let mut plan = self.plan.clone();
        step(&mut plan)?;
        Ok(Self { plan, rules: self.rules.clone_ref(py) })
    }
}

#[pymethods]
impl Plan {
    #[new]
    #[pyo3(
        signature = (
            table, hand, rules = RulesArg::DEFAULT, *, open_cards = OrDefault::Default, working = None,
            **options
        ),
        text_signature = "(table, hand, rules='modiano', *, open_cards='', working=None, **options)"
    )]
    fn new<'py>(
        py: Python<'py>,
        table: Given<'py, Table>,
        hand: Given<'py, Cards>,
        rules: RulesArg<'py>,
        open_cards: OrDefault<'py, Cards>,
        working: Option<Given<'py, Table>>,
        options: Option<RuleOptions>,
    ) -> Result<Self> {
        let rules = rules.with(py, options)?;
        let (turn, open) = (rules.get().turn(), open_cards.cards());
        turn.check_open(&open)?;
        let mut plan = plan::Plan::new(turn.melds().clone(), table.0.clone(), hand.0, open);
        if let Some(working) = working {
            plan.arrange(working.0.clone())?;
        }
        Ok(Self { plan, rules: rules.unbind() })
    }

    /// The rules.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<Rules> {
        self.rules.clone_ref(py)
    }

    /// The working table.
    #[getter]
    fn table(&self) -> Table {
        Table(self.plan.table().clone())
    }

    /// The table at the start of the turn.
    #[getter]
    fn start(&self) -> Table {
        Table(self.plan.start().clone())
    }

    /// The hand cards that lie on the table.
    #[getter]
    fn laid(&self) -> Cards {
        Cards(self.plan.laid())
    }

    /// The cards that are still in the hand.
    #[getter]
    fn hand(&self) -> Cards {
        Cards(self.plan.hand())
    }

    /// The table cards that are in the air, and must come down again (R4.6).
    #[getter]
    fn lifted(&self) -> Cards {
        Cards(self.plan.lifted())
    }

    /// The melds that may not lie like this at the end of a turn, and why.
    ///
    /// It looks at melds alone (R3.12, R3.10), not at locked jokers or the opening.
    #[getter]
    fn faults<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let faults = self.plan.faults().into_iter().map(|(index, error)| {
            let code = error.code().as_str().to_owned();
            PlanFault { index, code, message: error.to_string() }
        });
        PyTuple::new(py, faults.collect::<Vec<_>>())
    }

    /// With cards from the hand, or lifted ones, put to a meld, or laid as a new one.
    ///
    /// They go where they make the meld legal if there is such a place, and else to its end. A
    /// joker may be given a value.
    #[pyo3(signature = (cards, onto = None))]
    fn lay(
        &self,
        py: Python<'_>,
        cards: Given<'_, Meld>,
        onto: Option<MeldNumber>,
    ) -> Result<Self> {
        self.after(py, |plan| plan.lay(cards.0.as_slice(), onto.map(|meld| meld.0)))
    }

    /// With cards taken from a meld: laid ones are in hand again, others in the air.
    fn take(&self, py: Python<'_>, cards: Given<'_, Meld>, origin: MeldNumber) -> Result<Self> {
        self.after(py, |plan| plan.take(origin.0, cards.0.as_slice()))
    }

    /// With cards moved from a meld to another, or to a new one; a joker lies as written.
    #[pyo3(signature = (cards, origin, onto = None))]
    fn r#move(
        &self,
        py: Python<'_>,
        cards: Given<'_, Meld>,
        origin: MeldNumber,
        onto: Option<MeldNumber>,
    ) -> Result<Self> {
        self.after(py, |plan| plan.shift(origin.0, cards.0.as_slice(), onto.map(|meld| meld.0)))
    }

    /// With a meld split after its first `at` cards; the right part is the meld after it.
    fn split(&self, py: Python<'_>, index: MeldNumber, at: Place) -> Result<Self> {
        self.after(py, |plan| plan.split(index.0, at.0))
    }

    /// With a meld joined with another, which is gone then.
    fn join(&self, py: Python<'_>, index: MeldNumber, other: MeldNumber) -> Result<Self> {
        self.after(py, |plan| plan.join(index.0, other.0))
    }

    /// With a meld laid out the other way round.
    fn reverse(&self, py: Python<'_>, index: MeldNumber) -> Result<Self> {
        self.after(py, |plan| plan.reverse(index.0))
    }

    /// With the whole table set otherwise; cards that it lacks are in hand or in the air.
    fn arrange(&self, py: Python<'_>, table: Given<'_, Table>) -> Result<Self> {
        self.after(py, |plan| plan.arrange(table.0.clone()))
    }

    /// As it was before the last step.
    fn undo(&self, py: Python<'_>) -> Result<Self> {
        self.after(py, plan::Plan::undo)
    }

    /// With the step that was undone last done again.
    fn redo(&self, py: Python<'_>) -> Result<Self> {
        self.after(py, plan::Plan::redo)
    }

    /// With everything as it was at the start of the turn; this, too, can be undone.
    fn reset(&self, py: Python<'_>) -> Result<Self> {
        self.after(py, |plan| {
            plan.reset();
            Ok(())
        })
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.plan == other.plan
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.plan.start(), self.plan.table(), self.plan.hand()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Self { plan, rules } = self;
        let rules = rules.bind(py).str()?;
        let hand = self.whole_hand().0;
        let shown = format!("Plan('{}', '{hand}', '{rules}'", plan.start());
        let open = match plan.open() {
            open if open.is_empty() => String::new(),
            open => format!(", open_cards='{open}'"),
        };
        Ok(format!("{shown}{open}, working='{}')", plan.table()))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Start, Bound<'py, PyDict>)> {
        let (start, working) = (self.start(), self.table().into_pyobject(py)?);
        let open = Cards(*self.plan.open()).into_pyobject(py)?;
        let named = [("open_cards", open.into_any()), ("working", working.into_any())];
        Ok(((start, self.whole_hand(), self.rules(py)), named.into_py_dict(py)?))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

impl Plan {
    /// The hand at the start of the turn.
    fn whole_hand(&self) -> Cards {
        Cards(self.plan.hand().saturating_add(&self.plan.laid()))
    }
}
