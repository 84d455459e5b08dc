//! `machiavelli.Rules`.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use machiavelli_core::SolverPool;
use machiavelli_core::rules::{self as core, OptionValue, Options, Preset};
use machiavelli_core::state::House;
use machiavelli_core::turn::TurnRules;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyInt, PyList, PyString};

use crate::detached::must_stop;
use crate::error::Result;
use crate::value::{show_and_copy, type_name};

/// House rules: a preset, and options that may differ from it.
///
/// Made from a preset's name and options by keyword, or from the text that `str` gives. The option
/// names and what they admit are those of R7.2; `.options` lists them all. Equal rules have the
/// same preset and the same options.
///
/// Raises `RulesError` with every reason at once, and `ParseError` for text of another form.
///
/// >>> rules = Rules("agimeg", decks=3, wrap=True)
/// >>> str(rules), rules.name, rules.options["ace"]
/// ('agimeg(decks=3, wrap=true)', 'agimeg', 'both')
/// >>> rules == Rules(str(rules)) == Rules.parse("agimeg(wrap=true, decks=3)")
/// True
/// >>> try:
/// ...     Rules(wrap=True, ace="high", decks=4)
/// ... except RulesError as error:
/// ...     for code, reason in error.reasons:
/// ...         print(code, reason)
/// C_OPTION decks must be an integer from 1 to 3, not 4
/// C_WRAP wrap=true needs ace=both and a run_max of at most 13, not high and 13
#[pyclass(frozen, eq, hash, module = "machiavelli")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Rules(pub(crate) Arc<House>);

/// A house whose searches stop on Ctrl-C.
pub(crate) fn house(rules: core::Rules) -> House {
    House::new(rules).interrupted_by(must_stop)
}

impl Rules {
    fn compile(rules: core::Rules) -> Self {
        Self(Arc::new(house(rules)))
    }

    /// What the rules say about one turn.
    pub(crate) fn turn(&self) -> &TurnRules {
        self.0.turn()
    }

    /// Solvers for these rules.
    pub(crate) fn solvers(&self) -> &SolverPool {
        self.0.solvers()
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (name = RulesArg::DEFAULT, **options),
        text_signature = "(name='modiano', **options)"
    )]
    fn new<'py>(
        py: Python<'py>,
        name: RulesArg<'py>,
        options: Option<RuleOptions>,
    ) -> Result<Bound<'py, Self>> {
        name.with(py, options)
    }

    /// The names of all presets (R7.1).
    ///
    /// >>> Rules.presets()[:3]
    /// ['modiano', 'agimeg', 'agimeg-must-play']
    #[staticmethod]
    fn presets(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
        PyList::new(py, core::Rules::presets())
    }

    /// The rules that this text names: `preset` or `preset(option=value, …)`.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn parse(text: &Bound<'_, PyString>) -> Result<Self> {
        Ok(Self::compile(text.to_string_lossy().parse()?))
    }

    /// The same rules with some options set otherwise.
    ///
    /// >>> Rules("agimeg-corner").replace(decks=3)
    /// Rules('agimeg-corner(decks=3)')
    #[pyo3(signature = (**options))]
    fn replace(&self, options: Option<RuleOptions>) -> Result<Self> {
        Ok(Self::compile(self.0.rules().replace(options.unwrap_or_default().named())?))
    }

    /// The preset that these rules are a version of.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.rules().name()
    }

    /// The preset that `name` builds on; None for `modiano`, which has every default.
    #[getter]
    fn parent(&self) -> Option<&'static str> {
        self.0.rules().base().parent().map(Preset::name)
    }

    /// Every option by name, in the order of R7.2; a new dict.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let value = |&name| Some((name, PythonValue(self.0.rules().options().get(name)?)));
        Options::NAMES.iter().filter_map(value).into_py_dict(py)
    }

    /// What each preset is, in one line; a new dict.
    ///
    /// >>> Rules.about_presets()["agimeg-corner"]
    /// 'runs go round the corner from king through ace to 2'
    #[staticmethod]
    fn about_presets(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        Preset::ALL.iter().map(|preset| (preset.name(), preset.summary())).into_py_dict(py)
    }

    /// What each option is about, in one sentence with its paragraph; a new dict.
    ///
    /// >>> Rules.about_options()["deal"]
    /// 'Cards per hand (R2.7).'
    #[staticmethod]
    fn about_options(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let about = |&name| Some((name, Options::about(name)?));
        Options::NAMES.iter().filter_map(about).into_py_dict(py)
    }
}

show_and_copy!(Rules);

/// Raises `PositionError` where a game would ask for best lays that are not found.
#[pyfunction]
pub(crate) fn check_solvable(rules: &Bound<'_, Rules>, for_players: bool) -> Result<()> {
    Ok(rules.get().0.check_solvable(for_players)?)
}

