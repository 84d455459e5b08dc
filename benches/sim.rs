//! Times many games at once, on one thread and on all.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use machiavelli_core::player::Strategy;
use machiavelli_core::rules::Rules;
use machiavelli_core::sim::{Games, Seating, Simulation, Unit};
use machiavelli_core::state::House;

/// The best of three rounds, in deals and turns a second.
#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2⁵³ deals")]
fn rates(simulation: &Simulation, deals: u64, threads: Option<NonZeroUsize>) -> (f64, f64, Games) {
    let mut best = f64::INFINITY;
    let mut games = Games::default();
    for _ in 0..3 {
        let start = Instant::now();
        games = simulation.play(0..deals, threads, |_| ControlFlow::Continue(())).expect("games");
        best = best.min(start.elapsed().as_secs_f64());
    }
    let turns: f64 = games.turns.iter().copied().map(f64::from).sum();
    (deals as f64 / best, turns / best, games)
}

#[expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
fn main() {
    let deals = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(2_000_u64);
    println!(
        "{:28} {:>8} {:>12} {:>12} {:>10}",
        "rules", "threads", "deals/s", "turns/s", "a deal"
    );
    for rules in ["modiano", "agimeg-draw-first", "wikipedia", "agimeg-jokers2", "agimeg-jokers4"] {
        let house = Arc::new(House::new(Rules::preset(rules).expect("a preset")));
        let players = vec![Strategy::Greedy; 2];
        let simulation = Simulation::new(house, players, 1, Unit::Deal, Seating::Fixed);
        let simulation = simulation.expect("a simulation");
        let (one, turns, games) = rates(&simulation, deals, NonZeroUsize::new(1));
        let each = turns / one;
        println!("{rules:28} {:>8} {one:12.0} {turns:12.0} {each:10.1}", 1);
        let (all, turns, same) = rates(&simulation, deals, None);
        println!("{rules:28} {:>8} {all:12.0} {turns:12.0} {each:10.1}", "all");
        assert!(games == same, "results depend on threads");
    }
}
