//! Many games at once: the same whoever plays them, in whatever order, and whatever is kept of them.

mod arena;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Arc, mpsc};

use machiavelli_core::player::{Builtin, Strategy};
use machiavelli_core::record::{Header, Journal};
use machiavelli_core::rules::Rules;
use machiavelli_core::sim::{Games, Seating, SimError, Simulation, Unit};
use machiavelli_core::state::{Chance, DealEnd, Event, House, Seat};

use Strategy::{Greedy, Patient, Random, Thrifty};

fn simulation(rules: &str, players: &[Strategy], unit: Unit, seating: Seating) -> Simulation {
    let rules: Rules = rules.parse().unwrap();
    let house = Arc::new(House::new(rules));
    Simulation::new(house, players.to_vec(), 11, unit, seating).unwrap()
}

fn deals(rules: &str, players: &[Strategy]) -> Simulation {
    simulation(rules, players, Unit::Deal, Seating::Fixed)
}

fn play(simulation: &Simulation, numbers: std::ops::Range<u64>, threads: usize) -> Games {
    let go_on = |_| ControlFlow::Continue(());
    simulation.play(numbers, NonZeroUsize::new(threads), go_on).unwrap()
}

fn seat(index: usize) -> Seat {
    Seat::from_index(index).unwrap()
}

/// The conversation: somebody is asked, answers, and the record is kept.
fn converse(
    house: &Arc<House>,
    players: &[Strategy],
    seed: u64,
    dealer: usize,
    whole: bool,
) -> Journal {
    let names = players.iter().map(ToString::to_string).collect();
    let header = Header { house: Arc::clone(house), names, seed: Some(seed), dealer: seat(dealer) };
    let (mut journal, _) = Journal::start(header, None).unwrap();
    loop {
        while let Some(seat) = journal.state().on_turn() {
            let player = Builtin::new(players[seat.index()], seed);
            let action = player.decide(&journal.state().view(seat));
            journal.apply(seat, action).unwrap();
        }
        if !whole || journal.next_deal(None).is_err() {
            return journal;
        }
    }
}

/// Rules without jokers that differ in how a deal goes and ends.
const RULES: &[&str] = &[
    "modiano",
    "agimeg-must-play",
    "agimeg-draw-two",
    "agimeg-corner",
    "agimeg-capped",
    "guadalupe",
    "neapolitan",
    "thirty-six",
    "wikipedia",
    "wikipedia-cowinners",
    "agimeg(exhaustion=play_on)",
    "agimeg(exhaustion=stop_on_failed_draw,exhaustion_score=winner_zero)",
    "agimeg-threshold(threshold=20)",
    "agimeg-jokers4",
    "tahiti",
    "wikipedia-jokers",
];

#[test]
fn records_are_those_of_the_conversation() {
    for &rules in RULES {
        for (unit, whole) in [(Unit::Deal, false), (Unit::Match, true)] {
            let players = [Greedy, Random, Thrifty];
            let simulation = simulation(rules, &players, unit, Seating::Fixed);
            for number in [0, 1, 5] {
                let seed = Chance::seed_of_game(11, number);
                let house = simulation.house();
                let told = converse(house, &players, seed, number as usize % 3, whole);
                let record = simulation.record(number).unwrap();
                assert_eq!(record.to_string(), told.record().to_string());
            }
        }
    }
}

/// In the conversation a player remembers nothing, and what it does is judged like anybody's actions.
#[test]
fn what_players_remember_changes_nothing() {
    for rules in Rules::presets() {
        let Ok(rules) = Rules::preset(rules) else { continue };
        for players in [[Greedy, Greedy], [Thrifty, Random], [Patient, Greedy]] {
            let house = Arc::new(House::new(rules.clone()));
            let new = Simulation::new(house, players.to_vec(), 3, Unit::Deal, Seating::Fixed);
            let Ok(simulation) = new else { continue };
            let games = play(&simulation, 0..4, 1);
            for number in 0..4 {
                let seed = Chance::seed_of_game(3, number);
                let told = converse(simulation.house(), &players, seed, number as usize % 2, false);
                assert_eq!(simulation.record(number).unwrap(), *told.record());
                let (row, state) = (number as usize, told.state());
                assert_eq!(games.turns[row], state.turn_number().cast_signed());
                let points = state.outcome().unwrap().scores.map(u32::cast_signed);
                assert_eq!(games.points[2 * row..][..2], points[..2]);
            }
        }
    }
}

