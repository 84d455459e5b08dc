//! The table of options: one row each, from which fields, defaults, names, reading and writing come.

use super::choice::{
    Ace, CoWinners, ExclusionPenalty, Exhaustion, ExhaustionScore, FirstDealer, IdenticalMelds,
    InvalidSubmit, JokerLock, JokerRatio, JokerReuse, JokerSource, JokerToRun, JokerValue, Match,
    NextDealer, Opening, Pack, Penalty, PureRearrange, RunDirection, Score, ThresholdCmp, TieBreak,
};
use super::error::Reason;
use super::quantity::{CategoryValues, Deal, Deals, Values};
use super::validate::Fault;
use super::value::Whole::{Between, Either};
use super::value::{OptionValue, Setting};

/// The name of an option: its field's name, unless the row says otherwise.
macro_rules! name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

/// What an option admits beyond its type.
macro_rules! domain {
    () => {
        ()
    };
    ($domain:expr) => {
        $domain
    };
}

macro_rules! options {
    ($(
        $(#[doc = $doc:literal])+
        $field:ident $(as $name:literal)?: $type:ty = $default:expr $(, $domain:expr)?;
    )+) => {
        /// Every option of the rules, unvalidated. The field names are the option names of R7.2,
        /// but for [`match_`](Self::match_), which is the option `match`.
        ///
        /// Fill it freely and hand it to [`Rules::new`](super::Rules::new), which checks it as a
        /// whole. The default is the preset `modiano`.
        ///
        /// Where R7.2 gives a whole number no upper limit, the field's type does.
        ///
        /// ```
        /// use machiavelli_core::rules::{OptionValue, Options};
        ///
        /// let mut options = Options::default();
        /// options.set("match", &OptionValue::from("threshold"))?;
        /// options.threshold = Some(101);
        /// assert_eq!(options.get("threshold"), Some(OptionValue::Int(101)));
        ///
        /// let reason = options.set("decks", &OptionValue::Int(4)).unwrap_err();
        /// assert_eq!(reason.message, "decks must be an integer from 1 to 3, not 4");
        /// assert_eq!(options.decks, 2);
        /// # Ok::<(), machiavelli_core::rules::Reason>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct Options { $($(#[doc = $doc])+ pub $field: $type,)+ }

        impl Default for Options {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl Options {
            /// The names of all options in the order of R7.2.
            pub const NAMES: &'static [&'static str] = &[$(name!($field $($name)?),)+];

            /// What an option is about, in one sentence with its paragraph; `None` if no option has
            /// this name.
            ///
            /// ```
            /// use machiavelli_core::rules::Options;
            ///
            /// assert_eq!(Options::about("deal"), Some("Cards per hand (R2.7)."));
            /// ```
            pub fn about(name: &str) -> Option<&'static str> {
                match name {
                    $(name!($field $($name)?) => Some(concat!($($doc),+).trim_ascii_start()),)+
                    _ => None,
                }
            }

            /// The value of an option, `None` if no option has this name.
            pub fn get(&self, name: &str) -> Option<OptionValue> {
                match name {
                    $(name!($field $($name)?) => Some(self.$field.write()),)+
                    _ => None,
                }
            }

            /// Sets one option; the fault is told by [`Options::set`].
            pub(super) fn try_set(&mut self, name: &str, value: &OptionValue) -> Result<(), Fault> {
                match name {
                    $(name!($field $($name)?) => {
                        let domain = domain!($($domain)?);
                        self.$field = <$type>::read(value, domain).ok_or_else(|| Fault::Value {
                            option: name!($field $($name)?),
                            given: value.clone(),
                            admitted: <$type>::admitted(domain),
                        })?;
                    })+
                    _ => return Err(Fault::Unknown(name.to_owned())),
                }
                Ok(())
            }

            /// The options that hold a value they do not admit.
            pub(super) fn faults(&self) -> Vec<Fault> {
                let mut faults = Vec::new();
                $(
                    let domain = domain!($($domain)?);
                    let given = self.$field.write();
                    if <$type>::read(&given, domain).is_none() {
                        let option = name!($field $($name)?);
                        faults.push(Fault::Value { option, given, admitted: <$type>::admitted(domain) });
                    }
                )+
                faults
            }
        }
    };
}

