//! The text of a record.

use std::fmt;

use super::{FIRST_LINE, Header, Record, Step, VERSION};
use crate::card::Card;
use crate::state::{Seat, Setup};

/// The record as it is read, each line ended.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.header.fmt(f)?;
        self.steps().try_for_each(|step| step.fmt(f))
    }
}

/// The first lines of a record.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE} {VERSION}")?;
        writeln!(f, "rules: {}", self.house)?;
        for (seat, name) in Seat::all().zip(&self.names) {
            line(f, &format!("player {seat}"), name)?;
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed: {seed}")?;
        }
        writeln!(f, "dealer: {}", self.dealer)
    }
}

/// The lines of a step.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deal { number, cards: None } => writeln!(f, "deal {number}"),
            Self::Deal { number, cards: Some(deck) } => {
                writeln!(f, "deal {number}: {}", list(deck.cards()))
            }
            Self::Position(setup) => write_position(f, setup),
            Self::Act(seat, action) => writeln!(f, "{seat} {action}"),
            Self::Score(players, scores) => {
                f.write_str("score:")?;
                // The last seat that plays tells how far the row goes; later ones are out anyway.
                let last = players.iter().last().map_or(0, Seat::index);
                for seat in Seat::all().take(last + 1) {
                    if players.contains(seat) {
                        write!(f, " {}", scores[seat.index()])?;
                    } else {
                        f.write_str(" -")?;
                    }
                }
                writeln!(f)
            }
            Self::Won(winners) => writeln!(f, "won: {winners}"),
        }
    }
}

fn write_position(f: &mut fmt::Formatter<'_>, setup: &Setup) -> fmt::Result {
    writeln!(f, "position")?;
    for (seat, hand) in Seat::all().zip(&setup.hands) {
        writeln!(f, "hand {seat}: {hand}")?;
    }
    if !setup.table.is_empty() {
        writeln!(f, "table: {}", setup.table)?;
    }
    if !setup.stock.is_empty() {
        writeln!(f, "stock: {}", list(&setup.stock))?;
    }
    line(f, "opened", &setup.opened.to_string())?;
    writeln!(f, "turn: {}", setup.on_turn)
}

/// A key and a value, without a blank at the end if the value is empty.
fn line(f: &mut fmt::Formatter<'_>, key: &str, value: &str) -> fmt::Result {
    if value.is_empty() { writeln!(f, "{key}:") } else { writeln!(f, "{key}: {value}") }
}

fn list(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}
