//! What becomes of a suit's open runs behind a layer.

use crate::card::Suit;
use crate::solver::moves::{Mode, Move};
use crate::solver::outline::{Frame, Outline};

/// A span over all layers.
pub(super) const EVERYWHERE: u16 = u16::MAX;

/// What becomes of a suit's runs and tag behind a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Passage {
    /// The span ends: no run is open behind the layer.
    #[default]
    Exit,
    /// The span ends, and the open runs are those that crossed the cut.
    Cross,
    /// Runs and tag go on.
    Open,
    /// Every run ends, but the tag goes on.
    Close,
    /// As [`Open`](Self::Open), and the tag counts the aces used in runs and sets.
    CountLow,
    /// As [`Close`](Self::Close), and the tag counts the aces used in runs.
    CountHigh,
    /// As [`Open`](Self::Open), and the aces that the tag counted are no longer there.
    SpendLow,
    /// As [`Exit`](Self::Exit), and the aces that the tag counted are no longer there.
    SpendAll,
}

impl Passage {
    /// The span ends behind the layer.
    pub(super) const fn exits(self) -> bool {
        matches!(self, Self::Exit | Self::Cross | Self::SpendAll)
    }

    /// The tag behind the layer counts aces used there.
    pub(super) const fn counts(self) -> bool {
        matches!(self, Self::CountLow | Self::CountHigh)
    }

    /// How many aces a move adds to a tag that counts them.
    pub(super) fn counted(self, m: Move) -> u8 {
        if self == Self::CountLow { m.used } else { m.to_runs }
    }

    /// The aces that the tag counted were used before.
    pub(super) const fn spends(self) -> bool {
        matches!(self, Self::SpendLow | Self::SpendAll)
    }

    /// The passage of suit `s` behind the layer of bit `bit`, the last of its span or not.
    pub(super) fn new(frame: &Frame, outline: &Outline, s: usize, bit: usize, last: bool) -> Self {
        let runs = u32::from(outline.runs[s]);
        let goes_on = runs >> (bit + 1) & 1 == 1;
        if outline.tagged[s] {
            let number = frame.number(outline.cut, bit);
            let (low, high) = (number == 0, number == frame.ranks.len() - 1);
            match (outline.cut == 0, last) {
                (true, _) if low => return Self::CountLow,
                (true, _) if high => return Self::SpendAll,
                (false, _) if high => return Self::CountHigh,
                (false, true) if low => return Self::SpendAll,
                (false, false) if low => return Self::SpendLow,
                _ => {}
            }
        }
        match (last, outline.crosses(frame, s), goes_on) {
            (true, true, _) => Self::Cross,
            (true, false, _) => Self::Exit,
            (false, _, true) => Self::Open,
            (false, _, false) => Self::Close,
        }
    }

    /// The state behind the layer after a move, if it is possible; 0 behind the end of a span.
    #[inline]
    pub(super) fn state(self, frame: &Frame, tag: u16, m: Move) -> Option<u16> {
        let states = frame.runs.states as u16;
        match self {
            Self::Open | Self::Close => Some(tag * states + m.to),
            Self::Exit | Self::SpendAll => Some(0),
            Self::CountLow | Self::CountHigh => Some(u16::from(self.counted(m)) * states + m.to),
            Self::SpendLow => Some(m.to),
            Self::Cross => frame.runs.crossings()[usize::from(tag)].leaves(m.to).then_some(0),
        }
    }

    /// What the layer does to runs that can use it.
    pub(super) const fn mode(self) -> Mode {
        match self {
            Self::Open | Self::CountLow | Self::SpendLow | Self::Cross => Mode::Open,
            Self::Exit | Self::SpendAll | Self::Close | Self::CountHigh => Mode::Close,
        }
    }
}

/// The layers of every suit where it can have more than one state, as bits.
pub(super) fn spans(frame: &Frame, outline: &Outline) -> [u16; Suit::COUNT] {
    std::array::from_fn(|s| {
        if outline.crosses(frame, s) || outline.tagged[s] && outline.cut == 0 {
            EVERYWHERE
        } else if outline.tagged[s] {
            outline.runs[s] | 1 << (frame.ranks.len() - outline.cut)
        } else {
            outline.runs[s]
        }
    })
}
