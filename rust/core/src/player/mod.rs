//! Players that the engine brings along.

mod builtin;
mod strategy;

pub use builtin::{Builtin, lay_exactly};
pub(crate) use builtin::{Decision, choose_exactly};
pub use strategy::{Strategy, UnknownStrategy};

use crate::state::{Action, View};

/// Somebody who plays: sees what a seat may see, and acts when on turn.
///
/// ```
/// use machiavelli_core::player::Player;
/// use machiavelli_core::state::{Action, View};
///
/// /// Never lays a card.
/// struct Miser;
///
/// impl Player for Miser {
///     fn act(&mut self, _view: &View<'_>) -> Action {
///         Action::Pass
///     }
/// }
/// ```
pub trait Player {
    /// What the player does; it is the turn of the view's seat.
    fn act(&mut self, view: &View<'_>) -> Action;
}