#[test]
fn columns_say_what_the_records_say() {
    for &rules in RULES {
        for unit in [Unit::Deal, Unit::Match] {
            let players = [Patient, Random, Greedy];
            let simulation = simulation(rules, &players, unit, Seating::Fixed);
            let games = play(&simulation, 3..7, 1);
            assert_eq!(games.len(), 4);
            for (row, number) in (3..7).enumerate() {
                let record = simulation.record(number).unwrap();
                let mut replay = record.replay();
                let (mut turns, mut lays, mut laid) = (0, 0, [0; 3]);
                let mut last = None;
                for (_, events) in &mut replay {
                    for event in &events {
                        match event {
                            Event::TurnBegan(_) => turns += 1,
                            Event::Laid { seat, cards } => {
                                lays += 1;
                                laid[seat.index()] += cards.len() as u32;
                            }
                            Event::DealOver(outcome) => last = Some(*outcome),
                            _ => {}
                        }
                    }
                }
                let (state, last) = (replay.state().unwrap(), last.unwrap());
                let (winners, points) = match unit {
                    Unit::Deal => (last.winners, last.scores),
                    Unit::Match => (state.sheet().winners().unwrap(), *state.sheet().totals()),
                };
                assert_eq!(games.winners[row], winners.iter().map(|seat| 1 << seat.index()).sum());
                assert_eq!(
                    games.points[3 * row..][..3],
                    points[..3].iter().map(|p| p.cast_signed()).collect::<Vec<_>>()
                );
                assert_eq!(games.laid[3 * row..][..3], laid.map(u32::cast_signed));
                assert_eq!((games.turns[row], games.lays[row]), (turns, lays), "{rules}");
                assert_eq!(usize::try_from(games.stock[row]), Ok(state.stock().len()));
                assert_eq!(games.deals[row], state.sheet().deals().cast_signed());
                assert_eq!(usize::from(games.dealer[row]), number as usize % 3);
                assert_eq!(DealEnd::ALL[usize::from(games.end[row])], last.end);
            }
        }
    }
}

#[test]
fn results_depend_on_the_number_alone() {
    for unit in [Unit::Deal, Unit::Match] {
        let simulation = simulation("agimeg", &[Greedy, Random], unit, Seating::Duplicate);
        let all = play(&simulation, 0..100, 1);
        for threads in 2..5 {
            assert_eq!(play(&simulation, 0..100, threads), all);
        }
        let (head, tail) = (play(&simulation, 0..37, 2), play(&simulation, 37..100, 1));
        assert_eq!([&head.turns[..], &tail.turns[..]].concat(), all.turns);
        assert_eq!([&head.points[..], &tail.points[..]].concat(), all.points);
    }
}

