//! What the cards of one rank and suit can do, and which states are as good as which.

use super::automaton::{Layer, State};
use super::error::OddsError;
use super::progress::Watch;

/// More than any difference between two states that both reach the end.
pub(super) const NEVER: i8 = 100;
/// The difference from a state that does not reach the end.
const DEAD: i8 = -100;

/// Where the cards given to runs lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) to: State,
    /// How many cards that lays.
    pub(super) laid: u8,
    /// Fewest cards that complete the runs afterwards.
    pub(super) needs: u8,
}

/// Whether cards may stay in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leftover {
    /// All cards must lie in melds.
    Forbidden,
    /// Any card may stay in the hand.
    Allowed,
}

/// One rank of one suit: its moves, and the states it leads to compared with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    copies: usize,
    /// By state and number of available cards.
    moves: Vec<Vec<Move>>,
    /// Fewest cards that complete the runs, by state before the rank.
    needs_before: Vec<u8>,
    after: After,
}

/// The states of one suit between two ranks, compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct After {
    /// Fewest cards that complete the runs, by state.
    needs: Vec<u8>,
    /// `below[s * states + t]`: whatever `s` can do, `t` can do with the same cards.
    below: Vec<bool>,
    /// By number of cards left to read; the last one serves for all larger numbers.
    by_left: Vec<Comparison>,
}

/// States compared over all futures that hold no more than some number of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Comparison {
    /// `gap[s * states + t]`: at most so many more cards can `s` still lay than `t`, whatever comes.
    gap: Vec<i8>,
    /// By state, another one that can still lay the same but for a constant, and that constant.
    alias: Vec<(State, u8)>,
}

impl Step {
    /// The steps of all ranks, for hands of up to `cards` cards.
    ///
    /// # Errors
    ///
    /// [`OddsError::Interrupted`].
    pub(super) fn all(
        layers: &[Layer],
        copies: u8,
        leftover: Leftover,
        cards: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Self>, OddsError> {
        let mut steps: Vec<Self> = Vec::new();
        let mut after = After::end();
        for layer in layers.iter().rev() {
            let moves = moves(layer, leftover, &after.needs);
            let before = After::before(layer, &moves, &after, cards, watch)?;
            let needs_before = before.needs.clone();
            steps.push(Self { copies: copies.into(), moves, needs_before, after });
            after = before;
        }
        steps.reverse();
        Ok(steps)
    }

    /// The moves of a state if so many cards are there for runs.
    pub(super) fn moves(&self, state: State, available: usize) -> &[Move] {
        &self.moves[usize::from(state) * (self.copies + 1) + available]
    }

    /// Fewest cards that complete the runs of a state before this rank.
    pub(super) fn needs_before(&self, state: State) -> usize {
        self.needs_before[usize::from(state)].into()
    }

    /// Fewest cards that complete the runs of a state after this rank.
    pub(super) fn needs(&self, state: State) -> usize {
        self.after.needs[usize::from(state)].into()
    }

    /// Whether `t` can do with the same cards whatever `s` can do, both after this rank.
    pub(super) fn is_below(&self, s: State, t: State) -> bool {
        self.after.below[usize::from(s) * self.after.needs.len() + usize::from(t)]
    }

    /// By state `t`: at most so many more cards `s` can still lay with `left` cards to read.
    pub(super) fn gaps(&self, s: State, left: usize) -> &[i8] {
        let states = self.after.needs.len();
        &self.after.comparison(left).gap[usize::from(s) * states..][..states]
    }

    /// The state that stands for all states that can still lay what `s` can but for a constant, and
    /// how many more cards `s` lays.
    pub(super) fn alias(&self, s: State, left: usize) -> (State, u8) {
        self.after.comparison(left).alias[usize::from(s)]
    }
}

/// The moves of each state for each number of available cards.
fn moves(layer: &Layer, leftover: Leftover, needs: &[u8]) -> Vec<Vec<Move>> {
    let of = |next: &Vec<Vec<State>>, laid: usize| -> Vec<Move> {
        let to = |&to: &State| Move { to, laid: laid as u8, needs: needs[usize::from(to)] };
        next[laid].iter().map(to).collect()
    };
    layer
        .next
        .iter()
        .flat_map(|next| {
            (0..next.len()).map(move |available| match leftover {
                Leftover::Forbidden => of(next, available),
                Leftover::Allowed => (0..=available).flat_map(|laid| of(next, laid)).collect(),
            })
        })
        .collect()
}

impl After {
    /// After the last rank there is one state, and nothing to do.
    fn end() -> Self {
        let same = Comparison { gap: vec![0], alias: vec![(0, 0)] };
        Self { needs: vec![0], below: vec![true], by_left: vec![same] }
    }

