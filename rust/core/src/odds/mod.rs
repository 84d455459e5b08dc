//! Exact counts of hands, and of what can be laid from them.
//!
//! A hand is read rank by rank, all four suits of a rank at once. What the runs of one suit can be
//! between two ranks is a small automaton (`grammar`, `automaton`, `step`); sets couple the suits
//! (`sets`). All ways to have used the cards read so far, cleared of those that another one makes
//! needless, are a *front* (`front`, `expand`, `thin`), and the hands that lead to equal fronts are counted
//! together (`sweep`, `rows`). Nothing is sampled and nothing is rounded: what cannot be counted exactly is
//! refused by an [`OddsError`].

mod automaton;
mod counts;
mod error;
mod expand;
mod front;
mod grammar;
mod line;
mod outlook;
mod presence;
mod progress;
mod reach;
mod rows;
mod sets;
mod step;
mod sweep;
mod thin;

pub use counts::{Limits, MostLaid, Share, complete_hands, meld_in_hand, most_cards_laid};
pub use error::OddsError;
pub use progress::Progress;
pub use sets::Copies;

#[cfg(test)]
mod tests;
