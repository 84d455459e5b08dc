//! Best lays with at most one joker that may go anywhere, found by questions without jokers.
//!
//! What is laid off on locked melds that stay is chosen ([`lay_offs`](super::lay_offs)), and what the
//! joker is ([`roles`](super::roles)), or what it stays as if its meld may change
//! ([`staying`](super::staying)). With that chosen, the rest is a position without jokers.
//!
//! One more question tells what can be gained at most whatever is laid off
//! ([`Relaxed`](super::lay_offs::Relaxed)). Most often the first choice gains that much; and for most roles
//! it is enough to narrow that question's position, with many of them at once ([`casting`](super::casting)),
//! to see that they gain no more than what was found.
//!
//! Where melds may not be identical (R3.10), that is looked at when a lay is laid out, because it seldom
//! matters. If a lay that may be the best is none, it is searched for with jokers.

use smallvec::SmallVec;

use super::lay_offs::Rest;
use super::locks::{Fate, Lying};
use super::pursuit::{Lead, Pursuit, Use};
use super::question::{JokerQuestion, JokerTable, Lock, Release, Reuse, Source};
use super::roles::Role;
use super::staying::Staying;
use super::{Jokers, Lay, all_fates};
use crate::card::{Card, Placed, Suit};
use crate::meld::{Layout, Meld, MeldRules};
use crate::solver::{Answer, NO_CARDS, Question, Requirement, Solver, Weights};

/// Cards of the shortest runs.
const SHORTEST: usize = 3;

/// Few tables have more melds.
const MANY: usize = 16;

/// The best lay of those that take few jokers that may go anywhere.
pub(super) struct Beside {
    pub(super) answer: Answer,
    /// The table that it leaves, if something is laid.
    pub(super) table: Option<JokerTable>,
    /// Lays with so many jokers that may go anywhere, or more, may be better.
    pub(super) beyond: Option<usize>,
}

/// What is decided about the jokers of the table.
pub(super) struct Side<'a> {
    /// The melds whose jokers stay.
    pub(super) held: SmallVec<[(Lying, &'a Meld); 4]>,
    /// The meld whose joker stays though its cards may leave.
    pub(super) stays: Option<Staying<'a>>,
    /// The entry of the joker that is released, and the card that does it.
    pub(super) release: Option<(usize, Card)>,
    /// Whether the two must lie in different melds.
    pub(super) apart: bool,
    pub(super) wild: Wild,
    pub(super) rest: Rest,
    pub(super) weights: &'a Weights,
    /// What the card gains that releases the joker.
    pub(super) gain: u32,
}

/// The joker that may go anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wild {
    None,
    /// It comes from the table and must be used.
    Forced,
    /// It comes from the hand and gains so much.
    Gaining(u32),
}

impl Wild {
    /// What it gains wherever it goes.
    pub(super) const fn gain(self) -> u32 {
        if let Self::Gaining(gain) = self { gain } else { 0 }
    }
}

/// The melds of a lay, and where among them the joker lies and what it stands for.
pub(super) struct LaidOut {
    melds: Vec<Meld>,
    joker: Option<(usize, Card)>,
}

impl Jokers {
    /// The best lay that takes at most one joker that may go anywhere, if it is found that way.
    pub(super) fn beside(
        &mut self,
        solver: &mut Solver,
        lay: &Lay<'_>,
        question: &JokerQuestion<'_>,
    ) -> Option<Beside> {
        if !self.rules.forbids_twins() {
            return solver.beside(self, lay, question);
        }
        let lenient = self.lenient.take();
        let mut lenient =
            lenient.unwrap_or_else(|| Box::new(Solver::lenient(&self.rules, self.watch.clone())));
        let found = lenient.beside(self, lay, question);
        self.lenient = Some(lenient);
        found
    }
}

