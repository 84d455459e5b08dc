//! The counts behind `machiavelli.odds`, which makes fractions of them.

use std::ops::ControlFlow;

use machiavelli_core::odds::{self, Copies, Limits};
use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::detached::{Interrupts, detached};
use crate::error::Result;
use crate::integer::HandSize;
use crate::rules::{RuleOptions, RulesArg};

/// `odds.meld_in_hand` as the number of hands that hold a meld, and of all hands.
#[pyfunction(name = "count_hands_with_meld")]
#[pyo3(signature = (n, rules, options))]
pub(crate) fn meld_in_hand(
    py: Python<'_>,
    n: HandSize,
    rules: RulesArg<'_>,
    options: RuleOptions,
) -> Result<(BigUint, BigUint)> {
    let rules = rules.with(py, options.if_any())?;
    let share = odds::meld_in_hand(rules.get().turn().melds(), n.0)?;
    Ok((share.hands, share.of))
}

/// `odds.complete_hands`.
#[pyfunction(name = "count_complete_hands")]
#[pyo3(signature = (n, rules, physical, progress, options))]
pub(crate) fn complete_hands(
    py: Python<'_>,
    n: HandSize,
    rules: RulesArg<'_>,
    physical: bool,
    progress: Option<Py<PyAny>>,
    options: RuleOptions,
) -> Result<BigUint> {
    let rules = rules.with(py, options.if_any())?;
    let melds = rules.get().turn().melds();
    let copies = if physical { Copies::ToldApart } else { Copies::Alike };
    let count = |interrupts: &Interrupts| {
        odds::complete_hands(melds, n.0, copies, &mut |done| {
            tell(interrupts, progress.as_ref(), done)
        })
    };
    Ok(detached(py, count)??)
}

/// `odds.most_cards_laid` as numbers of hands by the most cards they lay, and of all hands.
#[pyfunction(name = "count_most_laid")]
#[pyo3(signature = (n, rules, opened, progress, options))]
pub(crate) fn most_cards_laid(
    py: Python<'_>,
    n: HandSize,
    rules: RulesArg<'_>,
    opened: bool,
    progress: Option<Py<PyAny>>,
    options: RuleOptions,
) -> Result<(Vec<BigUint>, BigUint)> {
    let rules = rules.with(py, options.if_any())?;
    let turn = rules.get().turn();
    let limits = Limits { at_most: turn.cap(), requirement: turn.requirement(opened) };
    let count = |interrupts: &Interrupts| {
        let tell = &mut |done| tell(interrupts, progress.as_ref(), done);
        odds::most_cards_laid(turn.melds(), limits, n.0, tell)
    };
    let most = detached(py, count)??;
    Ok((most.hands, most.of))
}

/// Tells the caller how far a count is, now and then, and the count whether to go on.
fn tell(interrupts: &Interrupts, progress: Option<&Py<PyAny>>, done: f64) -> ControlFlow<()> {
    let stop = interrupts.pending_after(|py| match progress {
        Some(progress) => progress.call1(py, (done,)).map(drop),
        None => Ok(()),
    });
    if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
