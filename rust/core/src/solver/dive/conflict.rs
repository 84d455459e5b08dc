//! The search for the cards that a stretch loses, by sets of cards that cannot all be used.
//!
//! Narrowed with all cards forced to be used that can be, most positions that lose something leave
//! nothing. Which cards are to blame shows when they are forced one by one: those up to the first that
//! leaves nothing are a *conflict*, and when each of them is needed for that, a small one mostly. Every
//! path loses one of its cards, so the search tries each of them in turn, narrows what is left, and
//! goes on until all other cards can be used or too much is lost.

use super::amounts::Range;
use super::descent::{Descent, Losses, Stretch};
use super::narrow::{Field, LAYERS, Layers, Many};
use super::states::FULL;
use super::step::{Around, NO_PATH};
use super::tables::Tables;
use crate::card::Suit;
use crate::solver::Table;

/// The cards of a suit at a layer of which more or fewer can be used.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    layer: u8,
    s: u8,
    /// The most that can be used.
    most: u8,
}

impl Cell {
    /// What a card of it that is not used loses.
    fn worth(self, around: &Around<'_>) -> u32 {
        around.worth(usize::from(self.layer), usize::from(self.s))
    }
}

/// Some of the cells of a stretch.
#[derive(Clone)]
struct Cells {
    list: [Cell; LAYERS * Suit::COUNT],
    len: usize,
}

impl Cells {
    /// Those of some layers of a narrower field that are worth something, but for tagged aces.
    fn loose(around: &Around<'_>, field: &Field, layers: Layers) -> Self {
        let tables = around.tables;
        let mut cells = Self { list: [Cell::default(); LAYERS * Suit::COUNT], len: 0 };
        let mut rest = layers;
        while rest != 0 {
            let layer = rest.trailing_zeros() as usize % LAYERS;
            rest &= rest - 1;
            let sums = field.sums(tables, layer);
            let mut several = sums.several() & !field.tagged_at(layer);
            while several != 0 {
                let s = several.trailing_zeros() as u8;
                several &= several - 1;
                let most = (sums.most() >> (16 * s + 4)) as u8 & 3;
                let cell = Cell { layer: layer as u8, s, most };
                cells.list[cells.len] = cell;
                cells.len += usize::from(cell.worth(around) > 0);
            }
        }
        cells
    }