#[test]
fn duplicates_have_the_same_cards_and_players_who_move_on() {
    let players = [Greedy, Random, Patient];
    let simulation = simulation("modiano", &players, Unit::Deal, Seating::Duplicate);
    let header = |number| simulation.record(number).unwrap().header().clone();
    for cards in 0..4 {
        let headers = [0, 1, 2].map(|shift| header(3 * cards + shift));
        for (shift, header) in headers.iter().enumerate() {
            assert_eq!(header.seed, Some(Chance::seed_of_game(11, cards)));
            assert_eq!(header.dealer.index(), cards as usize % 3);
            for (p, player) in players.iter().enumerate() {
                assert_eq!(header.names[(p + shift) % 3], player.as_str());
            }
        }
    }
    // Equal players do the same at a seat, whoever of them sits there.
    let alike = self::simulation("modiano", &[Greedy; 2], Unit::Deal, Seating::Duplicate);
    let games = play(&alike, 0..40, 1);
    for cards in 0..20 {
        let [first, second] = [0, 1].map(|shift| 2 * cards + shift);
        let points = |row: usize| [games.points[2 * row], games.points[2 * row + 1]];
        assert_eq!(points(first), [points(second)[1], points(second)[0]]);
        assert_eq!(games.winners[first], games.winners[second].reverse_bits() >> 6);
        assert_eq!(games.dealer[first], 1 - games.dealer[second]);
    }
}

#[test]
fn whoever_watches_may_stop_it() {
    let simulation = deals("modiano", &[Greedy, Greedy]);
    let all = play(&simulation, 0..60, 1);
    for threads in 1..3 {
        let (tell, told) = mpsc::channel();
        let stop_at_20 = move |over| {
            tell.send(over).unwrap();
            if over >= 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let games = simulation.play(0..60, NonZeroUsize::new(threads), stop_at_20).unwrap();
        // Another thread may still be at the first games.
        let least = if threads == 1 { 20 } else { 0 };
        assert!((least..60).contains(&games.len()), "{}", games.len());
        assert!(told.iter().is_sorted());
        assert_eq!(games.turns, all.turns[..games.len()]);
        assert_eq!(games.points, all.points[..2 * games.len()]);
    }
    // A match is left in the middle.
    let long = self::simulation("modiano(deals=1000)", &[Greedy; 2], Unit::Match, Seating::Fixed);
    let games = long.play(0..1, None, |_| ControlFlow::Break(())).unwrap();
    assert!(games.is_empty() && games.points.is_empty());
}

#[test]
fn games_without_end_are_given_up() {
    let endless = deals("modiano(draw_idle=0)", &[Greedy, Greedy]);
    let error = endless.play(0..20, None, |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(error.code().unwrap().as_str(), "E_ENDLESS");
    let game = error.game().unwrap();
    assert!(play(&endless, 0..game, 1).len() as u64 == game);
    assert!(endless.record(game).is_err());
}

#[test]
fn what_cannot_be_played_is_refused() {
    let new = |rules: &str, players: usize| {
        let house = Arc::new(House::new(rules.parse().unwrap()));
        Simulation::new(house, vec![Greedy; players], 1, Unit::Deal, Seating::Fixed).unwrap_err()
    };
    assert!(matches!(new("modiano", 6), SimError::Setup(_)));
    assert!(matches!(new("modiano", 1), SimError::Setup(_)));
    assert!(matches!(new("modiano", 0), SimError::Setup(_)));
    assert!(matches!(new("modiano", 20), SimError::Setup(_)));
    let error = new("agimeg(jokers=40)", 2);
    assert!(error.to_string().ends_with("not 40"), "{error}");
    assert_eq!(error.code().unwrap().as_str(), "E_JOKER_UNSUPPORTED");
}

#[test]
fn no_games_are_no_trouble() {
    let simulation = deals("modiano", &[Greedy, Greedy]);
    let none = 9..9;
    assert!(play(&simulation, none, 4).is_empty());
    let backwards = std::ops::Range { start: 9, end: 3 };
    assert!(play(&simulation, backwards, 4).is_empty());
}

#[test]
fn seeds_of_games_stay_what_they_are() {
    // Computed from the definition of the cipher, by tests/reference/chance.py.
    let seeds = [
        (0, 0, 3_746_820_966_258_687_740),
        (1, 0, 17_635_489_770_426_806_688),
        (0, 1, 16_712_125_754_540_656_516),
        (u64::MAX, 12_345, 7_337_010_146_251_774_596),
    ];
    for (seed, number, expected) in seeds {
        assert_eq!(Chance::seed_of_game(seed, number), expected);
    }
}
