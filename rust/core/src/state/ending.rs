//! Draws, and how turns and deals end.

use super::{DealEnd, DrawReason, Event, Events, Flow, Seat, State, Turn};
use crate::cards::Cards;
use crate::rules::{CoWinners, Exhaustion};

impl State {
    /// The player on turn draws so many cards, or what is left; gives how many.
    ///
    /// The deal ends if a draw fails where that ends it (R4.15), unless somebody is out already.
    pub(super) fn draw(
        &mut self,
        count: u8,
        reason: DrawReason,
        events: &mut Events,
    ) -> Flow<usize> {
        if count == 0 {
            return Flow::Continue(0);
        }
        if self.stock.is_empty() {
            let exhaustion = self.house.rules().options().exhaustion;
            if exhaustion == Exhaustion::StopOnFailedDraw && self.out.is_empty() {
                return self.end_deal(DealEnd::FailedDraw, events);
            }
            return Flow::Continue(0);
        }
        let seat = self.turn.seat;
        let cards = self.stock.draw(count.into());
        let drawn = cards.len();
        let hand = &mut self.hands[seat.index()];
        *hand = hand.saturating_add(&cards);
        events.push(Event::Drew { seat, count: drawn, cards: Some(cards), reason });
        Flow::Continue(drawn)
    }

    /// Begins a player's turn with the draw that belongs to it (R4.1, R4.2).
    pub(super) fn begin_turn(&mut self, seat: Seat, events: &mut Events) -> Flow {
        self.turn_number += 1;
        self.turn = Turn { seat, dry: self.stock.is_empty(), idled: false };
        events.push(Event::TurnBegan(seat));
        let options = self.house.rules().options();
        let preopen = options.draw_start_preopen.filter(|_| !self.opened.contains(seat));
        self.draw(preopen.unwrap_or(options.draw_start), DrawReason::Start, events)?;
        Flow::Continue(())
    }

    /// Ends the turn in which these hand cards were laid for good.
    pub(super) fn end_turn(&mut self, laid: &Cards, events: &mut Events) -> Flow {
        let seat = self.turn.seat;
        self.barren = if self.turn.dry && laid.is_empty() { self.barren + 1 } else { 0 };
        let exhaustion = self.house.rules().options().exhaustion;
        let end = match exhaustion {
            // An empty stock does not cut short what those who are not out may still play (R4.14).
            _ if !self.out.is_empty() => (self.last == Some(seat)).then_some(DealEnd::WentOut),
            Exhaustion::StopWhenEmpty => self.stock.is_empty().then_some(DealEnd::StockEmpty),
            Exhaustion::StopOnFailedDraw => None,
            Exhaustion::PlayOn => {
                let round = usize::from(self.barren) >= self.players.len();
                round.then_some(DealEnd::Standstill)
            }
        };
        if let Some(end) = end {
            return self.end_deal(end, events);
        }
        self.begin_turn(self.players.after(seat).unwrap_or(seat), events)
    }

    /// The player on turn has laid the last card (R4.13, R4.14).
    pub(super) fn go_out(&mut self, laid: &Cards, events: &mut Events) -> Flow {
        let seat = self.turn.seat;
        events.push(Event::WentOut(seat));
        if self.out.is_empty() {
            self.last = match self.house.rules().options().co_winners {
                CoWinners::None => Some(seat),
                // The dealer plays last in a round.
                CoWinners::SameRound => Some(self.dealer),
                // And whoever sits on the right, in one more turn of everybody else.
                CoWinners::OneMoreTurn => self.players.before(seat),
            };
        }
        self.out = self.out.with(seat);
        self.end_turn(laid, events)
    }

    fn end_deal<T>(&mut self, end: DealEnd, events: &mut Events) -> Flow<T> {
        let outcome = self.outcome_of(end);
        self.outcome = Some(outcome);
        events.push(Event::DealOver(outcome));
        let excluded = self.sheet.enter(self.house.rules().options(), &outcome.scores);
        if !excluded.is_empty() {
            events.push(Event::Excluded(excluded));
        }
        match self.sheet.winners() {
            Some(winners) => events.push(Event::MatchOver(winners)),
            None if !self.sheet.tied().is_empty() => events.push(Event::Tied(self.sheet.tied())),
            None => {}
        }
        Flow::Break(())
    }
}
