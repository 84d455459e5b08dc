//! The best lay of one turn, exactly.

mod arrange;
mod cap;
mod cutting;
mod dive;
mod followed;
mod graph;
mod jokers;
mod moves;
mod opening;
mod outline;
mod passage;
mod path;
mod queue;
mod runs;
mod search;
mod sets;
mod span;
mod watch;

use crate::card::{Card, Rank, Suit};
use crate::cards::Cards;
use crate::meld::MeldRules;
pub(crate) use crate::solver::arrange::Split;
use crate::solver::dive::Dive;
use crate::solver::graph::Graph;
use crate::solver::jokers::Jokers;
pub use crate::solver::jokers::{
    JokerLaws, JokerQuestion, JokerTable, Lock, Release, Reuse, Source,
};
use crate::solver::opening::HandMelds;
pub(crate) use crate::solver::opening::OPENING_POINTS;
pub use crate::solver::opening::most_opening_points;
use crate::solver::outline::{Frame, Position};
use crate::solver::path::{End, Path};
use crate::solver::search::Search;
pub use crate::solver::watch::Interrupted;
use crate::solver::watch::Watch;

/// What each card type is worth when it is laid from the hand, in index order.
///
/// The worth of a whole hand must fit an `i32`.
pub type Weights = [u32; Card::COUNT];

/// What the laid cards must hold for the lay to be legal (R4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Requirement {
    /// Nothing.
    None,
    /// At least one meld purely of laid cards.
    OwnMeld,
    /// Disjoint melds purely of laid cards worth at least so many opening points.
    Points(u16),
}

impl Requirement {
    /// A lay of fewer cards does not meet it, or is none.
    pub const fn fewest_cards(self) -> usize {
        match self {
            Self::None => 1,
            Self::OwnMeld | Self::Points(..=30) => 3,
            // No card is worth more than ten.
            Self::Points(points) => points.div_ceil(10) as usize,
        }
    }
}

/// One position and what is asked of it.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Cards that must all lie in melds at the end.
    pub table: &'a Cards,
    /// Cards that may be laid.
    pub hand: &'a Cards,
    /// Open cards: free to use, no gain, neither table nor hand (R3.9).
    pub open: &'a Cards,
    /// What laying a card gains.
    pub weights: &'a Weights,
    /// Lay no more than so many hand cards.
    pub at_most: Option<u32>,
    /// What the laid cards must hold unless nothing is laid.
    pub requirement: Requirement,
}

impl<'a> Question<'a> {
    fn position(&self) -> Position<'a> {
        Position {
            table: self.table.counts(),
            hand: self.hand.counts(),
            open: self.open.counts(),
            weights: self.weights,
        }
    }
}

/// The best lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Sum of the weights of the laid cards.
    pub value: u32,
    /// What leaves the hand.
    pub laid: Cards,
    /// The open cards that are used.
    pub opened: Cards,
}

impl Answer {
    pub(crate) const NOTHING: Self = Self { value: 0, laid: NO_CARDS, opened: NO_CARDS };
}

/// Whether a search has to find out that the table alone can be arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Table {
    Doubted,
    Known,
}

/// So many joint states are met in a dive before graphs are searched instead; hardly any position needs
/// a tenth of them.
const PATIENCE: u32 = 1 << 19;

/// So many joint states are met under a limit before laid cards are charged for.
const LIMITED_STATES: u32 = 1 << 9;

/// No cards have any worth.
const NOTHING: Weights = [0; Card::COUNT];

const NO_CARDS: Cards = Cards::EMPTY;

/// Finds best lays under one set of meld rules; owns the memory that a search needs.
///
/// Make one per thread and ask it many questions.
#[derive(Debug)]
pub struct Solver {
    rules: MeldRules,
    frame: Frame,
    /// The same where the frame allows more identical runs than the rules. On a ring, which runs
    /// cross the cut and how long they are is much to remember, and seldom matters.
    strict: Option<Box<Frame>>,
    dive: Option<Box<Dive>>,
    patience: u32,
    limited_states: u32,
    graph: Graph,
    search: Search,
    /// The best path of the position searched last.
    path: Path,
    /// Made when a question first needs them.
    counts: Option<Box<Graph>>,
    hand_melds: Option<HandMelds>,
    jokers: Option<Box<Jokers>>,
    watch: Watch,
}

impl Solver {
    /// A solver for these rules.
    pub fn new(rules: &MeldRules) -> Self {
        Self::watched(rules, Watch::default())
    }

    /// The same that stops when others do.
    fn watched(rules: &MeldRules, watch: Watch) -> Self {
        let solver = Self::for_once(rules, watch);
        Self { dive: Dive::new(&solver.frame).map(Box::new), ..solver }
    }

    /// The same that is slower and made much sooner: for a question of which the value is all that is
    /// asked for.
    fn for_once(rules: &MeldRules, watch: Watch) -> Self {
        let twins = rules.same_runs.is_some_and(|most| most < rules.copies);
        let relaxed = MeldRules { same_runs: None, ..rules.clone() };
        let relax = rules.wrap && twins;
        let frame = Frame::new(if relax { &relaxed } else { rules });
        Self {
            rules: rules.clone(),
            dive: None,
            patience: PATIENCE,
            limited_states: LIMITED_STATES,
            frame,
            strict: relax.then(|| Box::new(Frame::new(rules))),
            graph: Graph::default(),
            search: Search::new(watch.clone()),
            path: Path::default(),
            counts: None,
            hand_melds: None,
            jokers: None,
            watch,
        }
    }

    /// The same that allows identical melds in what it finds, but not in what it lays out.
    fn lenient(rules: &MeldRules, watch: Watch) -> Self {
        let relaxed = MeldRules { same_runs: None, same_sets: None, ..rules.clone() };
        Self { rules: rules.clone(), ..Self::watched(&relaxed, watch) }
    }

