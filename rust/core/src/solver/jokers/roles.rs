//! What a joker can be that may go anywhere, where it is the only one.
//!
//! Any meld with one joker would be a meld with some card in its place. So the best lay is the best of
//! those of positions without jokers, in each of which one more card, the joker's *role*, must be used.
//! With two packs it may be a third copy, for which there are no joint states that hold all that three
//! copies could do; but they need not.
//!
//! # In runs
//!
//! Let more runs of a suit cover a layer than there are packs, one of them, C, with the joker there,
//! and all others with real cards. Where C has real cards below the joker, one of the others has none
//! there, so begins at the layer, and goes on with C's lower part as well; likewise above. If one had
//! neither neighbour, it would be a single card. So the suit's real cards make runs without the joker.
//! A run with a joker at its end where that would be a third ace, among those at both ends of the line
//! and in sets, can do without it, too, or have it at its other end, or where it is cut in two.
//!
//! Then there is another place for the joker, unless each layer, but for an ace at both ends, is covered
//! as often as there are packs: on a layer that is covered less often, beside a run that begins or ends
//! there; or if that is everywhere covered once, at the end of the first part of a run cut in two. So
//! only where all cards of a suit are there, such lays may be missed, and nothing is said about those
//! positions; nor where runs may not be as long as five, since not all runs can be cut into shorter
//! ones.
//!
//! Nor need a joker be at the upper end of a run, where no card of the suit goes on, unless the run can
//! begin with the first layer: it can lie at the lower end. Where that layer is covered as often as there
//! are packs, one of the runs there ends, since the joker's run has one of the cards above. Both are one
//! run then, or are cut anew, with a lower end further down for the joker.
//!
//! # In sets
//!
//! A set of a, b and the joker leaves two suits for it to stand for. Sets beside it hold each suit at
//! most as often as there are packs, with the joker as one of the two, unless both are in two other
//! sets, with a in one and b in the other: then all eight cards are in these sets.
//!
//! # Aces
//!
//! Where an ace is at both ends of the line, the joint states count up to two aces of a suit. A third
//! one, the joker, need not be one: in a run it can lie at the other end, or where the run is cut in
//! two; and in a set it can change places with an ace in a run. The suit it stands for has one there
//! unless both are in sets, which takes all eight aces, or one is left in the hand.

use super::lay_offs::Rest;
use super::line::Line;
use crate::card::{Card, Rank, Suit};
use crate::meld::MeldRules;
use crate::solver::Weights;

/// Layers of a suit as bits.
type Layers = u32;

/// Every longer run can be cut into runs of no more cards.
const MOST_UNCUT: u8 = 5;

/// What the joker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// This card.
    Card(Card),
    /// One of a suit of which a card of the hand is not used.
    Instead(Card),
    /// In sets of three with all other cards of the rank.
    WithAll(Rank),
}

impl Role {
    /// What there is for a question without the joker, and what is gained by cards that are already
    /// used; `None` if there are no such cards.
    pub(super) fn play(self, rest: &Rest, weights: &Weights) -> Option<(Rest, u32)> {
        let (mut rest, mut gain) = (*rest, 0);
        match self {
            Self::Card(card) => rest.table[card.index()] += 1,
            Self::Instead(card) => {
                rest.table[card.index()] += 1;
                rest.hand[card.index()] = rest.hand[card.index()].checked_sub(1)?;
            }
            Self::WithAll(rank) => {
                for suit in Suit::ALL.into_iter().chain(Suit::ALL) {
                    gain += rest.take(Card::new(rank, suit), weights)?;
                }
            }
        }
        Some((rest, gain))
    }
}

/// Cards, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Among(u64);

/// All that a joker can be.
#[derive(Debug, Default)]
pub(super) struct Roles {
    pub(super) cards: Among,
    pub(super) others: Vec<Role>,
}

/// For each rank all cards of it and of some that follow each other with it.
const NEAR: [Among; Rank::COUNT] = {
    const FIRST: [usize; 5] = [0, 3, 6, 9, Rank::COUNT];
    let mut near = [Among(0); Rank::COUNT];
    let mut i = 0;
    while i + 1 < FIRST.len() {
        let ranks = (1 << FIRST[i + 1]) - (1 << FIRST[i]);
        let mut rank = FIRST[i];
        while rank < FIRST[i + 1] {
            near[rank] = Among(ranks | ranks << 13 | ranks << 26 | ranks << 39);
            rank += 1;
        }
        i += 1;
    }
    near
};

