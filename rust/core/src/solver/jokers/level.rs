//! How much a search remembers: as little as the position needs.
//!
//! What is found where less is remembered may be against the rules, but no lay gains more. So the next
//! search, which remembers what was missing, need not look for more either. That is known suit by suit:
//! only the suits whose cards cannot be made into runs as the rules ask are looked at more closely.

use super::locks::Wants;
use super::open::{self, Style};
use super::task::Worth;
use super::{Found, Jokers, Lay, Lock, Outcome, arrange, reuse};
use crate::card::{Card, Suit};

/// Runs of so many real cards, and longer ones, can be cut in two.
const CUT: u8 = 6;

/// A question with what is decided about the table's jokers.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) lay: &'a Lay<'a>,
    pub(super) wants: &'a Wants,
    /// The entries that released jokers lie in, and the cards that release them.
    pub(super) releases: &'a [(usize, Card)],
    /// Jokers of the table that may go anywhere, and must be used.
    pub(super) free: u8,
    /// Only lays worth more than this are looked for.
    pub(super) floor: i32,
    /// None is worth more than this.
    pub(super) ceiling: i32,
}

/// How much is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// What is, of each suit, at least.
    pub(super) style: Style,
    /// How much closer each suit is looked at.
    steps: [Step; Suit::COUNT],
}

/// What is remembered of a suit besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Nothing,
    /// What the runs of the table ask.
    Table,
    /// What jokers ask of long runs, too.
    Ratio,
    /// What the runs of the table ask of runs in which their cards lie in another order, too.
    Turned,
    /// Lengths, too.
    Lengths,
}

/// What it takes to find a best lay.
pub(super) struct Closer {
    level: Level,
    /// None is worth more than this.
    pub(super) ceiling: i32,
}

impl Case<'_> {
    /// Jokers that may go anywhere.
    fn wild(&self) -> u8 {
        self.free + (self.lay.hand.count(Card::JOKER) + self.lay.open.count(Card::JOKER)) as u8
    }
}

impl Level {
    const fn new(style: Style) -> Self {
        Self { style, steps: [Step::Nothing; Suit::COUNT] }
    }

    /// Whether not much is remembered.
    fn is_cheap(&self) -> bool {
        self.steps.iter().all(|step| *step <= Step::Table)
    }

    /// What is remembered of a suit. Where none of its cards releases a joker, it does not matter how
    /// many jokers its runs hold.
    pub(super) fn of(&self, suit: Suit, case: &Case<'_>) -> Style {
        let releases = case.releases.iter().any(|(_, card)| card.suit() == Some(suit));
        let apart = if releases { self.style.apart } else { 0 };
        let style = Style { apart, ..self.style };
        match self.steps[suit.index()] {
            Step::Nothing => style,
            Step::Table => style.with_table(),
            Step::Ratio => Style { turned: style.turned, ..style.tight() },
            Step::Turned => style.tight(),
            Step::Lengths => Style { exact: true, ..style.tight() },
        }
    }

    /// Remembers more of these suits, as bits.
    fn look_at(&mut self, suits: u8) {
        let Style { lenient, loose, turned, .. } = self.style;
        for (_, step) in self.steps.iter_mut().enumerate().filter(|(s, _)| suits >> s & 1 == 1) {
            *step = match *step {
                Step::Nothing if lenient => Step::Table,
                Step::Nothing | Step::Table if loose => Step::Ratio,
                Step::Nothing | Step::Table | Step::Ratio if !turned => Step::Turned,
                _ => Step::Lengths,
            };
        }
    }
}

impl Style {
    /// The same with what the runs of the table ask.
    fn with_table(self) -> Self {
        Self { lenient: false, counted: self.counted.max(self.quotas), ..self }
    }

    /// The same with all that matters but what is looked at afterwards.
    pub(super) fn tight(self) -> Self {
        Self { loose: false, turned: true, ..self.with_table() }
    }

    /// The same where it is known which runs are identical.
    pub(super) fn strict(self) -> Self {
        Self { strict: true, high: false, ..self }
    }
}

