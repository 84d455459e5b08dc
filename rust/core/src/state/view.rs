//! What a player may see.

use super::{House, Outcome, Scores, Seat, Seats, State};
use crate::cards::Cards;
use crate::table::Table;
use crate::turn::Position;

/// What a player may see of a game: all but the others' hands and the order of the stock.
///
/// # Equality
///
/// Views are equal if everything to be seen is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View<'a> {
    house: &'a House,
    seat: Seat,
    players: Seats,
    dealer: Seat,
    on_turn: Option<Seat>,
    hand: &'a Cards,
    hand_sizes: [u16; Seat::COUNT],
    table: &'a Table,
    open: &'a Cards,
    stock_size: usize,
    opened: Seats,
    out: Seats,
    idled: bool,
    outcome: Option<&'a Outcome>,
    deal_number: u32,
    still_in: Seats,
    totals: &'a Scores,
}

impl<'a> View<'a> {
    pub(super) fn new(state: &'a State, seat: Seat) -> Self {
        let sheet = state.sheet();
        Self {
            house: state.house(),
            seat,
            players: state.players(),
            dealer: state.dealer(),
            on_turn: state.on_turn(),
            hand: state.hand(seat),
            hand_sizes: state.hands.map(|hand| hand.len() as u16),
            table: state.table(),
            open: state.open(),
            stock_size: state.stock().len(),
            opened: state.opened(),
            out: state.out(),
            idled: state.turn.idled,
            outcome: state.outcome(),
            deal_number: state.deal_number(),
            still_in: sheet.still_in(),
            totals: sheet.totals(),
        }
    }

    /// The rules and what is made of them.
    pub const fn house(&self) -> &'a House {
        self.house
    }

    /// Whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
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
    pub const fn on_turn(&self) -> Option<Seat> {
        self.on_turn
    }

    /// The player's own hand.
    pub const fn hand(&self) -> &'a Cards {
        self.hand
    }

    /// How many cards a player holds.
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.hand_sizes[seat.index()].into()
    }

    /// The table: melds, and as entries of one card the open cards that still lie alone.
    pub const fn table(&self) -> &'a Table {
        self.table
    }

    /// The open cards that still lie alone (R3.9).
    pub const fn open(&self) -> &'a Cards {
        self.open
    }

    /// How many cards the stock has.
    pub const fn stock_size(&self) -> usize {
        self.stock_size
    }

    /// Who has opened in this deal (R4.8).
    pub const fn opened(&self) -> Seats {
        self.opened
    }

    /// Who has gone out in this deal.
    pub const fn out(&self) -> Seats {
        self.out
    }

    /// Whether the player on turn has drawn for laying nothing, and may still play (R4.1).
    pub const fn has_idled(&self) -> bool {
        self.idled
    }

    /// What the deal came to, `None` while it goes on.
    pub const fn outcome(&self) -> Option<&'a Outcome> {
        self.outcome
    }

    /// Number of the deal in the match, from 1.
    pub const fn deal_number(&self) -> u32 {
        self.deal_number
    }

    /// Whose total has not excluded them from the match (R6.6).
    pub const fn still_in(&self) -> Seats {
        self.still_in
    }

    /// Penalty points in the match by seat; those of a deal are added when it is over.
    pub const fn totals(&self) -> &'a Scores {
        self.totals
    }

    /// The position as the solver and the checker want it.
    pub const fn position(&self) -> Position<'a> {
        Position {
            table: self.table,
            hand: self.hand,
            open: self.open,
            opened: self.opened.contains(self.seat),
        }
    }
}
