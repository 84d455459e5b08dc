//! The part of the rules that is about one turn, compiled.

use super::PositionError;
use crate::card::Card;
use crate::cards::Cards;
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
    joker_laws: JokerLaws,
    may_decline: bool,
    pure_rearrange: PureRearrange,
    open_cards: u8,
    /// The points of each card type, or a card in play that has none.
    pub(super) points: Result<Weights, Card>,
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
            joker_laws: joker_laws(o),
            may_decline: o.may_decline,
            pure_rearrange: o.pure_rearrange,
            open_cards: o.open_cards,
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

    /// What the rules say about jokers in a turn (R5.5 to R5.8).
    pub const fn joker_laws(&self) -> JokerLaws {
        self.joker_laws
    }

    /// Whether a player who could lay a hand card may lay none (R4.2).
    pub const fn may_decline(&self) -> bool {
        self.may_decline
    }

    /// Whether it may take a solver to judge a turn.
    pub const fn takes_solver(&self) -> bool {
        !self.may_decline || matches!(self.opening, Requirement::Points(_))
    }

    /// Checks that no more open cards lie alone than were turned up (R2.12).
    ///
    /// # Errors
    ///
    /// [`PositionError::OpenCards`] if there are more.
    pub fn check_open(&self, alone: &Cards) -> Result<(), PositionError> {
        let (alone, most) = (alone.len(), self.open_cards);
        if alone > usize::from(most) {
            return Err(PositionError::OpenCards { alone, most });
        }
        Ok(())
    }

    /// What becomes of a rearrangement without a hand card (R4.7).
    pub const fn pure_rearrange(&self) -> PureRearrange {
        self.pure_rearrange
    }
}

/// What these options say about jokers, which is no matter where there are none (R7.3).
const fn joker_laws(o: &Options) -> JokerLaws {
    if o.jokers == 0 {
        return JokerLaws::FREE;
    }
    JokerLaws {
        lock: match o.joker_lock {
            JokerLock::None => Lock::None,
            JokerLock::Partial => Lock::Partial,
            JokerLock::Full => Lock::Full,
        },
        source: match o.joker_source {
            JokerSource::Hand => Source::Hand,
            JokerSource::HandOrTable => Source::HandOrTable,
        },
        reuse: match o.joker_reuse {
            JokerReuse::OtherMeld => Reuse::OtherMeld,
            JokerReuse::Anywhere => Reuse::Anywhere,
        },
        to_run: matches!(o.joker_to_run, JokerToRun::UntilFull),
        clean: o.opening_clean,
    }
}

fn points(values: &Values, melds: &MeldRules) -> Result<Weights, Card> {
    let mut points = [0; Card::COUNT];
    for card in Card::all().filter(|&card| melds.copies_of(card) > 0) {
        points[card.index()] = values.points(card).ok_or(card)?.into();
    }
    Ok(points)
}
