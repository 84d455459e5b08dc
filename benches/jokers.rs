//! What a best lay with jokers costs: random positions with one to four of them in play.
//!
//! Every lay found is submitted to the checker, and the cards laid are counted.
#![expect(clippy::print_stdout, reason = "the table is what it is run for")]

use std::env;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use machiavelli_core::rules::Rules;
use machiavelli_core::solver::Solver;
use machiavelli_core::turn::{Lay, Position, TurnRules, Wish, check_turn};
use machiavelli_core::{Card, Cards, Meld, Placed, Rank, Suit, Table};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The rules, and the cards that best lays of the positions with 0 to 4 jokers lay together.
const HOUSES: [(&str, [u32; 5]); 4] = [
    ("agimeg-jokers4", [2296, 2745, 2994, 3257, 3351]),
    ("agimeg-jokers-free", [2296, 2921, 3249, 3551, 3649]),
    ("wikipedia-jokers-declared(identical_melds=allowed)", [2296, 2845, 3155, 3445, 3538]),
    ("wikipedia-jokers(identical_melds=allowed)", [2296, 2863, 3180, 3470, 3561]),
];

const POSITIONS: u64 = 300;

/// How often each is timed; the shortest time counts.
const TIMES: usize = 3;

struct Deal {
    table: Table,
    hand: Cards,
}

struct Bench {
    rules: TurnRules,
    solver: Solver,
    deals: Vec<Deal>,
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let after = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name);
        at.map_or(&[][..], |at| &arguments[at + 1..])
    };
    if let [rules, jokers, ..] = after("--count") {
        let mut bench = Bench::new(rules, jokers.parse().expect("a number"), POSITIONS);
        // What is worked out once is not counted.
        for i in 0..bench.deals.len() {
            bench.lay(i);
        }
        counted(&mut bench);
        return;
    }
    if let [count, rules @ ..] = after("--worst") {
        // Cargo adds an option of its own.
        let mut rules: Vec<&str> = rules.iter().map(String::as_str).collect();
        rules.retain(|rules| !rules.starts_with("--"));
        if rules.is_empty() {
            rules = HOUSES.map(|(rules, _)| rules).to_vec();
        }
        worst(count.parse().expect("a number"), &rules);
        return;
    }
    println!("{:44} jokers  mean µs   median     95 %      max  instructions", "");
    for (rules, laid) in HOUSES {
        for (jokers, expected) in (0..).zip(laid) {
            let mut bench = Bench::new(rules, jokers, POSITIONS);
            bench.check();
            let sum = counted(&mut bench);
            let mut times = vec![Duration::MAX; bench.deals.len()];
            for _ in 0..TIMES {
                for (i, shortest) in times.iter_mut().enumerate() {
                    let start = Instant::now();
                    black_box(bench.lay(i));
                    *shortest = start.elapsed().min(*shortest);
                }
            }
            times.sort();
            let micros = |time: Duration| time.as_secs_f64() * 1e6;
            let at = |percent: usize| micros(times[(times.len() - 1) * percent / 100]);
            println!(
                "{rules:44} {jokers:6} {:8.1} {:8.1} {:8.1} {:8.1}  {:>12}",
                micros(times.iter().sum::<Duration>() / POSITIONS as u32),
                at(50),
                at(95),
                at(100),
                instructions(rules, jokers).map_or("-".to_owned(), |count| count.to_string()),
            );
            assert_eq!(sum, expected, "{rules} with {jokers} jokers");
        }
    }
}

/// The slowest of so many positions with four jokers under each of these rules.
fn worst(count: u64, rules: &[&str]) {
    for rules in rules {
        let mut bench = Bench::new(rules, 4, 0);
        let mut slowest = (Duration::ZERO, 0);
        let mut sum = Duration::ZERO;
        for seed in 0..count {
            let deal = deal(seed, 4);
            let start = Instant::now();
            // Not all rules allow all tables.
            let lay = bench.rules.best_lay(&mut bench.solver, &position(&deal), &Wish::default());
            let time = start.elapsed();
            if black_box(lay).is_ok() {
                sum += time;
                slowest = slowest.max((time, seed));
            }
        }
        let Deal { table, hand } = deal(slowest.1, 4);
        println!(
            "{rules}: mean {:?}, {:?} for \"{table}\" with {hand}",
            sum / count as u32,
            slowest.0
        );
    }
}

impl Bench {
    fn new(rules: &str, jokers: usize, count: u64) -> Self {
        let rules = TurnRules::new(&rules.parse::<Rules>().expect("rules"));
        let solver = Solver::new(rules.melds());
        Self { rules, solver, deals: (0..count).map(|seed| deal(seed, jokers)).collect() }
    }

