//! Counting hands by reading them rank by rank.

use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::meld::MeldRules;

use super::automaton;
use super::error::OddsError;
use super::expand::Expander;
use super::front::{Front, Way};
use super::grammar::Grammar;
use super::line::Line;
use super::outlook::Outlook;
use super::progress::Watch;
use super::reach::MEMORY;
use super::rows::{Node, Rows};
use super::sets::{Copies, set_quads};
use super::step::{Leftover, Step};

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    /// Cards in the hand.
    pub(super) cards: usize,
    pub(super) copies: Copies,
    pub(super) kind: Kind,
}

/// What is counted of hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Those of exactly so many cards that split completely. With few cards left, few fronts need to
    /// be told apart.
    Complete,
    /// Those of each smaller number of cards too, in one sweep. Faster where there are few fronts
    /// anyhow.
    CompleteUpTo,
    /// Those of exactly so many cards, by the most cards that can be laid.
    Most {
        /// No more cards than these may be laid.
        cap: usize,
        /// Opening points that the laid cards must be worth, if any are laid.
        points: u16,
    },
}

/// Where a front leads, and in how many ways.
struct Edge {
    to: Node,
    /// How many places the numbers of hands move up in the row.
    up: i32,
    /// In how many ways the cards can be drawn.
    hands: u64,
}

struct Sweep<'a> {
    count: Count,
    rules: &'a MeldRules,
    /// By rank: what it does in each suit, and the opening points of its cards.
    ranks: &'a [(Step, u8)],
    fronts: IndexSet<Front, FxBuildHasher>,
    /// Bytes of the fronts.
    memory: usize,
    /// Where fronts lead at the present rank and those that are like it.
    edges: Vec<Edge>,
    known: FxHashMap<Node, Range<usize>>,
}

/// The numbers of hands: a single one, or by number of cards for [`Kind::CompleteUpTo`], or by the
/// most cards that can be laid.
///
/// # Errors
///
/// [`OddsError::Memory`] and [`OddsError::Interrupted`].
pub(super) fn sweep(
    rules: &MeldRules,
    count: Count,
    watch: &mut Watch<'_>,
) -> Result<Vec<u128>, OddsError> {
    let line = Line::new(rules);
    let layers = automaton::layers(&Grammar::new(rules, line.cut), line.ranks.len(), watch)?;
    if layers.iter().any(|layer| layer.next.len() > Way::STATES) {
        return Err(OddsError::Memory { cards: count.cards });
    }
    let (outlook, leftover, needed) = match count.kind {
        Kind::Complete => (Outlook::of(count.cards, count.cards), Leftover::Forbidden, 0),
        Kind::CompleteUpTo => (Outlook::ANY, Leftover::Forbidden, 0),
        Kind::Most { cap, points } => (Outlook::of(count.cards, cap), Leftover::Allowed, points),
    };
    let steps = Step::all(&layers, rules.copies, leftover, outlook.left(), watch)?;
    let points = line.ranks.iter().map(|rank| match needed {
        0 => 0,
        _ => (rank.index() as u8 + 1).min(10),
    });
    let ranks: Vec<(Step, u8)> = steps.into_iter().zip(points).collect();
    let mut sweep = Sweep {
        count,
        rules,
        ranks: &ranks,
        fronts: IndexSet::default(),
        memory: 0,
        edges: Vec::new(),
        known: FxHashMap::default(),
    };
    let start = sweep.number(&[Way::new([0; 4], 0, needed)]);
    sweep.run((outlook, start), Expander::new(set_quads(rules), rules.copies, leftover), watch)
}

impl Sweep<'_> {
    fn run(
        &mut self,
        start: Node,
        mut expander: Expander,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<u128>, OddsError> {
        let width = match self.count.kind {
            Kind::Complete => 1,
            Kind::CompleteUpTo | Kind::Most { .. } => self.count.cards + 1,
        };
        let mut rows = Rows::new(width);
        rows.row(start)[0] = 1;
        for rank in 0..self.ranks.len() {
            let alike = |other: usize| self.ranks.get(other) == Some(&self.ranks[rank]);
            // Most ranks are alike, so that what a front becomes is worked out once for all of them.
            let (known_before, known_later) = (rank > 0 && alike(rank - 1), alike(rank + 1));
            if !known_before {
                self.known.clear();
                self.edges.clear();
            }
            let mut next = Rows::new(width);
            for (i, (node, row)) in rows.iter().enumerate() {
                watch.set_done((rank, i, rows.len()), self.ranks.len());
                let edges = match self.known.get(&node) {
                    Some(edges) => edges.clone(),
                    None => self.add_edges(rank, node, &mut expander, watch)?,
                };
                watch.work(edges.len() * (4 + row.len()))?;
                for edge in &self.edges[edges.clone()] {
                    edge.follow(row, next.row(edge.to));
                }
                if known_later {
                    self.known.insert(node, edges);
                } else if !known_before {
                    self.edges.clear();
                }
                let edges = self.edges.capacity() * size_of::<Edge>();
                if self.memory + edges + rows.memory() + next.memory() > MEMORY {
                    return Err(OddsError::Memory { cards: self.count.cards });
                }
            }
            rows = next;
        }
        Ok(self.totals(&rows, width))
    }

    /// Adds the edges by which a node leads on with the cards of a rank.
    fn add_edges(
        &mut self,
        rank: usize,
        (outlook, front): Node,
        expander: &mut Expander,
        watch: &mut Watch<'_>,
    ) -> Result<Range<usize>, OddsError> {
        let ways = self.fronts[front as usize].clone();
        let (step, points) = &self.ranks[rank];
        let later = 4 * usize::from(self.rules.copies) * (self.ranks.len() - 1 - rank);
        let mut edges: Vec<Edge> = Vec::new();
        expander.expand(step, *points, &ways, outlook, watch, |outcome| {
            // At a later rank that is alike, this drops less than it could, and no hand.
            if outcome.outlook.is_possible(later) {
                let drawn = self.count.copies.ways(outcome.quad, self.rules.copies);
                edges.push(Edge {
                    to: (outcome.outlook, self.number(outcome.ways)),
                    up: if self.count.kind == Kind::Complete { 0 } else { outcome.more },
                    hands: outcome.quads * drawn,
                });
            }
        })?;
        edges.sort_unstable_by_key(|edge| (edge.to, edge.up));
        edges.dedup_by(|later, first| {
            let same = (later.to, later.up) == (first.to, first.up);
            first.hands += if same { later.hands } else { 0 };
            same
        });
        let before = self.edges.len();
        self.edges.append(&mut edges);
        Ok(before..self.edges.len())
    }

    /// The number of a front.
    fn number(&mut self, ways: &[Way]) -> u32 {
        let number = self.fronts.get_index_of(ways).unwrap_or_else(|| {
            self.memory += 2 * size_of::<Front>() + size_of_val(ways);
            self.fronts.insert_full(ways.into()).0
        });
        number as u32
    }

    fn totals(&self, rows: &Rows, width: usize) -> Vec<u128> {
        let mut totals = vec![0; width];
        for ((_, front), row) in rows.iter().filter(|((outlook, _), _)| outlook.is_read()) {
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

impl Edge {
    /// Takes hands along.
    fn follow(&self, from: &[u128], to: &mut [u128]) {
        for (place, &hands) in from.iter().enumerate().filter(|(_, hands)| **hands > 0) {
            // Hands of more cards than are counted fall off the end.
            if let Some(sum) =
                place.checked_add_signed(self.up as isize).and_then(|place| to.get_mut(place))
            {
                *sum += hands * u128::from(self.hands);
            }
        }
    }
}
