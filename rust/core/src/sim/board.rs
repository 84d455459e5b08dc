//! Where a game is played: on a bare state, or with a record being kept.

use crate::player::Decision;
use crate::record::Journal;
use crate::state::{Chance, Deck, PlayError, Seat, SetupError, State};

/// A game in progress, whatever is kept of it.
pub(super) trait Board {
    fn state(&self) -> &State;
    fn act(&mut self, seat: Seat, decision: Decision) -> Result<(), PlayError>;
    fn next_deal(&mut self) -> Result<(), SetupError>;
}

/// A state of which nothing is kept.
#[derive(Debug)]
pub(super) struct Plain {
    pub(super) state: State,
    /// The seed of its deals.
    pub(super) seed: u64,
}

impl Board for Plain {
    fn state(&self) -> &State {
        &self.state
    }

    /// What the engine has found to be legal is not judged once more.
    fn act(&mut self, seat: Seat, Decision { action, verdict }: Decision) -> Result<(), PlayError> {
        debug_assert_eq!(self.state.judge(seat, &action).as_ref(), Ok(&verdict), "{action:?}");
        self.state.carry_out(action, verdict);
        Ok(())
    }

    fn next_deal(&mut self) -> Result<(), SetupError> {
        let number = self.state.sheet().deals() + 1;
        let mut chance = Chance::of_deal(self.seed, number);
        let deck = Deck::shuffled(self.state.house().melds(), &mut chance);
        self.state.next_deal(&deck).map(drop)
    }
}

impl Board for Journal {
    fn state(&self) -> &State {
        self.state()
    }

    fn act(&mut self, seat: Seat, decision: Decision) -> Result<(), PlayError> {
        self.apply(seat, decision.action).map(drop)
    }

    fn next_deal(&mut self) -> Result<(), SetupError> {
        self.next_deal(None).map(drop)
    }
}
