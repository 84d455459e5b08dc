//! One position as four small layered graphs, one a suit.
//!
//! Each suit enters a layer in one of a few states of the [`Runs`](super::runs::Runs) automaton
//! and leaves it in another, by using `n` of its cards in runs and `g` in sets; `n + g` lies
//! between what the table forces and what is there. Suits meet only in the sets of a rank.
//!
//! Only where three consecutive layers have cards can there be a run, so most of a suit's layers
//! have one state, in which no run is open. The stretches in between, its spans, are built state
//! by state. Where an ace can serve on both sides of a run, a state also remembers how many aces
//! went to the side that came first; on a ring that no cut leaves alone, which runs cross the cut.
//! That memory is its tag.
//!
//! States that cannot reach the end of their span are dropped, and each state knows an upper bound
//! of what its suit can still gain there if sets cost the other suits nothing.

use crate::card::Suit;
use crate::solver::moves::{Mode, Move, Stock};
use crate::solver::outline::{Frame, Hopeless, Outline, Position, There};
use crate::solver::passage::{Passage, spans};
use crate::solver::runs::MAX_COPIES;
use crate::solver::sets::supply_index;

/// Most layers: thirteen ranks and the ace once more.
pub(super) const MAX_LAYERS: usize = 14;

/// The bound of a state that cannot reach the end of its span.
pub(super) const DEAD: i32 = i32::MIN;

/// The one state behind a span.
pub(super) const END: Slot = Slot { bound: 0, ways: 0, ends: 0, givable: 0, bare: true };

/// One suit at one layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub(super) stock: Stock,
    pub(super) mode: Mode,
    pub(super) passage: Passage,
    /// Where the slots of the suit's states before the layer begin.
    pub(super) slots: u32,
    /// Where the sets of states that can be entered lie, one a tag.
    pub(super) reach: u32,
    /// One state that can reach the end, the only one where the layer is single.
    pub(super) first: u16,
    /// Upper bound of what a span that begins here can gain.
    pub(super) opens: i32,
    /// What using so many cards gains.
    pub(super) gains: [i32; MAX_COPIES + 1],
    /// Cards used beyond so many are spare; aces settled elsewhere never are.
    pub(super) free_from: u8,
}

/// What using cards is worth to a state.
#[derive(Clone, Copy)]
pub(super) struct Worth<'a> {
    /// What using so many cards gains.
    pub(super) gains: &'a [i32],
    /// Cards used before.
    pub(super) spent: u8,
    /// Cards used beyond so many, those before included, are spare.
    pub(super) free_from: u8,
}

/// A state before a layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    /// Upper bound of what the suit can gain until its span ends, or [`DEAD`].
    pub(super) bound: i32,
    /// Where its ways through the layer begin.
    ways: u32,
    /// How many of them give at most 0, 1, … cards to sets, one byte each.
    ends: u32,
    /// Which numbers of cards it can give to sets, as bits.
    pub(super) givable: u16,
    /// Whether it can reach the end of its span with forced cards only.
    pub(super) bare: bool,
}

/// A way of one suit, or of several together, through a layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    /// The states behind the layer, 16 bits a suit.
    pub(super) to: u64,
    /// What is lost against the bound.
    pub(super) loss: u32,
    /// Cards given to runs, two bits a suit.
    pub(super) to_runs: u8,
    /// Cards used beyond the forced ones.
    pub(super) spare: u8,
    /// Cards beyond the forced ones are used here or inevitably behind.
    pub(super) more: bool,
}

impl Way {
    /// Both ways, of different suits, together.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            to: self.to | other.to,
            loss: self.loss + other.loss,
            to_runs: self.to_runs | other.to_runs,
            spare: self.spare + other.spare,
            more: self.more | other.more,
        }
    }
}

/// One rank of the position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layer {
    pub(super) rank: u8,
    /// Position in the table of supplies; 0 where no set is possible.
    pub(super) supply: u8,
    /// Which bit of the outline it is.
    pub(super) bit: u8,
    /// Each suit can enter it in one state only.
    pub(super) single: bool,
    pub(super) cells: [Cell; Suit::COUNT],
}

/// The layered graphs of a position, and the memory for them.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The layers where something can happen, and one behind the last.
    pub(super) layers: [Layer; MAX_LAYERS + 1],
    /// Number of layers where something can happen.
    pub(super) len: usize,
    /// Upper bound of what all suits together can gain.
    pub(super) bound: i32,
    /// The layer of the outline's first bit.
    pub(super) cut: usize,
    /// Which suits have runs that can cross the cut.
    crossing: [bool; Suit::COUNT],
    pub(super) slots: Vec<Slot>,
    /// How many of the slots are in use.
    taken: usize,
    pub(super) reach: Vec<u64>,
    ways: Vec<Way>,
}

