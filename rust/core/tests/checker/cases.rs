//! The worked cases of `tests/data/cases.json` and `tests/data/turns_jokers.json`.

use std::path::Path;
use std::{fs, mem};

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
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
        let in_file = |name| {
            let text = fs::read_to_string(data.join(name)).unwrap();
            let mut file: Value = serde_json::from_str(&text).unwrap();
            file["cases"].as_array_mut().map(mem::take).unwrap()
        };
        let files = ["cases.json", "turns_jokers.json"];
        let cases = files.into_iter().flat_map(in_file).filter(|case| case["kind"] == kind);
        let read = |mut case: Value| Self {
            id: case["id"].as_str().unwrap().to_owned(),
            input: case["input"].take(),
            expected: case["expected"].take(),
        };
        let cases: Vec<_> = cases.map(read).collect();
        assert!(!cases.is_empty(), "no case of kind {kind}");
        cases
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
