//! The best lay of a position with jokers, exactly.
//!
//! The frame is that of the search without jokers: a suit's runs are an automaton over the ranks,
//! sets tie the suits together at a rank, and a best lay is a best joint path. What is new:
//!
//! - A joker that may go anywhere is a card that a run or a set can take at any rank. A suit is given
//!   real cards and jokers at each layer, and a joint state knows how many jokers are used.
//! - A run remembers what its jokers ask of it ([`open`]).
//! - Locked jokers that stay, and those that are released, are decided beforehand ([`locks`]): each
//!   way is a search of its own, and one whose bound is no better than the best found is not begun.
//!   To release more jokers is mostly better, so those ways come first. Where at most one joker may
//!   go anywhere, no search with jokers is needed at all, most often ([`beside`]).
//!
//! A search finds the ways through each suit ([`suit`], with what is known of other positions from
//! [`reach`]), prices that make the bound low ([`prices`]), and the best joint path ([`search`]).
//!
//! Some rules are looked at only when a best lay is found, because it seldom breaks them: that real
//! cards outnumber jokers in long runs too and no run is too long ([`open`]), that runs of the table
//! may be given no jokers, that what stays in a locked run keeps its order ([`order`]), that identical
//! runs may not lie there ([`twins`]), and that a released joker lies in another meld than the card
//! that released it ([`reuse`]). Where it does, even if the same cards are made into runs in another
//! way ([`follow`]), the search is done again with as much remembered as the rule needs ([`level`]). A
//! lay that is best among more than is allowed, and allowed, is the best.

mod arrange;
mod automaton;
mod beside;
mod casting;
mod charge;
mod field;
mod follow;
mod lay_offs;
mod level;
mod line;
mod locks;
mod lots;
mod need;
mod open;
mod opening;
mod order;
mod prices;
mod pursuit;
mod question;
mod reach;
mod reuse;
mod roles;
mod search;
mod sets;
mod shares;
mod staying;
mod suit;
mod task;
#[cfg(test)]
mod tests;
mod twins;

use std::cmp::Reverse;
use std::ops::Range;

use smallvec::SmallVec;

use arrange::{Arranged, Path};
use automaton::{Automaton, START, State};
use charge::Care;
use field::Field;
use follow::Letters;
use level::{Case, Level};
use line::{Line, MAX_LAYERS};
use locks::{Fate, Lying, Wants};
use prices::{Gain, Prices, most};
pub use question::{JokerLaws, JokerQuestion, JokerTable, Lock, Release, Reuse, Source};
use reach::Reach;
use search::{Choice, Exhausted, Search};
use sets::{Bundles, Numbers, SetRules, Taking};
use shares::Shares;
use suit::{AMOUNTS, Graph, Site};
use task::{Task, Worth, numbers};

use crate::card::{Card, Suit};
use crate::cards::Cards;
use crate::meld::{Layout, Meld, MeldRules};
use crate::solver::outline::Frame;
use crate::solver::watch::Watch;
use crate::solver::{Answer, Solver, Weights};
use open::{Demand, Holds, Letter, Style};

/// After so many joint states better prices save more than they cost.
const PATIENCE: u32 = 200;

/// The memory for positions with jokers.
#[derive(Debug)]
pub(super) struct Jokers {
    rules: MeldRules,
    line: Line,
    /// For packs with one more of each card, where melds may be identical.
    roomier: Frame,
    /// Allows identical melds where the rules do not; made when first needed.
    lenient: Option<Box<Solver>>,
    automata: Vec<Automaton>,
    /// Of each automaton.
    reaches: Vec<Reach>,
    graphs: [Graph; Suit::COUNT],
    bundles: Bundles,
    takings: Vec<Taking>,
    search: Search,
    watch: Watch,
    prices: Prices,
    shares: Shares,
    /// Finds the most opening points; made when first needed.
    points: Option<Box<Self>>,
}

/// A position and what must and may be laid, whatever it takes to open.
#[derive(Clone, Copy, Debug)]
struct Lay<'a> {
    entries: &'a [Meld],
    table: &'a Cards,
    hand: &'a Cards,
    open: &'a Cards,
    /// Cards of the hand and open cards that must be used.
    must: &'a Cards,
    /// Open cards that must be used, on the table as it were.
    moved: &'a Cards,
    weights: &'a Weights,
    worth: Worth<'a>,
    at_most: Option<u32>,
    /// Whether the melds are asked for, if something is laid.
    arranged: bool,
    /// Only lays are looked for with so many jokers that may go anywhere, or more.
    wild: usize,
    laws: JokerLaws,
}

