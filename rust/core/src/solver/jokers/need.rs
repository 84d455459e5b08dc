//! How many jokers an open run needs at least before it may stop.
//!
//! Where it needs more than there are, the suit has no way on. A run is looked at on its own, as if
//! no other took its cards, so that nothing possible is lost.

use smallvec::SmallVec;

use super::line::MAX_LAYERS;
use super::open::{MAX_JOKERS, Open, Style};

/// Lengths from 0 to 3, and surpluses from −5 to 6.
const LENGTHS: usize = 4;
const SURPLUSES: usize = 12;
const NO_SURPLUS: usize = 5;

/// More jokers than there can be.
const NEVER: u8 = 32;

/// What the runs of a configuration are to the question what they need: the length and surplus of
/// each, as a place in the table, and whether it is tall.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shapes {
    count: u8,
    /// Each run takes a card at a layer, and there are three packs and [`MAX_JOKERS`] at most.
    runs: [u8; 3 + MAX_JOKERS],
}

/// Marks tall runs.
const TALL: u8 = 1 << 7;

/// What an open run needs, by layer, length and surplus.
#[derive(Debug, Default)]
pub(super) struct Needs {
    layers: Vec<[u8; LENGTHS * SURPLUSES]>,
    /// The layers from each on that have nothing for a run.
    gaps: SmallVec<[u8; MAX_LAYERS + 1]>,
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
        let mut shapes = Self { count: config.len() as u8, ..Self::default() };
        for (shape, run) in shapes.runs.iter_mut().zip(config) {
            let (len, surplus) = run.shape(style.majority);
            let surplus = NO_SURPLUS.saturating_add_signed(surplus as isize);
            let surplus = if style.ratio { surplus.min(SURPLUSES - 1) } else { NO_SURPLUS };
            let tall = if run.is_tall() { TALL } else { 0 };
            *shape = (len.min(3) * SURPLUSES + surplus) as u8 | tall;
        }
        shapes
    }
}

impl Needs {
    /// Works out what runs need, given what each layer offers.
    pub(super) fn find(&mut self, style: &Style, offers: &[Offer], beyond: Beyond) {
        let ring = beyond == Beyond::First;
        let n = offers.len();
        self.gaps = SmallVec::from_elem(if beyond == Beyond::Nothing { 0 } else { NEVER }, n + 1);
        for layer in (0..n).rev() {
            self.gaps[layer] = self.gaps[layer + 1] + u8::from(offers[layer].is_gap());
        }
        self.layers.clear();
        self.layers.resize(n + 1, [NEVER; LENGTHS * SURPLUSES]);
        let enough = if style.majority { NO_SURPLUS + 1 } else { NO_SURPLUS + 2 };
        let stop = |len: usize, surplus: usize| len >= 3 && (!style.ratio || surplus >= enough);
        // What cannot be is not worked out.
        let jokers = usize::from(style.jokers).min(MAX_JOKERS);
        let surpluses = match (style.ratio, style.majority) {
            (false, _) => NO_SURPLUS..=NO_SURPLUS,
            (true, true) => NO_SURPLUS - jokers..=NO_SURPLUS + jokers + 1,
            (true, false) => NO_SURPLUS..=NO_SURPLUS + 2,
        };
        for len in 0..LENGTHS {
            for surplus in surpluses.clone() {
                if stop(len, surplus) || beyond == Beyond::Paid {
                    self.layers[n][len * SURPLUSES + surplus] = 0;
                }
            }
        }
        let laps = if ring { 2 } else { 1 };
        let (up, down) = (usize::from(style.ratio), usize::from(style.ratio && style.majority));
        for _ in 0..laps {
            for layer in (0..n).rev() {
                let Offer { real, stays } = offers[layer];
                let [here, behind] = self
                    .layers
                    .get_disjoint_mut([layer, layer + 1])
                    .expect("two layers, one behind the other");
                for len in 0..LENGTHS {
                    let longer = (len + 1).min(3) * SURPLUSES;
                    for surplus in surpluses.clone() {
                        let mut need = NEVER;
                        if stop(len, surplus) {
                            need = 0;
                        } else {
                            if real {
                                need = behind[longer + (surplus + up).min(*surpluses.end())];
                            }
                            if surplus >= surpluses.start() + down {
                                let with = behind[longer + surplus - down] + u8::from(!stays);
                                need = need.min(with);
                            }
                        }
                        here[len * SURPLUSES + surplus] = need;
                    }
                }
            }
            if ring {
                self.layers[n] = self.layers[0];
            }
        }
    }

    /// What all runs of a configuration together need before this layer.
    #[inline]
    pub(super) fn of(&self, layer: usize, shapes: Shapes) -> u8 {
        let (needs, gaps) = (&self.layers[layer], self.gaps[layer]);
        shapes.runs[..usize::from(shapes.count)].iter().fold(0, |sum, shape| {
            let tall = if shape & TALL == 0 { 0 } else { gaps };
            let need = needs[usize::from(shape & !TALL)].max(tall);
            u8::saturating_add(sum, need)
        })
    }
}
