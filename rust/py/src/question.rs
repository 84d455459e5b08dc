//! What is asked of a position, as Python gives it.

use machiavelli_core::Card;
use machiavelli_core::solver::Weights;
use machiavelli_core::turn::Objective;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::error::{BadQuestion, Error, Result};
use crate::value::{quoted, type_name};

/// `objective`: `"cards"`, `"points"` or 53 weights.
pub(crate) enum ObjectiveArg {
    Cards,
    Points,
    Weights(Box<Weights>),
}

impl ObjectiveArg {
    pub(crate) fn objective(&self) -> Objective<'_> {
        match self {
            Self::Cards => Objective::Cards,
            Self::Points => Objective::Points,
            Self::Weights(weights) => Objective::Weights(weights),
        }
    }
}

impl FromPyObject<'_, '_> for ObjectiveArg {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        if let Ok(name) = given.cast::<PyString>() {
            return match &*name.to_string_lossy() {
                "cards" => Ok(Self::Cards),
                "points" => Ok(Self::Points),
                _ => Err(BadQuestion::Objective(quoted(&name)).into()),
            };
        }
        if let Ok(count) = given.len()
            && count != Card::COUNT
        {
            return Err(BadQuestion::Weights(count).into());
        }
        let Ok(given) = given.extract::<[Bound<'_, PyAny>; Card::COUNT]>() else {
            let wanted = "\"cards\", \"points\" or 53 weights";
            let message = format!("expected {wanted}, not {}", type_name(&given));
            return Err(PyTypeError::new_err(message).into());
        };
        let mut weights = Box::new([0; Card::COUNT]);
        for (card, (weight, given)) in Card::all().zip(weights.iter_mut().zip(&given)) {
            // A truth value is an integer to Python, but none to numpy, and no weight to anyone.
            let number = if given.is_instance_of::<PyBool>() { None } else { given.extract().ok() };
            *weight = number.ok_or(BadQuestion::Weight(card))?;
        }
        Ok(Self::Weights(weights))
    }
}
