//! What a front becomes with the cards of the next rank.

use super::automaton::State;
use super::error::OddsError;
use super::front::{self, LEVEL, Way};
use super::outlook::Outlook;
use super::progress::Watch;
use super::sets::{self, Quad};
use super::step::{Leftover, Step};
use super::thin::Thinner;

/// What a front becomes with some cards.
pub(super) struct Outcome<'a> {
    pub(super) quad: Quad,
    /// How many quads this one stands for, itself included.
    pub(super) quads: u64,
    pub(super) outlook: Outlook,
    /// How many more cards its best way laid.
    pub(super) more: i32,
    pub(super) ways: &'a [Way],
}

/// Expands fronts by one rank; owns the memory for that.
pub(super) struct Expander {
    sets: Vec<Quad>,
    copies: usize,
    leftover: Leftover,
    /// Ways under construction, by cards of the rank: two bits a suit.
    built: Vec<Vec<Way>>,
    thinner: Thinner,
}

impl Expander {
    pub(super) fn new(sets: Vec<Quad>, copies: u8, leftover: Leftover) -> Self {
        let built = vec![Vec::new(); 1 << 8];
        Self { sets, copies: copies.into(), leftover, built, thinner: Thinner::default() }
    }

    /// Calls `found` with what the front becomes with each quad of a rank whose cards are worth so
    /// many opening points, in a fixed order. Of quads that differ only by exchangeable suits it takes
    /// the falling one. Quads after which cards would be left over that may not be are skipped.
    ///
    /// A front without ways is one from which nothing can be laid any more.
    ///
    /// # Errors
    ///
    /// [`OddsError::Interrupted`].
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
        for &from in ways {
            watch.work(16 * self.sets.len())?;
            for &set in &self.sets {
                let extension = Extension::new(step, points, from, set, outlook, exchangeable);
                extension.spread(self.copies, &mut self.built);
            }
        }
        for code in 0..self.built.len() {
            let quad: Quad = std::array::from_fn(|i| code >> (2 * i) & 3);
            let cards = quad.iter().sum();
            let drawable = cards <= outlook.left() && quad.iter().all(|&n| n <= self.copies);
            // Cards after which no way is left: a dead end, unless nothing has to be laid.
            let dead = self.built[code].is_empty() && self.leftover == Leftover::Forbidden;
            if !drawable || dead {
                continue;
            }
            let Some(quads) = sets::arrangements(quad, exchangeable) else { continue };
            let ways = &mut self.built[code];
            let left = outlook.left_after(cards);
            self.thinner.thin(step, ways, outlook, left, watch)?;
            let best = ways.iter().map(|way| way.cost()).min().unwrap_or(LEVEL);
            for way in ways.iter_mut() {
                *way = way.with_cost(way.cost() - best);
            }
            front::canonicalise(ways);
            let more = i32::from(LEVEL) - i32::from(best);
            found(Outcome { quad, quads, outlook: outlook.after(left, best), more, ways });
            ways.clear();
        }
        Ok(())
    }
}

/// A way that is extended by the cards of a rank, of which some lie in given sets.
struct Extension<'a> {
    step: &'a Step,
    points: usize,
    from: Way,
    suits: [State; 4],
    set: Quad,
    outlook: Outlook,
    exchangeable: [bool; 3],
    /// Fewest cards that suits need from here on, sets aside: those from some suit on.
    needs: [usize; 5],
}

/// An extension by the cards of the first suits.
#[derive(Clone, Copy)]
struct Partial {
    suits: [State; 4],
    quad: Quad,
    laid: usize,
    /// Cards of the rank and cards needed later.
    claimed: usize,
}

impl<'a> Extension<'a> {
    fn new(
        step: &'a Step,
        points: u8,
        from: Way,
        set: Quad,
        outlook: Outlook,
        exchangeable: [bool; 3],
    ) -> Self {
        let suits = from.suits();
        let mut needs = [0; 5];
        for i in (0..4).rev() {
            needs[i] = needs[i + 1] + step.needs_before(suits[i]);
        }
        Self { step, points: points.into(), from, suits, set, outlook, exchangeable, needs }
    }

    /// Adds all that can be built.
    fn spread(&self, copies: usize, built: &mut [Vec<Way>]) {
        let laid = self.set.iter().sum();
        let none = Partial { suits: [0; 4], quad: [0; 4], laid, claimed: laid };
        self.spread_from(0, none, copies, built);
    }

    fn spread_from(&self, suit: usize, partial: Partial, copies: usize, built: &mut [Vec<Way>]) {
        if partial.claimed + self.needs[suit] > self.outlook.left() {
            return;
        }
        if suit == 4 {
            if let Some(way) = self.way(&partial) {
                let code = partial.quad.iter().rev().fold(0, |code, n| code << 2 | n);
                built[code].push(way);
            }
            return;
        }
        let set = self.set[suit];
        let falling = suit > 0 && self.exchangeable[suit - 1];
        let most = if falling { partial.quad[suit - 1] } else { copies };
        for cards in set..=most {
            for m in self.step.moves(self.suits[suit], cards - set) {
                let mut next = partial;
                next.suits[suit] = m.to;
                next.quad[suit] = cards;
                next.laid += usize::from(m.laid);
                // The cards of sets are claimed already.
                next.claimed += cards - set + usize::from(m.needs);
                self.spread_from(suit + 1, next, copies, built);
            }
        }
    }

    /// The whole way, unless it lays more than the turn allows.
    fn way(&self, partial: &Partial) -> Option<Way> {
        let cost = usize::from(self.from.cost());
        if partial.laid > self.outlook.room() + cost {
            return None;
        }
        let cost = usize::from(LEVEL) + cost - partial.laid;
        let missing = usize::from(self.from.missing()).saturating_sub(partial.laid * self.points);
        Some(Way::new(partial.suits, cost as u8, missing as u16))
    }
}
