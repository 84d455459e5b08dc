//! What the rules and the cards of a position allow at all, in bits.

use crate::card::{Card, Rank, Suit};
use crate::meld::MeldRules;
use crate::solver::moves::Moves;
use crate::solver::runs::Runs;
use crate::solver::sets::Sets;

/// What the rules say about melds, ready for searching.
///
/// A layer is a rank in the order of the runs. Where the ace may stand on both sides of a run, the
/// low ace is the first layer and the high ace the last. Layers whose order goes round are a ring,
/// which a position cuts where it likes.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) runs: Runs,
    pub(super) moves: Moves,
    pub(super) sets: Sets,
    /// The rank of each layer.
    pub(super) ranks: Vec<u8>,
    /// Which ranks the pack has, one bit a rank.
    pack: u16,
    pub(super) copies: u8,
    /// The ace is both the first and the last layer.
    pub(super) two_aces: bool,
    /// Runs go round the corner.
    pub(super) wrap: bool,
}

/// A position in card counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position<'a> {
    /// Cards that must be used.
    pub(super) table: &'a [u8; Card::COUNT],
    /// Cards that may be used for a gain.
    pub(super) hand: &'a [u8; Card::COUNT],
    /// Cards that may be used without a gain.
    pub(super) open: &'a [u8; Card::COUNT],
    pub(super) weights: &'a [u32; Card::COUNT],
}

/// How many cards there are of each suit and rank.
pub(super) type There = [[u8; 16]; Suit::COUNT];

/// Where runs and sets are possible in a position. Bits are layers, counted from the cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    /// The layers that runs of each suit can use.
    pub(super) runs: [u16; Suit::COUNT],
    /// The layers where a set is possible.
    pub(super) sets: u16,
    /// The suits whose aces can be used both as the high ace and otherwise.
    pub(super) tagged: [bool; Suit::COUNT],
    /// The layer that comes first.
    pub(super) cut: usize,
}

/// Why a position cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hopeless {
    /// More copies of a card than the packs have, a card the pack lacks, or a joker.
    Excess(Card),
    /// The forced cards cannot be arranged.
    Forced,
}

impl Frame {
    pub(super) fn new(rules: &MeldRules) -> Self {
        let mut ranks: Vec<u8> =
            (0..Rank::COUNT as u8).filter(|&r| rules.ranks[usize::from(r)]).collect();
        let two_aces = rules.ace_is_low() && rules.ace_is_high() && !rules.wrap;
        if two_aces {
            ranks.push(0);
        } else if !rules.ace_is_low() {
            ranks.rotate_left(1);
        }
        let runs = Runs::new(rules);
        Self {
            moves: Moves::new(&runs, rules.copies),
            runs,
            sets: Sets::new(rules),
            pack: ranks.iter().fold(0, |pack, r| pack | 1 << r),
            ranks,
            copies: rules.copies,
            two_aces,
            wrap: rules.wrap,
        }
    }

    /// The same for packs with one more of each card.
    pub(super) fn with_one_more(self) -> Self {
        Self { copies: self.copies + 1, ..self }
    }

    /// The first layer of a rank.
    pub(super) fn layer(&self, rank: usize) -> usize {
        let is_of = |layer: &usize| usize::from(self.ranks[*layer]) == rank;
        // Mostly layers begin with the ace, and no rank is missing.
        Some(rank)
            .filter(|&layer| layer < self.ranks.len())
            .filter(is_of)
            .unwrap_or_else(|| (0..self.ranks.len()).find(is_of).unwrap_or(0))
    }

    /// The card that goes on with a run of two or more that ends with this one.
    pub(super) fn above(&self, last: Card) -> Option<Card> {
        let (rank, suit) = (last.rank()?, last.suit()?);
        let layer = self.ranks.iter().rposition(|&r| usize::from(r) == rank.index())?;
        let above = self.ranks.get(layer + 1)?;
        Some(Card::new(Rank::ALL[usize::from(*above)], suit))
    }

    /// Checks a position and finds where runs and sets are possible.
    pub(super) fn outline(
        &self,
        position: &Position<'_>,
        there: &mut There,
    ) -> Result<Outline, Hopeless> {
        let mut present = 0;
        let mut forced = 0;
        let mut excess = 0;
        for (s, there) in there.iter_mut().enumerate() {
            let [t, h, o] = [position.table, position.hand, position.open].map(|c| words(c, s));
            let sum =
                (t.0.wrapping_add(h.0).wrapping_add(o.0), t.1.wrapping_add(h.1).wrapping_add(o.1));
            // Counts below 4 sum up within their bytes; larger ones are caught beside the sum.
            let any = t.0 | h.0 | o.0 | t.1 | h.1 | o.1;
            let room = 0x0101_0101_0101_0101 * u64::from(0x7f - self.copies);
            let over = sum.0.wrapping_add(room) | sum.1.wrapping_add(room);
            excess |= any & 0xfcfc_fcfc_fcfc_fcfc | over & 0x8080_8080_8080_8080;
            there[..8].copy_from_slice(&sum.0.to_le_bytes());
            there[5..13].copy_from_slice(&sum.1.to_le_bytes());
            present |= u64::from(ranks_present(sum)) << (16 * s);
            forced |= u64::from(ranks_present(t)) << (16 * s);
        }
        excess |= present & !(u64::from(self.pack) * ONES);
        let jokers = position.table[52] | position.hand[52] | position.open[52];
        if excess | u64::from(jokers) != 0 {
            return Err(Hopeless::Excess(self.first_excess(position)));
        }
        let last = self.ranks.len() - 1;
        let present = self.to_layers(present);
        let [a, b, c, d] = split(present);
        let mut sets = a & b & (c | d) | c & d & (a | b);
        if self.two_aces {
            // Sets of aces are decided where the ace is low.
            sets &= !(1 << last);
        }
        let runs = self.runnable(present);
        let mut covered = runs | (u64::from(sets) * ONES);
        let mut tagged = 0;
        if self.two_aces {
            covered |= covered >> last & ONES | (covered & ONES) << last;
            let low = runs | (present * u64::from(sets & 1));
            tagged = runs >> last & low & ONES;
        }
        if self.to_layers(forced) & !covered != 0 {
            return Err(Hopeless::Forced);
        }
        let tagged = split(tagged).map(|tagged| tagged == 1);
        Ok(Outline { runs: split(runs), sets, tagged, cut: 0 })
    }

