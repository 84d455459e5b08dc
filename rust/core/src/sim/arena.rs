//! Many games in lock step, for players outside of the engine who answer many questions at once.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use super::board::Plain;
use super::play::{Course, Game};
use super::{Games, Scene, SimError, Simulation};
use crate::cards::Cards;
use crate::player::{Builtin, Decision, choose_exactly};
use crate::solver::Solver;
use crate::state::{Action, Cause, Seat, State, Verdict, View};
use crate::threads::{Stop, lock, processors, work_together};
use crate::turn::Memory;

/// Games in lock step: each goes on until somebody has to be asked, and then waits for the answer.
///
/// Some of the players of a [`Simulation`] are asked, the others play as their strategies say. An
/// answer is the hand cards to lay, none to pass; the engine finds how they are best arranged. Cards
/// that cannot be laid are a mistake, as is passing where that is forbidden: the turn is conceded,
/// and the penalty of the rules follows.
#[derive(Debug)]
pub struct Arena {
    simulation: Simulation,
    /// By player.
    asked: Vec<bool>,
    slots: Vec<Slot>,
    /// Where the numbers of the games end.
    end: u64,
    games: Games,
    over: u64,
}

/// A place where one game after another is played.
#[derive(Debug, Default)]
struct Slot {
    /// The number of the game that begins next. Each place has numbers of its own, so that the order
    /// of the questions does not depend on threads.
    next: u64,
    table: Option<Table>,
    over: Vec<(u64, Game)>,
    error: Option<SimError>,
}

/// A game in progress that waits for an answer, or has not begun to be played.
#[derive(Debug)]
struct Table {
    scene: Scene,
    board: Plain,
    course: Course,
    builtins: [Builtin; Seat::COUNT],
    memories: [Memory; Seat::COUNT],
    waiting: Option<Seat>,
}

/// A question: it is the turn of a player who is asked.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The number of the game.
    pub game: u64,
    /// The player.
    pub player: usize,
    seat: Seat,
    state: &'a State,
}

impl<'a> Ask<'a> {
    /// What the player may see.
    pub fn view(&self) -> View<'a> {
        self.state.view(self.seat)
    }
}

impl Arena {
    /// The first `count` games of a simulation, so many at a time. `asked` tells by player who is
    /// asked; whoever is not listed plays as the strategy says.
    pub fn new(simulation: Simulation, asked: Vec<bool>, count: u64, at_a_time: usize) -> Self {
        let places = usize::try_from(count).map_or(at_a_time, |count| count.min(at_a_time));
        let games = Games::none(simulation.players.len());
        let slots = (0..places as u64).map(|next| Slot { next, ..Slot::default() }).collect();
        Self { simulation, asked, slots, end: count, games, over: 0 }
    }

    /// The questions that wait for an answer.
    pub fn asks(&self) -> impl Iterator<Item = Ask<'_>> {
        self.slots.iter().filter_map(|slot| {
            let table = slot.table.as_ref()?;
            let seat = table.waiting?;
            Some(Ask {
                game: table.course.number(),
                player: self.simulation.player_at(&table.scene, seat),
                seat,
                state: &table.board.state,
            })
        })
    }

    /// What became of the games that are over, by their numbers; those of others have no deals.
    pub const fn games(&self) -> &Games {
        &self.games
    }

    /// How many games are over.
    pub const fn over(&self) -> u64 {
        self.over
    }

    /// Takes the answer to each question, in the order of [`asks`](Self::asks), and plays on until
    /// every game waits for the next; whether any does.
    ///
    /// Questions beyond the last answer are passed. The results do not depend on the threads.
    /// `interrupted` is asked on the calling thread, now and then, whether to stop.
    ///
    /// # Errors
    ///
    /// [`SimError`] as from [`Simulation::play`]; [`SimError::Interrupted`] if `interrupted` said to stop.
    /// Every game is then at a question or on the way to one, and can go on with the next step, which
    /// needs answers to what [`asks`](Self::asks) gives by then.
    pub fn step(
        &mut self,
        answers: &[Cards],
        threads: Option<NonZeroUsize>,
        interrupted: impl FnMut() -> bool + Send + 'static,
    ) -> Result<bool, SimError> {
        let Self { simulation, asked, slots, end, games, over } = self;
        let places = slots.len() as u64;
        let mut answers = answers.iter();
        let mut work: Vec<(&mut Slot, Option<&Cards>)> = Vec::with_capacity(slots.len());
        for slot in slots.iter_mut() {
            let waits = slot.table.as_ref().is_some_and(|table| table.waiting.is_some());
            let answer = if waits { answers.next() } else { None };
            work.push((slot, answer));
        }
        let most = work.len() / FEWEST_GAMES;
        let helpers = if most > 1 { processors(threads).min(most) - 1 } else { 0 };
        let parts = Mutex::new(work.chunks_mut(FEWEST_GAMES));
        let play = |solver: &mut Solver| {
            while let Some(part) = next(&parts)
                && !solver.should_stop()
            {
                for (slot, answer) in part {
                    let answer = answer.unwrap_or(&Cards::EMPTY);
                    slot.error =
                        slot.play_on(simulation, solver, asked, answer, places, *end).err();
                }
            }
        };
        let run = |stop: Stop| {
            let play = |solver: &mut Solver| solver.interruptible(stop, play);
            // Games that were stopped go on with the next step.
            simulation.house.solvers().lend(play).unwrap_or_default();
        };
        let finished = work_together(helpers, interrupted, run, run);
        for slot in slots.iter_mut() {
            if let Some(error) = slot.error.take() {
                return Err(error);
            }
            for (number, game) in slot.over.drain(..) {
                let row = usize::try_from(number).unwrap_or(usize::MAX);
                *over += 1;
                games.enter(row, &game).map_err(|_| SimError::TooLarge(number))?;
            }
        }
        if !finished {
            return Err(SimError::Interrupted);
        }
        Ok(slots.iter().any(|slot| slot.table.is_some()))
    }
}

