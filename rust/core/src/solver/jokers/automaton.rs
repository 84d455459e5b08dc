//! The configurations of a suit's runs as numbers, and what follows each, worked out when first
//! asked for and kept.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::need::Shapes;
use super::open::{Config, Demand, Grown, Letter, MAX_JOKERS, Style};

/// A configuration.
pub(super) type State = u32;

/// The configuration without runs.
pub(super) const START: State = 0;

/// How many configurations are kept from one question to the next.
const KEPT: usize = 1 << 17;

/// How many transitions are kept from one question to the next.
const KEPT_TARGETS: usize = 1 << 22;

/// Numbers of jokers in a plain letter.
const WILD: usize = MAX_JOKERS + 1;

/// Letters without marks: up to three real cards.
const PLAIN: usize = 4 * WILD;

const UNKNOWN: (u32, u32) = (u32::MAX, u32::MAX);

/// The configurations that were met under one style.
#[derive(Debug)]
pub(super) struct Automaton {
    pub(super) style: Style,
    configs: Vec<Config>,
    numbers: FxHashMap<Config, State>,
    summaries: Vec<Summary>,
    demands: FxHashMap<Demand, u32>,
    known: Vec<Demand>,
    /// Where the targets of plain letters lie: a row for each state where nothing is demanded, and
    /// those of states and demands that were met.
    plain: Vec<[(u32, u32); PLAIN]>,
    demanding: Vec<[(u32, u32); PLAIN]>,
    rows: FxHashMap<(State, u32), u32>,
    steps: FxHashMap<(State, u32), (u32, u32)>,
    /// The same where no run stops.
    growths: FxHashMap<(State, u32), (u32, u32)>,
    targets: Vec<State>,
}

/// What is asked of a configuration most often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// Whether all runs may stop together.
    pub(super) may_end: bool,
    /// How many runs may not stop.
    pub(super) due: u8,
    /// Whether there is a run that must reach the last layer.
    pub(super) is_tall: bool,
    pub(super) shapes: Shapes,
}

/// Where it is tabulated what a state becomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    state: State,
    demand: u32,
    place: u32,
}

impl Automaton {
    pub(super) fn new(style: Style) -> Self {
        let mut automaton = Self {
            style,
            configs: Vec::new(),
            numbers: FxHashMap::default(),
            summaries: Vec::new(),
            demands: FxHashMap::default(),
            known: Vec::new(),
            plain: Vec::new(),
            demanding: Vec::new(),
            rows: FxHashMap::default(),
            steps: FxHashMap::default(),
            growths: FxHashMap::default(),
            targets: Vec::new(),
        };
        automaton.reset();
        automaton
    }

    fn reset(&mut self) {
        self.configs.clear();
        self.numbers.clear();
        self.summaries.clear();
        self.demands.clear();
        self.known.clear();
        self.plain.clear();
        self.demanding.clear();
        self.rows.clear();
        self.steps.clear();
        self.growths.clear();
        self.targets.clear();
        self.number(Config::new());
        self.demand(&Demand::default());
    }

    /// Makes ready for a question; whether numbers of earlier ones are no longer valid.
    pub(super) fn begin(&mut self) -> bool {
        let rows = self.demanding.len();
        let full = self.configs.len().max(rows) > KEPT || self.targets.len() > KEPT_TARGETS;
        if full {
            self.reset();
        }
        full
    }

    pub(super) fn config(&self, state: State) -> &Config {
        &self.configs[state as usize]
    }

    /// What is asked of a configuration most often.
    #[inline]
    pub(super) fn summary(&self, state: State) -> &Summary {
        &self.summaries[state as usize]
    }

    /// Whether a ring that is entered in one configuration may be left in another.
    pub(super) fn returns(&self, left: State, entered: State) -> bool {
        left == entered || self.style.dominates(self.config(left), self.config(entered))
    }

    /// The number of a demand; 0 wants nothing.
    pub(super) fn demand(&mut self, demand: &Demand) -> u32 {
        if let Some(&number) = self.demands.get(demand) {
            return number;
        }
        let number = self.known.len() as u32;
        self.known.push(demand.clone());
        self.demands.insert(demand.clone(), number);
        number
    }

    pub(super) fn demanded(&self, number: u32) -> &Demand {
        &self.known[number as usize]
    }

