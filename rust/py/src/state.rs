//! `machiavelli.State`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use machiavelli_core::record::{self, Header, Journal};
use machiavelli_core::state::{
    self, Deck, Events, House, NotSeated, Seat, Seats, Setup, SetupError,
};
use machiavelli_core::{ErrorCode, Placed};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PySequence, PyString, PyTuple};

use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::error::{Error, Result};
use crate::event::events;
use crate::integer::{Bounds, SeatNumber, Seed};
use crate::meld::Meld;
use crate::outcome::Outcome;
use crate::rules::{RuleOptions, Rules, RulesArg, house};
use crate::seat::{SeatNumbers, by_seat, tuple};
use crate::table::Table;
use crate::value::{Given, OrDefault, Text, type_name};
use crate::view::View;

/// A game in progress, cards that nobody sees included, and the record of how it came about.
///
/// It never changes: `play` gives the state afterwards. It is always somebody's turn, or the deal
/// is over; what the rules leave no choice about, such as a draw at turn start, has happened
/// already. Seats are numbered clockwise from 0. Players must not get a state, but a `View`.
///
/// States are equal if they have the same rules, cards, scores and turn, whatever led to them.
///
/// >>> state, events = State.start("modiano", ["Anna", "Bruno"], seed=7, dealer=1)
/// >>> events[0]
/// Dealt(deal=1, dealer=1, players=(0, 1), hand_size=13)
/// >>> state, events = state.play("pass")
/// >>> events
/// (Drew(seat=0, count=1, cards=Cards('6d'), reason='idle'), TurnBegan(seat=1))
/// >>> State.read(state.record) == state
/// True
/// >>> try:
/// ...     state.play("pass", seat=0)
/// ... except IllegalTurnError as error:
/// ...     print(error.code, error)
/// E_NOT_YOUR_TURN it is the turn of player 1, not of player 0
#[pyclass(frozen, eq, hash, module = "machiavelli")]
pub(crate) struct State {
    journal: Journal,
    /// What led to it from the state before.
    happened: Box<Events>,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state()
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state().hash(hasher);
    }
}

/// A state and the events that led to it.
type Step<'py> = (State, Bound<'py, PyTuple>);

impl State {
    fn state(&self) -> &state::State {
        self.journal.state()
    }

    fn seats(&self) -> Seats {
        self.state().sheet().players()
    }

