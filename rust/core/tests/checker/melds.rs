use machiavelli_core::{Meld, MeldRules};
use serde_json::json;

use crate::cases::Case;

#[test]
fn melds_are_read_as_in_the_cases() {
    for case in Case::all("meld") {
        let rules = MeldRules::new(&case.rules());
        let meld: Meld = case.input["meld"].as_str().unwrap().parse().unwrap();
        let mut found = match rules.classify(&meld) {
            Ok(reading) => {
                let jokers: Vec<Vec<_>> =
                    reading.jokers().map(|j| j.cards().map(|c| c.to_string()).collect()).collect();
                json!({"valid": true, "type": reading.kind().name(), "joker_stands_for": jokers})
            }
            Err(error) => json!({"valid": false, "error": error.code().as_str()}),
        };
        if meld.iter().all(|placed| !placed.is_joker()) {
            found.as_object_mut().unwrap().remove("joker_stands_for");
        }
        assert_eq!(found, case.expected, "{}", case.id);
    }
}