    fn number(&mut self, config: Config) -> State {
        if let Some(&state) = self.numbers.get(&config) {
            return state;
        }
        let state = self.configs.len() as State;
        self.summaries.push(Summary {
            may_end: self.style.may_end(&config),
            due: self.style.due(&config),
            is_tall: config.iter().any(|run| run.is_tall()),
            shapes: Shapes::new(&self.style, &config),
        });
        self.plain.push([UNKNOWN; PLAIN]);
        self.configs.push(config.clone());
        self.numbers.insert(config, state);
        state
    }

    /// Where it is tabulated what a state becomes under a demand.
    pub(super) fn row(&mut self, state: State, demand: u32) -> Row {
        if demand == 0 {
            return Row { state, demand, place: state };
        }
        let next = self.demanding.len() as u32;
        let place = *self.rows.entry((state, demand)).or_insert(next);
        if place == next {
            self.demanding.push([UNKNOWN; PLAIN]);
        }
        Row { state, demand, place }
    }

    /// Where the configurations behind a layer lie among the [`targets`](Self::targets).
    #[inline]
    pub(super) fn step(&mut self, row: Row, letter: Letter) -> Range<usize> {
        let Letter { real, wild, marks } = letter;
        let is_plain = marks == 0 && usize::from(wild) < WILD && real < 4;
        if is_plain {
            let place = usize::from(real) * WILD + usize::from(wild);
            let rows = if row.demand == 0 { &self.plain } else { &self.demanding };
            let known = rows[row.place as usize][place];
            if known != UNKNOWN {
                return known.0 as usize..known.1 as usize;
            }
        }
        self.find(row, letter, is_plain)
    }

    /// The same where it may not be known.
    #[cold]
    fn find(&mut self, row: Row, letter: Letter, is_plain: bool) -> Range<usize> {
        let Letter { real, wild, marks } = letter;
        let Row { state, demand, place } = row;
        let key = u32::from(real) | u32::from(wild) << 4 | u32::from(marks) << 8 | demand << 12;
        if !is_plain && let Some(&(from, to)) = self.steps.get(&(state, key)) {
            return from as usize..to as usize;
        }
        let mut reached: Vec<Config> = Vec::new();
        let from = &self.configs[state as usize];
        self.style.step(from, letter, &self.known[demand as usize], &mut |grown: &[Grown]| {
            let config: Config = grown.iter().map(|grown| grown.open).collect();
            if !reached.contains(&config) {
                reached.push(config);
            }
        });
        reached.sort_unstable();
        let best = |&i: &usize| {
            let beaten = |j: usize| {
                self.style.dominates(&reached[j], &reached[i])
                    && (j < i || !self.style.dominates(&reached[i], &reached[j]))
            };
            (0..reached.len()).all(|j| j == i || !beaten(j))
        };
        let best: Vec<usize> = (0..reached.len()).filter(best).collect();
        reached = best.into_iter().map(|i| reached[i].clone()).collect();
        let start = self.targets.len();
        for config in reached {
            let state = self.number(config);
            self.targets.push(state);
        }
        let end = self.targets.len();
        let found = (start as u32, end as u32);
        if is_plain {
            let rows = if demand == 0 { &mut self.plain } else { &mut self.demanding };
            rows[place as usize][usize::from(real) * WILD + usize::from(wild)] = found;
        } else {
            self.steps.insert((state, key), found);
        }
        start..end
    }

    /// The same where no run stops at the layer, as none does that is to cross the cut of a ring.
    pub(super) fn grown(&mut self, state: State, letter: Letter, demand: u32) -> Range<usize> {
        let Letter { real, wild, marks } = letter;
        let key = u32::from(real) | u32::from(wild) << 4 | u32::from(marks) << 8 | demand << 12;
        if let Some(&(from, to)) = self.growths.get(&(state, key)) {
            return from as usize..to as usize;
        }
        let mut reached: Vec<Config> = Vec::new();
        let from = &self.configs[state as usize];
        self.style.step(from, letter, &self.known[demand as usize], &mut |grown: &[Grown]| {
            let config: Config = grown.iter().map(|grown| grown.open).collect();
            let longer = grown.iter().filter(|grown| grown.from.is_some()).count();
            if longer == from.len() && !reached.contains(&config) {
                reached.push(config);
            }
        });
        let start = self.targets.len();
        for config in reached {
            let state = self.number(config);
            self.targets.push(state);
        }
        let end = self.targets.len();
        self.growths.insert((state, key), (start as u32, end as u32));
        start..end
    }

    /// One of what [`step`](Self::step) found.
    #[inline]
    pub(super) fn target(&self, found: usize) -> State {
        self.targets[found]
    }
}
