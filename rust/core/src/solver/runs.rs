//! Which numbers of cards per rank one suit can turn into runs: a small automaton.
//!
//! Going through the ranks of one suit in order, all that a run leaves behind is its length so
//! far. A *configuration* is the multiset of the lengths of the open runs; with `n` cards of the
//! next rank in runs, every open run is either extended or closed (if it is long enough), and new
//! runs start with the rest. Whatever the rules say about lengths and identical runs, a search
//! sees only states and numbers of cards.
//!
//! Where runs do not go round the corner, the automaton is determinised and minimised: two packs
//! need 10 states, or 12 where identical runs are forbidden. On a ring its states are the
//! configurations themselves, because the runs that enter the first rank must be those that leave
//! the last.
//!
//! # Longer runs are not needed
//!
//! A run of six or more can be cut into two, so where identical runs are allowed, lengths 3, 4
//! and 5 make every longer run, and 3 can stand for all lengths from 3 on, as long as `run_max`
//! is at least 5. Where identical runs are limited, a cut must not make a run that lies there
//! already. A run of length L has L − 5 cuts into two; each other run that overlaps it forbids at
//! most one of them by starting with it and one by ending with it. With k packs at most k − 1
//! others start (end) with it, so a cut is free as soon as L − 5 > 2 (k − 1): from 8 on with two
//! packs, from 10 on with three.
//!
//! # Dominated configurations
//!
//! Where 3 stands for all longer lengths, a run of 3 can do all that a run of 1 or 2 or no run can:
//! it may go on, and it may stop at once. A run of 2 can do all that a run of 1 can. So one
//! configuration is at least as good as another if its runs are, one by one, and only the best of
//! those that can be reached matter. On a ring the runs that leave the last rank may also be better
//! than those that entered the first: going round again from there ends in configurations that are
//! better still, and as there are finitely many and no two are equally good, in one that repeats
//! itself. That one is the arrangement.

use std::collections::{BTreeMap, BTreeSet};

use crate::meld::MeldRules;

/// Most packs, and so most runs of a suit that can be open at a rank.
pub(super) const MAX_COPIES: usize = 3;

/// States as bits.
pub(super) type StateSet = u32;

/// Lengths of the open runs of one suit, longest first, 0 for none.
type Lengths = [u8; MAX_COPIES];

/// The automaton. State 0 is the start: no run is open.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// Number of states.
    pub(super) states: usize,
    /// Where the targets of each state and number of cards begin in `targets`, and where the last
    /// end.
    starts: Vec<u16>,
    targets: Vec<u16>,
    /// Whether every open run may end in a state.
    closable: Vec<bool>,
    /// For each state those that can do all that it can, itself among them; none where states are many
    /// or runs go round.
    better: Vec<StateSet>,
    /// The configurations that can cross from the last rank of a ring to the first.
    crossings: Vec<Crossing>,
}

/// Runs that are open where a ring is cut, as one of several alternatives.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// The state in which the suit enters the first rank.
    pub(super) entry: u16,
    /// Whether it may leave the last rank in a state.
    leaves: Vec<bool>,
}

impl Crossing {
    /// Whether the suit may leave the last rank in `state`.
    pub(super) fn leaves(&self, state: u16) -> bool {
        self.leaves[usize::from(state)]
    }
}

impl Runs {
    /// Builds the automaton for these rules.
    pub(super) fn new(rules: &MeldRules) -> Self {
        let grammar = Grammar::new(rules);
        if rules.wrap { Self::ring(&grammar) } else { Self::line(&grammar) }
    }

    /// The states after `n` cards of the next rank went to runs.
    pub(super) fn next(&self, state: u16, n: u8) -> &[u16] {
        let i = usize::from(state) * (MAX_COPIES + 1) + usize::from(n);
        &self.targets[usize::from(self.starts[i])..usize::from(self.starts[i + 1])]
    }

    /// Whether every open run may end in `state`.
    pub(super) fn closable(&self, state: u16) -> bool {
        self.closable[usize::from(state)]
    }

    /// The states that can do all that each state can, if they are known.
    pub(super) fn better(&self) -> Option<&[StateSet]> {
        (!self.better.is_empty()).then_some(&self.better)
    }

