//! How many jokers an open run needs at least before it may stop.
//!
//! Where it needs more than there are, the suit has no way on. A run is looked at on its own, as if
//! no other took its cards, so that nothing possible is lost.

use smallvec::SmallVec;

use super::automaton::State;
use super::line::MAX_LAYERS;
use super::open::{Open, Style};

/// Lengths from 0 to 3, and surpluses from −5 to 6.
const LENGTHS: usize = 4;
const SURPLUSES: usize = 12;
const NO_SURPLUS: u8 = 5;

/// More jokers than there can be.
const NEVER: u8 = 32;

/// What an open run needs, by layer, length and surplus.
#[derive(Debug, Default)]
pub(super) struct Needs {
    layers: Vec<[[u8; SURPLUSES]; LENGTHS]>,
    /// What a configuration needs, by layer and state, where it is known.
    known: Vec<Vec<u8>>,
    majority: bool,
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

impl Needs {
    /// Works out what runs need, given what each layer offers.
    pub(super) fn find(&mut self, style: &Style, offers: &[Offer], beyond: Beyond) {
        let ring = beyond == Beyond::First;
        let n = offers.len();
        self.majority = style.majority;
        self.gaps = SmallVec::from_elem(if beyond == Beyond::Nothing { 0 } else { NEVER }, n + 1);
        for layer in (0..n).rev() {
            let Offer { real, stays } = offers[layer];
            self.gaps[layer] = self.gaps[layer + 1] + u8::from(!real && !stays);
        }
        self.layers.clear();
        self.layers.resize(n + 1, [[NEVER; SURPLUSES]; LENGTHS]);
        self.known.resize_with(MAX_LAYERS + 1, Vec::new);
        self.known.iter_mut().for_each(Vec::clear);
        let stop = |len: usize, surplus: usize| {
            let enough = if style.majority {
                surplus > usize::from(NO_SURPLUS)
            } else {
                surplus >= usize::from(NO_SURPLUS) + 2
            };
            len >= 3 && (!style.ratio || enough)
        };
        let mut behind = [[NEVER; SURPLUSES]; LENGTHS];
        for (len, row) in behind.iter_mut().enumerate() {
            for (surplus, need) in row.iter_mut().enumerate() {
                if stop(len, surplus) || beyond == Beyond::Paid {
                    *need = 0;
                }
            }
        }
        self.layers[n] = behind;
        let laps = if ring { 2 } else { 1 };
        for _ in 0..laps {
            for layer in (0..n).rev() {
                let Offer { real, stays } = offers[layer];
                let behind = self.layers[if ring { (layer + 1) % n } else { layer + 1 }];
                let behind = if ring && layer + 1 == n { self.layers[n] } else { behind };
                for len in 0..LENGTHS {
                    for surplus in 0..SURPLUSES {
                        let longer = &behind[(len + 1).min(3)];
                        let mut need = NEVER;
                        if stop(len, surplus) {
                            need = 0;
                        } else {
                            if real {
                                need = longer[(surplus + 1).min(SURPLUSES - 1)];
                            }
                            let fewer = surplus.saturating_sub(usize::from(style.majority));
                            if surplus > 0 || !style.majority {
                                need = need.min(longer[fewer] + u8::from(!stays));
                            }
                        }
                        self.layers[layer][len][surplus] = need;
                    }
                }
            }
            if ring {
                self.layers[n] = self.layers[0];
            }
        }
    }

    /// What all runs of a configuration together need before this layer.
    pub(super) fn of(&mut self, layer: usize, state: State, config: &[Open]) -> u8 {
        let known = &mut self.known[layer];
        if known.len() <= state as usize {
            known.resize(state as usize + 1, u8::MAX);
        }
        let need = &mut known[state as usize];
        if *need == u8::MAX {
            let (rows, majority, gaps) = (&self.layers[layer], self.majority, self.gaps[layer]);
            let of = |run: &Open| {
                let (len, surplus) = run.shape(majority);
                let tall = if run.is_tall() { gaps } else { 0 };
                let surplus = (surplus + i32::from(NO_SURPLUS)).max(0).cast_unsigned() as usize;
                rows[len.min(3)][surplus.min(SURPLUSES - 1)].max(tall)
            };
            *need =
                config.iter().map(of).fold(0, |sum: u8, need| sum.saturating_add(need).min(NEVER));
        }
        *need
    }
}
