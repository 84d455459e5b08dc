//! What a player can do on turn.

use crate::card::Card;
use crate::table::Table;

/// What the player on turn does.
///
/// Moving cards about before submitting them is nobody's business but the player's (R4.3): a turn is
/// one action, or several if the first are refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Announces that the table stays like this: its melds, and the open cards that still lie alone.
    Submit(Table),
    /// Leaves the table as it is: the same as submitting it unchanged.
    Pass,
    /// Draws instead of laying, under rules where drawing is a choice. The table, if given, is how
    /// the player has left it, for whoever has laid cards cannot draw any more.
    Draw(Option<Table>),
    /// Gives up an attempt, which is a mistake. The table, if given, is how the player has left it,
    /// which matters under `penalty=severe` alone (R4.10).
    Concede(Option<Table>),
    /// The time for the turn has run out (R4.11).
    TimeOut,
    /// Ends the turn as in other rummies, which is never possible here (R4.12).
    Discard(Card),
}

impl Action {
    /// The word for it in text.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Submit(_) => "submit",
            Self::Pass => "pass",
            Self::Draw(_) => "draw",
            Self::Concede(_) => "concede",
            Self::TimeOut => "time-out",
            Self::Discard(_) => "discard",
        }
    }

    /// The table that goes with it, if any.
    pub const fn table(&self) -> Option<&Table> {
        match self {
            Self::Submit(table) => Some(table),
            Self::Draw(table) | Self::Concede(table) => table.as_ref(),
            Self::Pass | Self::TimeOut | Self::Discard(_) => None,
        }
    }
}
