use machiavelli_core::Cards;
use machiavelli_core::record::Journal;
use machiavelli_core::state::{Seat, State};

use super::sentence::assert_is_sentence;

/// The text of a record. What survives of it reads back as itself and replays to the same state, in
/// which no card is lost, every meld is legal and no view shows more than one hand.
pub fn record(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let journal = match Journal::read(&text) {
        Ok(journal) => journal,
        Err(damage) => {
            assert_is_sentence(&damage);
            assert!(damage.line <= text.lines().count() + 1);
            let Some(journal) = damage.journal else { return };
            *journal
        }
    };
    let written = journal.record().to_string();
    assert_eq!(Journal::read(&written).as_ref(), Ok(&journal));
    let mut replay = journal.record().replay();
    let mut cards = None;
    while replay.next().is_some() {
        if let Some(state) = replay.state() {
            assert!(cards.is_none_or(|cards| cards == all(state)) || state.turn_number() == 1);
            cards = Some(all(state));
            look(state);
        }
    }
    assert_eq!(replay.state(), Some(journal.state()));
}

/// Every card there is.
fn all(state: &State) -> Cards {
    let mut cards = state.table().cards();
    for &card in state.stock() {
        cards.insert(card).expect("a deck has few copies of a card");
    }
    Seat::all().fold(cards, |sum, seat| sum.saturating_add(state.hand(seat)))
}

fn look(state: &State) {
    state.table().check(state.house().melds(), state.open()).expect("the table is legal");
    assert_eq!(state.on_turn().is_none(), state.outcome().is_some());
    for seat in state.players().iter() {
        let view = state.view(seat);
        assert_eq!(view.hand, *state.hand(seat));
        assert_eq!(view, view.clone().into_owned());
    }
}
