//! Positions for the benchmarks: those of the corpus, and random ones.

mod dealer;
mod sets;

pub use dealer::Dealer;
pub use sets::{Position, Set};
