//! The named rule sets (R7.1): each a parent and what it changes.

use std::hash::{Hash, Hasher};

use super::choice::{
    CoWinners, IdenticalMelds, JokerLock, JokerSource, JokerValue, Match, Opening, Pack, Penalty,
    PureRearrange, RunDirection, Score, choice,
};
use super::options::Options;
use super::quantity::{Deal, Deals};

choice! {
    /// A text that describes the game.
    Source {
        /// The card maker's sheet "Machiavelli" by Modiano.
        ModianoSheet = "MS",
        /// The guide of AGIMEG, an Italian news agency of the gaming market.
        AgimegGuide = "AG",
        /// The article of the Italian Wikipedia.
        WikipediaIt = "WP",
    }
}

impl Source {
    /// The source by its full name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::ModianoSheet => "Modiano sheet",
            Self::AgimegGuide => "AGIMEG guide",
            Self::WikipediaIt => "Wikipedia (it)",
        }
    }
}

/// A named rule set: where it comes from, and how it differs from the one it builds on.
///
/// # Equality
///
/// The name decides: no two presets share one.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    name: &'static str,
    parent: Option<&'static str>,
    sources: &'static [Source],
    summary: &'static str,
    change: fn(&mut Options),
}

impl PartialEq for Preset {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Preset {}

impl Hash for Preset {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl Preset {
    /// The preset with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|preset| preset.name == name)
    }

    /// The name, such as `wikipedia-jokers`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The texts that describe these rules.
    pub const fn sources(&self) -> &'static [Source] {
        self.sources
    }

    /// What it is, in one line.
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// The preset it builds on; `None` only for `modiano`, which is the default of every option.
    pub fn parent(&self) -> Option<&'static Self> {
        Self::find(self.parent?)
    }

    /// All options. Those of `agimeg-category` and `agimeg-threshold` lack a value that the caller
    /// has to supply before they are playable.
    pub fn options(&self) -> Options {
        let mut options = self.parent().map_or_else(Options::default, Self::options);
        (self.change)(&mut options);
        options
    }
}

macro_rules! presets {
    ($(
        $name:literal: $parent:expr, [$($source:ident)+], $summary:literal,
        { $($option:ident = $value:expr),* };
    )+) => {
        impl Preset {
            /// All presets in the order of R7.1.
            pub const ALL: &'static [Self] = &[$(
                Self {
                    name: $name,
                    parent: $parent,
                    sources: &[$(Source::$source),+],
                    summary: $summary,
                    change: |_options| { $(_options.$option = $value;)* },
                },
            )+];
        }
    };
}

