//! Counting hands by reading them rank by rank.

use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::meld::MeldRules;

use super::automaton;
use super::error::OddsError;
use super::expand::{Expander, Outlook};
use super::front::{Front, Way};
use super::grammar::Grammar;
use super::line::Line;
use super::progress::Watch;
use super::sets::{Copies, set_quads};
use super::step::{ANY_NUMBER, Leftover, Step};

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    /// Cards in the hand.
    pub(super) cards: usize,
    pub(super) span: Span,
    pub(super) copies: Copies,
    pub(super) leftover: Leftover,
    /// No more cards than these may be laid.
    pub(super) cap: usize,
    /// Opening points that the laid cards must be worth, if any are laid.
    pub(super) points: u8,
}

/// Which hands one sweep counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// Those of exactly so many cards. With few cards left, few fronts need to be told apart.
    One,
    /// Those of up to so many cards, which must all be laid. Better where there are few fronts anyhow.
    UpTo,
}

/// Most memory that a sweep may fill, in bytes.
const MEMORY: usize = 3 << 30;

/// A front and what may still come.
type Node = (Outlook, u32);

/// Where a front leads, and in how many ways.
struct Edge {
    to: Node,
    /// How many more cards the best way laid.
    more: isize,
    /// In how many ways the cards can be drawn.
    hands: u64,
}

/// Numbers of hands that led to a node, by cards that the best way laid.
type Rows = IndexMap<Node, Box<[u128]>, FxBuildHasher>;

struct Sweep<'a> {
    count: Count,
    rules: &'a MeldRules,
    /// By rank: what it does in each suit, and the opening points of its cards.
    ranks: &'a [(Step, u8)],
    fronts: IndexSet<Front, FxBuildHasher>,
    /// Bytes of the fronts.
    memory: usize,
}

/// The hands by the most cards that can be laid from them.
///
/// # Errors
///
/// [`OddsError::OutOfReach`] and [`OddsError::Interrupted`].
pub(super) fn sweep(
    rules: &MeldRules,
    count: Count,
    watch: &mut Watch<'_>,
) -> Result<Vec<u128>, OddsError> {
    let line = Line::new(rules);
    let layers = automaton::layers(&Grammar::new(rules, line.cut), line.ranks.len(), watch)?;
    if layers.iter().any(|layer| layer.next.len() > Way::STATES) {
        return Err(OddsError::OutOfReach { cards: count.cards });
    }
    let left = match count.span {
        Span::One => count.cards,
        Span::UpTo => ANY_NUMBER,
    };
    let steps = Step::all(&layers, rules.copies, count.leftover, left, watch)?;
    let points = line.ranks.iter().map(|rank| match count.points {
        0 => 0,
        _ => (rank.index() as u8 + 1).min(10),
    });
    let ranks: Vec<(Step, u8)> = steps.into_iter().zip(points).collect();
    let mut sweep = Sweep { count, rules, ranks: &ranks, fronts: IndexSet::default(), memory: 0 };
    let start = Way::new([0; 4], 0, count.points);
    let start = (Outlook { left, room: count.cap.min(left) }, sweep.number(&[start]));
    sweep.run(start, watch)
}

