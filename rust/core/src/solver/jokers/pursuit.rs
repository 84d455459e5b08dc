//! The search for the best lay with at most one joker that may go anywhere, once it is decided which of
//! the table's are released.

use smallvec::SmallVec;

use super::Jokers;
use super::beside::{LaidOut, Side, Wild};
use super::lay_offs::{Choice, Relaxed, Rest, Ways, choices, lay_offs};
use super::roles::{Role, roles};
use crate::card::Card;
use crate::cards::Cards;
use crate::meld::Meld;
use crate::solver::arrange::Split;
use crate::solver::dive::{Field, HandCell, Losses, Narrowing};
use crate::solver::path::End;
use crate::solver::{Answer, Solver, Table, Weights};

/// What the joker that may go anywhere is used for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    Nothing,
    /// It is laid off as the choice says.
    LaidOff,
    Role(Role),
    /// It is none that may go anywhere, but stays as this card.
    Stays(Card),
}

/// A lay.
pub(super) struct Lead {
    pub(super) value: u32,
    /// What is left of the hand.
    pub(super) kept: Cards,
    pub(super) split: Split,
    /// The locked melds with what is laid off on them.
    pub(super) held: Vec<Meld>,
    /// Where among them the joker is laid off, and what it stands for.
    pub(super) joker: Option<(usize, Card)>,
    pub(super) used: Use,
    /// Its melds, where it was asked whether it has any that the rules allow.
    pub(super) laid_out: Option<LaidOut>,
}

/// Mostly a hand is no larger.
pub(super) type HandCells = SmallVec<[HandCell; 16]>;

/// It cannot be told in this way.
pub(super) struct Unknown;

/// What a lay must be worth more than, if anything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Floor(pub(super) Option<u32>);

impl Floor {
    pub(super) fn is_below(self, value: u32) -> bool {
        self.room(value) > 0
    }

    /// The same for lays that need only be worth as much.
    fn or_as_much(self) -> Self {
        Self(self.0.and_then(|floor| floor.checked_sub(1)))
    }

    /// How much more a lay of this value is worth.
    pub(super) fn room(self, value: u32) -> u32 {
        self.0.map_or(u32::MAX, |floor| value.saturating_sub(floor))
    }
}

/// Asks questions without jokers.
pub(super) struct Asking<'a> {
    pub(super) solver: &'a mut Solver,
    pub(super) jokers: &'a Jokers,
    /// The position asked about last.
    field: Field,
}

impl Asking<'_> {
    /// The answer to a question, if there is one that, with what is gained already, is worth more than
    /// `floor`. There may be one more of a card than the packs have where that is the joker.
    pub(super) fn ask(
        &mut self,
        rest: &Rest,
        weights: &Weights,
        gain: u32,
        floor: Floor,
        is_role: bool,
    ) -> Result<Option<Answer>, Unknown> {
        if self.solver.watch.glance() {
            return Err(Unknown);
        }
        let found = self.dive(rest, weights, gain, floor, |_, _| true);
        if is_role || found.is_ok() {
            return found;
        }
        let solver = &mut *self.solver;
        let position = rest.position(weights);
        let found = solver.search(&position, Table::Known);
        Ok(found.map(|()| solver.answer(&position)))
    }

    /// The same where sets take one of some numbers of a card, as bits.
    pub(super) fn ask_held(
        &mut self,
        rest: &Rest,
        weights: &Weights,
        gain: u32,
        floor: Floor,
        (card, to_sets): (Card, u8),
    ) -> Result<Option<Answer>, Unknown> {
        if self.solver.watch.glance() {
            return Err(Unknown);
        }
        self.dive(rest, weights, gain, floor, |narrowing, field| {
            narrowing.give(field, card, to_sets)
        })
    }

    /// The same by a dive, if that is enough, in a position that is narrowed further.
    fn dive(
        &mut self,
        rest: &Rest,
        weights: &Weights,
        gain: u32,
        floor: Floor,
        narrow: impl FnOnce(Narrowing<'_>, &mut Field) -> bool,
    ) -> Result<Option<Answer>, Unknown> {
        let Self { solver, jokers, field } = self;
        let frame = &jokers.roomier;
        let position = rest.position(weights);
        let dive = solver.dive.as_mut().ok_or(Unknown)?;
        let narrowing = dive.narrowing(frame);
        if !narrowing.narrow(field, &position) || !narrow(narrowing, field) {
            return Ok(None);
        }
        let mut room = u32::MAX;
        if floor != Floor(None) {
            let hand: HandCells = HandCell::of(frame, &rest.hand, weights).collect();
            room = floor.room(gain + narrowing.most(field, &hand));
        }
        if room == 0 {
            return Ok(None);
        }
        match dive.descend(frame, field, weights, Losses::below(room), &mut solver.path) {
            End::Found => Ok(Some(solver.answer(&position))),
            End::Hopeless => Ok(None),
            End::Unfinished => Err(Unknown),
        }
    }
}

/// The search.
pub(super) struct Pursuit<'a, 'b> {
    pub(super) asking: Asking<'a>,
    pub(super) side: &'a Side<'b>,
    /// What can be laid off on each locked meld.
    ways: Ways,
    pub(super) relaxed: Relaxed,
    pub(super) floor: Floor,
    /// What lays gain at most in which the joker stays in the hand.
    pub(super) without: u32,
    best: Option<Lead>,
    /// Lays are worth so much that are not allowed as they were found.
    doubtful: Option<u32>,
}

