//! What a mistake costs.

use super::{Cause, DrawReason, Event, Events, Flow, State};
use crate::cards::Cards;
use crate::meld::{Meld, MeldKey};
use crate::rules::Penalty;
use crate::table::Table;

/// A table on which some melds are bad, sorted out (R4.10).
struct Sorted {
    stays: Vec<Meld>,
    open: Cards,
    taken: Cards,
}

impl State {
    /// Puts the table back, then the penalty (R4.9, R4.11).
    pub(super) fn fail(&mut self, cause: Cause, events: &mut Events) -> Flow {
        let timed_out = cause == Cause::TimedOut;
        events.push(Event::Restored { seat: self.turn.seat, cause });
        if !timed_out && self.house.rules().options().penalty == Penalty::Undo {
            // Whoever has drawn for laying nothing does not draw for it again.
            if !self.turn.idled {
                let count = self.house.rules().options().draw_idle;
                self.draw(count, DrawReason::Idle, events)?;
            }
        } else {
            self.draw_penalty(events)?;
        }
        self.end_turn(&Cards::EMPTY, events)
    }

    /// Takes the cards of bad melds, then the penalty (R4.10).
    pub(super) fn take(&mut self, table: Table, cause: Cause, events: &mut Events) -> Flow {
        let seat = self.turn.seat;
        let all_laid = table.cards().difference(&self.table.cards());
        let Sorted { stays, open, taken } = self.sort_out(table);
        let hand = &mut self.hands[seat.index()];
        *hand = hand.difference(&all_laid).saturating_add(&taken);
        self.table = Table::new_unchecked(stays);
        self.open = open;

        let laid = all_laid.difference(&taken);
        if !laid.is_empty() {
            events.push(Event::Laid { seat, cards: laid });
            if self.house.turn().opens(&laid) {
                self.open_for(seat, events);
            }
        }
        events.push(Event::Took { seat, cards: taken, cause });
        self.draw_penalty(events)?;
        self.end_turn(&laid, events)
    }

    fn draw_penalty(&mut self, events: &mut Events) -> Flow {
        let count = self.house.rules().options().penalty_cards;
        self.draw(count, DrawReason::Penalty, events)?;
        Flow::Continue(())
    }

    /// Unused open cards and good melds stay, but of identical ones only the first.
    fn sort_out(&self, table: Table) -> Sorted {
        let melds = self.house.melds();
        let mut unused = self.open;
        let mut seen: Vec<MeldKey> = Vec::new();
        let mut sorted = Sorted { stays: Vec::new(), open: Cards::EMPTY, taken: Cards::EMPTY };
        for entry in table.into_entries() {
            let good = match entry.as_slice() {
                [alone] if unused.remove(alone.card()) => {
                    sorted.open = sorted.open.saturating_add(&entry.cards());
                    true
                }
                _ => match melds.classify(&entry) {
                    Ok(reading) if melds.forbids_twins() => {
                        let key = reading.key();
                        let new = !seen.contains(&key);
                        seen.push(key);
                        new
                    }
                    reading => reading.is_ok(),
                },
            };
            if good {
                sorted.stays.push(entry);
            } else {
                sorted.taken = sorted.taken.saturating_add(&entry.cards());
            }
        }
        sorted
    }
}
