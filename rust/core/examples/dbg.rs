use machiavelli_core::rules::Rules;
use machiavelli_core::solver::Solver;
use machiavelli_core::turn::{Position, TurnRules, Wish};
use machiavelli_core::{Cards, Table};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rules = TurnRules::new(&a[1].parse::<Rules>().unwrap());
    let table: Table = a[2].parse().unwrap();
    let hand: Cards = a[3].parse().unwrap();
    let open: Cards = a.get(4).map_or("", |s| s).parse().unwrap();
    let mut solver = Solver::new(rules.melds());
    let position = Position { table: &table, hand: &hand, open: &open, opened: a.len() < 6 };
    let lay = rules.best_lay(&mut solver, &position, &Wish::default()).unwrap();
    println!("{lay:?} {}", rules.arrange(&mut solver, &position, &lay));
}
