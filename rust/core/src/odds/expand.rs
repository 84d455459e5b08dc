//! What a front becomes with the cards of the next rank.

use super::automaton::State;
use super::error::OddsError;
use super::front::{self, LEVEL, Way};
use super::progress::Watch;
use super::sets::{self, Quad};
use super::step::{ANY_NUMBER, Leftover, Step};

/// The most opening points of one card.
pub(super) const MOST_POINTS: usize = 10;

/// What may still come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Outlook {
    /// Cards left to read.
    pub(super) left: usize,
    /// How many more cards than the best way of the front laid the turn allows; `left` if that many
    /// or more, so that nothing is felt of the limit.
    pub(super) room: usize,
}

impl Outlook {
    /// Whether this is what a whole hand leaves.
    pub(super) const fn is_read(self) -> bool {
        self.left == 0 || self.left == ANY_NUMBER
    }

    /// Whether so many cards can still come.
    pub(super) const fn is_possible(self, cards: usize) -> bool {
        self.left <= cards || self.left == ANY_NUMBER
    }

    const fn is_free(self) -> bool {
        self.room == self.left
    }

    /// Cards left after some more.
    const fn left_after(self, cards: usize) -> usize {
        if self.left == ANY_NUMBER { ANY_NUMBER } else { self.left - cards }
    }

    /// Whether a way under construction has room for all cards that are left.
    fn is_free_for(self, way: Way, left: usize) -> bool {
        self.is_free() || self.room + usize::from(way.cost()) >= left + usize::from(LEVEL)
    }
}

/// What a front becomes with some cards.
pub(super) struct Outcome<'a> {
    pub(super) quad: Quad,
    /// How many quads this one stands for, itself included.
    pub(super) quads: u64,
    pub(super) outlook: Outlook,
    /// How many more cards its best way laid.
    pub(super) more: isize,
    pub(super) ways: &'a [Way],
}

/// Expands fronts by one rank; owns the memory for that.
pub(super) struct Expander<'a> {
    sets: &'a [Quad],
    copies: usize,
    leftover: Leftover,
    /// Ways under construction by cards of the rank, two bits a suit.
    built: Vec<Vec<Way>>,
    lost: Vec<bool>,
}

/// A way being extended suit by suit.
#[derive(Clone, Copy)]
struct Partial {
    from: Way,
    set: Quad,
    suits: [State; 4],
    quad: Quad,
    laid: usize,
    /// Cards read at this rank and cards needed later.
    claimed: usize,
}

impl<'a> Expander<'a> {
    pub(super) fn new(sets: &'a [Quad], copies: u8, leftover: Leftover) -> Self {
        let built = vec![Vec::new(); 256];
        Self { sets, copies: copies.into(), leftover, built, lost: Vec::new() }
    }

