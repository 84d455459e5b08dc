//! The rules of a game, compiled and ready to play by.

use super::scoring::costs;
use crate::card::Card;
use crate::meld::MeldRules;
use crate::pool::SolverPool;
use crate::rules::Rules;
use crate::solver::{Interrupted, JokerQuestion};
use crate::table::Table;
use crate::turn::{
    Position, PositionError, TurnError, TurnReport, TurnRules, can_lay_something, check_from_valid,
};

/// Rules with all that is made of them once: what a turn needs, and solvers to lend.
///
/// All states of a game share one house.
#[derive(Debug)]
pub struct House {
    rules: Rules,
    turn: TurnRules,
    solvers: SolverPool,
    costs: [u32; Card::COUNT],
}

impl House {
    /// Compiles rules.
    pub fn new(rules: Rules) -> Self {
        let turn = TurnRules::new(&rules);
        Self {
            solvers: SolverPool::new(turn.melds().clone()),
            costs: costs(rules.options()),
            turn,
            rules,
        }
    }

    /// The same whose [`solvers`](Self::solvers) are interrupted by `stop`.
    #[must_use]
    pub fn interrupted_by(self, stop: fn() -> bool) -> Self {
        Self { solvers: self.solvers.interrupted_by(stop), ..self }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The part about one turn.
    pub const fn turn(&self) -> &TurnRules {
        &self.turn
    }

    /// The part about melds.
    pub const fn melds(&self) -> &MeldRules {
        self.turn.melds()
    }

    /// Solvers for these rules.
    pub const fn solvers(&self) -> &SolverPool {
        &self.solvers
    }

    /// Checks that whatever asks for best lays in a game gets them: players who lay by the solver if
    /// there are any, and the rules themselves if they say that a player must lay (R4.2), or what
    /// must be laid to open (R4.8).
    ///
    /// # Errors
    ///
    /// [`PositionError::Jokers`] if there are more jokers than best lays are found with.
    pub fn check_solvable(&self, for_players: bool) -> Result<(), PositionError> {
        let jokers = self.melds().copies_of(Card::JOKER);
        if (for_players || self.turn.takes_solver()) && jokers > JokerQuestion::MOST {
            return Err(PositionError::Jokers(jokers));
        }
        Ok(())
    }

    /// Judges a submission as [`check_turn`](crate::turn::check_turn) does, with the house's solvers
    /// where it takes one.
    ///
    /// # Errors
    ///
    /// [`TurnError`] as there; [`TurnError::Interrupted`] if whoever may interrupt the solvers does.
    pub fn check_turn(
        &self,
        position: &Position<'_>,
        submitted: &Table,
    ) -> Result<TurnReport, TurnError> {
        position.check(&self.turn)?;
        let can_lay = || self.can_lay_something(position);
        check_from_valid(&self.turn, position, submitted, can_lay)
    }

    /// Whether some submission with a hand card is legal from a position that is known to be valid.
    pub(super) fn can_lay_something(&self, position: &Position<'_>) -> Result<bool, TurnError> {
        let can_lay = |solver: &mut _| can_lay_something(&self.turn, position, solver);
        self.solvers.lend_interruptibly(can_lay).map_err(|Interrupted| TurnError::Interrupted)?
    }

    /// What each card type costs in hand, in index order (R6.2).
    pub const fn costs(&self) -> &[u32; Card::COUNT] {
        &self.costs
    }
}

/// The rules as text.
impl std::fmt::Display for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.rules.fmt(f)
    }
}

/// Houses are equal if their rules are.
impl PartialEq for House {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.rules == other.rules
    }
}

impl Eq for House {}

impl std::hash::Hash for House {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.rules.hash(state);
    }
}
