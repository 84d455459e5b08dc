//! Times single actions and whole deals, and asserts what comes of them.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use machiavelli_core::player::{Builtin, Player, Strategy};
use machiavelli_core::rules::Rules;
use machiavelli_core::state::{
    Action, Chance, Deck, House, Outcome, Seat, Seats, Setup, State, Verdict,
};

/// A table of 40 cards, one more of which is laid.
const TABLE: &str = "Ac 2c 3c 4c | 5c 6c 7c 8c | 9c Tc Jc Qc | Ad 2d 3d 4d | 5d 6d 7d 8d | \
                     9d Td Jd Qd | Ah 2h 3h 4h | 5h 6h 7h 8h | 9h Th Jh Qh | 9s Ts Js";

/// The best time of several rounds, in nanoseconds each.
fn nanoseconds<T>(rounds: u32, each: u32, mut run: impl FnMut() -> T) -> f64 {
    let round = |_| {
        let start = Instant::now();
        for _ in 0..each {
            black_box(run());
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(each)
    };
    (0..rounds).map(round).fold(f64::INFINITY, f64::min)
}

fn house(text: &str) -> Arc<House> {
    let rules: Rules = text.parse().expect("good rules");
    Arc::new(House::new(rules))
}

/// A state with so many cards in the stock, for turns that only draw.
fn drawing(house: &Arc<House>) -> State {
    let deck = Deck::shuffled(house.melds(), &mut Chance::of_deal(1, 1));
    let dealer = Seat::all().next().expect("a seat");
    State::start(Arc::clone(house), 2, dealer, &deck).expect("a deal").0
}

fn position(house: &Arc<House>) -> State {
    let mut seats = Seat::all();
    let [dealer, on_turn] = [seats.next(), seats.next()].map(|seat| seat.expect("a seat"));
    let setup = Setup {
        dealer,
        on_turn,
        hands: vec!["2s".parse().expect("cards"), "Qs Kd 2s 7s".parse().expect("cards")],
        table: TABLE.parse().expect("a table"),
        stock: vec!["Kh".parse().expect("a card")],
        opened: Seats::first(2),
    };
    State::from_setup(Arc::clone(house), setup).expect("a position").0
}

/// Plays a deal of greedy players: the actions, and the outcome.
fn play(house: &Arc<House>, seed: u64) -> (u32, Outcome) {
    let deck = Deck::shuffled(house.melds(), &mut Chance::of_deal(seed, 1));
    let dealer = Seat::all().next().expect("a seat");
    let (mut state, _) = State::start(Arc::clone(house), 2, dealer, &deck).expect("a deal");
    let mut players = [Builtin::new(Strategy::Greedy, seed); 2];
    let mut actions = 0;
    while let Some(seat) = state.on_turn() {
        let action = players[seat.index()].act(&state.view(seat));
        state.apply(seat, action).expect("a legal action");
        actions += 1;
    }
    (actions, *state.outcome().expect("the deal is over"))
}

#[expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
fn main() {
    let modiano = house("modiano");
    println!("{:44} {:>12}", "what", "nanoseconds");
    let show = |what: &str, time: f64| println!("{what:44} {time:12.0}");

    let state = drawing(&modiano);
    let mut drawn = state.clone();
    show(
        "draw and pass the turn",
        nanoseconds(200, 78, || {
            let Some(seat) = drawn.on_turn() else {
                drawn = state.clone();
                return 0;
            };
            drawn.apply(seat, Action::Pass).expect("a draw").len()
        }),
    );
    show("copy a state", nanoseconds(200, 1_000, || state.clone()));

    let state = position(&modiano);
    let seat = state.on_turn().expect("a turn");
    let submitted = format!("{TABLE} Qs").parse().expect("a table");
    let action = Action::Submit(submitted);
    assert!(matches!(state.judge(seat, &action), Ok(Verdict::Lays(_))));
    show(
        "judge a submitted table of 40 cards",
        nanoseconds(200, 1_000, || state.judge(seat, &action).is_ok()),
    );
    show(
        "copy it, copy the state, and lay",
        nanoseconds(200, 1_000, || {
            let mut state = state.clone();
            state.apply(seat, action.clone()).expect("a lay");
            state
        }),
    );

    let deals = 1_000_u32;
    for rules in ["modiano", "agimeg-draw-first", "wikipedia", "guadalupe"] {
        let house = house(rules);
        let mut best = f64::INFINITY;
        let mut actions = 0;
        for _ in 0..5 {
            let start = Instant::now();
            actions = (0..deals).map(|seed| play(&house, seed.into()).0).sum();
            best = best.min(start.elapsed().as_secs_f64());
        }
        let (each, turns) = (best * 1e9 / f64::from(deals), f64::from(actions) / f64::from(deals));
        show(&format!("a greedy deal of {turns:.1} actions, {rules}"), each);
    }
}
