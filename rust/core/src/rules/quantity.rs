//! Options that are more than a number or a word: hand sizes, deals of a match, points of cards.

use std::collections::BTreeMap;

use super::value::{OptionValue, Setting, Whole, read_map};
use crate::card::{Card, Rank};

const POINTS: Whole = Whole::Between(0, 65_535);

/// Cards per hand (R2.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Deal {
    /// The same whatever the number of players, at least 1.
    Flat(u8),
    /// 2 players 13, 3 players 9, 4 players 7, 5 and 6 players 5.
    Reduced,
    /// By number of players, 2 to 8; `None` while the caller still has to supply the table.
    Table(Option<BTreeMap<u8, u8>>),
}

impl Deal {
    /// Cards per hand, `None` where the deal does not say.
    pub fn hand_size(&self, players: usize) -> Option<u8> {
        match self {
            Self::Flat(cards) => Some(*cards),
            Self::Reduced => match players {
                2 => Some(13),
                3 => Some(9),
                4 => Some(7),
                5 | 6 => Some(5),
                _ => None,
            },
            Self::Table(table) => table.as_ref()?.get(&u8::try_from(players).ok()?).copied(),
        }
    }
}

impl Setting for Deal {
    type Domain = ();

    fn read(value: &OptionValue, (): ()) -> Option<Self> {
        let OptionValue::Text(text) = value else {
            let players = |key: &str| key.parse().ok().filter(|n| (2..=8).contains(n));
            let table = read_map(value, players, Whole::Between(1, 255))?;
            return Some(Self::Table(Some(table.into_iter().collect())));
        };
        match text.as_str() {
            "reduced" => Some(Self::Reduced),
            "table:required" => Some(Self::Table(None)),
            _ => {
                text.strip_prefix("flat:")?.parse().ok().filter(|&cards| cards > 0).map(Self::Flat)
            }
        }
    }

    fn write(&self) -> OptionValue {
        match self {
            Self::Flat(cards) => OptionValue::Text(format!("flat:{cards}")),
            Self::Reduced => OptionValue::from("reduced"),
            Self::Table(None) => OptionValue::from("table:required"),
            Self::Table(Some(table)) => OptionValue::Map(
                table.iter().map(|(players, cards)| (players.to_string(), cards.write())).collect(),
            ),
        }
    }

    fn admitted((): ()) -> String {
        "flat:N, reduced or a map from 2 to 8 players, each once, to N, with N from 1 to 255"
            .to_owned()
    }
}

/// Number of deals in a match (R6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deals {
    /// As many as there are players.
    Players,
    /// A fixed number, at least 1.
    Count(u16),
}

impl Deals {
    const COUNT: Whole = Whole::Between(1, 65_535);
}

impl Setting for Deals {
    type Domain = ();

    fn read(value: &OptionValue, (): ()) -> Option<Self> {
        if *value == OptionValue::from("players") {
            return Some(Self::Players);
        }
        u16::read(value, Self::COUNT).map(Self::Count)
    }

    fn write(&self) -> OptionValue {
        match self {
            Self::Players => OptionValue::from("players"),
            Self::Count(count) => count.write(),
        }
    }

    fn admitted((): ()) -> String {
        format!("players or {}", Self::COUNT)
    }
}

/// Points of each rank and of the joker, where they have any (R6.2).
///
/// The default is 2 to 9 by their pips, ten, jack, queen and king 10, ace 11, joker 30.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Values {
    ranks: [Option<u16>; Rank::COUNT],
    joker: Option<u16>,
}

impl Values {
    /// No card has points.
    pub const NONE: Self = Self { ranks: [None; Rank::COUNT], joker: None };

    /// The points of a card, `None` if its rank has no value.
    pub const fn points(&self, card: Card) -> Option<u16> {
        match card.rank() {
            Some(rank) => self.ranks[rank.index()],
            None => self.joker,
        }
    }

    /// Sets the points of a rank, or of the joker for `None`.
    pub const fn set(&mut self, rank: Option<Rank>, points: Option<u16>) {
        match rank {
            Some(rank) => self.ranks[rank.index()] = points,
            None => self.joker = points,
        }
    }

    /// Every rank, then the joker as `None`, each with its key in text and its points.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Option<Rank>, char, Option<u16>)> {
        let ranks = Rank::ALL.map(|rank| (Some(rank), rank.letter(), self.ranks[rank.index()]));
        ranks.into_iter().chain([(None, '*', self.joker)])
    }
}

impl Default for Values {
    fn default() -> Self {
        let pips = |rank: Rank| match rank {
            Rank::Ace => 11,
            _ => (rank.index() as u16 + 1).min(10),
        };
        Self { ranks: Rank::ALL.map(|rank| Some(pips(rank))), joker: Some(30) }
    }
}

impl Setting for Values {
    type Domain = ();

    fn read(value: &OptionValue, (): ()) -> Option<Self> {
        let mut values = Self::NONE;
        let key = |key: &str| {
            let mut entries = Self::NONE.entries();
            entries.find(|(_, letter, _)| key.chars().eq([*letter])).map(|(rank, ..)| rank)
        };
        for (rank, points) in read_map(value, key, POINTS)? {
            values.set(rank, Some(points));
        }
        Some(values)
    }

    fn write(&self) -> OptionValue {
        OptionValue::Map(
            self.entries()
                .filter_map(|(_, letter, points)| Some((letter.to_string(), points?.write())))
                .collect(),
        )
    }

    fn admitted((): ()) -> String {
        "a map from ranks (A23456789TJQK or *), each once, to points from 0 to 65535".to_owned()
    }
}

/// Points of each category of cards (R6.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CategoryValues {
    /// 2 to 10.
    pub number: Option<u16>,
    /// Jack, queen, king.
    pub figure: Option<u16>,
    /// Ace.
    pub ace: Option<u16>,
    /// Joker.
    pub joker: Option<u16>,
}

impl CategoryValues {
    /// The points of a card, `None` if its category has no value.
    pub const fn points(&self, card: Card) -> Option<u16> {
        match card.rank() {
            None => self.joker,
            Some(Rank::Ace) => self.ace,
            Some(Rank::Jack | Rank::Queen | Rank::King) => self.figure,
            Some(_) => self.number,
        }
    }

    /// The categories by their keys in text.
    pub(super) const fn entries(&self) -> [(&'static str, Option<u16>); 4] {
        [("number", self.number), ("figure", self.figure), ("ace", self.ace), ("joker", self.joker)]
    }
}

impl Setting for CategoryValues {
    type Domain = ();

    fn read(value: &OptionValue, (): ()) -> Option<Self> {
        let mut values = Self::default();
        for (name, points) in read_map(value, |key| Some(key.to_owned()), POINTS)? {
            let category = match name.as_str() {
                "number" => &mut values.number,
                "figure" => &mut values.figure,
                "ace" => &mut values.ace,
                "joker" => &mut values.joker,
                _ => return None,
            };
            *category = Some(points);
        }
        Some(values)
    }

    fn write(&self) -> OptionValue {
        OptionValue::Map(
            self.entries()
                .into_iter()
                .filter_map(|(name, points)| Some((name.to_owned(), points?.write())))
                .collect(),
        )
    }

    fn admitted((): ()) -> String {
        "a map from number, figure, ace and joker, each once, to points from 0 to 65535".to_owned()
    }
}
