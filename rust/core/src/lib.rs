//! Exact engine for Machiavelli, the Italian rummy on a shared table.

pub mod batch;
mod card;
mod cards;
mod code;
mod meld;
mod notation;
pub mod odds;
pub mod plan;
pub mod player;
mod pool;
pub mod record;
pub mod rules;
pub mod sim;
pub mod solver;
pub mod state;
mod table;
mod threads;
pub mod turn;

pub use card::{Card, Placed, Rank, Suit};
pub use cards::{Cards, Overflow};
pub use code::ErrorCode;
pub use meld::{
    DeckError, JokerReading, JokerRules, Layout, Meld, MeldError, MeldKey, MeldKind, MeldReading,
    MeldRules,
};
pub use notation::ParseError;
pub use pool::SolverPool;
pub use table::{Table, TableDataError, TableError};

/// Makes the README's Rust examples tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
