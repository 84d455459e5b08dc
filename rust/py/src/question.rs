//! What is asked of a position, as Python gives it.

use machiavelli_core::solver::Weights;
use machiavelli_core::turn::Objective;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::error::{BadQuestion, Error, Result};

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
                _ => Err(BadQuestion::Objective.into()),
            };
        }
        given.len()?;
        let weights: Vec<u32> = given.extract().map_err(|_| BadQuestion::Weights)?;
        let weights = weights.into_boxed_slice().try_into();
        Ok(Self::Weights(weights.map_err(|_| BadQuestion::Weights)?))
    }
}

/// `at_most`: a number of cards, however large.
pub(crate) struct AtMost(pub(crate) u32);

impl FromPyObject<'_, '_> for AtMost {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        match given.extract() {
            Ok(number) => Ok(Self(number)),
            Err(_) if given.is_instance_of::<PyInt>() && given.lt(0)? => {
                Err(BadQuestion::AtMost.into())
            }
            Err(_) if given.is_instance_of::<PyInt>() => Ok(Self(u32::MAX)),
            Err(error) => Err(error.into()),
        }
    }
}
