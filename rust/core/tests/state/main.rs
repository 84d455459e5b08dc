//! Deals, turns, penalties, endings and matches against the worked cases of the rules, by hand, and
//! in random play.

#[path = "../checker/cases.rs"]
mod cases;
#[path = "../checker/definition.rs"]
mod definition;
#[path = "../oracle/jokers/mod.rs"]
#[expect(unused_imports, reason = "its search for tables serves other tests")]
mod oracle;
mod scene;

mod dealing;
mod endings;
mod laws;
mod matches;
mod options;
mod penalties;
mod players;
mod record;
mod records;
mod turns;
mod views;

/// How much to try: 1 on every push, more at night.
fn effort() -> usize {
    std::env::var("MACHIAVELLI_EFFORT").map_or(1, |text| text.parse().expect("a whole number"))
}
