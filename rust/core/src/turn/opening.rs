//! What a player must lay to open, and what it is worth (R4.8).

use super::{PositionError, TurnError, TurnRules};
use crate::card::{Card, Rank, Suit};
use crate::cards::Cards;
use crate::meld::{MeldReading, MeldRules};
use crate::rules::JokerRatio;
use crate::solver::{JokerQuestion, OPENING_POINTS, Requirement, most_opening_points};
use crate::table::Table;

/// What a meld is worth at the opening: a joker counts as the card it stands for (R5.13).
///
/// ```
/// use machiavelli_core::rules::Rules;
/// use machiavelli_core::turn::opening_points;
/// use machiavelli_core::{Meld, MeldRules};
///
/// let rules = MeldRules::new(&Rules::preset("thirty-six")?);
/// let run: Meld = "Qc Kc Ac".parse()?;
/// assert_eq!(opening_points(&rules.classify(&run)?), 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn opening_points(meld: &MeldReading<'_>) -> u32 {
    let natural = meld.meld().iter().map(|placed| OPENING_POINTS[placed.card().index()]);
    // All cards that one joker stands for are of one rank.
    let jokers = meld.jokers().filter_map(|joker| joker.cards().next());
    natural.chain(jokers.map(|card| OPENING_POINTS[card.index()])).sum()
}

impl TurnRules {
    /// Whether a player who lays these cards, and no others, has opened by it (R4.8).
    pub(crate) fn opens(&self, laid: &Cards) -> bool {
        opens(self, laid) && check(self, laid, &Table::default()).is_ok()
    }
}

/// Whether a player who has not opened may lay these cards and submit this table.
pub(super) fn check(rules: &TurnRules, laid: &Cards, submitted: &Table) -> Result<(), TurnError> {
    match rules.requirement(false) {
        // Without an opening it is jokers that wait for a clean meld (R7.5).
        Requirement::None if rules.joker_laws().clean && laid.contains(Card::JOKER) => {
            if opens(rules, laid) { Ok(()) } else { Err(TurnError::OpeningDirty) }
        }
        Requirement::None => Ok(()),
        Requirement::OwnMeld if opens(rules, laid) => Ok(()),
        Requirement::OwnMeld if holds_meld(rules.melds(), laid) => Err(TurnError::OpeningDirty),
        Requirement::OwnMeld => Err(TurnError::NotOpened),
        Requirement::Points(needed) => {
            if points_as_laid(rules, laid, submitted) >= needed.into() {
                return Ok(());
            }
            check_points(rules, laid, needed)
        }
    }
}

/// Whether melds purely of these cards, however they are laid, are worth enough to open.
fn check_points(rules: &TurnRules, laid: &Cards, needed: u16) -> Result<(), TurnError> {
    let counted = that_open(rules, laid);
    let mut points = most_points(rules, &counted, needed)?;
    if points >= needed.into() {
        return Ok(());
    }
    if counted != *laid {
        points = most_points(rules, laid, needed)?;
    }
    match points {
        0 => Err(TurnError::NotOpened),
        points if points >= needed.into() => Err(TurnError::OpeningDirty),
        points => Err(TurnError::OpeningPoints { points, needed }),
    }
}

/// What the submitted melds purely of laid cards are worth; laid otherwise, they may be worth more.
fn points_as_laid(rules: &TurnRules, laid: &Cards, submitted: &Table) -> u32 {
    let mut left = that_open(rules, laid);
    let mut points = 0;
    for meld in submitted.melds() {
        let cards = meld.cards();
        if cards.is_subset(&left)
            && let Ok(reading) = rules.melds().classify(meld)
        {
            left = left.difference(&cards);
            points += opening_points(&reading);
        }
    }
    points
}

/// Most points of disjoint melds among these cards, exact where they are not enough.
fn most_points(rules: &TurnRules, cards: &Cards, needed: u16) -> Result<u32, TurnError> {
    if !holds_meld(rules.melds(), cards) {
        return Ok(0);
    }
    let jokers = cards.count(Card::JOKER);
    let few = with_jokers(cards, jokers.min(JokerQuestion::MOST));
    let points = most_opening_points(rules.melds(), &few);
    if jokers > JokerQuestion::MOST && points < needed.into() {
        return Err(PositionError::Jokers(jokers).into());
    }
    Ok(points)
}

