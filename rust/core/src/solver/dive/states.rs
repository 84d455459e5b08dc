//! The states of a suit's runs, and sets of them as numbers: worked out once for the rules.
//!
//! Two kinds of sets are met when a suit is narrowed: those states that its runs can have *reached*
//! before a layer, whatever went to runs before, and those that they can *leave* a layer in, so that all
//! may end where they must. A few hundred of the first can come up at all, and a few dozen of the second,
//! whatever the cards. So each has a number, and what becomes of a set when some numbers of cards can go to
//! runs, or which of them lead from a set of one kind into one of the other, is a look-up in small tables.

use super::amounts::{AMOUNTS, AllAmounts, Amounts, MAX_CARDS, Suits};
use crate::solver::runs::Runs;

/// Something for each suit, 16 bits a suit.
pub(super) type Lanes = u64;

/// A one for each suit.
pub(super) const ONES: Lanes = 0x0001_0001_0001_0001;

/// All bits of a suit.
pub(super) const FULL: Lanes = 0xffff;

/// A state of a suit's runs by its number; 0 if no run is open.
pub(super) type RunState = u8;

/// States as bits.
pub(super) type StateSet = u16;

/// Most states, and a number that is none.
const MAX_STATES: usize = 12;
const NO_STATE: RunState = 15;
const STATES: usize = 16;

/// Most sets of states that can be reached.
const REACHED: usize = 512;

/// Most sets of states from which all runs may end where they must.
const ENDING: usize = 64;

/// The tables.
///
/// Sets that are reached are numbered in steps of [`ENDING`], so that the number of one of each kind makes
/// an index. The set in which nothing is open has the number 0, and so has the one of states in which all
/// runs may end.
#[derive(Clone, Debug)]
pub(super) struct States {
    /// For each set that is reached, the one that some numbers of cards in runs lead to.
    after: Box<[u16; REACHED * AMOUNTS]>,
    /// For each set from which runs end, the one from which some numbers of cards in runs lead into it.
    before: Box<[u8; ENDING * AMOUNTS]>,
    /// For two sets, the numbers of cards in runs that lead from the first into the second.
    between: Box<[Amounts; REACHED * ENDING]>,
    /// For two sets, the only state that is in both, or `NO_STATE` if there are several.
    common: Box<[RunState; REACHED * ENDING]>,
    /// For a set from which runs end and a state, the numbers of cards in runs that lead into it.
    leading: Box<[Amounts; ENDING * STATES]>,
    /// For each number of cards in runs and each state, the next one.
    next: [RunState; 4 * STATES],
    /// The states that can do no more than each state.
    worse: [StateSet; STATES],
}

impl States {
    /// The tables, if the automaton is deterministic and small, which it is for up to two packs where
    /// runs do not go round.
    pub(super) fn new(runs: &Runs) -> Option<Self> {
        let better = runs.better()?;
        if runs.states > MAX_STATES {
            return None;
        }
        let all = 0..runs.states as RunState;
        let with = |test: &dyn Fn(RunState) -> bool| {
            all.clone().filter(|&state| test(state)).fold(0, |set, state| set | 1 << state)
        };
        let is_in = |set: StateSet, state: RunState| set >> state & 1 == 1;
        let leads = |from: RunState, n: usize| {
            let to = runs.next(u16::from(from), n as u8).first();
            to.map_or(NO_STATE, |&to| to as RunState)
        };
        let some = |amounts: Amounts| (0..=MAX_CARDS).filter(move |n| amounts >> n & 1 == 1);
        let after = |set: StateSet, amounts: Amounts| {
            let from = all.clone().filter(|&from| is_in(set, from));
            let to = from.flat_map(|from| some(amounts).map(move |n| leads(from, n)));
            to.filter(|&to| to != NO_STATE).fold(0, |set, to| set | 1 << to)
        };
        let before = |set: StateSet, amounts: Amounts| {
            with(&|from| some(amounts).any(|n| is_in(set, leads(from, n))))
        };
        let closing = with(&|state| runs.closable(u16::from(state)));
        let (reached, to) = numbered(1, REACHED, after)?;
        let (ending, from) = numbered(closing, ENDING, before)?;
        let mut between: Box<[Amounts; REACHED * ENDING]> = boxed()?;
        let mut common: Box<[RunState; REACHED * ENDING]> = boxed()?;
        let mut leading: Box<[Amounts; ENDING * STATES]> = boxed()?;
        let amounts = |set: StateSet, ending: StateSet| {
            let amounts = (0..=MAX_CARDS).filter(|n| after(set, 1 << n) & ending != 0);
            amounts.fold(0, |all, n| all | 1 << n)
        };
        for (e, &ending) in ending.iter().enumerate() {
            for state in all.clone() {
                leading[e * STATES + usize::from(state)] = amounts(1 << state, ending);
            }
            for (r, &reached) in reached.iter().enumerate() {
                let both = reached & ending;
                let only = both.is_power_of_two();
                common[r * ENDING + e] = if only { both.ilog2() as RunState } else { NO_STATE };
                between[r * ENDING + e] = amounts(reached, ending);
            }
        }
        Some(Self {
            after: table(to.iter().map(|&number| number * ENDING as u16))?,
            before: table(from.iter().map(|&number| number as u8))?,
            between,
            common,
            leading,
            next: std::array::from_fn(|i| match (i % STATES, i / STATES) {
                (state, n) if state < runs.states && n <= MAX_CARDS => leads(state as RunState, n),
                _ => NO_STATE,
            }),
            worse: std::array::from_fn(|state| {
                with(&|other| better[usize::from(other)] >> state & 1 == 1)
            }),
        })
    }