    fn step(py: Python<'_>, journal: Journal, happened: Events) -> Result<Step<'_>> {
        let state = Self { journal, happened: Box::new(happened) };
        let events = events(py, &*state.happened, state.seats())?;
        Ok((state, events))
    }
}

#[pymethods]
impl State {
    /// Begins a match and deals: the state, and what happened.
    ///
    /// `players` is their number, or their names by seat. Cards come from the seed, or are those of
    /// `cards` in the order in which they are dealt (R2.5). If nobody is named to deal, a lot is
    /// drawn with the seed where the rules say so (R2.3).
    ///
    /// Raises `RulesError` if the rules cannot be played by so many, and `SetupError` if the deal
    /// cannot begin: without seed and cards, without a dealer, or with cards that are not the deck.
    #[staticmethod]
    #[pyo3(
        signature = (
            rules = RulesArg::DEFAULT, players = Players::Count(2), *, seed = None, dealer = None,
            cards = None, **options
        ),
        text_signature = "(rules='modiano', players=2, *, seed=None, dealer=None, cards=None, \
                          **options)"
    )]
    fn start<'py>(
        py: Python<'py>,
        rules: RulesArg<'py>,
        players: Players,
        seed: Option<Seed>,
        dealer: Option<SeatNumber>,
        cards: Option<Given<'py, Meld>>,
        options: Option<RuleOptions>,
    ) -> Result<Step<'py>> {
        let rules = rules.with(py, options)?;
        let house = &rules.get().0;
        let (names, seed) = (players.names(house)?, seed.map(|seed| seed.0));
        let dealer = house.first_dealer(names.len(), dealer.map(|seat| seat.0), seed)?;
        let deck = deck(house, cards)?;
        let header = Header { house: Arc::clone(house), names, seed, dealer };
        let (journal, happened) = Journal::start(header, deck)?;
        Self::step(py, journal, happened)
    }

    /// Begins to play from a position: the state, and what happened.
    ///
    /// `hands` are the players' by seat; the player on turn has not drawn yet. The table may hold
    /// open cards as melds of one card. Cards may be missing, but none may be there more often than
    /// in the deck. By default the player on the right of `on_turn` has dealt, and all have opened.
    ///
    /// Raises `SetupError`, `RulesError`, `InvalidTableError` or `PositionError` if it cannot be.
    ///
    /// >>> state, _ = State.from_position(["Jh", "2c 2d"], table="9c 9d 9h 9s | Tc Td Th Ts")
    /// >>> state, _ = state.play(Table("9c 9d 9s | Tc Td Ts | 9h Th Jh"))
    /// >>> state.outcome
    /// Outcome(end='went out', winners=(0,), scores=(0, 2))
    #[staticmethod]
    #[pyo3(
        signature = (
            hands, rules = RulesArg::DEFAULT, players = None, *, table = OrDefault::Default,
            stock = None, on_turn = SeatNumber(0), dealer = None, opened = None, seed = None,
            **options
        ),
        text_signature = "(hands, rules='modiano', players=None, *, table='', stock='', on_turn=0, \
                          dealer=None, opened=None, seed=None, **options)"
    )]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn from_position<'py>(
        py: Python<'py>,
        hands: Hands<'py>,
        rules: RulesArg<'py>,
        players: Option<Players>,
        table: OrDefault<'py, Table>,
        stock: Option<Given<'py, Meld>>,
        on_turn: SeatNumber,
        dealer: Option<SeatNumber>,
        opened: Option<SeatNumbers>,
        seed: Option<Seed>,
        options: Option<RuleOptions>,
    ) -> Result<Step<'py>> {
        let rules = rules.with(py, options)?;
        let house = Arc::clone(&rules.get().0);
        let names = players.unwrap_or(Players::Count(hands.0.len())).names(&house)?;
        let seats = Seats::first(hands.0.len());
        let seated = |seat: SeatNumber| seats.find(seat.0).map_err(SetupError::from);
        let on_turn = seated(on_turn)?;
        let right = seats.before(on_turn).unwrap_or(on_turn);
        let setup = Setup {
            dealer: dealer.map_or(Ok(right), seated)?,
            on_turn,
            hands: hands.0.iter().map(|hand| hand.0).collect(),
            table: table.object(py)?.get().0.clone(),
            stock: stock.iter().flat_map(|stock| stock.0.iter()).map(Placed::card).collect(),
            opened: opened
                .map_or(Ok(seats), |opened| opened.among(seats))
                .map_err(SetupError::from)?,
        };
        let seed = seed.map(|seed| seed.0);
        let header = Header { house, names, seed, dealer: setup.dealer };
        let (journal, happened) = Journal::from_setup(header, setup)?;
        Self::step(py, journal, happened)
    }

    /// The state after a record, from which the game can go on.
    ///
    /// Raises `RecordError` with the line that is not as it must be and, as `state`, the game up to
    /// there; None if it has not begun.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn read(text: &Bound<'_, PyString>) -> Result<Self> {
        Ok(Self::resumed(Journal::read_in(house, &text.to_string_lossy())?))
    }

    /// The record: rules, players, chance and everything that was done, as lines of text.
    ///
    /// What is played is added at its end, so that a file can be continued.
    #[getter]
    fn record(&self) -> String {
        self.journal.record().to_string()
    }

    /// The lines that the record has more than that of an earlier state of the same game.
    ///
    /// >>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
    /// >>> state.play("pass")[0].record_since(state).splitlines()
    /// ['0 pass']
    #[pyo3(signature = (earlier, /))]
    fn record_since(&self, earlier: &Bound<'_, Self>) -> String {
        self.journal.record().since(earlier.get().journal.record())
    }

    /// The state after the player on turn, or at `seat`, does this; and what happened.
    ///
    /// An action is an `Action`, its text, or a table to submit. What is a mistake by the rules is
    /// done, and costs what it costs.
    ///
    /// Raises `IllegalTurnError` if the action is refused without penalty (R4.16), `QuestionError`
    /// for a seat that is not among `seats`, and `PositionError` where rules ask what can be laid
    /// with more than four jokers in play.
    #[pyo3(signature = (action, *, seat = None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        action: Given<'py, Action>,
        seat: Option<SeatNumber>,
    ) -> Result<Step<'py>> {
        let mut journal = self.journal.clone();
        let happened = journal.apply(self.acting(seat)?, action.0.clone())?;
        Self::step(py, journal, happened)
    }

    /// Whether `play` would not refuse the action.
    #[pyo3(signature = (action, *, seat = None))]
    fn can_play(&self, action: Given<'_, Action>, seat: Option<SeatNumber>) -> Result<bool> {
        match self.state().judge(self.acting(seat)?, &action.0) {
            Ok(_) => Ok(true),
            Err(error) if error.code() == ErrorCode::Interrupted => Err(error.into()),
            Err(_) => Ok(false),
        }
    }

    /// What an action would come to, without playing it.
    ///
    /// `"lays"` hand cards; `"idles"`, laying nothing; `"restores"` the table, as it was rearranged
    /// only (R4.7); `"fails"`, a mistake after which the table is put back (R4.9); or `"takes"` the
    /// cards of bad melds (R4.10).
    ///
    /// Raises as `play` does.
    #[pyo3(signature = (action, *, seat = None))]
    fn judge(&self, action: Given<'_, Action>, seat: Option<SeatNumber>) -> Result<&'static str> {
        Ok(self.state().judge(self.acting(seat)?, &action.0)?.as_str())
    }

    /// The next deal of the match, once a deal is over; and what happened.
    ///
    /// Raises `SetupError` if the deal is not over or the match is, or without seed and cards.
    #[pyo3(signature = (*, cards = None))]
    fn next_deal<'py>(
        &self,
        py: Python<'py>,
        cards: Option<Given<'py, Meld>>,
    ) -> Result<Step<'py>> {
        let mut journal = self.journal.clone();
        let happened = journal.next_deal(deck(self.state().house(), cards)?)?;
        Self::step(py, journal, happened)
    }

    /// Every state from the first deal or position to this one, each with what led to it.
    ///
    /// >>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
    /// >>> state, _ = state.play("pass")
    /// >>> [len(each.stock) for each, events in state.history()]
    /// [78, 77]
    fn history<'py>(&self, py: Python<'py>) -> Result<Vec<Step<'py>>> {
        let mut replay = self.journal.record().replay();
        let mut history = Vec::new();
        while let Some((_, happened)) = replay.next() {
            if let Some(journal) = replay.journal() {
                history.push(Self::step(py, journal.clone(), happened)?);
            }
        }
        Ok(history)
    }

    /// What led to this state from the one before, as it is told to a player.
    ///
    /// Cards that others draw are only counted; for an onlooker, who is None, all are.
    ///
    /// Raises `QuestionError` for a seat that is not among `seats`.
    ///
    /// >>> state, _ = State.start("modiano", 2, seed=7, dealer=1)
    /// >>> state, _ = state.play("pass")
    /// >>> state.events_for(1)
    /// (Drew(seat=0, count=1, cards=None, reason='idle'), TurnBegan(seat=1))
    #[pyo3(signature = (seat, /))]
    fn events_for<'py>(
        &self,
        py: Python<'py>,
        seat: Option<SeatNumber>,
    ) -> Result<Bound<'py, PyTuple>> {
        let viewer = seat.map(|seat| self.seats().find(seat.0)).transpose()?;
        let seen: Vec<_> = self.happened.iter().map(|event| event.seen_by(viewer)).collect();
        Ok(events(py, &seen, self.seats())?)
    }

    /// What a player may see.
    ///
    /// Raises `QuestionError` for a seat that is not among `seats`.
    #[pyo3(signature = (seat, /))]
    fn view(&self, seat: SeatNumber) -> Result<View> {
        Ok(View(self.state().view(self.seats().find(seat.0)?).into_owned()))
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(Arc::clone(self.state().house()))
    }

    /// The players' names by seat.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.journal.record().header().names)
    }

    /// The seed of the deals; None if each has its cards.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.journal.record().header().seed
    }

    /// Everybody who began the match.
    #[getter(seats)]
    fn all_seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.seats())
    }

    /// Who plays this deal.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.state().players())
    }

    /// Who dealt.
    #[getter]
    fn dealer(&self) -> usize {
        self.state().dealer().index()
    }

    /// Whose turn it is; None once the deal is over.
    #[getter]
    fn on_turn(&self) -> Option<usize> {
        self.state().on_turn().map(Seat::index)
    }

    /// The hand of a player; no cards for whoever does not play this deal.
    ///
    /// Raises `QuestionError` for a seat that is not among `seats`.
    #[pyo3(signature = (seat, /))]
    fn hand(&self, seat: SeatNumber) -> Result<Cards> {
        Ok(Cards(*self.state().hand(self.seats().find(seat.0)?)))
    }

    /// The table: melds, and as melds of one card the open cards that still lie alone.
    #[getter]
    fn table(&self) -> Table {
        Table(self.state().table().clone())
    }

    /// The open cards that still lie alone (R3.9).
    #[getter]
    fn open_cards(&self) -> Cards {
        Cards(*self.state().open())
    }

    /// The face-down cards, the next to be drawn first.
    #[getter]
    fn stock<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let cards: Vec<_> = self.state().stock().iter().map(|&card| Card(card.into())).collect();
        PyTuple::new(py, cards)
    }

    /// Who has opened in this deal (R4.8).
    #[getter]
    fn opened<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.state().opened())
    }

    /// Who has gone out in this deal.
    #[getter]
    fn out<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.state().out())
    }

    /// What the deal came to; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.state().outcome().map(|&outcome| Outcome { outcome, seats: self.seats() })
    }

    /// Number of the deal in the match, from 1.
    #[getter]
    fn deal_number(&self) -> u32 {
        self.state().deal_number()
    }

    /// Number of the turn in the deal, from 1.
    #[getter]
    fn turn_number(&self) -> u32 {
        self.state().turn_number()
    }

    /// Who deals next; None while the deal goes on, and once the match is over (R2.13).
    #[getter]
    fn next_dealer(&self) -> Option<usize> {
        self.state().next_dealer().map(Seat::index)
    }

    /// Penalty points in the match by seat; those of a deal are added when it is over.
    #[getter]
    fn totals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        by_seat(py, self.seats(), self.state().sheet().totals())
    }

    /// What each deal that is over cost everybody, by seat; None for whoever did not play it.
    ///
    /// >>> state, _ = State.from_position(["Th", "2c 2d"], table="Tc Td Ts")
    /// >>> state, _ = state.play("submit: Tc Td Th Ts")
    /// >>> state.scores, state.totals
    /// (((0, 2),), (0, 2))
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let seats = self.seats();
        let scores = self.journal.record().steps().filter_map(|step| match step {
            record::Step::Score(players, scores) => {
                let score = |seat| players.contains(seat).then_some(scores[Seat::index(seat)]);
                Some(PyTuple::new(py, seats.iter().map(score).collect::<Vec<_>>()))
            }
            _ => None,
        });
        PyTuple::new(py, scores.collect::<PyResult<Vec<_>>>()?)
    }

    /// What excluded players owe, by seat, in units whose worth is settled elsewhere (R6.7).
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        by_seat(py, self.seats(), self.state().sheet().units())
    }

    /// Whose total has not excluded them from the match (R6.6).
    #[getter]
    fn still_in<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.state().sheet().still_in())
    }

    /// Who has won the match; None while it goes on.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.state().sheet().winners().map(|winners| tuple(py, winners)).transpose()
    }

    fn __repr__(&self) -> String {
        let state = self.state();
        let turn =
            state.on_turn().map_or("over".to_owned(), |seat| format!("turn of player {seat}"));
        format!("<State of {}: deal {}, {turn}>", state.house(), state.deal_number())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("read")?, (slf.get().record(),)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

impl State {
    /// The state at the end of what was read.
    pub(crate) fn resumed(journal: Journal) -> Self {
        Self { journal, happened: Box::default() }
    }

    /// The seat that is given, or else the one on turn; any seat does once the deal is over.
    fn acting(&self, seat: Option<SeatNumber>) -> std::result::Result<Seat, NotSeated> {
        let on_turn = self.state().on_turn().unwrap_or_else(|| self.state().dealer());
        seat.map_or(Ok(on_turn), |seat| self.seats().find(seat.0))
    }
}

/// Cards in the order in which they are dealt, if they are given.
fn deck(house: &House, cards: Option<Given<'_, Meld>>) -> Result<Option<Deck>> {
    let deck = |cards: Given<'_, Meld>| Deck::new(house.melds(), cards.0.iter().map(Placed::card));
    Ok(cards.map(deck).transpose()?)
}

/// The hands of a position by seat.
struct Hands<'py>(Vec<Given<'py, Cards>>);