impl Sweep<'_> {
    fn run(&mut self, start: Node, watch: &mut Watch<'_>) -> Result<Vec<u128>, OddsError> {
        let sets = set_quads(self.rules);
        let mut expander = Expander::new(&sets, self.rules.copies, self.count.leftover);
        let ranks = self.ranks;
        let mut one = vec![0; self.count.cards + 1];
        one[0] = 1;
        let mut rows = Rows::default();
        rows.insert(start, one.into());
        // Most ranks are alike, so that what a front becomes is worked out once for all of them.
        let mut known: FxHashMap<Node, Rc<[Edge]>> = FxHashMap::default();
        let mut edges_known = 0;
        for (rank, this) in ranks.iter().enumerate() {
            if rank > 0 && ranks[rank - 1] != *this {
                known.clear();
                edges_known = 0;
            }
            let known_later = ranks.get(rank + 1) == Some(this);
            let mut next = Rows::default();
            for (i, (&node, row)) in rows.iter().enumerate() {
                watch.set_done((share(rank, 1) + share(i, rows.len())) / share(ranks.len(), 1));
                let edges = if let Some(edges) = known.get(&node) {
                    Rc::clone(edges)
                } else {
                    let edges = self.edges(rank, node, &mut expander, watch)?;
                    if known_later {
                        edges_known += edges.len();
                        known.insert(node, Rc::clone(&edges));
                    }
                    edges
                };
                follow(&edges, row, &mut next, watch)?;
                self.check_memory(rows.len() + next.len(), edges_known)?;
            }
            rows = next;
        }
        Ok(self.totals(&rows))
    }

    /// Where a front leads with the cards of a rank.
    fn edges(
        &mut self,
        rank: usize,
        (outlook, front): Node,
        expander: &mut Expander<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<Rc<[Edge]>, OddsError> {
        let ways = self.fronts[front as usize].clone();
        let (step, points) = &self.ranks[rank];
        let later = 4 * usize::from(self.rules.copies) * (self.ranks.len() - 1 - rank);
        let mut edges: Vec<Edge> = Vec::new();
        expander.expand(step, *points, &ways, outlook, watch, |outcome| {
            // At a later rank that is alike, this drops less than it could, and no hand.
            if !outcome.outlook.is_possible(later) {
                return;
            }
            let drawn = self.count.copies.ways(outcome.quad, self.rules.copies);
            edges.push(Edge {
                to: (outcome.outlook, self.number(outcome.ways)),
                more: outcome.more,
                hands: outcome.quads * drawn,
            });
        })?;
        edges.sort_unstable_by_key(|edge| (edge.to, edge.more));
        edges.dedup_by(|later, first| {
            let same = (later.to, later.more) == (first.to, first.more);
            first.hands += if same { later.hands } else { 0 };
            same
        });
        Ok(edges.into())
    }

    /// The number of a front.
    fn number(&mut self, ways: &[Way]) -> u32 {
        let number = self.fronts.get_index_of(ways).unwrap_or_else(|| {
            self.memory += size_of::<Front>() + 16 + size_of_val(ways);
            self.fronts.insert_full(ways.into()).0
        });
        number as u32
    }

    fn check_memory(&self, rows: usize, edges: usize) -> Result<(), OddsError> {
        let row = 64 + (self.count.cards + 1) * size_of::<u128>();
        if self.memory + rows * row + edges * size_of::<Edge>() > MEMORY {
            return Err(OddsError::OutOfReach { cards: self.count.cards });
        }
        Ok(())
    }

    fn totals(&self, rows: &Rows) -> Vec<u128> {
        let mut totals = vec![0; self.count.cards + 1];
        for (&(outlook, front), row) in rows {
            if !outlook.is_read() {
                continue;
            }
            // The best way that is worth enough; without one, nothing is laid.
            let ways = self.fronts[front as usize].iter();
            let cost = ways.filter(|way| way.missing() == 0).map(|way| way.cost()).min();
            for (laid, &hands) in row.iter().enumerate().filter(|(_, hands)| **hands > 0) {
                totals[cost.map_or(0, |cost| laid - usize::from(cost))] += hands;
            }
        }
        totals
    }
}

fn share(part: usize, whole: usize) -> f64 {
    f64::from(part as u32) / f64::from(whole as u32)
}

/// Takes the hands of one node to the nodes of the next rank.
fn follow(
    edges: &[Edge],
    row: &[u128],
    next: &mut Rows,
    watch: &mut Watch<'_>,
) -> Result<(), OddsError> {
    watch.work(edges.len() * row.len())?;
    for edge in edges {
        let to = next.entry(edge.to).or_insert_with(|| vec![0; row.len()].into());
        for (laid, &hands) in row.iter().enumerate().filter(|(_, hands)| **hands > 0) {
            // Hands of more cards than are counted fall off the end.
            if let Some(sum) = laid.checked_add_signed(edge.more).and_then(|laid| to.get_mut(laid))
            {
                *sum += hands * u128::from(edge.hands);
            }
        }
    }
    Ok(())
}