/// Rules as Python gives them: ready-made, or as text.
pub(crate) enum RulesArg<'py> {
    Text(Cow<'static, str>),
    Value(Bound<'py, Rules>),
}

impl<'py> RulesArg<'py> {
    pub(crate) const DEFAULT: Self = Self::Text(Cow::Borrowed("modiano"));

    /// The rules with some options set otherwise.
    pub(crate) fn with(
        self,
        py: Python<'py>,
        options: Option<RuleOptions>,
    ) -> Result<Bound<'py, Rules>> {
        let rules = match (self, options) {
            (Self::Value(rules), None) => return Ok(rules),
            (Self::Text(text), None) => return recent(py, &text),
            (Self::Value(rules), Some(options)) => {
                rules.get().0.rules().replace(options.named())?
            }
            // A preset may be playable only with an option that the caller gives.
            (Self::Text(text), Some(options)) if !text.contains('(') => {
                core::Rules::with(text.trim(), options.named())?
            }
            (Self::Text(text), Some(options)) => {
                text.parse::<core::Rules>()?.replace(options.named())?
            }
        };
        Ok(Bound::new(py, Rules::compile(rules))?)
    }
}

impl<'py> FromPyObject<'_, 'py> for RulesArg<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(rules) = given.cast::<Rules>() {
            Ok(Self::Value(rules.to_owned()))
        } else if let Ok(text) = given.cast::<PyString>() {
            Ok(Self::Text(text.to_string_lossy().into_owned().into()))
        } else {
            let message = format!("expected Rules or their text, not {}", type_name(&given));
            Err(PyTypeError::new_err(message))
        }
    }
}

/// The rules that the text names, read anew only if they were not asked for lately.
fn recent<'py>(py: Python<'py>, text: &str) -> Result<Bound<'py, Rules>> {
    const MOST: usize = 16;
    static RECENT: Mutex<Vec<(String, Py<Rules>)>> = Mutex::new(Vec::new());

    let kept = || RECENT.lock().unwrap_or_else(PoisonError::into_inner);
    // Nothing that could run Python code happens while the lock is held.
    let known =
        kept().iter().find(|(known, _)| known == text).map(|(_, rules)| rules.clone_ref(py));
    if let Some(rules) = known {
        return Ok(rules.into_bound(py));
    }
    let rules = Bound::new(py, Rules::compile(text.parse()?))?;
    let entry = (text.to_owned(), rules.clone().unbind());
    let mut kept = kept();
    let _dropped_unlocked = (kept.len() == MOST).then(|| kept.remove(0));
    kept.push(entry);
    drop(kept);
    Ok(rules)
}

/// Options by name, as keywords give them.
#[derive(Default)]
pub(crate) struct RuleOptions(Vec<(String, OptionValue)>);

impl RuleOptions {
    /// `None` if there are none.
    pub(crate) fn if_any(self) -> Option<Self> {
        (!self.0.is_empty()).then_some(self)
    }

    fn named(&self) -> impl Iterator<Item = (&str, OptionValue)> {
        self.0.iter().map(|(name, value)| (&**name, value.clone()))
    }
}

impl FromPyObject<'_, '_> for RuleOptions {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let options = given.cast::<PyDict>()?.iter();
        let read = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let name: String = name.extract()?;
            let value = match value.cast::<PyDict>() {
                Ok(map) => read_map(&name, map)?,
                Err(_) => read_scalar(&name, &value)?,
            };
            Ok((name, value))
        };
        options.map(read).collect::<PyResult<_>>().map(Self)
    }
}

fn read_map(option: &str, map: &Bound<'_, PyDict>) -> PyResult<OptionValue> {
    let read = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        Ok((key.str()?.to_string_lossy().into_owned(), read_scalar(option, &value)?))
    };
    map.iter().map(read).collect::<PyResult<_>>().map(OptionValue::Map)
}

fn read_scalar(option: &str, value: &Bound<'_, PyAny>) -> PyResult<OptionValue> {
    if value.is_none() {
        Ok(OptionValue::Null)
    } else if let Ok(value) = value.extract::<bool>() {
        Ok(OptionValue::Bool(value))
    } else if let Ok(value) = value.extract::<i128>() {
        Ok(OptionValue::Int(value))
    } else if let Ok(text) = value.cast::<PyString>() {
        Ok(OptionValue::from(&*text.to_string_lossy()))
    } else if value.is_instance_of::<PyInt>() {
        Ok(OptionValue::from("a number of 39 digits or more"))
    } else {
        let message = format!("no value of option {option} is a {}", type_name(value));
        Err(PyTypeError::new_err(message))
    }
}

/// The value of an option on its way to Python.
struct PythonValue(OptionValue);

impl<'py> IntoPyObject<'py> for PythonValue {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.0 {
            OptionValue::Null => Ok(py.None().into_bound(py)),
            OptionValue::Bool(value) => value.into_bound_py_any(py),
            OptionValue::Int(value) => value.into_bound_py_any(py),
            OptionValue::Text(value) => value.into_bound_py_any(py),
            OptionValue::Map(entries) => {
                let map = PyDict::new(py);
                for (key, value) in entries {
                    map.set_item(key, Self(value))?;
                }
                Ok(map.into_any())
            }
        }
    }
}