    fn lay(&mut self, i: usize) -> Lay {
        let position = position(&self.deals[i]);
        let lay = self.rules.best_lay(&mut self.solver, &position, &Wish::default());
        lay.expect("a legal position")
    }

    /// Whether each lay is one that the rules allow.
    fn check(&mut self) {
        for i in 0..self.deals.len() {
            let lay = self.lay(i);
            let position = position(&self.deals[i]);
            let after = self.rules.arrange(&mut self.solver, &position, &lay);
            let report = check_turn(&self.rules, &position, &after).expect("a legal lay");
            assert_eq!(report.laid, lay.laid, "{after}");
        }
    }
}

fn position(deal: &Deal) -> Position<'_> {
    Position { table: &deal.table, hand: &deal.hand, open: &Cards::EMPTY, opened: true }
}

/// Valgrind counts what happens inside; the mark must stay a function of its own.
#[inline(never)]
fn counted(bench: &mut Bench) -> u32 {
    (0..bench.deals.len()).map(|i| bench.lay(i).value).sum()
}

/// Eight melds and thirteen cards in hand, with so many jokers among them.
fn deal(seed: u64, jokers: usize) -> Deal {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut melds: Vec<Vec<Placed>> = Vec::new();
    let mut table = Cards::EMPTY;
    while melds.len() < 8 {
        let meld = meld(&mut rng);
        let cards = Meld::new(meld.iter().copied()).expect("few cards").cards();
        let with = table.saturating_add(&cards);
        if with.iter().all(|card| with.count(card) <= 2) {
            table = with;
            melds.push(meld);
        }
    }
    let mut on_table = (0..jokers).filter(|_| rng.random()).count();
    let mut hand = Cards::EMPTY;
    for _ in on_table..jokers {
        hand.insert(Card::JOKER).expect("few jokers");
    }
    while on_table > 0 {
        let meld = rng.random_range(0..melds.len());
        let place = rng.random_range(0..melds[meld].len());
        let jokers = melds[meld].iter().filter(|placed| placed.is_joker()).count();
        if 2 * (jokers + 1) < melds[meld].len() && !melds[meld][place].is_joker() {
            let card = melds[meld][place].card();
            table.remove(card);
            melds[meld][place] = Placed::joker_as(card);
            on_table -= 1;
        }
    }
    let mut left: Vec<Card> = Card::all_natural()
        .flat_map(|card| std::iter::repeat_n(card, 2 - table.count(card)))
        .collect();
    left.shuffle(&mut rng);
    for &card in &left[..13 - hand.len()] {
        hand.insert(card).expect("few cards");
    }
    let melds = melds.into_iter().map(|meld| Meld::new(meld).expect("few cards"));
    Deal { table: Table::new(melds).expect("few cards"), hand }
}

/// A set or, as likely, a run of up to seven cards; short ones are likelier.
fn meld(rng: &mut ChaCha8Rng) -> Vec<Placed> {
    let size = |rng: &mut ChaCha8Rng, from: &[usize]| *from.choose(rng).expect("sizes");
    if rng.random() {
        let rank = Rank::ALL[rng.random_range(0..13)];
        let mut suits = Suit::ALL;
        suits.shuffle(rng);
        let size = size(rng, &[3, 3, 4]);
        suits[..size].iter().map(|&suit| Card::new(rank, suit).into()).collect()
    } else {
        let suit = Suit::ALL[rng.random_range(0..4)];
        let size = size(rng, &[3, 3, 3, 4, 4, 5, 6, 7]);
        let first = rng.random_range(0..=14 - size);
        (first..first + size).map(|rank| Card::new(Rank::ALL[rank % 13], suit).into()).collect()
    }
}

/// Instructions a lay, if valgrind is there to count them.
fn instructions(rules: &str, jokers: usize) -> Option<u64> {
    let out = env::temp_dir().join(format!("machiavelli-jokers-{}", std::process::id()));
    let status = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*counted*"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(env::current_exe().ok()?)
        .args(["--count", rules, &jokers.to_string()])
        .output()
        .ok()?;
    let text = std::fs::read_to_string(&out).ok()?;
    std::fs::remove_file(&out).ok()?;
    let total = text.lines().find_map(|line| line.strip_prefix("summary: "))?;
    status.status.success().then(|| total.trim().parse::<u64>().ok())?.map(|sum| sum / POSITIONS)
}
