use machiavelli_core::rules::{OptionValue, Rules};
use machiavelli_core::{Meld, MeldKey, MeldRules};

fn rules(preset: &str, set: &[(&str, OptionValue)]) -> MeldRules {
    MeldRules::new(&Rules::with(preset, set.to_vec()).unwrap())
}

fn key(rules: &MeldRules, meld: &str) -> MeldKey {
    rules.classify(&meld.parse().unwrap()).unwrap().key()
}

fn identical(rules: &MeldRules, a: &str, b: &str) -> bool {
    key(rules, a) == key(rules, b)
}

#[test]
fn identity_is_of_layouts_where_they_count() {
    let rules = rules("wikipedia-jokers", &[("run_direction", "both".into())]);
    for (a, b) in [
        ("5h 6h 7h", "7h 6h 5h"),
        ("3c 3h *", "3h * 3c"),
        ("Jc Tc 9c", "Jc * 9c"),
        ("2h 2d 2c", "2d 2h 2c"),
    ] {
        assert!(!identical(&rules, a, b), "{a} and {b}");
        assert!(identical(&rules, a, a) && identical(&rules, b, b));
    }
    assert!(identical(&rules, "3c * 5c", "3c *=4c 5c"));
}

#[test]
fn identity_is_of_cards_where_layouts_do_not_count() {
    let rules = rules("agimeg-no-twins", &[("jokers", 4.into())]);
    for (a, b) in [
        ("5h 6h 7h", "7h 5h 6h"),
        ("2h 2d 2c", "2d 2h 2c"),
        ("3c *=3d 3h", "3h 3c *=3s"),
        ("6c 5c *", "*=4c 5c 6c"),
    ] {
        assert!(identical(&rules, a, b), "{a} and {b}");
    }
    assert!(!identical(&rules, "3c 4c *", "* 3c 4c"));
    assert!(!identical(&rules, "Jc Tc 9c", "Jc * 9c"));
}

#[test]
fn the_canonical_layout_rises_and_declares_only_what_it_must() {
    let suit = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh";
    let base: &[(&str, OptionValue)] = &[("jokers", 4.into())];
    for (preset, set, meld, canonical) in [
        ("agimeg", base, "6h 4h 5h", "4h 5h 6h"),
        ("agimeg", base, "Ah Kh Qh", "Qh Kh Ah"),
        ("agimeg", base, "3h Ah 2h", "Ah 2h 3h"),
        ("agimeg-corner", &[], "2h Kh Ah Qh", "Qh Kh Ah 2h"),
        ("agimeg", base, &format!("{suit} Ah"), &format!("Ah {suit}")),
        ("agimeg", &[("ace", "high".into())], &format!("Ah {suit}"), &format!("{suit} Ah")),
        ("agimeg", &[("run_max", 14.into())], &format!("Ah Ah {suit}"), &format!("Ah {suit} Ah")),
        ("wikipedia-descending", &[], "Ah Kh Qh", "Qh Kh Ah"),
        ("neapolitan", &[], "Qd 7d Jd", "7d Jd Qd"),
        ("agimeg", base, "6c 5c *=4c", "* 5c 6c"),
        ("agimeg", base, "9s 9c 9h", "9c 9h 9s"),
        ("agimeg", base, "9s *=9h 9c", "9c 9s *=9h"),
        ("agimeg", base, "9s *=9h 9c 9d", "9c 9d 9s *"),
        (
            "agimeg",
            &[("jokers", 4.into()), ("joker_value", "floating".into())],
            "9s *=9h 9c",
            "9c 9s *",
        ),
    ] {
        let rules = rules(preset, set);
        let meld: Meld = meld.parse().unwrap();
        assert_eq!(rules.classify(&meld).unwrap().canonical().to_string(), canonical);
    }
}

#[test]
fn an_error_names_the_cards_in_one_sentence() {
    let agimeg = rules("agimeg", &[]);
    let jokers = rules("tahiti", &[]);
    let asc = rules("wikipedia", &[]);
    for (rules, meld, sentence) in [
        (&agimeg, "9c 9d", "\"9c 9d\" is no legal meld: it has fewer than 3 cards"),
        (&agimeg, "7h 7h 7s", "\"7h 7h 7s\" is no legal meld: the suit of 7h is twice in the set"),
        (&agimeg, "5s 5s 6s", "\"5s 5s 6s\" is no legal meld: 5s is twice in the run"),
        (&agimeg, "Ks As 2s", "\"Ks As 2s\" is no legal meld: a run does not go on past the ace"),
        (&agimeg, "3c * 5c", "\"3c * 5c\" is no legal meld: these rules have no jokers"),
        (
            &jokers,
            "Jc Jh *",
            "\"Jc Jh *\" is no legal meld: the joker must say which card it is, for example *=Jd",
        ),
        (&asc, "6s 4s 5s", "\"6s 4s 5s\" is no legal meld: the cards of the run do not rise"),
    ] {
        let meld: Meld = meld.parse().unwrap();
        assert_eq!(rules.classify(&meld).unwrap_err().to_string(), sentence);
    }
    let long: Meld = "7h ".repeat(255).parse().unwrap();
    assert!(agimeg.classify(&long).unwrap_err().to_string().len() < 100);
}
