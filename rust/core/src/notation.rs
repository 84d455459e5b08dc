//! Text of cards, melds, tables and actions.
//!
//! Output is canonical and reads back as the same value. Input may also write `10h` for `Th`, use
//! either case, and give suits by their signs (♣♦♥♠ or ♧♢♡♤). Cards are separated by blanks, the
//! melds of a table by `|`.
//!
//! Reading takes time linear in the length of the text. No value holds more than 255 copies of a
//! card, so a text that goes on for ever is refused at the 256th copy.

mod action;

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::card::{Card, Placed, Rank, Suit};
use crate::cards::Cards;
use crate::code::ErrorCode;
use crate::meld::Meld;
use crate::table::Table;

/// Text that is no card, meld, table or multiset of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    text: String,
    position: usize,
    reason: String,
}

impl ParseError {
    /// Most characters of the input that an error repeats.
    pub const MAX_TEXT: usize = 24;

    fn new(input: &str, token: Token<'_>, reason: impl Into<String>) -> Self {
        let text = match token.text.char_indices().nth(Self::MAX_TEXT) {
            Some((end, _)) => format!("{}…", &token.text[..end]),
            None => token.text.to_owned(),
        };
        Self { text, position: input[..token.start].chars().count(), reason: reason.into() }
    }

    /// The same where so many characters stand before the text that was read.
    pub(crate) fn after(self, characters: usize) -> Self {
        Self { position: self.position + characters, ..self }
    }

    /// What could not be read, shortened to [`MAX_TEXT`](Self::MAX_TEXT) characters and `…`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it stands in the input, in characters from 0.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// `E_PARSE`.
    pub const fn code(&self) -> ErrorCode {
        ErrorCode::Parse
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, position, reason } = self;
        write!(f, "cannot read \"{}\" at position {position}: {reason}", text.escape_debug())
    }
}

impl Error for ParseError {}

/// A piece of the input: a word between blanks, or a bar.
#[derive(Clone, Copy)]
struct Token<'a> {
    start: usize,
    text: &'a str,
}

impl Token<'_> {
    const BAR: &'static str = "|";
}

/// Splits at blanks and around bars.
fn tokens(input: &str) -> impl Iterator<Item = Token<'_>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        start += input[start..].find(|c: char| !c.is_whitespace())?;
        let rest = &input[start..];
        let end = match rest.find(|c: char| c == '|' || c.is_whitespace()) {
            Some(0) => Token::BAR.len(),
            Some(end) => end,
            None => rest.len(),
        };
        let token = Token { start, text: &rest[..end] };
        start += end;
        Some(token)
    })
}

/// The one token of the input.
fn only_token<'a>(input: &'a str, what: &str) -> Result<Token<'a>, ParseError> {
    let mut tokens = tokens(input);
    let end = Token { start: input.len(), text: "" };
    let token = tokens.next().ok_or_else(|| ParseError::new(input, end, what))?;
    match tokens.next() {
        Some(extra) => Err(ParseError::new(input, extra, what)),
        None => Ok(token),
    }
}

fn read_rank(text: &str) -> Option<(Rank, &str)> {
    if let Some(rest) = text.strip_prefix("10") {
        return Some((Rank::Ten, rest));
    }
    let mut chars = text.chars();
    let letter = chars.next()?.to_ascii_uppercase();
    let rank = Rank::ALL.into_iter().find(|rank| rank.letter() == letter)?;
    Some((rank, chars.as_str()))
}

fn read_suit(text: &str) -> Option<(Suit, &str)> {
    let mut chars = text.chars();
    let suit = match chars.next()? {
        'c' | 'C' | '♣' | '♧' => Suit::Clubs,
        'd' | 'D' | '♦' | '♢' => Suit::Diamonds,
        'h' | 'H' | '♥' | '♡' => Suit::Hearts,
        's' | 'S' | '♠' | '♤' => Suit::Spades,
        _ => return None,
    };
    // Suit signs are often followed by an invisible selector of text or emoji style.
    Some((suit, chars.as_str().trim_start_matches(['\u{fe0e}', '\u{fe0f}'])))
}

fn read_natural(text: &str) -> Result<Card, &'static str> {
    let (rank, rest) = read_rank(text).ok_or("a card begins with one of A23456789TJQK, or is *")?;
    let (suit, rest) = read_suit(rest).ok_or("after the rank comes one of the suits c d h s")?;
    if rest.is_empty() { Ok(Card::new(rank, suit)) } else { Err("cards are separated by blanks") }
}