impl<'py> FromPyObject<'_, 'py> for Hands<'py> {
    type Error = Error;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
        if given.is_instance_of::<PyString>() || given.cast::<PySequence>().is_err() {
            let message =
                format!("hands are Cards or text in a sequence, not {}", type_name(&given));
            return Err(PyTypeError::new_err(message).into());
        }
        Ok(Self(given.extract()?))
    }
}

/// How many players there are, or their names.
enum Players {
    Count(usize),
    Names(Vec<String>),
}

impl Players {
    /// A name for each, if so many can play.
    fn names(self, house: &House) -> Result<Vec<String>> {
        match self {
            Self::Count(count) => {
                house.rules().check_players(count)?;
                Ok(vec![String::new(); count])
            }
            Self::Names(names) => Ok(names),
        }
    }
}

impl FromPyObject<'_, '_> for Players {
    type Error = Error;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self> {
        const MOST: Option<u64> = Some(usize::MAX as u64);
        static BOUNDS: Bounds =
            Bounds { name: "a number of players", least: 0, most: MOST, code: "C_PLAYERS" };
        if given.is_instance_of::<PyInt>() {
            return Ok(Self::Count(BOUNDS.read(&given)? as usize));
        }
        if given.is_instance_of::<PyString>() || given.try_iter().is_err() {
            let message = format!("players are a number or their names, not {}", type_name(&given));
            return Err(PyTypeError::new_err(message).into());
        }
        // No rules admit more players than there are seats, and some iterables have no end.
        if let Some(count) = given.len().ok().filter(|&count| count > Seat::COUNT) {
            return Ok(Self::Count(count));
        }
        let names = given.try_iter()?.take(Seat::COUNT + 1);
        let names = names.map(|name| Ok(name?.extract::<Text>()?.0));
        Ok(Self::Names(names.collect::<PyResult<_>>()?))
    }
}
