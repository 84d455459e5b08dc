//! One game, played to its end.

use super::board::Board;
use super::{SimError, Unit};
use crate::player::Builtin;
use crate::state::{DealEnd, Event, Seat, Seats};

/// A deal that takes so many turns does not end, and neither does a match of so many deals.
///
/// Rules under which nobody ever draws have such deals.
const ENDLESS: u32 = 100_000;

/// What became of a game, by seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Game {
    pub(super) winners: Seats,
    pub(super) dealer: Seat,
    pub(super) end: DealEnd,
    pub(super) deals: u32,
    pub(super) turns: u32,
    pub(super) lays: u32,
    pub(super) stock: u16,
    pub(super) points: [u32; Seat::COUNT],
    pub(super) laid: [u32; Seat::COUNT],
}

/// Plays to the end of the deal or of the match; `None` if stopped, which is asked after every deal.
pub(super) fn play(
    board: &mut impl Board,
    players: &[Builtin; Seat::COUNT],
    unit: Unit,
    number: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Option<Game>, SimError> {
    let dealer = board.state().dealer();
    let (mut turns, mut lays) = (0, 0);
    let mut laid = [0; Seat::COUNT];
    loop {
        let outcome = loop {
            let state = board.state();
            let Some(seat) = state.on_turn() else { break state.outcome().copied() };
            if state.turn_number() > ENDLESS {
                return Err(SimError::Endless { game: number, after: ENDLESS });
            }
            let action = players[seat.index()].decide(&state.view(seat));
            let events = board.apply(seat, action);
            let events = events.map_err(|error| SimError::Play { game: number, error })?;
            for event in &events {
                if let Event::Laid { seat, cards } = event {
                    lays += 1;
                    laid[seat.index()] += cards.len() as u32;
                }
            }
        };
        let state = board.state();
        turns += state.turn_number();
        let sheet = state.sheet();
        let decided = match unit {
            Unit::Deal => outcome.map(|outcome| (outcome, outcome.winners, outcome.scores)),
            Unit::Match => {
                sheet.winners().zip(outcome).map(|(winners, last)| (last, winners, *sheet.totals()))
            }
        };
        if let Some((last, winners, points)) = decided {
            return Ok(Some(Game {
                winners,
                dealer,
                end: last.end,
                deals: sheet.deals(),
                turns,
                lays,
                stock: state.stock().len() as u16,
                points,
                laid,
            }));
        }
        if sheet.deals() >= ENDLESS {
            return Err(SimError::Endless { game: number, after: ENDLESS });
        }
        if stop() {
            return Ok(None);
        }
        board.next_deal()?;
    }
}

impl Game {
    /// What became of it by player, where each has moved on by so many of the seats.
    pub(super) fn by_player(self, count: usize, shift: usize) -> Self {
        if shift == 0 {
            return self;
        }
        let seats = Seats::first(count);
        let player =
            |seat: Seat| Seat::from_index((seat.index() + count - shift) % count).unwrap_or(seat);
        let mut moved = Self { points: [0; Seat::COUNT], laid: [0; Seat::COUNT], ..self };
        for seat in seats.iter() {
            moved.points[player(seat).index()] = self.points[seat.index()];
            moved.laid[player(seat).index()] = self.laid[seat.index()];
        }
        moved.winners = self.winners.iter().map(player).collect();
        moved.dealer = player(self.dealer);
        moved
    }
}