impl Jokers {
    /// The best lay with what is decided about the table's jokers.
    ///
    /// # Errors
    ///
    /// What it takes to find it, if that is much.
    pub(super) fn decided(&mut self, case: &Case<'_>) -> Result<Option<Found>, Closer> {
        let mut level = Closer { level: Level::new(self.style(case)), ceiling: case.ceiling };
        loop {
            match self.look(&level, case) {
                Err(closer) if closer.level.is_cheap() => level = closer,
                found => return found,
            }
        }
    }

    /// The same whatever it takes.
    pub(super) fn decided_closely(&mut self, closer: &Closer, case: &Case<'_>) -> Option<Found> {
        self.look(closer, case).unwrap_or_else(|closer| self.decided_closely(&closer, case))
    }

    /// Searches once.
    ///
    /// # Errors
    ///
    /// What it takes to find the best lay, if more must be remembered.
    fn look(&mut self, closer: &Closer, case: &Case<'_>) -> Result<Option<Found>, Closer> {
        let &Closer { mut level, ceiling } = closer;
        let mut case = Case { ceiling, ..*case };
        match self.search(&level, &case) {
            Outcome::Nothing => return Ok(None),
            Outcome::Impossible { value, suits } => {
                case.ceiling = value;
                level.look_at(suits);
            }
            Outcome::Found(found) if found.melds.is_empty() => return Ok(Some(found)),
            Outcome::Found(found) => {
                case.ceiling = found.value;
                if self.rules.forbids_twins() && !arrange::differ(&found.melds, &level.style) {
                    if level.style.strict {
                        // A run that is too long was cut into some that there are already.
                        level.steps = [Step::Lengths; Suit::COUNT];
                    }
                    level.style = level.style.strict();
                } else if let Some(releases) =
                    reuse::assign(&found.melds, case.releases, case.lay.laws)
                {
                    return Ok(Some(Found { releases, ..found }));
                } else if level.style.apart == 0 {
                    return Ok(self.apart(level, &case));
                }
            }
        }
        assert!(level != closer.level, "a search that knows it all broke a rule");
        Err(Closer { level, ceiling: case.ceiling })
    }

    /// The same where it matters in which melds released jokers may lie (see [`reuse`]).
    fn apart(&mut self, level: Level, case: &Case<'_>) -> Option<Found> {
        let must = case.free + case.lay.must.count(Card::JOKER) as u8;
        let (mut level, mut case, mut best) = (level, *case, None);
        for apart in (must..=case.wild()).rev() {
            level.style.apart = apart;
            let closer = Closer { level, ceiling: case.ceiling };
            if let Some(found) = self.decided_closely(&closer, &case) {
                case.floor = found.value;
                best = Some(found);
            }
        }
        best
    }

    /// What must be remembered at least.
    fn style(&self, case: &Case<'_>) -> Style {
        let Case { lay: Lay { laws, worth, .. }, wants, .. } = case;
        // So many jokers a run can hold.
        let wild = case.wild();
        let mut jokers = wild + wants.most_staying();
        if wild == 0 && laws.lock == Lock::Full {
            // Melds that nothing leaves stay within the rules, whatever real cards are added.
            jokers = jokers.min(1);
        }
        let joker_max = self.rules.jokers.max.unwrap_or(open::UNLIMITED);
        let demands = || wants.demands.iter().flat_map(|demands| &demands.0);
        let quotas = demands().flat_map(|(_, demand)| &demand.quotas);
        let quotas = quotas.map(|quota| quota.most + 1).max().unwrap_or(0);
        let orders = demands().any(|(_, demand)| !demand.orders.is_empty());
        let run_max = self.rules.run_max;
        let majority = self.rules.jokers.needs_majority();
        let counted = if joker_max < jokers { joker_max } else { 0 };
        let jokers = jokers.min(joker_max);
        Style {
            // Where real runs can be cut, what is found seldom has one that is too long.
            exact: self.line.limits(run_max) && run_max + 1 < CUT,
            strict: false,
            loose: jokers > 1 && majority,
            lenient: quotas > 0 || orders,
            turned: quotas == 0,
            apart: 0,
            high: matches!(worth, Worth::Each(_)),
            majority,
            ratio: jokers > 1,
            counted,
            quotas,
            jokers,
            joker_max,
            run_max,
            same_runs: self.rules.same_runs.unwrap_or(u8::MAX),
        }
    }
}
