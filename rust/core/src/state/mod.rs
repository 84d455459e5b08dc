//! A game in progress: deals, turns, penalties, endings, scores, and the match they belong to.

mod action;
mod chance;
mod deck;
mod ending;
mod error;
mod event;
mod house;
mod lot;
mod penalty;
mod scoring;
mod seat;
mod setup;
mod sheet;
mod turn;
mod view;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::card::Card;
use crate::cards::Cards;
use crate::table::Table;

pub use action::Action;
pub use chance::Chance;
pub use deck::{Deck, NotTheDeck};
pub use error::{PlayError, SetupError};
pub use event::{Cause, DrawReason, Event, Events};
pub use house::House;
pub use lot::{Lot, lowest};
pub use scoring::{DealEnd, Outcome, Scores};
pub use seat::{NotSeated, Seat, Seats};
pub use setup::Setup;
pub use sheet::Sheet;
pub use turn::Verdict;
pub use view::View;

use deck::Stock;

/// Whether the turn goes on, or the deal has ended in the middle of it.
type Flow<T = ()> = ControlFlow<(), T>;

/// A game in progress, cards that nobody sees included.
///
/// It is always somebody's turn to act, or the deal is over: what the rules leave no choice about,
/// such as a draw at turn start, has happened already. Players must not get it, but a [`View`].
///
/// # Equality
///
/// States are equal if they have the same rules, cards, scores and turn, whatever led to them.
///
/// ```
/// use std::sync::Arc;
///
/// use machiavelli_core::rules::Rules;
/// use machiavelli_core::state::{Action, Chance, Deck, House, Seat, State};
///
/// let house = Arc::new(House::new(Rules::preset("modiano")?));
/// let deck = Deck::shuffled(house.melds(), &mut Chance::of_deal(7, 1));
/// let dealer = Seat::from_index(2).unwrap();
/// let (mut state, _) = State::start(house, 3, dealer, &deck)?;
///
/// let eldest = state.on_turn().unwrap();
/// assert_eq!((eldest.index(), state.stock().len()), (0, 65));
/// let events = state.apply(eldest, Action::Pass)?;
/// assert_eq!((state.hand(eldest).len(), state.stock().len()), (14, 64));
///
/// let error = state.apply(eldest, Action::Pass).unwrap_err();
/// assert_eq!(error.to_string(), "it is the turn of player 1, not of player 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    house: Arc<House>,
    sheet: Sheet,
    /// Who plays this deal.
    players: Seats,
    dealer: Seat,
    hands: [Cards; Seat::COUNT],
    table: Table,
    /// The open cards that still lie alone; they are among the table's entries.
    open: Cards,
    stock: Stock,
    opened: Seats,
    turn: Turn,
    /// Number of the turn in the deal, from 1.
    turn_number: u32,
    /// Turns in a row that began without stock and laid nothing (R4.15).
    barren: u8,
    out: Seats,
    /// Once somebody is out, whoever plays last (R4.14).
    last: Option<Seat>,
    outcome: Option<Outcome>,
}

/// The turn that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Turn {
    seat: Seat,
    /// Whether there was no stock when it began.
    dry: bool,
    /// Whether the card for laying nothing has been drawn, and may still be played.
    idled: bool,
}

impl State {
    /// The rules and what is made of them.
    pub const fn house(&self) -> &Arc<House> {
        &self.house
    }

    /// Number of the deal in the match, from 1.
    pub const fn deal_number(&self) -> u32 {
        self.sheet.deals() + self.outcome.is_none() as u32
    }

    /// Number of the turn in the deal, from 1.
    pub const fn turn_number(&self) -> u32 {
        self.turn_number
    }

    /// The score sheet of the match; a deal is entered when it is over.
    pub const fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Who plays this deal.
    pub const fn players(&self) -> Seats {
        self.players
    }

    /// Who dealt.
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Whose turn it is, `None` once the deal is over.
    pub fn on_turn(&self) -> Option<Seat> {
        self.outcome.is_none().then_some(self.turn.seat)
    }

    /// What the deal came to, `None` while it goes on.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The hand of a player; no cards for a seat that does not play.
    pub const fn hand(&self, seat: Seat) -> &Cards {
        &self.hands[seat.index()]
    }

    /// The table: melds, and as entries of one card the open cards that still lie alone.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The open cards that still lie alone (R3.9).
    pub const fn open(&self) -> &Cards {
        &self.open
    }

    /// The face-down cards, the next to be drawn first.
    pub fn stock(&self) -> &[Card] {
        self.stock.cards()
    }

    /// Who has opened in this deal (R4.8).
    pub const fn opened(&self) -> Seats {
        self.opened
    }

    /// Who has gone out in this deal.
    pub const fn out(&self) -> Seats {
        self.out
    }
}
