//! `check_turn` against the judge: tables of legal melds whose jokers may be where they must not
//! be, and tables with something done to them.

use machiavelli_core::Table;
use machiavelli_core::rules::Rules;
use machiavelli_core::turn::{TurnRules, check_turn};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::dealer::{Dealer, Size};
use crate::houses::{self, test_under_presets};
use crate::oracle::{Oracle, Search, Start};
use crate::{effort, position};

/// Tables to submit from each position.
const TABLES: usize = 12;

/// Compares verdicts on tables submitted from so many positions under these rules.
fn compare(rules: &Rules, seed: u64, positions: usize) {
    let (oracle, turn_rules) = (Oracle::new(rules), TurnRules::new(rules));
    let mut dealer = Dealer::new(rules.options(), &oracle, seed);
    let judge = |start: &Start, table: &Table| {
        let expected = oracle.judge(start, table);
        let report = check_turn(&turn_rules, &position(start), table);
        let found = report.map(|report| report.laid).map_err(|error| error.code().as_str());
        assert_eq!(found, expected, "\"{table}\" from {start:?} in {rules}");
    };
    for _ in 0..positions {
        let start = dealer.start(Size::SMALL);
        let mut search = Search::new(&oracle, &start);
        for _ in 0..TABLES {
            let laid = dealer.some_of(&start.hand);
            let table = dealer.some_table(&mut search, &start, &laid);
            let table = table.unwrap_or_else(|| start.table.clone());
            judge(&start, &table);
            judge(&start, &dealer.tampered(&start, &table));
        }
    }
}

test_under_presets!(compare);

#[test]
fn under_versions_of_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for seed in 0..300 * effort() as u64 {
        compare(&houses::random(&mut rng), seed, 3);
    }
}