options! {
    /// Packs shuffled together, 1 to 3 (R2.1).
    decks: u8 = 2, Between(1, 3);
    /// Which cards a pack has (R2.11).
    pack: Pack = Pack::French52;
    /// Jokers in the whole deck, usually 0, 2 or 4 (R2.1).
    jokers: u8 = 0, Between(0, 255);
    /// Most players, 2 to 8; the fewest are always 2 (R2.2).
    players_max: u8 = 5, Between(2, 8);
    /// Cards per hand (R2.7).
    deal: Deal = Deal::Flat(13);
    /// Cards turned up in the centre after the deal, 0 or 4 (R2.12).
    open_cards: u8 = 0, Either(0, 4);
    /// Whether a deal may leave no stock (R7.4).
    allow_empty_stock: bool = false;
    /// How the first dealer is found (R2.3).
    first_dealer: FirstDealer = FirstDealer::LowestCard;
    /// Who deals next (R2.13).
    next_dealer: NextDealer = NextDealer::Left;
    /// Cards drawn at turn start, 0 to 2 (R4.2).
    draw_start: u8 = 0, Between(0, 2);
    /// Cards drawn at turn start instead while the player has not opened (R4.2).
    draw_start_preopen: Option<u8> = None, Between(0, 255);
    /// Cards drawn at the end of a turn that laid nothing, 0 to 2 (R4.2).
    draw_idle: u8 = 1, Between(0, 2);
    /// Cards drawn at the end of a turn that laid something, 0 or 1 (R4.2).
    draw_laid: u8 = 0, Between(0, 1);
    /// Whether a player who could lay may draw instead (R4.2).
    may_decline: bool = true;
    /// Whether the card drawn for laying nothing may still be played (R4.1).
    play_after_idle_draw: bool = false;
    /// What a player's first lay of the deal must hold (R4.8).
    opening: Opening = Opening::None;
    /// Points that `opening=points` asks for, at least 1 (R4.8).
    opening_points: u16 = 36, Between(1, 65_535);
    /// Whether the opening meld must be without joker (R4.8).
    opening_clean: bool = false;
    /// What happens to a rearrangement that lays nothing (R4.7).
    pure_rearrange: PureRearrange = PureRearrange::Restore;
    /// Most hand cards laid in a turn, at least 1; `None` for any number (R4.5).
    turn_cap: Option<u8> = None, Between(1, 255);
    /// Seconds a turn may last, at least 1; `None` for no limit (R4.11).
    turn_seconds: Option<u32> = None, Between(1, 4_294_967_295);
    /// What a mistake costs (R4.9, R4.10).
    penalty: Penalty = Penalty::Mild;
    /// Cards drawn as a penalty (R4.9).
    penalty_cards: u8 = 3, Between(0, 255);
    /// What happens to an illegal submission (R4.1).
    invalid_submit: InvalidSubmit = InvalidSubmit::Penalise;
    /// Where the ace may stand in a run (R3.4).
    ace: Ace = Ace::Both;
    /// Whether runs go round the corner, from king through ace to 2 (R3.5).
    wrap: bool = false;
    /// Most cards in a run, 3 to 14 (R3.6).
    run_max: u8 = 13, Between(3, 14);
    /// Whether the layout of a meld counts (R3.8).
    order_significant: bool = false;
    /// How a run may be laid out where layout counts (R3.8).
    run_direction: RunDirection = RunDirection::Asc;
    /// Whether two identical melds may lie on the table (R3.10).
    identical_melds: IdenticalMelds = IdenticalMelds::Allowed;
    /// What a joker in a set stands for (R5.2).
    joker_value: JokerValue = JokerValue::Declared;
    /// What a joker's meld forbids (R5.6).
    joker_lock: JokerLock = JokerLock::Full;
    /// How many jokers a meld may hold beside its real cards (R5.3).
    joker_ratio: JokerRatio = JokerRatio::Majority;
    /// Most jokers in a meld; `None` for any number (R5.4).
    joker_max: Option<u8> = None, Between(0, 255);
    /// Where the card that releases a joker may come from (R5.7).
    joker_source: JokerSource = JokerSource::Hand;
    /// Where a released joker may go (R5.8).
    joker_reuse: JokerReuse = JokerReuse::OtherMeld;
    /// Whether a joker may be added to a run on the table (R5.5).
    joker_to_run: JokerToRun = JokerToRun::UntilFull;
    /// Who may still go out after the first (R4.14).
    co_winners: CoWinners = CoWinners::None;
    /// When an empty stock ends the deal (R4.15).
    exhaustion: Exhaustion = Exhaustion::StopWhenEmpty;
    /// What the winner of an exhausted deal scores (R6.9).
    exhaustion_score: ExhaustionScore = ExhaustionScore::Own;
    /// How cards left in hand are scored (R6.2).
    score: Score = Score::Flat;
    /// Points a card under `score=flat`, at least 1 (R6.2).
    flat_value: u16 = 1, Between(1, 65_535);
    /// Points by rank under `score=value` (R6.2).
    values: Values = Values::default();
    /// Points by category under `score=category`, which needs them (R6.2).
    category_values: Option<CategoryValues> = None;
    /// What ends a match (R6.4, R6.6).
    match_ as "match": Match = Match::Deals;
    /// Number of deals in a match (R6.4).
    deals: Deals = Deals::Count(4);
    /// The total of `match=threshold`, at least 1, which needs it (R6.6).
    threshold: Option<u32> = None, Between(1, 4_294_967_295);
    /// Which totals exclude a player (R6.6).
    threshold_cmp: ThresholdCmp = ThresholdCmp::Gt;
    /// What an excluded player pays (R6.7).
    exclusion_penalty: ExclusionPenalty = ExclusionPenalty::None;
    /// How equal totals are settled (R6.8).
    tie_break: TieBreak = TieBreak::Shared;
}

impl Options {
    /// Sets one option.
    ///
    /// # Errors
    ///
    /// One reason, usually [`Code::Option`](super::Code::Option), if no option has this name or
    /// `value` is not one of its values; nothing changes then.
    pub fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), Reason> {
        self.try_set(name, value).map_err(|fault| fault.reason(self))
    }

    /// Sets options one after the other, those that can be set.
    pub(super) fn amend<'a>(
        &mut self,
        changes: impl IntoIterator<Item = (&'a str, OptionValue)>,
    ) -> Vec<Fault> {
        let mut set = Vec::new();
        let mut faults = Vec::new();
        for (name, value) in changes {
            let option = Self::NAMES.iter().copied().find(|&option| option == name);
            let fault = match option {
                Some(option) if set.contains(&option) => Err(Fault::Twice(option)),
                _ => self.try_set(name, &value),
            };
            set.extend(option);
            faults.extend(fault.err());
        }
        faults
    }

    /// The options whose value is not that of `base`, in the order of R7.2.
    pub fn differences(&self, base: &Self) -> Vec<(&'static str, OptionValue)> {
        let values = Self::NAMES.iter().filter_map(|&name| Some((name, self.get(name)?)));
        values.filter(|(name, value)| base.get(name).as_ref() != Some(value)).collect()
    }
}
