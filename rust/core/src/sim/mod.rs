//! Many games between players that the engine brings along, on as many threads as wanted.
//!
//! A game depends on the rules, the players, the seed of the simulation and its own number, and on
//! nothing else, so that it does not matter where and in which order games are played.

mod arena;
mod board;
mod error;
mod games;
mod play;
mod threads;

use std::sync::Arc;

pub use arena::{Arena, Ask};
pub use error::SimError;
pub use games::Games;

use crate::player::{Builtin, Strategy};
use crate::record::{Header, Journal, Record};
use crate::solver::{Interrupted, Solver};
use crate::state::{Chance, Deck, House, Seat, SetupError, State};

use board::Plain;
use play::{Course, Game, play};

/// What is one game of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A single deal.
    Deal,
    /// A whole match (R6.4, R6.6).
    Match,
}

/// Who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seating {
    /// Each player keeps the seat.
    Fixed,
    /// The same cards are played as often as there are players, who each time move on by a seat.
    /// Games number *n·k* to *n·k + n − 1* of *n* players have the same cards.
    Duplicate,
}

/// Games of one kind, numbered from 0.
///
/// Player *p* of the first game of some cards sits at seat *p*. The deal passes on from one shuffle
/// of the cards to the next, beginning with seat 0, whatever the rules say about the first dealer.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
///
/// use machiavelli_core::player::Strategy;
/// use machiavelli_core::rules::Rules;
/// use machiavelli_core::sim::{Seating, Simulation, Unit};
/// use machiavelli_core::state::House;
///
/// let house = Arc::new(House::new(Rules::preset("modiano")?));
/// let players = vec![Strategy::Greedy, Strategy::Random];
/// let simulation = Simulation::new(house, players, 7, Unit::Deal, Seating::Fixed)?;
/// let games = simulation.play(0..20, None, |_| ControlFlow::Continue(()))?;
/// assert_eq!(games.len(), 20);
/// assert!(games.turns.iter().all(|&turns| turns > 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulation {
    house: Arc<House>,
    players: Vec<Strategy>,
    seed: u64,
    unit: Unit,
    seating: Seating,
}

/// The cards of a game and who plays them where.
#[derive(Clone, Copy, Debug)]
struct Scene {
    /// The seed of the cards and of the players' chance.
    seed: u64,
    dealer: Seat,
    /// So many seats the players have moved on.
    shift: usize,
}

impl Simulation {
    /// Games under these rules between these players.
    ///
    /// # Errors
    ///
    /// [`SimError::Setup`] if the rules cannot be played by so many, or have more jokers than best
    /// lays are found with.
    pub fn new(
        house: Arc<House>,
        players: Vec<Strategy>,
        seed: u64,
        unit: Unit,
        seating: Seating,
    ) -> Result<Self, SimError> {
        house.check_solvable(true).map_err(SetupError::from)?;
        let simulation = Self { house, players, seed, unit, seating };
        simulation.begin(&simulation.house, &simulation.scene(0))?;
        Ok(simulation)
    }

    /// The rules and what is made of them.
    pub const fn house(&self) -> &Arc<House> {
        &self.house
    }

    /// How each player plays.
    pub fn players(&self) -> &[Strategy] {
        &self.players
    }

    /// The record of one game, as [`Journal`] keeps it; a seat has the name of its player's strategy.
    ///
    /// # Errors
    ///
    /// [`SimError::Endless`] if the game does not end; [`SimError::Interrupted`] if whoever may interrupt
    /// the house's solvers does.
    pub fn record(&self, number: u64) -> Result<Record, SimError> {
        let scene = self.scene(number);
        let names = self.seated(&scene).map(|strategy| strategy.as_str().to_owned());
        let header = Header {
            house: Arc::clone(&self.house),
            names: names.collect(),
            seed: Some(scene.seed),
            dealer: scene.dealer,
        };
        let (mut journal, _) = Journal::start(header, None)?;
        let solvers = self.house.solvers();
        let play = |solver: &mut Solver| self.play_on(&mut journal, number, &scene, solver);
        solvers.lend_interruptibly(play).map_err(|Interrupted| SimError::Interrupted)??;
        Ok(journal.record().clone())
    }

    /// Plays one game; `None` if the solver is interrupted.
    fn game(
        &self,
        house: &Arc<House>,
        number: u64,
        solver: &mut Solver,
    ) -> Result<Option<Game>, SimError> {
        let scene = self.scene(number);
        let mut board = Plain { state: self.begin(house, &scene)?, seed: scene.seed };
        self.play_on(&mut board, number, &scene, solver)
    }

    fn play_on(
        &self,
        board: &mut impl board::Board,
        number: u64,
        scene: &Scene,
        solver: &mut Solver,
    ) -> Result<Option<Game>, SimError> {
        let course = Course::new(number, self.unit, board);
        let game = play(board, &self.builtins(scene), course, solver)?;
        Ok(game.map(|game| game.by_player(self.players.len(), scene.shift)))
    }

    /// The players by seat, with some player at the seats that are not taken.
    fn builtins(&self, scene: &Scene) -> [Builtin; Seat::COUNT] {
        let mut players = [Builtin::new(Strategy::Random, scene.seed); Seat::COUNT];
        for (player, strategy) in players.iter_mut().zip(self.seated(scene)) {
            *player = Builtin::new(strategy, scene.seed);
        }
        players
    }

    fn begin(&self, house: &Arc<House>, scene: &Scene) -> Result<State, SimError> {
        let deck = Deck::shuffled(house.melds(), &mut Chance::of_deal(scene.seed, 1));
        let (state, _) = State::start(Arc::clone(house), self.players.len(), scene.dealer, &deck)?;
        Ok(state)
    }

    fn scene(&self, number: u64) -> Scene {
        let count = self.players.len().max(1) as u64;
        let (cards, shift) = match self.seating {
            Seating::Fixed => (number, 0),
            Seating::Duplicate => (number / count, (number % count) as usize),
        };
        let dealer = Seat::from_index((cards % count) as usize % Seat::COUNT);
        let dealer = dealer.unwrap_or(Seat::FIRST);
        Scene { seed: Chance::seed_of_game(self.seed, cards), dealer, shift }
    }

    /// Which player sits there.
    const fn player_at(&self, scene: &Scene, seat: Seat) -> usize {
        let count = self.players.len();
        (seat.index() + count - scene.shift) % count
    }

    /// The players by seat.
    fn seated(&self, scene: &Scene) -> impl Iterator<Item = Strategy> {
        let count = self.players.len();
        let shift = scene.shift;
        (0..count).map(move |seat| self.players[(seat + count - shift) % count])
    }
}
