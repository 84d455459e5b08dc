//! `machiavelli.solve`, `machiavelli.can_lay` and what they return.

use machiavelli_core as core;
use machiavelli_core::solver::Release as Released;
use machiavelli_core::turn::{self, Position, Wish};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::card::Card;
use crate::cards::Cards;
use crate::error::{Error, Result};
use crate::integer::AtMost;
use crate::meld::Meld;
use crate::question::ObjectiveArg;
use crate::record::{field, record};
use crate::rules::{RuleOptions, Rules, RulesArg};
use crate::table::Table;
use crate::value::{Given, OrDefault};

/// A best lay.
#[pyclass(frozen, module = "machiavelli")]
pub(crate) struct Solution {
    laid: core::Cards,
    hand_after: core::Cards,
    after: After,
    value: u32,
    goes_out: bool,
}

/// The table afterwards, and the jokers that were released.
#[expect(clippy::large_enum_variant, reason = "most are arranged, and none are kept in numbers")]
enum After {
    Known(Py<Table>, Py<PyTuple>),
    /// Arranged when it is first asked for.
    Arranged {
        rules: Py<Rules>,
        before: Py<Table>,
        open: core::Cards,
        lay: turn::Lay,
        after: PyOnceLock<(Py<Table>, Py<PyTuple>)>,
    },
}

impl After {
    fn get(&self, py: Python<'_>) -> PyResult<(&Py<Table>, &Py<PyTuple>)> {
        match self {
            Self::Known(table, released) => Ok((table, released)),
            Self::Arranged { rules, before, open, lay, after } => {
                let (table, released) = after.get_or_try_init(py, || {
                    let (rules, table, hand) = (rules.get(), &before.get().0, &lay.laid);
                    let position = Position { table, hand, open, opened: true };
                    let follow = |solver: &mut _| rules.turn().follow(solver, &position, lay);
                    let after = rules.solvers().lend_interruptibly(follow).map_err(Error::from)?;
                    let entry = |table: &core::Table, at: usize| Meld(table.entries()[at].clone());
                    let release = |release: &Released| {
                        let (by, value) = (release.by.into(), release.value.into());
                        let (old, new) =
                            (entry(table, release.from), entry(&after.table, release.to));
                        Py::new(py, Release { old, by: Card(by), new, value: Card(value) })
                    };
                    let released: PyResult<Vec<_>> = after.released.iter().map(release).collect();
                    let released = PyTuple::new(py, released?)?.unbind();
                    PyResult::Ok((Py::new(py, Table(after.table))?, released))
                })?;
                Ok((table, released))
            }
        }
    }
}

/// A joker of the table that was released (R5.7).
#[pyclass(frozen, module = "machiavelli")]
pub(crate) struct Release {
    old: Meld,
    by: Card,
    new: Meld,
    value: Card,
}

#[pymethods]
impl Release {
    #[new]
    fn new(
        old: Given<'_, Meld>,
        by: Given<'_, Card>,
        new: Given<'_, Meld>,
        value: Given<'_, Card>,
    ) -> Self {
        Self {
            old: Meld(old.0.clone()),
            by: Card(by.0),
            new: Meld(new.0.clone()),
            value: Card(value.0),
        }
    }

    /// The meld that it lay in.
    #[getter]
    fn old(&self) -> Meld {
        Meld(self.old.0.clone())
    }

    /// The card that it stood for, and that took its place.
    #[getter]
    fn by(&self) -> Card {
        Card(self.by.0)
    }

    /// The meld that it lies in now.
    #[getter(new)]
    fn lies_in(&self) -> Meld {
        Meld(self.new.0.clone())
    }

    /// The card that it stands for there.
    #[getter]
    fn value(&self) -> Card {
        Card(self.value.0)
    }
}

record!(Release: "old", "by", "new", "value");

#[pymethods]
impl Solution {
    #[new]
    #[pyo3(signature = (laid, hand_after, table, value, goes_out, released = Vec::new()),
           text_signature = "(laid, hand_after, table, value, goes_out, released=())")]
    fn new(
        py: Python<'_>,
        laid: Given<'_, Cards>,
        hand_after: Given<'_, Cards>,
        table: Given<'_, Table>,
        value: &Bound<'_, PyAny>,
        goes_out: bool,
        released: Vec<Py<Release>>,
    ) -> Result<Self> {
        let value = field("value", value)?;
        let after = After::Known(table.object.unbind(), PyTuple::new(py, released)?.unbind());
        Ok(Self { laid: laid.0, hand_after: hand_after.0, after, value, goes_out })
    }

    /// The cards that leave the hand; none if nothing can be laid.
    #[getter]
    fn laid(&self) -> Cards {
        Cards(self.laid)
    }

    /// The cards that stay in the hand.
    #[getter]
    fn hand_after(&self) -> Cards {
        Cards(self.hand_after)
    }

    /// A full valid arrangement of the table afterwards, always the same one for the same cards.
    ///
    /// If nothing is laid its melds are those of the table as it was given. Open cards that still
    /// lie alone follow as melds of one card.
    #[getter]
    fn table(&self, py: Python<'_>) -> PyResult<Py<Table>> {
        Ok(self.after.get(py)?.0.clone_ref(py))
    }

    /// The jokers of the table that were released, each with what became of it.
    #[getter]
    fn released(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(self.after.get(py)?.1.clone_ref(py))
    }

    /// What the laid cards are worth by the objective.
    #[getter]
    fn value(&self) -> u32 {
        self.value
    }

    /// Whether the hand is empty afterwards (R4.13).
    #[getter]
    fn goes_out(&self) -> bool {
        self.goes_out
    }
}

