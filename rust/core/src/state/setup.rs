//! How a match, a deal, or a position to play from begins.

use std::sync::Arc;

use super::deck::{Stock, count};
use super::{Deck, Event, Events, House, Seat, Seats, SetupError, Sheet, State, Turn};
use crate::card::Card;
use crate::cards::Cards;
use crate::meld::Meld;
use crate::rules::{Match, NextDealer, TieBreak};
use crate::table::Table;
use crate::turn::{Position, PositionError};

/// A position to play from, as raw data: a puzzle, or a game that is under way elsewhere.
///
/// The player on turn has not drawn yet. Cards may be missing, but none may be there more often
/// than in the deck.
///
/// ```
/// use std::sync::Arc;
///
/// use machiavelli_core::rules::Rules;
/// use machiavelli_core::state::{Action, House, Seat, Seats, Setup, State};
///
/// let [anna, bruno] = [0, 1].map(|i| Seat::from_index(i).unwrap());
/// let setup = Setup {
///     dealer: bruno,
///     on_turn: anna,
///     hands: vec!["Jh".parse()?, "2c 2d".parse()?],
///     table: "9c 9d 9h 9s | Tc Td Th Ts".parse()?,
///     stock: vec!["Kd".parse()?],
///     opened: Seats::first(2),
/// };
/// let house = Arc::new(House::new(Rules::preset("modiano")?));
/// let (mut state, _) = State::from_setup(house, setup)?;
/// state.apply(anna, Action::Submit("9c 9d 9s | Tc Td Ts | 9h Th Jh".parse()?))?;
/// assert_eq!(state.outcome().unwrap().winners, Seats::first(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Who dealt.
    pub dealer: Seat,
    /// Whose turn begins.
    pub on_turn: Seat,
    /// The hands of the players by seat, none empty.
    pub hands: Vec<Cards>,
    /// The melds and, where the rules have open cards, those that still lie alone.
    pub table: Table,
    /// The stock, the next card to be drawn first.
    pub stock: Vec<Card>,
    /// Who has opened (R4.8).
    pub opened: Seats,
}

impl State {
    /// Begins a match: so many players take the first seats, `dealer` deals.
    ///
    /// # Errors
    ///
    /// [`SetupError::Rules`] if the rules cannot be played by so many, or by those who may be left
    /// after exclusions or ties; [`SetupError::Seat`] if the dealer does not play;
    /// [`SetupError::Deck`] if the cards are not those of the rules.
    pub fn start(
        house: Arc<House>,
        players: usize,
        dealer: Seat,
        deck: &Deck,
    ) -> Result<(Self, Events), SetupError> {
        house.rules().check_players(players)?;
        let options = house.rules().options();
        if options.match_ == Match::Threshold || options.tie_break == TieBreak::ExtraDeal {
            (2..players).try_for_each(|fewer| house.rules().check_players(fewer))?;
        }
        let seats = Seats::first(players);
        seats.seated(dealer)?;
        let mut state = Self::empty(house, seats, dealer);
        let events = state.deal(deck)?;
        Ok((state, events))
    }

    /// Begins to play from a position, in a match of its own.
    ///
    /// # Errors
    ///
    /// [`SetupError::Rules`] if there are too few players or too many; [`SetupError::Seat`] if the
    /// dealer, whoever is on turn, or whoever has opened does not play; [`SetupError::EmptyHand`]
    /// if a player has no card; [`SetupError::Position`] if the table is not valid or the deck has
    /// fewer copies of a card.
    pub fn from_setup(house: Arc<House>, setup: Setup) -> Result<(Self, Events), SetupError> {
        house.rules().check_players(setup.hands.len())?;
        let seats = Seats::first(setup.hands.len());
        for seat in [setup.dealer, setup.on_turn].into_iter().chain(setup.opened.iter()) {
            seats.seated(seat)?;
        }
        if let Some((seat, _)) = Seat::all().zip(&setup.hands).find(|(_, hand)| hand.is_empty()) {
            return Err(SetupError::EmptyHand(seat));
        }
        // Where no cards are turned up, one that lies alone is a meld that is too short.
        let alone = *setup.table.alone();
        let few = alone.len() <= usize::from(house.rules().options().open_cards);
        let open = if few { alone } else { Cards::EMPTY };
        let position =
            Position { table: &setup.table, hand: &Cards::EMPTY, open: &open, opened: true };
        position.check_table(house.turn())?;
        // No part has more of a card than can be counted.
        let stock: Vec<Cards> = setup.stock.chunks(255).map(count).collect();
        let mut parts = vec![setup.table.melded(), &open];
        parts.extend(setup.hands.iter().chain(&stock));
        house.melds().check_deck(&parts).map_err(PositionError::Deck)?;

        let mut state = Self::empty(house, seats, setup.dealer);
        for (hand, cards) in state.hands.iter_mut().zip(&setup.hands) {
            *hand = *cards;
        }
        state.table = setup.table;
        state.open = open;
        state.stock = Stock::new(&setup.stock);
        state.opened = setup.opened;
        let mut events = Events::new();
        let _ = state.begin_turn(setup.on_turn, &mut events);
        Ok((state, events))
    }

