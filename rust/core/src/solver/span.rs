//! The states of one suit in a stretch of layers that runs can use.

use std::ops::Range;

use crate::solver::graph::{Cell, DEAD, END, Graph, MAX_LAYERS, Worth};
use crate::solver::moves::{Mode, WORDS};
use crate::solver::outline::{Frame, Hopeless, Outline};
use crate::solver::passage::{EVERYWHERE, Passage};
use crate::solver::runs::MAX_COPIES;

impl Graph {
    /// Builds the spans of a suit, the stretches of the layers in `bits`.
    pub(super) fn add_spans(
        &mut self,
        frame: &Frame,
        outline: &Outline,
        s: usize,
        bits: u16,
    ) -> Result<(), Hopeless> {
        let goes_on = |bit: u8| bits == EVERYWHERE || u32::from(bits) >> (bit + 1) & 1 == 1;
        let tags = match (outline.crosses(frame, s), outline.tagged[s]) {
            (true, _) => frame.runs.crossings().len(),
            (_, true) => usize::from(frame.copies) + 1,
            _ => 1,
        };
        let mut from = 0;
        while from < self.len {
            if bits >> self.layers[from].bit & 1 == 0 {
                from += 1;
                continue;
            }
            let mut to = from + 1;
            while to < self.len && goes_on(self.layers[to - 1].bit) {
                to += 1;
            }
            let possible = match (tags > 1, frame.runs.states <= 64) {
                (false, true) => self.plain::<1>(frame, s, from..to),
                (false, false) => self.plain::<WORDS>(frame, s, from..to),
                (true, true) => self.tagged::<1>(frame, outline, s, from..to, tags),
                (true, false) => self.tagged::<WORDS>(frame, outline, s, from..to, tags),
            };
            if !possible {
                return Err(Hopeless::Forced);
            }
            from = to;
        }
        Ok(())
    }

    /// Finds the states of a span without tags, in which every layer leads on to the next; whether
    /// it can be passed. `W` words hold a set of states.
    fn plain<const W: usize>(&mut self, frame: &Frame, s: usize, span: Range<usize>) -> bool {
        let mut sets = [[0_u64; W]; MAX_LAYERS];
        sets[span.start][0] = 1;
        for j in span.start..span.end - 1 {
            let rows = frame.moves.rows(Mode::Open, self.layers[j].cells[s].stock);
            let mut after = [0; W];
            for_each_state(&sets[j], |run| {
                let row = frame.moves.row(rows + run);
                after.iter_mut().zip(row.targets).for_each(|(after, targets)| *after |= targets);
            });
            sets[j + 1] = after;
        }
        let mut behind = 0;
        let mut best = DEAD;
        let from = span.start;
        for j in span.clone().rev() {
            let slots = self.take_slots(frame.runs.states) as usize;
            let last = j + 1 == span.end;
            let cell = &mut self.layers[j].cells[s];
            cell.slots = slots as u32;
            let gains = cell.gains;
            let worth = Worth { gains: &gains, spent: 0, free_from: cell.free_from };
            let rows = frame.moves.rows(if last { Mode::Close } else { Mode::Open }, cell.stock);
            let mut alive = 0;
            let mut first = 0;
            best = DEAD;
            for_each_state(&sets[j], |run| {
                let slot = if last {
                    self.settle(frame, s, rows + run, worth, |_, _| Some((0, END)))
                } else {
                    self.settle(frame, s, rows + run, worth, |slots, m| {
                        Some((m.to, slots[behind + usize::from(m.to)]))
                    })
                };
                self.slots[slots + run as usize] = slot;
                if slot.bound != DEAD {
                    alive += 1;
                    first = run as u16;
                    best = best.max(slot.bound);
                }
            });
            let layer = &mut self.layers[j];
            layer.cells[s].first = first;
            layer.single &= alive == 1;
            behind = slots;
        }
        self.layers[from].cells[s].opens = best;
        self.bound = self.bound.saturating_add(best);
        best != DEAD
    }

    /// Builds a span with tags; whether it can be passed. `W` words hold a set of states.
    fn tagged<const W: usize>(
        &mut self,
        frame: &Frame,
        outline: &Outline,
        s: usize,
        span: Range<usize>,
        tags: usize,
    ) -> bool {
        let mut reach = self.reach.len();
        self.reach.resize(reach + W * tags * span.len(), 0);
        if outline.crosses(frame, s) {
            for (tag, c) in frame.runs.crossings().iter().enumerate() {
                self.reach[reach + tag * W + usize::from(c.entry) / 64] |= 1 << (c.entry % 64);
            }
        } else {
            self.reach[reach] = 1;
        }
        for j in span.clone() {
            self.prepare(frame, outline, s, j, j + 1 == span.end, tags);
            self.layers[j].cells[s].reach = reach as u32;
            if j + 1 < span.end {
                let cell = self.layers[j].cells[s];
                self.spread::<W>(frame, &cell, tags);
            }
            reach += W * tags;
        }
        let mut best = DEAD;
        let from = span.start;
        for j in span.rev() {
            best = self.settle_tags::<W>(frame, s, j, tags);
        }
        self.layers[from].cells[s].opens = best;
        self.bound = self.bound.saturating_add(best);
        best != DEAD
    }

