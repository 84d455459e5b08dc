//! Runs that are open between two layers, and what may become of them at the next.
//!
//! # What is remembered of a run
//!
//! Whether a run may stop depends on its length, its real cards and its jokers, and what it may
//! become depends on nothing else. So a run is known by
//!
//! - its length, of which only "three or more" matters unless runs must be very short,
//! - what its ratio needs. Where real cards must outnumber jokers that is real cards less jokers,
//!   and where a run can hold J jokers a surplus of J + 1 can never be lost again. Where one real card
//!   suffices, a run needs two of them, as with one it is read as a set (R3.12). With a single
//!   joker three cards are always enough,
//! - the number of its jokers, where a meld may hold fewer than it can get, up to how many it may,
//! - the locked meld that it holds (R5.6): which one while that is being passed, and afterwards only
//!   that there was one, so that no second joins it.
//!
//! None of this cuts a run in two, so long runs with jokers, which often cannot be cut, are as exact
//! as short ones. Where `run_max` is the number of ranks, only while the ace stands at both ends, or
//! runs go round or beyond the last layer, could a run be too long. With at most four jokers such a run
//! of 14 or more can always be cut: its surplus is at least 6, and as the surplus of its first i cards
//! changes by one with each card, some i from 3 to 9 leaves the first part a surplus of 1 to 3, and both
//! parts one of 1 or more; and so on until all parts are short enough. A run without ends, all around
//! the ring, can be cut anywhere first. Only a run that holds a locked meld may not be cut everywhere.
//! And where `run_max` is less, but not so little that real cards make runs too long that cannot be cut,
//! one with jokers seldom has to be. Where a run could grow too long, what is found is followed with
//! exact lengths.
//!
//! # Runs taken for better than they are
//!
//! A run of three or more that may stop may take a joker too many later. That it has a surplus of
//! one or two matters only then, which is seldom worth it. So a search first takes such a run for one
//! that no joker can spoil. Whatever runs can do they can then do still, and with fewer than two
//! jokers they can do no more: so only suits with more are followed afterwards as they really are.
//!
//! # Runs that begin with a joker
//!
//! A joker at the low end of a run can as well lie at the high end, if there is room. So no run begins
//! with a joker that may go anywhere. One that reaches the last layer may go on with jokers as if there
//! were more layers: those lie at its low end in truth. The cards stay the same, and with them all that
//! the rules say of the run but where its jokers are: this is not done where identical runs are told
//! apart or a joker is worth what it stands for. Jokers that stay are where they are.
//!
//! # Dominated configurations
//!
//! The open runs of a suit are a *configuration*. One is at least as good as another if each run of
//! the other has one here that is at least as long and as real, and the runs left over may stop. Where
//! identical runs are told apart, those here are identical only if those of the other are, and the runs
//! left over are like no other, so that they may stop whatever else does. Whatever the other can do, it
//! can do too; only the best of those reached by the same cards are kept.
//!
//! A ring must be left as it was entered. It is enough that it is left with at least as much: the same
//! cards then lead from there to at least as much as that, and so on, and as there are only so many
//! configurations, to one that they lead back to. Two that are each at least as good as the other are
//! the same.

use smallvec::SmallVec;

use super::order::{Kept, OrderStep};
use super::twins::{self, Twins};

/// Most jokers in play.
pub(super) const MAX_JOKERS: usize = 4;

/// No limit of the number of jokers in a run.
pub(super) const UNLIMITED: u8 = u8::MAX;

/// The pin of a run that holds a locked meld which it has passed.
const PASSED: u8 = u8::MAX;