record!(Solution: "laid", "hand_after", "table", "value", "goes_out", "released");

/// Finds the best lay of a turn, exactly.
///
/// `table` must be valid. `objective` is `"cards"` for most cards, `"points"` for most points by
/// the card values of the rules (R6.2), or 53 non-negative integers, the worth of each card type in
/// index order. `keep` is hand cards to hold back, `at_most` lays no more than so many cards.
/// `opened` tells whether the player has opened in this deal (R4.8), `open_cards` which open cards
/// lie alone (R3.9). It never lays more than the rules allow, and may lay nothing.
///
/// Jokers of the table keep to their locks, and the solution tells which were released (R5). At
/// most four may be in play.
///
/// Raises `InvalidTableError` if the table is not valid, `PositionError` if the deck does not have
/// these cards, there are more jokers or the rules turn up fewer open cards, and `QuestionError`
/// for cards to keep that the hand does not hold, or weights that are no 53 integers from 0.
///
/// >>> best = solve("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c")
/// >>> best.laid, best.value, best.goes_out
/// (Cards('Jh'), 1, False)
/// >>> best.table
/// Table('9c 9d 9s | Tc Td Ts | 9h Th Jh')
/// >>> solve("", "4h 5h 6h 7h", keep="7h").laid
/// Cards('4h 5h 6h')
/// >>> best = solve("6c 7c *", "8c 4h 5h", "agimeg-jokers4")
/// >>> best.table
/// Table('6c 7c 8c | 4h 5h *')
/// >>> [(str(joker.by), str(joker.value)) for joker in best.released]
/// [('8c', '6h')]
#[pyfunction]
#[pyo3(
    signature = (
        table, hand, rules = RulesArg::DEFAULT, *, objective = ObjectiveArg::Cards,
        keep = OrDefault::Default, at_most = None, opened = true, open_cards = OrDefault::Default,
        **options
    ),
    text_signature = "(table, hand, rules='modiano', *, objective='cards', keep='', \
                      at_most=None, opened=True, open_cards='', **options)"
)]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    table: Given<'py, Table>,
    hand: Given<'py, Cards>,
    rules: RulesArg<'py>,
    objective: ObjectiveArg,
    keep: OrDefault<'py, Cards>,
    at_most: Option<AtMost>,
    opened: bool,
    open_cards: OrDefault<'py, Cards>,
    options: Option<RuleOptions>,
) -> Result<Solution> {
    let rules = rules.with(py, options)?;
    let open = open_cards.cards();
    let position = Position { table: &table.0, hand: &hand.0, open: &open, opened };
    let wish = Wish {
        objective: objective.objective(),
        keep: &keep.cards(),
        at_most: at_most.map(|most| most.0),
    };
    let compiled = rules.get();
    let best_lay = |solver: &mut _| compiled.turn().best_lay(solver, &position, &wish);
    let lay = compiled.solvers().lend_interruptibly(best_lay)??;
    let as_given = lay.laid.is_empty() && open.is_empty();
    let before = table.object.unbind();
    Ok(Solution {
        laid: lay.laid,
        hand_after: hand.0.difference(&lay.laid),
        value: lay.value,
        goes_out: lay.goes_out,
        after: if as_given {
            After::Known(before, PyTuple::empty(py).unbind())
        } else {
            After::Arranged { rules: rules.unbind(), before, open, lay, after: PyOnceLock::new() }
        },
    })
}

/// Tells whether exactly these hand cards can be laid in one turn, and no others.
///
/// Nothing can always be laid. The other arguments, and the errors, are those of `solve`, cards
/// that the hand does not hold included.
///
/// >>> can_lay("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c", "Jh")
/// True
/// >>> can_lay("9c 9d 9h 9s | Tc Td Th Ts", "Jh 2c", "2c")
/// False
#[pyfunction]
#[pyo3(
    signature = (
        table, hand, cards, rules = RulesArg::DEFAULT, *, opened = true,
        open_cards = OrDefault::Default, **options
    ),
    text_signature = "(table, hand, cards, rules='modiano', *, opened=True, open_cards='', \
                      **options)"
)]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn can_lay<'py>(
    py: Python<'py>,
    table: Given<'py, Table>,
    hand: Given<'py, Cards>,
    cards: Given<'py, Cards>,
    rules: RulesArg<'py>,
    opened: bool,
    open_cards: OrDefault<'py, Cards>,
    options: Option<RuleOptions>,
) -> Result<bool> {
    let rules = rules.with(py, options)?;
    let open = open_cards.cards();
    let position = Position { table: &table.0, hand: &hand.0, open: &open, opened };
    let rules = rules.get();
    let can_lay = |solver: &mut _| rules.turn().can_lay(solver, &position, &cards.0);
    Ok(rules.solvers().lend_interruptibly(can_lay)??)
}