impl Slot {
    /// Counts a way that gives so many cards to sets.
    #[inline]
    fn count(&mut self, given: u8) {
        self.givable |= 1 << given;
        self.ends += 0x0101_0101 << (8 * given);
    }
}

impl Cell {
    /// Cards that a state with this tag used before.
    pub(super) fn spent(&self, tag: u8) -> u8 {
        if self.passage.spends() { tag } else { 0 }
    }

    /// Where the moves of states with this tag are tabulated.
    pub(super) fn rows(&self, frame: &Frame, tag: u8) -> u32 {
        let spent = self.spent(tag);
        let Stock { forced, there, most } = self.stock;
        let left = |n: u8| n.saturating_sub(spent);
        frame.moves.rows(self.mode, Stock { forced: left(forced), there: left(there), most })
    }
}

impl Graph {
    /// Builds the graphs of a position.
    pub(super) fn build(&mut self, frame: &Frame, position: &Position<'_>) -> Result<(), Hopeless> {
        let mut there = There::default();
        let outline = frame.outline(position, &mut there)?;
        self.reach.clear();
        self.ways.clear();
        self.bound = 0;
        self.cut = outline.cut;
        self.taken = 0;
        // Slot 0: a suit that has nothing to do at a layer.
        self.take_slots(1);
        self.slots[0] = Slot { bound: 0, ways: 0, ends: 0x0101_0101, givable: 1, bare: true };
        self.ways.push(Way::default());
        self.crossing = std::array::from_fn(|s| outline.crosses(frame, s));
        let spans = spans(frame, &outline);
        self.add_layers(frame, position, &outline, &there, spans);
        for (s, &bits) in spans.iter().enumerate() {
            if bits != 0 {
                self.add_spans(frame, &outline, s, bits)?;
            }
        }
        Ok(())
    }

    pub(super) fn take_slots(&mut self, count: usize) -> u32 {
        let start = self.taken;
        self.taken += count;
        if self.slots.len() < self.taken {
            self.slots.resize(self.taken * 2, Slot::default());
        }
        start as u32
    }

    /// Lists the layers where something can happen.
    fn add_layers(
        &mut self,
        frame: &Frame,
        position: &Position<'_>,
        outline: &Outline,
        there: &There,
        spans: [u16; Suit::COUNT],
    ) {
        let mut rest = outline.sets | outline.runs.iter().fold(0, |all, runs| all | runs);
        self.len = 0;
        while rest != 0 {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let rank = frame.ranks[frame.number(outline.cut, bit)];
            let r = usize::from(rank);
            let settable = outline.sets >> bit & 1 == 1;
            let supply =
                if settable { supply_index(there.each_ref().map(|suit| suit[r])) } else { 0 };
            let most = frame.sets.supply(supply).most;
            let layer = &mut self.layers[self.len];
            (layer.rank, layer.supply, layer.bit) = (rank, supply as u8, bit as u8);
            layer.single = true;
            let mut set_only = [false; Suit::COUNT];
            for s in 0..Suit::COUNT {
                let in_span = spans[s] >> bit & 1 == 1;
                let cell = &mut layer.cells[s];
                cell.first = 0;
                (cell.slots, cell.opens) = (0, 0);
                if most[s] == 0 && !in_span {
                    continue;
                }
                set_only[s] = !in_span;
                let i = 13 * s + r;
                let forced = position.table[i];
                cell.free_from = forced;
                cell.stock = Stock { forced, there: there[s][r], most: most[s] };
                let (hand, weight) = (position.hand[i], position.weights[i].cast_signed());
                for (used, gain) in (0..).zip(&mut cell.gains) {
                    *gain = weight * i32::from(hand.min(u8::saturating_sub(used, forced)));
                }
            }
            for s in 0..Suit::COUNT {
                if set_only[s] {
                    self.add_set_cell(s);
                }
            }
            self.len += 1;
        }
        let end = &mut self.layers[self.len];
        end.single = true;
        for cell in &mut end.cells {
            cell.first = 0;
        }
    }

