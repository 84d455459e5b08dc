//! The solver's answers against the corpus, the oracle, and themselves.

#[path = "../oracle/mod.rs"]
mod oracle;

mod corpus;
mod position;
mod random;
mod relations;

use oracle::House;

/// How much to try: 1 on every push, more at night.
fn effort() -> usize {
    std::env::var("MACHIAVELLI_EFFORT").map_or(1, |text| text.parse().expect("a whole number"))
}

/// Of these houses each seventh, from another one on for another seed; all of them from an effort of
/// 7. With how many positions to try under each, if it would be `each` at once.
fn some(houses: &[House], seed: u64, each: usize) -> (impl Iterator<Item = &House>, usize) {
    let step = (7 / effort()).max(1);
    (houses.iter().skip(seed as usize % step).step_by(step), each * (effort() / 7).max(1))
}
