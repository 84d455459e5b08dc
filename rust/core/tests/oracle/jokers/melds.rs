//! Melds read: what each place of a meld stands for, and all melds that some cards can make.

use std::collections::BTreeSet;

use machiavelli_core::rules::JokerValue;
use machiavelli_core::{Card, Cards, Meld, Placed, Rank, Suit};

use super::Oracle;

/// A place in a meld: the card that lies there, or the cards that the joker there stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) joker: bool,
    pub(crate) stands_for: Vec<Card>,
}

/// A legal meld, from left to right as it is laid out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Read {
    /// `set` or `run`.
    pub(crate) kind: &'static str,
    pub(crate) places: Vec<Place>,
}

impl Read {
    /// The cards that are no jokers.
    pub(crate) fn real(&self) -> Cards {
        let real = self.places.iter().filter(|place| !place.joker);
        real.fold(Cards::EMPTY, |sum, place| super::and(&sum, place.stands_for[0]))
    }

    /// How many jokers it holds.
    pub(crate) fn jokers(&self) -> usize {
        self.places.iter().filter(|place| place.joker).count()
    }
}

impl Oracle {
    /// What the places of a meld stand for, or the code of its first fault (R3.12).
    pub(crate) fn read(&self, meld: &Meld) -> Result<Read, &'static str> {
        let (kind, values) = self.definition.verdict(meld.as_slice())?;
        let mut values = values.into_iter();
        let place = |placed: Placed| {
            let joker = placed.is_joker();
            let cards = if joker { values.next() } else { Some(vec![placed.card()]) };
            let mut stands_for = cards.expect("values of each joker");
            stands_for.sort();
            Place { joker, stands_for }
        };
        Ok(Read { kind, places: meld.iter().map(place).collect() })
    }

    /// Every meld that some of these cards can make, each in one layout; jokers stand for anything.
    pub(crate) fn melds_of(&self, cards: &Cards) -> Vec<(Meld, Read)> {
        let mut found = BTreeSet::new();
        for suit in Suit::ALL {
            let ranks = self.definition.ranks().iter().cycle();
            for first in 0..self.definition.ranks().len() {
                let ring: Vec<Card> =
                    ranks.clone().skip(first).take(14).map(|&rank| Card::new(rank, suit)).collect();
                for len in 3..=ring.len() {
                    self.with_jokers(&ring[..len], cards, &mut Vec::new(), &mut found);
                }
            }
        }
        for &rank in self.definition.ranks() {
            let suits = Suit::ALL.map(|suit| Card::new(rank, suit));
            for chosen in (0u8..16).filter(|chosen| chosen.count_ones() >= 3) {
                let set: Vec<Card> = suits
                    .into_iter()
                    .filter(|c| chosen >> c.suit().unwrap().index() & 1 == 1)
                    .collect();
                self.with_jokers(&set, cards, &mut Vec::new(), &mut found);
            }
        }
        found.into_iter().collect()
    }

    /// Some of these cards, in this order, with jokers in the place of the others.
    fn with_jokers(
        &self,
        order: &[Card],
        from: &Cards,
        begun: &mut Vec<Placed>,
        found: &mut BTreeSet<(Meld, Read)>,
    ) {
        let Some((&next, rest)) = order.split_first() else {
            let meld = Meld::new(begun.iter().copied()).expect("few cards");
            // A floating joker is what it is whatever is declared, so declare nothing.
            let plain =
                Meld::new(meld.iter().map(|placed| placed.card().into())).expect("few cards");
            let floating = self.options.joker_value == JokerValue::Floating;
            let meld = if floating { plain } else { meld };
            if let Ok(read) = self.read(&meld) {
                found.insert((meld, read));
            }
            return;
        };
        for (card, placed) in [(next, Placed::from(next)), (Card::JOKER, Placed::joker_as(next))] {
            let mut left = *from;
            if left.remove(card) {
                begun.push(placed);
                self.with_jokers(rest, &left, begun, found);
                begun.pop();
            }
        }
    }
}

/// What a card is worth at the opening (R4.8).
pub(crate) fn opening_points(card: Card) -> u32 {
    match card.rank().expect("a natural card") {
        Rank::Ace => 1,
        rank => (rank.index() as u32 + 1).min(10),
    }
}