impl Lay<'_> {
    /// All cards in play.
    fn all(&self) -> Cards {
        let lying = self.table.saturating_add(self.open).saturating_add(self.moved);
        lying.saturating_add(self.hand)
    }

    /// What as many hand cards as may be laid are worth at most.
    fn most(&self) -> i32 {
        let Worth::Each(joker) = self.worth else { return i32::MAX };
        let worth =
            |card: Card| if card == Card::JOKER { joker } else { self.weights[card.index()] };
        let mut worths: SmallVec<[u32; 16]> = self.hand.iter().map(worth).collect();
        if let Some(most) = self.at_most.filter(|&most| worths.len() > most as usize) {
            worths.sort_unstable_by(|a, b| b.cmp(a));
            worths.truncate(most as usize);
        }
        worths.iter().sum::<u32>().cast_signed()
    }
}

/// A best lay as it was found.
#[derive(Clone, Debug)]
struct Found {
    value: i32,
    used: [u8; Card::COUNT],
    /// Empty where they are neither asked for nor have anything to show.
    melds: Vec<Arranged>,
    releases: Vec<Release>,
}

/// A best lay, and how it was found if it lays something.
struct Best {
    answer: Answer,
    found: Option<Found>,
}

/// What came of a search.
enum Outcome {
    Nothing,
    /// The best lay gains no more than a value, and is none as it was found: these suits, as bits,
    /// cannot make runs of their cards as the rules ask.
    Impossible {
        value: i32,
        suits: u8,
    },
    Found(Found),
}

impl Jokers {
    pub(super) fn new(rules: &MeldRules, watch: Watch) -> Self {
        let relaxed = MeldRules { same_runs: None, same_sets: None, ..rules.clone() };
        Self {
            rules: rules.clone(),
            line: Line::new(rules),
            roomier: Frame::new(&relaxed).with_one_more(),
            lenient: None,
            automata: Vec::new(),
            reaches: Vec::new(),
            graphs: Default::default(),
            bundles: Bundles::default(),
            takings: Vec::new(),
            search: Search::new(watch.clone()),
            watch,
            prices: Prices::default(),
            shares: Shares::default(),
            points: None,
        }
    }

    /// The best lay, if there is one worth more than `floor`.
    fn best(&mut self, lay: &Lay<'_>, floor: i32) -> Option<Found> {
        let ceiling = lay.most();
        if ceiling <= floor {
            return None;
        }
        for (automaton, reach) in self.automata.iter_mut().zip(&mut self.reaches) {
            if automaton.begin() {
                reach.clear();
            }
            reach.begin();
        }
        self.prices.reset();
        self.line.cut(&lay.all());
        let locked: Vec<Lying> = if lay.laws.lock == Lock::None {
            Vec::new()
        } else {
            self.lying(lay, |meld| meld.iter().any(crate::card::Placed::is_joker))
        };
        let mut runs = Vec::new();
        if !lay.laws.to_run {
            runs = self.lying(lay, |_| true);
            runs.retain(Lying::is_run);
        }
        let jokers: Vec<(usize, &[Card])> = locked.iter().flat_map(Lying::replaceable).collect();
        let mut best = None;
        let mut floor = floor;
        // Those that need a closer look, which may not be needed when the others are known.
        let mut later = Vec::new();
        let all = lay.all();
        for fates in all_fates(&jokers, lay).into_iter().rev() {
            if floor >= ceiling {
                break;
            }
            let releases: Vec<(usize, Card)> = jokers
                .iter()
                .zip(&fates)
                .filter_map(|(&(entry, _), fate)| match fate {
                    Fate::Stays => None,
                    Fate::Released(card) => Some((entry, *card)),
                })
                .collect();
            let free = if lay.laws.lock == Lock::None {
                lay.table.count(Card::JOKER)
            } else {
                releases.len()
            };
            let free = free + lay.moved.count(Card::JOKER);
            let wild = free + lay.hand.count(Card::JOKER) + lay.open.count(Card::JOKER);
            if wild < lay.wild {
                continue;
            }
            let wants = locks::wants(&locked, &runs, &fates, &self.line, &self.rules, lay.laws);
            for wants in wants {
                if self.watch.glance() {
                    return None;
                }
                if floor >= ceiling || !wants.are_possible(&all, &self.line, wild as u8) {
                    continue;
                }
                let free = free as u8;
                let case = Case { lay, wants: &wants, releases: &releases, free, floor, ceiling };
                match self.decided(&case) {
                    Ok(Some(found)) => {
                        floor = found.value;
                        best = Some(found);
                    }
                    Ok(None) => {}
                    Err(closer) => later.push((closer, wants, releases.clone(), free)),
                }
            }
        }
        later.sort_by_key(|(closer, ..)| Reverse(closer.ceiling));
        for (closer, wants, releases, free) in &later {
            let ceiling = closer.ceiling;
            if floor < ceiling {
                let case = Case { lay, wants, releases, free: *free, floor, ceiling };
                if let Some(found) = self.decided_closely(closer, &case) {
                    floor = found.value;
                    best = Some(found);
                }
            }
        }
        best
    }