    /// A layer where suit `s` can only give cards to sets.
    fn add_set_cell(&mut self, s: usize) {
        let slots = self.take_slots(1);
        let cell = &mut self.layers[self.len].cells[s];
        cell.slots = slots;
        let Stock { forced, most, .. } = cell.stock;
        let possible = usize::from(forced)..=usize::from(most.max(forced));
        let bound = cell.gains[possible].iter().copied().max().unwrap_or(0);
        let ways = self.ways.len() as u32;
        let mut slot = Slot { bound, ways, ends: 0, givable: 0, bare: true };
        cell.opens = bound;
        self.bound += bound;
        for given in forced..=most {
            let loss = (bound - cell.gains[usize::from(given)]).cast_unsigned();
            let spare = given - forced;
            let more = spare > 0;
            self.ways.push(Way { to: 0, loss, to_runs: 0, spare, more });
            slot.count(given);
        }
        self.slots[slots as usize] = slot;
    }

    /// What a state before a layer can gain, and its ways, which are listed.
    ///
    /// `after` gives the state behind the layer after a move.
    #[inline]
    pub(super) fn settle(
        &mut self,
        frame: &Frame,
        s: usize,
        row: u32,
        worth: Worth<'_>,
        after: impl Fn(&[Slot], Move) -> Option<(u16, Slot)>,
    ) -> Slot {
        let start = self.ways.len();
        let ways = start as u32;
        let mut slot = Slot { bound: DEAD, ways, ends: 0, givable: 0, bare: false };
        for &m in frame.moves.of(frame.moves.row(row)) {
            let Some((to, behind)) = after(&self.slots, m) else { continue };
            if behind.bound == DEAD {
                continue;
            }
            let value = behind.bound + worth.gains[usize::from(m.used)];
            slot.bound = slot.bound.max(value);
            let spare = (m.used + worth.spent).saturating_sub(worth.free_from);
            let more = spare > 0 || !behind.bare;
            slot.bare |= !more;
            self.ways.push(Way {
                to: u64::from(to) << (16 * s),
                loss: value.cast_unsigned(),
                to_runs: m.to_runs << (2 * s),
                spare,
                more,
            });
            slot.count(m.used - m.to_runs);
        }
        for way in &mut self.ways[start..] {
            way.loss = slot.bound.cast_unsigned().wrapping_sub(way.loss);
        }
        slot
    }

    /// One of the states before a layer.
    #[inline]
    pub(super) fn slot(&self, layer: &Layer, s: usize, state: u16) -> &Slot {
        &self.slots[layer.cells[s].slots as usize + usize::from(state)]
    }

    /// For each layer and suit, the bounds of the spans that begin behind the one there.
    pub(super) fn beyond(&self) -> [[i32; Suit::COUNT]; MAX_LAYERS] {
        let mut beyond = [[0; Suit::COUNT]; MAX_LAYERS];
        let mut sum = [0; Suit::COUNT];
        for (layer, beyond) in self.layers[..self.len].iter().zip(&mut beyond).rev() {
            *beyond = sum;
            for (sum, cell) in sum.iter_mut().zip(&layer.cells) {
                *sum += cell.opens;
            }
        }
        beyond
    }

    /// The ways of a state with so many cards in sets.
    #[inline]
    pub(super) fn ways(&self, slot: &Slot, given: u8) -> &[Way] {
        let ends = u64::from(slot.ends) << 8 >> (8 * given);
        let [from, to] =
            [ends & 0xff, ends >> 8 & 0xff].map(|end| slot.ways as usize + end as usize);
        &self.ways[from..to]
    }

    /// The states in which a suit can enter the first layer and what each loses of the bound, as
    /// ways; the one without open runs comes last.
    pub(super) fn entries<'a>(
        &'a self,
        frame: &'a Frame,
        s: usize,
    ) -> impl Iterator<Item = Way> + 'a {
        let layer = &self.layers[0];
        let crossings = if self.crossing[s] { frame.runs.crossings() } else { &[] };
        let states = frame.runs.states as u16;
        let entries =
            (0..crossings.len()).rev().map(move |i| i as u16 * states + crossings[i].entry);
        let only = crossings.is_empty().then_some(layer.cells[s].first);
        entries.chain(only).filter_map(move |state| {
            let Slot { bound, bare, .. } = *self.slot(layer, s, state);
            let loss = if self.crossing[s] { layer.cells[s].opens.wrapping_sub(bound) } else { 0 };
            let way = Way {
                to: u64::from(state) << (16 * s),
                loss: loss.cast_unsigned(),
                ..Way::default()
            };
            (bound != DEAD).then_some(Way { more: !bare, ..way })
        })
    }
}
