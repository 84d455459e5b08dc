//! Turns with jokers against an oracle that follows the paragraphs literally.

#[path = "../checker/cases.rs"]
mod cases;
#[path = "../checker/definition.rs"]
mod definition;
#[path = "../oracle/jokers/mod.rs"]
mod oracle;

mod checker;
mod corpus;
mod dealer;
mod houses;
mod relations;
mod search;
mod solver;

use machiavelli_core::turn::Position;
use oracle::Start;

/// How much to try: 1 on every push, more at night.
fn effort() -> usize {
    std::env::var("MACHIAVELLI_EFFORT").map_or(1, |text| text.parse().expect("a whole number"))
}

/// The same, as the engine takes it.
fn position(start: &Start) -> Position<'_> {
    let Start { table, hand, open, opened } = start;
    Position { table, hand, open, opened: *opened }
}