    fn lying(&self, lay: &Lay<'_>, wanted: impl Fn(&Meld) -> bool) -> Vec<Lying> {
        let melds = lay.entries.iter().enumerate().filter(|(_, meld)| meld.len() > 1);
        melds
            .filter(|(_, meld)| wanted(meld))
            .filter_map(|(entry, meld)| Lying::read(&self.rules, &self.line, entry, meld))
            .collect()
    }

    /// What a search comes to that remembers so much.
    fn search(&mut self, level: &Level, case: &Case<'_>) -> Outcome {
        if self.watch.is_stopped() {
            return Outcome::Nothing;
        }
        let Case { lay, releases, free, floor, ceiling, .. } = *case;
        let style = level.style;
        let styles = Suit::ALL.map(|suit| level.of(suit, case));
        let suits = styles.map(|style| self.automaton(style));
        let task = Task::new(case, style.apart, |s, demands| {
            numbers(demands, &mut self.automata[suits[s]])
        });
        let may_overgrow: [bool; Suit::COUNT] = std::array::from_fn(|s| {
            !styles[s].exact && task.can_overgrow(s, &self.line, &self.automata[suits[s]])
        });
        let sets = SetRules {
            majority: style.majority,
            joker_max: style.joker_max,
            same: self.rules.same_sets.unwrap_or(u8::MAX),
            ordered: self.rules.forbids_twins() && self.rules.layout != Layout::Free,
            apart: style.apart,
        };
        let ranges = task.bundles(&self.line, sets, &mut self.bundles);
        let gives = self.numbers_taken(&ranges);
        for (s, gives) in gives.iter().enumerate() {
            let (line, watch) = (&self.line, &self.watch);
            let site = Site { task: &task, line, suit: s, gives, watch };
            let (automaton, reach) = (&mut self.automata[suits[s]], &mut self.reaches[suits[s]]);
            if !self.graphs[s].build(automaton, reach, &site) {
                return Outcome::Nothing;
            }
        }
        let ranges = self.find_takings(&ranges);
        let mut field = Field {
            task: &task,
            graphs: &mut self.graphs,
            takings: &self.takings,
            ranges: &ranges,
            ranks: &self.line.ranks,
            marked: style.apart > 0,
            charge: 0.0,
            watch: &self.watch,
        };
        let found = best_path(
            &mut field,
            (&mut self.prices, &mut self.shares, &mut self.search),
            (Gain::from(floor) + 1.0, Gain::from(ceiling)),
        );
        let Some(value) = found else { return Outcome::Nothing };
        let mut used = self.search.used(&field);
        // Those that stay were not given to anything.
        let there = lay.table.count(Card::JOKER) + lay.moved.count(Card::JOKER);
        used[Card::JOKER.index()] += there as u8 - free;
        let moves = !releases.is_empty() && lay.laws.reuse == Reuse::OtherMeld;
        let laid = used != *lay.table.counts();
        let arranged = lay.arranged && laid || moves || self.rules.forbids_twins();
        let mut melds = Vec::new();
        if arranged
            || styles.iter().any(|style| style.loose || style.lenient)
            || may_overgrow.contains(&true)
        {
            let styles = std::array::from_fn(|s| {
                let style = styles[s].tight();
                Style { exact: style.exact || may_overgrow[s], ..style }
            });
            melds = match self.made(case, &task, &styles, arranged) {
                Ok(melds) => melds,
                Err(suits) => return Outcome::Impossible { value, suits },
            };
            if self.rules.forbids_twins() && !style.strict && !arrange::differ(&melds, &style) {
                // The same cards often make runs of which none are identical, too.
                let strict = self.made(case, &task, &styles.map(Style::strict), arranged);
                melds = strict.unwrap_or(melds);
            }
        }
        Outcome::Found(Found { value, used, melds, releases: Vec::new() })
    }

