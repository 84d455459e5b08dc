//! Melds: sets and runs.

use crate::rules::{Ace, IdenticalMelds, Pack, Rules, RunDirection};

/// What the rules say about melds, compiled once from [`Rules`] for the checker and the solver.
///
/// It holds no rule names: the solver and the checker see only what they need.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MeldRules {
    /// Copies of each natural card: the number of packs, 1 to 3.
    pub copies: u8,
    /// Which ranks the pack has, in index order.
    pub ranks: [bool; 13],
    /// Where the ace may stand in a run.
    pub ace: Ace,
    /// Whether runs go round the corner, from king through ace to 2.
    pub wrap: bool,
    /// Most cards in a run, the smaller of `run_max` and the ranks of a suit, or all ranks and the
    /// second ace (R3.6).
    pub run_max: u8,
    /// How many identical runs may lie on the table; `None` for any number (R3.10).
    pub same_runs: Option<u8>,
    /// How many identical sets may lie on the table; `None` for any number (R3.10).
    pub same_sets: Option<u8>,
}

impl MeldRules {
    /// Compiles the part of the rules that is about melds.
    pub fn new(rules: &Rules) -> Self {
        let o = rules.options();
        let ranks = std::array::from_fn(|r| o.pack == Pack::French52 || !(7..=9).contains(&r));
        let count = ranks.iter().filter(|&&there| there).count() as u8;
        // A layout can be turned round only where it counts and both directions are admitted; sets
        // can be reordered wherever layout counts.
        let forbidden = o.identical_melds == IdenticalMelds::Forbidden;
        let turnable = o.order_significant && o.run_direction == RunDirection::Both;
        Self {
            copies: o.decks,
            ranks,
            ace: o.ace,
            wrap: o.wrap,
            run_max: if o.run_max == 14 { count + 1 } else { o.run_max.min(count) },
            same_runs: forbidden.then_some(if turnable { 2 } else { 1 }),
            same_sets: (forbidden && !o.order_significant).then_some(1),
        }
    }
}
