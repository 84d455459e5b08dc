//! The solver's answers against the corpus, the oracle, and themselves.

#[path = "../oracle/mod.rs"]
mod oracle;

mod corpus;
mod position;
mod random;
mod relations;

/// How much to try: 1 on every push, more at night.
fn effort() -> usize {
    std::env::var("MACHIAVELLI_EFFORT").map_or(1, |text| text.parse().expect("a whole number"))
}
