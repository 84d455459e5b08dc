//! The runs of a suit whose cards at each layer are known.
//!
//! A search leaves open which run each card goes to, and may take more for possible than is, where
//! that is cheaper and seldom matters. What it found is followed here under all that rules ask.

use smallvec::SmallVec;

use super::automaton::{Automaton, State};
use super::open::Letter;

/// A suit's cards at each layer, and the number of what is demanded there.
pub(super) type Letters = SmallVec<[(Letter, u32); super::line::MAX_LAYERS]>;

/// The configurations before each layer and behind the last that these letters lead through from the
/// first of these entries from which there is a way; it must end where it began, if this is a ring.
pub(super) fn follow(
    automaton: &mut Automaton,
    letters: &Letters,
    entries: &[State],
    ring: bool,
) -> Option<Vec<State>> {
    entries.iter().find_map(|&entry| {
        // Each with its place among those before the layer.
        let mut layers: Vec<Vec<(State, usize)>> = vec![vec![(entry, 0)]];
        for &(letter, demand) in letters {
            let mut next: Vec<(State, usize)> = Vec::new();
            for (from, &(state, _)) in layers[layers.len() - 1].iter().enumerate() {
                let row = automaton.row(state, demand);
                let found = automaton.step(row, letter);
                for &to in automaton.targets(found) {
                    if next.iter().all(|&(other, _)| other != to) {
                        next.push((to, from));
                    }
                }
            }
            layers.push(next);
        }
        let ends = |state: State| {
            if ring { state == entry } else { automaton.summary(state).may_end }
        };
        let mut at = layers[letters.len()].iter().position(|&(state, _)| ends(state))?;
        let mut states: Vec<State> = Vec::with_capacity(layers.len());
        for layer in layers.iter().rev() {
            let (state, from) = layer[at];
            states.push(state);
            at = from;
        }
        states.reverse();
        Some(states)
    })
}