/// What of runs must be remembered.
#[expect(clippy::struct_excessive_bools, reason = "each is remembered or not by itself")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Style {
    /// Lengths are exact, else all from three on are alike.
    pub(super) exact: bool,
    /// It is known which runs are identical so far.
    pub(super) strict: bool,
    /// A run of three or more that may stop is taken for one that no joker can spoil.
    pub(super) loose: bool,
    /// Runs of the table are taken for runs that may be given jokers, and whose order does not matter.
    pub(super) lenient: bool,
    /// Runs of the table are found in others even where an ace changes its end, or round the corner.
    pub(super) turned: bool,
    /// The same as `counted` for the runs of the table that may be given none.
    pub(super) quotas: u8,
    /// The most that a run may have of jokers that may go anywhere and of cards that release one
    /// together, or 0 where that is not looked at.
    pub(super) apart: u8,
    /// No run begins with a joker that may go anywhere; one may take more beyond the last layer.
    pub(super) high: bool,
    /// Real cards must outnumber jokers, else one must be real.
    pub(super) majority: bool,
    /// Whether a run can hold two jokers, so that what is real in it matters.
    pub(super) ratio: bool,
    /// The number of a run's jokers matters up to this.
    pub(super) counted: u8,
    /// So many jokers a run can hold.
    pub(super) jokers: u8,
    /// Most jokers in a run.
    pub(super) joker_max: u8,
    /// Most cards in a run.
    pub(super) run_max: u8,
    /// Most identical runs.
    pub(super) same_runs: u8,
}

/// What lies at a place of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Content {
    Real,
    /// A joker that may go anywhere.
    Wild,
    /// A joker that stays.
    Stay,
}

/// An open run of one suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Open {
    len: u8,
    /// Real cards less jokers, or jokers less real cards, as far as that matters.
    real: u8,
    jokers: u8,
    /// Its jokers, as far as their number matters.
    count: u8,
    /// The locked meld that it is passing, counted from 1, or [`PASSED`].
    pin: u8,
    /// Whether it must fall, or rise, where directions matter.
    pub(super) way: Way,
    /// So many jokers are too many: the most allowed plus one, or 0 for any number.
    limit: u8,
    /// The table's runs of which it has held all real cards so far, as bits.
    whole: u32,
    /// What it holds of locked runs that must keep their order.
    kept: Kept,
    /// So many jokers that may go anywhere and cards that release one, where that is looked at.
    apart: u8,
    /// Which it is identical with.
    pub(super) twins: Twins,
}

/// How a run must be laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Way {
    #[default]
    Any,
    Rising,
    Falling,
}

/// The open runs of a suit, in order.
pub(super) type Config = SmallVec<[Open; 3]>;

/// What is given to the runs of a suit at a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Letter {
    /// Real cards.
    pub(super) real: u8,
    /// Jokers that may go anywhere.
    pub(super) wild: u8,
    /// The releases, as bits, whose card is to be one of the real cards.
    pub(super) marks: u8,
}

/// What locked melds and the table's runs want of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Demand {
    pub(super) pins: SmallVec<[PinStep; 2]>,
    pub(super) quotas: SmallVec<[QuotaStep; 2]>,
    pub(super) orders: SmallVec<[OrderStep; 1]>,
    /// No locked meld begins behind this layer.
    pub(super) last: bool,
    /// It is the last layer of a line.
    pub(super) top: bool,
}

/// A layer of a locked run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PinStep {
    /// Which one, from 1.
    pub(super) id: u8,
    pub(super) holds: Holds,
    pub(super) begins: bool,
    pub(super) ends: bool,
    pub(super) way: Way,
    /// The release, as a bit, whose card lies here.
    pub(super) mark: u8,
}

/// What a locked run wants at one of its layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Holds {
    Real,
    Joker,
    Anything,
}

/// A layer of a run of the table, which may not be given jokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct QuotaStep {
    /// Which one, as a bit.
    pub(super) bit: u32,
    pub(super) begins: bool,
    pub(super) ends: bool,
    /// The jokers that a run with all its real cards may hold.
    pub(super) most: u8,
    /// Whether the cards are in another order than on the table.
    pub(super) turned: bool,
}

/// One run behind a layer: what it is, which of the runs before it was, and what was added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grown {
    pub(super) open: Open,
    pub(super) from: Option<usize>,
    pub(super) content: Content,
    /// The locked meld that it began to hold here, or 0.
    pub(super) pin: u8,
    /// Jokers that it takes beyond the last layer, which lie at its low end.
    pub(super) beyond: u8,
}