    /// Turns an outline so that little has to be remembered across the cut.
    pub(super) fn turn(&self, outline: &Outline) -> Outline {
        let cut = self.cut(outline.runs, outline.tagged);
        let n = self.ranks.len();
        let turn = |bits: u16| {
            let bits = u32::from(bits);
            ((bits >> cut | bits << (n - cut)) & ((1 << n) - 1)) as u16
        };
        Outline { runs: outline.runs.map(turn), sets: turn(outline.sets), cut, ..*outline }
    }

    /// The layer of a bit of an outline with this cut.
    pub(super) fn number(&self, cut: usize, bit: usize) -> usize {
        let n = self.ranks.len();
        if bit + cut < n { bit + cut } else { bit + cut - n }
    }

    /// Ranks as bits turned into layers as bits.
    fn to_layers(&self, ranks: BySuit) -> BySuit {
        let bits = if self.pack == 0x1fff {
            ranks
        } else {
            ranks & (0x7f * ONES) | ranks >> 3 & (0x380 * ONES)
        };
        let last = self.ranks.len() - 1;
        if self.two_aces {
            bits | (bits & ONES) << last
        } else if self.ranks[0] == 1 {
            bits >> 1 & (0x7fff * ONES) | (bits & ONES) << last
        } else {
            bits
        }
    }

    /// The layers that some three consecutive layers with cards cover.
    fn runnable(&self, present: BySuit) -> BySuit {
        if self.wrap {
            let n = self.ranks.len();
            return split(present).into_iter().rev().fold(0, |all, present| {
                let p = u32::from(present);
                let twice = p | p << n;
                let starts = twice & twice >> 1 & twice >> 2 & ((1 << n) - 1);
                let cover = starts | starts << 1 | starts << 2;
                all << 16 | u64::from((cover | cover >> n) & ((1 << n) - 1))
            });
        }
        // No suit has a bit in the highest two places, so none gets one from the next.
        let starts = present & present >> 1 & present >> 2;
        starts | starts << 1 | starts << 2
    }

    /// Where to cut the ring of layers so that little has to be remembered across the cut.
    pub(super) fn cut(&self, runs: [u16; Suit::COUNT], tagged: [bool; Suit::COUNT]) -> usize {
        if !self.two_aces && !self.wrap {
            return 0;
        }
        let n = self.ranks.len();
        let mut crossed = [0; Suit::COUNT];
        for s in 0..Suit::COUNT {
            crossed[s] = runs[s] & (runs[s] << 1 | runs[s] >> (n - 1));
            if self.two_aces {
                crossed[s] = crossed[s] & !1 | u16::from(tagged[s]);
            }
        }
        let free = !crossed.iter().fold(0, |all, c| all | u32::from(*c)) & ((1 << n) - 1);
        if free != 0 {
            return free.trailing_zeros() as usize;
        }
        if self.two_aces {
            // A count of aces is less to remember than the open runs of a suit.
            return 0;
        }
        let crossings = |cut: usize| crossed.iter().filter(|&c| c >> cut & 1 == 1).count();
        (0..n).min_by_key(|&cut| crossings(cut)).unwrap_or(0)
    }

    #[cold]
    fn first_excess(&self, position: &Position<'_>) -> Card {
        let excess = |card: &Card| {
            let counts = [position.table, position.hand, position.open].map(|c| c[card.index()]);
            let copies =
                card.rank().map_or(0, |r| u16::from(self.copies) * (self.pack >> r.index() & 1));
            counts.map(u16::from).iter().sum::<u16>() > copies
        };
        Card::all().find(excess).unwrap_or(Card::JOKER)
    }
}

impl Outline {
    /// Whether runs of suit `s` can cross the cut.
    pub(super) fn crosses(&self, frame: &Frame, s: usize) -> bool {
        let last = frame.ranks.len() - 1;
        frame.wrap && self.runs[s] & self.runs[s] >> last & 1 == 1
    }
}

/// Bits of each suit, 16 bits a suit.
type BySuit = u64;

/// A one for each suit.
const ONES: BySuit = 0x0001_0001_0001_0001;

/// The bits of each suit on its own.
fn split(all: BySuit) -> [u16; Suit::COUNT] {
    std::array::from_fn(|s| (all >> (16 * s)) as u16)
}

/// The thirteen counts of a suit as two overlapping words of eight.
fn words(counts: &[u8; Card::COUNT], suit: usize) -> (u64, u64) {
    let at = |i: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&counts[i..i + 8]);
        u64::from_le_bytes(word)
    };
    (at(13 * suit), at(13 * suit + 5))
}

/// Which ranks have at least one card, for counts below 4.
fn ranks_present((low, high): (u64, u64)) -> u16 {
    // The product moves the lowest bit of each byte to the top byte.
    let gather = |w: u64| {
        let any = (w | w >> 1) & 0x0101_0101_0101_0101;
        (any.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
    };
    gather(low) | gather(high) << 5
}