/// Games that a thread takes at a time, and that are worth the start of one.
const FEWEST_GAMES: usize = 64;

/// What is taken next out of what threads share.
fn next<I: Iterator>(shared: &Mutex<I>) -> Option<I::Item> {
    lock(shared).next()
}

impl Slot {
    /// Plays with this answer until the next question, in this game or another, or until the solver is
    /// interrupted.
    fn play_on(
        &mut self,
        simulation: &Simulation,
        solver: &mut Solver,
        asked: &[bool],
        answer: &Cards,
        places: u64,
        end: u64,
    ) -> Result<(), SimError> {
        if let Some(table) = &mut self.table
            && let Some(seat) = table.waiting
        {
            let decision = table.decision(seat, solver, answer);
            if solver.is_interrupted() {
                return Ok(());
            }
            table.waiting = None;
            table.course.act(&mut table.board, seat, decision)?;
        }
        loop {
            let Some(table) = &mut self.table else {
                if self.next >= end {
                    return Ok(());
                }
                self.table = Some(Table::set(simulation, self.next)?);
                self.next = self.next.saturating_add(places);
                continue;
            };
            while let Some(seat) = table.course.on_turn(&table.board)? {
                let player = simulation.player_at(&table.scene, seat);
                if asked.get(player) == Some(&true) {
                    table.waiting = Some(seat);
                    return Ok(());
                }
                let Table { board, builtins, memories, .. } = table;
                let (builtin, memory) = (&builtins[seat.index()], &mut memories[seat.index()]);
                let decision = builtin.choose(&board.state.view(seat), solver, memory);
                if solver.is_interrupted() {
                    return Ok(());
                }
                table.course.act(board, seat, decision)?;
            }
            match table.course.end_deal(&table.board)? {
                None => super::board::Board::next_deal(&mut table.board)?,
                Some(game) => {
                    let game = game.by_player(simulation.players.len(), table.scene.shift);
                    self.over.push((table.course.number(), game));
                    self.table = None;
                }
            }
        }
    }
}

impl Table {
    /// A game that begins.
    fn set(simulation: &Simulation, number: u64) -> Result<Self, SimError> {
        let scene = simulation.scene(number);
        let state = simulation.begin(&simulation.house, &scene)?;
        let board = Plain { state, seed: scene.seed };
        let course = Course::new(number, simulation.unit, &board);
        let builtins = simulation.builtins(&scene);
        let memories = <[Memory; Seat::COUNT]>::default();
        Ok(Self { scene, board, course, builtins, memories, waiting: None })
    }

    /// What the answer of a player comes to.
    fn decision(&self, seat: Seat, solver: &mut Solver, cards: &Cards) -> Decision {
        let state = &self.board.state;
        let decision = if cards.is_empty() {
            let verdict = state.judge(seat, &Action::Pass).ok();
            verdict.map(|verdict| Decision { action: Action::Pass, verdict })
        } else {
            choose_exactly(&state.view(seat), solver, cards)
        };
        decision.unwrap_or(Decision {
            action: Action::Concede(None),
            verdict: Verdict::Fails(Cause::Conceded),
        })
    }
}