    /// Begins the next deal of the match, once a deal is over; the deal has passed on (R2.13).
    ///
    /// # Errors
    ///
    /// [`SetupError::DealOn`] before that, [`SetupError::MatchOver`] once the match is decided;
    /// [`SetupError::Deck`] if the cards are not those of the rules. The state is as it was then.
    pub fn next_deal(&mut self, deck: &Deck) -> Result<Events, SetupError> {
        if self.outcome.is_none() {
            return Err(SetupError::DealOn);
        }
        let dealer = self.next_dealer().ok_or(SetupError::MatchOver)?;
        let mut next = Self::empty(Arc::clone(&self.house), self.sheet.playing(), dealer);
        next.sheet = self.sheet.clone();
        let events = next.deal(deck)?;
        *self = next;
        Ok(events)
    }

    /// Who deals next, once the deal is over: `None` before, and once the match is decided (R2.13).
    pub fn next_dealer(&self) -> Option<Seat> {
        let outcome = self.outcome.as_ref()?;
        let playing = self.sheet.playing();
        let winners = outcome.winners & playing;
        match self.house.rules().options().next_dealer {
            NextDealer::Winner if !winners.is_empty() => winners.after(self.dealer),
            NextDealer::Winner | NextDealer::Left => playing.after(self.dealer),
        }
    }

    /// A deal before any card is dealt.
    fn empty(house: Arc<House>, players: Seats, dealer: Seat) -> Self {
        Self {
            house,
            sheet: Sheet::new(players),
            players,
            dealer,
            hands: [Cards::EMPTY; Seat::COUNT],
            table: Table::default(),
            open: Cards::EMPTY,
            stock: Stock::new(&[]),
            opened: Seats::EMPTY,
            turn: Turn { seat: dealer, dry: false, idled: false },
            turn_number: 0,
            barren: 0,
            out: Seats::EMPTY,
            last: None,
            outcome: None,
        }
    }

    /// Deals one card at a time, clockwise from the dealer's left, and turns up the open cards.
    fn deal(&mut self, deck: &Deck) -> Result<Events, SetupError> {
        deck.check(self.house.melds())?;
        let rules = self.house.rules();
        let players = self.players.len();
        rules.check_players(players)?;
        let hand_size = rules.hand_size(players).unwrap_or_default();
        let dealt = usize::from(hand_size) * players;
        for (i, seat) in self.players.clockwise(self.dealer).enumerate() {
            let hand = deck.cards()[..dealt].iter().skip(i).step_by(players);
            self.hands[seat.index()] = count(hand);
        }
        let mut events = Events::new();
        events.push(Event::Dealt {
            deal: self.sheet.deals() + 1,
            dealer: self.dealer,
            players: self.players,
            hand_size,
        });
        let open = &deck.cards()[dealt..][..usize::from(rules.options().open_cards)];
        if !open.is_empty() {
            self.open = count(open);
            let alone = open.iter().map(|&card| Meld::new_unchecked([card.into()]));
            self.table = Table::new_unchecked(alone.collect());
            events.push(Event::TurnedUp(self.open));
        }
        self.stock = deck.stock(dealt + open.len());
        let eldest = self.players.after(self.dealer).unwrap_or(self.dealer);
        let _ = self.begin_turn(eldest, &mut events);
        Ok(events)
    }
}
