//! Why an action or a deal is refused.

use std::error::Error;
use std::fmt;

use super::deck::NotTheDeck;
use super::{NotSeated, Seat};
use crate::cards::{Cards, few};
use crate::code::ErrorCode;
use crate::rules::RulesError;
use crate::turn::{PositionError, TurnError};

/// An action that is refused; the state is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// Nobody is on turn.
    DealOver,
    /// Another player is.
    NotYourTurn {
        /// Who acts.
        seat: Seat,
        /// Whose turn it is.
        on_turn: Seat,
    },
    /// The submission is refused without penalty (R4.16).
    Turn(TurnError),
    /// These hand cards lie on the table already.
    DrawAfterPlay(Cards),
    /// Cards are drawn at the start of the turn, and nobody chooses to.
    NoDraw,
    /// There is no discard pile.
    NoDiscard,
    /// Turns may last for ever.
    NoTimeLimit,
}

impl PlayError {
    /// The stable code.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::DealOver => ErrorCode::DealOver,
            Self::NotYourTurn { .. } => ErrorCode::NotYourTurn,
            Self::Turn(error) => error.code(),
            Self::DrawAfterPlay(_) => ErrorCode::DrawAfterPlay,
            Self::NoDraw => ErrorCode::NoDraw,
            Self::NoDiscard => ErrorCode::NoDiscard,
            Self::NoTimeLimit => ErrorCode::NoTimeLimit,
        }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DealOver => f.write_str("the deal is over"),
            Self::NotYourTurn { seat, on_turn } => {
                write!(f, "it is the turn of player {on_turn}, not of player {seat}")
            }
            Self::Turn(error) => error.fmt(f),
            Self::DrawAfterPlay(cards) => {
                write!(f, "whoever has laid {} draws no more", few(cards.iter()))
            }
            Self::NoDraw => f.write_str("under these rules cards are drawn at turn start only"),
            Self::NoDiscard => f.write_str("no card is ever discarded"),
            Self::NoTimeLimit => f.write_str("under these rules a turn has no time limit"),
        }
    }
}

impl Error for PlayError {}

impl From<TurnError> for PlayError {
    fn from(error: TurnError) -> Self {
        Self::Turn(error)
    }
}

/// A match or deal that cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The rules cannot be played by so many players.
    Rules(RulesError),
    /// The cards are not the deck of these rules.
    Deck(NotTheDeck),
    /// A seat deals, is on turn or has opened, but does not play.
    Seat(NotSeated),
    /// The deal before it is not over.
    DealOn,
    /// The match is over.
    MatchOver,
    /// The table or the cards in play cannot be.
    Position(PositionError),
    /// This player has no card, and would have gone out.
    EmptyHand(Seat),
    /// Nobody is named to deal, and no lot can be drawn.
    NoDealer,
    /// There is neither a seed nor cards to deal.
    NoCards,
    /// A player's name has a control character.
    Name {
        /// Whose name it is.
        seat: Seat,
        /// The first such character.
        character: char,
    },
    /// There are not as many names as hands.
    Names {
        /// Number of names.
        names: usize,
        /// Number of hands.
        hands: usize,
    },
}

impl SetupError {
    /// The stable code; `None` for [`Rules`](Self::Rules), whose reasons have codes of their own.
    pub const fn code(&self) -> Option<ErrorCode> {
        Some(match self {
            Self::Rules(_) => return None,
            Self::Deck(error) => error.code(),
            Self::Seat(error) => error.code(),
            Self::NoDealer | Self::Names { .. } => ErrorCode::Seat,
            Self::NoCards => ErrorCode::Deck,
            Self::Name { .. } => ErrorCode::Name,
            Self::DealOn => ErrorCode::DealOn,
            Self::MatchOver => ErrorCode::MatchOver,
            Self::Position(error) => error.code(),
            Self::EmptyHand(_) => ErrorCode::EmptyHand,
        })
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::Deck(error) => error.fmt(f),
            Self::Seat(error) => error.fmt(f),
            Self::DealOn => f.write_str("the deal is not over yet"),
            Self::MatchOver => f.write_str("the match is over"),
            Self::Position(error) => error.fmt(f),
            Self::EmptyHand(seat) => write!(f, "player {seat} has no card in hand"),
            Self::NoDealer => {
                f.write_str("somebody must be named to deal, unless a lot is drawn with a seed")
            }
            Self::NoCards => f.write_str("a deal needs cards, or the match a seed"),
            Self::Name { seat, character } => {
                let character = character.escape_debug();
                write!(f, "the name of player {seat} has the control character {character}")
            }
            Self::Names { names, hands } => {
                write!(f, "names and hands are equally many, not {names} and {hands}")
            }
        }
    }
}

impl Error for SetupError {}

impl From<RulesError> for SetupError {
    fn from(error: RulesError) -> Self {
        Self::Rules(error)
    }
}

impl From<NotTheDeck> for SetupError {
    fn from(error: NotTheDeck) -> Self {
        Self::Deck(error)
    }
}

impl From<NotSeated> for SetupError {
    fn from(error: NotSeated) -> Self {
        Self::Seat(error)
    }
}

impl From<PositionError> for SetupError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}
