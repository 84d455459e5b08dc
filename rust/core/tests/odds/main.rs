//! Counts against published ones, against enumeration, and against each other.

mod golden;
mod naive;
mod relations;
mod small;
mod watch;

use std::ops::ControlFlow;

/// How much to try: 1 on every push, more at night.
fn effort() -> usize {
    std::env::var("MACHIAVELLI_EFFORT").map_or(1, |text| text.parse().expect("a whole number"))
}

/// Never stops.
fn go_on(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
