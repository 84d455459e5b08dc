//! The two rounds that the guide plays through (R6.11).

use std::fs;
use std::path::Path;

use machiavelli_core::record::{Journal, Step};
use machiavelli_core::state::{Action, Seat, State};
use machiavelli_core::turn::Wish;
use serde_json::json;

use crate::cases::Case;

fn most(state: &State, seat: Seat) -> u32 {
    let (house, view) = (state.house(), state.view(seat));
    let wish = Wish::default();
    house.solvers().lend(|s| house.turn().best_lay(s, &view.position(), &wish).unwrap().value)
}

#[test]
fn the_guides_two_rounds_come_out_as_told() {
    let case = Case::all("record").pop().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/two_rounds.txt");
    let journal = Journal::read(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(json!(journal.record().header().names), case.input["players"]);

    let mut replay = journal.record().replay();
    replay.next();
    assert_eq!(json!(replay.state().unwrap().stock().len()), case.input["stock"]);
    let (mut sizes, mut most_laid) = (Vec::new(), Vec::new());
    while let Some(before) = replay.state().cloned() {
        let Some((Step::Act(seat, _), _)) = replay.next() else { break };
        most_laid.push(most(&before, *seat));
        sizes.push(replay.state().unwrap().hand(*seat).len());
    }
    assert_eq!(json!(sizes), case.expected["hands_after_turn"]);
    // Anna's six and Carla's three are the most that they can lay; in the end Carla overlooks one.
    assert_eq!((most_laid[0], most_laid[2]), (6, 3));
    assert!(most_laid[5] > 0);

    let state = journal.state();
    assert_eq!(json!(state.stock().len()), case.expected["stock"]);
    assert_eq!(json!(state.table().cards().len()), case.expected["table_cards"]);
    assert_eq!(json!(state.table().melds().count()), case.expected["table_melds"]);
    let total =
        sizes[3..].iter().sum::<usize>() + state.table().cards().len() + state.stock().len();
    assert_eq!(json!(total), case.expected["total"]);
}

#[test]
fn submitting_a_hopeless_attempt_costs_the_same_as_giving_it_up() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/two_rounds.txt");
    let text = fs::read_to_string(path).unwrap();
    let [given_up, submitted] = [text.clone(), text.replace("concede:", "submit:")]
        .map(|text| Journal::read(&text).unwrap());
    assert_eq!(given_up.state(), submitted.state());
    let Some(Step::Act(_, action)) = submitted.record().steps().last() else { panic!() };
    assert!(matches!(action, Action::Submit(_)));
}
