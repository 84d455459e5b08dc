//! Games in lock step: those of the plain loop, whoever answers, and whatever is answered.

use std::num::NonZeroUsize;
use std::sync::Arc;

use machiavelli_core::Cards;
use machiavelli_core::player::{Builtin, Strategy, lay_exactly};
use machiavelli_core::rules::Rules;
use machiavelli_core::sim::{Arena, Games, Seating, SimError, Simulation, Unit};
use machiavelli_core::state::{Action, Chance, Deck, Event, House, Seat, State, View};

use Strategy::{Greedy, Patient, Random};

use crate::{RULES, deals, play, seat, simulation};

/// The cards that a player lays as its strategy says, none if it passes.
fn cards_of(strategy: Strategy, view: &View<'_>, seed: u64) -> Cards {
    match Builtin::new(strategy, seed).decide(view) {
        Action::Submit(table) => table.cards().difference(&view.table.cards()),
        _ => Cards::EMPTY,
    }
}

/// Plays all games, answering as the players' strategies say; how many questions there were.
fn answer_all(arena: &mut Arena, players: &[Strategy], seating: Seating, threads: usize) -> usize {
    let mut count = 0;
    let mut answers = Vec::new();
    while arena.step(&answers, NonZeroUsize::new(threads), || false).unwrap() {
        let each = arena.asks().map(|ask| {
            let cards = match seating {
                Seating::Fixed => ask.game,
                Seating::Duplicate => ask.game / players.len() as u64,
            };
            cards_of(players[ask.player], &ask.view(), Chance::seed_of_game(11, cards))
        });
        answers = each.collect();
        assert!(!answers.is_empty(), "games go on and nobody is asked");
        count += answers.len();
    }
    count
}

#[test]
fn without_jokers_whoever_answers_like_a_strategy_plays_like_it() {
    let players = [Greedy, Random, Patient];
    for &rules in RULES.iter().filter(|rules| !has_jokers(rules)) {
        for (unit, seating) in [(Unit::Deal, Seating::Duplicate), (Unit::Match, Seating::Fixed)] {
            let simulation = simulation(rules, &players, unit, seating);
            let expected = play(&simulation, 0..6, 1);
            for asked in [[true; 3], [false, true, false]] {
                let mut arena = Arena::new(simulation.clone(), asked.to_vec(), 6, 4);
                answer_all(&mut arena, &players, seating, 1);
                assert_eq!(*arena.games(), expected, "{rules} {asked:?}");
            }
        }
    }
}

fn has_jokers(rules: &str) -> bool {
    rules.parse::<Rules>().unwrap().options().jokers > 0
}

/// The same games, one after the other: what a row has of turns, lays, stock, points, cards laid.
fn one_after_the_other(rules: &str, players: &[Strategy], asked: &[bool], count: u64) -> Vec<Row> {
    let house = Arc::new(House::new(rules.parse().unwrap()));
    let n = players.len();
    let one = |number: u64| {
        let seed = Chance::seed_of_game(11, number);
        let deck = Deck::shuffled(house.melds(), &mut Chance::of_deal(seed, 1));
        let dealer = seat(number as usize % n);
        let (mut state, _) = State::start(Arc::clone(&house), n, dealer, &deck).unwrap();
        let (mut lays, mut laid) = (0, vec![0; n]);
        while let Some(seat) = state.on_turn() {
            let (view, strategy) = (state.view(seat), players[seat.index()]);
            let action = if asked[seat.index()] {
                answered(&state, seat, &cards_of(strategy, &view, seed))
            } else {
                Builtin::new(strategy, seed).decide(&view)
            };
            for event in &state.apply(seat, action).unwrap() {
                if let Event::Laid { seat, cards } = event {
                    lays += 1;
                    laid[seat.index()] += cards.len();
                }
            }
        }
        let points = &state.outcome().unwrap().scores[..n];
        let points = points.iter().map(|&points| points as usize).collect();
        Row { turns: state.turn_number() as usize, lays, stock: state.stock().len(), points, laid }
    };
    (0..count).map(one).collect()
}

/// What an answer means.
fn answered(state: &State, seat: Seat, cards: &Cards) -> Action {
    if cards.is_empty() && state.judge(seat, &Action::Pass).is_ok() {
        return Action::Pass;
    }
    lay_exactly(&state.view(seat), cards).unwrap_or(Action::Concede(None))
}

#[derive(Debug, PartialEq, Eq)]
struct Row {
    turns: usize,
    lays: usize,
    stock: usize,
    points: Vec<usize>,
    laid: Vec<usize>,
}

