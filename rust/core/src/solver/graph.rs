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
//! States that cannot be entered, or cannot reach the end of their span, are dropped, and so is what
//! suits cannot give to a set together. Mostly one state of each suit is left before a layer; where
//! more are, the states are settled: each then knows its ways through the layer and an upper bound
//! of what its suit can still gain if sets cost the other suits nothing.

use crate::card::Suit;
use crate::solver::moves::{Mode, Stock};
use crate::solver::outline::{Frame, Hopeless, Outline, Position, There};
use crate::solver::passage::{Passage, spans};
use crate::solver::path::{Choice, MAX_LAYERS, Path, Step};
use crate::solver::runs::MAX_COPIES;
use crate::solver::sets::{VectorSet, supply_index};
use crate::solver::span::Span;

/// The one state behind a span.
pub(super) const END: Slot = Slot { bound: 0, ways: 0, ends: 0, givable: 0 };

/// The span of a cell outside of spans that has cards for sets.
const ALONE: u8 = u8::MAX;

/// The span of a cell without cards.
const IDLE: u8 = u8::MAX - 1;

/// One suit at one layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub(super) stock: Stock,
    pub(super) mode: Mode,
    pub(super) passage: Passage,
    /// Where the slots of the suit's states before the layer begin.
    pub(super) slots: u32,
    /// Where the sets of states that can be entered and left lie, one a tag.
    pub(super) reach: u32,
    /// Where the moves of states without a spending tag are tabulated.
    pub(super) rows: u32,
    /// One state that can reach the end, the only one where the layer is single.
    pub(super) first: u16,
    /// How many cards can go to sets, as bits, given the layers around.
    pub(super) can: u8,
    /// The number of the span, [`ALONE`] or [`IDLE`].
    pub(super) span: u8,
    /// Upper bound of what a span that begins here can gain.
    pub(super) opens: i32,
    /// What using so many cards gains.
    pub(super) gains: [i32; MAX_COPIES + 1],
    /// Cards used beyond so many are spare; aces settled elsewhere never are.
    pub(super) free_from: u8,
}

/// A state before a layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    /// Upper bound of what the suit can gain until its span, or the layers that are settled, end.
    pub(super) bound: i32,
    /// Where its ways through the layer begin.
    pub(super) ways: u32,
    /// How many of them give at most 0, 1, … cards to sets, one byte each.
    pub(super) ends: u32,
    /// Which numbers of cards it can give to sets, as bits.
    pub(super) givable: u16,
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
        }
    }
}

/// A suit's best way from its only state before a layer to its only one behind it, with a given
/// number of cards in sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Straight {
    pub(super) gain: i32,
    /// Cards given to runs.
    pub(super) to_runs: u8,
}

/// One rank of the position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layer {
    pub(super) rank: u8,
    /// What the sets of the rank can use.
    pub(super) vectors: VectorSet,
    /// Which bit of the outline it is.
    pub(super) bit: u8,
    /// The number of the layer in the frame.
    number: u8,
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
    /// Upper bound of what all suits together can gain in the layers settled last.
    pub(super) bound: i32,
    /// Behind the last of those layers.
    pub(super) end: usize,
    /// Which suits have runs that can cross the cut.
    crossing: [bool; Suit::COUNT],
    pub(super) spans: Vec<Span>,
    pub(super) slots: Vec<Slot>,
    /// How many of the slots are in use.
    taken: usize,
    /// Which states can be entered and left, by layer and tag.
    pub(super) reach: Vec<u64>,
    /// Working memory for one layer of those.
    pub(super) entered: Vec<u64>,
    pub(super) ways: Vec<Way>,
}

impl Slot {
    /// Counts a way that gives so many cards to sets.
    #[inline]
    pub(super) fn count(&mut self, given: u8) {
        self.givable |= 1 << given;
        self.ends += 0x0101_0101 << (8 * given);
    }
}

impl Cell {
    /// How many numbers of cards for sets there are to look at: one more than the most.
    #[inline]
    pub(super) fn groups(&self) -> usize {
        8 - self.stock.gives.leading_zeros() as usize
    }

