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
    /// How the last deal ended: its place in [`DealEnd::ALL`].
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
    /// Number of games.
    pub fn len(&self) -> usize {
        self.winners.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.winners.is_empty()
    }

    /// No games yet, of so many players.
    pub(super) fn none(players: usize) -> Self {
        Self { players, ..Self::default() }
    }

    /// Makes place for so many games; those that are not entered have no deals.
    fn grow(&mut self, count: usize) -> Result<(), TryReserveError> {
        fn grow<T: Copy + Default>(
            column: &mut Vec<T>,
            count: usize,
        ) -> Result<(), TryReserveError> {
            column.try_reserve(count.saturating_sub(column.len()))?;
            column.resize(count, T::default());
            Ok(())
        }
        grow(&mut self.winners, count)?;
        grow(&mut self.dealer, count)?;
        grow(&mut self.end, count)?;
        grow(&mut self.deals, count)?;
        grow(&mut self.turns, count)?;
        grow(&mut self.lays, count)?;
        grow(&mut self.stock, count)?;
        grow(&mut self.points, count.saturating_mul(self.players))?;
        grow(&mut self.laid, count.saturating_mul(self.players))
    }

    /// Enters what became of a game.
    pub(super) fn enter(&mut self, row: usize, game: &Game) -> Result<(), TryReserveError> {
        if row >= self.len() {
            self.grow(row.saturating_add(1))?;
        }
        let place = DealEnd::ALL.iter().position(|&end| end == game.end);
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
        Ok(())
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
