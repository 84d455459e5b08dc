//! The search for an account of what happened to the jokers.
//!
//! Meld by meld, each either stays locked in some meld of the new table, or all its jokers are
//! released; of a meld that stays, some jokers may be released all the same. What is decided is which
//! jokers stay where and which card replaced each of the others; in which meld that card lies is
//! decided only where that matters, and where the released jokers went, never.
//!
//! # Where released jokers can go
//!
//! Let X be a meld of the new table with s jokers that did not stay there, and r of the k cards that
//! replaced a joker. Besides the released jokers u unbound ones lie on the table. A joker may not lie
//! beside the card that replaced it, so the s places in X take the u unbound jokers and the k - r
//! that were replaced elsewhere: s <= u + k - r must hold. By Hall's theorem that is enough: jokers
//! replaced in two different melds can together lie anywhere, and there is a place for each.
//!
//! It is also enough to look at one X at a time, with as few replacing cards in it as there can be.
//! For the condition fails in at most one meld: if it failed in X and Y, then r + r' > 2 (u + k) - s -
//! s' >= u + k, but there are only k replacing cards. Moving copies out of X one by one, the last one
//! that it takes cannot make it fail in Y, by the same sum.

use smallvec::{SmallVec, smallvec};

use super::board::{Board, JokerMeld, count};
use super::order;
use crate::card::Card;
use crate::rules::{JokerLock, JokerReuse, JokerSource};

/// What becomes of a joker.
#[derive(Clone, Copy)]
pub(super) enum Seat {
    /// It lies at this index of the meld in which its own meld stays.
    Stays(usize),
    /// It is released.
    Replaced {
        by: Card,
        /// The entry of the new table in which the card must lie, if that matters.
        within: Option<usize>,
    },
}

struct Search<'a, 'b> {
    board: &'a Board<'b>,
    source: JokerSource,
    reuse: JokerReuse,
    /// Jokers that lay in melds before the turn.
    jokers: usize,
    /// Jokers in melds after it that did not.
    unbound: usize,
    /// What becomes of the jokers decided about so far, meld by meld.
    seats: SmallVec<[Seat; 8]>,
    /// How many jokers stay in each meld of the new table, all of one old meld.
    staying: SmallVec<[usize; 8]>,
}

impl Board<'_> {
    /// Whether some account of what happened to the jokers keeps to these rules.
    pub(super) fn can_be_accounted_for(&self, source: JokerSource, reuse: JokerReuse) -> bool {
        let jokers = |melds: &[JokerMeld<'_>]| melds.iter().map(|meld| meld.jokers.len()).sum();
        let (before, after): (usize, usize) = (jokers(&self.old), jokers(&self.new));
        let mut search = Search {
            board: self,
            source,
            reuse,
            jokers: before,
            unbound: after - before,
            seats: SmallVec::new(),
            staying: SmallVec::from_elem(0, self.new.len()),
        };
        search.meld(0)
    }
}

impl Search<'_, '_> {
    /// Decides about the melds from this one on.
    fn meld(&mut self, index: usize) -> bool {
        let board = self.board;
        let Some(old) = board.old.get(index) else { return true };
        for host in 0..board.new.len() {
            if self.staying[host] == 0
                && self.may_stay_in(old, &board.new[host])
                && self.joker(index, 0, Some(host), 0)
            {
                return true;
            }
        }
        self.joker(index, 0, None, 0)
    }

    /// Whether a meld may stay in this one of the new table, if some of its jokers do.
    fn may_stay_in(&self, old: &JokerMeld<'_>, new: &JokerMeld<'_>) -> bool {
        old.kind == new.kind
            && (self.board.lock != JokerLock::Full
                || old.real().all(|card| old.count(card) <= new.count(card)))
    }