    /// Where the moves of states with this tag are tabulated.
    #[inline]
    pub(super) fn rows_of(&self, frame: &Frame, tag: usize) -> u32 {
        if tag == 0 || !self.passage.spends() {
            return self.rows;
        }
        let Stock { forced, there, gives } = self.stock;
        let there = there.saturating_sub(tag as u8);
        frame.moves.rows(
            self.mode,
            Stock {
                forced: forced.saturating_sub(tag as u8),
                there,
                gives: gives & ((2 << there) - 1),
            },
        )
    }
}

impl Graph {
    /// Builds the graphs of a position.
    pub(super) fn build(&mut self, frame: &Frame, position: &Position<'_>) -> Result<(), Hopeless> {
        let mut there = There::default();
        let outline = frame.turn(&frame.outline(position, &mut there)?);
        self.reach.clear();
        self.ways.clear();
        self.bound = 0;
        self.taken = 0;
        // Slot 0: a suit that has nothing to do at a layer.
        self.take_slots(1);
        self.slots[0] = Slot { bound: 0, ways: 0, ends: 0x0101_0101, givable: 1 };
        self.ways.push(Way::default());
        self.crossing = std::array::from_fn(|s| outline.crosses(frame, s));
        let spans = spans(frame, &outline);
        self.add_layers(frame, position, &outline, &there, spans);
        self.spans.clear();
        for (s, &bits) in spans.iter().enumerate() {
            if bits != 0 {
                self.add_spans(frame, &outline, s, bits);
            }
        }
        self.narrow(frame)?;
        self.find_meetings(frame);
        Ok(())
    }

