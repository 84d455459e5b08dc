//! The automaton of one suit against trying all ways to cut its cards into runs; and one sweep for all
//! numbers of cards against the corpus.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::automaton::{Layer, layers};
use super::grammar::Grammar;
use super::line::Line;
use super::progress::Watch;
use super::sets::Copies;
use super::sweep::{Count, Kind, sweep};
use crate::meld::{JokerRules, Layout, MeldRules};
use crate::rules::Ace;

/// Runs of one suit as counts by place in the line, each as often as it may lie on the table.
struct Naive {
    runs: Vec<Vec<u8>>,
    same: usize,
    dead: HashSet<(Vec<u8>, usize, usize)>,
}

impl Naive {
    fn new(rules: &MeldRules, line: &Line) -> Self {
        let n = line.ranks.len();
        let mut runs = Vec::new();
        for first in 0..n {
            for len in 3..=usize::from(rules.run_max) {
                let over = match rules.ace {
                    Ace::Both if rules.wrap => n,
                    Ace::Both => 1,
                    Ace::Low | Ace::High => 0,
                };
                if first + len <= n + over {
                    let mut run = vec![0; n];
                    (first..first + len).for_each(|place| run[place % n] += 1);
                    runs.push(run);
                }
            }
        }
        // Those that hold the first place come first, and so on.
        runs.sort_by_key(|run| run.iter().position(|&n| n > 0));
        let same = usize::from(rules.same_runs.unwrap_or(rules.copies));
        Self { runs, same, dead: HashSet::new() }
    }

    /// Whether the cards split into runs from number `from` on, of which `same` are there already.
    fn splits(&mut self, cards: &[u8], from: usize, same: usize) -> bool {
        let Some(first) = cards.iter().position(|&n| n > 0) else { return true };
        if from == self.runs.len() || self.runs[from].iter().take(first).any(|&n| n > 0) {
            return from < self.runs.len() && self.splits(cards, from + 1, 0);
        }
        if self.runs[from].iter().position(|&n| n > 0) > Some(first)
            || self.dead.contains(&(cards.to_vec(), from, same))
        {
            return false;
        }
        let run = self.runs[from].clone();
        let fits = cards.iter().zip(&run).all(|(have, need)| have >= need);
        let left = || cards.iter().zip(&run).map(|(have, need)| have - need).collect::<Vec<u8>>();
        let found = fits && same < self.same && self.splits(&left(), from, same + 1)
            || self.splits(cards, from + 1, 0);
        if !found {
            self.dead.insert((cards.to_vec(), from, same));
        }
        found
    }
}

fn accepts(layers: &[Layer], cards: &[u8]) -> bool {
    let mut states = vec![0];
    for (layer, &n) in layers.iter().zip(cards) {
        states = states
            .iter()
            .flat_map(|&s: &u16| layer.next[usize::from(s)][usize::from(n)].clone())
            .collect();
        states.sort_unstable();
        states.dedup();
    }
    !states.is_empty()
}

fn all_rules(ranks: usize) -> Vec<MeldRules> {
    let mut all = Vec::new();
    for copies in 1..=3 {
        for (ace, wrap) in
            [(Ace::Low, false), (Ace::High, false), (Ace::Both, false), (Ace::Both, true)]
        {
            for run_max in 3..=ranks as u8 + u8::from(ace == Ace::Both && !wrap) {
                for same_runs in (1..=copies).map(Some) {
                    // Runs all round, from different places, are not told apart in counts.
                    let round = wrap && same_runs < Some(copies) && usize::from(run_max) == ranks;
                    if ranks < 10 && round {
                        continue;
                    }
                    all.push(MeldRules {
                        copies,
                        ranks: std::array::from_fn(|rank| rank < ranks),
                        ace,
                        wrap,
                        run_max,
                        same_runs,
                        same_sets: None,
                        layout: Layout::Free,
                        jokers: JokerRules::NONE,
                    });
                }
            }
        }
    }
    all
}

fn automaton(rules: &MeldRules, line: &Line) -> Vec<Layer> {
    let go_on = &mut |_| ControlFlow::Continue(());
    layers(&Grammar::new(rules, line.cut), line.ranks.len(), &mut Watch::new(go_on)).unwrap()
}

#[test]
fn all_cards_of_a_short_suit() {
    const RANKS: usize = 6;
    for rules in all_rules(RANKS) {
        let line = Line::new(&rules);
        let automaton = automaton(&rules, &line);
        let mut naive = Naive::new(&rules, &line);
        let base = u32::from(rules.copies) + 1;
        for code in 0..base.pow(RANKS as u32) {
            let cards: Vec<u8> =
                (0..RANKS as u32).map(|i| (code / base.pow(i) % base) as u8).collect();
            let splits = naive.splits(&cards, 0, 0);
            assert_eq!(accepts(&automaton, &cards), splits, "{cards:?} {rules:?}");
        }
    }
}

#[test]
fn dense_cards_of_a_whole_suit() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for ranks in [10, 13] {
        for rules in all_rules(ranks).iter().filter(|rules| rules.copies > 1) {
            let line = Line::new(rules);
            let grammar_is_large = rules.copies == 3 && rules.wrap && rules.same_runs < Some(3);
            if grammar_is_large && rules.run_max > 5 {
                continue;
            }
            let automaton = automaton(rules, &line);
            let mut naive = Naive::new(rules, &line);
            for _ in 0..20 {
                // Stretches of all copies, where identical runs are hard to avoid.
                let mut cards = vec![0; ranks];
                for _ in 0..rng.random_range(1..=rules.copies) {
                    let first = rng.random_range(0..ranks);
                    let len = rng.random_range(3..=ranks);
                    for place in first..first + len {
                        if rules.wrap || place < ranks {
                            cards[place % ranks] += 1;
                        }
                    }
                }
                let most = rules.copies;
                for n in &mut cards {
                    *n = most.min(*n + u8::from(rng.random_bool(0.1)));
                }
                let splits = naive.splits(&cards, 0, 0);
                assert_eq!(accepts(&automaton, &cards), splits, "{cards:?} {rules:?}");
            }
        }
    }
}

/// Takes a minute, so at night only; two packs with the ace low, all numbers of cards.
#[test]
fn one_sweep_counts_all_complete_hands() {
    let effort = std::env::var("MACHIAVELLI_EFFORT").map_or(1, |text| text.parse().unwrap());
    if effort < 10 {
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/golden.json");
    let golden: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(path).expect(path)).expect(path);
    let golden = &golden["complete_hands"]["rummikub_2x52_acelow_nojokers"];
    let rules = MeldRules::new(&"modiano(ace=low)".parse().unwrap());
    for (name, copies) in [("multisets", Copies::Alike), ("physical", Copies::ToldApart)] {
        let go_on = &mut |_| ControlFlow::Continue(());
        let count = Count { cards: 104, copies, kind: Kind::CompleteUpTo };
        let hands = sweep(&rules, count, &mut Watch::new(go_on)).unwrap();
        for (cards, hands) in hands.iter().enumerate().skip(3) {
            assert_eq!(golden[name][cards.to_string()], hands.to_string(), "{cards} {name}");
        }
    }
}