    /// Decides about the jokers of a meld from this one on, and about the melds after it. The meld
    /// stays in `host` or nowhere; in the places of `taken` jokers of it stay.
    fn joker(&mut self, index: usize, number: usize, host: Option<usize>, taken: u16) -> bool {
        let board = self.board;
        let old = &board.old[index];
        let Some(joker) = old.jokers.get(number) else {
            return self.may_end(old, host, taken) && self.meld(index + 1);
        };
        if let Some(host) = host {
            for seat in &board.new[host].jokers {
                let bit = 1 << seat.place;
                if taken & bit == 0 && joker.stands_for.meets(seat.stands_for) {
                    self.seats.push(Seat::Stays(seat.place));
                    self.staying[host] += 1;
                    if self.has_hope() && self.joker(index, number + 1, Some(host), taken | bit) {
                        return true;
                    }
                    self.staying[host] -= 1;
                    self.seats.pop();
                }
            }
        }
        for by in joker.stands_for.cards() {
            for within in self.entries_to_lie_in(host, by) {
                if self.is_left(old, by, within) {
                    self.seats.push(Seat::Replaced { by, within });
                    if self.has_hope() && self.joker(index, number + 1, host, taken) {
                        return true;
                    }
                    self.seats.pop();
                }
            }
        }
        false
    }

    /// Whether what was decided about the jokers of a meld goes together.
    fn may_end(&self, old: &JokerMeld<'_>, host: Option<usize>, taken: u16) -> bool {
        let Some(host) = host else { return true };
        let new = &self.board.new[host];
        let seats = &self.seats[self.seats.len() - old.jokers.len()..];
        taken != 0 && (!self.board.ordered || order::is_kept(old.meld, new, seats))
    }

    /// The entries of the new table among which to choose one for a replacing card; `None` if any
    /// will do.
    fn entries_to_lie_in(&self, host: Option<usize>, by: Card) -> SmallVec<[Option<usize>; 4]> {
        let board = self.board;
        match (host.map(|host| &board.new[host]), board.lock) {
            // What takes the place of a joker in a locked meld is locked in it itself.
            (Some(host), JokerLock::Full) => smallvec![Some(host.entry)],
            // It must keep the order if it stays there, and need not stay.
            (Some(host), _) if board.ordered && host.count(by) > 0 => {
                let melds = board.entries.iter().enumerate().filter(|(_, meld)| meld.len() > 1);
                let holding = melds.filter(|(_, meld)| count(meld, by) > 0);
                holding.map(|(entry, _)| Some(entry)).collect()
            }
            _ => smallvec![None],
        }
    }

    /// Whether there is another copy of a card to replace a joker of `old`.
    fn is_left(&self, old: &JokerMeld<'_>, by: Card, within: Option<usize>) -> bool {
        let board = self.board;
        let used = self.replaced().filter(|&(card, _)| card == by).count();
        let there = match self.source {
            JokerSource::Hand => board.laid.count(by).min(board.melded.count(by)),
            JokerSource::HandOrTable => board.melded.count(by),
        };
        let fits = |entry| {
            let used = self.replaced().filter(|&other| other == (by, Some(entry))).count();
            let locked = if board.lock == JokerLock::Full { old.count(by) } else { 0 };
            used + locked < count(&board.entries[entry], by)
        };
        used < there && within.is_none_or(fits)
    }

    /// The cards that replaced jokers, and where they must lie.
    fn replaced(&self) -> impl Iterator<Item = (Card, Option<usize>)> {
        self.seats.iter().filter_map(|seat| match *seat {
            Seat::Stays(_) => None,
            Seat::Replaced { by, within } => Some((by, within)),
        })
    }

    /// Whether the places of jokers can still be filled; once all is decided, whether they can.
    fn has_hope(&self) -> bool {
        let undecided = self.jokers - self.seats.len();
        let replaced = self.replaced().count();
        let fills = |(new, &staying): (&JokerMeld<'_>, &usize)| {
            let elsewhere = replaced - self.least_replaced_in(new);
            new.jokers.len() <= staying + self.unbound + elsewhere + undecided
        };
        self.reuse == JokerReuse::Anywhere || self.board.new.iter().zip(&self.staying).all(fills)
    }

    /// How many of the replacing cards lie in this meld of the new table at least.
    fn least_replaced_in(&self, new: &JokerMeld<'_>) -> usize {
        let must_lie_in = |(i, (card, within)): (usize, (Card, Option<usize>))| {
            if within.is_some() {
                return within == Some(new.entry);
            }
            // Each copy outside can do for one.
            let outside = self.board.melded.count(card) - new.count(card);
            let others = self.replaced().enumerate().filter(|&(k, (other, within))| {
                other == card && within.map_or(k < i, |entry| entry != new.entry)
            });
            others.count() >= outside
        };
        self.replaced().enumerate().filter(|&replaced| must_lie_in(replaced)).count()
    }
}
