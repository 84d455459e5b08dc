//! Climbs towards positions that take long: changes a card or a meld, and keeps what is slower.
//!
//! `cargo bench --bench climb -- 60 1` names the seconds and the seed.
#![expect(clippy::print_stdout, reason = "the positions are what it is run for")]

use std::env;
use std::time::{Duration, Instant};

use machiavelli_benches::{Dealer, Position, Set};
use machiavelli_core::solver::Solver;

/// So many changes in a row that are no slower end a climb.
const PATIENCE: usize = 300;

fn main() {
    let mut numbers = env::args().filter_map(|argument| argument.parse::<u64>().ok());
    let seconds = Duration::from_secs(numbers.next().unwrap_or(60));
    let mut dealer = Dealer::new(numbers.next().unwrap_or(1));
    let mut solver = Set::solver();
    let mut slowest = Duration::ZERO;
    let start = Instant::now();
    while start.elapsed() < seconds {
        let (time, position) = climb(&mut dealer, &mut solver);
        if time > slowest {
            slowest = time;
            println!("{time:9.1?}  {} | {}", position.table, position.hand);
        }
    }
}

fn climb(dealer: &mut Dealer, solver: &mut Solver) -> (Duration, Position) {
    let (melds, hand) = (dealer.up_to(24), dealer.up_to(66));
    let mut position = dealer.deal(melds, hand);
    let mut time = time(solver, &position);
    let mut failures = 0;
    while failures < PATIENCE {
        let changed = change(dealer, position);
        let changed_time = self::time(solver, &changed);
        if changed_time > time {
            (time, position, failures) = (changed_time, changed, 0);
        } else {
            failures += 1;
        }
    }
    (time, position)
}

/// The position with a card in hand exchanged, added or put away, or with a meld more on the table.
fn change(dealer: &mut Dealer, mut position: Position) -> Position {
    let kind = dealer.up_to(3);
    if kind <= 1 && !position.hand.is_empty() {
        let nth = dealer.up_to(position.hand.len() - 1);
        let card = position.hand.iter().nth(nth).expect("counted just now");
        position.hand.remove(card);
    }
    match kind {
        0 | 2 => dealer.add_card(&mut position),
        3 => {
            let mut table = position.table;
            dealer.add_meld(&mut table);
            let all = table.saturating_add(&position.hand);
            if all.iter().all(|card| all.count(card) <= 2) {
                position.table = table;
            }
        }
        _ => {}
    }
    position
}

/// Shortest of three.
fn time(solver: &mut Solver, position: &Position) -> Duration {
    let once = || {
        let start = Instant::now();
        position.solve(solver);
        start.elapsed()
    };
    std::iter::repeat_with(once).take(3).min().unwrap_or_default()
}
