//! The houses to test under: every combination of the options that decide about melds.

use machiavelli_core::MeldRules;
use machiavelli_core::rules::{Ace, IdenticalMelds, Options, Pack, Rules, RunDirection};

/// Which melds count as identical, where identical melds are forbidden (R3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Twins {
    /// Identical melds may lie on the table.
    Allowed,
    /// Melds of the same cards are identical.
    SameCards,
    /// Melds of the same layout are, and runs ascend.
    Ascending,
    /// Melds of the same layout are, and runs ascend or descend.
    EitherWay,
}

/// The options that decide about melds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct House {
    pub(crate) packs: u8,
    pub(crate) neapolitan: bool,
    pub(crate) ace: Ace,
    pub(crate) wrap: bool,
    pub(crate) run_max: usize,
    pub(crate) twins: Twins,
}

impl House {
    /// The defaults of R7.2.
    pub(crate) const BASE: Self = Self {
        packs: 2,
        neapolitan: false,
        ace: Ace::Both,
        wrap: false,
        run_max: 13,
        twins: Twins::Allowed,
    };

    /// All that the rules admit (`C_WRAP` and `C_RUN_MAX` of R7.4).
    pub(crate) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for packs in 1..=3 {
            for neapolitan in [false, true] {
                for (ace, wrap, longest) in [
                    (Ace::Both, false, 14),
                    (Ace::Both, true, 13),
                    (Ace::Low, false, 13),
                    (Ace::High, false, 13),
                ] {
                    for run_max in 3..=longest {
                        for twins in
                            [Twins::Allowed, Twins::SameCards, Twins::Ascending, Twins::EitherWay]
                        {
                            all.push(Self { packs, neapolitan, ace, wrap, run_max, twins });
                        }
                    }
                }
            }
        }
        all
    }

    /// The ranks of the pack in order, the ace first (R2.11).
    pub(crate) fn ranks(&self) -> Vec<usize> {
        (0..13).filter(|rank| !self.neapolitan || !(7..10).contains(rank)).collect()
    }

    /// The same, as the engine takes it.
    pub(crate) fn rules(&self) -> MeldRules {
        let ordered = matches!(self.twins, Twins::Ascending | Twins::EitherWay);
        let either_way = self.twins == Twins::EitherWay;
        let forbidden = self.twins != Twins::Allowed;
        let options = Options {
            decks: self.packs,
            pack: if self.neapolitan { Pack::Neapolitan40 } else { Pack::French52 },
            ace: self.ace,
            wrap: self.wrap,
            run_max: self.run_max as u8,
            order_significant: ordered,
            run_direction: if either_way { RunDirection::Both } else { RunDirection::Asc },
            identical_melds: if forbidden {
                IdenticalMelds::Forbidden
            } else {
                IdenticalMelds::Allowed
            },
            ..Options::default()
        };
        MeldRules::new(&Rules::new("modiano", options).expect("rules that the paragraphs admit"))
    }
}