    /// The melds that the path found makes, if they are asked for, with so much remembered of each
    /// suit; an error with the suits, as bits, of which it makes none.
    fn made(
        &mut self,
        case: &Case<'_>,
        task: &Task<'_>,
        styles: &[Style; Suit::COUNT],
        arranged: bool,
    ) -> Result<Vec<Arranged>, u8> {
        let numbers = styles.map(|style| self.automaton(style));
        let mut suits: [(Letters, Vec<State>); Suit::COUNT] = Default::default();
        let mut failed = 0;
        for (s, way) in suits.iter_mut().enumerate() {
            if arranged || self.is_doubtful(case.wants, s, &styles[s]) {
                match self.followed(case.wants, s, numbers[s]) {
                    Some(found) => *way = found,
                    None => failed |= 1 << s,
                }
            }
        }
        if failed != 0 {
            return Err(failed);
        }
        if !arranged {
            return Ok(Vec::new());
        }
        let mut path = Path {
            task,
            pinned: &case.wants.runs,
            line: &self.line,
            rules: &self.rules,
            automata: &mut self.automata,
            numbers,
            bundles: &self.bundles.all,
            takings: &self.takings,
            choices: &self.search.choices,
            suits: &suits,
        };
        Ok(path.melds())
    }

    /// Which numbers of cards sets can take of each suit at each layer, as bits.
    fn numbers_taken(&self, ranges: &[Range<usize>]) -> [[u8; MAX_LAYERS]; Suit::COUNT] {
        let mut gives = [[0; MAX_LAYERS]; Suit::COUNT];
        for (layer, range) in ranges.iter().enumerate() {
            let takings = &self.bundles.takings[range.clone()];
            let numbers = takings.iter().fold(0, |all, taking| all | taking.numbers);
            for (s, gives) in gives.iter_mut().enumerate() {
                gives[layer] = (numbers >> (AMOUNTS * s)) as u8 & 0xf;
            }
        }
        gives
    }

    /// Finds what sets can take of what the suits can give; where that of each layer lies.
    fn find_takings(&mut self, ranges: &[Range<usize>]) -> SmallVec<[Range<usize>; MAX_LAYERS]> {
        let mut found = SmallVec::new();
        self.takings.clear();
        for (layer, range) in ranges.iter().enumerate() {
            let start = self.takings.len();
            let gives = |s: usize| Numbers::from(self.graphs[s].gives[layer]) << (AMOUNTS * s);
            let numbers = (0..Suit::COUNT).fold(0, |all, s| all | gives(s));
            let all = self.bundles.takings[range.clone()].iter();
            self.takings.extend(all.filter(|taking| taking.numbers & !numbers == 0));
            found.push(start..self.takings.len());
        }
        found
    }

    /// Whether a suit's cards on the path found might make no runs as the rules ask.
    fn is_doubtful(&self, wants: &Wants, s: usize, style: &Style) -> bool {
        let demands = || wants.demands[s].0.iter().map(|(_, demand)| demand);
        let pins = demands().flat_map(|demand| &demand.pins);
        let staying = pins.filter(|pin| pin.holds == Holds::Joker).count();
        let wild = |choice: &Choice| usize::from(self.graphs[s].letter(choice.edges[s]).wild);
        let jokers = staying + self.search.choices.iter().map(wild).sum::<usize>();
        // A joker too many for its run, or one to which the rules give none, or that brings cards out
        // of order.
        let only_pins = |demand: &Demand| demand.quotas.is_empty() && demand.orders.is_empty();
        style.exact || jokers >= if demands().all(only_pins) { 2 } else { 1 }
    }

    /// What the runs of a suit go through on the path found, under this automaton, if that is possible.
    fn followed(
        &mut self,
        wants: &Wants,
        s: usize,
        number: usize,
    ) -> Option<(Letters, Vec<State>)> {
        let automaton = &mut self.automata[number];
        let demands = numbers(&wants.demands[s], automaton);
        let choices = self.search.choices.iter().zip(demands).enumerate();
        let letter = |choice: &Choice| self.graphs[s].letter(choice.edges[s]);
        let mut letters: Letters =
            choices.map(|(i, (choice, demand))| (i, letter(choice), demand)).collect();
        let ring = self.line.ring && !follow::cut(&mut letters, automaton);
        let mut entries = vec![START];
        if ring {
            let most: SmallVec<[Letter; MAX_LAYERS]> =
                letters.iter().map(|&(_, letter, _)| letter).collect();
            let demands = wants.entering[s].iter().map(|demands| numbers(demands, automaton));
            let demands: Vec<_> = demands.collect();
            entries = follow::crossing(automaton, &most, &demands, |_, _, _, _| true);
        }
        let states = follow::follow(automaton, &letters, &entries, ring)?;
        Some((letters, states))
    }

