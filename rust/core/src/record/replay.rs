//! A record, played once more step by step.

use std::vec;

use super::{Journal, Record, Step};
use crate::state::{Events, State};

/// Plays a record once more: an iterator over its deals and actions, each with what came of it.
///
/// Scores and winners belong to the action that brought them about.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    record: &'a Record,
    left: vec::IntoIter<&'a Step>,
    journal: Option<Journal>,
}

impl Record {
    /// Plays the record once more from the start.
    pub fn replay(&self) -> Replay<'_> {
        let left: Vec<_> = self.steps().collect();
        Replay { record: self, left: left.into_iter(), journal: None }
    }
}

impl<'a> Replay<'a> {
    /// The game after the last step taken; `None` before the first.
    pub fn state(&self) -> Option<&State> {
        self.journal.as_ref().map(Journal::state)
    }

    /// The game after the last step taken, with its record up to there; `None` before the first.
    pub const fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }

    /// Takes a step; `None` if it cannot be, which a record kept by a journal never has.
    fn take(&mut self, step: &'a Step) -> Option<Events> {
        let started = match (&mut self.journal, step) {
            (None, Step::Deal { cards, .. }) => {
                Journal::start(self.record.header().clone(), cards.clone())
            }
            (None, Step::Position(setup)) => {
                Journal::from_setup(self.record.header().clone(), (**setup).clone())
            }
            (Some(journal), Step::Deal { cards, .. }) => {
                return journal.next_deal(cards.clone()).ok();
            }
            (Some(journal), Step::Act(seat, action)) => {
                return journal.apply(*seat, action.clone()).ok();
            }
            _ => return None,
        };
        let (journal, events) = started.ok()?;
        self.journal = Some(journal);
        Some(events)
    }
}

impl<'a> Iterator for Replay<'a> {
    type Item = (&'a Step, Events);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let step = self.left.next()?;
            if !matches!(step, Step::Score(..) | Step::Won(_)) {
                return Some((step, self.take(step)?));
            }
        }
    }
}
