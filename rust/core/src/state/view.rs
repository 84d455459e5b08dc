//! What a player may see.

use std::borrow::Cow;
use std::sync::Arc;

use super::{House, Outcome, Scores, Seat, Seats, State};
use crate::cards::Cards;
use crate::table::Table;
use crate::turn::Position;

/// What a player may see of a game: all but the others' hands and the order of the stock.
///
/// It is data, to look at and to hand on; no state is made from it.
///
/// # Equality
///
/// Views are equal if everything to be seen is equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View<'a> {
    /// The rules and what is made of them.
    pub house: Arc<House>,
    /// Whose view it is.
    pub seat: Seat,
    /// Everybody who began the match.
    pub seats: Seats,
    /// Who plays this deal.
    pub players: Seats,
    /// Who dealt.
    pub dealer: Seat,
    /// Whose turn it is, `None` once the deal is over.
    pub on_turn: Option<Seat>,
    /// The player's own hand.
    pub hand: Cards,
    /// How many cards each player holds, by seat.
    pub hand_sizes: [u16; Seat::COUNT],
    /// The table: melds, and as entries of one card the open cards that still lie alone.
    pub table: Cow<'a, Table>,
    /// The open cards that still lie alone (R3.9).
    pub open: Cards,
    /// How many cards the stock has.
    pub stock_size: usize,
    /// Who has opened in this deal (R4.8).
    pub opened: Seats,
    /// Who has gone out in this deal.
    pub out: Seats,
    /// Whether the player on turn has drawn for laying nothing, and may still play (R4.1).
    pub has_idled: bool,
    /// What the deal came to, `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// Number of the deal in the match, from 1.
    pub deal_number: u32,
    /// Number of the turn in the deal, from 1.
    pub turn_number: u32,
    /// Whose total has not excluded them from the match (R6.6).
    pub still_in: Seats,
    /// Penalty points in the match by seat; those of a deal are added when it is over.
    pub totals: Scores,
}

impl View<'_> {
    /// The position as the solver and the checker want it.
    pub fn position(&self) -> Position<'_> {
        Position {
            table: &self.table,
            hand: &self.hand,
            open: &self.open,
            opened: self.opened.contains(self.seat),
        }
    }

    /// The same with a table of its own.
    pub fn into_owned(self) -> View<'static> {
        View { table: Cow::Owned(self.table.into_owned()), ..self }
    }
}

impl State {
    /// What a player may see.
    pub fn view(&self, seat: Seat) -> View<'_> {
        let mut hand_sizes = [0; Seat::COUNT];
        for player in self.players.iter() {
            hand_sizes[player.index()] = self.hand(player).len() as u16;
        }
        View {
            house: Arc::clone(&self.house),
            seat,
            seats: self.sheet.players(),
            players: self.players,
            dealer: self.dealer,
            on_turn: self.on_turn(),
            hand: *self.hand(seat),
            hand_sizes,
            table: Cow::Borrowed(&self.table),
            open: self.open,
            stock_size: self.stock.len(),
            opened: self.opened,
            out: self.out,
            has_idled: self.turn.idled,
            outcome: self.outcome,
            deal_number: self.deal_number(),
            turn_number: self.turn_number,
            still_in: self.sheet.still_in(),
            totals: *self.sheet.totals(),
        }
    }
}
