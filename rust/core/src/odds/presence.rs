//! Hands that hold no meld, counted by which card types they hold.

use num_bigint::BigUint;

use crate::meld::MeldRules;

use super::line::{Cut, Line};
use super::sets::choose;

/// Which suits of a rank are there, a bit each.
type Suits = usize;

/// Without a set, no more than two suits of a rank are there, of one card type first.
const PATTERNS: [Suits; 11] = [0, 1, 2, 4, 8, 3, 5, 9, 6, 10, 12];

/// The first ranks up to exchanging suits, and how many each stands for.
const FIRST: [(Suits, u64); 3] = [(0, 1), (1, 4), (3, 6)];

/// Most card types in a hand without a meld: two of each rank.
const MOST_TYPES: usize = 26;

/// Numbers of choices of card types, by how many types those are.
type ByTypes = [u64; MOST_TYPES + 1];

/// How many natural cards make a meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Least {
    Three,
    /// Two, together with a joker.
    Two,
}

impl Least {
    /// What suits of a rank can be there without a set.
    fn patterns(self) -> &'static [Suits] {
        if self == Self::Three { &PATTERNS } else { &PATTERNS[..5] }
    }

    /// Whether three consecutive ranks of these suits hold a run.
    const fn runs(self, a: Suits, b: Suits, c: Suits) -> bool {
        match self {
            Self::Three => a & b & c != 0,
            Self::Two => a & b | b & c | a & c != 0,
        }
    }
}

/// By `n`, how many hands of `n` physical cards hold no meld, up to the whole deck.
///
/// # Jokers
///
/// Where real cards outnumber the jokers of a run, some two of them lie side by side or with one joker
/// between, and two cards of a set are a pair. So with a joker in hand there is a meld as soon as two
/// natural cards fit one. Where one real card suffices, two jokers make a set of any.
pub(super) fn hands_without_meld(rules: &MeldRules) -> Vec<BigUint> {
    let clean = natural_hands(rules, Least::Three);
    let jokers = usize::from(rules.jokers.count);
    if jokers == 0 {
        return clean;
    }
    let most = rules.jokers.max.map_or(jokers, usize::from);
    let pairless = natural_hands(rules, Least::Two);
    let none = [BigUint::from(1u8)];
    let mut hands = vec![BigUint::ZERO; clean.len() + jokers];
    for held in 0..=jokers {
        let natural = match held.min(most) {
            0 => &clean[..],
            1 => &pairless[..],
            _ if rules.jokers.needs_majority() => &pairless[..],
            _ => &none[..],
        };
        let ways = (0..held).fold(BigUint::from(1u8), |ways, i| ways * (jokers - i) / (i + 1));
        for (sum, hands) in hands[held..].iter_mut().zip(natural) {
            *sum += hands * &ways;
        }
    }
    hands
}

/// By `n`, how many hands of `n` natural cards hold no meld, if so many make one.
///
/// Any run holds one of three cards and any set one of three, so those are all that matters, and of
/// a hand only which types it holds.
fn natural_hands(rules: &MeldRules, least: Least) -> Vec<BigUint> {
    let line = Line::new(rules);
    let copies = usize::from(rules.copies);
    let mut hands = vec![BigUint::ZERO; 4 * line.ranks.len() * copies + 1];
    // The ways to hold at least one copy of each of the types so far, by number of cards.
    let mut held = vec![BigUint::from(1u8)];
    for &choices in &choices(&line, least) {
        for (sum, ways) in hands.iter_mut().zip(&held) {
            *sum += ways * choices;
        }
        held = one_type_more(&held, copies);
    }
    hands
}

/// How many choices of so many card types hold no meld.
fn choices(line: &Line, least: Least) -> ByTypes {
    let mut sum = [0; MOST_TYPES + 1];
    if line.cut == Cut::Nothing {
        add(&mut sum, &walk(line, least, (0, 0), 0, |_, _| true), 1);
        return sum;
    }
    for (first, times) in FIRST.into_iter().filter(|(first, _)| least.patterns().contains(first)) {
        for &second in least.patterns() {
            let closes = |last_but_one, last| {
                !least.runs(last_but_one, last, first)
                    && (line.cut == Cut::Aces || !least.runs(last, first, second))
            };
            add(&mut sum, &walk(line, least, (first, second), 2, closes), times);
        }
    }
    sum
}

/// Choices for the ranks from number `from` on, after two given ranks, if the last two ranks do.
fn walk(
    line: &Line,
    least: Least,
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
        for &a in least.patterns() {
            for &b in least.patterns() {
                for &c in least.patterns().iter().filter(|&&c| !least.runs(a, b, c)) {
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
