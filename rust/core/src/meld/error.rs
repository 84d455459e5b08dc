//! Why cards are no meld.

use std::error::Error;
use std::fmt;

use super::{Layout, Meld};
use crate::card::{Card, Placed};
use crate::cards::few;
use crate::code::ErrorCode;
use crate::rules::{Ace, JokerRatio};

/// Cards that are no legal meld, with the first fault in the order of R3.12.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeldError {
    meld: Meld,
    fault: Fault,
}

/// What is wrong with a meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Card(Card),
    JokerOff,
    Short,
    Ratio(JokerRatio),
    Limit(u8),
    SetSize,
    SetSuit(Card),
    /// A joker in a set, and what it could stand for.
    Undeclared(Card),
    /// A joker declared to be what it cannot be.
    Declared(Placed),
    RunLen(u8),
    RunDup(Card),
    RunOrder(Layout),
    RunAce(Ace),
    RunGap,
    Mixed,
}

impl MeldError {
    pub(super) fn new(meld: &Meld, fault: Fault) -> Self {
        Self { meld: meld.clone(), fault }
    }

    /// The cards that are no meld.
    pub const fn meld(&self) -> &Meld {
        &self.meld
    }

    /// The first fault in the order of R3.12.
    pub const fn code(&self) -> ErrorCode {
        match self.fault {
            Fault::Card(_) => ErrorCode::Card,
            Fault::JokerOff => ErrorCode::JokerOff,
            Fault::Short => ErrorCode::MeldShort,
            Fault::Ratio(_) => ErrorCode::JokerRatio,
            Fault::Limit(_) => ErrorCode::JokerLimit,
            Fault::SetSize => ErrorCode::SetSize,
            Fault::SetSuit(_) => ErrorCode::SetSuit,
            Fault::Undeclared(_) | Fault::Declared(_) => ErrorCode::JokerValue,
            Fault::RunLen(_) => ErrorCode::RunLen,
            Fault::RunDup(_) => ErrorCode::RunDup,
            Fault::RunOrder(_) => ErrorCode::RunOrder,
            Fault::RunAce(_) => ErrorCode::RunAce,
            Fault::RunGap => ErrorCode::RunGap,
            Fault::Mixed => ErrorCode::Mixed,
        }
    }
}

impl fmt::Display for MeldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no legal meld: ", few(&self.meld))?;
        match self.fault {
            Fault::Card(card) => write!(f, "the pack has no {card}"),
            Fault::JokerOff => f.write_str("these rules have no jokers"),
            Fault::Short => f.write_str("it has fewer than 3 cards"),
            Fault::Ratio(JokerRatio::Majority) => f.write_str("real cards must outnumber jokers"),
            Fault::Ratio(JokerRatio::OneReal) => f.write_str("one card at least must be real"),
            Fault::Limit(max) => write!(f, "jokers in one meld are limited to {max}"),
            Fault::SetSize => f.write_str("a set has at most 4 cards"),
            Fault::SetSuit(card) => write!(f, "the suit of {card} is twice in the set"),
            Fault::Undeclared(card) => {
                write!(f, "the joker must say which card it is, for example *={card}")
            }
            Fault::Declared(joker) => write!(f, "{joker} is not the card that belongs there"),
            Fault::RunLen(max) => write!(f, "a run has at most {max} cards"),
            Fault::RunDup(card) => write!(f, "{card} is twice in the run"),
            Fault::RunOrder(Layout::Rising) => f.write_str("the cards of the run do not rise"),
            Fault::RunOrder(_) => f.write_str("the cards of the run neither rise nor fall"),
            Fault::RunAce(Ace::Both) => f.write_str("a run does not go on past the ace"),
            Fault::RunAce(Ace::Low) => f.write_str("the ace lies only before 2"),
            Fault::RunAce(Ace::High) => f.write_str("the ace lies only after K"),
            Fault::RunGap => f.write_str("the run has a hole"),
            Fault::Mixed => f.write_str("the cards share neither rank nor suit"),
        }
    }
}

impl Error for MeldError {}
