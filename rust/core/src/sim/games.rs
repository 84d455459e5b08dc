//! What became of many games, as columns.

use std::collections::TryReserveError;

use super::play::Game;
use crate::state::DealEnd;

/// What became of games, one of each a game; of `points` and `laid` one a player.
///
/// Numbers are signed, so that differences are right. Whatever belongs to a player has the player's place, whichever the seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Number of players.
    pub players: usize,
    /// Who won: bit *p* for player *p*.
    pub winners: Vec<u8>,
    /// Who dealt first.
    pub dealer: Vec<u8>,
    /// How the last deal ended: its place among [`ENDS`](Self::ENDS).
    pub end: Vec<u8>,
    /// Deals played.
    pub deals: Vec<i32>,
    /// Turns played.
    pub turns: Vec<i32>,
    /// Turns in which hand cards were laid.
    pub lays: Vec<i32>,
    /// Cards in the stock at the end of the last deal.
    pub stock: Vec<i32>,
    /// Penalty points, those of all players of a game together.
    pub points: Vec<i32>,
    /// Cards laid, those of all players of a game together.
    pub laid: Vec<i32>,
}

impl Games {
    /// How deals end, in the order of the numbers in [`end`](Self::end).
    pub const ENDS: &'static [DealEnd] =
        &[DealEnd::WentOut, DealEnd::StockEmpty, DealEnd::FailedDraw, DealEnd::Standstill];

    /// Number of games.
    pub fn len(&self) -> usize {
        self.winners.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.winners.is_empty()
    }

    /// So many games that are not played yet.
    pub(super) fn unplayed(count: usize, players: usize) -> Result<Self, TryReserveError> {
        fn zeros<T: Copy + Default>(count: usize) -> Result<Vec<T>, TryReserveError> {
            let mut column = Vec::new();
            column.try_reserve_exact(count)?;
            column.resize(count, T::default());
            Ok(column)
        }
        let cells = count.saturating_mul(players);
        Ok(Self {
            players,
            winners: zeros(count)?,
            dealer: zeros(count)?,
            end: zeros(count)?,
            deals: zeros(count)?,
            turns: zeros(count)?,
            lays: zeros(count)?,
            stock: zeros(count)?,
            points: zeros(cells)?,
            laid: zeros(cells)?,
        })
    }

    pub(super) fn enter(&mut self, row: usize, game: &Game) {
        let place = Self::ENDS.iter().position(|&end| end == game.end);
        self.winners[row] = game.winners.bits();
        self.dealer[row] = game.dealer.index() as u8;
        self.end[row] = place.unwrap_or_default() as u8;
        self.deals[row] = game.deals.cast_signed();
        self.turns[row] = game.turns.cast_signed();
        self.lays[row] = game.lays.cast_signed();
        self.stock[row] = game.stock.into();
        let first = row * self.players;
        for p in 0..self.players {
            self.points[first + p] = game.points[p].cast_signed();
            self.laid[first + p] = game.laid[p].cast_signed();
        }
    }

    /// Leaves only the games up to the first that was not played.
    pub(super) fn keep_played(&mut self) {
        let played = self.deals.iter().position(|&deals| deals == 0);
        let Some(played) = played else { return };
        self.winners.truncate(played);
        self.dealer.truncate(played);
        self.end.truncate(played);
        self.deals.truncate(played);
        self.turns.truncate(played);
        self.lays.truncate(played);
        self.stock.truncate(played);
        self.points.truncate(played * self.players);
        self.laid.truncate(played * self.players);
    }
}
