//! A game that keeps its record.

use std::sync::Arc;

use super::steps::Steps;
use crate::state::{
    Action, Chance, Deck, Event, Events, House, PlayError, Scores, Seat, Seats, Setup, SetupError,
    State,
};

/// What is known of a game before the first card is dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rules.
    pub house: Arc<House>,
    /// The players' names by seat, without control characters; blanks around them are left out of the
    /// record.
    pub names: Vec<String>,
    /// The seed of the deals; without one each deal needs its cards.
    pub seed: Option<u64>,
    /// Who deals first.
    pub dealer: Seat,
}

/// A game as it was played: rules, players, chance, and everything that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub(super) header: Arc<Header>,
    pub(super) steps: Steps,
}

/// One step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A deal, by the seed or from these cards.
    Deal {
        /// Its number, from 1.
        number: u32,
        /// The cards, if not by the seed.
        cards: Option<Deck>,
    },
    /// The game begins in this position.
    Position(Box<Setup>),
    /// A player did this.
    Act(Seat, Action),
    /// The deal was over, and those who played it scored this.
    Score(Seats, Scores),
    /// The match was over, and these players had won it.
    Won(Seats),
}

/// A game in progress that keeps its record.
///
/// Copies share what was recorded before.
///
/// ```
/// use std::sync::Arc;
///
/// use machiavelli_core::record::{Header, Journal};
/// use machiavelli_core::rules::Rules;
/// use machiavelli_core::state::{Action, House, Seat};
///
/// let mut seats = Seat::all();
/// let (anna, bruno) = (seats.next().unwrap(), seats.next().unwrap());
/// let header = Header {
///     house: Arc::new(House::new(Rules::preset("modiano")?)),
///     names: vec!["Anna".to_owned(), "Bruno".to_owned()],
///     seed: Some(42),
///     dealer: bruno,
/// };
/// let (mut journal, _) = Journal::start(header, None)?;
/// journal.apply(anna, Action::Pass)?;
///
/// let text = journal.record().to_string();
/// assert!(text.ends_with("dealer: 1\ndeal 1\n0 pass\n"));
/// let resumed = Journal::read(&text)?;
/// assert_eq!(resumed.state(), journal.state());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    record: Record,
    state: State,
}

impl Record {
    /// What was known before the first card was dealt.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The lines that this record has more than an earlier one of the same game.
    pub fn since(&self, earlier: &Self) -> String {
        self.steps.beyond(earlier.steps.len()).map(ToString::to_string).collect()
    }

    /// Everything that was done, in order.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &Step> {
        self.steps.iter()
    }
}

impl Journal {
    /// Begins a match; without cards the first deal is by the seed.
    ///
    /// # Errors
    ///
    /// [`SetupError`] as from [`State::start`]; [`SetupError::NoCards`] if there is neither a seed
    /// nor cards, [`SetupError::Name`] for a name that does not fit on a line.
    pub fn start(header: Header, cards: Option<Deck>) -> Result<(Self, Events), SetupError> {
        let deck = deck_of(&header, 1, cards.as_ref())?;
        let house = Arc::clone(&header.house);
        let (state, events) = State::start(house, header.names.len(), header.dealer, &deck)?;
        Ok((Self::begun(header, Step::Deal { number: 1, cards }, state, &events)?, events))
    }

    /// Begins in the middle, from a position; with a name for each hand; the dealer is the
    /// position's.
    ///
    /// # Errors
    ///
    /// [`SetupError`] as from [`State::from_setup`]; [`SetupError::Names`] if there are not as many
    /// names as hands, [`SetupError::Name`] for one that does not fit on a line.
    pub fn from_setup(header: Header, setup: Setup) -> Result<(Self, Events), SetupError> {
        let (names, hands) = (header.names.len(), setup.hands.len());
        if names != hands {
            return Err(SetupError::Names { names, hands });
        }
        let house = Arc::clone(&header.house);
        let header = Header { dealer: setup.dealer, ..header };
        let step = Step::Position(Box::new(setup.clone()));
        let (state, events) = State::from_setup(house, setup)?;
        Ok((Self::begun(header, step, state, &events)?, events))
    }

    fn begun(
        mut header: Header,
        step: Step,
        state: State,
        events: &Events,
    ) -> Result<Self, SetupError> {
        for (seat, name) in Seat::all().zip(&mut header.names) {
            *name = name_of(seat, name)?;
        }
        let mut steps = Steps::default();
        steps.push(step);
        let record = Record { header: Arc::new(header), steps };
        let mut journal = Self { record, state };
        journal.conclude(events);
        Ok(journal)
    }

    /// The game as it stands.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The record so far.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Does what a player does, as [`State::apply`], and records it.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if the action is refused; nothing is recorded then.
    pub fn apply(&mut self, seat: Seat, action: Action) -> Result<Events, PlayError> {
        let events = self.state.apply(seat, action.clone())?;
        self.record.steps.push(Step::Act(seat, action));
        self.conclude(&events);
        Ok(events)
    }

    /// Begins the next deal; without cards it is by the seed.
    ///
    /// # Errors
    ///
    /// [`SetupError`] as from [`State::next_deal`], and [`SetupError::NoCards`]; nothing is recorded
    /// then.
    pub fn next_deal(&mut self, cards: Option<Deck>) -> Result<Events, SetupError> {
        let number = self.state.sheet().deals() + 1;
        let deck = deck_of(&self.record.header, number, cards.as_ref())?;
        let events = self.state.next_deal(&deck)?;
        self.record.steps.push(Step::Deal { number, cards });
        self.conclude(&events);
        Ok(events)
    }

    /// Records what came of a step, where a deal or the match is over.
    fn conclude(&mut self, events: &Events) {
        let players = self.state.players();
        let results = events.iter().filter_map(|event| match event {
            Event::DealOver(outcome) => Some(Step::Score(players, outcome.scores)),
            Event::MatchOver(winners) => Some(Step::Won(*winners)),
            _ => None,
        });
        results.for_each(|step| self.record.steps.push(step));
    }
}

/// The name of a player as it stands on a line of a record.
pub(super) fn name_of(seat: Seat, name: &str) -> Result<String, SetupError> {
    let name = name.trim();
    match name.chars().find(|character| character.is_control()) {
        Some(character) => Err(SetupError::Name { seat, character }),
        None => Ok(name.to_owned()),
    }
}

/// The deck of a deal: these cards, or those of the seed.
fn deck_of(header: &Header, number: u32, cards: Option<&Deck>) -> Result<Deck, SetupError> {
    if let Some(deck) = cards {
        return Ok(deck.clone());
    }
    let seed = header.seed.ok_or(SetupError::NoCards)?;
    Ok(Deck::shuffled(header.house.melds(), &mut Chance::of_deal(seed, number)))
}
