//! All that the cards read so far can have become.

use super::automaton::State;

/// One way to have used the cards read so far: the states of the four suits, and what it gave.
///
/// The order is by suits, then by cost, then by missing points: what is better comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Way(u64);

/// All ways to have used the cards read so far that may still matter, in order.
///
/// Suits are interchangeable, so a front is kept with its suits in a canonical order.
pub(super) type Front = Box<[Way]>;

/// A cost of zero: the way that laid most. Ways under construction may be better.
pub(super) const LEVEL: u8 = 128;

impl Way {
    /// The bits of one suit's state.
    const BITS: u32 = 11;
    const MASK: u64 = Self::STATES as u64 - 1;
    /// How many states of a suit a way can tell apart.
    pub(super) const STATES: usize = 1 << Self::BITS;

    /// `cost`: how many cards fewer it laid than the best way, above [`LEVEL`] while it is built.
    /// `missing`: the points that it lacks to open, below 4,096.
    pub(super) fn new(suits: [State; 4], cost: u8, missing: u16) -> Self {
        let joint = suits.iter().fold(0, |joint, &s| joint << Self::BITS | u64::from(s));
        Self(joint << 20 | u64::from(cost) << 12 | u64::from(missing))
    }

    pub(super) fn suits(self) -> [State; 4] {
        [3, 2, 1, 0].map(|i| (self.0 >> (20 + Self::BITS * i) & Self::MASK) as State)
    }

    pub(super) const fn cost(self) -> u8 {
        (self.0 >> 12) as u8
    }

    pub(super) const fn missing(self) -> u16 {
        self.0 as u16 & 0xfff
    }

    /// The same with another cost.
    pub(super) const fn with_cost(self, cost: u8) -> Self {
        Self(self.0 & !0xff000 | (cost as u64) << 12)
    }

    fn permuted(self, order: [usize; 4]) -> Self {
        let suits = self.suits();
        Self::new(order.map(|i| suits[i]), self.cost(), self.missing())
    }
}

/// Which neighbouring suits can be exchanged without changing the front.
pub(super) fn exchangeable(ways: &[Way]) -> [bool; 3] {
    std::array::from_fn(|i| {
        let mut order = [0, 1, 2, 3];
        order.swap(i, i + 1);
        is_permutation(ways, order)
    })
}

fn is_permutation(ways: &[Way], order: [usize; 4]) -> bool {
    ways.iter().all(|way| ways.binary_search(&way.permuted(order)).is_ok())
}

/// Brings the suits of sorted ways into the canonical order.
pub(super) fn canonicalise(ways: &mut Vec<Way>) {
    let marks = marks(ways);
    let mut order = [0, 1, 2, 3];
    order.sort_by_key(|&i| marks[i]);
    permute(ways, order);
    let marks = order.map(|i| marks[i]);
    let tied = |i: usize| marks[i] == marks[i + 1];
    let settled = exchangeable(ways);
    if (0..3).any(|i| tied(i) && !settled[i]) {
        // Rare: suits that look alike one by one but cannot be exchanged.
        let least = permutations()
            .filter(|order| order.map(|i| marks[i]) == marks)
            .map(|order| {
                let mut ways = ways.clone();
                permute(&mut ways, order);
                ways
            })
            .min();
        *ways = least.expect("leaving all in place is among them");
    }
}

/// A number for each suit that does not depend on the order of the suits.
fn marks(ways: &[Way]) -> [u64; 4] {
    let mut marks = [0u64; 4];
    for way in ways {
        let suits = way.suits().map(|s| mixed(u64::from(s) + 1));
        let label = u64::from(way.cost()) << 12 | u64::from(way.missing());
        let whole = mixed(suits.iter().fold(label, |sum, &s| sum.wrapping_add(s)));
        for (mark, s) in marks.iter_mut().zip(suits) {
            *mark = mark.wrapping_add(mixed(whole ^ s));
        }
    }
    marks
}

/// The finaliser of `SplitMix64`: spreads the bits of a number over all of it.
const fn mixed(n: u64) -> u64 {
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

fn permute(ways: &mut [Way], order: [usize; 4]) {
    if order != [0, 1, 2, 3] {
        for way in ways.iter_mut() {
            *way = way.permuted(order);
        }
        ways.sort_unstable();
    }
}

fn permutations() -> impl Iterator<Item = [usize; 4]> {
    (0..256usize).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6]).filter(|order| {
        let seen = order.iter().fold(0u8, |seen, i| seen | 1 << i);
        seen == 15
    })
}
