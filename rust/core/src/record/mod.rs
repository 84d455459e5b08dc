//! Games as text: kept while they are played, read, replayed and resumed.
//!
//! A record is lines. Blank lines and lines that begin with `#` say nothing.
//!
//! ```text
//! machiavelli record 1
//! rules: agimeg(deals=2)
//! player 0: Anna
//! player 1: Bruno
//! seed: 42
//! dealer: 1
//! deal 1
//! 0 pass
//! 1 submit: 4h 5h 6h | 9c 9d 9s
//! …
//! score: 4 0
//! deal 2: 7c Kd …
//! …
//! won: 1
//! ```
//!
//! The number in the first line is the version of this format. A deal is dealt by the seed, or from
//! the cards that follow its number, the first to be dealt first. A line of play is the number of a
//! seat and its [`Action`](crate::state::Action); what is refused is not recorded. Scores and
//! winners follow from the rest, and are compared when a record is read; a seat that does not
//! play in a deal has `-`, and the row ends with the last seat that plays.
//!
//! A game may also begin in the middle. In place of the first deal there is then a position, the
//! table and the stock being left out where they are empty:
//!
//! ```text
//! position
//! hand 0: Jh
//! hand 1: 2c 2d
//! table: 9c 9d 9h 9s | Tc Td Th Ts
//! stock: Kd
//! opened: 0 1
//! turn: 0
//! ```

mod damage;
mod journal;
mod read;
mod replay;
mod steps;
mod write;

pub use damage::{Damage, Fault};
pub use journal::{Header, Journal, Record, Step};
pub use replay::Replay;

/// The version of the format that is written, and the only one that is read.
const VERSION: u32 = 1;

const FIRST_LINE: &str = "machiavelli record";
