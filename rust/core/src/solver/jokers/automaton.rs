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

/// The most that plain letters can be: up to three real cards.
const PLAIN: usize = 4 * WILD;

/// So many runs that can go on at the next layer are many.
const MANY: usize = 3;

/// Where ways lie that begin at a place, by how many runs can go on at the next layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ways {
    start: u32,
    ends: [u32; MANY + 1],
}

impl Ways {
    const UNKNOWN: Self = Self { start: u32::MAX, ends: [u32::MAX; MANY + 1] };

    #[inline]
    fn of(self, onward: u8) -> Range<usize> {
        self.start as usize..self.ends[usize::from(onward).min(MANY)] as usize
    }
}

/// The configurations that were met under one style.
#[derive(Debug)]
pub(super) struct Automaton {
    pub(super) style: Style,
    configs: Vec<Config>,
    numbers: FxHashMap<Config, State>,
    summaries: Vec<Summary>,
    demands: FxHashMap<Demand, u32>,
    known: Vec<Demand>,
    /// Where the ways of plain letters lie, by the most that these can be: a row for each state where
    /// nothing is demanded, and those of states and demands that were met.
    plain: Vec<[Ways; PLAIN]>,
    demanding: Vec<[Ways; PLAIN]>,
    rows: FxHashMap<(State, u32), u32>,
    marked: FxHashMap<(State, u32), Ways>,
    ways: Vec<Way>,
    /// Where the targets of each letter lie.
    steps: FxHashMap<(State, u32), (u32, u32)>,
    /// The same where no run stops.
    growths: FxHashMap<(State, u32), (u32, u32)>,
    /// How a letter leads from one state to another, where that was asked for.
    paths: FxHashMap<(State, u32, State), Box<[Grown]>>,
    targets: Vec<State>,
}

/// What is asked of a configuration most often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// Whether all runs may stop together.
    pub(super) may_end: bool,
    /// How many runs may not stop.
    pub(super) due: u8,
    pub(super) shapes: Shapes,
}

