//! The part of the rules that is about one turn, compiled.

use crate::card::Card;
use crate::meld::MeldRules;
use crate::rules::{
    JokerLock, JokerReuse, JokerSource, JokerToRun, Opening, Options, PureRearrange, Rules, Values,
};
use crate::solver::{JokerLaws, Lock, Requirement, Reuse, Source, Weights};

/// What the rules say about one turn, compiled once from [`Rules`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TurnRules {
    melds: MeldRules,
    cap: Option<u8>,
    opening: Requirement,
    opening_clean: bool,
    locks: LockRules,
    may_decline: bool,
    pure_rearrange: PureRearrange,
    /// The points of each card type, or a card in play that has none.
    pub(super) points: Result<Weights, Card>,
}

/// What binds the jokers on the table (R5.5 to R5.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LockRules {
    /// What a joker's meld forbids.
    pub lock: JokerLock,
    /// Where the card that releases a joker may come from.
    pub source: JokerSource,
    /// Where a released joker may go.
    pub reuse: JokerReuse,
    /// Whether a joker may be added to a run on the table.
    pub to_run: JokerToRun,
}

impl LockRules {
    /// Nothing is bound.
    pub const NONE: Self = Self {
        lock: JokerLock::None,
        source: JokerSource::HandOrTable,
        reuse: JokerReuse::Anywhere,
        to_run: JokerToRun::UntilFull,
    };

    /// Joker options are ignored where there are no jokers (R7.3).
    const fn new(o: &Options) -> Self {
        if o.jokers == 0 {
            return Self::NONE;
        }
        Self {
            lock: o.joker_lock,
            source: o.joker_source,
            reuse: o.joker_reuse,
            to_run: o.joker_to_run,
        }
    }
}

impl TurnRules {
    /// Compiles the part of the rules that is about one turn.
    pub fn new(rules: &Rules) -> Self {
        let o = rules.options();
        let melds = MeldRules::new(rules);
        Self {
            points: points(&o.values, &melds),
            melds,
            cap: o.turn_cap,
            opening: match o.opening {
                Opening::None => Requirement::None,
                Opening::OwnMeld => Requirement::OwnMeld,
                Opening::Points => Requirement::Points(o.opening_points),
            },
            opening_clean: o.opening_clean && o.jokers > 0,
            locks: LockRules::new(o),
            may_decline: o.may_decline,
            pure_rearrange: o.pure_rearrange,
        }
    }

    /// The part about melds.
    pub const fn melds(&self) -> &MeldRules {
        &self.melds
    }

    /// Most hand cards in a turn; `None` for any number (R4.5).
    pub const fn cap(&self) -> Option<u8> {
        self.cap
    }

    /// Most hand cards to lay if the player wants to lay no more than so many, if any number.
    pub fn at_most(&self, wanted: Option<u32>) -> Option<u32> {
        self.cap.map(u32::from).into_iter().chain(wanted).min()
    }

    /// What the laid cards must hold of a player who has opened, or has not (R4.8).
    pub const fn requirement(&self, opened: bool) -> Requirement {
        if opened { Requirement::None } else { self.opening }
    }

    /// Whether a player opens with melds without jokers only (R4.8, R7.5).
    pub const fn opening_clean(&self) -> bool {
        self.opening_clean
    }

    /// What binds the jokers on the table (R5.5 to R5.8).
    pub const fn locks(&self) -> &LockRules {
        &self.locks
    }

    /// What the rules say about jokers, for the solver.
    pub const fn joker_laws(&self) -> JokerLaws {
        JokerLaws {
            lock: match self.locks.lock {
                JokerLock::None => Lock::None,
                JokerLock::Partial => Lock::Partial,
                JokerLock::Full => Lock::Full,
            },
            source: match self.locks.source {
                JokerSource::Hand => Source::Hand,
                JokerSource::HandOrTable => Source::HandOrTable,
            },
            reuse: match self.locks.reuse {
                JokerReuse::OtherMeld => Reuse::OtherMeld,
                JokerReuse::Anywhere => Reuse::Anywhere,
            },
            to_run: matches!(self.locks.to_run, JokerToRun::UntilFull),
            clean: self.opening_clean,
        }
    }

    /// Whether a player who could lay a hand card may lay none (R4.2).
    pub const fn may_decline(&self) -> bool {
        self.may_decline
    }

    /// What becomes of a rearrangement without a hand card (R4.7).
    pub const fn pure_rearrange(&self) -> PureRearrange {
        self.pure_rearrange
    }
}

fn points(values: &Values, melds: &MeldRules) -> Result<Weights, Card> {
    let mut points = [0; Card::COUNT];
    for card in Card::all().filter(|&card| melds.copies_of(card) > 0) {
        points[card.index()] = values.points(card).ok_or(card)?.into();
    }
    Ok(points)
}