    /// Finds what a layer does to the runs and tags of a suit.
    fn prepare(
        &mut self,
        frame: &Frame,
        outline: &Outline,
        s: usize,
        j: usize,
        last: bool,
        tags: usize,
    ) {
        let slots = self.take_slots(frame.runs.states * tags);
        let bit = usize::from(self.layers[j].bit);
        let passage = Passage::new(frame, outline, s, bit, last);
        let cell = &mut self.layers[j].cells[s];
        cell.slots = slots;
        cell.passage = passage;
        cell.mode = if outline.runs[s] >> bit & 1 == 1 { passage.mode() } else { Mode::Still };
        if matches!(passage, Passage::CountLow | Passage::CountHigh) {
            // These aces are settled at the other ace.
            cell.stock.forced = 0;
            cell.gains = [0; MAX_COPIES + 1];
            cell.free_from = u8::MAX;
        }
    }

    /// Finds the states behind a layer.
    fn spread<const W: usize>(&mut self, frame: &Frame, cell: &Cell, tags: usize) {
        let passage = cell.passage;
        let (here, behind) = self.reach[cell.reach as usize..].split_at_mut(tags * W);
        let mut rows = cell.rows(frame, 0);
        for (tag, set) in here.as_chunks::<W>().0.iter().enumerate() {
            if passage.spends() {
                rows = cell.rows(frame, tag as u8);
            }
            let to_tag = if passage.spends() { 0 } else { tag };
            for_each_state(set, |run| {
                let row = frame.moves.row(rows + run);
                if matches!(passage, Passage::CountLow | Passage::CountHigh) {
                    for m in frame.moves.of(row) {
                        let low = passage == Passage::CountLow;
                        let aces = usize::from(if low { m.used } else { m.to_runs });
                        behind[aces * W + usize::from(m.to) / 64] |= 1 << (m.to % 64);
                    }
                } else {
                    let after = &mut behind[to_tag * W..][..W];
                    after
                        .iter_mut()
                        .zip(row.targets)
                        .for_each(|(after, targets)| *after |= targets);
                }
            });
        }
    }

    /// Finds which states before a layer can reach the end of the span and what they can gain; the
    /// most of them.
    fn settle_tags<const W: usize>(
        &mut self,
        frame: &Frame,
        s: usize,
        j: usize,
        tags: usize,
    ) -> i32 {
        let cell = self.layers[j].cells[s];
        let passage = cell.passage;
        let behind = self.layers[j + 1].cells[s].slots as usize;
        let (mut alive, mut first, mut best) = (0, 0, DEAD);
        for tag in 0..tags {
            let mut set = [0; W];
            set.copy_from_slice(&self.reach[cell.reach as usize + tag * W..][..W]);
            let rows = cell.rows(frame, tag as u8);
            let spent = cell.spent(tag as u8);
            let gains = &cell.gains[usize::from(spent)..];
            let worth = Worth { gains, spent, free_from: cell.free_from };
            let base = tag * frame.runs.states;
            for_each_state(&set, |run| {
                let row = rows + run;
                let slot = if passage == Passage::Open {
                    self.settle(frame, s, row, worth, |slots, m| {
                        let to = base as u16 + m.to;
                        Some((to, slots[behind + usize::from(to)]))
                    })
                } else {
                    self.settle(frame, s, row, worth, |slots, m| {
                        let to = passage.state(frame, tag as u8, m)?;
                        let exits = passage.exits();
                        Some((to, if exits { END } else { slots[behind + usize::from(to)] }))
                    })
                };
                let state = base + run as usize;
                self.slots[cell.slots as usize + state] = slot;
                if slot.bound != DEAD {
                    alive += 1;
                    first = state as u16;
                    best = best.max(slot.bound);
                }
            });
        }
        let layer = &mut self.layers[j];
        layer.cells[s].first = first;
        layer.single &= alive == 1;
        best
    }
}

/// Calls `f` with each state of a set, in order.
#[inline]
fn for_each_state<const W: usize>(set: &[u64; W], mut f: impl FnMut(u32)) {
    for (word, &bits) in (0..).step_by(64).zip(set) {
        let mut bits = bits;
        while bits != 0 {
            f(word + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
}
