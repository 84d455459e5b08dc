//! The options of a house's rules, one field each, unvalidated.

use std::collections::BTreeMap;

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl $name {
            /// All values in the order of the rules.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The value as it is written in text.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }
    };
}

choice! {
    /// Which cards a pack has (R2.11).
    Pack {
        /// 52 cards, thirteen ranks.
        French52 = "french52",
        /// 40 cards without 8, 9 and 10: ten ranks, so that 7 and jack are consecutive.
        Neapolitan40 = "neapolitan40",
    }
}
choice! {
    /// How the first dealer is found (R2.3).
    FirstDealer { LowestCard = "lowest_card", Given = "given", Oldest = "oldest", }
}
choice! {
    /// Who deals next (R2.13).
    NextDealer { Left = "left", Winner = "winner", }
}
choice! {
    /// What a player's first lay of the deal must hold (R4.8).
    Opening { None = "none", OwnMeld = "own_meld", Points = "points", }
}
choice! {
    /// What happens to a rearrangement that lays nothing (R4.7).
    PureRearrange { Restore = "restore", Keep = "keep", Penalty = "penalty", }
}
choice! {
    /// What a mistake costs (R4.9, R4.10).
    Penalty { Mild = "mild", Severe = "severe", Undo = "undo", }
}
choice! {
    /// What happens to an illegal submission (R4.1).
    InvalidSubmit { Penalise = "penalise", Reject = "reject", }
}
choice! {
    /// Where the ace may stand in a run (R3.4).
    Ace { Both = "both", Low = "low", High = "high", }
}
choice! {
    /// How a run may be laid out where layout counts (R3.8).
    RunDirection { Asc = "asc", Both = "both", }
}
choice! {
    /// Whether two identical melds may lie on the table (R3.10).
    IdenticalMelds { Allowed = "allowed", Forbidden = "forbidden", }
}
choice! {
    /// What a joker in a set stands for (R5.2).
    JokerValue { Declared = "declared", Floating = "floating", }
}
choice! {
    /// What a joker's meld forbids (R5.6).
    JokerLock { Full = "full", Partial = "partial", None = "none", }
}
choice! {
    /// How many jokers a meld may hold (R5.3).
    JokerRatio { Majority = "majority", OneReal = "one_real", }
}
choice! {
    /// Where the card that releases a joker may come from (R5.7).
    JokerSource { Hand = "hand", HandOrTable = "hand_or_table", }
}
choice! {
    /// Where a released joker may go (R5.8).
    JokerReuse { OtherMeld = "other_meld", Anywhere = "anywhere", }
}
choice! {
    /// Whether a joker may be added to a run on the table (R5.5).
    JokerToRun { UntilFull = "until_full", Never = "never", }
}
choice! {
    /// Who may still go out after the first (R4.14).
    CoWinners { None = "none", SameRound = "same_round", OneMoreTurn = "one_more_turn", }
}
choice! {
    /// When an empty stock ends the deal (R4.15).
    Exhaustion {
        StopWhenEmpty = "stop_when_empty",
        StopOnFailedDraw = "stop_on_failed_draw",
        PlayOn = "play_on",
    }
}
choice! {
    /// What the winner of an exhausted deal scores (R6.9).
    ExhaustionScore { Own = "own", WinnerZero = "winner_zero", }
}
choice! {
    /// How cards left in hand are scored (R6.2).
    Score { Flat = "flat", Value = "value", Category = "category", }
}
choice! {
    /// What ends a match (R6.4, R6.6).
    Match { Deals = "deals", Threshold = "threshold", }
}
choice! {
    /// Whether reaching the threshold excludes or only exceeding it (R6.6).
    ThresholdCmp { Gt = "gt", Ge = "ge", }
}
choice! {
    /// What an excluded player pays (R6.7).
    ExclusionPenalty { None = "none", StillIn = "still_in", DealIndex = "deal_index", }
}
choice! {
    /// How equal totals are settled (R6.8).
    TieBreak { Shared = "shared", ExtraDeal = "extra_deal", }
}

/// Cards per hand (R2.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Deal {
    /// The same whatever the number of players.
    Flat(u8),
    /// 2 players 13, 3 players 9, 4 players 7, 5 and 6 players 5.
    Reduced,
    /// By number of players; `None` while the caller still has to supply the table.
    Table(Option<BTreeMap<u8, u8>>),
}

/// Number of deals in a match (R6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deals {
    /// As many as there are players.
    Players,
    /// A fixed number.
    Count(u16),
}

/// Categories of cards for scoring (R6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CategoryValues {
    /// 2 to 10.
    pub number: Option<u16>,
    /// Jack, queen, king.
    pub figure: Option<u16>,
    /// Ace.
    pub ace: Option<u16>,
    /// Joker.
    pub joker: Option<u16>,
}

/// Points per rank in index order (ace first), and of the joker last; `None` where not given (R6.2).
pub type Values = [Option<u16>; 14];

/// Every option of the rules, unvalidated. The field names are the option names of R7.2.
///
/// Fill it freely and hand it to [`Rules::new`](super::Rules::new), which checks it as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "R7.2 describes each option; the types cite their paragraph")]
pub struct Options {
    pub decks: u8,
    pub pack: Pack,
    pub jokers: u8,
    pub players_max: u8,
    pub deal: Deal,
    pub open_cards: u8,
    pub allow_empty_stock: bool,
    pub first_dealer: FirstDealer,
    pub next_dealer: NextDealer,
    pub draw_start: u8,
    pub draw_start_preopen: Option<u8>,
    pub draw_idle: u8,
    pub draw_laid: u8,
    pub may_decline: bool,
    pub play_after_idle_draw: bool,
    pub opening: Opening,
    pub opening_points: u16,
    pub opening_clean: bool,
    pub pure_rearrange: PureRearrange,
    pub turn_cap: Option<u8>,
    pub turn_seconds: Option<u32>,
    pub penalty: Penalty,
    pub penalty_cards: u8,
    pub invalid_submit: InvalidSubmit,
    pub ace: Ace,
    pub wrap: bool,
    pub run_max: u8,
    pub order_significant: bool,
    pub run_direction: RunDirection,
    pub identical_melds: IdenticalMelds,
    pub joker_value: JokerValue,
    pub joker_lock: JokerLock,
    pub joker_ratio: JokerRatio,
    pub joker_max: Option<u8>,
    pub joker_source: JokerSource,
    pub joker_reuse: JokerReuse,
    pub joker_to_run: JokerToRun,
    pub co_winners: CoWinners,
    pub exhaustion: Exhaustion,
    pub exhaustion_score: ExhaustionScore,
    pub score: Score,
    pub flat_value: u16,
    pub values: Values,
    pub category_values: Option<CategoryValues>,
    pub match_: Match,
    pub deals: Deals,
    pub threshold: Option<u32>,
    pub threshold_cmp: ThresholdCmp,
    pub exclusion_penalty: ExclusionPenalty,
    pub tie_break: TieBreak,
}