presets! {
    "modiano": None, [ModianoSheet],
        "the card maker's sheet: thirteen cards each, play or draw, no jokers",
        {};
    "agimeg": Some("modiano"), [AgimegGuide],
        "the guide's base game: up to six players, as many deals as players",
        { players_max = 6, deals = Deals::Players };
    "agimeg-must-play": Some("agimeg"), [AgimegGuide],
        "only a player who cannot lay a card may draw",
        { may_decline = false };
    "agimeg-draw-first": Some("agimeg"), [AgimegGuide],
        "every turn begins with a draw",
        { draw_start = 1, draw_idle = 0 };
    "agimeg-draw-two": Some("agimeg"), [AgimegGuide],
        "every turn begins with a draw, of two cards up to the turn of the first meld",
        { draw_start = 1, draw_start_preopen = Some(2), draw_idle = 0 };
    "agimeg-reduced": Some("agimeg"), [AgimegGuide],
        "the more players, the fewer cards each",
        { deal = Deal::Reduced };
    "agimeg-jokers4": Some("agimeg"), [AgimegGuide],
        "with all four jokers, 108 cards",
        { jokers = 4 };
    "agimeg-jokers2": Some("agimeg"), [AgimegGuide],
        "with two jokers, 106 cards",
        { jokers = 2 };
    "agimeg-jokers-free": Some("agimeg"), [AgimegGuide],
        "four jokers that move like any other card",
        { jokers = 4, joker_lock = JokerLock::None };
    "agimeg-jokers-clean": Some("agimeg"), [AgimegGuide],
        "four jokers, none of them in a player's first meld",
        { jokers = 4, opening_clean = true };
    "agimeg-corner": Some("agimeg"), [AgimegGuide],
        "runs go round the corner from king through ace to 2",
        { wrap = true };
    "agimeg-no-twins": Some("agimeg"), [AgimegGuide],
        "no two identical melds on the table",
        { identical_melds = IdenticalMelds::Forbidden };
    "agimeg-severe": Some("agimeg"), [AgimegGuide],
        "a mistake costs the cards of the spoilt melds, the table is not restored",
        { penalty = Penalty::Severe };
    "agimeg-timed": Some("agimeg"), [AgimegGuide],
        "two minutes a turn",
        { turn_seconds = Some(120) };
    "agimeg-capped": Some("agimeg"), [AgimegGuide],
        "at most thirteen hand cards a turn, as played online",
        { turn_cap = Some(13) };
    "agimeg-values": Some("agimeg"), [AgimegGuide ModianoSheet],
        "cards left in hand count by their rank",
        { score = Score::Value };
    "agimeg-category": Some("agimeg"), [ModianoSheet],
        "cards left in hand count by category; category_values has to be given",
        { score = Score::Category };
    "agimeg-threshold": Some("agimeg"), [AgimegGuide ModianoSheet],
        "whoever passes a total drops out; threshold has to be given",
        { match_ = Match::Threshold };
    "agimeg-triple": Some("agimeg"), [AgimegGuide],
        "three packs for up to eight players",
        { decks = 3, players_max = 8 };
    "agimeg-small-hand": Some("agimeg"), [AgimegGuide],
        "up to eight players with fewer cards; the deal table has to be given",
        { players_max = 8, deal = Deal::Table(None) };
    "agimeg-single": Some("agimeg"), [AgimegGuide],
        "one pack for two or three players at home",
        { decks = 1, players_max = 3 };
    "neapolitan": Some("agimeg"), [AgimegGuide],
        "two Neapolitan packs of forty, where the jack follows the 7",
        { pack = Pack::Neapolitan40 };
    "tahiti": Some("agimeg"), [AgimegGuide],
        "five cards each, four open cards for everyone, four jokers",
        {
            jokers = 4,
            deal = Deal::Flat(5),
            open_cards = 4,
            joker_max = Some(1),
            score = Score::Value
        };
    "guadalupe": Some("agimeg"), [AgimegGuide],
        "five cards each, one drawn even after laying and two otherwise",
        { deal = Deal::Flat(5), draw_idle = 2, draw_laid = 1 };
    "thirty-six": Some("agimeg"), [AgimegGuide],
        "36 points from hand to open",
        { opening = Opening::Points };
    "wikipedia": Some("modiano"), [WikipediaIt],
        "draw first, open with a meld of your own, layout counts and is never repeated",
        {
            players_max = 6,
            deal = Deal::Reduced,
            draw_start = 1,
            draw_idle = 0,
            opening = Opening::OwnMeld,
            pure_rearrange = PureRearrange::Keep,
            order_significant = true,
            identical_melds = IdenticalMelds::Forbidden,
            joker_value = JokerValue::Floating,
            joker_lock = JokerLock::Partial,
            joker_source = JokerSource::HandOrTable,
            deals = Deals::Count(1)
        };
    "wikipedia-cowinners": Some("wikipedia"), [WikipediaIt],
        "whoever goes out in the same round wins too",
        { co_winners = CoWinners::SameRound };
    "wikipedia-descending": Some("wikipedia"), [WikipediaIt],
        "runs may be laid falling as well",
        { run_direction = RunDirection::Both };
    "wikipedia-twins": Some("wikipedia"), [WikipediaIt],
        "identical melds are fine",
        { identical_melds = IdenticalMelds::Allowed };
    "wikipedia-draw-if-idle": Some("wikipedia"), [WikipediaIt],
        "only a turn that lays nothing draws",
        { draw_start = 0, draw_idle = 1 };
    "wikipedia-jokers": Some("wikipedia"), [WikipediaIt],
        "four jokers, none of them in a player's first meld",
        { jokers = 4, opening_clean = true };
    "wikipedia-jokers-declared": Some("wikipedia-jokers"), [WikipediaIt],
        "a joker in a set is the one card its layer names",
        { joker_value = JokerValue::Declared };
    "wikipedia-jokers-free": Some("wikipedia-jokers"), [WikipediaIt],
        "jokers move like any other card",
        { joker_lock = JokerLock::None };
    "wikipedia-draw-two": Some("wikipedia"), [WikipediaIt],
        "two cards a turn until a player has opened",
        { draw_start_preopen = Some(2) };
    "wikipedia-severe": Some("wikipedia"), [WikipediaIt],
        "a mistake costs the cards of the spoilt melds, the table is not restored",
        { penalty = Penalty::Severe };
}
