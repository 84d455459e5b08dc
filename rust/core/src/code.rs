//! The stable codes of everything that the rules of play refuse.

use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])+ $name:ident = $text:literal,)+) => {
        /// The stable code of text that cannot be read, or of an illegal meld, table, position or
        /// submission.
        ///
        /// Codes of bad rules are [`rules::Code`](crate::rules::Code).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ErrorCode { $($(#[$doc])+ $name,)+ }

        impl ErrorCode {
            /// All codes: that of text, those of positions, questions, deals and plans, of melds in the
            /// order of R3.12, of turns in the order of R4.16.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The code as it is written, for example `E_MELD_SHORT`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
        }
    };
}

codes! {
    /// Text that cannot be read.
    Parse = "E_PARSE",
    /// More copies of a card than the packs have.
    TooManyCopies = "E_TOO_MANY_COPIES",
    /// Table cards that cannot be arranged into melds.
    NoMelds = "E_NO_MELDS",
    /// More jokers than best lays are found with.
    JokerUnsupported = "E_JOKER_UNSUPPORTED",
    /// More open cards than the rules turn up.
    OpenCards = "E_OPEN_CARDS",
    /// It is not known which meld a joker lies in.
    JokerUnplaced = "E_JOKER_UNPLACED",
    /// A worth of cards that is too large.
    Weights = "E_WEIGHTS",
    /// A card whose points are asked for and that has none.
    Points = "E_POINTS",
    /// Cards that are not the whole deck.
    Deck = "E_DECK",
    /// A player without a card at the start of a turn.
    EmptyHand = "E_EMPTY_HAND",
    /// A seat that does not play.
    Seat = "E_SEAT",
    /// A player's name that does not fit on a line.
    Name = "E_NAME",
    /// A new deal before the last one is over.
    DealOn = "E_DEAL_ON",
    /// A new deal after the match is over.
    MatchOver = "E_MATCH_OVER",
    /// A game of a simulation that does not end.
    Endless = "E_ENDLESS",
    /// A search that somebody stopped.
    Interrupted = "E_INTERRUPTED",
    /// A record that cannot be read to its end.
    Record = "E_RECORD",
    /// A meld of a plan that is not there.
    PlanMeld = "E_PLAN_MELD",
    /// Cards of a plan that are not where they should be moved from.
    PlanCards = "E_PLAN_CARDS",
    /// A place where a meld cannot be split.
    PlanSplit = "E_PLAN_SPLIT",
    /// A meld that should be put to itself.
    PlanItself = "E_PLAN_ITSELF",
    /// Nothing is left to undo.
    PlanUndo = "E_PLAN_UNDO",
    /// Nothing is left to redo.
    PlanRedo = "E_PLAN_REDO",
    /// A card that the pack lacks.
    Card = "E_CARD",
    /// A joker where the rules have none.
    JokerOff = "E_JOKER_OFF",
    /// Fewer than three cards.
    MeldShort = "E_MELD_SHORT",
    /// Too few real cards beside the jokers.
    JokerRatio = "E_JOKER_RATIO",
    /// More jokers than one meld may hold.
    JokerLimit = "E_JOKER_LIMIT",
    /// A set of more than four cards.
    SetSize = "E_SET_SIZE",
    /// A suit that is twice in a set.
    SetSuit = "E_SET_SUIT",
    /// A joker without the declaration it needs, or with a wrong one.
    JokerValue = "E_JOKER_VALUE",
    /// A run that is too long.
    RunLen = "E_RUN_LEN",
    /// A card that is twice in a run.
    RunDup = "E_RUN_DUP",
    /// A run laid out in no admitted order.
    RunOrder = "E_RUN_ORDER",
    /// A run with the ace where it may not stand.
    RunAce = "E_RUN_ACE",
    /// A run with a hole.
    RunGap = "E_RUN_GAP",
    /// Cards that share neither rank nor suit.
    Mixed = "E_MIXED",
    /// An action after the deal is over.
    DealOver = "E_DEAL_OVER",
    /// An action of a player who is not on turn.
    NotYourTurn = "E_NOT_YOUR_TURN",
    /// Table cards that are gone.
    TableCardMissing = "E_TABLE_CARD_MISSING",
    /// Laid cards that the player does not hold.
    NotInHand = "E_NOT_IN_HAND",
    /// More hand cards than a turn allows.
    TurnCap = "E_TURN_CAP",
    /// A joker laid at the opening, where the opening is without jokers.
    OpeningDirty = "E_OPENING_DIRTY",
    /// Hand-only melds that are worth too little to open.
    OpeningPoints = "E_OPENING_POINTS",
    /// A table changed before opening.
    NotOpened = "E_NOT_OPENED",
    /// Two identical melds where that is forbidden.
    IdenticalMeld = "E_IDENTICAL_MELD",
    /// A released joker in the meld of the card that replaced it.
    JokerReuse = "E_JOKER_REUSE",
    /// A joker released by a card that is not from hand.
    JokerSource = "E_JOKER_SOURCE",
    /// A joker's meld that is changed as its lock forbids.
    JokerLocked = "E_JOKER_LOCKED",
    /// A joker added to a run on the table.
    JokerRun = "E_JOKER_RUN",
    /// Nothing laid though something could be, where that is forbidden.
    MustPlay = "E_MUST_PLAY",
    /// A table rearranged without a hand card.
    NoHandCard = "E_NO_HAND_CARD",
    /// A draw after hand cards were laid.
    DrawAfterPlay = "E_DRAW_AFTER_PLAY",
    /// A draw by choice where cards are drawn at turn start.
    NoDraw = "E_NO_DRAW",
    /// A discard.
    NoDiscard = "E_NO_DISCARD",
    /// A time-out where turns have no limit.
    NoTimeLimit = "E_NO_TIME_LIMIT",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