    /// What can cross the cut of a ring; nothing where runs do not go round.
    pub(super) fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    fn from_rows(rows: &[[Vec<u16>; MAX_COPIES + 1]], crossings: Vec<Crossing>) -> Self {
        let mut starts = vec![0];
        let mut targets = Vec::new();
        for to in rows.iter().flatten() {
            targets.extend(to);
            starts.push(targets.len() as u16);
        }
        let closable = rows.iter().map(|row| !row[0].is_empty()).collect();
        Self { states: rows.len(), starts, targets, closable, better: Vec::new(), crossings }
    }

    /// The minimal deterministic automaton.
    fn line(grammar: &Grammar) -> Self {
        let mut subsets: Vec<BTreeSet<Lengths>> = vec![[[0; MAX_COPIES]].into()];
        let mut ids: BTreeMap<_, _> = [(subsets[0].clone(), 0)].into();
        let mut next: Vec<[Option<usize>; MAX_COPIES + 1]> = Vec::new();
        while next.len() < subsets.len() {
            let subset = subsets[next.len()].clone();
            next.push(std::array::from_fn(|n| {
                let reached: BTreeSet<Lengths> =
                    subset.iter().flat_map(|&lengths| grammar.step(lengths, n)).collect();
                (!reached.is_empty()).then(|| {
                    *ids.entry(reached).or_insert_with_key(|reached| {
                        subsets.push(reached.clone());
                        subsets.len() - 1
                    })
                })
            }));
        }
        let class = minimise(&next);
        let count = class.iter().max().map_or(0, |most| most + 1);
        let rows: Vec<[Vec<u16>; MAX_COPIES + 1]> = (0..count)
            .filter_map(|c| class.iter().position(|&other| other == c))
            .map(|i| next[i].map(|to| to.map(|to| class[to] as u16).into_iter().collect()))
            .collect();
        let better = better(&rows);
        Self { better, ..Self::from_rows(&rows, Vec::new()) }
    }

    /// The configurations as states.
    fn ring(grammar: &Grammar) -> Self {
        let all = grammar.configurations();
        let rows: Vec<[Vec<u16>; MAX_COPIES + 1]> = all
            .iter()
            .map(|&from| {
                std::array::from_fn(|n| {
                    let reached = grammar.step(from, n);
                    let best = |to: &&Lengths| {
                        !reached.iter().any(|other| other != *to && grammar.dominates(*other, **to))
                    };
                    let number = |to: &Lengths| all.iter().position(|c| c == to);
                    reached.iter().filter(best).filter_map(number).map(|i| i as u16).collect()
                })
            })
            .collect();
        let crossings = (0..)
            .zip(&all)
            .map(|(entry, from)| {
                let leaves = |to: &Lengths| to == from || grammar.dominates(*to, *from);
                Crossing { entry, leaves: all.iter().map(leaves).collect() }
            })
            .collect();
        Self::from_rows(&rows, crossings)
    }
}

/// How runs of one suit may grow and end.
struct Grammar {
    copies: usize,
    longest: u8,
    same_runs: usize,
    /// The longest length stands for all that are as long or longer.
    saturated: bool,
}

impl Grammar {
    fn new(rules: &MeldRules) -> Self {
        let limit = rules.same_runs.filter(|&most| most < rules.copies).map(usize::from);
        let saturated = rules.run_max >= 5 && limit.is_none();
        let longest = match (limit, rules.copies) {
            _ if saturated => 3,
            (None, _) => 5,
            (Some(_), 2) => 7,
            (Some(_), _) => 9,
        };
        Self {
            copies: usize::from(rules.copies),
            longest: rules.run_max.min(longest),
            same_runs: limit.unwrap_or(usize::MAX),
            saturated,
        }
    }

    /// Every configuration, the empty one first.
    fn configurations(&self) -> Vec<Lengths> {
        let mut all = vec![[0; MAX_COPIES]];
        for run in 0..self.copies {
            for i in 0..all.len() {
                let most = if run == 0 { self.longest } else { all[i][run - 1] };
                if all[i][run] == 0 {
                    for length in 1..=most {
                        let mut longer = all[i];
                        longer[run] = length;
                        all.push(longer);
                    }
                }
            }
            all.sort_unstable();
            all.dedup();
        }
        all
    }

