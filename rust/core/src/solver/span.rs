//! The states of one suit in a stretch of layers that runs can use.

use std::ops::Range;

use crate::solver::graph::{END, Graph, Slot, Way};
use crate::solver::moves::{GIVEN, Mode, Move};
use crate::solver::outline::{Frame, Hopeless, Outline};
use crate::solver::passage::{EVERYWHERE, Passage};
use crate::solver::runs::MAX_COPIES;

/// A stretch of layers of one suit with more than one state.
#[derive(Clone, Debug)]
pub(super) struct Span {
    s: usize,
    /// The first layer.
    from: usize,
    /// Behind the last layer.
    to: usize,
    /// Number of tags.
    tags: usize,
    /// The layers at which less can go to sets than when the span was last narrowed.
    changed: Range<usize>,
}

impl Graph {
    /// Adds the spans of a suit, the stretches of the layers in `bits`, with all states.
    pub(super) fn add_spans(&mut self, frame: &Frame, outline: &Outline, s: usize, bits: u16) {
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
            self.add_span(frame, outline, Span { s, from, to, tags, changed: from..to });
            from = to;
        }
    }

    fn add_span(&mut self, frame: &Frame, outline: &Outline, span: Span) {
        let Span { s, from, to, tags, .. } = span;
        let words = frame.moves.words;
        let start = self.reach.len();
        self.reach.resize(start + words * tags * (to - from), u64::MAX);
        self.reach[start..start + words * tags].fill(0);
        if outline.crosses(frame, s) {
            for (tag, c) in frame.runs.crossings().iter().enumerate() {
                self.reach[start + tag * words + usize::from(c.entry) / 64] |= 1 << (c.entry % 64);
            }
        } else {
            self.reach[start] = 1;
        }
        for j in from..to {
            let bit = usize::from(self.layers[j].bit);
            let passage = Passage::new(frame, outline, s, bit, j + 1 == to);
            let cell = &mut self.layers[j].cells[s];
            cell.span = self.spans.len() as u8;
            cell.can = cell.stock.gives;
            cell.reach = (start + words * tags * (j - from)) as u32;
            cell.passage = passage;
            cell.mode = if outline.runs[s] >> bit & 1 == 1 { passage.mode() } else { Mode::Still };
            if matches!(passage, Passage::CountLow | Passage::CountHigh) {
                // These aces are settled at the other ace.
                cell.stock.forced = 0;
                cell.gains = [0; MAX_COPIES + 1];
                cell.free_from = u8::MAX;
            }
            cell.rows = frame.moves.rows(cell.mode, cell.stock);
        }
        self.spans.push(span);
    }

    /// Drops what suits cannot do together.
    ///
    /// A suit can give to the sets of a rank only what some of its states can, and only what fits to
    /// what the other suits can give. Both are narrowed until nothing changes.
    pub(super) fn narrow(&mut self, frame: &Frame) -> Result<(), Hopeless> {
        let mut waiting = (1_u64 << self.spans.len()) - 1;
        self.agree(frame, 0..self.len, &mut waiting)?;
        while waiting != 0 {
            let i = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let possible = match frame.moves.words {
                1 => self.narrow_span::<1>(frame, i),
                2 => self.narrow_span::<2>(frame, i),
                _ => self.narrow_span::<4>(frame, i),
            };
            if !possible {
                return Err(Hopeless::Forced);
            }
            let Span { from, to, .. } = self.spans[i];
            self.agree(frame, from..to, &mut waiting)?;
        }
        Ok(())
    }

    /// Drops what the suits together cannot give to the sets of some layers; the spans for which that
    /// changes something are marked as waiting.
    fn agree(
        &mut self,
        frame: &Frame,
        layers: Range<usize>,
        waiting: &mut u64,
    ) -> Result<(), Hopeless> {
        for j in layers {
            let layer = &mut self.layers[j];
            let mut vectors = layer.vectors;
            for (giving, cell) in frame.sets.giving.iter().zip(&layer.cells) {
                vectors &= giving[usize::from(cell.can & 15)];
            }
            if vectors == layer.vectors {
                continue;
            }
            if vectors == 0 {
                return Err(Hopeless::Forced);
            }
            layer.vectors = vectors;
            for (s, cell) in layer.cells.iter_mut().enumerate() {
                let gives = frame.sets.gives(vectors, s);
                if cell.can & !gives != 0 {
                    cell.stock.gives = gives;
                    cell.can &= gives;
                    if let Some(span) = self.spans.get_mut(usize::from(cell.span)) {
                        cell.rows = frame.moves.rows(cell.mode, cell.stock);
                        *waiting |= 1 << cell.span;
                        span.changed = span.changed.start.min(j)..span.changed.end.max(j + 1);
                    }
                }
            }
        }
        Ok(())
    }

    /// Finds which states of a span can be entered and left; whether there is a way through it.
    fn narrow_span<const W: usize>(&mut self, frame: &Frame, i: usize) -> bool {
        let Span { s, from, to, tags, ref mut changed } = self.spans[i];
        let changed = std::mem::replace(changed, to..from);
        let mut last = changed.end - 1;
        for j in changed.start..to - 1 {
            if self.spread::<W>(frame, j, s, tags) {
                last = last.max(j + 1);
            } else if j >= changed.end {
                break;
            }
        }
        for j in (from..=last).rev() {
            match self.prune::<W>(frame, j, s, tags) {
                None => return false,
                Some(false) if j < changed.start => break,
                Some(_) => {}
            }
        }
        true
    }

    /// Drops the states behind a layer that cannot be entered; whether there were any.
    fn spread<const W: usize>(&mut self, frame: &Frame, j: usize, s: usize, tags: usize) -> bool {
        let cell = &self.layers[j].cells[s];
        let passage = cell.passage;
        let (here, behind) = self.reach[cell.reach as usize..].split_at_mut(tags * W);
        let (here, behind) = (here.as_chunks::<W>().0, behind.as_chunks_mut::<W>().0);
        if tags == 1 {
            let entered = entered(frame.moves.leads(cell.rows), &here[0], cell.groups());
            return keep(&mut behind[0], &entered);
        }
        self.entered.clear();
        self.entered.resize(tags * W, 0);
        let all = self.entered.as_chunks_mut::<W>().0;
        for (tag, set) in here.iter().enumerate() {
            if *set == [0; W] {
                continue;
            }
            let rows = cell.rows_of(frame, tag);
            if passage.counts() {
                for_each_state(set, |run| {
                    for m in frame.moves.of(rows + run) {
                        let aces = &mut all[usize::from(passage.counted(*m))];
                        aces[usize::from(m.to) / 64] |= 1 << (m.to % 64);
                    }
                });
            } else {
                let entered = entered(frame.moves.leads(rows), set, cell.groups());
                add(&mut all[if passage.spends() { 0 } else { tag }], &entered);
            }
        }
        let both = behind.iter_mut().zip(all);
        both.fold(false, |dropped, (behind, entered)| keep(behind, entered) | dropped)
    }

    /// Drops the states before a layer that cannot be left and finds what can go to sets; whether
    /// there were any, or `None` if no state remains.
    fn prune<const W: usize>(
        &mut self,
        frame: &Frame,
        j: usize,
        s: usize,
        tags: usize,
    ) -> Option<bool> {
        let cell = &mut self.layers[j].cells[s];
        let passage = cell.passage;
        let (here, behind) = self.reach[cell.reach as usize..].split_at_mut(tags * W);
        let (here, behind) = (here.as_chunks_mut::<W>().0, behind.as_chunks::<W>().0);
        let mut can = 0;
        let mut dropped = false;
        for (tag, set) in here.iter_mut().enumerate() {
            if *set == [0; W] {
                continue;
            }
            let rows = cell.rows_of(frame, tag);
            let (alive, given) = if passage.counts() {
                counting(frame, passage, rows, set, behind)
            } else {
                let goal = goal(frame, passage, behind, tag);
                leaving(frame.moves.leads(rows), set, &goal, cell.groups())
            };
            can |= given;
            dropped |= *set != alive;
            *set = alive;
        }
        cell.can = can;
        (can != 0).then_some(dropped)
    }

    /// Finds the layers where each suit has one state only.
    pub(super) fn find_meetings(&mut self, frame: &Frame) {
        for i in 0..self.spans.len() {
            let Span { s, from, to, tags, .. } = self.spans[i];
            let words = frame.moves.words;
            for layer in &mut self.layers[from..to] {
                let cell = &mut layer.cells[s];
                let reach = &self.reach[cell.reach as usize..][..tags * words];
                let mut count = 0;
                for (w, word) in reach.iter().enumerate().filter(|(_, word)| **word != 0) {
                    let run = w % words * 64 + word.trailing_zeros() as usize;
                    cell.first = (w / words * frame.runs.states + run) as u16;
                    count += if word & (word - 1) == 0 { 1 } else { 2 };
                }
                layer.single &= count == 1;
            }
        }
    }

    /// Settles the states of a span in some layers, from the last to the first.
    pub(super) fn settle_span<const W: usize>(
        &mut self,
        frame: &Frame,
        i: usize,
        layers: Range<usize>,
    ) {
        let Span { s, from, to, tags, .. } = self.spans[i];
        let (from, to) = (from.max(layers.start), to.min(layers.end));
        let mut best = 0;
        for j in (from..to).rev() {
            best = self.settle_layer::<W>(frame, s, j, tags);
        }
        if from < to {
            self.layers[from].cells[s].opens = best;
            self.bound += best;
        }
    }

    /// Settles the states of a suit before a layer; the most that any of them can gain.
    fn settle_layer<const W: usize>(
        &mut self,
        frame: &Frame,
        s: usize,
        j: usize,
        tags: usize,
    ) -> i32 {
        let states = frame.runs.states;
        let slots = self.take_slots(states * tags) as usize;
        let behind = self.layers[j + 1].cells[s].slots as usize;
        self.layers[j].cells[s].slots = slots as u32;
        let cell = self.layers[j].cells[s];
        let passage = cell.passage;
        let reach = cell.reach as usize;
        let ends = j + 1 == self.end;
        let mut best = i32::MIN;
        for tag in 0..tags {
            let set: [u64; W] = words(&self.reach[reach + tag * W..]);
            if set == [0; W] {
                continue;
            }
            let all = self.reach[reach + tags * W..].as_chunks::<W>().0;
            let spent = if passage.spends() { tag } else { 0 };
            let onward = Onward {
                goal: goal(frame, passage, all, tag),
                base: if passage.spends() { 0 } else { tag * states },
                gains: cell.gains,
                spent: spent as u8,
                free_from: cell.free_from,
            };
            let rows = cell.rows_of(frame, tag);
            for_each_state(&set, |run| {
                let moves = frame.moves.of(rows + run);
                let (known, ways) = (&self.slots, &mut self.ways);
                let next = |to: usize| if ends { END } else { known[behind + to] };
                let slot = if passage.counts() {
                    list_ways(moves, s, &onward, ways, |m| {
                        let aces = usize::from(passage.counted(m));
                        let to = aces * states + usize::from(m.to);
                        has(&all[aces], m.to).then(|| (to, next(to)))
                    })
                } else if passage.exits() {
                    list_ways(moves, s, &onward, ways, |m| {
                        has(&onward.goal, m.to).then_some((0, END))
                    })
                } else {
                    list_ways(moves, s, &onward, ways, |m| {
                        let to = onward.base + usize::from(m.to);
                        has(&onward.goal, m.to).then(|| (to, next(to)))
                    })
                };
                self.slots[slots + tag * states + run as usize] = slot;
                best = best.max(slot.bound);
            });
        }
        best
    }
}

