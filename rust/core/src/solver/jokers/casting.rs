//! Which card a joker is best.
//!
//! A position is narrowed with a joker that may be any one of some cards: with one more of each of them
//! in the hand, so that no lay gains more than is possible there. Where that may be more than what was
//! found, the cards are parted. A part allows less than the whole, so that narrowing goes on from what is
//! known of the whole; a single card must be used. What may gain most comes first, so that a good lay is
//! found early and most parts need no closer look.
//!
//! The first parts are of cards near each other: what differs between their parts is then near, too,
//! and little has to be narrowed again.

use std::collections::BinaryHeap;

use super::lay_offs::{Choice, Relaxed};
use super::pursuit::{Asking, Pursuit, Unknown, Use};
use super::roles::{Among, Role};
use crate::card::Card;
use crate::solver::Table;
use crate::solver::dive::{Dive, Field};
use crate::solver::outline::Frame;
use crate::solver::path::End;

/// Cards of which the joker may be one.
struct Part {
    cards: Among,
    /// The position with one more of each in the hand, or on the table if it is only one.
    field: Field,
}

/// So often cards are parted until each is alone.
const SINGLE: u8 = 3;

/// So many parts are seldom kept.
const MANY: usize = 32;

/// The parts that may gain enough.
#[derive(Default)]
struct Parts {
    all: Vec<Part>,
    /// What is gained at most with those not yet looked at, how often they were parted and which ones
    /// they are.
    left: BinaryHeap<(u32, u8, usize)>,
}

impl Pursuit<'_, '_> {
    /// Looks at lays in which the joker is one of these cards.
    pub(super) fn cast(
        &mut self,
        cards: Among,
        choices: &[Choice],
        gain: u32,
    ) -> Result<(), Unknown> {
        let mut parts = Parts { all: Vec::with_capacity(MANY), ..Parts::default() };
        for part in cards.parts(0) {
            let mut rest = self.relaxed.rest;
            part.iter().for_each(|card| rest.hand[card.index()] += 1);
            let weights = self.relaxed.weights;
            let (dive, frame) = self.dive()?;
            if dive.narrow(frame, &rest.position(&weights)) {
                self.keep(&mut parts, part, 1, gain)?;
            }
        }
        while let Some((most, times, i)) = parts.left.pop() {
            if !self.floor.is_below(most) {
                break;
            }
            let Part { cards, field } = &parts.all[i];
            if let Some(card) = cards.only().filter(|_| times == SINGLE) {
                self.play_narrowed(card, field, most, choices, gain)?;
                continue;
            }
            for part in cards.parts(times) {
                if self.restrict(&parts.all[i], part)? {
                    self.keep(&mut parts, part, times + 1, gain)?;
                }
            }
        }
        Ok(())
    }

    fn dive(&mut self) -> Result<(&mut Dive, &Frame), Unknown> {
        let Asking { solver, jokers, .. } = &mut self.asking;
        Ok((solver.dive.as_mut().ok_or(Unknown)?, &jokers.roomier))
    }

    /// Narrows the position of a part further: the joker is one of fewer cards. A single one must be used.
    fn restrict(&mut self, whole: &Part, part: Among) -> Result<bool, Unknown> {
        let rest = self.relaxed.rest;
        let must = part.only().map(|card| (card, 1));
        let others = whole.cards.without(part).iter().map(|card| (card, 0));
        let cards = others
            .chain(must)
            .map(|(card, more)| (card, rest.table[card.index()] + more, rest.there(card) + more));
        let (dive, frame) = self.dive()?;
        Ok(dive.restrict(frame, &whole.field, cards))
    }

    /// What is gained at most in the position narrowed last.
    fn most(&self, gain: u32) -> u32 {
        let (Relaxed { rest, weights, gain: own, .. }, Asking { solver, jokers, cells }) =
            (&self.relaxed, &self.asking);
        let most = solver
            .dive
            .as_ref()
            .map_or(0, |dive| dive.most(&jokers.roomier, weights, &rest.hand, cells));
        gain + own + most
    }

    /// Keeps a part, whose position was narrowed last, if it may gain enough.
    fn keep(
        &mut self,
        parts: &mut Parts,
        cards: Among,
        times: u8,
        gain: u32,
    ) -> Result<(), Unknown> {
        let most = self.most(gain);
        if !self.floor.is_below(most) {
            return Ok(());
        }
        let rest = self.relaxed.rest;
        let (dive, frame) = self.dive()?;
        let can_be = |card: Card| dive.can_use(frame, card, rest.table[card.index()] + 1);
        let cards = if times < SINGLE { cards.filter(can_be) } else { cards };
        if !cards.is_empty() {
            parts.left.push((most, times, parts.all.len()));
            parts.all.push(Part { cards, field: dive.field().clone() });
        }
        Ok(())
    }

    /// Looks at lays in which the joker is this card, for which a position was narrowed.
    fn play_narrowed(
        &mut self,
        card: Card,
        field: &Field,
        most: u32,
        choices: &[Choice],
        gain: u32,
    ) -> Result<(), Unknown> {
        let role = Role::Card(card);
        let Relaxed { rest, weights, gain: own, is_exact } = &self.relaxed;
        let Some((relaxed, _)) = role.play(rest, weights) else { return Ok(()) };
        let Some((rest, _)) = role.play(&self.side.rest, self.side.weights) else { return Ok(()) };
        let position = relaxed.position(weights);
        let Asking { solver, jokers, .. } = &mut self.asking;
        let solver = &mut **solver;
        let dive = solver.dive.as_mut().ok_or(Unknown)?;
        dive.return_to(field);
        let (frame, room) = (&jokers.roomier, self.floor.room(most));
        match dive.descend(frame, &position, Table::Known, room, &mut solver.path) {
            End::Found => {}
            End::Hopeless => return Ok(()),
            End::Unfinished => return Err(Unknown),
        }
        let answer = solver.answer(&position);
        let value = gain + own + answer.value;
        if *is_exact {
            self.take(value, &rest, &answer, Choice::default(), Use::Role(role));
            return Ok(());
        }
        self.choose_below(value, choices, &rest, gain, Use::Role(role))
    }
}
