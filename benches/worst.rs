//! The slowest of a million random positions: up to 24 melds on the table and 30 cards in hand.
//!
//! `cargo bench --bench worst -- 1000000 1` names the number of positions and the seed.
#![expect(clippy::print_stdout, reason = "the list is what it is run for")]

use std::cmp::Reverse;
use std::env;
use std::time::Instant;

use machiavelli_benches::{Dealer, Set};

/// So many of the slowest are shown.
const SHOWN: usize = 10;

fn main() {
    let mut numbers = env::args().filter_map(|argument| argument.parse::<u64>().ok());
    let count = numbers.next().unwrap_or(1_000_000);
    let mut dealer = Dealer::new(numbers.next().unwrap_or(1));
    let mut solver = Set::solver();
    let mut slowest = Vec::new();
    for _ in 0..count {
        let (melds, hand) = (dealer.up_to(24), dealer.up_to(30));
        let position = dealer.deal(melds, hand);
        let start = Instant::now();
        let most = position.solve(&mut solver);
        let time = start.elapsed();
        if slowest.last().is_none_or(|(least, _, _)| time > *least) || slowest.len() < SHOWN {
            slowest.push((time, most, position));
            slowest.sort_by_key(|(time, _, _)| Reverse(*time));
            slowest.truncate(SHOWN);
        }
    }
    for (first, most, position) in slowest {
        let again = (0..5).map(|_| {
            let start = Instant::now();
            assert_eq!(position.solve(&mut solver), most);
            start.elapsed()
        });
        let time = again.min().unwrap_or(first);
        println!(
            "{time:9.1?} (first {first:9.1?}) {} | {} -> {most}",
            position.table, position.hand
        );
    }
}