/// Lists the ways of a state through a layer and sums them up, given the state behind the layer after
/// each move that leads to the end of the span.
#[inline]
fn list_ways<const W: usize>(
    moves: &[Move],
    s: usize,
    onward: &Onward<W>,
    ways: &mut Vec<Way>,
    behind: impl Fn(Move) -> Option<(usize, Slot)>,
) -> Slot {
    let start = ways.len();
    let mut slot = Slot { bound: i32::MIN, ways: start as u32, ends: 0, givable: 0 };
    for &m in moves {
        let Some((to, next)) = behind(m) else { continue };
        let used = onward.spent + m.used;
        let worth = next.bound + onward.gains[usize::from(used & 3)];
        let spare = used.saturating_sub(onward.free_from);
        slot.bound = slot.bound.max(worth);
        slot.count(m.used - m.to_runs);
        // Until all ways are listed, each holds what it is worth instead of what it loses.
        let loss = worth.cast_unsigned();
        let to_runs = m.to_runs << (2 * s);
        ways.push(Way { to: (to as u64) << (16 * s), loss, to_runs, spare });
    }
    for way in &mut ways[start..] {
        way.loss = slot.bound.cast_unsigned().wrapping_sub(way.loss);
    }
    slot
}

/// What lies behind a layer for the states with one tag.
struct Onward<const W: usize> {
    /// The states behind the layer that can reach the end of the span.
    goal: [u64; W],
    /// The first state behind the layer with the tag there.
    base: usize,
    /// What using so many cards gains.
    gains: [i32; MAX_COPIES + 1],
    /// Cards used before.
    spent: u8,
    /// Cards used beyond so many, those before included, are spare.
    free_from: u8,
}

