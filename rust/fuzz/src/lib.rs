//! What must hold for any bytes at all.
//!
//! Each function here is a fuzz target. It panics if a relation fails, so what a fuzzer looks for is
//! a wrong answer as much as a crash. `rust/core/tests/fuzz.rs` calls the same functions on the
//! inputs that are kept in `corpus/`.

mod input;
mod lay;
mod meld;
mod record;
mod rules;
mod sentence;
mod text;
mod turn;

pub use lay::lay;
pub use meld::meld;
pub use record::record;
pub use rules::rules;
pub use text::text;
pub use turn::turn;

/// A fuzz target: its name, which is also its folder in `corpus/`, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 6] = [
    ("lay", lay),
    ("meld", meld),
    ("record", record),
    ("rules", rules),
    ("text", text),
    ("turn", turn),
];
