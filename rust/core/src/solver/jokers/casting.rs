//! Which card a joker is best.
//!
//! A position is narrowed with a joker that may be any one of some cards: with one more of each of them
//! in the hand, so that no lay gains more than is possible there. Where that may be more than what was
//! found, the cards are parted. A part allows less than the whole, so that narrowing goes on from what is
//! known of the whole; a single card must be used. What may gain most comes first, so that a good lay is
//! found early and most parts need no closer look. Before single cards are looked at, narrowing with all
//! that may gain something in use shows where something is lost whatever the joker is, which would be
//! found out again for each of them.
//!
//! The first parts are of cards near each other: what differs between their parts is then near, too,
//! and little has to be narrowed again.

use std::collections::BinaryHeap;

use super::lay_offs::{Choice, Relaxed};
use super::pursuit::{Asking, HandCells, Pursuit, Unknown, Use};
use super::roles::{Among, Role};
use crate::card::Card;
use crate::solver::Table;
use crate::solver::dive::{Dive, Field, HandCell, Losses};
use crate::solver::outline::Frame;
use crate::solver::path::End;

/// Cards of which the joker may be one.
struct Part {
    cards: Among,
    /// What is gained at most in the position as far as it is narrowed.
    most: u32,
    /// Whether it is known whether so much can be gained at once, as far as narrowing shows.
    tried: bool,
    /// The position with one more of each card in the hand, or on the table if it is only one.
    field: Field,
}

/// So often cards are parted until each is alone.
const SINGLE: u8 = 3;

/// So many parts are seldom kept.
const MANY: usize = 32;

/// The parts that may gain enough.
struct Parts {
    hand: HandCells,
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
        let Relaxed { rest, weights, .. } = &self.relaxed;
        let hand = HandCell::of(&self.asking.jokers.roomier, &rest.hand, weights).collect();
        let all = Vec::with_capacity(MANY);
        let mut parts = Parts { hand, all, left: BinaryHeap::new() };
        for part in cards.parts(0) {
            let mut rest = self.relaxed.rest;
            part.iter().for_each(|card| rest.hand[card.index()] += 1);
            let weights = self.relaxed.weights;
            let (dive, frame) = self.dive()?;
            if dive.narrow(frame, &rest.position(&weights)) {
                self.keep(&mut parts, part, 1, u32::MAX, gain)?;
            }
        }
        while let Some((most, times, i)) = parts.left.pop() {
            if !self.floor.is_below(most) {
                break;
            }
            let Part { cards, most: loose, ref field, .. } = parts.all[i];
            if (times + 1 == SINGLE || times == SINGLE && most == loose) && !parts.all[i].tried {
                // Often all have something in common that is lost.
                let (dive, frame) = self.dive()?;
                let most = most.min(loose - dive.lost(frame, field, &parts.hand));
                parts.all[i].tried = true;
                parts.left.push((most, times, i));
                continue;
            }
            if let Some(card) = cards.only().filter(|_| times == SINGLE) {
                self.play_narrowed(card, field, (loose, most), choices, gain)?;
                continue;
            }
            for part in cards.parts(times) {
                if self.restrict(&parts.all[i], part)? {
                    self.keep(&mut parts, part, times + 1, most, gain)?;
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

    /// Keeps a part, whose position was narrowed last, if it may gain enough.
    fn keep(
        &mut self,
        parts: &mut Parts,
        cards: Among,
        times: u8,
        most: u32,
        gain: u32,
    ) -> Result<(), Unknown> {
        let Relaxed { rest, gain: own, .. } = &self.relaxed;
        let Asking { solver, jokers, .. } = &self.asking;
        let (dive, frame) = (solver.dive.as_ref().ok_or(Unknown)?, &jokers.roomier);
        let loose = gain + own + dive.most(frame, &parts.hand);
        let most = most.min(loose);
        if times < SINGLE {
            self.without = self.without.min(loose - self.side.wild.gain());
        }
        if !self.floor.is_below(most) {
            return Ok(());
        }
        // Of what the joker cannot be, no more is used than without it, so it need not be taken out.
        let can_be = |card: Card| dive.can_use(frame, card, rest.table[card.index()] + 1);
        let cards = if times < SINGLE { cards.filter(can_be) } else { cards };
        if !cards.is_empty() {
            parts.left.push((most, times, parts.all.len()));
            parts.all.push(Part { cards, most: loose, tried: false, field: dive.field().clone() });
        }
        Ok(())
    }

    /// Looks at lays in which the joker is this card, for which a position was narrowed.
    fn play_narrowed(
        &mut self,
        card: Card,
        field: &Field,
        (loose, most): (u32, u32),
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
        let losses = Losses { least: loose - most, limit: self.floor.room(loose) };
        let frame = &jokers.roomier;
        match dive.descend(frame, &position, Table::Known, losses, &mut solver.path) {
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