/// Whether a meld lies among the laid cards with which a player counts as opened, points apart.
pub(super) fn opens(rules: &TurnRules, laid: &Cards) -> bool {
    holds_meld(rules.melds(), &that_open(rules, laid))
}

/// The laid cards of which the melds count that open.
fn that_open(rules: &TurnRules, laid: &Cards) -> Cards {
    if rules.joker_laws().clean { with_jokers(laid, 0) } else { *laid }
}

/// The cards with only so many of their jokers.
fn with_jokers(cards: &Cards, jokers: usize) -> Cards {
    let mut counts = *cards.counts();
    counts[Card::JOKER.index()] = jokers as u8;
    Cards::from_counts(counts)
}

/// Whether some of these cards are a meld, jokers standing for whatever suits best.
fn holds_meld(rules: &MeldRules, cards: &Cards) -> bool {
    // Every meld holds a meld of three cards: of a run in which real cards outnumber jokers two real
    // ones are at most two ranks apart.
    let most = match rules.jokers.ratio {
        JokerRatio::Majority => 1,
        JokerRatio::OneReal => 2,
    };
    let most = rules.jokers.max.map_or(most, |max| most.min(max.into()));
    let needed = 3 - cards.count(Card::JOKER).min(most);

    let holds = |rank: Rank, suit: Suit| cards.contains(Card::new(rank, suit));
    let set = |rank: Rank| Suit::ALL.into_iter().filter(|&suit| holds(rank, suit)).count();
    let run = |suit: Suit| {
        // A line of ranks with the ace under the 2, over the king, and the 2 over that ace.
        let low = |rank: &Rank| *rank != Rank::Ace || rules.ace_is_low();
        let high = |rank: &Rank| match rank {
            Rank::Ace => rules.ace_is_high(),
            Rank::Two => rules.wrap,
            _ => false,
        };
        let ranks = || Rank::ALL.into_iter().filter(|rank| rules.ranks[rank.index()]);
        let line = ranks().filter(low).chain(ranks().filter(high));
        let mut window = 0_u32;
        line.enumerate().any(|(i, rank)| {
            window = (window << 1 | u32::from(holds(rank, suit))) & 0b111;
            i >= 2 && window.count_ones() as usize >= needed
        })
    };
    Rank::ALL.into_iter().any(|rank| set(rank) >= needed) || Suit::ALL.into_iter().any(run)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::meld::{Layout, Meld};
    use crate::rules::Rules;

    /// Three cards suffice: every longer meld holds a meld of three.
    fn holds_three(rules: &MeldRules, cards: &Cards) -> bool {
        let cards: Vec<Card> = cards.iter().collect();
        let threes = |i: usize, j: usize, k: usize| [cards[i], cards[j], cards[k]];
        (0..cards.len())
            .flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| threes(i, j, k))))
            .any(|three| rules.classify(&Meld::new_unchecked(three.map(Into::into))).is_ok())
    }

    #[test]
    fn a_meld_is_found_if_three_cards_are_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for text in
            ["modiano", "neapolitan", "agimeg-corner", "modiano(ace=low)", "modiano(ace=high)"]
        {
            let rules = MeldRules::new(&text.parse::<Rules>().unwrap());
            assert_eq!(rules.layout, Layout::Free);
            let mut found = [0, 0];
            for _ in 0..2_000 {
                let mut cards = Cards::EMPTY;
                for _ in 0..rng.random_range(3..16) {
                    let rank = Rank::ALL[rng.random_range(0..13)];
                    let card = Card::new(rank, Suit::ALL[rng.random_range(0..4)]);
                    if rules.ranks[rank.index()] {
                        cards.insert(card).unwrap();
                    }
                }
                let holds = holds_meld(&rules, &cards);
                assert_eq!(holds, holds_three(&rules, &cards), "{cards:?} in {text}");
                found[usize::from(holds)] += 1;
            }
            assert!(found.iter().all(|&n| n > 100), "{found:?}");
        }
    }
}
