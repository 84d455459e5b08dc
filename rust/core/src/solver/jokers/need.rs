//! How many jokers an open run needs at least before it may stop.
//!
//! Where it needs more than there are, the suit has no way on. A run is looked at on its own, as if
//! no other took its cards, so that nothing possible is lost.

use smallvec::SmallVec;

use super::open::{MAX_JOKERS, Open, Style};

/// Lengths from 0 to 3, and surpluses from −5 to 6.
const LENGTHS: usize = 4;
const SURPLUSES: usize = 12;
const NO_SURPLUS: usize = 5;

/// More jokers than there can be.
const NEVER: u8 = 32;

/// Places of the table for no run, which needs nothing, and for one that cannot be.
const NOTHING: u8 = (LENGTHS * SURPLUSES) as u8;
const HOPELESS: u8 = NOTHING + 1;

/// Places of the table, as many as make a power of two.
const PLACES: usize = 64;

/// What the runs of a configuration that may not stop are to the question what they need: the length and
/// surplus of each, as a place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shapes {
    /// Mostly there are no more than two.
    few: [u8; 2],
    are_more: bool,
    more: [u8; MOST - 2],
}

/// Each run takes a card at a layer, and there are three packs and [`MAX_JOKERS`] at most.
const MOST: usize = 3 + MAX_JOKERS;

/// What an open run needs before a layer, by length and surplus.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need([u8; PLACES]);

/// What an open run needs, by layer.
#[derive(Debug, Default)]
pub(super) struct Needs {
    layers: Vec<Need>,
}

/// A run that may not stop, and what it is with one more card, as places in the table.
#[derive(Clone, Copy, Debug)]
struct Growth {
    run: u8,
    with_real: u8,
    with_joker: u8,
}

/// What a suit offers at a layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offer {
    pub(super) real: bool,
    /// A joker that stays lies there.
    pub(super) stays: bool,
}

/// What lies behind the last layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// Nothing: runs must have stopped.
    Nothing,
    /// The first layer.
    First,
    /// What was paid for when the ring was entered.
    Paid,
}

impl Offer {
    /// Whether a run needs a joker that may go anywhere.
    pub(super) fn is_gap(self) -> bool {
        !self.real && !self.stays
    }
}

impl Shapes {
    pub(super) fn new(style: &Style, config: &[Open]) -> Self {
        let mut runs = [NOTHING; MOST];
        let due = config.iter().filter(|run| !style.may_stop(**run));
        for (shape, run) in runs.iter_mut().zip(due) {
            let (len, surplus) = run.shape(style.majority);
            let surplus = NO_SURPLUS.saturating_add_signed(surplus as isize);
            let surplus = if style.ratio { surplus.min(SURPLUSES - 1) } else { NO_SURPLUS };
            *shape = (len.min(3) * SURPLUSES + surplus) as u8;
        }
        let [a, b, more @ ..] = runs;
        Self { few: [a, b], are_more: more[0] != NOTHING, more }
    }
}

impl Needs {
    /// Works out what runs need, given what each layer offers.
    pub(super) fn find(&mut self, style: &Style, offers: &[Offer], beyond: Beyond) {
        let n = offers.len();
        let growths = growths(style);
        let mut last = Need([0; PLACES]);
        if beyond != Beyond::Paid {
            // Runs that may stop need nothing.
            growths.iter().for_each(|growth| last.0[usize::from(growth.run)] = NEVER);
        }
        last.0[usize::from(HOPELESS)] = NEVER;
        if beyond == Beyond::Nothing && style.high {
            for _ in 0..MAX_JOKERS {
                last = last.before(Offer::default(), &growths);
            }
        }
        self.layers.clear();
        self.layers.resize(n + 1, last);
        let laps = if beyond == Beyond::First { 2 } else { 1 };
        for _ in 0..laps {
            for (layer, &offer) in offers.iter().enumerate().rev() {
                self.layers[layer] = self.layers[layer + 1].before(offer, &growths);
            }
            if beyond == Beyond::First {
                self.layers[n] = self.layers[0];
            }
        }
    }

    /// What runs need before a layer.
    pub(super) fn at(&self, layer: usize) -> &Need {
        &self.layers[layer]
    }
}

impl Need {
    /// That of which nothing is known.
    pub(super) const UNKNOWN: Self = Self([0; PLACES]);

    /// What runs need before a layer, if this is what they need behind it.
    fn before(&self, offer: Offer, growths: &[Growth]) -> Self {
        let behind = |growth: u8| self.0[usize::from(growth) % PLACES];
        let without = if offer.real { 0 } else { NEVER };
        let joker = u8::from(!offer.stays);
        let mut here = [0; PLACES];
        here[usize::from(HOPELESS)] = NEVER;
        for &Growth { run, with_real, with_joker } in growths {
            let least = (behind(with_real) + without).min(behind(with_joker) + joker);
            here[usize::from(run) % PLACES] = least.min(NEVER);
        }
        Self(here)
    }

    /// What all runs of a configuration need together.
    #[inline]
    pub(super) fn of(&self, shapes: Shapes) -> u8 {
        let need = |shape: u8| self.0[usize::from(shape) % PLACES];
        let [a, b] = shapes.few;
        let few = need(a) + need(b);
        if shapes.are_more {
            shapes.more.iter().fold(few, |sum, &run| sum + need(run))
        } else {
            few
        }
    }
}

/// The runs that may not stop, and what they become.
fn growths(style: &Style) -> SmallVec<[Growth; 32]> {
    let enough = if style.majority { NO_SURPLUS + 1 } else { NO_SURPLUS + 2 };
    let stop = |len: usize, surplus: usize| len >= 3 && (!style.ratio || surplus >= enough);
    let jokers = usize::from(style.jokers).min(MAX_JOKERS);
    let (least, most) = match (style.ratio, style.majority) {
        (false, _) => (NO_SURPLUS, NO_SURPLUS),
        (true, true) => (NO_SURPLUS - jokers, NO_SURPLUS + jokers + 1),
        (true, false) => (NO_SURPLUS, NO_SURPLUS + 2),
    };
    let (up, down) = (usize::from(style.ratio), usize::from(style.ratio && style.majority));
    let mut found = SmallVec::new();
    for len in 1..LENGTHS {
        let longer = (len + 1).min(3) * SURPLUSES;
        let can_be = |&surplus: &usize| len == 3 || surplus.abs_diff(NO_SURPLUS) <= len;
        for surplus in (least..=most).filter(can_be).filter(|&surplus| !stop(len, surplus)) {
            let with_joker = (surplus >= least + down).then(|| (longer + surplus - down) as u8);
            found.push(Growth {
                run: (len * SURPLUSES + surplus) as u8,
                with_real: (longer + (surplus + up).min(most)) as u8,
                with_joker: with_joker.unwrap_or(HOPELESS),
            });
        }
    }
    found
}
