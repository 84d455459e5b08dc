//! Exact engine for Machiavelli, the Italian rummy on a shared table.

mod card;
mod cards;
mod meld;
mod notation;
pub mod rules;
pub mod solver;
mod table;

pub use card::{Card, Placed, Rank, Suit};
pub use cards::{Cards, Overflow};
pub use meld::{Meld, MeldRules};
pub use notation::ParseError;
pub use table::{Table, TableDataError};
