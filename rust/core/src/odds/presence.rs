//! Hands that hold no meld, counted by which card types they hold.

use num_bigint::BigUint;

use crate::meld::MeldRules;

use super::line::{Cut, Line};
use super::sets::choose;

/// Which suits of a rank are there, a bit each.
type Suits = usize;

/// Without a set, no more than two suits of a rank are there.
const PATTERNS: [Suits; 11] = [0, 1, 2, 4, 8, 3, 5, 9, 6, 10, 12];

/// The first ranks up to exchanging suits, and how many each stands for.
const FIRST: [(Suits, u64); 3] = [(0, 1), (1, 4), (3, 6)];

/// Most card types in a hand without a meld: two of each rank.
const MOST_TYPES: usize = 26;

/// Numbers of choices of card types, by how many types those are.
type ByTypes = [u64; MOST_TYPES + 1];

/// By `n`, how many hands of `n` physical cards hold no meld, up to the whole deck.
///
/// Any run holds one of three cards and any set one of three, so those are all that matters, and of
/// a hand only which types it holds.
pub(super) fn hands_without_meld(rules: &MeldRules) -> Vec<BigUint> {
    let line = Line::new(rules);
    let copies = usize::from(rules.copies);
    let mut hands = vec![BigUint::ZERO; 4 * line.ranks.len() * copies + 1];
    // The ways to hold at least one copy of each of the types so far, by number of cards.
    let mut held = vec![BigUint::from(1u8)];
    for &choices in &choices(&line) {
        for (sum, ways) in hands.iter_mut().zip(&held) {
            *sum += ways * choices;
        }
        held = one_type_more(&held, copies);
    }
    hands
}

/// How many choices of so many card types hold no meld.
fn choices(line: &Line) -> ByTypes {
    let mut sum = [0; MOST_TYPES + 1];
    if line.cut == Cut::Nothing {
        add(&mut sum, &walk(line, (0, 0), 0, |_, _| true), 1);
        return sum;
    }
    for (first, times) in FIRST {
        for second in PATTERNS {
            let closes = |last_but_one, last| {
                last_but_one & last & first == 0
                    && (line.cut == Cut::Aces || last & first & second == 0)
            };
            add(&mut sum, &walk(line, (first, second), 2, closes), times);
        }
    }
    sum
}

/// Choices for the ranks from number `from` on, after two given ranks, if the last two ranks do.
fn walk(
    line: &Line,
    start: (Suits, Suits),
    from: usize,
    closes: impl Fn(Suits, Suits) -> bool,
) -> ByTypes {
    let types = |suits: Suits| suits.count_ones() as usize;
    // By the last two ranks.
    let mut now = vec![[0; MOST_TYPES + 1]; 256];
    now[start.0 << 4 | start.1][types(start.0) + types(start.1)] = 1;
    for _ in from..line.ranks.len() {
        let mut next = vec![[0; MOST_TYPES + 1]; 256];
        for a in PATTERNS {
            for b in PATTERNS {
                for c in PATTERNS.into_iter().filter(|c| a & b & c == 0) {
                    let grown = &mut next[b << 4 | c][types(c)..];
                    for (sum, n) in grown.iter_mut().zip(&now[a << 4 | b]) {
                        *sum += n;
                    }
                }
            }
        }
        now = next;
    }
    let mut sum = [0; MOST_TYPES + 1];
    for (pair, choices) in now.iter().enumerate() {
        if closes(pair >> 4, pair & 15) {
            add(&mut sum, choices, 1);
        }
    }
    sum
}

fn add(sum: &mut ByTypes, choices: &ByTypes, times: u64) {
    for (sum, n) in sum.iter_mut().zip(choices) {
        *sum += times * n;
    }
}

/// Multiplies the ways by those to hold one to all copies of another type.
fn one_type_more(held: &[BigUint], copies: usize) -> Vec<BigUint> {
    let mut more = vec![BigUint::ZERO; held.len() + copies];
    for (n, ways) in held.iter().enumerate() {
        for k in 1..=copies {
            more[n + k] += ways * choose(copies, k);
        }
    }
    more
}
