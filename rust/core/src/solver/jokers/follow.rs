//! The runs of a suit whose cards at each layer are known.
//!
//! A search leaves open which run each card goes to, and may take more for possible than is, where
//! that is cheaper and seldom matters. What it found is followed here under all that rules ask.

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
/// layer and under one of these demands there, of those that `keep` keeps behind a layer.
pub(super) fn crossing(
    automaton: &mut Automaton,
    most: &[Letter],
    demands: &[[u32; MAX_LAYERS]],
    keep: impl Fn(&Automaton, usize, State) -> bool,
) -> Vec<State> {
    let named = automaton.style.named;
    let fits = |part: u8, all: u8| part & !all == 0;
    let mut entries: Vec<State> = Vec::new();
    for demands in demands {
        let mut states = vec![START];
        for (layer, (most, &demand)) in most.iter().zip(demands).enumerate() {
            let wilds = (0..=most.wild).filter(|&wild| !named || fits(wild, most.wild));
            let marks = (0..=most.marks).filter(|&marks| fits(marks, most.marks));
            let mut next: Vec<State> = Vec::new();
            for state in states {
                for real in 0..=most.real {
                    for wild in wilds.clone() {
                        for marks in marks.clone() {
                            // A run that stops does not cross the cut.
                            let letter = Letter { real, wild, marks };
                            next.extend(automaton.grown(state, letter, demand));
                        }
                    }
                }
            }
            sort(automaton, &mut next);
            next.retain(|&state| keep(automaton, layer, state));
            states = next;
        }
        entries.extend(states);
    }
    sort(automaton, &mut entries);
    entries
}

/// Puts states into an order that does not depend on their numbers, and drops repeated ones.
fn sort(automaton: &Automaton, states: &mut Vec<State>) {
    states.sort_unstable_by(|&a, &b| automaton.config(a).cmp(automaton.config(b)));
    states.dedup();
}

/// The configurations before each layer and behind the last that these letters lead through from the
/// first of these entries from which there is a way; it must end where it began, if this is a ring.
pub(super) fn follow(
    automaton: &mut Automaton,
    letters: &Letters,
    entries: &[State],
    ring: bool,
) -> Option<Vec<State>> {
    // The configurations before each layer, each with the number of the one that it came from.
    let mut stops: SmallVec<[(State, usize); 32]> = SmallVec::new();
    let mut starts: SmallVec<[usize; MAX_LAYERS + 1]> = SmallVec::new();
    entries.iter().find_map(|&entry| {
        stops.clear();
        starts.clear();
        stops.push((entry, 0));
        starts.push(0);
        for &(_, letter, demand) in letters {
            let (start, end) = (starts[starts.len() - 1], stops.len());
            for from in start..end {
                let row = automaton.row(stops[from].0, demand);
                for at in automaton.step(row, letter) {
                    let to = automaton.target(at);
                    if stops[end..].iter().all(|&(other, _)| other != to) {
                        stops.push((to, from));
                    }
                }
            }
            starts.push(end);
        }
        let ends = |state: State| {
            if ring { state == entry } else { automaton.summary(state).may_end }
        };
        let last = starts[letters.len()];
        let mut at = last + stops[last..].iter().position(|&(state, _)| ends(state))?;
        let mut states = vec![START; letters.len() + 1];
        for reached in states.iter_mut().rev() {
            (*reached, at) = stops[at];
        }
        Some(states)
    })
}
