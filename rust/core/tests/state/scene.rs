//! Positions to play from, written down shortly.

use std::sync::Arc;

use machiavelli_core::rules::Rules;
use machiavelli_core::state::{
    Action, DrawReason, Event, Events, House, PlayError, Seat, Seats, Setup, State,
};
use machiavelli_core::{Card, Cards, MeldRules, Table};

pub(crate) fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

pub(crate) fn house(text: &str) -> Arc<House> {
    Arc::new(House::new(rules(text)))
}

pub(crate) fn cards(text: &str) -> Cards {
    text.parse().unwrap()
}

pub(crate) fn table(text: &str) -> Table {
    text.parse().unwrap()
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::from_index(index).unwrap()
}

pub(crate) fn seats(indices: impl IntoIterator<Item = usize>) -> Seats {
    indices.into_iter().map(seat).collect()
}

/// All cards of the deck.
pub(crate) fn whole_deck(rules: &Rules) -> Cards {
    let melds = MeldRules::new(rules);
    let mut counts = [0; Card::COUNT];
    for card in Card::all() {
        counts[card.index()] = melds.copies_of(card) as u8;
    }
    Cards::from_counts(counts)
}

/// A position between players of whom the first is on turn and the last has dealt.
///
/// A hand is the cards that matter and how many it has in all; what is added, and the stock, are
/// cards left in the deck, the lowest spades first.
pub(crate) struct Scene<'a> {
    pub(crate) rules: Rules,
    pub(crate) hands: &'a [(&'a str, usize)],
    pub(crate) table: &'a str,
    pub(crate) stock: usize,
    pub(crate) opened: bool,
}

impl Scene<'_> {
    pub(crate) fn state(&self) -> State {
        self.begin().0
    }

    pub(crate) fn begin(&self) -> (State, Events) {
        let table = table(self.table);
        let named = self.hands.iter().map(|(hand, _)| cards(hand));
        let used = named.clone().fold(table.cards(), |sum, hand| sum.saturating_add(&hand));
        let left = whole_deck(&self.rules).difference(&used);
        let mut left = left.iter().filter(|card| !card.is_joker()).collect::<Vec<_>>().into_iter();
        let last =
            |n: usize, left: &mut std::vec::IntoIter<Card>| left.rev().take(n).collect::<Vec<_>>();
        let hands = named.zip(self.hands).map(|(mut hand, &(_, size))| {
            for card in last(size - hand.len(), &mut left) {
                hand.insert(card).unwrap();
            }
            hand
        });
        let hands: Vec<Cards> = hands.collect();
        let stock = last(self.stock, &mut left);
        assert_eq!(stock.len(), self.stock, "the deck is too small");
        let count = hands.len();
        let setup = Setup {
            dealer: seat(count - 1),
            on_turn: seat(0),
            hands,
            table,
            stock,
            opened: if self.opened { Seats::first(count) } else { Seats::EMPTY },
        };
        State::from_setup(Arc::new(House::new(self.rules.clone())), setup).unwrap()
    }
}

/// The player on turn does this, which is not refused.
pub(crate) fn act(state: &mut State, action: Action) -> Events {
    state.apply(state.on_turn().unwrap(), action).unwrap()
}

pub(crate) fn submit(state: &mut State, text: &str) -> Events {
    act(state, Action::Submit(table(text)))
}

pub(crate) fn pass(state: &mut State) -> Events {
    act(state, Action::Pass)
}

/// The player on turn does this, which is refused and changes nothing.
pub(crate) fn refused(state: &mut State, action: Action) -> PlayError {
    let before = state.clone();
    let seat = state.on_turn().unwrap_or(seat(0));
    let told = state.judge(seat, &action).unwrap_err();
    let error = state.apply(seat, action).unwrap_err();
    assert_eq!(told, error);
    assert_eq!(*state, before, "{error}");
    error
}

/// How many cards a player drew for a reason.
pub(crate) fn drawn(events: &Events, by: usize, why: DrawReason) -> usize {
    let drew = events.iter().filter_map(|event| match event {
        Event::Drew { seat, count, reason, .. } if seat.index() == by && *reason == why => {
            Some(*count)
        }
        _ => None,
    });
    drew.sum()
}

pub(crate) fn hand_size(state: &State, index: usize) -> usize {
    state.hand(seat(index)).len()
}