impl<'a, 'b> Pursuit<'a, 'b> {
    /// Of a lay worth more than `floor`, if anything.
    pub(super) fn new(
        solver: &'a mut Solver,
        jokers: &'a Jokers,
        side: &'a Side<'b>,
        floor: Option<u32>,
    ) -> Self {
        let with_joker = side.wild != Wild::None;
        let held = side.held.iter();
        let ways: Ways = held
            .map(|(lying, meld)| {
                lay_offs(&solver.rules, &jokers.line, lying, meld, &side.rest, with_joker)
            })
            .collect();
        let relaxed = Relaxed::new(&ways, &side.rest, side.weights);
        let (asking, floor) = (Asking { solver, jokers, field: Field::default() }, Floor(floor));
        Self { asking, side, ways, relaxed, floor, without: u32::MAX, best: None, doubtful: None }
    }

    /// The best lay, and whether there is none that is better.
    pub(super) fn best(mut self) -> (Option<Lead>, bool) {
        let known = self.run().is_ok();
        (self.best, known && self.doubtful <= self.floor.0)
    }

    /// Looks at all lays that may be best.
    fn run(&mut self) -> Result<(), Unknown> {
        let Side { rest, weights, gain, wild, .. } = *self.side;
        if let Some(staying) = &self.side.stays {
            return self.stay(staying);
        }
        let plain = choices(&self.ways, false, &rest, weights).ok_or(Unknown)?;
        let mut known = Ok(());
        if wild != Wild::None {
            known = self.run_with_joker(&plain);
        }
        // They are preferred where they gain as much.
        let floor = self.floor;
        let as_much = floor.or_as_much();
        if wild != Wild::Forced && as_much.is_below(self.without) {
            self.floor = as_much;
            let relaxed = self.relaxed.rest;
            let without = self.choose(&plain, &rest, &relaxed, gain, Use::Nothing);
            self.floor = self.floor.max(floor);
            without?;
        }
        known
    }

    /// Looks at all lays with the joker that may be best.
    fn run_with_joker(&mut self, plain: &[Choice]) -> Result<(), Unknown> {
        let Side { rest, weights, gain, wild, .. } = *self.side;
        let relaxed = self.relaxed.rest;
        let gain = gain + wild.gain();
        let with_joker = choices(&self.ways, true, &rest, weights).ok_or(Unknown)?;
        self.choose(&with_joker, &rest, &relaxed, gain, Use::LaidOff)?;
        let Asking { solver, jokers, .. } = &self.asking;
        let roles = roles(&jokers.line, &solver.rules, &rest).ok_or(Unknown)?;
        self.cast(roles.cards, plain, gain)?;
        roles.others.into_iter().try_for_each(|role| self.play(role, plain, gain))
    }

    /// Looks at lays in which the joker has a role.
    fn play(&mut self, role: Role, choices: &[Choice], gain: u32) -> Result<(), Unknown> {
        let Some((rest, own)) = role.play(&self.side.rest, self.side.weights) else {
            return Ok(());
        };
        let relaxed = role.play(&self.relaxed.rest, &self.relaxed.weights);
        relaxed.map_or(Ok(()), |(relaxed, _)| {
            self.choose(choices, &rest, &relaxed, gain + own, Use::Role(role))
        })
    }

    /// Looks at lays with each of these choices, which with `relaxed` gain no less than with what there
    /// is.
    fn choose(
        &mut self,
        choices: &[Choice],
        rest: &Rest,
        relaxed: &Rest,
        gain: u32,
        used: Use,
    ) -> Result<(), Unknown> {
        let Some((first, others)) = choices.split_first() else { return Ok(()) };
        self.choose_below(u32::MAX, std::slice::from_ref(first), rest, gain, used)?;
        if others.is_empty() {
            return Ok(());
        }
        let Relaxed { weights, gain: own, .. } = &self.relaxed;
        let (own, is_role) = (gain + own, matches!(used, Use::Role(_)));
        let most = self.asking.ask(relaxed, weights, own, self.floor, is_role)?;
        most.map_or(Ok(()), |most| self.choose_below(own + most.value, others, rest, gain, used))
    }

    /// Looks at lays with each of these choices, none of which gains more than `most`.
    pub(super) fn choose_below(
        &mut self,
        most: u32,
        choices: &[Choice],
        rest: &Rest,
        gain: u32,
        used: Use,
    ) -> Result<(), Unknown> {
        let is_role = matches!(used, Use::Role(_));
        let weights = self.side.weights;
        for &choice in choices {
            if !self.floor.is_below(most) {
                break;
            }
            let Some((left, own)) = choice.leave(&self.ways, rest, weights) else { continue };
            let gain = gain + own;
            if let Some(answer) = self.asking.ask(&left, weights, gain, self.floor, is_role)? {
                self.take(gain + answer.value, &left, &answer, choice, used);
            }
        }
        Ok(())
    }

    /// Takes the lay that was found, if it gains more.
    pub(super) fn take(
        &mut self,
        value: u32,
        left: &Rest,
        answer: &Answer,
        choice: Choice,
        used: Use,
    ) {
        if !self.floor.is_below(value) {
            return;
        }
        let mut kept = Cards::from_counts(left.hand).difference(&answer.laid);
        if let Use::Role(Role::Instead(card)) = used {
            // There was one more in the hand, so there is room.
            let _ = kept.insert(card);
        }
        let (held, joker) = (choice.melds(&self.ways), choice.joker(&self.ways));
        let solver = &*self.asking.solver;
        let mut lead =
            Lead { value, kept, split: solver.split(), held, joker, used, laid_out: None };
        let released = self.side.apart && self.side.release.is_some();
        let twins = solver.rules.forbids_twins();
        let doubtful = released || twins || matches!(used, Use::Stays(_));
        if doubtful {
            lead.laid_out = solver.melds_of(&lead, self.side);
            if lead.laid_out.is_none() {
                self.doubtful = self.doubtful.max(Some(value));
                return;
            }
        }
        self.floor = Floor(Some(value));
        self.best = Some(lead);
    }
}
