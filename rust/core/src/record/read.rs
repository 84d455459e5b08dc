//! Reading a record, line by line, and playing it as it is read.

use std::sync::Arc;

use super::journal::name_of;
use super::{Damage, FIRST_LINE, Fault, Header, Journal, VERSION};
use crate::card::{Card, Placed};
use crate::meld::{Meld, MeldRules};
use crate::notation::ParseError;
use crate::rules::Rules;
use crate::state::{Deck, House, Seat, Seats, Setup, SetupError};
use crate::table::Table;

/// A fault and the line where it is.
type Found = (usize, Fault);

/// The lines of a text that say something, numbered from 1.
struct Lines<'a> {
    lines: Box<dyn Iterator<Item = (usize, &'a str)> + 'a>,
    /// The number of the last line taken.
    last: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let lines = (1..).zip(text.split_inclusive('\n'));
        let says = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
        Self { lines: Box::new(lines.filter(move |(_, line)| says(line))), last: 0 }
    }

    /// The next line without its end; `None` after the last.
    fn next(&mut self) -> Result<Option<&'a str>, Found> {
        let Some((number, line)) = self.lines.next() else {
            self.last += 1;
            return Ok(None);
        };
        self.last = number;
        match line.strip_suffix('\n') {
            Some(line) => Ok(Some(line.trim())),
            None => self.fail(Fault::Cut),
        }
    }

    fn fail<T>(&self, fault: impl Into<Fault>) -> Result<T, Found> {
        Err((self.last, fault.into()))
    }

    /// The next line, which must be there.
    fn must(&mut self, what: &'static str) -> Result<&'a str, Found> {
        match self.next()? {
            Some(line) => Ok(line),
            None => self.fail(Fault::Expected(what)),
        }
    }

    /// The next line as a key and a value.
    fn pair(&mut self, what: &'static str) -> Result<(&'a str, &'a str), Found> {
        let line = self.must(what)?;
        match line.split_once(':') {
            Some((key, value)) => Ok((key.trim_end(), value.trim_start())),
            None => self.fail(Fault::Expected(what)),
        }
    }

    /// The value of the next line, which must have this key.
    fn value(&mut self, key: &str, what: &'static str) -> Result<&'a str, Found> {
        match self.pair(what)? {
            (other, value) if other == key => Ok(value),
            _ => self.fail(Fault::Expected(what)),
        }
    }

    /// What is read from the line last taken, or what is wrong with it.
    fn here<T, E: Into<Fault>>(&self, read: Result<T, E>) -> Result<T, Found> {
        read.map_err(|error| (self.last, error.into()))
    }
}

impl Journal {
    /// Reads a record and plays it, so that the game can go on from its end.
    ///
    /// # Errors
    ///
    /// [`Damage`] names the first line that is not as it must be, and holds the game up to there.
    ///
    /// ```
    /// use machiavelli_core::record::Journal;
    ///
    /// let text = "machiavelli record 1\nrules: modiano\nplayer 0: Anna\nplayer 1: Bruno\n\
    ///             seed: 42\ndealer: 1\ndeal 1\n0 pass\n1 pass\n0 pa";
    /// let damage = Journal::read(text).unwrap_err();
    /// assert_eq!(damage.to_string(), "line 10 of the record: the line is cut off");
    /// assert_eq!(damage.journal.unwrap().state().stock().len(), 76);
    /// ```
    pub fn read(text: &str) -> Result<Self, Damage> {
        Self::read_in(House::new, text)
    }

    /// The same in a house that is made for the rules of the record.
    ///
    /// # Errors
    ///
    /// [`Damage`] as there.
    pub fn read_in(house: impl FnOnce(Rules) -> House, text: &str) -> Result<Self, Damage> {
        let mut lines = Lines::new(text);
        let mut journal = match begin(house, &mut lines) {
            Ok(journal) => journal,
            Err((line, fault)) => return Err(Damage::new(line, fault, None)),
        };
        match journal.follow(&mut lines) {
            Ok(()) => Ok(journal),
            Err((line, fault)) => Err(Damage::new(line, fault, Some(journal))),
        }
    }

    /// Plays what the lines after the first deal tell.
    fn follow(&mut self, lines: &mut Lines<'_>) -> Result<(), Found> {
        let mut told = 1;
        while let Some(line) = lines.next()? {
            // Scores and winners are known already.
            match self.record().steps.get(told).map(ToString::to_string) {
                None => self.take(line, lines)?,
                Some(known) => {
                    if line != known.trim_end() {
                        return lines.fail(Fault::Result(known.trim_end().to_owned()));
                    }
                }
            }
            told += 1;
        }
        Ok(())
    }

    fn take(&mut self, line: &str, lines: &Lines<'_>) -> Result<(), Found> {
        if line.starts_with("deal") {
            if self.state().on_turn().is_some() {
                return lines.fail(SetupError::DealOn);
            }
            let number = self.state().sheet().deals() + 1;
            let cards = deal(line, number, self.state().house().melds(), lines)?;
            return lines.here(self.next_deal(cards)).map(drop);
        }
        let (number, action) = line.split_once(' ').unwrap_or((line, ""));
        let seat = lines.here(seat(number))?;
        let ahead = number.chars().count() + 1;
        let action = lines.here(action.parse().map_err(|error: ParseError| error.after(ahead)))?;
        lines.here(self.apply(seat, action)).map(drop)
    }
}

/// Everything up to the first deal or the position, which begins the game.
fn begin(house: impl FnOnce(Rules) -> House, lines: &mut Lines<'_>) -> Result<Journal, Found> {
    let version = lines.next()?.and_then(|line| line.strip_prefix(FIRST_LINE));
    if version.and_then(|version| version.trim().parse().ok()) != Some(VERSION) {
        return lines.fail(Fault::Version);
    }
    let rules = lines.value("rules", "rules: NAME")?.parse::<Rules>();
    let rules = lines.here(rules)?;

    let mut names: Vec<String> = Vec::new();
    let (mut key, mut value) = lines.pair("player 0: NAME")?;
    for seat in Seat::all() {
        if key != format!("player {seat}") {
            break;
        }
        names.push(lines.here(name_of(seat, value))?);
        (key, value) = lines.pair("dealer: SEAT")?;
    }
    let mut seed = None;
    if key == "seed" {
        let expected = Fault::Expected("a seed from 0 to 18446744073709551615");
        seed = Some(lines.here(value.parse().map_err(|_| expected))?);
        (key, value) = lines.pair("dealer: SEAT")?;
    }
    if key != "dealer" {
        return lines.fail(Fault::Expected("player, seed or dealer"));
    }
    let dealer = lines.here(seat(value))?;
    let header = Header { house: Arc::new(house(rules)), names, seed, dealer };

    let line = lines.must("deal 1")?;
    let started = if line == "position" {
        let setup = position(lines, &header)?;
        Journal::from_setup(header, setup)
    } else {
        let cards = deal(line, 1, header.house.melds(), lines)?;
        Journal::start(header, cards)
    };
    lines.here(started).map(|(journal, _)| journal)
}

/// The cards of a deal with this number, `None` if it is by the seed.
fn deal(
    line: &str,
    number: u32,
    melds: &MeldRules,
    lines: &Lines<'_>,
) -> Result<Option<Deck>, Found> {
    let (name, given) = match line.split_once(':') {
        Some((name, cards)) => (name.trim_end(), Some(cards)),
        None => (line, None),
    };
    if name != format!("deal {number}") {
        return lines.fail(Fault::Result(format!("deal {number}")));
    }
    let Some(given) = given else { return Ok(None) };
    let deck = Deck::new(melds, lines.here(cards(given))?);
    lines.here(deck.map(Some).map_err(SetupError::from))
}

fn position(lines: &mut Lines<'_>, header: &Header) -> Result<Setup, Found> {
    let mut hands = Vec::new();
    for seat in Seat::all().take(header.names.len()) {
        let hand = lines.value(&format!("hand {seat}"), "the hand of every player")?;
        hands.push(lines.here(hand.parse())?);
    }
    let mut setup = Setup {
        dealer: header.dealer,
        on_turn: header.dealer,
        hands,
        table: Table::default(),
        stock: Vec::new(),
        opened: Seats::EMPTY,
    };
    let (mut key, mut value) = lines.pair("opened: SEATS")?;
    if key == "table" {
        setup.table = lines.here(value.parse())?;
        (key, value) = lines.pair("opened: SEATS")?;
    }
    if key == "stock" {
        setup.stock = lines.here(cards(value))?;
        (key, value) = lines.pair("opened: SEATS")?;
    }
    if key != "opened" {
        return lines.fail(Fault::Expected("table, stock or opened"));
    }
    setup.opened = lines.here(value.split_whitespace().map(seat).collect())?;
    let on_turn = lines.value("turn", "turn: SEAT")?;
    setup.on_turn = lines.here(seat(on_turn))?;
    Ok(setup)
}

/// Cards in their order.
fn cards(text: &str) -> Result<Vec<Card>, Fault> {
    let cards: Meld = text.parse()?;
    if cards.iter().any(|placed| placed.declared().is_some()) {
        return Err(Fault::Expected("a joker without a value"));
    }
    Ok(cards.iter().map(Placed::card).collect())
}

fn seat(text: &str) -> Result<Seat, Fault> {
    let index = text.parse().ok();
    index.and_then(Seat::from_index).ok_or(Fault::Expected("the number of a seat"))
}