    /// The rules it was made for.
    pub const fn rules(&self) -> &MeldRules {
        &self.rules
    }

    /// The best lay, or `None` if the table alone cannot be arranged into melds, if it holds more of
    /// a card than the packs do, together with the hand and the open cards, or if there are jokers.
    ///
    /// Laying nothing is always allowed. Among several best lays it returns the same one on every
    /// platform.
    pub fn solve(&mut self, question: &Question<'_>) -> Option<Answer> {
        let best = self.best(question, Table::Doubted)?;
        self.legal(question, best)
    }

    /// The same where the table is known to consist of melds, which [`solve`](Self::solve) would find
    /// out first.
    ///
    /// If it does not, the answer may lay cards that make up for what the table lacks.
    pub fn solve_melds(&mut self, question: &Question<'_>) -> Option<Answer> {
        let best = self.best(question, Table::Known)?;
        self.legal(question, best)
    }

    /// The best lay that the question allows, or nothing laid, given the best of all lays.
    fn legal(&mut self, question: &Question<'_>, best: Answer) -> Option<Answer> {
        let limited = question.at_most.is_some() || question.requirement != Requirement::None;
        if !limited && best.opened.is_empty() {
            return Some(best);
        }
        let mut best = self.capped_best(question, best)?;
        if !best.laid.is_empty() && question.requirement != Requirement::None {
            best = self.solve_opening(question).unwrap_or(Answer::NOTHING);
        }
        if best.laid.is_empty() { Some(Answer::NOTHING) } else { Some(best) }
    }

    /// Whether exactly these hand cards can be laid, with what open cards it takes.
    pub fn can_lay(&mut self, question: &Question<'_>) -> bool {
        let cards = question.hand;
        let count = cards.len() as u32;
        let Ok(table) = question.table.checked_add(cards) else { return false };
        let all = Question { table: &table, hand: &NO_CARDS, at_most: None, ..*question };
        question.at_most.is_none_or(|most| count <= most)
            && self.best(&all, Table::Known).is_some()
            && self.meets(question.requirement, cards)
    }

    /// The best lay, whatever the requirement.
    fn solve_freely(&mut self, question: &Question<'_>) -> Option<Answer> {
        let best = self.best(question, Table::Known)?;
        self.capped_best(question, best)
    }

    /// The best lay, whatever the requirement, given that of any number of cards.
    fn capped_best(&mut self, question: &Question<'_>, best: Answer) -> Option<Answer> {
        match question.at_most {
            Some(most) if best.laid.len() > most as usize => self.solve_capped(question, most),
            _ => Some(best),
        }
    }

    /// The best lay of any number of cards, whatever the requirement.
    fn best(&mut self, question: &Question<'_>, table: Table) -> Option<Answer> {
        let position = question.position();
        self.search(&position, table)?;
        Some(self.answer(&position))
    }

    /// Finds the best path of a position; one of the table's cards alone must exist too where the table
    /// is doubted.
    fn search(&mut self, position: &Position<'_>, table: Table) -> Option<()> {
        let mut end = End::Unfinished;
        if position.open == NO_CARDS.counts() {
            end = self.dive(position, table);
        }
        if end == End::Unfinished {
            end = self.search_graphs(position, table);
        }
        (end == End::Found).then_some(())
    }

    /// The same by a dive, if there can be one and it does not take too long.
    fn dive(&mut self, position: &Position<'_>, table: Table) -> End {
        let states = self.patience;
        self.dive.as_mut().map_or(End::Unfinished, |dive| {
            dive.best(&self.frame, position, table, states, &mut self.path)
        })
    }

    /// The same through graphs.
    fn search_graphs(&mut self, position: &Position<'_>, table: Table) -> End {
        let nothing = NO_CARDS.counts();
        let mut end = End::Found;
        if table == Table::Doubted && position.table != nothing {
            let alone = Position { hand: nothing, open: nothing, ..*position };
            end = self.search_graph(&alone);
        }
        if end == End::Found {
            end = self.search_graph(position);
        }
        end
    }

    /// The same where the table is known.
    fn search_graph(&mut self, position: &Position<'_>) -> End {
        let Self { frame, graph, search, path, .. } = self;
        let end = search.run(frame, graph, position, path);
        if let Some(strict) = &self.strict
            && end == End::Found
            && self.runs().is_none()
        {
            let Self { graph, search, path, .. } = self;
            return search.run(strict, graph, position, path);
        }
        end
    }

    /// What the path found lays.
    fn answer(&self, position: &Position<'_>) -> Answer {
        // The cards of each rank, a byte a suit.
        let mut of_rank = [0_u32; 16];
        for step in self.path.steps() {
            of_rank[usize::from(step.rank) % 16] += step.choice.all_used(&self.frame.sets);
        }
        // A suit's cards overlap what the one before it has beyond its last rank.
        let mut used = [0; Card::COUNT + 16 - Rank::COUNT];
        for s in 0..Suit::COUNT {
            let of_suit: [u8; 16] = of_rank.map(|cards| (cards >> (8 * s)) as u8);
            used[Rank::COUNT * s..Rank::COUNT * s + 16].copy_from_slice(&of_suit);
        }
        let mut laid = [0; Card::COUNT];
        let mut opened = [0; Card::COUNT];
        for i in 0..Card::COUNT {
            let spare = used[i] - position.table[i];
            laid[i] = spare.min(position.hand[i]);
            opened[i] = spare - laid[i];
        }
        let worth = laid.iter().zip(position.weights).map(|(&n, weight)| u32::from(n) * weight);
        Answer {
            value: worth.sum(),
            laid: Cards::from_counts(laid),
            opened: Cards::from_counts(opened),
        }
    }
}
