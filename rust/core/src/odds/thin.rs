//! Taking needless ways out of a front.

use super::error::OddsError;
use super::front::Way;
use super::outlook::Outlook;
use super::progress::Watch;
use super::step::{NEVER, Step};

/// The most opening points of one card.
pub(super) const MOST_POINTS: usize = 10;

/// Takes needless ways out of fronts; owns the memory for that.
#[derive(Default)]
pub(super) struct Thinner {
    plain: Vec<bool>,
    needless: Vec<bool>,
}

impl Thinner {
    /// Leaves only the ways that may still matter with `left` cards left, sorted, each in its plainest
    /// form. `before` is the outlook of the front that they extend.
    ///
    /// A way is *plain* if it lacks no points and is not near the cap: then more cards are better, and
    /// nothing else counts.
    ///
    /// # Errors
    ///
    /// [`OddsError::Interrupted`].
    pub(super) fn thin(
        &mut self,
        step: &Step,
        ways: &mut Vec<Way>,
        before: Outlook,
        left: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(), OddsError> {
        let plain = |way: Way| way.missing() == 0 && before.is_free_for(way, left);
        ways.retain(|way| usize::from(way.missing()) <= MOST_POINTS * left);
        for way in ways.iter_mut().filter(|way| plain(**way)) {
            *way = plainest(step, *way, left);
        }
        ways.sort_unstable();
        ways.dedup_by(|later, first| later.suits() == first.suits() && plain(*first));
        watch.work(ways.len() * (16 + ways.len()))?;
        self.plain.clear();
        self.plain.extend(ways.iter().map(|&way| plain(way)));
        self.needless.clear();
        self.needless.resize(ways.len(), false);
        for (i, &way) in ways.iter().enumerate() {
            let rival = Rival::new(step, way, left);
            self.needless[i] = ways.iter().enumerate().any(|(j, &other)| {
                let covers = if self.plain[j] {
                    rival.is_outdone_by(other)
                } else {
                    rival.is_matched_by(other, before.is_free_for(other, left))
                };
                covers && j != i && !self.needless[j]
            });
        }
        let mut needless = self.needless.iter();
        ways.retain(|_| needless.next() == Some(&false));
        Ok(())
    }
}

/// The way that stands for all plain ways that can still lay the same as this one.
fn plainest(step: &Step, way: Way, left: usize) -> Way {
    let (mut suits, mut cost) = (way.suits(), way.cost());
    let spare = left - suits.iter().map(|&s| step.needs(s)).sum::<usize>();
    for s in &mut suits {
        let (alias, gain) = step.alias(*s, spare + step.needs(*s));
        *s = alias;
        cost -= gain;
    }
    Way::new(suits, cost, 0)
}

/// A way that another one may make needless.
struct Rival<'a> {
    step: &'a Step,
    way: Way,
    /// By suit and state of the other way: how many more cards this one can still lay. The cards that
    /// it needs in the other suits cannot come in this one.
    gaps: [&'a [i8]; 4],
}

impl<'a> Rival<'a> {
    fn new(step: &'a Step, way: Way, left: usize) -> Self {
        let needs = way.suits().map(|s| step.needs(s));
        let spare = left - needs.iter().sum::<usize>();
        let suits = way.suits();
        let gaps = std::array::from_fn(|i| step.gaps(suits[i], spare + needs[i]));
        Self { step, way, gaps }
    }

    /// Whether a plain way lays at least as many cards in the end, whatever comes.
    fn is_outdone_by(&self, other: Way) -> bool {
        let mut ahead = i32::from(self.way.cost()) - i32::from(other.cost());
        for (gaps, s) in self.gaps.iter().zip(other.suits()) {
            let gap = gaps[usize::from(s)];
            if gap == NEVER {
                return false;
            }
            ahead -= i32::from(gap);
        }
        ahead >= 0
    }

    /// Whether another way can do the same in each suit and is no worse off for it, be it that it
    /// laid as many cards, or more and has room for all that come.
    fn is_matched_by(&self, other: Way, is_free: bool) -> bool {
        let as_many =
            if is_free { other.cost() <= self.way.cost() } else { other.cost() == self.way.cost() };
        let mut suits = self.way.suits().into_iter().zip(other.suits());
        as_many
            && other.missing() <= self.way.missing()
            && suits.all(|(s, t)| self.step.is_below(s, t))
    }
}