    /// Calls `found` with what the front becomes with each quad of the rank, in a fixed order. Of
    /// quads that differ only by exchangeable suits it takes the falling one. Quads after which cards
    /// would be left over that may not be are skipped.
    ///
    /// A front without ways is one from which nothing can be laid any more.
    pub(super) fn expand(
        &mut self,
        step: &Step,
        points: u8,
        ways: &[Way],
        outlook: Outlook,
        watch: &mut Watch<'_>,
        mut found: impl FnMut(Outcome<'_>),
    ) -> Result<(), OddsError> {
        let exchangeable = front::exchangeable(ways);
        let sets = self.sets;
        for &from in ways {
            for &set in sets {
                let laid = set.iter().sum();
                let partial =
                    Partial { from, set, suits: [0; 4], quad: [0; 4], laid, claimed: laid };
                self.spread(step, points, outlook, exchangeable, partial, 0);
            }
        }
        for code in 0..self.built.len() {
            let quad: Quad = std::array::from_fn(|i| code >> (2 * i) & 3);
            let cards = quad.iter().sum();
            let drawable = cards <= outlook.left && quad.iter().all(|&n| n <= self.copies);
            // Cards after which no way is left: a dead end, unless nothing has to be laid.
            let dead = self.built[code].is_empty() && self.leftover == Leftover::Forbidden;
            if !drawable || dead {
                continue;
            }
            let Some(quads) = sets::arrangements(quad, exchangeable) else { continue };
            let mut ways = std::mem::take(&mut self.built[code]);
            let left = outlook.left_after(cards);
            self.thin(step, &mut ways, outlook, left, watch)?;
            let best = ways.iter().map(|way| way.cost()).min().unwrap_or(LEVEL);
            for way in &mut ways {
                *way = way.with_cost(way.cost() - best);
            }
            front::canonicalise(&mut ways);
            let room = if outlook.is_free() {
                left
            } else {
                (outlook.room + usize::from(best) - usize::from(LEVEL)).min(left)
            };
            let more = isize::from(i16::from(LEVEL) - i16::from(best));
            found(Outcome { quad, quads, outlook: Outlook { left, room }, more, ways: &ways });
            ways.clear();
            self.built[code] = ways;
        }
        Ok(())
    }

    /// Extends a way by all that suit number `suit` and those after it can do.
    fn spread(
        &mut self,
        step: &Step,
        points: u8,
        outlook: Outlook,
        exchangeable: [bool; 3],
        partial: Partial,
        suit: usize,
    ) {
        if suit == 4 {
            self.built_one(points, outlook, &partial);
            return;
        }
        let set = partial.set[suit];
        let mut most = self.copies;
        if suit > 0 && exchangeable[suit - 1] {
            most = most.min(partial.quad[suit - 1]);
        }
        for cards in set..=most {
            // The cards of sets are claimed already.
            let claimed = partial.claimed + cards - set;
            if claimed > outlook.left {
                break;
            }
            for m in step.moves(partial.from.suits()[suit], cards - set) {
                let claimed = claimed + step.needs(m.to);
                if claimed <= outlook.left {
                    let mut next = partial;
                    next.suits[suit] = m.to;
                    next.quad[suit] = cards;
                    next.laid += usize::from(m.laid);
                    next.claimed = claimed;
                    self.spread(step, points, outlook, exchangeable, next, suit + 1);
                }
            }
        }
    }

    fn built_one(&mut self, points: u8, outlook: Outlook, partial: &Partial) {
        let (from, laid) = (partial.from, partial.laid);
        let cost = usize::from(from.cost());
        if laid > outlook.room + cost {
            return;
        }
        let cost = usize::from(LEVEL) + cost - laid;
        let missing = usize::from(from.missing()).saturating_sub(laid * usize::from(points));
        let code = partial.quad.iter().rev().fold(0, |code, n| code << 2 | n);
        self.built[code].push(Way::new(partial.suits, cost as u8, missing as u8));
    }

    /// Leaves only the ways that may still matter, sorted, each in its plainest form.
    fn thin(
        &mut self,
        step: &Step,
        ways: &mut Vec<Way>,
        before: Outlook,
        left: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(), OddsError> {
        // Whether more is better for this way, with nothing else to mind.
        let plain = |way: Way| way.missing() == 0 && before.is_free_for(way, left);
        ways.retain(|way| usize::from(way.missing()) <= MOST_POINTS * left);
        for way in ways.iter_mut().filter(|way| plain(**way)) {
            let mut suits = way.suits();
            let spare = left - suits.iter().map(|&s| step.needs(s)).sum::<usize>();
            let mut cost = way.cost();
            for s in &mut suits {
                let (alias, gain) = step.alias(*s, spare + step.needs(*s));
                *s = alias;
                cost -= gain;
            }
            *way = Way::new(suits, cost, 0);
        }
        ways.sort_unstable();
        ways.dedup_by(|later, first| later.suits() == first.suits() && plain(*first));
        watch.work(ways.len() * (8 + ways.len()))?;
        self.lost.clear();
        self.lost.resize(ways.len(), false);
        for (i, &x) in ways.iter().enumerate() {
            let spare = left - x.suits().iter().map(|&s| step.needs(s)).sum::<usize>();
            let gaps = x.suits().map(|s| step.gaps(s, spare + step.needs(s)));
            let covers = |y: Way| {
                let ahead = i32::from(x.cost()) - i32::from(y.cost());
                let suits = y.suits();
                if plain(y) {
                    let gap: i32 = (0..4).map(|k| i32::from(gaps[k][usize::from(suits[k])])).sum();
                    return gap <= ahead;
                }
                let as_many = ahead == 0 || ahead > 0 && before.is_free_for(y, left);
                let same = x.suits().into_iter().zip(suits).all(|(s, t)| step.is_below(s, t));
                same && as_many && y.missing() <= x.missing()
            };
            self.lost[i] = (0..ways.len()).any(|j| j != i && !self.lost[j] && covers(ways[j]));
        }
        let mut lost = self.lost.iter();
        ways.retain(|_| !lost.next().expect("one for each way"));
        Ok(())
    }
}
