//! The counts that others ask for.

use num_bigint::BigUint;

use crate::meld::MeldRules;
use crate::solver::Requirement;

use super::error::OddsError;
use super::presence::hands_without_meld;
use super::progress::{Progress, Watch};
use super::reach::Reach;
use super::sets::Copies;
use super::sweep::{Count, Kind, sweep};
use super::thin::MOST_POINTS;

/// So many of so many equally likely hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    /// Hands that count.
    pub hands: BigUint,
    /// All hands, at least 1.
    pub of: BigUint,
}

/// Hands by the most cards that can be laid from them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MostLaid {
    /// By number of cards, from 0 to the cards of the hand.
    pub hands: Vec<BigUint>,
    /// All hands: the sum.
    pub of: BigUint,
}

/// What limits a lay beside the melds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Lay no more than so many cards (R4.5).
    pub at_most: Option<u8>,
    /// What the laid cards must hold unless nothing is laid (R4.8).
    pub requirement: Requirement,
}

impl Limits {
    /// None.
    pub const NONE: Self = Self { at_most: None, requirement: Requirement::None };
}

/// How many of all hands of `cards` cards of the full deck hold at least one meld.
///
/// A meld is a meld whatever else the rules ask of a lay: identical melds, the turn cap and opening do
/// not matter here. Takes about 3 ms for any number of cards.
///
/// # Errors
///
/// [`OddsError::HandSize`].
///
/// ```
/// use machiavelli_core::{MeldRules, odds};
///
/// let rules = MeldRules::new(&"modiano".parse()?);
/// let share = odds::meld_in_hand(&rules, 3)?;
/// assert_eq!((share.hands, share.of), (800u32.into(), 182_104u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn meld_in_hand(rules: &MeldRules, cards: usize) -> Result<Share, OddsError> {
    check_size(rules, cards)?;
    let of = all_hands(rules, cards);
    Ok(Share { hands: &of - &hands_without_meld(rules)[cards], of })
}

/// How many hands of `cards` cards of the full deck split completely into melds that may lie on the
/// table together.
///
/// Identical melds count as the rules say (R3.10); the turn cap and opening do not matter. The hand
/// of no cards splits into no melds.
///
/// # Cost
///
/// With one pack, and with two and the ace at one end, hands of any size are counted, in up to some
/// twenty seconds. Otherwise time and memory grow about threefold with each two cards, and larger
/// hands than these are refused:
///
/// | packs | ace at one end | at both | round the corner |
/// |---|---|---|---|
/// | 2 | | 28 | 24 |
/// | 3 | 32 | 26 | 22 |
///
/// Seconds, by `cargo bench -p machiavelli-benches --bench odds` on one core of a server: two packs,
/// ace at both ends, 18 cards 0.2, 22 cards 2.8, 26 cards 26; ace low, all 104 cards 7.8.
///
/// # Errors
///
/// [`OddsError`]; [`OddsError::Interrupted`] within some hundredths of a second after `progress`
/// breaks.
///
/// ```
/// use machiavelli_core::{MeldRules, odds};
/// use std::ops::ControlFlow;
///
/// let rules = MeldRules::new(&"modiano".parse()?);
/// let hands = odds::complete_hands(&rules, 9, odds::Copies::Alike, &mut |_| ControlFlow::Continue(()));
/// assert_eq!(hands, Ok(171_472u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn complete_hands(
    rules: &MeldRules,
    cards: usize,
    copies: Copies,
    progress: &mut Progress<'_>,
) -> Result<BigUint, OddsError> {
    check(rules, cards)?;
    let reach = Reach::of_complete(rules);
    reach.check(cards)?;
    // Measured: from about here on, one sweep for all numbers of cards is faster.
    let kind = if reach == Reach::Any && cards > 28 { Kind::CompleteUpTo } else { Kind::Complete };
    let hands = sweep(rules, Count { cards, copies, kind }, &mut Watch::new(progress))?;
    Ok(hands.last().copied().unwrap_or_default().into())
}

/// How many of all hands of `cards` cards of the full deck can lay how many cards at most in one turn
/// on the empty table.
///
/// All that is laid then lies in melds purely from hand, so that any lay holds a meld from hand, and
/// opening points are the points of all laid cards (ace 1, court cards 10). Where the cap or the
/// opening points bind, a smaller lay may be the largest that is legal.
///
/// # Cost
///
/// Time and memory grow about fourfold with each two cards, and larger hands than these are refused:
///
/// | packs | ace at one end | at both | round the corner |
/// |---|---|---|---|
/// | 1 | | 28 | 20 |
/// | 2 | 22 | 19 | 16 |
/// | 3 | 20 | 17 | 15 |
///
/// Seconds, by `cargo bench -p machiavelli-benches --bench odds` on one core of a server: two packs,
/// ace at both ends, 9 cards 0.05, 13 cards 2.2, 15 cards 12.
///
/// # Errors
///
/// [`OddsError`]; [`OddsError::Interrupted`] within some hundredths of a second after `progress`
/// breaks.
///
/// ```
/// use machiavelli_core::{MeldRules, odds};
/// use std::ops::ControlFlow;
///
/// let rules = MeldRules::new(&"modiano".parse()?);
/// let go_on = &mut |_| ControlFlow::Continue(());
/// let most = odds::most_cards_laid(&rules, odds::Limits::NONE, 4, go_on)?;
/// assert_eq!(most.hands, [4_519_854u32, 0, 0, 77_360, 912].map(Into::into));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn most_cards_laid(
    rules: &MeldRules,
    limits: Limits,
    cards: usize,
    progress: &mut Progress<'_>,
) -> Result<MostLaid, OddsError> {
    check(rules, cards)?;
    let of = all_hands(rules, cards);
    let points = match limits.requirement {
        Requirement::None | Requirement::OwnMeld => 0,
        Requirement::Points(points) => points,
    };
    if usize::from(points) > MOST_POINTS * cards {
        let mut hands = vec![BigUint::ZERO; cards + 1];
        hands[0].clone_from(&of);
        return Ok(MostLaid { hands, of });
    }
    Reach::of_most(rules).check(cards)?;
    let kind = Kind::Most { cap: limits.at_most.map_or(cards, usize::from), points };
    let count = Count { cards, copies: Copies::ToldApart, kind };
    let hands = sweep(rules, count, &mut Watch::new(progress))?;
    Ok(MostLaid { hands: hands.into_iter().map(Into::into).collect(), of })
}

fn check(rules: &MeldRules, cards: usize) -> Result<(), OddsError> {
    if rules.jokers.count > 0 {
        return Err(OddsError::Jokers);
    }
    check_size(rules, cards)
}

fn check_size(rules: &MeldRules, cards: usize) -> Result<(), OddsError> {
    let deck = deck(rules);
    if cards > deck { Err(OddsError::HandSize { cards, deck }) } else { Ok(()) }
}

fn deck(rules: &MeldRules) -> usize {
    let ranks = rules.ranks.iter().filter(|&&there| there).count();
    4 * usize::from(rules.copies) * ranks + usize::from(rules.jokers.count)
}

/// The number of all hands of `cards` cards of the full deck.
fn all_hands(rules: &MeldRules, cards: usize) -> BigUint {
    let deck = deck(rules);
    (0..cards).fold(BigUint::from(1u8), |hands, i| hands * (deck - i) / (i + 1))
}
