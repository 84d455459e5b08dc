//! One action: whether it may be done, and what it does.

use super::{Action, Cause, DrawReason, Event, Events, Flow, PlayError, Seat, State};
use crate::cards::Cards;
use crate::rules::{InvalidSubmit, Penalty, PureRearrange};
use crate::table::{Table, TableError};
use crate::turn::{Position, TurnError, TurnReport, check_from_valid};

/// What an action comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Hand cards are laid.
    Lays(TurnReport),
    /// Nothing is laid, and the player draws if the rules say so. A rearrangement that was submitted
    /// stays.
    Idles,
    /// Nothing is laid, the rearrangement is undone, and the player draws if the rules say so.
    Restores(TurnError),
    /// It is a mistake: the table is put back, and the penalty follows.
    Fails(Cause),
    /// It is a mistake: the player takes the cards of the bad melds, and the penalty follows.
    Takes(Cause),
}

impl Verdict {
    /// `lays`, `idles`, `restores`, `fails` or `takes`.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Lays(_) => "lays",
            Self::Idles => "idles",
            Self::Restores(_) => "restores",
            Self::Fails(_) => "fails",
            Self::Takes(_) => "takes",
        }
    }
}

impl State {
    /// What an action would come to (R4.1, R4.16).
    ///
    /// # Errors
    ///
    /// [`PlayError`] if the action is refused without penalty.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use machiavelli_core::rules::Rules;
    /// use machiavelli_core::state::{Action, Cause, Chance, Deck, House, Seat, State, Verdict};
    ///
    /// let house = Arc::new(House::new(Rules::preset("modiano")?));
    /// let deck = Deck::shuffled(house.melds(), &mut Chance::of_deal(7, 1));
    /// let dealer = Seat::from_index(1).unwrap();
    /// let (state, _) = State::start(house, 2, dealer, &deck)?;
    /// let seat = state.on_turn().unwrap();
    ///
    /// assert_eq!(state.judge(seat, &Action::Draw(None))?, Verdict::Idles);
    /// let alone = state.hand(seat).iter().next().unwrap();
    /// let verdict = state.judge(seat, &Action::Submit(alone.to_string().parse()?))?;
    /// assert!(matches!(verdict, Verdict::Fails(Cause::Illegal(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge(&self, seat: Seat, action: &Action) -> Result<Verdict, PlayError> {
        let options = self.house.rules().options();
        let on_turn = self.on_turn().ok_or(PlayError::DealOver)?;
        if seat != on_turn {
            return Err(PlayError::NotYourTurn { seat, on_turn });
        }
        match action {
            Action::Submit(table) => self.judge_submission(table),
            Action::Draw(_) if options.draw_start > 0 => Err(PlayError::NoDraw),
            Action::Draw(Some(table)) => {
                let laid = table.cards().difference(&self.table.cards());
                if laid.is_empty() {
                    self.judge_idling()
                } else {
                    Err(PlayError::DrawAfterPlay(laid))
                }
            }
            Action::Pass | Action::Draw(None) => self.judge_idling(),
            Action::Concede(table) => self.judge_concession(table.as_ref()),
            Action::TimeOut if options.turn_seconds.is_none() => Err(PlayError::NoTimeLimit),
            Action::TimeOut => Ok(Verdict::Fails(Cause::TimedOut)),
            Action::Discard(_) => Err(PlayError::NoDiscard),
        }
    }

    /// Does what a player does, and tells what came of it.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if the action is refused without penalty; the state is as it was then.
    pub fn apply(&mut self, seat: Seat, action: Action) -> Result<Events, PlayError> {
        let verdict = self.judge(seat, &action)?;
        Ok(self.carry_out(action, verdict))
    }

    /// Does what the player on turn does, which comes to this verdict.
    pub(crate) fn carry_out(&mut self, action: Action, verdict: Verdict) -> Events {
        let seat = self.turn.seat;
        let mut events = Events::new();
        // Whether the deal ends on the way is for those who ask the state.
        let _: Flow = match verdict {
            Verdict::Lays(report) => match action {
                Action::Submit(table) => self.lay(&report, table, &mut events),
                // Without a table nothing is laid.
                _ => self.idle(&mut events),
            },
            Verdict::Takes(cause) => match action {
                Action::Submit(table) | Action::Concede(Some(table)) => {
                    self.take(table, cause, &mut events)
                }
                // And nothing spoilt.
                _ => self.idle(&mut events),
            },
            Verdict::Idles => {
                // A draw takes no table over.
                if let Action::Submit(table) = action {
                    self.leave(table, &mut events);
                }
                self.idle(&mut events)
            }
            Verdict::Restores(error) => {
                events.push(Event::Restored { seat, cause: Cause::Illegal(error) });
                self.idle(&mut events)
            }
            Verdict::Fails(cause) => self.fail(cause, &mut events),
        };
        events
    }

    fn position(&self) -> Position<'_> {
        let seat = self.turn.seat;
        Position {
            table: &self.table,
            hand: self.hand(seat),
            open: &self.open,
            opened: self.opened.contains(seat),
        }
    }

    fn judge_submission(&self, table: &Table) -> Result<Verdict, PlayError> {
        let options = self.house.rules().options();
        let error = match self.check(table) {
            Ok(report) if report.laid.is_empty() => return Ok(Verdict::Idles),
            Ok(report) => return Ok(Verdict::Lays(report)),
            Err(error) => error,
        };
        let reject = options.invalid_submit == InvalidSubmit::Reject;
        match error {
            TurnError::NoHandCard if options.pure_rearrange == PureRearrange::Penalty => {
                Ok(Verdict::Fails(Cause::Illegal(error)))
            }
            TurnError::NoHandCard => Ok(Verdict::Restores(error)),
            _ if reject || is_refused(&error) => Err(error.into()),
            _ => Ok(self.mistake(&error, Cause::Illegal(error.clone()))),
        }
    }

    /// Only a bad meld, and only under the severe penalty, is not just put back (R4.10).
    fn mistake(&self, error: &TurnError, cause: Cause) -> Verdict {
        let severe = self.house.rules().options().penalty == Penalty::Severe;
        match error {
            TurnError::Table(TableError::Meld(_)) if severe => Verdict::Takes(cause),
            _ => Verdict::Fails(cause),
        }
    }

    fn judge_concession(&self, table: Option<&Table>) -> Result<Verdict, PlayError> {
        let cause = Cause::Conceded;
        let Some(table) = table else { return Ok(Verdict::Fails(cause)) };
        match self.check(table) {
            Err(error) if is_refused(&error) && error != TurnError::MustPlay => Err(error.into()),
            Err(error) => Ok(self.mistake(&error, cause)),
            Ok(_) => Ok(Verdict::Fails(cause)),
        }
    }

    fn judge_idling(&self) -> Result<Verdict, PlayError> {
        if self.house.turn().may_decline() {
            return Ok(Verdict::Idles);
        }
        if self.can_lay()? { Err(TurnError::MustPlay.into()) } else { Ok(Verdict::Idles) }
    }

    /// The verdict of R4.16 on a table; the one that lies there is valid.
    fn check(&self, table: &Table) -> Result<TurnReport, TurnError> {
        check_from_valid(self.house.turn(), &self.position(), table, || self.can_lay())
    }

    fn can_lay(&self) -> Result<bool, TurnError> {
        self.house.can_lay_something(&self.position())
    }

    fn lay(&mut self, report: &TurnReport, table: Table, events: &mut Events) -> Flow {
        let seat = self.turn.seat;
        self.hands[seat.index()] = report.hand_after;
        self.table = table;
        self.open = report.open_after;
        events.push(Event::Laid { seat, cards: report.laid });
        if report.opened {
            self.open_for(seat, events);
        }
        if report.goes_out {
            return self.go_out(&report.laid, events);
        }
        let count = self.house.rules().options().draw_laid;
        self.draw(count, DrawReason::Laid, events)?;
        self.end_turn(&report.laid, events)
    }

    pub(super) fn open_for(&mut self, seat: Seat, events: &mut Events) {
        if !self.opened.contains(seat) {
            self.opened = self.opened.with(seat);
            events.push(Event::Opened(seat));
        }
    }

    /// Leaves the table as submitted, without a hand card.
    fn leave(&mut self, table: Table, events: &mut Events) {
        let keep = self.house.rules().options().pure_rearrange == PureRearrange::Keep;
        if keep && table.sorted() != self.table.sorted() {
            self.open = *table.alone();
            self.table = table;
            events.push(Event::Rearranged(self.turn.seat));
        }
    }

    /// Lays nothing: draws, and plays on if that is allowed, but only once (R4.1).
    pub(super) fn idle(&mut self, events: &mut Events) -> Flow {
        let options = self.house.rules().options();
        if !self.turn.idled {
            let goes_on = options.play_after_idle_draw;
            let drawn = self.draw(options.draw_idle, DrawReason::Idle, events)?;
            if goes_on && drawn > 0 {
                self.turn.idled = true;
                return Flow::Continue(());
            }
        }
        self.end_turn(&Cards::EMPTY, events)
    }
}

/// Whether a submission at fault like this is refused without penalty, whatever the rules (R4.16).
const fn is_refused(error: &TurnError) -> bool {
    matches!(
        error,
        TurnError::Position(_)
            | TurnError::TableCardMissing(_)
            | TurnError::NotInHand(_)
            | TurnError::MustPlay
            | TurnError::Interrupted
    )
}
