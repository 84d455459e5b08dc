//! What happens in a game, as it can be told and kept.

use smallvec::SmallVec;

use super::{Outcome, Seat, Seats};
use crate::cards::Cards;
use crate::turn::TurnError;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Hands were dealt to everybody who plays (R2.5).
    Dealt {
        /// Number of the deal in the match, from 1.
        deal: u32,
        /// Who dealt.
        dealer: Seat,
        /// Who plays.
        players: Seats,
        /// Cards per hand.
        hand_size: u8,
    },
    /// These cards were turned up in the centre (R2.12).
    TurnedUp(Cards),
    /// A turn began.
    TurnBegan(Seat),
    /// A player took cards from the stock.
    Drew {
        /// The player.
        seat: Seat,
        /// How many.
        count: usize,
        /// Which ones, for whoever may know.
        cards: Option<Cards>,
        /// What for.
        reason: DrawReason,
    },
    /// A player laid hand cards, and the table is as submitted.
    Laid {
        /// The player.
        seat: Seat,
        /// The hand cards.
        cards: Cards,
    },
    /// A player laid nothing and left the table otherwise than it was, which stays (R4.7).
    Rearranged(Seat),
    /// A player has opened (R4.8).
    Opened(Seat),
    /// The table is as it was when the turn began, and so is the hand.
    Restored {
        /// Who had changed it, or might have.
        seat: Seat,
        /// Why.
        cause: Cause,
    },
    /// The player took the cards of melds that could not be put right; the other melds stay (R4.10).
    Took {
        /// The player.
        seat: Seat,
        /// The cards, among them those that the player had laid.
        cards: Cards,
        /// Why.
        cause: Cause,
    },
    /// A player laid the last card (R4.13).
    WentOut(Seat),
    /// The deal is over and scored.
    DealOver(Outcome),
    /// Players whose total excludes them from the match (R6.6).
    Excluded(Seats),
    /// These players are even, and play on alone (R6.8).
    Tied(Seats),
    /// The match is over, and these players have won it.
    MatchOver(Seats),
}

/// What cards are drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The turn began.
    Start,
    /// Nothing was laid.
    Idle,
    /// Something was laid (R4.2).
    Laid,
    /// A mistake was made.
    Penalty,
}

/// Why a table is not left as a player wanted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The submission breaks a rule.
    Illegal(TurnError),
    /// The player gave up.
    Conceded,
    /// Time ran out.
    TimedOut,
}

impl DrawReason {
    /// `start`, `idle`, `laid` or `penalty`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Idle => "idle",
            Self::Laid => "laid",
            Self::Penalty => "penalty",
        }
    }
}

impl Cause {
    /// `illegal`, `conceded` or `timed out`.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Illegal(_) => "illegal",
            Self::Conceded => "conceded",
            Self::TimedOut => "timed out",
        }
    }

    /// What was illegal, if something was.
    pub const fn error(&self) -> Option<&TurnError> {
        match self {
            Self::Illegal(error) => Some(error),
            Self::Conceded | Self::TimedOut => None,
        }
    }
}

impl Event {
    /// The event as it is told to a player, or to an onlooker for `None`: cards that others draw are
    /// only counted.
    #[must_use]
    pub fn seen_by(&self, viewer: Option<Seat>) -> Self {
        match *self {
            Self::Drew { seat, count, reason, .. } if viewer != Some(seat) => {
                Self::Drew { seat, count, cards: None, reason }
            }
            _ => self.clone(),
        }
    }
}

/// What an action brought about, in the order in which it happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events(SmallVec<[Event; 8]>);

impl Events {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn push(&mut self, event: Event) {
        self.0.push(event);
    }
}

impl std::ops::Deref for Events {
    type Target = [Event];

    fn deref(&self) -> &[Event] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Events {
    type Item = &'a Event;
    type IntoIter = std::slice::Iter<'a, Event>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