fn rows(games: &Games) -> Vec<Row> {
    let number = |value: i32| usize::try_from(value).unwrap();
    let row = |at: usize| {
        let each = |column: &[i32]| {
            column[games.players * at..][..games.players]
                .iter()
                .map(|&value| number(value))
                .collect()
        };
        Row {
            turns: number(games.turns[at]),
            lays: number(games.lays[at]),
            stock: number(games.stock[at]),
            points: each(&games.points),
            laid: each(&games.laid),
        }
    };
    (0..games.len()).map(row).collect()
}

#[test]
fn an_answer_is_laid_as_the_engine_arranges_it_under_all_rules() {
    let (players, asked) = ([Greedy, Random, Patient], [true, false, true]);
    for &rules in RULES {
        let mut arena = Arena::new(deals(rules, &players), asked.to_vec(), 5, 2);
        answer_all(&mut arena, &players, Seating::Fixed, 1);
        assert_eq!(rows(arena.games()), one_after_the_other(rules, &players, &asked, 5), "{rules}");
    }
}

#[test]
fn games_do_not_depend_on_threads_or_on_how_many_are_played_at_a_time() {
    let players = [Greedy, Random];
    let simulation = deals("modiano", &players);
    let expected = play(&simulation, 0..300, 1);
    for (at_a_time, threads) in [(1, 1), (7, 2), (300, 2), (1000, 3)] {
        let mut arena = Arena::new(simulation.clone(), vec![true, false], 300, at_a_time);
        answer_all(&mut arena, &players, Seating::Fixed, threads);
        assert_eq!(*arena.games(), expected, "{at_a_time} at a time on {threads} threads");
    }
}

#[test]
fn questions_are_about_whoever_is_asked_and_show_what_the_seat_may_see() {
    let players = [Greedy, Greedy, Greedy];
    let simulation = simulation("modiano", &players, Unit::Deal, Seating::Duplicate);
    let mut arena = Arena::new(simulation, vec![false, true, true], 12, 5);
    assert_eq!(arena.asks().count(), 0);
    let mut seen = [0; 3];
    let mut answers = Vec::new();
    while arena.step(&answers, None, || false).unwrap() {
        assert!(arena.asks().count() <= 5);
        answers.clear();
        for ask in arena.asks() {
            seen[ask.player] += 1;
            let (view, shift) = (ask.view(), (ask.game % 3) as usize);
            assert_eq!(view.seat.index(), (ask.player + shift) % 3);
            assert_eq!(view.hand.len(), usize::from(view.hand_sizes[view.seat.index()]));
            assert!(ask.game < 12);
            answers.push(cards_of(Greedy, &view, 0));
        }
        let mut numbers: Vec<_> = arena.asks().map(|ask| ask.game).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), answers.len(), "a game waits for one player at a time");
    }
    assert_eq!(seen[0], 0);
    assert!(seen[1] > 100 && seen[2] > 100, "{seen:?}");
}

#[test]
fn games_are_entered_as_they_end() {
    let players = [Greedy, Random];
    let simulation = deals("agimeg", &players);
    let expected = play(&simulation, 0..10, 1);
    let mut arena = Arena::new(simulation, vec![true, true], 10, 3);
    assert!(arena.games().is_empty());
    let mut answers: Vec<Cards> = Vec::new();
    let mut over = 0;
    while arena.step(&answers, None, || false).unwrap() {
        assert!(over <= arena.over());
        over = arena.over();
        let games = arena.games();
        let ended: Vec<_> = (0..games.len()).filter(|&row| games.deals[row] > 0).collect();
        assert_eq!(ended.len() as u64, over);
        for &row in &ended {
            assert_eq!(games.turns[row], expected.turns[row]);
            assert_eq!(games.points[2 * row..][..2], expected.points[2 * row..][..2]);
        }
        assert!(arena.asks().all(|ask| !ended.contains(&(ask.game as usize))));
        let each = arena.asks().map(|ask| {
            cards_of(players[ask.player], &ask.view(), Chance::seed_of_game(11, ask.game))
        });
        answers = each.collect();
    }
    // Nothing is left to be asked, and nothing changes any more.
    assert_eq!((arena.over(), arena.asks().count()), (10, 0));
    assert!(!arena.step(&[], None, || false).unwrap());
    assert!(!arena.step(&answers, None, || false).unwrap());
    assert_eq!(*arena.games(), expected);
}

