//! What is asked of a position with jokers, and the table it comes to.

use crate::card::Card;
use crate::meld::Meld;
use crate::solver::Question;

/// What holds a joker of the table where it lies (R5.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lock {
    /// Nothing: it is a card like any other.
    None,
    /// It keeps its role until it is released; real cards may leave.
    Partial,
    /// It keeps its role, and nothing leaves its meld, until it is released.
    Full,
}

/// Where the card that releases a joker may come from (R5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The hand.
    Hand,
    /// The hand or the table.
    HandOrTable,
}

/// Where a released joker may go (R5.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reuse {
    /// Any meld without the card that released it.
    OtherMeld,
    /// Any meld.
    Anywhere,
}

/// What the rules say about jokers in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JokerLaws {
    /// What holds a joker of the table.
    pub lock: Lock,
    /// Where the card that releases it may come from.
    pub source: Source,
    /// Where it may go then.
    pub reuse: Reuse,
    /// Whether the runs of the table may be given jokers (R5.5).
    pub to_run: bool,
    /// Whether only melds without jokers open, and a player who has laid none from hand may lay no
    /// joker (R4.8, R7.5).
    pub clean: bool,
}

impl JokerLaws {
    /// Jokers are cards like any others.
    pub const FREE: Self = Self {
        lock: Lock::None,
        source: Source::HandOrTable,
        reuse: Reuse::Anywhere,
        to_run: true,
        clean: false,
    };
}

/// A position with jokers, and what is asked of it.
///
/// All jokers together, of the table, the hand and the open cards, are at most
/// [`MOST`](Self::MOST).
#[derive(Clone, Copy, Debug)]
pub struct JokerQuestion<'a> {
    /// What lies on the table. Entries of one card are not looked at.
    pub entries: &'a [Meld],
    /// The cards: those of the table are the cards of the melds.
    pub cards: Question<'a>,
    /// What the rules say.
    pub laws: JokerLaws,
    /// Whether the player has opened before; [`JokerLaws::clean`] is then no matter.
    pub opened: bool,
}

impl JokerQuestion<'_> {
    /// Most jokers in play.
    pub const MOST: usize = super::open::MAX_JOKERS;
}

/// The table that a lay of a position with jokers leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JokerTable {
    /// The melds, each in a layout that the rules allow.
    pub melds: Vec<Meld>,
    /// The jokers that were released.
    pub released: Vec<Release>,
}

/// A joker of the table that was released (R5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release {
    /// The entry of the table that it lay in, from 0.
    pub from: usize,
    /// The card that it stood for and that took its place.
    pub by: Card,
    /// The meld that it lies in now, from 0.
    pub to: usize,
    /// The card that it stands for there.
    pub value: Card,
}
