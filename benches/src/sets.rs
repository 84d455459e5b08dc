use std::fs;
use std::path::Path;

use machiavelli_core::rules::Rules;
use machiavelli_core::solver::{Question, Requirement, Solver, Weights};
use machiavelli_core::{Card, Cards, MeldRules};

/// Every card is worth one: the most cards win.
const CARDS: Weights = [1; Card::COUNT];

/// The table and the hand of a player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Cards that lie in melds.
    pub table: Cards,
    /// Cards that may be laid.
    pub hand: Cards,
}

impl Position {
    /// The most cards that can be laid, as the solver finds them.
    ///
    /// # Panics
    ///
    /// If the table cannot be arranged.
    #[inline]
    pub fn solve(&self, solver: &mut Solver) -> u32 {
        let answer = solver
            .solve(&Question {
                table: &self.table,
                hand: &self.hand,
                open: &Cards::EMPTY,
                weights: &CARDS,
                at_most: None,
                requirement: Requirement::None,
            })
            .expect("the tables of the sets consist of melds");
        debug_assert_eq!(answer.laid.len(), answer.value as usize);
        answer.value
    }
}

/// Positions of one kind, and the most cards that can be laid in each.
#[derive(Clone, Debug)]
pub struct Set {
    /// What kind it is.
    pub name: &'static str,
    /// The positions.
    pub positions: Vec<Position>,
    /// The most cards that can be laid in each, by other solvers.
    pub most: Vec<u32>,
}

impl Set {
    /// Names of all sets and their files, from the root of the repository.
    const FILES: [(&str, &str); 7] = [
        ("met in play", "tests/data/positions_play.txt"),
        ("hard ones met in play", "tests/data/positions_hard.txt"),
        ("0 melds, 13 in hand", "benches/positions/0-13.txt"),
        ("8 melds, 13 in hand", "benches/positions/8-13.txt"),
        ("16 melds, 13 in hand", "benches/positions/16-13.txt"),
        ("20 melds, 13 in hand", "benches/positions/20-13.txt"),
        ("20 melds, 30 in hand", "benches/positions/20-30.txt"),
    ];

    /// All sets.
    ///
    /// # Panics
    ///
    /// If a file is missing or malformed.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::FILES.into_iter().map(|(name, file)| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
            let text = fs::read_to_string(path).expect(file);
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            let (positions, most) = lines.map(|line| read(line).expect(line)).unzip();
            Self { name, positions, most }
        })
    }

    /// A solver for the rules under which the values hold.
    ///
    /// # Panics
    ///
    /// Never: the default rules exist.
    pub fn solver() -> Solver {
        Solver::new(&MeldRules::new(&Rules::preset("modiano").expect("the default rules")))
    }
}

/// Reads `table hand value`, the first two as digits: how often each natural card is there.
fn read(line: &str) -> Option<(Position, u32)> {
    let [table, hand, most] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
    Some((Position { table: counts(table)?, hand: counts(hand)? }, most.parse().ok()?))
}

fn counts(digits: &str) -> Option<Cards> {
    let mut counts = [0; Card::COUNT];
    for (count, digit) in counts.iter_mut().zip(digits.chars()) {
        *count = u8::try_from(digit.to_digit(10)?).ok()?;
    }
    (digits.len() == Card::NATURAL).then(|| Cards::from_counts(counts))
}
