use machiavelli_core::MeldRules;
use machiavelli_core::rules::{ParseRulesError, Rules};

use super::sentence::assert_is_sentence;

/// Rules that are read print as text that reads back as the same rules, and compile.
pub fn rules(bytes: &[u8]) {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    match input.parse::<Rules>() {
        Ok(rules) => {
            let printed = rules.to_string();
            assert_eq!(printed.parse().as_ref(), Ok(&rules), "from {input:?}");
            let again = Rules::new(rules.name(), rules.options().clone());
            assert_eq!(again.as_ref(), Ok(&rules));
            let compiled = MeldRules::new(&rules);
            assert!((1..=3).contains(&compiled.copies));
            assert!((3..=14).contains(&compiled.run_max));
        }
        Err(ParseRulesError::Syntax(error)) => {
            assert_is_sentence(&error);
            assert!(error.position <= input.chars().count());
        }
        Err(ParseRulesError::Rules(error)) => {
            assert!(!error.reasons.is_empty());
            for reason in &error.reasons {
                assert_is_sentence(reason);
            }
        }
    }
}
