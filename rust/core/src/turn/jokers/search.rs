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

use std::collections::BTreeSet;

use smallvec::{SmallVec, smallvec};

use super::board::{Board, Joker, JokerMeld, count};
use super::order;
use crate::card::Card;
use crate::solver::{Lock, Reuse, Source};

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
    source: Source,
    reuse: Reuse,
    /// Jokers that lay in melds before the turn.
    jokers: usize,
    /// Jokers in melds after it that did not.
    unbound: usize,
    /// What becomes of the jokers decided about so far, meld by meld.
    seats: SmallVec<[Seat; 8]>,
    /// How many jokers stay in each meld of the new table, all of one old meld.
    staying: SmallVec<[usize; 8]>,
    /// How often it was asked to decide about a joker.
    steps: usize,
    /// What was decided, as far as it matters for the rest, where nothing can be decided for the
    /// rest; kept once the search takes long.
    hopeless: BTreeSet<Vec<u16>>,
}

/// From so many steps on the search remembers where it failed.
const PATIENCE: usize = 100;

impl Board<'_> {
    /// Whether some account of what happened to the jokers keeps to these rules.
    pub(super) fn can_be_accounted_for(&self, source: Source, reuse: Reuse) -> bool {
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
            steps: 0,
            hopeless: BTreeSet::new(),
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
        let meets =
            |joker: &Joker| new.jokers.iter().any(|other| joker.stands_for.meets(other.stands_for));
        old.kind == new.kind
            && old.jokers.iter().any(meets)
            && (self.board.lock != Lock::Full
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
        self.steps += 1;
        let decided =
            (self.steps > PATIENCE).then(|| self.what_matters(index, number, host, taken));
        if decided.as_ref().is_some_and(|decided| self.hopeless.contains(decided)) {
            return false;
        }
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
        self.hopeless.extend(decided);
        false
    }

    /// What matters of all that is decided for the rest: where it is the same, the same can follow.
    fn what_matters(
        &self,
        index: usize,
        number: usize,
        host: Option<usize>,
        taken: u16,
    ) -> Vec<u16> {
        let board = self.board;
        let [current, later @ ..] = &board.old[index..] else { return Vec::new() };
        let left = &current.jokers[number..];
        let mut matters = vec![index as u16, number as u16, host.map_or(0, |host| host as u16 + 1)];
        // The places left to the meld's other jokers, and whether one stays; where order counts, all
        // that became of those before.
        if let Some(host) = host {
            let wanted =
                |seat: &&Joker| left.iter().any(|joker| joker.stands_for.meets(seat.stands_for));
            let seats = board.new[host].jokers.iter().filter(wanted);
            let wanted = seats.fold(0, |seats, seat| seats | 1 << seat.place);
            matters.extend([u16::from(taken != 0), taken & wanted]);
            if board.ordered {
                let decided = self.seats[self.seats.len() - number..].iter();
                matters.extend(decided.map(|seat| match *seat {
                    Seat::Stays(place) => place as u16,
                    Seat::Replaced { by, within } => copy(by, within) | 1 << 15,
                }));
            }
        }
        // The melds of the new table in which later ones cannot stay any more, though they might.
        let stays = board.new.iter().zip(&self.staying);
        matters.extend(stays.map(|(new, &staying)| {
            u16::from(staying > 0 && later.iter().any(|old| self.may_stay_in(old, new)))
        }));
        // The places that are still to be filled.
        if self.reuse == Reuse::OtherMeld {
            let stays = board.new.iter().zip(&self.staying);
            matters.extend(stays.map(|(new, &staying)| self.still_to_fill(new, staying) as u16));
        }
        // The copies used up of cards that could replace others.
        let jokers = || left.iter().chain(later.iter().flat_map(|meld| &meld.jokers));
        let wanted = |card| jokers().any(|joker| joker.stands_for.includes(card));
        let used = self.replaced().filter(|&(card, _)| wanted(card));
        let mut used: Vec<u16> = used.map(|(card, within)| copy(card, within)).collect();
        used.sort_unstable();
        matters.extend(used);
        matters
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
            (Some(host), Lock::Full) => smallvec![Some(host.entry)],
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
            Source::Hand => board.laid.count(by).min(board.melded.count(by)),
            Source::HandOrTable => board.melded.count(by),
        };
        let fits = |entry| {
            let used = self.replaced().filter(|&other| other == (by, Some(entry))).count();
            let locked = if board.lock == Lock::Full { old.count(by) } else { 0 };
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
        let mut stays = self.board.new.iter().zip(&self.staying);
        self.reuse == Reuse::Anywhere
            || stays.all(|(new, &staying)| self.still_to_fill(new, staying) <= undecided)
    }

    /// How many jokers this meld of the new table needs of those undecided about, if so many stay.
    fn still_to_fill(&self, new: &JokerMeld<'_>, staying: usize) -> usize {
        let others = new.jokers.len().saturating_sub(staying + self.unbound);
        if others == 0 {
            return 0;
        }
        (others + self.least_replaced_in(new)).saturating_sub(self.replaced().count())
    }

    /// How many of the replacing cards lie in this meld of the new table at least.
    fn least_replaced_in(&self, new: &JokerMeld<'_>) -> usize {
        let must_lie_in = |(i, (card, within)): (usize, (Card, Option<usize>))| {
            if within.is_some() {
                return within == Some(new.entry);
            }
            if new.count(card) == 0 {
                return false;
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

/// A card, and in which entry it must lie, as a number of 15 bits.
fn copy(card: Card, within: Option<usize>) -> u16 {
    within.map_or(0, |entry| entry as u16 + 1) << 6 | card.index() as u16
}
