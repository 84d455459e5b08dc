//! `machiavelli.Card`.

use machiavelli_core::{self as core, Placed};
use pyo3::prelude::*;

use crate::error::Result;
use crate::value::{Given, Value, show_and_copy};

/// A card as it lies in a meld: a natural card, or a joker with or without a declared value.
///
/// Made from its text: rank `A23456789TJQK` and suit `c d h s`, as in `7h`; `*` is the joker and
/// `*=Js` one that stands for the jack of spades. `10h`, either case and suit signs are read too.
///
/// Cards are ordered by index, undeclared jokers after natural cards, declared ones last. Copies of
/// a card are equal: a pack's second `7h` is the same value.
///
/// Raises `ParseError` for text that is no card.
///
/// >>> card = Card("10♥")
/// >>> card, card.rank, card.suit, card.index
/// (Card('Th'), 'T', 'h', 35)
/// >>> Card("7c") < Card("6d") < Card("*")
/// True
/// >>> try:
/// ...     Card("7x")
/// ... except ParseError as error:
/// ...     print(error)
/// cannot read "7x" at position 0: after the rank comes one of the suits c d h s
#[pyclass(frozen, eq, ord, hash, module = "machiavelli")]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Card(pub(crate) Placed);

#[pymethods]
impl Card {
    #[new]
    #[pyo3(signature = (card, /))]
    fn new(card: Given<'_, Self>) -> Bound<'_, Self> {
        card.object
    }

    /// Rank, one of `A23456789TJQK`; None for a joker.
    #[getter]
    fn rank(&self) -> Option<char> {
        self.0.card().rank().map(core::Rank::letter)
    }

    /// Suit, one of `c d h s`; None for a joker.
    #[getter]
    fn suit(&self) -> Option<char> {
        self.0.card().suit().map(core::Suit::letter)
    }

    /// Position among the 53 card types, 0 to 52: 13 · suit + rank, ace 0; every joker is 52.
    #[getter]
    fn index(&self) -> usize {
        self.0.card().index()
    }

    /// Whether it is a joker, declared or not.
    #[getter]
    fn is_joker(&self) -> bool {
        self.0.is_joker()
    }

    /// The card that a joker is declared to be; None for natural cards and undeclared jokers.
    ///
    /// >>> Card("*=Js").declared
    /// Card('Js')
    #[getter]
    fn declared(&self) -> Option<Self> {
        self.0.declared().map(|value| Self(value.into()))
    }
}

show_and_copy!(Card);

impl Value for Card {
    const WANTED: &'static str = "a Card or its text";

    fn from_text(text: &str) -> Result<Self> {
        Ok(Self(text.parse()?))
    }
}