    /// Puts the layers on a path.
    pub(super) fn trace(&self, path: &mut Path) {
        path.clear();
        for &Layer { rank, number, .. } in &self.layers[..self.len] {
            path.push(Step { rank, layer: number, choice: Choice::default() });
        }
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
            let number = frame.number(outline.cut, bit);
            let rank = frame.ranks[number];
            let r = usize::from(rank);
            let settable = outline.sets >> bit & 1 == 1;
            let supply =
                if settable { supply_index(there.each_ref().map(|suit| suit[r])) } else { 0 };
            let supply = frame.sets.supply(supply);
            let layer = &mut self.layers[self.len];
            (layer.rank, layer.bit, layer.number) = (rank, bit as u8, number as u8);
            (layer.vectors, layer.single) = (supply.vectors, true);
            for s in 0..Suit::COUNT {
                let gives = supply.gives[s];
                let cell = &mut layer.cells[s];
                if gives == 1 && spans[s] >> bit & 1 == 0 {
                    *cell = Cell { span: IDLE, can: 1, ..Cell::default() };
                    cell.stock.gives = 1;
                    continue;
                }
                let i = 13 * s + r;
                let (forced, there) = (position.table[i], there[s][r]);
                let (hand, weight) = (position.hand[i], position.weights[i].cast_signed());
                let gain = |used: u8| weight * i32::from(hand.min(used.saturating_sub(forced)));
                *cell = Cell {
                    stock: Stock { forced, there, gives },
                    span: ALONE,
                    can: gives & (0b1111 << forced),
                    gains: [0, gain(1), gain(2), gain(3)],
                    free_from: forced,
                    ..Cell::default()
                };
            }
            self.len += 1;
        }
        let end = &mut self.layers[self.len];
        end.single = true;
        end.cells = [Cell::default(); Suit::COUNT];
    }

    /// Settles the states of every suit in the layers from `from` to before `to`; what they can gain
    /// there becomes the bound. A suit must have one state only before `to`, or no layer follows.
    pub(super) fn settle(&mut self, frame: &Frame, from: usize, to: usize) {
        self.bound = 0;
        self.end = to;
        for j in from..to {
            for s in 0..Suit::COUNT {
                if self.layers[j].cells[s].span == ALONE {
                    self.settle_alone(j, s);
                }
            }
        }
        for i in 0..self.spans.len() {
            match frame.moves.words {
                1 => self.settle_span::<1>(frame, i, from..to),
                2 => self.settle_span::<2>(frame, i, from..to),
                _ => self.settle_span::<4>(frame, i, from..to),
            }
        }
    }

    /// Settles a suit that can only give cards to sets.
    fn settle_alone(&mut self, j: usize, s: usize) {
        let slots = self.take_slots(1);
        let cell = &mut self.layers[j].cells[s];
        cell.slots = slots;
        let (can, gains, forced) = (cell.can, cell.gains, cell.stock.forced);
        // More cards gain more, unless they have a price.
        let possible = (0..=MAX_COPIES).filter(|given| can >> given & 1 == 1);
        let bound = possible.clone().map(|given| gains[given]).max().unwrap_or(0);
        cell.opens = bound;
        self.bound += bound;
        let mut slot = Slot { bound, ways: self.ways.len() as u32, ends: 0, givable: 0 };
        for given in possible {
            let spare = given as u8 - forced;
            let loss = (bound - gains[given]).cast_unsigned();
            self.ways.push(Way { to: 0, loss, to_runs: 0, spare });
            slot.count(given as u8);
        }
        self.slots[slots as usize] = slot;
    }

    /// The best ways of a suit through a layer with one state before and behind it, by the number of
    /// cards in sets.
    #[inline]
    pub(super) fn straight(
        &self,
        frame: &Frame,
        j: usize,
        s: usize,
        best: &mut [Option<Straight>; MAX_COPIES + 1],
    ) {
        let cell = &self.layers[j].cells[s];
        if cell.span >= IDLE {
            for given in (0..=MAX_COPIES).filter(|given| cell.can >> given & 1 == 1) {
                best[given] = Some(Straight { gain: cell.gains[given], to_runs: 0 });
            }
            return;
        }
        let states = frame.runs.states as u16;
        let (tag, run) = if cell.first < states {
            (0, cell.first)
        } else {
            (cell.first / states, cell.first % states)
        };
        let next = self.layers[j + 1].cells[s].first;
        let spent = if cell.passage.spends() { tag as u8 } else { 0 };
        for &m in frame.moves.of(cell.rows_of(frame, usize::from(tag)) + u32::from(run)) {
            if cell
                .passage
                .state(frame, tag, m)
                .is_none_or(|to| to != next && !cell.passage.exits())
            {
                continue;
            }
            let used = spent + m.used;
            let gain = cell.gains[usize::from(used & 3)];
            let best = &mut best[usize::from((m.used - m.to_runs) & 3)];
            match best {
                Some(known) if known.gain >= gain => {}
                _ => *best = Some(Straight { gain, to_runs: m.to_runs }),
            }
        }
    }

    /// One of the states before a layer.
    #[inline]
    pub(super) fn slot(&self, layer: &Layer, s: usize, state: u16) -> &Slot {
        &self.slots[layer.cells[s].slots as usize + usize::from(state)]
    }

    /// Upper bound of what the spans before a layer can still gain from a joint state.
    pub(super) fn ahead(&self, layer: usize, key: u64) -> i64 {
        let layer = &self.layers[layer];
        let bound = |s: usize| self.slot(layer, s, (key >> (16 * s)) as u16).bound;
        (0..Suit::COUNT).map(|s| i64::from(bound(s))).sum()
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
        let cell = &layer.cells[s];
        let crossings = if self.crossing[s] { frame.runs.crossings() } else { &[] };
        let (states, words) = (frame.runs.states, frame.moves.words);
        let is_alive = move |&(tag, run): &(usize, usize)| {
            self.reach[cell.reach as usize + tag * words + run / 64] >> (run % 64) & 1 == 1
        };
        let entries = crossings.iter().map(|c| usize::from(c.entry)).enumerate().rev();
        let states = entries.filter(is_alive).map(move |(tag, run)| (tag * states + run) as u16);
        states.chain(crossings.is_empty().then_some(cell.first)).map(move |state| {
            let bound = self.slot(layer, s, state).bound;
            let loss = if self.crossing[s] { cell.opens.wrapping_sub(bound) } else { 0 };
            let to = u64::from(state) << (16 * s);
            Way { to, loss: loss.cast_unsigned(), ..Way::default() }
        })
    }
}
