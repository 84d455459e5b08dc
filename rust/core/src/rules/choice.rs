//! Options that are one of a few words.

/// Declares an enum whose variants are words of the rules' text.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl $name {
            /// All values in the order of the rules.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The value as it is written in text.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

pub(super) use choice;

use crate::card::Rank;

choice! {
    /// Which cards a pack has (R2.11).
    Pack {
        /// 52 cards, thirteen ranks.
        French52 = "french52",
        /// 40 cards without 8, 9 and 10: ten ranks, so that 7 and jack are consecutive.
        Neapolitan40 = "neapolitan40",
    }
}

impl Pack {
    /// Whether the pack has cards of this rank.
    pub fn has(self, rank: Rank) -> bool {
        self == Self::French52 || !(Rank::Eight..=Rank::Ten).contains(&rank)
    }

    /// Number of cards, without jokers.
    pub const fn size(self) -> usize {
        match self {
            Self::French52 => 52,
            Self::Neapolitan40 => 40,
        }
    }
}

choice! {
    /// How the first dealer is found (R2.3).
    FirstDealer {
        /// Each draws a card; the lowest deals.
        LowestCard = "lowest_card",
        /// The caller names the dealer.
        Given = "given",
        /// The oldest player.
        Oldest = "oldest",
    }
}

choice! {
    /// Who deals next (R2.13).
    NextDealer {
        /// The player on the dealer's left.
        Left = "left",
        /// The winner of the deal.
        Winner = "winner",
    }
}

choice! {
    /// What a player's first lay of the deal must hold (R4.8).
    Opening {
        /// Nothing: lay-offs are open to everyone from the first turn.
        None = "none",
        /// A meld purely from hand.
        OwnMeld = "own_meld",
        /// Melds purely from hand worth `opening_points`.
        Points = "points",
    }
}

choice! {
    /// What happens to a rearrangement that lays nothing (R4.7).
    PureRearrange {
        /// The table is put back as it was.
        Restore = "restore",
        /// The new table stays.
        Keep = "keep",
        /// It counts as a mistake.
        Penalty = "penalty",
    }
}

choice! {
    /// What a mistake costs (R4.9, R4.10).
    Penalty {
        /// The table is put back and `penalty_cards` are drawn.
        Mild = "mild",
        /// The cards of melds that cannot be put right are taken, and `penalty_cards` drawn.
        Severe = "severe",
        /// The table is put back, nothing else.
        Undo = "undo",
    }
}

choice! {
    /// What happens to an illegal submission (R4.1).
    InvalidSubmit {
        /// It is a mistake and costs the penalty.
        Penalise = "penalise",
        /// It is refused and the player may try again.
        Reject = "reject",
    }
}

choice! {
    /// Where the ace may stand in a run (R3.4).
    Ace {
        /// Before the 2 or after the king.
        Both = "both",
        /// Before the 2 only.
        Low = "low",
        /// After the king only.
        High = "high",
    }
}

choice! {
    /// How a run may be laid out where layout counts (R3.8).
    RunDirection {
        /// Rising only.
        Asc = "asc",
        /// Rising or falling.
        Both = "both",
    }
}

choice! {
    /// Whether two identical melds may lie on the table (R3.10).
    IdenticalMelds {
        /// Any number.
        Allowed = "allowed",
        /// One of each.
        Forbidden = "forbidden",
    }
}

choice! {
    /// What a joker in a set stands for (R5.2).
    JokerValue {
        /// The card its layer names.
        Declared = "declared",
        /// In a set of three, both missing cards at once.
        Floating = "floating",
    }
}

choice! {
    /// What a joker's meld forbids (R5.6).
    JokerLock {
        /// Nothing leaves it until the joker is replaced.
        Full = "full",
        /// Real cards may leave as long as the joker keeps its role.
        Partial = "partial",
        /// Nothing: the joker is a card like any other.
        None = "none",
    }
}

choice! {
    /// How many jokers a meld may hold (R5.3).
    JokerRatio {
        /// Fewer than real cards.
        Majority = "majority",
        /// Any number, as long as one card is real.
        OneReal = "one_real",
    }
}

choice! {
    /// Where the card that releases a joker may come from (R5.7).
    JokerSource {
        /// The hand of the player on turn.
        Hand = "hand",
        /// The hand or another meld.
        HandOrTable = "hand_or_table",
    }
}

choice! {
    /// Where a released joker may go (R5.8).
    JokerReuse {
        /// Any meld but the one it came from.
        OtherMeld = "other_meld",
        /// Any meld.
        Anywhere = "anywhere",
    }
}

choice! {
    /// Whether a joker may be added to a run on the table (R5.5).
    JokerToRun {
        /// Until the run has every rank.
        UntilFull = "until_full",
        /// Never.
        Never = "never",
    }
}

choice! {
    /// Who may still go out after the first (R4.14).
    CoWinners {
        /// Nobody: the deal ends at once.
        None = "none",
        /// Whoever has yet to play in the same round.
        SameRound = "same_round",
        /// Everybody, in one more turn each.
        OneMoreTurn = "one_more_turn",
    }
}

choice! {
    /// When an empty stock ends the deal (R4.15).
    Exhaustion {
        /// At the end of the turn that empties it.
        StopWhenEmpty = "stop_when_empty",
        /// When somebody must draw and cannot.
        StopOnFailedDraw = "stop_on_failed_draw",
        /// When every player in a row had no card to draw and laid none.
        PlayOn = "play_on",
    }
}

choice! {
    /// What the winner of an exhausted deal scores (R6.9).
    ExhaustionScore {
        /// The cards held, like everybody.
        Own = "own",
        /// Nothing.
        WinnerZero = "winner_zero",
    }
}

choice! {
    /// How cards left in hand are scored (R6.2).
    Score {
        /// `flat_value` a card.
        Flat = "flat",
        /// By rank, as `values` says.
        Value = "value",
        /// By category, as `category_values` says.
        Category = "category",
    }
}

choice! {
    /// What ends a match (R6.4, R6.6).
    Match {
        /// The number of deals.
        Deals = "deals",
        /// A total beyond `threshold`, which excludes players until one is left.
        Threshold = "threshold",
    }
}

choice! {
    /// Which totals exclude a player (R6.6).
    ThresholdCmp {
        /// Those above the threshold.
        Gt = "gt",
        /// Those that reach the threshold.
        Ge = "ge",
    }
}

choice! {
    /// What an excluded player pays (R6.7).
    ExclusionPenalty {
        /// Nothing.
        None = "none",
        /// A unit for each player still in.
        StillIn = "still_in",
        /// As many units as the number of the deal.
        DealIndex = "deal_index",
    }
}

choice! {
    /// How equal totals are settled (R6.8).
    TieBreak {
        /// The win is shared.
        Shared = "shared",
        /// The tied players play another deal.
        ExtraDeal = "extra_deal",
    }
}
