//! Whether a submitted table is a legal turn.

use super::{LayError, Objective, Position, TurnError, TurnRules, Wish};
use super::{jokers, opening};
use crate::card::Card;
use crate::cards::Cards;
use crate::meld::{Layout, Meld, MeldRules};
use crate::rules::PureRearrange;
use crate::solver::Solver;
use crate::table::Table;

/// What a legal turn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnReport {
    /// The cards that leave the hand; none if the player only draws.
    pub laid: Cards,
    /// The cards that stay in it.
    pub hand_after: Cards,
    /// The open cards that still lie alone (R3.9).
    pub open_after: Cards,
    /// Melds on the table, without open cards that lie alone.
    pub melds_after: usize,
    /// Whether the hand is empty (R4.13).
    pub goes_out: bool,
    /// Whether the player has opened, now or before (R4.8).
    pub opened: bool,
}

impl TurnReport {
    /// Of a legal turn that lays these cards and leaves this table.
    pub(crate) fn new(
        rules: &TurnRules,
        position: &Position<'_>,
        laid: &Cards,
        after: &Table,
    ) -> Self {
        let hand_after = position.hand.difference(laid);
        Self {
            laid: *laid,
            hand_after,
            open_after: *after.alone(),
            melds_after: after.melds().count(),
            goes_out: hand_after.is_empty(),
            opened: position.opened || opening::opens(rules, laid),
        }
    }
}

/// Judges the table that a player submits at the end of a turn.
///
/// `submitted` holds the melds and, as entries of one card, the open cards that still lie alone.
/// Whether the deal goes on and whose turn it is are not judged here.
///
/// Which joker is which is not said: a turn is legal if some account of it keeps to R5.11.
///
/// It is quick and does not allocate where cards are laid, unless there are jokers, or points must
/// open and the melds as they lie are not worth enough. What other melds are worth, and whether a
/// player who lays nothing could have laid something, is found by a solver made for the occasion.
///
/// # Errors
///
/// [`TurnError::Position`] if the turn could not begin like that, or if it takes a solver and there
/// are more jokers than [`JokerQuestion::MOST`](crate::solver::JokerQuestion::MOST); otherwise the
/// first fault in the order of R4.16.
///
/// ```
/// use machiavelli_core::rules::Rules;
/// use machiavelli_core::turn::{Position, TurnRules, check_turn};
/// use machiavelli_core::{Cards, Table};
///
/// let rules = TurnRules::new(&Rules::preset("agimeg")?);
/// let table: Table = "9c 9d 9h 9s | Tc Td Th Ts".parse()?;
/// let hand: Cards = "Jh".parse()?;
/// let position = Position { table: &table, hand: &hand, open: &Cards::EMPTY, opened: true };
///
/// let report = check_turn(&rules, &position, &"9c 9d 9s | Tc Td Ts | 9h Th Jh".parse()?)?;
/// assert!(report.goes_out);
///
/// let error = check_turn(&rules, &position, &"9c 9d 9h 9s | Th Jh".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "Tc Td Ts must stay on the table");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_turn(
    rules: &TurnRules,
    position: &Position<'_>,
    submitted: &Table,
) -> Result<TurnReport, TurnError> {
    position.check(rules)?;
    check_from_valid(rules, position, submitted, || {
        can_lay_something(rules, position, &mut Solver::new(rules.melds()))
    })
}

/// The same from a position that is known to be valid; `can_lay` finds out whether something can be
/// laid, where that matters.
pub(crate) fn check_from_valid(
    rules: &TurnRules,
    position: &Position<'_>,
    submitted: &Table,
    can_lay: impl FnOnce() -> Result<bool, TurnError>,
) -> Result<TurnReport, TurnError> {
    let before = position.table.melded().saturating_add(position.open);
    let after = submitted.cards();
    let missing = before.difference(&after);
    if !missing.is_empty() {
        return Err(TurnError::TableCardMissing(missing));
    }
    let laid = after.difference(&before);
    let foreign = laid.difference(position.hand);
    if !foreign.is_empty() {
        return Err(TurnError::NotInHand(foreign));
    }
    if let Some(cap) = rules.cap().filter(|&cap| laid.len() > usize::from(cap)) {
        return Err(TurnError::Cap { laid: laid.len(), cap });
    }

    let changed = !laid.is_empty() || !same_melds(rules.melds(), position.table, submitted);
    if changed && !position.opened {
        opening::check(rules, &laid, submitted)?;
    }
    submitted.check(rules.melds(), position.open).map_err(TurnError::Table)?;
    if changed && after.contains(Card::JOKER) {
        jokers::check(rules, position.table, submitted, &laid)?;
    }
    if laid.is_empty() {
        if !rules.may_decline() && can_lay()? {
            return Err(TurnError::MustPlay);
        }
        if changed && rules.pure_rearrange() != PureRearrange::Keep {
            return Err(TurnError::NoHandCard);
        }
    }

    Ok(TurnReport::new(rules, position, &laid, submitted))
}

/// Whether two tables hold the same melds in whatever order (end of R4.1).
fn same_melds(rules: &MeldRules, one: &Table, other: &Table) -> bool {
    let normal = |meld: &Meld| match (rules.classify(meld), rules.layout) {
        (Ok(reading), Layout::Free) => reading.canonical(),
        (Ok(reading), Layout::Rising | Layout::RisingOrFalling) => reading.layout(),
        (Err(_), _) => meld.clone(),
    };
    let all = |table: &Table| {
        let mut melds: Vec<Meld> = table.melds().map(normal).collect();
        melds.sort_unstable();
        melds
    };
    one.melds().eq(other.melds()) || all(one) == all(other)
}

/// Whether some submission with a hand card is legal, within the opening rule (R7.5).
///
/// # Errors
///
/// Where there are more jokers than that is found out with.
pub(crate) fn can_lay_something(
    rules: &TurnRules,
    position: &Position<'_>,
    solver: &mut Solver,
) -> Result<bool, TurnError> {
    let wish = Wish { objective: Objective::Cards, keep: &Cards::EMPTY, at_most: None };
    match rules.best_lay(solver, position, &wish) {
        Ok(lay) => Ok(!lay.laid.is_empty()),
        Err(LayError::Position(error)) => Err(error.into()),
        // Every card counts one and none is kept.
        Err(LayError::Objective(_) | LayError::NotInHand(_)) => Ok(false),
    }
}
