//! Seats at the table and sets of them.

use std::error::Error;
use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use crate::code::ErrorCode;

/// A place at the table. Seats are numbered clockwise from 0; there are at most eight.
///
/// A player keeps the seat for a whole match, also when others drop out.
///
/// The default is seat 0.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// Most seats.
    pub const COUNT: usize = 8;

    /// The seat with the number 0.
    pub const FIRST: Self = Self(0);

    /// All eight seats, clockwise.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The seat with this number, or `None` from 8 on.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The number, 0 to 7.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({self})")
    }
}

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// No seats.
    pub const EMPTY: Self = Self(0);

    /// The first `count` seats; all eight if there are not so many.
    pub const fn first(count: usize) -> Self {
        if count < Seat::COUNT { Self((1 << count) - 1) } else { Self(u8::MAX) }
    }

    /// Bit *i* for seat *i*.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Number of seats.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `seat` is among them.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// The seat, if it is among them.
    ///
    /// ```
    /// use machiavelli_core::state::{Seat, Seats};
    ///
    /// let three = Seat::from_index(3).unwrap();
    /// assert_eq!(Seats::first(4).seated(three), Ok(three));
    /// let error = Seats::first(2).seated(three).unwrap_err();
    /// assert_eq!(error.to_string(), "player 3 does not play, only players 0 1 do");
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotSeated`] names the seat and these.
    pub const fn seated(self, seat: Seat) -> Result<Seat, NotSeated> {
        self.find(seat.index())
    }

    /// The seat with this number, if it is one of these.
    ///
    /// # Errors
    ///
    /// [`NotSeated`] has the number and these.
    pub const fn find(self, number: usize) -> Result<Seat, NotSeated> {
        match Seat::from_index(number) {
            Some(seat) if self.contains(seat) => Ok(seat),
            _ => Err(NotSeated { seat: number, players: self }),
        }
    }

    /// These seats and `seat`.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The seats by their numbers.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all().filter(move |&seat| self.contains(seat))
    }

    /// The next of these seats clockwise from `seat`, which itself comes last.
    ///
    /// ```
    /// use machiavelli_core::state::{Seat, Seats};
    ///
    /// let [zero, two] = [0, 2].map(|i| Seat::from_index(i).unwrap());
    /// let seats = Seats::EMPTY.with(zero).with(two);
    /// assert_eq!(seats.after(zero), Some(two));
    /// assert_eq!(seats.after(two), Some(zero));
    /// assert_eq!(Seats::EMPTY.with(two).after(two), Some(two));
    /// assert_eq!(Seats::EMPTY.after(two), None);
    /// ```
    pub const fn after(self, seat: Seat) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let first = (seat.0 + 1) % Seat::COUNT as u8;
        let steps = self.0.rotate_right(first as u32).trailing_zeros() as u8;
        Some(Seat((first + steps) % Seat::COUNT as u8))
    }

    /// The last of these seats that [`after`](Self::after) leads to: the next one anticlockwise.
    pub const fn before(self, seat: Seat) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        // The seat itself moves to the lowest bit, and its right neighbour to the highest.
        let steps = self.0.rotate_right(seat.0 as u32).leading_zeros() as u8;
        Some(Seat((seat.0 + Seat::COUNT as u8 - 1 - steps) % Seat::COUNT as u8))
    }

    /// All of these seats clockwise, beginning after `seat`, which itself comes last.
    pub fn clockwise(self, seat: Seat) -> impl Iterator<Item = Seat> {
        let mut last = seat;
        std::iter::from_fn(move || {
            last = self.after(last)?;
            Some(last)
        })
        .take(self.len())
    }
}

impl BitOr for Seats {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Seats {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for Seats {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, seat) in self.iter().enumerate() {
            let separator = if i > 0 { " " } else { "" };
            write!(f, "{separator}{seat}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seats({self})")
    }
}

/// A seat that is given for a player, and at which nobody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSeated {
    /// The number of the seat, of which there may be none.
    pub seat: usize,
    /// Who plays.
    pub players: Seats,
}

impl NotSeated {
    /// The stable code.
    pub const fn code(self) -> ErrorCode {
        ErrorCode::Seat
    }
}

impl fmt::Display for NotSeated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {} does not play, only players {} do", self.seat, self.players)
    }
}

impl Error for NotSeated {}
