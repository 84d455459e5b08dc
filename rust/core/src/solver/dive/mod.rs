//! The quick way to a best lay, for up to two packs and runs that do not go round.
//!
//! There a suit's runs are in one of at most twelve states before a layer, and few sets of states come
//! up at all, so that they and what any number of cards makes of them are small numbers and table
//! look-ups. A position is *narrowed* first: for each suit and layer to the states that lie on some path
//! through the suit, to the numbers of cards in runs and in sets that such paths use, and for each rank to
//! the vectors of sets that suits can give together, until nothing changes. Then a *descent*, depth first,
//! looks for a joint path on which every card is used that still can be, then for one that loses as
//! little as possible against that. In most positions it goes straight down.
//!
//! Where the first and the last layer are the same aces, how many of them the first one used is
//! carried along as a *tag* in those suits where neither is settled by narrowing. Where that makes a
//! descent long, it is decided for each suit how many they are. And where one that loses cards is long,
//! narrowing finds *conflicts*, cards that cannot all be used, and each of their cards is lost in turn.
//! Where that is long too, cards in sets get *prices*, which show from the start what is lost at least.
//!
//! It gives up when a position takes too long.

mod aces;
mod amounts;
mod conflict;
mod descent;
mod failures;
mod loss;
mod narrow;
mod narrowing;
mod priced;
mod prices;
mod proof;
mod states;
mod step;
mod tables;

use crate::card::Suit;
pub(super) use crate::solver::dive::descent::Losses;
use crate::solver::dive::descent::{Descent, Limits};
pub(super) use crate::solver::dive::narrow::Field;
pub(super) use crate::solver::dive::narrowing::{HandCell, Narrowing};
use crate::solver::dive::step::Around;
use crate::solver::dive::tables::Tables;
use crate::solver::outline::{Frame, Position};
use crate::solver::path::{End, Path};
use crate::solver::{Table, Weights};

/// So many joint states most positions do not need.
pub(super) const FEW_STATES: u32 = 1 << 13;

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

    /// Finds a best path of a position without open cards, meeting no more than so many joint states.
    /// There must be one of the table's cards alone too where the table is doubted.
    pub(super) fn best(
        &mut self,
        frame: &Frame,
        position: &Position<'_>,
        table: Table,
        states: u32,
        path: &mut Path,
    ) -> End {
        let Self { tables, field, descent } = self;
        if !field.narrow(frame, tables, position) {
            return End::Hopeless;
        }
        let around = Around { frame, tables, field, weights: position.weights };
        descent.best(&around, table, Limits { losses: Losses::ANY, states }, path)
    }

    /// What positions are narrowed with.
    pub(super) const fn narrowing<'a>(&'a self, frame: &'a Frame) -> Narrowing<'a> {
        Narrowing { frame, tables: &self.tables }
    }

    /// Finds a best path of a position that is narrowed.
    pub(super) fn descend(
        &mut self,
        frame: &Frame,
        field: &Field,
        weights: &Weights,
        losses: Losses,
        path: &mut Path,
    ) -> End {
        let around = Around { frame, tables: &self.tables, field, weights };
        let limits = Limits { losses, states: FEW_STATES };
        self.descent.best(&around, Table::Known, limits, path)
    }
}

/// One thing a suit.
type BySuit<T> = [T; Suit::COUNT];

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::descent;
    use crate::card::Card;
    use crate::cards::Cards;
    use crate::meld::MeldRules;
    use crate::rules::Rules;
    use crate::solver::{Question, Requirement, Solver};

    /// Takes cards out of a pack with so many of each card, if it has them.
    fn take(pack: &mut [u8; Card::COUNT], cards: impl Iterator<Item = usize> + Clone) -> bool {
        let there = cards.clone().all(|i| pack[i] > 0);
        if there {
            cards.for_each(|i| pack[i] -= 1);
        }
        there
    }

    /// A table of random runs and sets of three cards, and a hand.
    fn position(rng: &mut ChaCha8Rng, copies: u8) -> (Cards, Cards) {
        let mut pack = [copies; Card::COUNT];
        pack[52] = 0;
        let full = pack;
        for _ in 0..rng.random_range(0..20) {
            let (first, suit) = (rng.random_range(0..11), rng.random_range(0..4));
            if rng.random() {
                take(&mut pack, (first..first + 3).map(|rank| 13 * suit + rank));
            } else {
                take(&mut pack, (0..4).filter(|&s| s != suit).map(|s| 13 * s + first));
            }
        }
        let table = std::array::from_fn(|i| full[i] - pack[i]);
        let mut hand = [0; Card::COUNT];
        for _ in 0..rng.random_range(0..40) {
            let i = rng.random_range(0..52);
            hand[i] += u8::from(take(&mut pack, std::iter::once(i)));
        }
        (Cards::from_counts(table), Cards::from_counts(hand))
    }

    #[test]
    fn patience_changes_no_value() {
        let mut rng = ChaCha8Rng::seed_from_u64(12);
        let presets = Rules::presets().filter_map(|name| Rules::preset(name).ok());
        for rules in presets.map(|rules| MeldRules::new(&rules)) {
            let [mut usual, mut hasty, mut graphs] = [(); 3].map(|()| Solver::new(&rules));
            let Some(dive) = &mut hasty.dive else { continue };
            dive.descent.patience = descent::Patience::LITTLE;
            hasty.patience = u32::MAX;
            graphs.dive = None;
            for _ in 0..1000 {
                let (table, hand) = position(&mut rng, rules.copies);
                let top = if rng.random() { 3 } else { 1_000_000 };
                let weights = std::array::from_fn(|_| rng.random_range(0..top));
                let question = Question {
                    table: &table,
                    hand: &hand,
                    open: &Cards::EMPTY,
                    weights: if rng.random() { &[1; Card::COUNT] } else { &weights },
                    at_most: None,
                    requirement: Requirement::None,
                };
                let value = |solver: &mut Solver| solver.solve(&question).map(|best| best.value);
                let expected = value(&mut graphs);
                assert_eq!(value(&mut usual), expected, "{rules:?}: {table} | {hand}");
                assert_eq!(value(&mut hasty), expected, "{rules:?}: {table} | {hand}");
            }
        }
    }
}
