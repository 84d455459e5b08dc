//! The proof that the table's cards alone can be arranged: a path of the forced cards alone.
//!
//! It is looked for along the best path, whose steps are ready: the forced cards mostly have a place there,
//! or one nearby, when the others leave. Where not so, they are narrowed on their own.

use super::amounts::Range;
use super::descent::{Descent, Losses, Stretch};
use super::narrow::{LAYERS, Many};
use super::states::{FULL, Lanes};
use super::step::{Around, State};
use super::tables::rows;
use crate::card::Suit;
use crate::solver::Table;

/// How many joint states are met before the forced cards are narrowed on their own.
const PATIENCE: u32 = 32;

/// What is left of a path when the cards leave it that are not forced.
enum Left {
    /// All of it: it uses no others.
    Path,
    /// All forced cards.
    Cards,
    /// Not all forced aces, as it uses too few on the sides where they are counted together.
    Aces,
}

impl Descent {
    /// Whether there is a path of the forced cards alone through a stretch that has a path.
    pub(super) fn stands(&mut self, around: &Around<'_>, stretch: Stretch) -> bool {
        match self.leave(around, stretch) {
            Left::Path => true,
            Left::Cards => {
                self.stands_from(around, stretch.at, stretch.start, &mut { PATIENCE })
                    || self.is_forced(around, stretch)
            }
            Left::Aces => self.is_forced(around, stretch),
        }
    }

    /// Leaves only the forced cards to the steps of a stretch, tagged aces as its path shares them out;
    /// what that leaves.
    fn leave(&mut self, around: &Around<'_>, stretch: Stretch) -> Left {
        let Around { frame, field, .. } = *around;
        let mut fewer = 0;
        let mut aces = field.aces.map(Range::least);
        for at in stretch.at..stretch.end {
            let layer = usize::from(self.layers[at]) % LAYERS;
            let choice = self.choices[at];
            let mut least = field.ranges[layer].least();
            let mut tagged = field.tagged_at(layer);
            while tagged != 0 {
                let s = tagged.trailing_zeros() as usize % Suit::COUNT;
                tagged &= tagged - 1;
                let left = aces[s].min(choice.used(&frame.sets, s));
                aces[s] -= left;
                least &= !(FULL << (16 * s));
                least |= Lanes::from(left) << (16 * s + 4);
            }
            self.steps[at].least = least;
            fewer |= around.tables.used(choice) ^ least;
        }
        self.end = stretch.end;
        let carried = if field.carries_tags(self.bits(stretch)) { field.tagged } else { 0 };
        if (0..Suit::COUNT).any(|s| carried >> s & 1 == 1 && aces[s] > 0) {
            Left::Aces
        } else if fewer == 0 {
            Left::Path
        } else {
            Left::Cards
        }
    }

    /// Whether there is a path of what is left, from a joint state before a step to the end, that is found
    /// with patience. Where it can, it makes the sets that the best path makes.
    fn stands_from(
        &self,
        around: &Around<'_>,
        at: usize,
        state: State,
        patience: &mut u32,
    ) -> bool {
        if at >= self.end {
            return true;
        }
        if *patience == 0 {
            return false;
        }
        *patience -= 1;
        let tables = around.tables;
        let step = &self.steps[at % LAYERS];
        let (ways, used) = (step.ways(state), rows(step.least));
        let mut vectors = step.vectors;
        for s in 0..Suit::COUNT {
            vectors &= tables.parting(used, s, tables.states.leading(ways, s));
        }
        let same = self.choices[at % LAYERS].vector;
        while vectors != 0 {
            let last = 31 - vectors.leading_zeros() as u8;
            let vector = if vectors >> same & 1 == 1 { same } else { last };
            vectors &= !(1 << vector);
            let to = step.next(tables, state, step.least - tables.given(vector));
            if self.stands_from(around, at + 1, to, patience) {
                return true;
            }
        }
        false
    }

    /// The same as [`stands`](Self::stands), narrowed to the forced cards.
    fn is_forced(&mut self, around: &Around<'_>, stretch: Stretch) -> bool {
        let layers = self.bits(stretch);
        let Some(field) = around.field.using(around.tables, layers, Many::Forced) else {
            return false;
        };
        let forced = Around { field: &field, ..*around };
        let choices = self.choices;
        let found = self.pass(&forced, stretch.at, stretch.end, Table::Known, Losses::ANY);
        self.choices = choices;
        found.is_ok()
    }
}