impl Solver {
    /// The best lay that takes at most one joker that may go anywhere, if it is found that way.
    fn beside(
        &mut self,
        jokers: &Jokers,
        lay: &Lay<'_>,
        question: &JokerQuestion<'_>,
    ) -> Option<Beside> {
        let Question { table, hand, open, at_most, requirement, .. } = question.cards;
        let laws = question.laws;
        let own = hand.count(Card::JOKER);
        let plain = at_most.is_none() && requirement == Requirement::None && open.is_empty();
        // What is locked only in part may move, and with it any other joker.
        let few = laws.lock != Lock::Partial || table.count(Card::JOKER) + own <= 1;
        let free = laws.to_run && few && self.rules.jokers.max != Some(0);
        let clean = laws.clean && !question.opened && own > 0;
        if !plain || !free || clean || own > 1 {
            return None;
        }
        let mut lying = Vec::new();
        if laws.lock != Lock::None {
            lying = jokers.lying(lay, |meld| meld.iter().any(Placed::is_joker));
        }
        let replaceable: Vec<(usize, &[Card])> =
            lying.iter().flat_map(Lying::replaceable).collect();
        let worths = hand.counts().iter().zip(lay.weights);
        let most: u32 = worths.map(|(&count, weight)| u32::from(count) * weight).sum();
        let mut best: Option<(Lead, Side<'_>)> = None;
        let mut beyond: Option<usize> = None;
        let mut settled: Option<(Rest, u32)> = None;
        // What is released mostly gains more.
        for fates in all_fates(&replaceable, lay).into_iter().rev() {
            let floor = best.as_ref().map(|(lead, _)| lead.value);
            if floor >= Some(most) {
                break;
            }
            let released = fates.iter().filter(|fate| **fate != Fate::Stays).count();
            let freed = if laws.lock == Lock::None { table.count(Card::JOKER) } else { released };
            let wild = freed + own;
            let side = if wild > 1 { None } else { Side::new(lay, &lying, &fates, wild) };
            let mut known = false;
            if let Some(side) = side {
                // Another card of the table can release the joker as well.
                let released = side.release.map(|_| (side.rest, side.gain));
                if released.is_some() && released == settled {
                    continue;
                }
                let lead;
                (lead, known) = Pursuit::new(self, jokers, &side, floor).best();
                best = lead.map(|lead| (lead, side)).or(best);
                settled = released.filter(|_| known);
            }
            if !known {
                beyond = Some(beyond.map_or(wild, |least| least.min(wild)));
            }
        }
        let (lead, side) = best?;
        Some(self.finish(lay, lead, &side, beyond))
    }

    /// The melds of a lay, with the released joker in another one than the card that released it where
    /// it must be and no melds identical where they may not be; `None` if that is not found.
    pub(super) fn melds_of(&self, lead: &Lead, side: &Side<'_>) -> Option<LaidOut> {
        let found = self.melds_under(&self.rules, lead, side);
        if found.is_some() || !self.rules.forbids_twins() {
            return found;
        }
        // With the joker one of two identical runs is another.
        let relaxed = MeldRules { same_runs: None, ..self.rules.clone() };
        self.melds_under(&relaxed, lead, side)
    }

    /// The same with runs as these rules allow them.
    fn melds_under(&self, rules: &MeldRules, lead: &Lead, side: &Side<'_>) -> Option<LaidOut> {
        let mut melds = Vec::with_capacity(MANY);
        melds.extend_from_slice(&lead.held);
        let mut joker = lead.joker;
        if let Use::Role(Role::WithAll(rank)) = lead.used {
            let [a, b, c, d] = Suit::ALL.map(|suit| Placed::from(Card::new(rank, suit)));
            joker = Some((melds.len(), Card::new(rank, Suit::ALL[2])));
            let wild = self.in_set(Card::new(rank, Suit::ALL[2]), 3);
            let sets = [[a, b, wild], [a, c, d], [b, c, d]];
            melds.extend(sets.into_iter().map(Meld::new_unchecked));
        }
        let first = melds.len();
        let laid_out = self.lay_out_under(rules, &lead.split, |cards: &[Card]| {
            melds.push(Meld::new_unchecked(cards.iter().map(|&card| card.into())));
        });
        if !laid_out {
            return None;
        }
        let is_apart = |melds: &[Meld], joker: usize| {
            side.release.filter(|_| side.apart).is_none_or(|(_, by)| {
                let others = melds.iter().enumerate().filter(|&(i, _)| i != joker);
                others.flat_map(|(_, meld)| meld.iter()).any(|placed| placed == by.into())
            })
        };
        if let Use::Role(Role::Card(card) | Role::Instead(card)) = lead.used {
            let place = |meld: &Meld| meld.iter().position(|placed| placed == card.into());
            let (i, place) = (first..melds.len())
                .filter_map(|i| Some((i, place(&melds[i])?)))
                .find(|&(i, _)| is_apart(&melds, i))
                .or_else(|| cut_apart(&mut melds, first, card, side.release?.1))?;
            let mut cards: SmallVec<[Placed; 16]> = melds[i].iter().collect();
            let mut value = card;
            if is_run(&cards) {
                cards[place] = Placed::JOKER;
                // It goes as well to the other end, as a search has it.
                let last = cards[cards.len() - 1].card();
                if place == 0
                    && let Some(above) = self.frame.above(last)
                {
                    cards.rotate_left(1);
                    value = above;
                }
            } else {
                cards[place] = self.in_set(card, cards.len());
            }
            melds[i] = Meld::new_unchecked(cards);
            joker = Some((i, value));
        } else if let (Use::Stays(card), Some(stays)) = (lead.used, &side.stays) {
            if !self.put_back(&mut melds[first..], card, stays) {
                return None;
            }
        } else if joker.is_some_and(|(i, _)| !is_apart(&melds, i)) {
            return None;
        }
        let differ = !self.rules.forbids_twins() || self.part_twins(&mut melds, lead.held.len());
        differ.then_some(LaidOut { melds, joker })
    }

    /// Turns sets, from the first one that is not held, so that no melds are identical (R3.10); whether none
    /// are then, as far as that is easily seen.
    fn part_twins(&self, melds: &mut [Meld], held: usize) -> bool {
        let layout_counts = self.rules.layout != Layout::Free;
        let are_same = |one: &Meld, other: &Meld| {
            if layout_counts {
                one.iter().map(Placed::card).eq(other.iter().map(Placed::card))
            } else {
                one.len() == other.len() && one.cards() == other.cards()
            }
        };
        for i in 0..melds.len() {
            let (before, rest) = melds.split_at_mut(i);
            let meld = &mut rest[0];
            let mut turns = meld.len();
            while before.iter().any(|other| are_same(other, meld)) {
                let mut cards: SmallVec<[Placed; 16]> = meld.iter().collect();
                turns -= 1;
                let fixed = i < held || !layout_counts || cards.iter().any(|card| card.is_joker());
                if fixed || turns == 0 || is_run(&cards) {
                    return false;
                }
                cards.rotate_left(1);
                *meld = Meld::new_unchecked(cards);
            }
        }
        true
    }

    /// A joker in a set of so many cards: it is declared only where that decides its value.
    pub(super) fn in_set(&self, card: Card, cards: usize) -> Placed {
        if self.rules.jokers.floats() || cards == Suit::COUNT {
            Placed::JOKER
        } else {
            Placed::joker_as(card)
        }
    }

    fn finish(
        &self,
        lay: &Lay<'_>,
        mut lead: Lead,
        side: &Side<'_>,
        beyond: Option<usize>,
    ) -> Beside {
        let mut laid = lay.hand.difference(&lead.kept);
        if matches!(lead.used, Use::Nothing) {
            laid.remove(Card::JOKER);
        }
        if laid.is_empty() {
            return Beside { answer: Answer::NOTHING, table: None, beyond };
        }
        let answer = Answer { value: lead.value, laid, opened: NO_CARDS };
        let known = lead.laid_out.take();
        let laid_out = || known.or_else(|| self.melds_of(&lead, side));
        let table = lay.arranged.then(laid_out).flatten().map(|laid_out| {
            let LaidOut { melds, joker } = laid_out;
            let released = side.release.zip(joker).map(|((from, by), (to, value))| Release {
                from,
                by,
                to,
                value,
            });
            JokerTable { melds, released: released.into_iter().collect() }
        });
        Beside { answer, table, beyond }
    }
}

/// Whether natural cards that lie as a meld are a run.
pub(super) fn is_run(cards: &[Placed]) -> bool {
    cards[0].card().suit() == cards[1].card().suit()
}

/// Cuts one of the melds from the first on, a run, between two of its cards, if that leaves two runs; where
/// one of the cards lies then.
fn cut_apart(
    melds: &mut Vec<Meld>,
    first: usize,
    one: Card,
    other: Card,
) -> Option<(usize, usize)> {
    let cut = |meld: &Meld| {
        let place = |card: Card| meld.iter().position(|placed| placed == card.into());
        let (one, other) = (place(one)?, place(other)?);
        let cut = SHORTEST.max(one.min(other) + 1);
        let fits = cut <= one.max(other) && cut + SHORTEST <= meld.len();
        fits.then_some((one, cut))
    };
    let (i, (place, cut)) = (first..melds.len()).find_map(|i| Some((i, cut(&melds[i])?)))?;
    let cards: SmallVec<[Placed; 16]> = melds[i].iter().collect();
    let (low, high) = cards.split_at(cut);
    melds[i] = Meld::new_unchecked(low.iter().copied());
    melds.push(Meld::new_unchecked(high.iter().copied()));
    Some(if place < cut { (i, place) } else { (melds.len() - 1, place - cut) })
}

impl<'a> Side<'a> {
    /// What these fates decide, with so many jokers that may go anywhere; `None` if a meld keeps a joker
    /// and loses one.
    fn new(lay: &Lay<'a>, lying: &[Lying], fates: &[Fate], wild: usize) -> Option<Self> {
        let mut rest = Rest { table: *lay.table.counts(), hand: *lay.hand.counts() };
        let mut held = SmallVec::new();
        let (mut stays, mut release) = (None, None);
        let mut fates = fates;
        for lying in lying {
            let (own, others) = fates.split_at(lying.jokers());
            fates = others;
            let mut cards = own.iter().filter_map(|fate| match fate {
                Fate::Stays => None,
                Fate::Released(card) => Some(*card),
            });
            let entry = lying.entry();
            if let Some(card) = cards.next() {
                if own.len() > 1 {
                    return None;
                }
                release = Some((entry, card));
            } else if lay.laws.lock == Lock::Partial {
                stays = Some(Staying::new(lay, lying));
            } else {
                let meld = &lay.entries[entry];
                meld.iter().for_each(|placed| rest.table[placed.card().index()] -= 1);
                held.push((lying.clone(), meld));
            }
        }
        let mut gain = 0;
        if let Some((_, card)) = release
            && (lay.laws.source == Source::Hand || !lay.table.contains(card))
        {
            rest.hand[card.index()] -= 1;
            rest.table[card.index()] += 1;
            gain = lay.weights[card.index()];
        }
        let from_hand = rest.hand[Card::JOKER.index()] > 0;
        rest.table[Card::JOKER.index()] = 0;
        rest.hand[Card::JOKER.index()] = 0;
        let apart = lay.laws.reuse == Reuse::OtherMeld;
        let wild = match wild {
            0 => Wild::None,
            _ if from_hand => Wild::Gaining(lay.weights[Card::JOKER.index()]),
            _ => Wild::Forced,
        };
        Some(Self { held, stays, release, apart, wild, rest, weights: lay.weights, gain })
    }
}