#[test]
fn a_step_that_is_interrupted_is_made_up_for_by_the_next() {
    let players = [Greedy, Patient];
    let simulation = deals("modiano", &players);
    let mut arena = Arena::new(simulation.clone(), vec![true, false], 200, 150);
    let mut answers: Vec<Cards> = Vec::new();
    let mut interrupted = 0;
    loop {
        // Every other step is stopped after its first games.
        let mut looks = 0;
        let stop = move || {
            looks += 1;
            interrupted % 2 == 0 && looks > 1
        };
        match arena.step(&answers, NonZeroUsize::new(1), stop) {
            Ok(false) => break,
            Ok(true) => interrupted += 1,
            Err(error) => {
                assert_eq!(error, SimError::Interrupted);
                interrupted += 1;
            }
        }
        let each = arena.asks().map(|ask| {
            cards_of(players[ask.player], &ask.view(), Chance::seed_of_game(11, ask.game))
        });
        answers = each.collect();
    }
    assert!(interrupted > 20, "{interrupted}");
    assert_eq!(*arena.games(), play(&simulation, 0..200, 1));
}

#[test]
fn no_games_and_nobody_asked_are_no_trouble() {
    let simulation = deals("modiano", &[Greedy, Random]);
    let mut none = Arena::new(simulation.clone(), vec![true, true], 0, 5);
    assert!(!none.step(&[], None, || false).unwrap());
    assert!(none.games().is_empty());
    // Players beyond those that are listed are not asked.
    for asked in [vec![], vec![false, false]] {
        let mut alone = Arena::new(simulation.clone(), asked, 7, 2);
        assert!(!alone.step(&[], None, || false).unwrap());
        assert_eq!(*alone.games(), play(&simulation, 0..7, 1));
    }
}

/// The first turn of one game with this answer: the hand before and after it, and the stock's loss.
fn first_turn(rules: &str, answers: &[Cards]) -> (usize, usize, usize) {
    let simulation = deals(rules, &[Greedy, Greedy]);
    let mut arena = Arena::new(simulation, vec![true, true], 1, 1);
    let look = |arena: &Arena, back: usize| {
        let ask = arena.asks().next().unwrap();
        let view = ask.view();
        let seat = (view.seat.index() + back) % 2;
        (usize::from(view.hand_sizes[seat]), view.stock_size)
    };
    assert!(arena.step(&[], None, || false).unwrap());
    let (before, stock) = look(&arena, 0);
    assert!(arena.step(answers, None, || false).unwrap());
    let (after, left) = look(&arena, 1);
    (before, after, stock - left)
}

#[test]
fn what_cannot_be_laid_is_a_mistake_and_no_answer_a_pass() {
    let not_in_hand: Cards = "Ac Ac 2c 2c 3c 3c 4c 4c 5c 5c 6c 6c 7c 7c".parse().unwrap();
    // R4.9: three cards for a mistake; R4.1: one for laying nothing.
    assert_eq!(first_turn("modiano", &[not_in_hand]), (13, 16, 3));
    assert_eq!(first_turn("modiano(penalty_cards=2)", &[not_in_hand]), (13, 15, 2));
    assert_eq!(first_turn("modiano", &[Cards::EMPTY]), (13, 14, 1));
    assert_eq!(first_turn("modiano", &[]), (13, 14, 1));
    // Answers beyond the questions are nobody's.
    assert_eq!(first_turn("modiano", &[Cards::EMPTY, not_in_hand]), (13, 14, 1));
    // The first player of this game holds a meld, so that passing is a mistake where it is forbidden.
    assert_eq!(first_turn("agimeg-must-play", &[Cards::EMPTY]), (13, 16, 3));
    // R4.2c: who draws first draws no more for laying nothing; the card missing is the other's.
    assert_eq!(first_turn("wikipedia", &[Cards::EMPTY]), (14, 14, 1));
}

#[test]
fn a_game_without_end_is_named_and_not_entered() {
    let endless: Simulation = deals("modiano(draw_idle=0)", &[Greedy, Greedy]);
    let mut arena = Arena::new(endless, vec![true, true], 3, 2);
    let error = loop {
        match arena.step(&[], None, || false) {
            Ok(go_on) => assert!(go_on, "nobody lays, so that no deal ends"),
            Err(error) => break error,
        }
    };
    assert_eq!(error.code().unwrap().as_str(), "E_ENDLESS");
    assert_eq!(error.game(), Some(0));
    assert!(error.to_string().contains("game 0 has not ended after 100000 turns"), "{error}");
    assert_eq!(arena.over(), 0);
    assert!(arena.games().is_empty());
}