/// The states that some of `set` lead to, with up to `groups` − 1 cards in sets.
#[inline(never)]
fn entered<const W: usize>(leads: &[[u64; W]], set: &[u64; W], groups: usize) -> [u64; W] {
    let mut entered = [0; W];
    for_each_state(set, |run| {
        let leads = &leads[run as usize * GIVEN..][..GIVEN];
        add(&mut entered, &leads[0]);
        if groups > 1 {
            leads[1..].iter().for_each(|lead| add(&mut entered, lead));
        }
    });
    entered
}

/// Those of `set` that lead to some of `goal`, and with how many cards in sets, as bits.
#[inline(never)]
fn leaving<const W: usize>(
    leads: &[[u64; W]],
    set: &[u64; W],
    goal: &[u64; W],
    groups: usize,
) -> ([u64; W], u8) {
    let mut alive = [0; W];
    let mut can = 0;
    for_each_state(set, |run| {
        let leads = &leads[run as usize * GIVEN..][..GIVEN];
        let mut given = u8::from(meet(&leads[0], goal));
        if groups > 1 {
            for (g, lead) in (1..).zip(&leads[1..]) {
                given |= u8::from(meet(lead, goal)) << g;
            }
        }
        can |= given;
        alive[run as usize / 64] |= u64::from(given != 0) << (run % 64);
    });
    (alive, can)
}

