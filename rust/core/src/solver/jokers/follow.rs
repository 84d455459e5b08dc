//! The runs of a suit whose cards at each layer are known.
//!
//! A search leaves open which run each card goes to, and may take more for possible than is, where
//! that is cheaper and seldom matters. What it found is followed here under all that rules ask.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::automaton::{Automaton, START, State};
use super::line::MAX_LAYERS;
use super::open::Letter;

/// The layers of a suit in order, with its cards there and the number of what is demanded.
pub(super) type Letters = SmallVec<[(usize, Letter, u32); MAX_LAYERS]>;

/// Cuts a ring of letters where no run can cross, if there is such a layer.
pub(super) fn cut(letters: &mut Letters, automaton: &Automaton) -> bool {
    let is_empty = |&(_, letter, demand): &(usize, Letter, u32)| {
        letter == Letter::default() && automaton.demanded(demand).pins.is_empty()
    };
    let empty = letters.iter().position(is_empty);
    if let Some(empty) = empty {
        letters.rotate_left(empty);
    }
    empty.is_some()
}

/// The configurations in which a ring can be left, and so entered, with at most these cards at each
/// layer and under one of these demands there. Those that `keep` does not keep behind a layer, given
/// how many jokers they have taken at least, lead to none.
pub(super) fn crossing(
    automaton: &mut Automaton,
    most: &[Letter],
    demands: &[[u32; MAX_LAYERS]],
    keep: impl Fn(&Automaton, usize, State, u8) -> bool,
) -> Vec<State> {
    let letters: Vec<Vec<Letter>> = most.iter().map(|most| most.parts().collect()).collect();
    let mut entries: Vec<State> = Vec::new();
    let mut places: FxHashMap<State, usize> = FxHashMap::default();
    for demands in demands {
        let mut states = vec![(START, 0)];
        for (layer, (letters, &demand)) in letters.iter().zip(demands).enumerate() {
            let mut next: Vec<(State, u8)> = Vec::new();
            places.clear();
            for (from, before) in states {
                for &letter in letters {
                    let least = before + letter.wild;
                    for at in automaton.grown(from, letter, demand) {
                        let state = automaton.target(at);
                        if !keep(automaton, layer, state, least) {
                            continue;
                        }
                        let place = *places.entry(state).or_insert(next.len());
                        match next.get_mut(place) {
                            Some((_, known)) => *known = least.min(*known),
                            None => next.push((state, least)),
                        }
                    }
                }
            }
            states = next;
        }
        entries.extend(states.into_iter().map(|(state, _)| state));
    }
    // An order that does not depend on their numbers.
    entries.sort_unstable_by(|&a, &b| automaton.config(a).cmp(automaton.config(b)));
    entries.dedup();
    entries
}

/// The configurations before each layer and behind the last that these letters lead through from the
/// first of these entries from which there is a way. A ring ends where it began.
pub(super) fn follow(
    automaton: &mut Automaton,
    letters: &Letters,
    entries: &[State],
    ring: bool,
) -> Option<Vec<State>> {
    if !ring {
        return pass(automaton, letters, START, |automaton, state| {
            automaton.summary(state).may_end
        });
    }
    entries.iter().find_map(|&entry| {
        let returns = |automaton: &Automaton, state| automaton.returns(state, entry);
        let mut states = pass(automaton, letters, entry, returns)?;
        // What is left with more than it was entered with is entered with that, until they are equal.
        while states[0] != START && states[0] != states[letters.len()] {
            let entry = states[letters.len()];
            let returns = |automaton: &Automaton, state| automaton.returns(state, entry);
            states = pass(automaton, letters, entry, returns)?;
        }
        Some(states)
    })
}

/// The configurations that these letters lead through from one of them to one that `ends`.
fn pass(
    automaton: &mut Automaton,
    letters: &Letters,
    entry: State,
    ends: impl Fn(&Automaton, State) -> bool,
) -> Option<Vec<State>> {
    // The configurations before each layer, each with the number of the one that it came from.
    let mut stops: SmallVec<[(State, usize); 32]> = SmallVec::new();
    let mut starts: SmallVec<[usize; MAX_LAYERS + 1]> = SmallVec::new();
    stops.push((entry, 0));
    starts.push(0);
    for &(_, letter, demand) in letters {
        let (start, end) = (starts[starts.len() - 1], stops.len());
        for from in start..end {
            for at in automaton.step(stops[from].0, demand, letter) {
                let to = automaton.target(at);
                if stops[end..].iter().all(|&(other, _)| other != to) {
                    stops.push((to, from));
                }
            }
        }
        starts.push(end);
    }
    let last = starts[letters.len()];
    let mut at = last + stops[last..].iter().position(|&(state, _)| ends(automaton, state))?;
    let mut states = vec![START; letters.len() + 1];
    for reached in states.iter_mut().rev() {
        (*reached, at) = stops[at];
    }
    Some(states)
}
