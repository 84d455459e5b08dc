//! The quick way to a best lay, for up to two packs and runs that do not go round.
//!
//! There a suit's runs are in one of at most twelve states before a layer, so that sets of states,
//! and what any number of cards makes of them, are small numbers and table look-ups. A position is
//! *narrowed* first: for each suit and layer to the states that lie on some path through the suit,
//! to the numbers of cards in runs and in sets that such paths use, and for each rank to the vectors
//! of sets that suits can give together, until nothing changes. Then a *descent*, depth first,
//! looks for a joint path on which every card is used that still can be, then for one that loses as
//! little as possible against that. In most positions it goes straight down.
//!
//! Where the first and the last layer are the same aces, how many of them the first one used is
//! carried along as a *tag* in those suits where neither is settled by narrowing.
//!
//! It gives up when a position takes too long, and leaves it to the search through graphs.

mod amounts;
mod descent;
mod failures;
mod loss;
mod narrow;
mod step;
mod tables;

use crate::card::Suit;
use crate::solver::Table;
use crate::solver::dive::descent::Descent;
use crate::solver::dive::narrow::Field;
use crate::solver::dive::step::Around;
use crate::solver::dive::tables::Tables;
use crate::solver::outline::{Frame, Position};
use crate::solver::path::Path;

/// How a dive ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With a best path.
    Found,
    /// There is no path.
    Hopeless,
    /// It would take too long.
    Unfinished,
}

/// Tables and memory for dives.
#[derive(Debug)]
pub(super) struct Dive {
    tables: Tables,
    field: Field,
    descent: Descent,
}

impl Dive {
    /// For these rules, if they allow it.
    pub(super) fn new(frame: &Frame) -> Option<Self> {
        if frame.wrap {
            return None;
        }
        let tables = Tables::new(&frame.runs, &frame.sets, frame.copies)?;
        Some(Self { tables, field: Field::default(), descent: Descent::default() })
    }

    /// Finds a best path of a position without open cards. There must be one of the table's cards alone
    /// too where the table is doubted.
    pub(super) fn best(
        &mut self,
        frame: &Frame,
        position: &Position<'_>,
        table: Table,
        path: &mut Path,
    ) -> End {
        if !self.field.narrow(frame, &self.tables, position) {
            return End::Hopeless;
        }
        let around =
            Around { frame, tables: &self.tables, field: &self.field, weights: position.weights };
        self.descent.best(&around, table, path)
    }
}

/// One thing a suit.
type BySuit<T> = [T; Suit::COUNT];