    /// The number of the automaton of this style.
    fn automaton(&mut self, style: Style) -> usize {
        let number = self.automata.iter().position(|automaton| automaton.style == style);
        number.unwrap_or_else(|| {
            self.automata.push(Automaton::new(style));
            self.reaches.push(Reach::default());
            self.automata.len() - 1
        })
    }

    /// What is laid.
    fn laid(lay: &Lay<'_>, found: Found) -> Best {
        let mut laid = [0; Card::COUNT];
        let mut opened = [0; Card::COUNT];
        for i in 0..Card::COUNT {
            let moved = lay.moved.counts()[i];
            let spare = found.used[i] - lay.table.counts()[i];
            laid[i] = (spare - moved).min(lay.hand.counts()[i]);
            opened[i] = spare - laid[i];
        }
        let answer = Answer {
            value: found.value.cast_unsigned(),
            laid: Cards::from_counts(laid),
            opened: Cards::from_counts(opened),
        };
        Best { found: (!answer.laid.is_empty()).then_some(found), answer }
    }

    /// The table that a lay leaves.
    fn table(&self, found: Found) -> JokerTable {
        JokerTable { melds: arrange::lay_out(&found.melds, &self.rules), released: found.releases }
    }
}

/// The most that a path gains, if there is one that gains `lowest`; none gains more than `highest`.
///
/// The best most often gains little less than the bound. So only such paths are looked for at first
/// ([`shares`]), and others where there is none.
fn best_path(
    field: &mut Field<'_>,
    (prices, shares, search): (&mut Prices, &mut Shares, &mut Search),
    (lowest, highest): (Gain, Gain),
) -> Option<i32> {
    let limited = field.task.at_most.is_some();
    let bound = prices.find(field, lowest)?.floor().min(highest);
    let mut slack = most(field.task.joker_price(), 1.0);
    let mut patience = PATIENCE;
    let mut merged = false;
    shares.others = Default::default();
    loop {
        let least = most(lowest, (bound - slack).ceil());
        shares.find(field, prices, least);
        if merged && limited {
            prices.find_other_shares(field, shares, least);
        }
        loop {
            match search.run(field, shares, (least, highest), patience) {
                _ if search.is_stopped() => return None,
                Ok(None) if least > lowest => break,
                Ok(found) => return found,
                Err(Exhausted) => {
                    if !merged {
                        field.graphs.iter_mut().for_each(Graph::merge);
                        merged = true;
                        if limited {
                            prices.find_charge(field, Care::MUCH);
                            shares.find(field, prices, least);
                        }
                    }
                    let better = prices.refine(field, shares, least);
                    if limited {
                        prices.find_other_shares(field, shares, least);
                    }
                    patience = if better { patience.saturating_mul(8) } else { u32::MAX };
                }
            }
        }
        slack *= 4.0;
    }
}

/// Every way to decide about the table's jokers that the cards allow, all staying first.
fn all_fates(jokers: &[(usize, &[Card])], lay: &Lay<'_>) -> Vec<SmallVec<[Fate; 4]>> {
    let mut all = vec![SmallVec::new()];
    for (_, cards) in jokers {
        let mut more = all.clone();
        for fates in &mut more {
            fates.push(Fate::Stays);
        }
        for fates in &all {
            for &card in *cards {
                let released = |fate: &&Fate| **fate == Fate::Released(card);
                let copies = lay.hand.count(card)
                    + match lay.laws.source {
                        Source::Hand => 0,
                        Source::HandOrTable => {
                            let table = [lay.table, lay.open, lay.moved];
                            table.map(|cards| cards.count(card)).iter().sum()
                        }
                    };
                if fates.iter().filter(released).count() < copies {
                    let mut fates = fates.clone();
                    fates.push(Fate::Released(card));
                    more.push(fates);
                }
            }
        }
        all = more;
    }
    all.sort_by_key(|fates| fates.iter().filter(|fate| **fate != Fate::Stays).count());
    all
}