/// Cards of which hardly ever two lie in one meld: at most two are of one rank, and none of one suit
/// next to each other.
const APART: [Among; 3] = {
    let mut apart = [Among(0); 3];
    let mut card = 0;
    while card < Card::NATURAL {
        apart[(card % Rank::COUNT + card / Rank::COUNT) % 3].0 |= 1 << card;
        card += 1;
    }
    apart
};

impl Among {
    const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that are among others too.
    const fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// Those that are not among others.
    pub(super) const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let card = Card::from_index(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(card)
        })
    }

    /// The card, if it is the only one.
    pub(super) fn only(self) -> Option<Card> {
        if self.0.is_power_of_two() {
            Card::from_index(self.0.trailing_zeros() as usize)
        } else {
            None
        }
    }

    /// Those for which a predicate holds.
    pub(super) fn filter(self, holds: impl Fn(Card) -> bool) -> Self {
        // Which ones these are would be hard to foresee.
        let bit = |card: Card| u64::from(holds(card)) << card.index();
        Self(self.iter().fold(0, |all, card| all | bit(card)))
    }

    /// Parts for which to look at what a joker among them gains, after so many times that they were
    /// parted before: single cards in the end.
    pub(super) fn parts(self, times: u8) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let first = rest.0.trailing_zeros() as usize % 64;
            let like = match times {
                0 => NEAR[first % Rank::COUNT],
                1 => APART[(first % Rank::COUNT + first / Rank::COUNT) % APART.len()],
                _ => Self(1 << first),
            };
            let part = rest.and(like);
            rest = rest.without(part);
            (!part.is_empty()).then_some(part)
        })
    }
}

/// All that the joker can be; `None` if that cannot be said.
pub(super) fn roles(line: &Line, rules: &MeldRules, rest: &Rest) -> Option<Roles> {
    let card = |layer: usize, suit| Card::new(Rank::ALL[usize::from(line.ranks[layer])], suit);
    let layers_with = |least: u8| {
        let bit = |layer, suit| Layers::from(rest.there(card(layer, suit)) >= least) << layer;
        Suit::ALL.map(|suit| (0..line.len()).fold(0, |all, layer| all | bit(layer, suit)))
    };
    let [present, twice] = [1, 2].map(layers_with);
    let ranks = line.len() - usize::from(line.two_aces);
    let first = usize::from(line.two_aces);
    let whole: Layers = (1 << ranks) - (1 << first);
    let most = if rules.copies > 1 { twice } else { present };
    let cuts = rules.run_max >= MOST_UNCUT;
    if line.ring || rules.copies > 2 || !cuts || most.iter().any(|most| whole & !most == 0) {
        return None;
    }
    let mut roles = Roles::default();
    for (s, suit) in Suit::ALL.into_iter().enumerate() {
        let p = present[s];
        // A third ace cannot always lie at the lower end.
        let from_first = (p | 1) ^ ((p | 1) + 1);
        let upper = p << 1 & p << 2 & (from_first | 1 << ranks);
        let mut runs = upper | p << 1 & p >> 1 | p >> 1 & p >> 2;
        if line.two_aces {
            runs |= runs >> ranks & 1;
        }
        let [a, b, c] = [1, 2, 3].map(|i| present[(s + i) % Suit::COUNT]);
        let any = (runs | a & b | a & c | b & c) & ((1 << ranks) - 1);
        let third = if line.two_aces { any & twice[s] & 1 } else { 0 };
        each(any & !third).for_each(|layer| roles.cards.insert(card(layer, suit)));
        let ace = card(0, suit);
        if third != 0 && rest.hand[ace.index()] > 0 {
            roles.others.push(Role::Instead(ace));
        }
    }
    let all = twice.iter().fold((1 << ranks) - 1, |all, twice| all & twice);
    let with_all = |layer| Role::WithAll(Rank::ALL[usize::from(line.ranks[layer])]);
    roles.others.extend(each(all).map(with_all));
    Some(roles)
}

/// Layers, one after the other.
fn each(layers: Layers) -> impl Iterator<Item = usize> {
    let mut rest = layers;
    std::iter::from_fn(move || {
        let layer = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        layer
    })
}
