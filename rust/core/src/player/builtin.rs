//! A player that follows a strategy.

use super::{Player, Strategy};
use crate::cards::Cards;
use crate::solver::Solver;
use crate::state::{Action, Chance, Verdict, View};
use crate::turn::{Lay, Memory, Objective, TurnReport, Wish};

/// Hands this small are close to going out.
const FEW_CARDS: u16 = 4;

/// A player that follows a strategy, and a seed where it leaves something to chance.
///
/// It does the same whenever it sees the same, on every platform: chance depends on the seed, the
/// seat, the deal and the turn alone. Where the engine cannot find a lay, it lays nothing.
///
/// ```
/// use std::sync::Arc;
///
/// use machiavelli_core::player::{Builtin, Player, Strategy};
/// use machiavelli_core::rules::Rules;
/// use machiavelli_core::state::{Chance, Deck, House, Seat, State};
///
/// let house = Arc::new(House::new(Rules::preset("modiano")?));
/// let deck = Deck::shuffled(house.melds(), &mut Chance::of_deal(1, 1));
/// let (mut state, _) = State::start(house, 2, Seat::from_index(1).unwrap(), &deck)?;
/// let mut players = [Builtin::new(Strategy::Greedy, 1), Builtin::new(Strategy::Random, 1)];
/// while let Some(seat) = state.on_turn() {
///     let action = players[seat.index()].act(&state.view(seat));
///     state.apply(seat, action)?;
/// }
/// assert!(state.outcome().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Builtin {
    strategy: Strategy,
    seed: u64,
}

impl Builtin {
    /// A player with this strategy; only [`Strategy::Random`] uses the seed.
    pub const fn new(strategy: Strategy, seed: u64) -> Self {
        Self { strategy, seed }
    }

    /// How it plays.
    pub const fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// What chance depends on.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// What the player does; it is the turn of the view's seat.
    pub fn decide(&self, view: &View<'_>) -> Action {
        view.house.solvers().lend(|solver| self.decide_with(solver, view))
    }

    /// The same with a solver for the view's rules.
    pub fn decide_with(&self, solver: &mut Solver, view: &View<'_>) -> Action {
        if view.position().check(view.house.turn()).is_err() {
            return Action::Pass;
        }
        self.choose(view, solver, &mut Memory::default()).action
    }

    /// The same with what it comes to, for a view of a state; with a memory of the player's own.
    pub(crate) fn choose(
        &self,
        view: &View<'_>,
        solver: &mut Solver,
        memory: &mut Memory,
    ) -> Decision {
        if memory.rules_out(view.house.turn(), &view.position()) {
            return Decision::PASS;
        }
        let mut turn = Thought { view, solver, memory, leaves_nothing: false };
        let costs = Objective::Weights(view.house.costs());
        let lay = match self.strategy {
            Strategy::Random => turn.act_at_random(&mut self.chance(view)),
            Strategy::Greedy => turn.best(&Wish::default()),
            Strategy::Thrifty => turn
                .best(&Wish { objective: costs, ..Wish::default() })
                .or_else(|| turn.best(&Wish::default())),
            Strategy::Patient => turn.best_unless(&Wish::default(), |lay| waits(view, lay)),
        };
        lay.map_or(Decision::PASS, |lay| turn.play(&lay))
    }

    fn chance(&self, view: &View<'_>) -> Chance {
        // A turn has one decision, or two where the card for laying nothing may be played.
        let decision = view.turn_number << 1 | u32::from(view.has_idled);
        Chance::of_player(self.seed, view.seat, view.deal_number, decision)
    }
}

impl Player for Builtin {
    fn act(&mut self, view: &View<'_>) -> Action {
        self.decide(view)
    }
}

/// Some of these cards, each as likely as not.
fn some_of(cards: &Cards, chance: &mut Chance) -> Cards {
    let mut counts = *cards.counts();
    for count in &mut counts {
        *count -= (0..*count).map(|_| chance.below(2) as u8).sum::<u8>();
    }
    Cards::from_counts(counts)
}