impl Letter {
    /// Every letter of which this is more, or that is the same.
    pub(super) fn parts(self) -> impl Iterator<Item = Self> {
        let marks = move |marks: &u8| marks & !self.marks == 0;
        (0..=self.wild).flat_map(move |wild| {
            (0..=self.real).flat_map(move |real| {
                let all = (0..=self.marks).filter(marks);
                all.map(move |marks| Self { real, wild, marks })
            })
        })
    }
}

impl Open {
    /// Its length and its surplus, or its real cards where those are all that is asked.
    pub(super) fn shape(&self, majority: bool) -> (usize, i32) {
        let jokers = if majority { self.jokers } else { 0 };
        (usize::from(self.len), i32::from(self.real) - i32::from(jokers))
    }

    /// Whether it holds a locked meld whose direction matters.
    pub(super) fn is_held(self) -> bool {
        self.way != Way::Any
    }

    /// Whether it holds a locked meld that must fall.
    pub(super) fn falls(self) -> bool {
        self.way == Way::Falling
    }
}

impl Style {
    /// Whether a run may stop.
    pub(super) fn may_stop(&self, run: Open) -> bool {
        let enough = if self.majority { run.real > run.jokers } else { run.real >= 2 };
        run.len >= 3 && (run.pin == 0 || run.pin == PASSED) && (!self.ratio || enough)
    }

    /// Whether all runs may stop together.
    pub(super) fn may_end(&self, config: &[Open]) -> bool {
        config.iter().all(|&run| self.may_stop(run)) && twins::differ(self, config)
    }

    /// How many runs may not stop at the next layer, or at the end.
    pub(super) fn due(&self, config: &[Open]) -> u8 {
        config.iter().filter(|&&run| !self.may_stop(run)).count() as u8
    }

    /// The run with one more card; `None` if it may not be.
    fn grow(&self, run: Open, content: Content, mark: u8, demand: &Demand) -> Option<Open> {
        let mut run = run;
        let is_real = content == Content::Real;
        if self.strict {
            run.twins = run.twins.with(run.len == 0, is_real);
        }
        run.len += 1;
        if is_real {
            run.real += 1;
        } else {
            run.jokers += 1;
            run.count += u8::from(self.counted > 0);
        }
        if self.apart > 0 {
            run.apart += u8::from(content == Content::Wild || mark != 0);
        }
        for quota in &demand.quotas {
            if !is_real {
                run.whole &= !quota.bit;
            } else if quota.begins {
                run.whole |= quota.bit;
            }
            if quota.ends && run.whole & quota.bit != 0 {
                run.whole &= !quota.bit;
                let limit = quota.most + 1;
                run.limit = if run.limit == 0 { limit } else { run.limit.min(limit) };
            }
        }
        let too_long = self.exact && run.len > self.run_max;
        let too_many = run.count > self.joker_max || run.limit > 0 && run.count >= run.limit;
        if too_long || too_many || run.apart > self.apart {
            return None;
        }
        Some(self.settle(run))
    }

    /// Forgets what does not matter.
    fn settle(&self, mut run: Open) -> Open {
        if !self.exact {
            run.len = run.len.min(3);
        }
        run.count = run.count.min(self.counted);
        let sure = self.jokers + 1;
        if !self.ratio {
            (run.real, run.jokers) = (0, 0);
        } else if !self.majority {
            (run.real, run.jokers) = (run.real.min(2), 0);
        } else {
            let both = run.real.min(run.jokers);
            (run.real, run.jokers) = ((run.real - both).min(sure), run.jokers - both);
            if self.loose && run.len >= 3 && run.real > 0 {
                run.real = sure;
            }
        }
        run
    }

