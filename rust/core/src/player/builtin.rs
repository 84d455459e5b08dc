//! A player that follows a strategy.

use super::{Player, Strategy};
use crate::cards::Cards;
use crate::state::{Action, Chance, View};
use crate::turn::{Objective, Wish};

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
        let costs = Objective::Weights(view.house.costs());
        let action = match self.strategy {
            Strategy::Random => act_at_random(view, &mut self.chance(view)),
            Strategy::Patient if waits(view) => None,
            Strategy::Greedy | Strategy::Patient => lay(view, &Wish::default()),
            Strategy::Thrifty => lay(view, &Wish { objective: costs, ..Wish::default() })
                .or_else(|| lay(view, &Wish::default())),
        };
        action.unwrap_or(Action::Pass)
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

/// Lays some cards, `None` if none.
fn act_at_random(view: &View<'_>, chance: &mut Chance) -> Option<Action> {
    let may_decline = view.house.turn().may_decline();
    let keep = match chance.below(4) {
        0 if may_decline => return None,
        1 => some_of(&view.hand, chance),
        _ => Cards::EMPTY,
    };
    let at_most = (chance.below(2) == 0).then(|| 1 + chance.below(6));
    let wish = Wish { keep: &keep, at_most, ..Wish::default() };
    match lay(view, &wish) {
        // What is kept may be all that can be laid, and something must be.
        None if !may_decline => lay(view, &Wish::default()),
        action => action,
    }
}

/// The best lay as a submission, `None` if nothing can be laid.
fn lay(view: &View<'_>, wish: &Wish<'_>) -> Option<Action> {
    submit(view, wish, |laid| !laid.is_empty())
}

/// Exactly these hand cards as a submission, `None` if they cannot be laid.
pub fn lay_exactly(view: &View<'_>, cards: &Cards) -> Option<Action> {
    let keep = view.hand.difference(cards);
    submit(view, &Wish { keep: &keep, ..Wish::default() }, |laid| laid == cards)
}

/// The best lay as a submission, `None` if its cards will not do.
fn submit(view: &View<'_>, wish: &Wish<'_>, will_do: impl Fn(&Cards) -> bool) -> Option<Action> {
    let (turn, position) = (view.house.turn(), view.position());
    view.house.solvers().lend(|solver| {
        let lay = turn.best_lay(solver, &position, wish).ok()?;
        let table = will_do(&lay.laid).then(|| turn.arrange(solver, &position, &lay))?;
        Some(Action::Submit(table))
    })
}

/// Whether holding back is allowed, and neither this nor another player is close to going out.
fn waits(view: &View<'_>) -> bool {
    let (turn, position) = (view.house.turn(), view.position());
    let others = view.players.iter().filter(|&seat| seat != view.seat);
    let calm = turn.may_decline()
        && view.out.is_empty()
        && view.stock_size > 2 * view.players.len()
        && others.map(|seat| view.hand_sizes[seat.index()]).min() > Some(FEW_CARDS);
    calm && view.house.solvers().lend(|solver| {
        let lay = turn.best_lay(solver, &position, &Wish::default());
        lay.is_ok_and(|lay| view.hand.len() - lay.laid.len() > FEW_CARDS.into())
    })
}
