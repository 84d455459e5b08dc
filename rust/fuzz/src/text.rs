use std::fmt::{Debug, Display};
use std::str::FromStr;

use machiavelli_core::{Card, Cards, Meld, ParseError, Placed, Table};

use super::sentence::assert_is_sentence;

/// The readers of cards, melds and tables agree with each other and with what they print.
pub fn text(bytes: &[u8]) {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    let card = read::<Card>(input);
    let placed = read::<Placed>(input);
    let cards = read::<Cards>(input);
    let meld = read::<Meld>(input);
    let table = read::<Table>(input);

    if let Some(card) = card {
        assert_eq!(placed, Some(Placed::from(card)));
    }
    if let Some(placed) = placed {
        assert_eq!(meld.as_ref().map(Meld::as_slice), Some([placed].as_slice()));
    }
    assert_eq!(meld.as_ref().map(Meld::cards), cards);
    match &meld {
        Some(meld) if meld.is_empty() => assert_eq!(table, Some(Table::default())),
        Some(meld) => {
            assert_eq!(table.as_ref().map(Table::entries), Some([meld.clone()].as_slice()));
        }
        None => assert!(table.is_none() || input.contains('|')),
    }
    if let Some(table) = &table {
        assert_eq!(read(&input.replace('|', " ")), Some(table.cards()));
    }
}

/// Reads text and tries what must not depend on how it is written.
fn read<T>(input: &str) -> Option<T>
where
    T: FromStr<Err = ParseError> + Display + Debug + PartialEq,
{
    let value = match input.parse::<T>() {
        Ok(value) => value,
        Err(error) => {
            assert_is_sentence(&error);
            assert!(error.position() <= input.chars().count());
            assert!(error.text().chars().count() <= ParseError::MAX_TEXT + "…".len());
            return None;
        }
    };
    let printed = value.to_string();
    for same in [&printed, &input.to_ascii_lowercase(), &input.replace(' ', "\t ")] {
        assert_eq!(same.parse().as_ref(), Ok(&value), "from {input:?} and from {same:?}");
    }
    Some(value)
}
