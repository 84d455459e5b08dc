//! One game, played to its end.

use super::board::Board;
use super::{SimError, Unit};
use crate::player::{Builtin, Decision};
use crate::solver::Solver;
use crate::state::{DealEnd, Seat, Seats, Verdict};
use crate::turn::Memory;

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

/// How far a game is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    number: u64,
    unit: Unit,
    dealer: Seat,
    /// Turns of the deals that are over.
    turns: u32,
    lays: u32,
    laid: [u32; Seat::COUNT],
}

impl Course {
    /// Of a game that begins.
    pub(super) fn new(number: u64, unit: Unit, board: &impl Board) -> Self {
        let dealer = board.state().dealer();
        Self { number, unit, dealer, turns: 0, lays: 0, laid: [0; Seat::COUNT] }
    }

    /// The number of the game.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Whose turn it is, `None` once the deal is over.
    pub(super) fn on_turn(&self, board: &impl Board) -> Result<Option<Seat>, SimError> {
        if board.state().turn_number() > ENDLESS {
            return Err(self.endless());
        }
        Ok(board.state().on_turn())
    }

    /// Does what a player does, which must not be refused.
    pub(super) fn act(
        &mut self,
        board: &mut impl Board,
        seat: Seat,
        decision: Decision,
    ) -> Result<(), SimError> {
        if let Verdict::Lays(report) = &decision.verdict {
            self.lays += 1;
            self.laid[seat.index()] += report.laid.len() as u32;
        }
        board.act(seat, decision).map_err(|error| SimError::Play { game: self.number, error })
    }

    /// What became of the game, if the deal that is over was its last.
    pub(super) fn end_deal(&mut self, board: &impl Board) -> Result<Option<Game>, SimError> {
        let state = board.state();
        self.turns += state.turn_number();
        let (sheet, outcome) = (state.sheet(), state.outcome());
        let decided = match self.unit {
            Unit::Deal => outcome.map(|outcome| (outcome, outcome.winners, outcome.scores)),
            Unit::Match => {
                sheet.winners().zip(outcome).map(|(winners, last)| (last, winners, *sheet.totals()))
            }
        };
        let Some((last, winners, points)) = decided else {
            return if sheet.deals() < ENDLESS { Ok(None) } else { Err(self.endless()) };
        };
        let Self { dealer, turns, lays, laid, .. } = *self;
        let (end, deals, stock) = (last.end, sheet.deals(), state.stock().len() as u16);
        Ok(Some(Game { winners, dealer, end, deals, turns, lays, stock, points, laid }))
    }

    const fn endless(&self) -> SimError {
        SimError::Endless { game: self.number, after: ENDLESS }
    }
}

/// Plays to the end of the deal or of the match; `None` if the solver is interrupted.
pub(super) fn play(
    board: &mut impl Board,
    players: &[Builtin; Seat::COUNT],
    mut course: Course,
    solver: &mut Solver,
) -> Result<Option<Game>, SimError> {
    let mut memories = <[Memory; Seat::COUNT]>::default();
    loop {
        while let Some(seat) = course.on_turn(board)? {
            let (player, memory) = (&players[seat.index()], &mut memories[seat.index()]);
            let decision = player.choose(&board.state().view(seat), solver, memory);
            if solver.is_interrupted() {
                return Ok(None);
            }
            course.act(board, seat, decision)?;
        }
        let game = course.end_deal(board)?;
        if game.is_some() || solver.should_stop() {
            return Ok(game);
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
