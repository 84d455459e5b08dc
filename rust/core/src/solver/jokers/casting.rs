//! Which card a joker is best.
//!
//! A position is narrowed with a joker that may be any one of some cards: with one more of each of them
//! in the hand, so that no lay gains more than is possible there. Where that may be more than what was
//! found, the cards are parted. A part allows less than the whole, so that narrowing goes on from what is
//! known of the whole; a single card must be used. What may gain most comes first, so that a good lay is
//! found early and most parts need no closer look.
//!
//! Narrowing with cards that may gain something in use shows where some of them are lost whatever the joker
//! is. That is asked where a lay is known already, which it may prove to be the best of all with them;
//! before, it would take longer than to find one.
//!
//! The first parts are of cards near each other: what differs between their parts is then near, too,
//! and little has to be narrowed again.

use super::lay_offs::{Choice, Relaxed};
use super::pursuit::{Asking, HandCells, Pursuit, Unknown, Use};
use super::roles::{Among, Role};
use crate::card::Card;
use crate::solver::dive::{Field, HandCell, Losses, Narrowing};
use crate::solver::path::End;

/// Cards of which the joker may be one.
#[derive(Clone, Copy)]
struct Part {
    cards: Among,
    /// How often cards were parted before, or [`SINGLE`] for a single one that must be used.
    times: u8,
    /// Where its position lies among all.
    place: usize,
    /// What is gained at most in the position as far as it is narrowed.
    loose: u32,
    /// What is known to be gained at most.
    most: u32,
    /// Whether it is known what is lost of that at least, as far as narrowing shows.
    tried: bool,
}

/// So often cards are parted until each is alone.
const SINGLE: u8 = 3;

/// So many positions are seldom kept.
const MANY: usize = 32;

/// The parts that may gain enough.
struct Parts {
    hand: HandCells,
    left: Vec<Part>,
    /// Their narrowed positions: with one more of each card in the hand, or on the table if it is a single
    /// one.
    fields: Vec<Field>,
}

impl Part {
    /// Which part to look at first: one that may gain more, then one of fewer cards.
    fn urgency(&self) -> u64 {
        u64::from(self.most) << 32 | u64::from(self.times) << 24 | self.place as u64
    }
}

impl Parts {
    fn most_urgent(&self) -> Option<usize> {
        let all = self.left.iter().enumerate();
        all.max_by_key(|(_, part)| part.urgency()).map(|(i, _)| i)
    }
}

impl Pursuit<'_, '_> {
    /// Looks at lays in which the joker is one of these cards.
    pub(super) fn cast(
        &mut self,
        cards: Among,
        choices: &[Choice],
        gain: u32,
    ) -> Result<(), Unknown> {
        let Relaxed { rest, weights, .. } = self.relaxed;
        let hand = HandCell::of(&self.asking.jokers.roomier, &rest.hand, &weights).collect();
        let (left, fields) = (Vec::with_capacity(MANY), Vec::with_capacity(MANY));
        let mut parts = Parts { hand, left, fields };
        for cards in cards.parts(0) {
            let mut rest = rest;
            cards.iter().for_each(|card| rest.hand[card.index()] += 1);
            let mut field = Field::default();
            if self.narrowing()?.narrow(&mut field, &rest.position(&weights)) {
                parts.fields.push(field);
                self.keep(&mut parts, cards, 1, u32::MAX, gain)?;
            }
        }
        while let Some(i) = parts.most_urgent() {
            let Part { cards, times, place, loose, most, tried } = parts.left[i];
            if !self.floor.is_below(most) {
                break;
            }
            if !tried && self.floor.0.is_some() {
                // Often all have something in common that is lost.
                let enough = self.floor.room(loose);
                let narrowing = self.narrowing()?;
                let lost = narrowing.lost(&parts.fields[place], &parts.hand, enough);
                let most = most.min(loose - lost);
                parts.left[i] = Part { most, tried: true, ..parts.left[i] };
                continue;
            }
            let whole = parts.left.swap_remove(i);
            if let Some(card) = cards.only().filter(|_| times == SINGLE) {
                let losses = Losses { least: loose - most, limit: self.floor.room(loose) };
                self.play_narrowed(card, &parts.fields[place], losses, choices, gain)?;
            } else {
                self.part(&mut parts, whole, gain)?;
            }
        }
        Ok(())
    }

