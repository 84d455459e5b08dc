//! Melds and submitted turns against the worked cases of the rules and against definitions.

mod cases;
mod definition;
mod jokers;
mod layouts;
mod melds;
mod turns;

/// How much to try: 1 on every push, more at night.
fn effort() -> usize {
    std::env::var("MACHIAVELLI_EFFORT").map_or(1, |text| text.parse().expect("a whole number"))
}
