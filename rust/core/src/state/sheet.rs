//! The score sheet of a match.

use super::{Scores, Seat, Seats};
use crate::rules::{Deals, ExclusionPenalty, Match, Options, ThresholdCmp, TieBreak};

/// The score sheet of a match (R6.4 to R6.8): totals, who is still in, who has won.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sheet {
    players: Seats,
    still_in: Seats,
    /// Those who play extra deals to settle a tie.
    tied: Seats,
    winners: Seats,
    deals: u32,
    totals: Scores,
    units: Scores,
}

impl Sheet {
    /// The empty sheet of a match between these players.
    pub const fn new(players: Seats) -> Self {
        Self {
            players,
            still_in: players,
            tied: Seats::EMPTY,
            winners: Seats::EMPTY,
            deals: 0,
            totals: [0; Seat::COUNT],
            units: [0; Seat::COUNT],
        }
    }

    /// Everybody who began the match.
    pub const fn players(&self) -> Seats {
        self.players
    }

    /// Those whose total has not excluded them (R6.6).
    pub const fn still_in(&self) -> Seats {
        self.still_in
    }

    /// Those who play extra deals, none unless a tie is being broken (R6.8).
    pub const fn tied(&self) -> Seats {
        self.tied
    }

    /// Those who play the next deal; nobody once the match is over.
    pub const fn playing(&self) -> Seats {
        if !self.winners.is_empty() {
            Seats::EMPTY
        } else if self.tied.is_empty() {
            self.still_in
        } else {
            self.tied
        }
    }

    /// Who has won the match, `None` while it goes on.
    pub fn winners(&self) -> Option<Seats> {
        (!self.winners.is_empty()).then_some(self.winners)
    }

    /// Deals entered so far.
    pub const fn deals(&self) -> u32 {
        self.deals
    }

    /// Penalty points so far, by seat.
    pub const fn totals(&self) -> &Scores {
        &self.totals
    }

    /// Units that excluded players owe, by seat; what a unit is worth is settled elsewhere (R6.7).
    pub const fn units(&self) -> &Scores {
        &self.units
    }

    /// Enters the scores of a deal, gives those it excludes, and settles who plays on or has won.
    ///
    /// Scores of seats that do not play are ignored. Nothing is entered once the match is over.
    ///
    /// ```
    /// use machiavelli_core::rules::Rules;
    /// use machiavelli_core::state::{Seats, Sheet};
    ///
    /// let rules = Rules::preset("agimeg")?;
    /// let mut sheet = Sheet::new(Seats::first(3));
    /// for scores in [[4, 7, 0], [0, 5, 9], [3, 0, 6]] {
    ///     let mut all = [0; 8];
    ///     all[..3].copy_from_slice(&scores);
    ///     sheet.enter(rules.options(), &all);
    /// }
    /// assert_eq!(sheet.totals()[..3], [7, 12, 15]);
    /// assert_eq!(sheet.winners(), Some(Seats::first(1)));
    /// # Ok::<(), machiavelli_core::rules::RulesError>(())
    /// ```
    pub fn enter(&mut self, options: &Options, scores: &Scores) -> Seats {
        let playing = self.playing();
        if playing.is_empty() {
            return Seats::EMPTY;
        }
        self.deals += 1;
        for seat in playing.iter() {
            let total = &mut self.totals[seat.index()];
            *total = total.saturating_add(scores[seat.index()]);
        }
        let excluded = self.exclude(options);
        if let Some(contest) = self.contest(options, excluded) {
            let least = contest.iter().map(|seat| self.totals[seat.index()]).min();
            let total = |seat: &Seat| Some(self.totals[seat.index()]);
            let lowest: Seats = contest.iter().filter(|seat| total(seat) == least).collect();
            if lowest.len() > 1 && options.tie_break == TieBreak::ExtraDeal {
                self.tied = lowest;
            } else {
                (self.tied, self.winners) = (Seats::EMPTY, lowest);
            }
        }
        excluded
    }

    /// Those whose total now excludes them; extra deals exclude nobody.
    fn exclude(&mut self, options: &Options) -> Seats {
        let (Match::Threshold, true) = (options.match_, self.tied.is_empty()) else {
            return Seats::EMPTY;
        };
        let beyond = |total: u32| match (options.threshold, options.threshold_cmp) {
            (None, _) => false,
            (Some(threshold), ThresholdCmp::Gt) => total > threshold,
            (Some(threshold), ThresholdCmp::Ge) => total >= threshold,
        };
        let out: Seats =
            self.still_in.iter().filter(|seat| beyond(self.totals[seat.index()])).collect();
        self.still_in = self.still_in - out;
        let units = match options.exclusion_penalty {
            ExclusionPenalty::None => 0,
            ExclusionPenalty::StillIn => self.still_in.len() as u32,
            ExclusionPenalty::DealIndex => self.deals,
        };
        for seat in out.iter() {
            self.units[seat.index()] = units;
        }
        out
    }

    /// Those among whom the lowest total wins, once the match is to be decided.
    fn contest(&self, options: &Options, excluded: Seats) -> Option<Seats> {
        let planned = match options.deals {
            Deals::Players => self.players.len() as u32,
            Deals::Count(count) => count.into(),
        };
        match options.match_ {
            _ if !self.tied.is_empty() => Some(self.tied),
            Match::Deals => (self.deals >= planned).then_some(self.still_in),
            Match::Threshold => match self.still_in.len() {
                0 => Some(excluded),
                1 => Some(self.still_in),
                _ => None,
            },
        }
    }
}