    /// Keeps the parts of a part that may gain enough.
    fn part(&mut self, parts: &mut Parts, whole: Part, gain: u32) -> Result<(), Unknown> {
        let Part { cards, times, place, most, .. } = whole;
        // Of what the joker cannot be, no more is used than without it, so it need not be taken out.
        let (narrowing, field) = (self.narrowing()?, &parts.fields[place]);
        let table = &self.relaxed.rest.table;
        let can_be = |card| narrowing.can_use(field, card, table[card.index()] + 1);
        let cards = cards.filter(can_be);
        for part in cards.parts(times) {
            parts.fields.extend_from_within(place..=place);
            if self.restrict(parts, part, cards.without(part))? {
                let times = if part.only().is_some() { SINGLE } else { times + 1 };
                self.keep(parts, part, times, most, gain)?;
            } else {
                parts.fields.pop();
            }
        }
        Ok(())
    }

    fn narrowing(&self) -> Result<Narrowing<'_>, Unknown> {
        let Asking { solver, jokers, .. } = &self.asking;
        Ok(solver.dive.as_ref().ok_or(Unknown)?.narrowing(&jokers.roomier))
    }

    /// Narrows the last position further: the joker is one of some cards, and none of others. A single one
    /// must be used.
    fn restrict(&self, parts: &mut Parts, cards: Among, others: Among) -> Result<bool, Unknown> {
        let rest = &self.relaxed.rest;
        let must = cards.only().map(|card| (card, 1));
        let others = others.iter().map(|card| (card, 0));
        let changed = others
            .chain(must)
            .map(|(card, more)| (card, rest.table[card.index()] + more, rest.there(card) + more));
        let narrowing = self.narrowing()?;
        Ok(parts.fields.last_mut().is_some_and(|field| narrowing.restrict(field, changed)))
    }

    /// Keeps a part, whose position is the last one, if it may gain enough.
    fn keep(
        &mut self,
        parts: &mut Parts,
        cards: Among,
        times: u8,
        most: u32,
        gain: u32,
    ) -> Result<(), Unknown> {
        let Some(place) = parts.fields.len().checked_sub(1) else { return Ok(()) };
        let field = &parts.fields[place];
        let narrowing = self.narrowing()?;
        let loose = gain + self.relaxed.gain + narrowing.most(field, &parts.hand);
        let most = most.min(loose);
        if self.floor.is_below(most) {
            parts.left.push(Part { cards, times, place, loose, most, tried: false });
        } else {
            parts.fields.pop();
        }
        if times < SINGLE {
            self.without = self.without.min(loose - self.side.wild.gain());
        }
        Ok(())
    }

    /// Looks at lays in which the joker is this card, for which a position was narrowed.
    fn play_narrowed(
        &mut self,
        card: Card,
        field: &Field,
        losses: Losses,
        choices: &[Choice],
        gain: u32,
    ) -> Result<(), Unknown> {
        let role = Role::Card(card);
        let Relaxed { rest, weights, gain: own, is_exact } = &self.relaxed;
        let Some((relaxed, _)) = role.play(rest, weights) else { return Ok(()) };
        let Some((rest, _)) = role.play(&self.side.rest, self.side.weights) else { return Ok(()) };
        let Asking { solver, jokers, .. } = &mut self.asking;
        let solver = &mut **solver;
        let (dive, frame) = (solver.dive.as_mut().ok_or(Unknown)?, &jokers.roomier);
        match dive.descend(frame, field, weights, losses, &mut solver.path) {
            End::Found => {}
            End::Hopeless => return Ok(()),
            End::Unfinished => return Err(Unknown),
        }
        let answer = solver.answer(&relaxed.position(weights));
        let value = gain + own + answer.value;
        if *is_exact {
            self.take(value, &rest, &answer, Choice::default(), Use::Role(role));
            return Ok(());
        }
        self.choose_below(value, choices, &rest, gain, Use::Role(role))
    }
}