/// The same where the tag behind the layer counts aces.
fn counting<const W: usize>(
    frame: &Frame,
    passage: Passage,
    rows: u32,
    set: &[u64; W],
    behind: &[[u64; W]],
) -> ([u64; W], u8) {
    let mut alive = [0; W];
    let mut can = 0;
    for_each_state(set, |run| {
        let mut given = 0;
        for m in frame.moves.of(rows + run) {
            let aces = &behind[usize::from(passage.counted(*m))];
            given |= u8::from(has(aces, m.to)) << (m.used - m.to_runs);
        }
        can |= given;
        alive[run as usize / 64] |= u64::from(given != 0) << (run % 64);
    });
    (alive, can)
}

/// The states behind a layer from which a state with this tag can reach the end of the span.
#[inline]
fn goal<const W: usize>(
    frame: &Frame,
    passage: Passage,
    behind: &[[u64; W]],
    tag: usize,
) -> [u64; W] {
    match passage {
        Passage::Exit | Passage::SpendAll => [u64::MAX; W],
        Passage::Cross => {
            let mut leaving = [0; W];
            for run in 0..frame.runs.states {
                let leaves = frame.runs.crossings()[tag].leaves(run as u16);
                leaving[run / 64] |= u64::from(leaves) << (run % 64);
            }
            leaving
        }
        _ => behind[if passage.spends() { 0 } else { tag }],
    }
}

/// The first words of a slice.
#[inline]
fn words<const W: usize>(slice: &[u64]) -> [u64; W] {
    std::array::from_fn(|w| slice[w])
}

#[inline]
fn add<const W: usize>(set: &mut [u64; W], more: &[u64; W]) {
    set.iter_mut().zip(more).for_each(|(set, more)| *set |= more);
}

/// Drops what is not in the other set; whether there was any.
#[inline]
fn keep<const W: usize>(set: &mut [u64; W], other: &[u64; W]) -> bool {
    let before = *set;
    set.iter_mut().zip(other).for_each(|(set, other)| *set &= other);
    *set != before
}

#[inline]
fn meet<const W: usize>(set: &[u64; W], other: &[u64; W]) -> bool {
    set.iter().zip(other).any(|(set, other)| set & other != 0)
}

#[inline]
fn has<const W: usize>(set: &[u64; W], state: u16) -> bool {
    set[usize::from(state) / 64] >> (state % 64) & 1 == 1
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