    /// Leaves out those that are among others.
    fn leave_out(&mut self, others: &Self) {
        let mut kept = 0;
        for i in 0..self.len {
            let cell = self.list[i];
            if !others.get().iter().any(|other| (other.layer, other.s) == (cell.layer, cell.s)) {
                self.list[kept] = cell;
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// What one card of them loses at least.
    fn cheapest(&self, around: &Around<'_>) -> u32 {
        let worths = self.get().iter().map(|cell| cell.worth(around));
        worths.min().unwrap_or(NO_PATH)
    }

    fn get(&self) -> &[Cell] {
        &self.list[..self.len]
    }

    /// What is left of a field when in each cell the most is used.
    fn all(&self, field: &Field, tables: &Tables) -> Option<Field> {
        let mut sure = field.clone();
        self.get().iter().all(|&cell| sure.force(tables, cell)).then_some(sure)
    }

    /// What is left of a field when in each cell the most is used; if that is nothing, only the cells
    /// are kept that it takes.
    fn conflict(&mut self, field: &Field, tables: &Tables, narrowed: &mut u32) -> Option<Field> {
        let mut needed = 0;
        loop {
            let mut sure = field.clone();
            let last = (0..self.len).find(|&i| !sure.force(tables, self.list[i]));
            *narrowed += last.map_or(self.len, |last| last + 1) as u32;
            let Some(last) = last else { return Some(sure) };
            // Those behind the last are not needed, but it is.
            self.len = last + 1;
            if last < needed {
                return None;
            }
            self.list[needed..=last].rotate_right(1);
            needed += 1;
            if needed == self.len {
                return None;
            }
        }
    }
}

impl Field {
    /// Narrows it to using the most in a cell; whether there may be a path.
    fn force(&mut self, tables: &Tables, cell: Cell) -> bool {
        let Cell { layer, s, most } = cell;
        let sums = self.sums_of(tables, usize::from(layer), usize::from(s));
        sums.most() == most && (!sums.several() || self.confine(tables, cell, Range::from(most)))
    }

    /// Narrows it to using less in a cell; whether there may be a path.
    fn lose(&mut self, tables: &Tables, cell: Cell) -> bool {
        let Cell { layer, s, most } = cell;
        let least = self.ranges[usize::from(layer)].of(usize::from(s)).least();
        least < most && self.confine(tables, cell, Range::new(least, most - 1))
    }

    /// A layer and a suit where it is not decided how many cards go to runs.
    fn undecided(&self, layers: Layers) -> Option<(usize, usize)> {
        let all = (0..LAYERS).filter(|layer| layers >> layer & 1 == 1);
        let all = all.flat_map(|layer| (0..Suit::COUNT).map(move |s| (layer, s)));
        all.filter(|&(layer, s)| !self.to_runs[layer].of(s).is_power_of_two())
            .min_by_key(|&(layer, _)| layer.abs_diff(LAYERS / 2))
    }

    /// Narrows it to some numbers of cards in runs; whether there may be a path.
    fn decide(&mut self, tables: &Tables, layer: usize, s: usize, to_runs: u8) -> bool {
        let mut stale = 1 << layer;
        self.to_runs[layer].keep(s, to_runs);
        self.limit(tables, layer, &mut stale) && self.settle(tables, stale)
    }

    /// Narrows it to a range in a cell; whether there may be a path.
    fn confine(&mut self, tables: &Tables, cell: Cell, range: Range) -> bool {
        let layer = usize::from(cell.layer);
        let mut stale = 0;
        self.ranges[layer] = self.ranges[layer].with(usize::from(cell.s), range);
        self.limit(tables, layer, &mut stale) && self.settle(tables, stale)
    }

    /// Whether another field allows the same at a layer.
    fn is_same_at(&self, other: &Self, layer: usize) -> bool {
        let all = |field: &Self| (field.ranges[layer], field.to_runs[layer], field.to_sets[layer]);
        all(self) == all(other)
    }

    /// The most aces of a suit that can be used on both sides together.
    pub(super) fn most_aces(&self, tables: &Tables, s: usize) -> u8 {
        if self.tagged >> s & 1 == 1 {
            return self.aces_used(tables, s).most();
        }
        let [low, high] =
            [0, self.high % LAYERS].map(|layer| self.sums_of(tables, layer, s).most());
        low + high
    }
}

impl Around<'_> {
    /// What is lost at least in some layers of a narrower field.
    pub(super) fn lost(&self, narrower: &Field, layers: Layers) -> u32 {
        let Around { tables, field, .. } = *self;
        let mut lost = 0;
        let mut rest = layers;
        while rest != 0 {
            let layer = rest.trailing_zeros() as usize % LAYERS;
            rest &= rest - 1;
            if field.is_same_at(narrower, layer) {
                continue;
            }
            let two_sided = field.tagged_at(layer);
            // No more can be used of any suit than before, so none borrows from the next.
            let mut fewer = field.sums(tables, layer).most() - narrower.sums(tables, layer).most();
            while fewer != 0 {
                let s = fewer.trailing_zeros() as usize / 16;
                let most = (fewer >> (16 * s + 4)) as u32 & 3;
                fewer &= !(FULL << (16 * s));
                // Aces on both sides are counted together.
                if two_sided >> s & 1 == 0 {
                    lost += most * self.worth(layer, s);
                }
            }
        }
        for s in
            (0..Suit::COUNT).filter(|s| field.carries_tags(layers) && field.tagged >> s & 1 == 1)
        {
            let fewer = field.most_aces(tables, s) - narrower.most_aces(tables, s);
            lost += u32::from(fewer) * self.worth(0, s);
        }
        lost
    }
}

impl Descent {
    /// Looks for a path through a stretch that loses nothing, in what is left when all its cards that
    /// can be used have to be; whether there is one.
    pub(super) fn lose_nothing(&mut self, around: &Around<'_>, stretch: Stretch) -> bool {
        let field = around.field.using(around.tables, self.bits(stretch), Many::All);
        let found = field.is_some_and(|field| {
            let sure = Around { field: &field, ..*around };
            self.pass(&sure, stretch.at, stretch.end, Table::Known, Losses::below(1)).is_ok()
        });
        if !found {
            self.prepare(around, stretch);
        }
        found
    }

    /// Looks in a narrower field for a path through a stretch that loses no more than `budget`; what
    /// any path there loses at least if there is none.
    pub(super) fn lose(
        &mut self,
        around: &Around<'_>,
        narrower: &Field,
        stretch: Stretch,
        budget: u32,
    ) -> Result<(), u32> {
        let tables = around.tables;
        let layers = self.bits(stretch);
        let lost = around.lost(narrower, layers);
        if lost > budget {
            return Err(lost);
        }
        let mut cells = Cells::loose(around, narrower, layers);
        let mut least = cells.cheapest(around).saturating_add(lost);
        if least > budget {
            return match cells.all(narrower, tables) {
                Some(sure) => self
                    .lose_no_more(around, &sure, stretch, budget)
                    .map_err(|more| more.min(least)),
                None => Err(least),
            };
        }
        least = NO_PATH;
        let mut others = cells.clone();
        if let Some(sure) = self.conflict(&mut cells, narrower, tables) {
            match self.lose_no_more(around, &sure, stretch, budget) {
                Ok(()) => return Ok(()),
                Err(more) => least = more,
            }
        } else {
            // Conflicts without a common cell lose a card each.
            let mut disjoint = lost + cells.cheapest(around);
            others.leave_out(&cells);
            while disjoint <= budget && self.left > 0 {
                let mut other = others.clone();
                if self.conflict(&mut other, narrower, tables).is_some() {
                    break;
                }
                disjoint += other.cheapest(around);
                others.leave_out(&other);
            }
            if disjoint > budget {
                return Err(disjoint);
            }
        }
        let mut rest = narrower.clone();
        for &cell in cells.get() {
            self.narrowed(2);
            if self.left == 0 {
                break;
            }
            let worth = cell.worth(around);
            if lost + worth > budget {
                least = least.min(lost + worth);
            } else {
                let mut less = rest.clone();
                if less.lose(tables, cell) {
                    match self.lose(around, &less, stretch, budget) {
                        Ok(()) => return Ok(()),
                        Err(more) => least = least.min(more),
                    }
                }
            }
            if !rest.force(tables, cell) {
                break;
            }
        }
        Err(least)
    }

    /// The same as [`Cells::conflict`], counted.
    fn conflict(&mut self, cells: &mut Cells, field: &Field, tables: &Tables) -> Option<Field> {
        let mut narrowed = 0;
        let sure = cells.conflict(field, tables, &mut narrowed);
        self.narrowed(narrowed);
        sure
    }

    /// The same in a field where all is used that can be, but for tagged aces.
    fn lose_no_more(
        &mut self,
        around: &Around<'_>,
        sure: &Field,
        stretch: Stretch,
        budget: u32,
    ) -> Result<(), u32> {
        let layers = self.bits(stretch);
        let lost = around.lost(sure, layers);
        if lost > budget {
            return Err(lost);
        }
        let some = Around { field: sure, ..*around };
        self.prepare(&some, stretch);
        let undecided = sure.undecided(layers);
        let patience = undecided.map_or(u32::MAX, |_| self.patience.some);
        let found = self.attempt(&some, stretch, budget - lost, patience);
        let (None, Some((layer, s))) = (found, undecided) else {
            let found = found.unwrap_or(Err(NO_PATH));
            return found.map_err(|more| more.saturating_add(lost));
        };
        let mut least = NO_PATH;
        let mut amounts = sure.to_runs[layer].of(s);
        while amounts != 0 && self.left > 0 {
            let amount = amounts & amounts.wrapping_neg();
            amounts ^= amount;
            let mut decided = sure.clone();
            if decided.decide(around.tables, layer, s, amount) {
                match self.lose_no_more(around, &decided, stretch, budget) {
                    Ok(()) => return Ok(()),
                    Err(more) => least = least.min(more),
                }
            }
        }
        Err(least)
    }
}
