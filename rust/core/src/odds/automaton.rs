//! The runs of one suit as a small automaton over the ranks.

use std::collections::HashMap;
use std::hash::Hash;

use super::error::OddsError;
use super::grammar::{Grammar, Runs};
use super::progress::Watch;

/// Index of a state of one suit between two ranks.
pub(super) type State = u16;

/// The states of one suit before a rank, and where its cards lead.
///
/// States that can do the same from here to the end of the line are one state. Those that cannot
/// reach the end are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layer {
    /// Next states, by state and number of cards given to runs. A next state that can do no more
    /// than another one beside it is left out.
    pub(super) next: Steps,
    /// `below[s][t]`: whatever `s` can do from here with some cards, `t` can do with the same.
    pub(super) below: Vec<Vec<bool>>,
}

/// By state and by number of cards given to runs: the states that may follow.
type Steps = Vec<Vec<Vec<State>>>;

/// The layers of one suit, a rank each. State 0 is the only one at the start and after the end.
///
/// # Errors
///
/// [`OddsError::Interrupted`].
pub(super) fn layers(
    grammar: &Grammar,
    ranks: usize,
    watch: &mut Watch<'_>,
) -> Result<Vec<Layer>, OddsError> {
    let (steps, last) = reachable(grammar, ranks);
    let mut class: Vec<Option<State>> =
        last.into_iter().map(|runs| grammar.accepts(runs).then_some(0)).collect();
    let mut below = vec![vec![true]];
    let mut layers = Vec::new();
    for step in steps.into_iter().rev() {
        let mut merged = Numbering::new();
        class = step
            .iter()
            .map(|by_cards| {
                let next: Vec<Vec<State>> = by_cards
                    .iter()
                    .map(|next| largest(next.iter().filter_map(|&s| class[usize::from(s)]), &below))
                    .collect();
                next.iter().any(|next| !next.is_empty()).then(|| merged.number(next))
            })
            .collect();
        let next = merged.values;
        below = order(&next, &below, watch)?;
        layers.push(Layer { next, below: below.clone() });
    }
    layers.reverse();
    Ok(layers)
}

/// Where each reachable state leads, rank by rank, and the states after the last rank.
fn reachable(grammar: &Grammar, ranks: usize) -> (Vec<Steps>, Vec<Runs>) {
    let mut states = vec![Runs::default()];
    let mut steps = Vec::new();
    for rank in 0..ranks {
        let mut after = Numbering::new();
        let step = states
            .iter()
            .map(|&runs| {
                (0..=grammar.copies())
                    .map(|cards| {
                        let next = if rank == 0 {
                            grammar.first(cards)
                        } else {
                            grammar.next(runs, cards)
                        };
                        next.into_iter().map(|runs| after.number(runs)).collect()
                    })
                    .collect()
            })
            .collect();
        steps.push(step);
        states = after.values;
    }
    (steps, states)
}

/// The states that are not below another one, each once, in order.
fn largest(states: impl Iterator<Item = State>, below: &[Vec<bool>]) -> Vec<State> {
    let mut states: Vec<State> = states.collect();
    states.sort_unstable();
    states.dedup();
    let under = |s: State, t: State| below[usize::from(s)][usize::from(t)];
    let needless = |s: State| {
        // Of states that are below each other, the first stays.
        states.iter().any(|&t| t != s && under(s, t) && (t < s || !under(t, s)))
    };
    states.iter().copied().filter(|&s| !needless(s)).collect()
}

/// Which states can do no more than which others, given the same of the states that follow.
fn order(
    next: &[Vec<Vec<State>>],
    after: &[Vec<bool>],
    watch: &mut Watch<'_>,
) -> Result<Vec<Vec<bool>>, OddsError> {
    let covered = |s: &Vec<State>, t: &Vec<State>| {
        s.iter().all(|&a| t.iter().any(|&b| after[usize::from(a)][usize::from(b)]))
    };
    let mut below = Vec::with_capacity(next.len());
    for s in next {
        watch.work(8 * next.len())?;
        below.push(next.iter().map(|t| s.iter().zip(t).all(|(s, t)| covered(s, t))).collect());
    }
    Ok(below)
}

/// Values numbered in the order in which they are met.
struct Numbering<T> {
    values: Vec<T>,
    numbers: HashMap<T, State>,
}

impl<T: Clone + Eq + Hash> Numbering<T> {
    fn new() -> Self {
        Self { values: Vec::new(), numbers: HashMap::new() }
    }

    fn number(&mut self, value: T) -> State {
        *self.numbers.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            State::try_from(self.values.len() - 1).expect("a suit has fewer than 65,536 states")
        })
    }
}