    fn comparison(&self, left: usize) -> &Comparison {
        &self.by_left[left.min(self.by_left.len() - 1)]
    }

    /// The states before a rank, given its moves and the states after it.
    fn before(
        layer: &Layer,
        moves: &[Vec<Move>],
        after: &Self,
        cards: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Self, OddsError> {
        let states = layer.next.len();
        let copies = moves.len() / states - 1;
        let below: Vec<bool> = layer.below.iter().flatten().copied().collect();
        // As soon as `copies + 1` numbers of cards in a row make no difference after the rank, no
        // larger number makes one before it.
        let most = cards.min(after.by_left.len() - 1 + copies);
        let mut by_left = Vec::new();
        for left in 0..=most {
            by_left.push(Comparison::new(gaps(moves, states, after, left, watch)?));
        }
        while by_left.len() > 1 && by_left[by_left.len() - 1] == by_left[by_left.len() - 2] {
            by_left.pop();
        }
        let alive = |s: usize, c: &Comparison| c.gap[s * states + s] != DEAD;
        let needs = (0..states)
            .map(|s| by_left.iter().position(|c| alive(s, c)).unwrap_or(usize::from(u8::MAX)) as u8)
            .collect();
        Ok(Self { needs, below, by_left })
    }
}

/// The largest advantage of each state over each other one, if `left` cards are left before a rank.
fn gaps(
    moves: &[Vec<Move>],
    states: usize,
    after: &After,
    left: usize,
    watch: &mut Watch<'_>,
) -> Result<Vec<i8>, OddsError> {
    let copies = moves.len() / states - 1;
    let later = after.needs.len();
    let gap = |s: &Move, t: &Move, left: usize| {
        match after.comparison(left).gap[usize::from(s.to) * later + usize::from(t.to)] {
            // Aces promised for the end count as laid before they are, hence the signs.
            n @ (NEVER | DEAD) => n,
            n => n + s.laid.cast_signed() - t.laid.cast_signed(),
        }
    };
    let mut gaps = Vec::with_capacity(states * states);
    for s in 0..states {
        watch.work(16 * states)?;
        for t in 0..states {
            let mut most = DEAD;
            'cards: for available in 0..=copies.min(left) {
                let left = left - available;
                let of = |state: usize| &moves[state * (copies + 1) + available];
                for a in of(s).iter().filter(|a| gap(a, a, left) != DEAD) {
                    let least = of(t).iter().map(|b| gap(a, b, left)).min().unwrap_or(NEVER);
                    most = most.max(least);
                    if most == NEVER {
                        break 'cards;
                    }
                }
            }
            gaps.push(most);
        }
    }
    Ok(gaps)
}

impl Comparison {
    fn new(gap: Vec<i8>) -> Self {
        let states = gap.len().isqrt();
        let alias = (0..states)
            .map(|s| {
                // Of equals, the one that can lay least, so that no constant is negative.
                (0..states)
                    .filter(|&t| {
                        let (there, back) = (gap[s * states + t], gap[t * states + s]);
                        there.abs() < NEVER && back == -there
                    })
                    .map(|t| (gap[s * states + t], t))
                    .max_by_key(|&(gain, t)| (gain, std::cmp::Reverse(t)))
                    .map_or((s as State, 0), |(gain, t)| (t as State, gain.unsigned_abs()))
            })
            .collect();
        Self { gap, alias }
    }
}
