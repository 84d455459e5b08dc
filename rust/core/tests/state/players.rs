//! The players that the engine brings along, under all rules.

use std::sync::Arc;

use machiavelli_core::player::{Builtin, Player, Strategy};
use machiavelli_core::state::{Action, Chance, Deck, House, Seat, State, Verdict};
use machiavelli_core::turn::Wish;

use crate::effort;
use crate::laws::all_rules;
use crate::scene::{house, rules, seat};

/// Plays a deal between players of these strategies in turn, and looks at every action.
fn play(
    house: &Arc<House>,
    strategies: &[Strategy],
    seed: u64,
    mut look: impl FnMut(&State, Seat, &Action),
) -> State {
    let deck = Deck::shuffled(house.melds(), &mut Chance::of_deal(seed, 1));
    let count = strategies.len();
    let (mut state, _) = State::start(Arc::clone(house), count, seat(0), &deck).unwrap();
    let mut players: Vec<_> =
        strategies.iter().map(|&strategy| Builtin::new(strategy, seed)).collect();
    for _ in 0..20_000 {
        let Some(seat) = state.on_turn() else { return state };
        let action = players[seat.index()].act(&state.view(seat));
        look(&state, seat, &action);
        state.apply(seat, action).unwrap();
    }
    panic!("no end under {}", house.rules());
}

#[test]
fn they_make_no_mistakes_under_any_rules() {
    for rules in all_rules() {
        let house = Arc::new(House::new(rules));
        for seed in 0..effort() as u64 {
            for &strategy in Strategy::ALL {
                let strategies = [strategy, Strategy::Random];
                if house.rules().check_players(2).is_err() {
                    continue;
                }
                play(&house, &strategies, seed, |state, seat, action| {
                    let verdict = state.judge(seat, action).unwrap();
                    assert!(matches!(verdict, Verdict::Lays(_) | Verdict::Idles), "{verdict:?}");
                });
            }
        }
    }
}

#[test]
fn the_greedy_lay_as_many_cards_as_can_be_laid() {
    let house = house("modiano");
    play(&house, &[Strategy::Greedy; 3], 5, |state, seat, action| {
        let view = state.view(seat);
        let position = view.position();
        let best = house
            .solvers()
            .lend(|solver| house.turn().best_lay(solver, &position, &Wish::default()).unwrap());
        let laid = match state.judge(seat, action).unwrap() {
            Verdict::Lays(report) => report.laid.len(),
            _ => 0,
        };
        assert_eq!(laid as u32, best.value);
    });
}

#[test]
fn the_thrifty_lay_what_costs_most() {
    let house = house("agimeg-values");
    play(&house, &[Strategy::Thrifty; 2], 5, |state, seat, action| {
        let view = state.view(seat);
        let position = view.position();
        let costs = machiavelli_core::turn::Objective::Weights(house.costs());
        let wish = Wish { objective: costs, ..Wish::default() };
        let best =
            house.solvers().lend(|solver| house.turn().best_lay(solver, &position, &wish).unwrap());
        if let Verdict::Lays(report) = state.judge(seat, action).unwrap() {
            assert_eq!(house.score(&report.laid), best.value);
        }
    });
}

#[test]
fn the_patient_lay_seldom_and_then_much() {
    let house = house("modiano");
    let (mut lays, mut cards) = ([0, 0], [0, 0]);
    for seed in 0..20 {
        play(&house, &[Strategy::Patient, Strategy::Greedy], seed, |state, seat, action| {
            if let Verdict::Lays(report) = state.judge(seat, action).unwrap() {
                lays[seat.index()] += 1;
                cards[seat.index()] += report.laid.len();
            }
        });
    }
    let [patient, greedy] = [0, 1].map(|i| cards[i] / lays[i].max(1));
    assert!(lays[0] > 0 && patient > greedy, "{lays:?} {cards:?}");
}

#[test]
fn equal_chance_makes_equal_play() {
    let rules = rules("guadalupe");
    let house = Arc::new(House::new(rules));
    let record = |seed| {
        let mut actions = Vec::new();
        let strategies = [Strategy::Random; 4];
        play(&house, &strategies, seed, |_, _, action| actions.push(action.clone()));
        actions
    };
    assert_eq!(record(3), record(3));
    assert_ne!(record(3), record(4));
}

#[test]
fn strategies_have_names() {
    for &strategy in Strategy::ALL {
        assert_eq!(strategy.to_string().parse(), Ok(strategy));
    }
    let error = "x".repeat(99).parse::<Strategy>().unwrap_err();
    assert!(error.to_string().len() < 120);
}