fn read_placed(text: &str) -> Result<Placed, &'static str> {
    match text.strip_prefix('*') {
        None if text == Token::BAR => Err("only the melds of a table are separated by |"),
        None => read_natural(text).map(Placed::from),
        Some("") => Ok(Placed::JOKER),
        Some(rest) => match rest.strip_prefix('=') {
            Some(value) => read_natural(value)
                .map(Placed::joker_as)
                .map_err(|_| "a joker's value is a card, as in *=Js"),
            None => Err("a joker is * or, with its value, *=Js"),
        },
    }
}

type EntryCards = SmallVec<[Placed; 16]>;

/// Counts cards as they are read, to stop at the first that would be one too many.
struct Reader<'a> {
    input: &'a str,
    seen: Cards,
}

impl<'a> Reader<'a> {
    const fn new(input: &'a str) -> Self {
        Self { input, seen: Cards::EMPTY }
    }

    fn read(&mut self, token: Token<'_>) -> Result<Placed, ParseError> {
        let placed = read_placed(token.text).map_err(|why| self.error(token, why))?;
        let counted = self.seen.insert(placed.card());
        counted.map_err(|overflow| self.error(token, overflow.to_string()))?;
        Ok(placed)
    }

    fn error(&self, token: Token<'_>, reason: impl Into<String>) -> ParseError {
        ParseError::new(self.input, token, reason)
    }
}

/// Reads a natural card or the joker, without a declared value.
impl FromStr for Card {
    type Err = ParseError;

    fn from_str(input: &str) -> Result<Self, ParseError> {
        let token = only_token(input, "one card is expected")?;
        match read_placed(token.text) {
            Ok(placed) if placed.declared().is_none() => Ok(placed.card()),
            Ok(_) => Err(ParseError::new(input, token, "the joker has a value only in a meld")),
            Err(why) => Err(ParseError::new(input, token, why)),
        }
    }
}

/// Reads a card as it lies in a meld: a joker may declare its value.
impl FromStr for Placed {
    type Err = ParseError;

    fn from_str(input: &str) -> Result<Self, ParseError> {
        let token = only_token(input, "one card is expected")?;
        read_placed(token.text).map_err(|why| ParseError::new(input, token, why))
    }
}

/// Reads cards in any order; a joker with a declared value counts as a joker.
impl FromStr for Cards {
    type Err = ParseError;

    fn from_str(input: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(input);
        for token in tokens(input) {
            reader.read(token)?;
        }
        Ok(reader.seen)
    }
}

/// Reads the cards of one meld from left to right.
impl FromStr for Meld {
    type Err = ParseError;

    fn from_str(input: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(input);
        let cards: Result<EntryCards, _> = tokens(input).map(|token| reader.read(token)).collect();
        cards.map(Self::new_unchecked)
    }
}

/// Reads melds separated by `|`; blank text is the empty table.
impl FromStr for Table {
    type Err = ParseError;

    fn from_str(input: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(input);
        let mut entries = Vec::new();
        let mut entry = EntryCards::new();
        let mut last_bar = None;
        for token in tokens(input) {
            if token.text != Token::BAR {
                entry.push(reader.read(token)?);
            } else if entry.is_empty() {
                return Err(reader.error(token, "no meld before this |"));
            } else {
                entries.push(Meld::new_unchecked(entry.drain(..)));
                last_bar = Some(token);
            }
        }
        match (entry.is_empty(), last_bar) {
            (false, _) => entries.push(Meld::new_unchecked(entry)),
            (true, Some(bar)) => return Err(reader.error(bar, "no meld after this |")),
            (true, None) => {}
        }
        Ok(Self::new_unchecked(entries))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => write!(f, "{}{}", rank.letter(), suit.letter()),
            _ => f.write_str("*"),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.declared() {
            Some(value) => write!(f, "*={value}"),
            None => fmt::Display::fmt(&self.card(), f),
        }
    }
}

impl fmt::Debug for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn write_separated<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    separator: &str,
) -> fmt::Result {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_separated(f, self.iter(), " ")
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cards({self})")
    }
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_separated(f, self, " ")
    }
}

impl fmt::Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Meld({self})")
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_separated(f, self.entries(), " | ")
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({self})")
    }
}

#[cfg(test)]
mod tests;
