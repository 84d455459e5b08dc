//! Suits, ranks, the 53 card types, and a card as it lies in a meld.

/// One of the four suits, in index order: clubs, diamonds, hearts, spades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// ♣, written `c`.
    Clubs,
    /// ♦, written `d`.
    Diamonds,
    /// ♥, written `h`.
    Hearts,
    /// ♠, written `s`.
    Spades,
}

impl Suit {
    /// Number of suits.
    pub const COUNT: usize = 4;
    /// All suits in index order.
    pub const ALL: [Self; Self::COUNT] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Position in [`Suit::ALL`], 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter used in text, one of `c d h s`.
    pub const fn letter(self) -> char {
        ['c', 'd', 'h', 's'][self.index()]
    }
}

/// One of the thirteen ranks, in index order: ace, 2 to 10, jack, queen, king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// Number of ranks.
    pub const COUNT: usize = 13;
    /// All ranks in index order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// Position in [`Rank::ALL`], 0 to 12.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter used in text, one of `A23456789TJQK`.
    pub const fn letter(self) -> char {
        ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'][self.index()]
    }
}

/// One of the 53 card types: 52 natural cards and the joker.
///
/// Copies of a card are indistinguishable, so this is a type and not a physical card. The order
/// is the index order: suits clubs to spades, in a suit ace to king, the joker last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Number of card types.
    pub const COUNT: usize = 53;
    /// Number of natural card types, all but the joker.
    pub const NATURAL: usize = 52;
    /// The joker, index 52.
    pub const JOKER: Self = Self(52);

    /// The natural card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self((suit.index() * Rank::COUNT + rank.index()) as u8)
    }

    /// The card type with this index, or `None` from 53 on.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// All card types in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The 52 natural card types in index order.
    pub fn all_natural() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::NATURAL as u8).map(Self)
    }

    /// Position in index order, 0 to 52: 13 · suit + rank, the joker 52.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is the joker.
    pub const fn is_joker(self) -> bool {
        self.0 == Self::JOKER.0
    }

    /// The rank, `None` for the joker.
    pub const fn rank(self) -> Option<Rank> {
        if self.is_joker() { None } else { Some(Rank::ALL[self.index() % Rank::COUNT]) }
    }

    /// The suit, `None` for the joker.
    pub const fn suit(self) -> Option<Suit> {
        if self.is_joker() { None } else { Some(Suit::ALL[self.index() / Rank::COUNT]) }
    }
}

/// A card as it lies in a meld: a natural card, or a joker with or without a declared value.
///
/// Natural cards come first in index order, then the undeclared joker, then jokers by the card
/// they are declared to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed(u8);

impl Placed {
    /// A joker without a declared value.
    pub const JOKER: Self = Self(Card::JOKER.0);

    /// A joker that stands for the card `value`; an undeclared one if `value` is the joker.
    pub const fn joker_as(value: Card) -> Self {
        if value.is_joker() { Self::JOKER } else { Self(Card::COUNT as u8 + value.0) }
    }

    /// The physical card: itself, or the joker.
    pub const fn card(self) -> Card {
        if self.0 < Card::JOKER.0 { Card(self.0) } else { Card::JOKER }
    }

    /// The declared value of a joker; `None` for natural cards and undeclared jokers.
    pub const fn declared(self) -> Option<Card> {
        if self.0 > Card::JOKER.0 { Some(Card(self.0 - Card::COUNT as u8)) } else { None }
    }

    /// Whether this is a joker, declared or not.
    pub const fn is_joker(self) -> bool {
        self.0 >= Card::JOKER.0
    }
}

impl From<Card> for Placed {
    fn from(card: Card) -> Self {
        Self(card.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_round_trip() {
        for (i, card) in Card::all().enumerate() {
            assert_eq!(card.index(), i);
            assert_eq!(Card::from_index(i), Some(card));
            if let (Some(rank), Some(suit)) = (card.rank(), card.suit()) {
                assert_eq!(Card::new(rank, suit), card);
            } else {
                assert!(card.is_joker());
            }
        }
        assert_eq!(Card::from_index(53), None);
    }

    #[test]
    fn a_placed_joker_keeps_its_value() {
        for card in Card::all_natural() {
            let joker = Placed::joker_as(card);
            assert_eq!((joker.card(), joker.declared()), (Card::JOKER, Some(card)));
            let natural = Placed::from(card);
            assert_eq!((natural.card(), natural.declared()), (card, None));
        }
        assert_eq!(Placed::joker_as(Card::JOKER), Placed::JOKER);
        assert_eq!(Placed::JOKER.declared(), None);
    }
}