    /// Whether one run is at least as good as another.
    fn run_dominates(&self, a: Open, b: Open) -> bool {
        let len =
            if self.exact { a.len == b.len || (3..b.len).contains(&a.len) } else { a.len >= b.len };
        let real =
            if self.majority { a.real + b.jokers >= b.real + a.jokers } else { a.real >= b.real };
        let limited = |run: Open| if run.limit == 0 { UNLIMITED } else { run.limit };
        len && real
            && a.count <= b.count
            && (a.pin, a.way) == (b.pin, b.way)
            && limited(a) >= limited(b)
            && a.whole & !b.whole == 0
            && a.kept.is_as_free_as(b.kept)
            && a.apart <= b.apart
    }

    /// Whether one configuration is at least as good as another.
    pub(super) fn dominates(&self, a: &[Open], b: &[Open]) -> bool {
        /// Finds runs of `a` for those of `b` from the number of those found on.
        fn pair(style: &Style, a: &[Open], b: &[Open], found: &mut SmallVec<[usize; 8]>) -> bool {
            let Some(&next) = b.get(found.len()) else {
                let stops = |i: usize| style.may_stop(a[i]) && !a[i].twins.is_any();
                return (0..a.len()).all(|i| found.contains(&i) || stops(i));
            };
            (0..a.len()).any(|i| {
                let twins =
                    |j: usize| a[found[j]].twins.are(a[i].twins) <= b[j].twins.are(next.twins);
                let fits = !found.contains(&i) && style.run_dominates(a[i], next);
                fits && (0..found.len()).all(twins) && {
                    found.push(i);
                    let all = pair(style, a, b, found);
                    found.pop();
                    all
                }
            })
        }
        a.len() >= b.len() && pair(self, a, b, &mut SmallVec::new())
    }

    /// Passes every way to give a letter to the runs of a configuration to `found`, the runs behind
    /// the layer in order. There may be equal ones among them.
    pub(super) fn step(
        &self,
        config: &[Open],
        letter: Letter,
        demand: &Demand,
        found: &mut dyn FnMut(&[Grown]),
    ) {
        let begins = demand.pins.iter().filter(|pin| pin.begins).fold(0, |all, p| all | 1 << p.id);
        let passing = |pin: &PinStep| config.iter().any(|run| run.pin == pin.id);
        if demand.pins.iter().all(|pin| pin.begins || passing(pin)) {
            let mut step = Step {
                style: self,
                config,
                demand,
                grown: SmallVec::new(),
                stopped: SmallVec::new(),
                found,
            };
            step.run(0, letter, begins);
        }
    }
}

/// The enumeration of what a configuration may become.
struct Step<'a> {
    style: &'a Style,
    config: &'a [Open],
    demand: &'a Demand,
    grown: SmallVec<[Grown; 8]>,
    stopped: SmallVec<[Open; 8]>,
    found: &'a mut dyn FnMut(&[Grown]),
}

