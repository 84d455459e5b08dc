//! One turn: what a player may do with the table and a hand, and whether what is done is legal.

mod check;
mod error;
mod jokers;
mod lay;
mod memory;
mod objective;
mod opening;
mod position;
mod rules;

pub use check::{TurnReport, check_turn};
pub(crate) use check::{can_lay_something, check_from_valid};
pub use error::{LockedMeld, TurnError};
pub use lay::{After, Lay, LayError, Wish};
pub(crate) use memory::Memory;
pub use objective::{Objective, ObjectiveError};
pub use opening::opening_points;
pub use position::{Position, PositionError};
pub use rules::TurnRules;