/// Exactly these hand cards as a submission, `None` if they cannot be laid or are none.
pub fn lay_exactly(view: &View<'_>, cards: &Cards) -> Option<Action> {
    view.position().check(view.house.turn()).ok()?;
    let solvers = view.house.solvers();
    solvers.lend(|solver| choose_exactly(view, solver, cards)).map(|decision| decision.action)
}

/// The same with what it comes to, for a view of a state.
pub(crate) fn choose_exactly(
    view: &View<'_>,
    solver: &mut Solver,
    cards: &Cards,
) -> Option<Decision> {
    let memory = &mut Memory::default();
    let mut turn = Thought { view, solver, memory, leaves_nothing: false };
    // Whoever lays what the greedy would leaves the table that they leave.
    let lay = [Cards::EMPTY, view.hand.difference(cards)].iter().find_map(|keep| {
        let wish = Wish { keep, ..Wish::default() };
        turn.best_unless(&wish, |lay| lay.laid != *cards)
    })?;
    Some(turn.play(&lay))
}

/// What a player does, and what the rules will say to it.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) action: Action,
    pub(crate) verdict: Verdict,
}

impl Decision {
    const PASS: Self = Self { action: Action::Pass, verdict: Verdict::Idles };
}

/// A turn that is being thought about, in a valid position.
struct Thought<'a> {
    view: &'a View<'a>,
    solver: &'a mut Solver,
    memory: &'a mut Memory,
    /// Whether nothing more could be laid with the last lay that was found.
    leaves_nothing: bool,
}

impl Thought<'_> {
    /// Some lay, `None` if none.
    fn act_at_random(&mut self, chance: &mut Chance) -> Option<Lay> {
        let may_decline = self.view.house.turn().may_decline();
        let keep = match chance.below(4) {
            0 if may_decline => return None,
            1 => some_of(&self.view.hand, chance),
            _ => Cards::EMPTY,
        };
        let at_most = (chance.below(2) == 0).then(|| 1 + chance.below(6));
        let wish = Wish { keep: &keep, at_most, ..Wish::default() };
        match self.best(&wish) {
            // What is kept may be all that can be laid, and something must be.
            None if !may_decline => self.best(&Wish::default()),
            lay => lay,
        }
    }

    /// The best lay, which is to be played; `None` if nothing can be laid.
    fn best(&mut self, wish: &Wish<'_>) -> Option<Lay> {
        self.best_unless(wish, |_| false)
    }

    /// The best lay, which is to be played; `None` if nothing can be laid or that is not wanted.
    fn best_unless(&mut self, wish: &Wish<'_>, unwanted: impl FnOnce(&Lay) -> bool) -> Option<Lay> {
        let (rules, position) = (self.view.house.turn(), self.view.position());
        let lay = rules.best_lay_from_valid(self.solver, &position, wish).ok()?;
        if self.solver.is_interrupted() {
            return None;
        }
        let lays = !lay.laid.is_empty();
        if lays && unwanted(&lay) {
            return None;
        }
        self.leaves_nothing = lay.leaves_nothing(rules, &position, wish);
        if !lays && self.leaves_nothing {
            self.memory.idled(rules, &position);
        }
        lays.then_some(lay)
    }

    fn play(&mut self, lay: &Lay) -> Decision {
        let (rules, position) = (self.view.house.turn(), self.view.position());
        let after = rules.follow(self.solver, &position, lay);
        let report = TurnReport::new(rules, &position, &lay.laid, &after.table);
        if self.leaves_nothing && !self.solver.is_interrupted() {
            self.memory.laid(rules, &position, lay, &after, report.opened);
        }
        Decision { action: Action::Submit(after.table), verdict: Verdict::Lays(report) }
    }
}

/// Whether holding back is allowed, and neither this nor another player is close to going out.
fn waits(view: &View<'_>, lay: &Lay) -> bool {
    let others = view.players.iter().filter(|&seat| seat != view.seat);
    view.house.turn().may_decline()
        && view.out.is_empty()
        && view.stock_size > 2 * view.players.len()
        && others.map(|seat| view.hand_sizes[seat.index()]).min() > Some(FEW_CARDS)
        && view.hand.len() - lay.laid.len() > FEW_CARDS.into()
}