impl Step<'_> {
    /// Decides about the runs from `i` on; `pins` are yet to begin.
    fn run(&mut self, i: usize, letter: Letter, pins: u32) {
        let Some(&run) = self.config.get(i) else { return self.start(letter, pins) };
        if self.style.may_stop(run) {
            self.stopped.push(run);
            if twins::differ(self.style, &self.stopped) {
                self.run(i + 1, letter, pins);
            }
            self.stopped.pop();
        }
        let demand = self.demand;
        if run.pin == 0 {
            self.extend(i, None, letter, pins);
            for pin in demand.pins.iter().filter(|pin| pins >> pin.id & 1 == 1) {
                self.extend(i, Some(*pin), letter, pins & !(1 << pin.id));
            }
        } else {
            let pin = demand.pins.iter().find(|pin| pin.id == run.pin && !pin.begins);
            if pin.is_some() || run.pin == PASSED {
                self.extend(i, pin.copied(), letter, pins);
            }
        }
    }

    /// Extends run `i`, which takes or goes on with a pin.
    fn extend(&mut self, i: usize, pin: Option<PinStep>, letter: Letter, pins: u32) {
        let run = self.config[i];
        self.each(Some(i), run, pin, letter, |step, rest| step.run(i + 1, rest, pins));
    }

    /// Starts runs with what is left, if that may be.
    fn start(&mut self, letter: Letter, pins: u32) {
        let demand = self.demand;
        if let Some(pin) = demand.pins.iter().find(|pin| pins >> pin.id & 1 == 1) {
            let rest = pins & !(1 << pin.id);
            self.each(None, Open::default(), Some(*pin), letter, |step, more| {
                step.start(more, rest);
            });
        } else if letter.real > 0 || letter.wild > 0 && !self.style.high {
            // One kind after the other, so that their order makes no difference.
            let only = if letter.real > 0 { Letter { wild: 0, ..letter } } else { letter };
            self.each(None, Open::default(), None, only, |step, rest| {
                let wild = if letter.real > 0 { letter.wild } else { rest.wild };
                step.start(Letter { wild, ..rest }, 0);
            });
        } else if letter.marks == 0 && (letter.wild == 0 || demand.top) {
            self.go_beyond(0, letter.wild);
        }
    }

    /// Gives so many jokers to runs from `i` on beyond the last layer.
    fn go_beyond(&mut self, i: usize, wild: u8) {
        if wild == 0 {
            let mut grown = self.grown.clone();
            if self.style.strict {
                twins::number(&mut grown);
            }
            grown.sort_by_key(|grown| grown.open);
            return (self.found)(&grown);
        }
        for i in i..self.grown.len() {
            let Grown { open, beyond, .. } = self.grown[i];
            if let Some(longer) = self.style.grow(open, Content::Wild, 0, &Demand::default()) {
                (self.grown[i].open, self.grown[i].beyond) = (longer, beyond + 1);
                self.go_beyond(i, wild - 1);
                (self.grown[i].open, self.grown[i].beyond) = (open, beyond);
            }
        }
    }

    /// Gives a run each card that it can get, and goes on with the letter that is left.
    fn each(
        &mut self,
        from: Option<usize>,
        run: Open,
        pin: Option<PinStep>,
        letter: Letter,
        mut then: impl FnMut(&mut Self, Letter),
    ) {
        let mut run = run;
        let holds = pin.map_or(Holds::Anything, |pin| pin.holds);
        if let Some(pin) = pin {
            run.pin = if pin.ends { PASSED } else { pin.id };
            run.way = pin.way;
        }
        if run.pin == PASSED && self.demand.last {
            run.pin = 0;
        }
        let begun = pin.filter(|pin| pin.begins).map_or(0, |pin| pin.id);
        let joker_of = pin.filter(|pin| pin.holds == Holds::Joker).map(|pin| pin.id);
        let mut give = |step: &mut Self, content, mark, rest| {
            let Some(kept) = run.kept.with(&step.demand.orders, content, joker_of) else { return };
            let run = Open { kept, ..run };
            if let Some(open) = step.style.grow(run, content, mark, step.demand) {
                step.grown.push(Grown { open, from, content, pin: begun, beyond: 0 });
                then(step, rest);
                step.grown.pop();
            }
        };
        if letter.real > 0 && holds != Holds::Joker {
            let rest = Letter { real: letter.real - 1, ..letter };
            let marked = |mark: u8| Letter { marks: letter.marks & !mark, ..rest };
            let bound = self.demand.pins.iter().fold(0, |all, pin| all | pin.mark);
            let own = pin.map_or(0, |pin| pin.mark) & letter.marks;
            if own == 0 {
                give(self, Content::Real, 0, rest);
                for mark in bits(letter.marks & !bound) {
                    give(self, Content::Real, mark, marked(mark));
                }
            } else {
                give(self, Content::Real, own, marked(own));
            }
        }
        if holds == Holds::Joker {
            give(self, Content::Stay, 0, letter);
        }
        if letter.wild > 0 && holds == Holds::Anything {
            let rest = Letter { wild: letter.wild - 1, ..letter };
            give(self, Content::Wild, 0, rest);
        }
    }
}

/// The bits of a mask, one by one.
pub(super) fn bits(mask: u8) -> impl Iterator<Item = u8> {
    (0..8).map(|i| 1 << i).filter(move |bit| mask & bit != 0)
}
