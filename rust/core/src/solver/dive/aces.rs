//! The search for how many aces of each suit are low.
//!
//! Where the ace is both the first and the last layer, a stretch is long: the aces that the first has
//! used are carried along to the last. Once it is decided how many those are, it falls into short ones
//! mostly. So each number is tried that narrowing has left to the suits, one suit after another, the
//! most promising first.
//!
//! Where that takes long, it is mostly for other cards, which lose as much however the aces are parted.
//! So it is asked first, and again whenever some suits are decided, whether those cards lose too much
//! even if aces can be used on both sides as if they were not the same, and lose nothing. If they do not,
//! the path found tells which suit's aces to decide next: one that it uses too often, or not as often
//! as it could. And as paths that lose more are harder to rule out, they are looked for last.

use super::descent::{Descent, Losses, Stretch};
use super::narrow::{Field, LAYERS, Layers};
use super::step::{Around, NO_PATH};
use super::tables::Tables;
use crate::card::{Rank, Suit};
use crate::solver::Table;
use crate::solver::path::Choice;

impl Field {
    /// Narrows it to so many low aces of a tagged suit; whether there may be a path.
    fn part(&mut self, tables: &Tables, s: usize, low: u8) -> bool {
        let mut stale = 0;
        self.ranges[0] = self.ranges[0].with(s, low.into());
        self.limit(tables, 0, &mut stale) && self.settle(tables, stale)
    }

    /// Whether a stretch of these layers carries tags.
    pub(super) fn carries_tags(&self, layers: Layers) -> bool {
        let both = 1 | 1 << (self.high % LAYERS);
        self.tagged != 0 && layers & both == both
    }
}

/// A search for how many aces are low in a stretch.
#[derive(Clone, Copy)]
struct Parting<'a> {
    around: &'a Around<'a>,
    stretch: Stretch,
    /// A path that loses no more than the least ends the search.
    losses: Losses,
    /// What the others lose at least.
    beyond: u32,
    /// What is lost at least by other cards than tagged aces.
    others: u32,
    /// The best path found.
    best: Option<[Choice; LAYERS]>,
    /// Whether it takes long, so that a bound pays.
    is_long: bool,
}

impl Parting<'_> {
    /// Whether paths matter that lose so much.
    fn is_open(&self, lost: u32) -> bool {
        lost.max(self.losses.least) < self.losses.limit
    }

    /// Takes a path that loses less than the limit.
    const fn take(&mut self, loss: u32, choices: &[Choice; LAYERS]) {
        self.losses.limit = loss;
        self.best = Some(*choices);
    }
}

/// What becomes of other cards than tagged aces.
enum Others {
    /// They lose so much at least, which is too much.
    Lose(u32),
    /// They lose so much, and aces nothing.
    Pass(u32),
    /// The aces of this suit are not used as often as they can be, or too often.
    Clash(usize),
    /// That is not seen soon.
    Unknown,
}

impl Descent {
    /// Finds a best path through a stretch that carries tags; what it loses, or what any path loses at
    /// least if there is none that matters.
    pub(super) fn part(
        &mut self,
        around: &Around<'_>,
        stretch: Stretch,
        losses: Losses,
    ) -> Result<u32, u32> {
        let mut parting = Parting {
            around,
            stretch,
            losses,
            beyond: NO_PATH,
            others: 0,
            best: None,
            is_long: false,
        };
        let ((), enough) = self.at_most(self.patience.parted, |descent| {
            descent.part_rest(&mut parting, around.field, 0);
        });
        if !enough {
            let patience = self.patience.conflicts;
            let ((), enough) = self.at_most(patience, |descent| descent.part_long(&mut parting));
            if !enough && parting.is_open(0) {
                match self.descend_with_prices(around, stretch, parting.losses) {
                    Ok(loss) => return Ok(loss),
                    Err(more) => parting.losses.least = more,
                }
                self.part_long(&mut parting);
            }
        }
        self.choices = parting.best.ok_or(parting.beyond)?;
        Ok(parting.losses.limit)
    }

    /// The same where it takes long: paths are looked for that lose no more than what must be lost, as
    /// far as is known.
    fn part_long(&mut self, parting: &mut Parting<'_>) {
        parting.is_long = true;
        parting.beyond = parting.losses.least;
        while parting.is_open(0) && self.left > 0 {
            let Losses { least, limit } = parting.losses;
            let losses = Losses { least, limit: least.saturating_add(1).min(limit) };
            let mut few = Parting { losses, beyond: NO_PATH, best: None, ..*parting };
            self.part_rest(&mut few, parting.around.field, 0);
            if few.best.is_some() {
                *parting = few;
                return;
            }
            // What is found without patience may not be true.
            if self.left == 0 {
                return;
            }
            parting.losses.least = few.beyond;
            parting.others = few.others;
            parting.beyond = few.beyond;
        }
    }

