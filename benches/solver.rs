//! What a solve costs: time, and instructions where valgrind is installed.
//!
//! A clock alone would mislead: instruction counts are the same on a busy machine, and times are
//! what one waits for. A benchmark library gives one time for a whole set; what matters here is how
//! the times are spread over the positions.
#![expect(clippy::print_stdout, reason = "the table is what it is run for")]

use std::env;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use machiavelli_benches::{Position, Set};
use machiavelli_core::solver::Solver;

/// How often each thing is timed; the shortest time counts.
const TIMES: usize = 5;

fn main() {
    let wanted = env::args().skip_while(|argument| argument != "--count").nth(1);
    if let Some(name) = wanted {
        let set = Set::all().find(|set| set.name == name).expect("a set of this name");
        let sum = counted(&mut Set::solver(), &set.positions);
        assert_eq!(sum, set.most.iter().sum::<u32>());
        return;
    }
    println!("{:24} {:>9}  mean µs   median     95 %      max  instructions", "", "positions");
    for set in Set::all() {
        let mut solver = Set::solver();
        check(&mut solver, &set);
        let mean = mean(&mut solver, &set.positions);
        let mut times = times(&mut solver, &set.positions);
        times.sort();
        let at = |percent| micros(times[(times.len() - 1) * percent / 100]);
        println!(
            "{:24} {:9} {:8.2} {:8.2} {:8.2} {:8.2}  {:>12}",
            set.name,
            times.len(),
            micros(mean),
            at(50),
            at(95),
            at(100),
            instructions(&set).map_or("-".to_owned(), |count| count.to_string()),
        );
    }
}

fn check(solver: &mut Solver, set: &Set) {
    for (position, most) in set.positions.iter().zip(&set.most) {
        assert_eq!(position.solve(solver), *most, "{}: {position:?}", set.name);
    }
}

/// Valgrind counts what happens inside; the mark must stay a function of its own.
#[inline(never)]
fn counted(solver: &mut Solver, positions: &[Position]) -> u32 {
    positions.iter().map(|position| black_box(position).solve(solver)).sum()
}

/// Mean time of a solve, positions one after the other.
fn mean(solver: &mut Solver, positions: &[Position]) -> Duration {
    let shortest = (0..TIMES)
        .map(|_| {
            let start = Instant::now();
            black_box(counted(solver, positions));
            start.elapsed()
        })
        .min();
    shortest.unwrap_or_default() / u32::try_from(positions.len()).expect("few positions")
}

/// Time of each position's solve, with the clock's own some 20 ns.
fn times(solver: &mut Solver, positions: &[Position]) -> Vec<Duration> {
    let mut shortest = vec![Duration::MAX; positions.len()];
    for _ in 0..TIMES {
        for (position, shortest) in positions.iter().zip(&mut shortest) {
            let start = Instant::now();
            black_box(black_box(position).solve(solver));
            *shortest = start.elapsed().min(*shortest);
        }
    }
    shortest
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Instructions of a solve, the mean over the set, or `None` without valgrind.
fn instructions(set: &Set) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*counted*")
        .arg(env::current_exe().ok()?)
        .args(["--count", set.name])
        .output()
        .ok()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let (_, collected) = report.split_once("Collected : ")?;
    let total: u64 = collected.split_whitespace().next()?.parse().ok()?;
    Some(total / set.positions.len() as u64)
}
