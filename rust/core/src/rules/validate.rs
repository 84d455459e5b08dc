//! What makes options playable: the one place that says it (R7.3, R7.4).

use super::choice::{Ace, ExclusionPenalty, Match, Opening, Pack, Score};
use super::error::{Code, Reason, clip, quote};
use super::options::Options;
use super::value::OptionValue;

/// Why a single option cannot be set.
pub(super) enum Fault {
    /// No option has this name.
    Unknown(String),
    /// The option is set more than once.
    Twice(&'static str),
    /// The option does not admit the value.
    Value { option: &'static str, given: OptionValue, admitted: String },
}

impl Fault {
    /// The reason to report, given the other options.
    pub(super) fn reason(&self, options: &Options) -> Reason {
        let message = match self {
            Self::Unknown(name) => format!("there is no option {}", quote(name)),
            Self::Twice(option) => format!("{option} is given more than once"),
            Self::Value { option, given, admitted } => {
                let given = match given {
                    OptionValue::Text(text) => quote(text),
                    other => clip(&other.to_string()).escape_debug().to_string(),
                };
                format!("{option} must be {admitted}, not {given}")
            }
        };
        Reason { code: self.code(options), message }
    }

    /// `C_OPTION`, unless R7.4 names a narrower code for the value.
    fn code(&self, options: &Options) -> Code {
        match self {
            Self::Value { option: "turn_cap", given: OptionValue::Int(..1), .. } => Code::Cap,
            Self::Value { option: "threshold", given: OptionValue::Int(..1), .. }
                if options.match_ == Match::Threshold =>
            {
                Code::Threshold
            }
            _ => Code::Option,
        }
    }

    /// The option whose value remains unknown.
    fn option(&self) -> Option<&'static str> {
        match self {
            Self::Unknown(_) => None,
            Self::Twice(option) | Self::Value { option, .. } => Some(option),
        }
    }
}

/// A condition on several options at once.
struct Law {
    code: Code,
    /// The options it is about.
    about: &'static [&'static str],
    /// What is wrong, if something is.
    fault: fn(&Options) -> Option<String>,
}

/// The combinations that cannot be played, in the order of R7.4.
///
/// An option that R7.3 ignores is looked at only where the option that wakes it says so.
const LAWS: &[Law] = &[
    Law {
        code: Code::PackJokers,
        about: &["pack", "jokers"],
        fault: |o| {
            (o.pack == Pack::Neapolitan40 && o.jokers > 0).then(|| {
                format!("pack=neapolitan40 has no jokers: jokers must be 0, not {}", o.jokers)
            })
        },
    },
    Law {
        code: Code::Preopen,
        about: &["draw_start", "draw_start_preopen"],
        fault: |o| {
            let preopen = o.draw_start_preopen.filter(|_| o.draw_start == 0)?;
            Some(format!("draw_start_preopen={preopen} needs draw_start above 0"))
        },
    },
    Law {
        code: Code::DoubleDraw,
        about: &["draw_start", "draw_idle", "draw_laid"],
        fault: |o| {
            (o.draw_start > 0 && (o.draw_idle > 0 || o.draw_laid > 0)).then(|| {
                format!(
                    "draw_start={} needs draw_idle=0 and draw_laid=0, not {} and {}",
                    o.draw_start, o.draw_idle, o.draw_laid
                )
            })
        },
    },
    Law {
        code: Code::MustPlay,
        about: &["may_decline", "draw_start"],
        fault: |o| {
            (!o.may_decline && o.draw_start > 0)
                .then(|| format!("may_decline=false needs draw_start=0, not {}", o.draw_start))
        },
    },
    Law {
        code: Code::Cap,
        about: &["turn_cap", "opening"],
        fault: |o| {
            let cap = o.turn_cap.filter(|&cap| o.opening == Opening::OwnMeld && cap < 3)?;
            Some(format!("opening=own_meld needs a turn_cap of at least 3, not {cap}"))
        },
    },
    Law {
        code: Code::Cap,
        about: &["turn_cap", "opening", "opening_points"],
        fault: |o| {
            // No card is worth more than 10 at opening, and a meld has three.
            let least = o.opening_points.div_ceil(10).max(3);
            let short = |&cap: &u8| o.opening == Opening::Points && u16::from(cap) < least;
            let cap = o.turn_cap.filter(short)?;
            Some(format!(
                "opening=points with opening_points={} needs a turn_cap of at least {least}, \
                 not {cap}",
                o.opening_points
            ))
        },
    },
    Law {
        code: Code::Wrap,
        about: &["wrap", "ace", "run_max"],
        fault: |o| {
            (o.wrap && (o.ace != Ace::Both || o.run_max > 13)).then(|| {
                format!(
                    "wrap=true needs ace=both and a run_max of at most 13, not {} and {}",
                    o.ace, o.run_max
                )
            })
        },
    },
    Law {
        code: Code::RunMax,
        about: &["run_max", "ace"],
        fault: |o| {
            (o.run_max > 13 && o.ace != Ace::Both)
                .then(|| format!("run_max={} needs ace=both, not {}", o.run_max, o.ace))
        },
    },
    Law {
        code: Code::Values,
        about: &["score", "values", "pack", "jokers"],
        fault: |o| {
            if o.score != Score::Value {
                return None;
            }
            let missing: Vec<String> = o
                .values
                .entries()
                .filter(|&(rank, _, points)| {
                    points.is_none() && rank.map_or(o.jokers > 0, |rank| o.pack.has(rank))
                })
                .map(|(_, letter, _)| letter.to_string())
                .collect();
            (!missing.is_empty()).then(|| {
                format!("score=value needs points in values for {} too", missing.join(" "))
            })
        },
    },
    Law {
        code: Code::Category,
        about: &["score", "category_values", "jokers"],
        fault: |o| {
            if o.score != Score::Category {
                return None;
            }
            let missing: Vec<&str> = o
                .category_values
                .unwrap_or_default()
                .entries()
                .into_iter()
                .filter(|&(name, points)| points.is_none() && (name != "joker" || o.jokers > 0))
                .map(|(name, _)| name)
                .collect();
            (!missing.is_empty()).then(|| {
                format!(
                    "score=category needs points in category_values for {}, as in \
                     category_values={{number:5, figure:10, ace:15, joker:25}}",
                    missing.join(", ")
                )
            })
        },
    },
    Law {
        code: Code::Threshold,
        about: &["match", "threshold"],
        fault: |o| {
            (o.match_ == Match::Threshold && o.threshold.is_none())
                .then(|| "match=threshold needs a threshold, as in threshold=100".to_owned())
        },
    },
    Law {
        code: Code::Exclusion,
        about: &["exclusion_penalty", "match"],
        fault: |o| {
            (o.exclusion_penalty != ExclusionPenalty::None && o.match_ != Match::Threshold).then(
                || {
                    format!(
                        "exclusion_penalty={} needs match=threshold, not {}",
                        o.exclusion_penalty, o.match_
                    )
                },
            )
        },
    },
];

/// Checks options of which some could not be set, or cannot be as they are.
///
/// A law about an option at fault is not applied: what the option was meant to be is not known.
pub(super) fn check(options: &Options, faults: &[Fault]) -> Vec<Reason> {
    let unknown: Vec<&str> = faults.iter().filter_map(Fault::option).collect();
    let broken = LAWS
        .iter()
        .filter(|law| !law.about.iter().any(|option| unknown.contains(option)))
        .filter_map(|law| Some(Reason { code: law.code, message: (law.fault)(options)? }));
    faults.iter().map(|fault| fault.reason(options)).chain(broken).collect()
}
