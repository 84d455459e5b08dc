//! The part of the rules that is about melds, compiled.

use super::run::run_through;
use crate::card::{Card, Rank, Suit};
use crate::cards::Cards;
use crate::rules::{Ace, IdenticalMelds, JokerRatio, JokerValue, Options, Rules, RunDirection};

/// What the rules say about melds, compiled once from [`Rules`] for the checker and the solver.
///
/// It holds no rule names: the solver and the checker see only what they need.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MeldRules {
    /// Copies of each natural card: the number of packs, 1 to 3.
    pub copies: u8,
    /// Which ranks the pack has, in index order.
    pub ranks: [bool; 13],
    /// Where the ace may stand in a run.
    pub ace: Ace,
    /// Whether runs go round the corner, from king through ace to 2.
    pub wrap: bool,
    /// Most cards in a run, the smaller of `run_max` and the ranks of a suit, or all ranks and the
    /// second ace (R3.6).
    pub run_max: u8,
    /// How many identical runs may lie on the table; `None` for any number (R3.10).
    pub same_runs: Option<u8>,
    /// How many identical sets may lie on the table; `None` for any number (R3.10).
    pub same_sets: Option<u8>,
    /// Whether and how the layout of a meld counts (R3.8).
    pub layout: Layout,
    /// What the rules say about jokers in melds.
    pub jokers: JokerRules,
}

/// Whether and how the layout of a meld counts (R3.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// A meld without jokers is a set of cards in any order; runs with jokers rise or fall.
    Free,
    /// Layout counts, and runs rise.
    Rising,
    /// Layout counts, and runs rise or fall.
    RisingOrFalling,
}

/// What the rules say about jokers in melds (R5.1 to R5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JokerRules {
    /// Jokers in the deck; none lies in any meld if 0.
    pub count: u8,
    /// What a joker in a set stands for.
    pub value: JokerValue,
    /// How many real cards a meld needs beside its jokers.
    pub ratio: JokerRatio,
    /// Most jokers in a meld; `None` for any number that the ratio allows.
    pub max: Option<u8>,
}

impl JokerRules {
    /// No jokers.
    pub const NONE: Self =
        Self { count: 0, value: JokerValue::Declared, ratio: JokerRatio::Majority, max: None };

    /// Joker options are ignored where there are no jokers (R7.3).
    const fn new(o: &Options) -> Self {
        if o.jokers == 0 {
            return Self::NONE;
        }
        Self { count: o.jokers, value: o.joker_value, ratio: o.joker_ratio, max: o.joker_max }
    }

    /// Whether real cards must outnumber jokers; else one real card suffices (R5.3).
    pub(crate) const fn needs_majority(self) -> bool {
        matches!(self.ratio, JokerRatio::Majority)
    }

    /// Whether a joker in a set stands for all missing suits at once (R5.2).
    pub(crate) const fn floats(self) -> bool {
        matches!(self.value, JokerValue::Floating)
    }
}

impl MeldRules {
    /// Whether the ace may stand before 2.
    pub const fn ace_is_low(&self) -> bool {
        matches!(self.ace, Ace::Low | Ace::Both)
    }

    /// Whether the ace may stand after the king.
    pub const fn ace_is_high(&self) -> bool {
        matches!(self.ace, Ace::High | Ace::Both)
    }

    /// Compiles the part of the rules that is about melds.
    pub fn new(rules: &Rules) -> Self {
        let o = rules.options();
        let ranks = Rank::ALL.map(|rank| o.pack.has(rank));
        let count = ranks.iter().filter(|&&there| there).count() as u8;
        let layout = match (o.order_significant, o.run_direction) {
            (false, _) => Layout::Free,
            (true, RunDirection::Asc) => Layout::Rising,
            (true, RunDirection::Both) => Layout::RisingOrFalling,
        };
        // A layout can be turned round only where it counts and both directions are admitted; sets
        // can be reordered wherever layout counts.
        let forbidden = o.identical_melds == IdenticalMelds::Forbidden;
        Self {
            copies: o.decks,
            ranks,
            ace: o.ace,
            wrap: o.wrap,
            run_max: if o.run_max == 14 { count + 1 } else { o.run_max.min(count) },
            same_runs: forbidden.then_some(if layout == Layout::RisingOrFalling { 2 } else { 1 }),
            same_sets: (forbidden && layout == Layout::Free).then_some(1),
            layout,
            jokers: JokerRules::new(o),
        }
    }

    /// Whether some meld without jokers holds this card of the deck and, for the rest, some of these.
    ///
    /// Every meld that holds a card contains one of three cards that does. Jokers go with anything.
    pub(crate) fn has_company(&self, card: Card, among: &Cards) -> bool {
        let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return true };
        let others = Suit::ALL.into_iter().filter(|&other| other != suit);
        others.filter(|&other| among.contains(Card::new(rank, other))).count() > 1
            || run_through(self, rank, |rank| among.contains(Card::new(rank, suit)))
    }

    /// Whether two identical melds may not lie on the table (R3.10).
    pub(crate) const fn forbids_twins(&self) -> bool {
        self.same_runs.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meld::Meld;

    #[test]
    fn a_card_has_company_where_three_make_a_meld() {
        for text in [
            "modiano",
            "modiano(ace=low)",
            "modiano(ace=high)",
            "agimeg-corner",
            "neapolitan",
            "wikipedia",
        ] {
            let rules = MeldRules::new(&text.parse::<Rules>().unwrap());
            for card in Card::all_natural().filter(|&card| rules.copies_of(card) > 0) {
                for (i, one) in Card::all_natural().enumerate() {
                    for other in Card::all_natural().skip(i) {
                        let mut among = Cards::EMPTY;
                        among.insert(one).and_then(|()| among.insert(other)).unwrap();
                        let is_meld = |cards: [Card; 3]| {
                            let meld = Meld::new(cards.map(Into::into)).unwrap();
                            rules.classify(&meld).is_ok()
                        };
                        // Layout counts in some rules, so every layout is tried.
                        let melds = [[card, one, other], [one, card, other], [one, other, card]];
                        let turned = [[card, other, one], [other, card, one], [other, one, card]];
                        let expected = melds.into_iter().chain(turned).any(is_meld);
                        assert_eq!(rules.has_company(card, &among), expected, "{card} {among}");
                    }
                }
            }
        }
    }
}
