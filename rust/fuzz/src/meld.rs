use machiavelli_core::rules::Rules;
use machiavelli_core::{Layout, Meld, MeldKind, MeldRules, Placed};

use super::input::Lines;
use super::sentence::assert_is_sentence;

/// Lines: rules, meld. A meld is the same meld in every layout that the rules let it have.
pub fn meld(bytes: &[u8]) {
    read(bytes);
}

fn read(bytes: &[u8]) -> Option<()> {
    let mut lines = Lines::new(bytes)?;
    let rules = MeldRules::new(&lines.read::<Rules>()?);
    let meld: Meld = lines.read()?;
    let reading = match rules.classify(&meld) {
        Ok(reading) => reading,
        Err(error) => {
            assert_is_sentence(&error);
            return None;
        }
    };
    let jokers = meld.iter().filter(|placed| placed.is_joker()).count();
    assert_eq!(reading.jokers().count(), jokers);
    assert!(reading.jokers().all(|joker| joker.cards().next().is_some()));

    let canonical = reading.canonical();
    assert_eq!(canonical.cards(), meld.cards());
    for layout in [&canonical, &reading.layout()] {
        let again = rules.classify(layout).expect("another layout of a legal meld");
        assert_eq!(again.kind(), reading.kind());
        assert_eq!(again.canonical(), canonical);
        if rules.layout == Layout::Free {
            assert_eq!(again.key(), reading.key());
        }
    }

    let mut turned: Vec<Placed> = meld.iter().collect();
    turned.reverse();
    let may_turn = reading.kind() == MeldKind::Set || rules.layout != Layout::Rising;
    let backwards = Meld::new(turned).expect("as many cards");
    assert!(!may_turn || rules.classify(&backwards).is_ok());
    Some(())
}
