//! The worked cases of `tests/data/cases.json`.

use std::fs;
use std::path::Path;

use machiavelli_core::rules::{OptionValue, Rules};
use serde_json::Value;

/// One worked case: what is given and what the rules say about it.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) input: Value,
    pub(crate) expected: Value,
}

impl Case {
    /// All cases of one kind, at least one.
    pub(crate) fn all(kind: &str) -> Vec<Self> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/cases.json");
        let text = fs::read_to_string(path).unwrap();
        let file: Value = serde_json::from_str(&text).unwrap();
        let of_kind = |case: &&Value| case["kind"] == kind;
        let cases: Vec<_> = file["cases"].as_array().unwrap().iter().filter(of_kind).collect();
        assert!(!cases.is_empty(), "no case of kind {kind}");
        let read = |case: &&Value| Self {
            id: case["id"].as_str().unwrap().to_owned(),
            input: case["input"].clone(),
            expected: case["expected"].clone(),
        };
        cases.iter().map(read).collect()
    }

    /// The case's preset with the options it sets otherwise.
    pub(crate) fn rules(&self) -> Rules {
        let set = self.input["set"].as_object().into_iter().flatten();
        let set = set.map(|(name, value)| (name.as_str(), option(value)));
        Rules::with(self.input["preset"].as_str().unwrap(), set).unwrap()
    }
}

fn option(value: &Value) -> OptionValue {
    match value {
        Value::Bool(value) => (*value).into(),
        Value::Number(value) => value.as_i64().unwrap().into(),
        Value::String(value) => value.as_str().into(),
        other => panic!("no option value: {other}"),
    }
}