/// What a state becomes with a letter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: State,
    pub(super) letter: Letter,
    pub(super) shapes: Shapes,
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
            marked: FxHashMap::default(),
            ways: Vec::new(),
            steps: FxHashMap::default(),
            growths: FxHashMap::default(),
            paths: FxHashMap::default(),
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
        self.marked.clear();
        self.ways.clear();
        self.steps.clear();
        self.growths.clear();
        self.paths.clear();
        self.targets.clear();
        self.number(Config::new());
        self.demand(&Demand::default());
    }

    /// Makes ready for a question; whether numbers of earlier ones are no longer valid.
    pub(super) fn begin(&mut self) -> bool {
        let rows = self.demanding.len().max(self.paths.len());
        let targets = self.targets.len().max(self.ways.len());
        let full = self.configs.len().max(rows) > KEPT || targets > KEPT_TARGETS;
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
            shapes: Shapes::new(&self.style, &config),
        });
        self.plain.push([Ways::UNKNOWN; PLAIN]);
        self.configs.push(config.clone());
        self.numbers.insert(config, state);
        state
    }

    /// How many configurations were met.
    pub(super) fn len(&self) -> usize {
        self.configs.len()
    }

    /// Finds where the [ways](Self::ways) of a state under a demand lie with letters that are part of one,
    /// where so many runs can go on at the next layer without jokers.
    #[inline]
    pub(super) fn find(
        &mut self,
        state: State,
        demand: u32,
        most: Letter,
        onward: u8,
    ) -> Range<usize> {
        let mut ways = Ways::UNKNOWN;
        if demand == 0 && most.marks == 0 {
            ways = self.plain[state as usize][place(most)];
        }
        if ways == Ways::UNKNOWN {
            ways = self.find_ways(state, demand, most);
        }
        ways.of(onward)
    }

    /// The same where they may not be known.
    #[inline(never)]
    fn find_ways(&mut self, state: State, demand: u32, most: Letter) -> Ways {
        let mut row = state;
        if most.marks != 0 {
            if let Some(&ways) = self.marked.get(&(state, key(most, demand))) {
                return ways;
            }
        } else if demand != 0 {
            let next = self.demanding.len() as u32;
            row = *self.rows.entry((state, demand)).or_insert(next);
            if row == next {
                self.demanding.push([Ways::UNKNOWN; PLAIN]);
            }
            let ways = self.demanding[row as usize][place(most)];
            if ways != Ways::UNKNOWN {
                return ways;
            }
        }
        let start = self.ways.len();
        for letter in most.parts() {
            for at in self.step(state, demand, letter) {
                let to = self.targets[at];
                self.ways.push(Way { to, letter, shapes: self.summary(to).shapes });
            }
        }
        // How many runs must go on without jokers.
        let due = |way: &Way| {
            self.summaries[way.to as usize].due.saturating_sub(most.wild - way.letter.wild)
        };
        self.ways[start..].sort_by_key(due);
        let mut ways = Ways { start: start as u32, ends: [self.ways.len() as u32; MANY + 1] };
        for (onward, end) in ways.ends[..MANY].iter_mut().enumerate() {
            let few = |way: &Way| usize::from(due(way)) <= onward;
            *end = (start + self.ways[start..].partition_point(few)) as u32;
        }
        if most.marks != 0 {
            self.marked.insert((state, key(most, demand)), ways);
        } else {
            let rows = if demand == 0 { &mut self.plain } else { &mut self.demanding };
            rows[row as usize][place(most)] = ways;
        }
        ways
    }

    /// What [`find`](Self::find) found.
    #[inline]
    pub(super) fn ways(&self, found: Range<usize>) -> &[Way] {
        &self.ways[found]
    }

    /// Where the configurations that a letter leads to under a demand lie among the
    /// [targets](Self::target).
    pub(super) fn step(&mut self, state: State, demand: u32, letter: Letter) -> Range<usize> {
        let key = (state, key(letter, demand));
        if let Some(&(from, to)) = self.steps.get(&key) {
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
        let best = best.into_iter().map(|i| reached[i].clone()).collect();
        let found = self.add(best);
        self.steps.insert(key, (found.start as u32, found.end as u32));
        found
    }

    /// Adds targets; where they lie.
    fn add(&mut self, reached: Vec<Config>) -> Range<usize> {
        let start = self.targets.len();
        for config in reached {
            let state = self.number(config);
            self.targets.push(state);
        }
        start..self.targets.len()
    }

    /// The same where no run stops at the layer, as none does that is to cross the cut of a ring.
    pub(super) fn grown(&mut self, state: State, letter: Letter, demand: u32) -> Range<usize> {
        let key = (state, key(letter, demand));
        if let Some(&(from, to)) = self.growths.get(&key) {
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
        let found = self.add(reached);
        self.growths.insert(key, (found.start as u32, found.end as u32));
        found
    }

    /// What becomes of the runs of a state where a letter leads to another one under a demand.
    pub(super) fn path(
        &mut self,
        state: State,
        demand: u32,
        letter: Letter,
        to: State,
    ) -> &[Grown] {
        let Self { style, configs, known, paths, .. } = self;
        let path = paths.entry((state, key(letter, demand), to));
        path.or_insert_with(|| {
            let (from, goal) = (&configs[state as usize], &configs[to as usize]);
            let mut found: Option<Box<[Grown]>> = None;
            style.step(from, letter, &known[demand as usize], &mut |grown| {
                if found.is_none() && grown.iter().map(|grown| &grown.open).eq(goal) {
                    found = Some(grown.into());
                }
            });
            found.unwrap_or_default()
        })
    }

    /// One of what [`step`](Self::step) or [`grown`](Self::grown) found.
    #[inline]
    pub(super) fn target(&self, found: usize) -> State {
        self.targets[found]
    }
}

/// What tells letters and demands apart.
fn key(letter: Letter, demand: u32) -> u32 {
    let Letter { real, wild, marks } = letter;
    u32::from(real) | u32::from(wild) << 4 | u32::from(marks) << 8 | demand << 12
}

/// The place of a plain letter in a row.
#[inline]
fn place(letter: Letter) -> usize {
    usize::from(letter.real % 4) * WILD + usize::from(letter.wild)
}