    /// Whether `a` can do all that `b` can, run by run.
    fn dominates(&self, a: Lengths, b: Lengths) -> bool {
        const ORDERS: [[usize; MAX_COPIES]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let covers = |x: u8, y: u8| x == y || x == 3 || x == 2 && y == 1;
        self.saturated
            && ORDERS.iter().any(|order| (0..MAX_COPIES).all(|i| covers(a[i], b[order[i]])))
    }

    /// What `lengths` can become when `n` cards of the next rank go to runs.
    fn step(&self, lengths: Lengths, n: usize) -> BTreeSet<Lengths> {
        let open = lengths.iter().filter(|&&len| len > 0).count();
        let mut reached = BTreeSet::new();
        'choices: for extended in 0..1_u32 << open {
            let grown = extended.count_ones() as usize;
            if grown > n || n > self.copies {
                continue;
            }
            let mut after = [0; MAX_COPIES];
            after[..n - grown].fill(1);
            let mut filled = n - grown;
            let is_extended = |i: usize| extended >> i & 1 == 1;
            for i in 0..open {
                let length = lengths[i];
                if is_extended(i) {
                    if length == self.longest && !self.saturated {
                        continue 'choices;
                    }
                    after[filled] = (length + 1).min(self.longest);
                    filled += 1;
                } else {
                    let twins = (0..open).filter(|&j| !is_extended(j) && lengths[j] == length);
                    if length < 3 || twins.count() > self.same_runs {
                        continue 'choices;
                    }
                }
            }
            after.sort_unstable_by(|a, b| b.cmp(a));
            reached.insert(after);
        }
        reached
    }
}

/// For each state of a deterministic automaton those that can do all that it can: the largest
/// simulation.
fn better(rows: &[[Vec<u16>; MAX_COPIES + 1]]) -> Vec<StateSet> {
    if rows.len() > StateSet::BITS as usize {
        return Vec::new();
    }
    let mut better = vec![StateSet::MAX; rows.len()];
    loop {
        let known = better.clone();
        for (better, row) in better.iter_mut().zip(rows) {
            let follows = |other: &[Vec<u16>; MAX_COPIES + 1]| {
                row.iter().zip(other).all(|(to, other)| match (to.first(), other.first()) {
                    (None, _) => true,
                    (Some(_), None) => false,
                    (Some(&to), Some(&other)) => known[usize::from(to)] >> other & 1 == 1,
                })
            };
            *better = rows
                .iter()
                .enumerate()
                .filter(|(_, other)| follows(other))
                .fold(0, |all, (state, _)| all | 1 << state);
        }
        if better == known {
            return better;
        }
    }
}

/// Classes of states with equal continuations, numbered in order of first occurrence.
fn minimise(next: &[[Option<usize>; MAX_COPIES + 1]]) -> Vec<usize> {
    let mut class = vec![0; next.len()];
    loop {
        let mut ids = BTreeMap::new();
        let refined: Vec<usize> = next
            .iter()
            .zip(&class)
            .map(|(row, &c)| {
                let fresh = ids.len();
                *ids.entry((c, row.map(|to| to.map(|to| class[to])))).or_insert(fresh)
            })
            .collect();
        if refined == class {
            return class;
        }
        class = refined;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{OptionValue, Rules};

    fn states(options: &[(&str, OptionValue)]) -> usize {
        let rules = Rules::with("modiano", options.iter().cloned()).unwrap();
        Runs::new(&MeldRules::new(&rules)).states
    }

    #[test]
    fn longer_runs_can_do_more() {
        let runs = Runs::new(&MeldRules::new(&Rules::preset("modiano").unwrap()));
        let better = runs.better().unwrap();
        let after = |cards: &[u8]| cards.iter().fold(0, |state, &n| runs.next(state, n)[0]);
        let covers = |a: &[u8], b: &[u8]| better[usize::from(after(b))] >> after(a) & 1 == 1;
        assert!(covers(&[1, 1, 1], &[]));
        assert!(covers(&[1, 1], &[1]));
        assert!(covers(&[2, 2, 2], &[1, 2, 2]));
        assert!(!covers(&[1], &[]));
        assert!(!covers(&[1, 1, 1], &[2, 2, 2]));
    }

    #[test]
    fn the_automata_are_small() {
        let no_twins = || ("identical_melds", OptionValue::from("forbidden"));
        let decks = |n| ("decks", OptionValue::Int(n));
        assert_eq!(states(&[decks(1)]), 4);
        assert_eq!(states(&[]), 10);
        assert_eq!(states(&[decks(3)]), 20);
        assert_eq!(states(&[no_twins()]), 12);
        assert_eq!(states(&[no_twins(), decks(3)]), 27);
        let ring = || ("wrap", OptionValue::from(true));
        assert_eq!(states(&[ring()]), 10);
        assert_eq!(states(&[ring(), no_twins(), decks(3)]), 220);
    }
}