    /// The sets that some numbers of cards in runs lead to from sets that are reached.
    #[inline]
    pub(super) fn after(&self, reached: Lanes, to_runs: AllAmounts) -> Lanes {
        let index = reached >> 3 | to_runs.lanes();
        each(|s| self.after[(index >> (16 * s)) as usize % (REACHED * AMOUNTS)].into())
    }

    /// The sets from which some numbers of cards in runs lead into sets from which runs end.
    #[inline]
    pub(super) fn before(&self, ending: Lanes, to_runs: AllAmounts) -> Lanes {
        let index = ending << 3 | to_runs.lanes();
        each(|s| self.before[(index >> (16 * s)) as usize % (ENDING * AMOUNTS)].into())
    }

    /// The numbers of cards in runs that lead from sets that are reached into sets from which runs end.
    #[inline]
    pub(super) fn between(&self, reached: Lanes, ending: Lanes) -> AllAmounts {
        let index = reached | ending;
        let of = |s: usize| self.between[(index >> (16 * s)) as usize % (REACHED * ENDING)];
        AllAmounts::new([of(0), of(1), of(2), of(3)])
    }

    /// The only state of each suit that is both reached and one from which runs end, if no suit has
    /// several.
    #[inline]
    pub(super) fn common(&self, reached: Lanes, ending: Lanes) -> Option<Lanes> {
        let index = reached | ending;
        let states =
            each(|s| self.common[(index >> (16 * s)) as usize % (REACHED * ENDING)].into());
        // No other number is that large.
        (states & states >> 1 & ONES << 2 == 0).then_some(states)
    }

    /// The numbers of cards in runs that lead from the state of a suit into a set from which runs end; both
    /// together are an index.
    #[inline]
    pub(super) fn leading(&self, index: Lanes, s: usize) -> Amounts {
        self.leading[(index >> (16 * s)) as usize % (ENDING * STATES)]
    }

    /// The states after sixteen times so many cards in runs.
    #[inline]
    pub(super) fn next(&self, states: Lanes, to_runs: Lanes) -> Lanes {
        let index = states | to_runs;
        each(|s| self.next[(index >> (16 * s)) as usize % (4 * STATES)].into())
    }

    /// The state after so many cards in runs.
    #[inline]
    pub(super) fn step(&self, state: RunState, to_runs: u8) -> RunState {
        self.next[usize::from(to_runs << 4 | state) % (4 * STATES)]
    }

    /// The states that can do no more than one, as bits.
    #[inline]
    pub(super) fn worse(&self, state: RunState) -> StateSet {
        self.worse[usize::from(state) % STATES]
    }

    /// Whether a state can do no more than another.
    #[inline]
    pub(super) fn is_worse(&self, state: RunState, other: RunState) -> bool {
        self.worse(other) >> (state % STATES as u8) & 1 == 1
    }
}

/// All bits of some suits.
#[inline]
pub(super) const fn of_suits(suits: Suits) -> Lanes {
    // The product moves the bits to every 16th.
    ((suits as Lanes & 0xf).wrapping_mul(1 << 45 | 1 << 30 | 1 << 15 | 1) & ONES) * FULL
}

/// Something for each suit, worked out suit by suit.
#[inline]
fn each(of: impl Fn(usize) -> Lanes) -> Lanes {
    of(0) | of(1) << 16 | of(2) << 32 | of(3) << 48
}

/// All sets of states that come of the first, in the order in which they are met, and for each of them
/// the numbers of those that come of it with each set of amounts; nothing if they are too many.
fn numbered(
    first: StateSet,
    most: usize,
    next: impl Fn(StateSet, Amounts) -> StateSet,
) -> Option<(Vec<StateSet>, Vec<u16>)> {
    let mut sets = vec![first];
    let mut to = Vec::new();
    while to.len() < AMOUNTS * sets.len() {
        let set = sets[to.len() / AMOUNTS];
        for amounts in 0..AMOUNTS as Amounts {
            let more = next(set, amounts);
            let number = sets.iter().position(|&known| known == more).unwrap_or_else(|| {
                sets.push(more);
                sets.len() - 1
            });
            to.push(number as u16);
        }
        if sets.len() > most {
            return None;
        }
    }
    Some((sets, to))
}

/// A table of these entries and empty ones.
fn table<T: Clone + Default, const N: usize>(
    entries: impl Iterator<Item = T>,
) -> Option<Box<[T; N]>> {
    let mut table: Box<[T; N]> = boxed()?;
    table.iter_mut().zip(entries).for_each(|(entry, given)| *entry = given);
    Some(table)
}

/// So many of a thing, all empty.
pub(super) fn boxed<T: Clone + Default, const N: usize>() -> Option<Box<[T; N]>> {
    vec![T::default(); N].into_boxed_slice().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meld::MeldRules;
    use crate::rules::Rules;

    #[test]
    fn few_sets_come_up() {
        let base = MeldRules::new(&Rules::preset("modiano").unwrap());
        let same = [None, Some(1)];
        for (copies, run_max, same_runs) in
            (1..=2).flat_map(|copies| (3..=14).flat_map(move |max| same.map(|s| (copies, max, s))))
        {
            let runs = Runs::new(&MeldRules { copies, run_max, same_runs, ..base.clone() });
            let few = runs.states <= MAX_STATES;
            assert_eq!(States::new(&runs).is_some(), few, "{copies} packs, runs up to {run_max}");
        }
    }
}