    /// Finds a path in a narrower field where so much is lost already.
    fn part_rest(&mut self, parting: &mut Parting<'_>, narrower: &Field, lost: u32) {
        let Parting { around, stretch, .. } = *parting;
        if !parting.is_open(lost) || self.left == 0 {
            parting.beyond = parting.beyond.min(lost);
            return;
        }
        if narrower.tagged == 0 {
            let parted = Around { field: narrower, ..*around };
            let losses = parting.losses.beside(lost);
            match self.pass(&parted, stretch.at, stretch.end, Table::Known, losses) {
                Ok(loss) => parting.take(loss + lost, &self.choices),
                Err(more) => parting.beyond = parting.beyond.min(more.saturating_add(lost)),
            }
            return;
        }
        let mut s = narrower.tagged.trailing_zeros() as usize;
        if parting.is_long {
            match self.others(parting, narrower, lost) {
                Others::Lose(more) => {
                    if lost == 0 && narrower.tagged == around.field.tagged {
                        parting.others = more;
                    }
                    return parting.beyond = parting.beyond.min(more);
                }
                Others::Pass(loss) => return parting.take(loss, &self.choices),
                Others::Clash(clash) => s = clash,
                Others::Unknown => {}
            }
        }
        let tables = around.tables;
        let layers = self.bits(stretch);
        let amounts = narrower.sums_of(tables, 0, s).amounts();
        let mut later = [const { None::<(u32, Field)> }; 3];
        // Sets take low aces, so that they mostly are.
        for (n, later) in (0..3).rev().zip(&mut later).filter(|(n, _)| amounts >> n & 1 == 1) {
            if !parting.is_open(lost) {
                return;
            }
            self.narrowed(1);
            let mut parted = narrower.clone();
            if !parted.part(tables, s, n) {
                continue;
            }
            let bound = around.lost(&parted, layers);
            if bound > lost {
                *later = Some((bound, parted));
            } else {
                self.part_rest(parting, &parted, bound);
            }
        }
        later.sort_by_key(|way| way.as_ref().map_or(u32::MAX, |&(bound, _)| bound));
        for (bound, parted) in later.iter().flatten() {
            self.part_rest(parting, parted, *bound);
        }
    }

    /// Finds a path in a narrower field on which aces may be used on both sides as if they were not the
    /// same, and lose nothing.
    fn others(&mut self, parting: &Parting<'_>, narrower: &Field, lost: u32) -> Others {
        let Parting { around, stretch, losses, .. } = *parting;
        let mut weights = *around.weights;
        for s in (0..Suit::COUNT).filter(|s| narrower.tagged >> s & 1 == 1) {
            weights[Rank::COUNT * s] = 0;
        }
        let mut field = narrower.clone();
        field.tagged = 0;
        let free = Around { field: &field, weights: &weights, ..*around };
        let (found, enough) = self.at_most(self.patience.others, |descent| {
            let least = parting.others.saturating_sub(lost);
            let losses = Losses { least, limit: losses.limit - lost };
            descent.pass(&free, stretch.at, stretch.end, Table::Known, losses)
        });
        match found {
            Ok(loss) => {
                let most = |s: &usize| narrower.most_aces(around.tables, *s);
                let mut tagged = (0..Suit::COUNT).filter(|s| narrower.tagged >> s & 1 == 1);
                match tagged.find(|s| self.aces_chosen(around, stretch, *s) != most(s)) {
                    Some(s) => Others::Clash(s),
                    None => Others::Pass(loss + lost),
                }
            }
            Err(more) if enough => Others::Lose(more.saturating_add(lost)),
            Err(_) => Others::Unknown,
        }
    }

    /// How many aces of a suit the choices use on both sides together.
    fn aces_chosen(&self, around: &Around<'_>, stretch: Stretch, s: usize) -> u8 {
        let sides = [0, around.field.high];
        (stretch.at..stretch.end)
            .filter(|&at| sides.contains(&usize::from(self.layers[at])))
            .map(|at| self.choices[at].used(&around.frame.sets, s))
            .sum()
    }
}
