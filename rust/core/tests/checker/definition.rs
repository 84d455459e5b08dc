//! Melds by definition: every run written out, every value a joker could take tried.
//!
//! It reads the options and shares no code with the checker. It is slow and meant to be too short
//! to be wrong.

use std::collections::BTreeSet;

use machiavelli_core::rules::{Ace, JokerRatio, JokerValue, Options, Pack, RunDirection};
use machiavelli_core::{Card, Placed, Rank, Suit};

/// The kind of a legal meld and what each of its jokers stands for, or the code of the first fault.
pub(crate) type Verdict = Result<(&'static str, Vec<Vec<Card>>), &'static str>;

/// Melds under certain options.
pub(crate) struct Definition {
    options: Options,
    /// The ranks of the pack in order, the ace first (R2.11).
    ranks: Vec<Rank>,
    /// The ranks of every run that may lie, rising.
    runs: Vec<Vec<Rank>>,
    /// The same with `ace=both` and `wrap=true`.
    runs_round_the_corner: Vec<Vec<Rank>>,
}

impl Definition {
    pub(crate) fn new(options: &Options) -> Self {
        let gap = |rank: &Rank| (7..10).contains(&rank.index());
        let full = options.pack == Pack::French52;
        let ranks: Vec<_> = Rank::ALL.into_iter().filter(|rank| full || !gap(rank)).collect();
        let runs = |ace, wrap| {
            let max = if options.run_max == 14 { ranks.len() + 1 } else { options.run_max.into() };
            let mut runs = Vec::new();
            for first in 0..ranks.len() {
                for len in 3..=max.min(ranks.len() + 1) {
                    let run: Vec<_> = ranks.iter().cycle().skip(first).take(len).copied().collect();
                    if may_lie(&run, ace, wrap, &ranks) {
                        runs.push(run);
                    }
                }
            }
            runs
        };
        Self {
            options: options.clone(),
            runs: runs(options.ace, options.wrap),
            runs_round_the_corner: runs(Ace::Both, true),
            ranks,
        }
    }

    /// The ranks of the pack in order.
    pub(crate) fn ranks(&self) -> &[Rank] {
        &self.ranks
    }

    /// R3.12, paragraph by paragraph.
    pub(crate) fn verdict(&self, meld: &[Placed]) -> Verdict {
        let o = &self.options;
        let face = |placed: &Placed| placed.declared().unwrap_or(placed.card());
        let real: Vec<Card> = meld.iter().map(|p| p.card()).filter(|c| !c.is_joker()).collect();
        let jokers = meld.len() - real.len();
        let lacks = |card: Card| card.rank().is_some_and(|rank| !self.ranks.contains(&rank));
        let enough = match o.joker_ratio {
            JokerRatio::Majority => real.len() > jokers,
            JokerRatio::OneReal => !real.is_empty(),
        };
        if meld.iter().any(|placed| lacks(face(placed))) {
            Err("E_CARD")
        } else if jokers > 0 && o.jokers == 0 {
            Err("E_JOKER_OFF")
        } else if meld.len() < 3 {
            Err("E_MELD_SHORT")
        } else if !enough {
            Err("E_JOKER_RATIO")
        } else if o.joker_max.is_some_and(|max| jokers > max.into()) {
            Err("E_JOKER_LIMIT")
        } else if real.iter().all(|card| card.rank() == real[0].rank()) {
            self.set(meld, real[0])
        } else if real.iter().all(|card| card.suit() == real[0].suit()) {
            self.run(meld, real[0].suit().unwrap())
        } else {
            Err("E_MIXED")
        }
    }

    fn set(&self, meld: &[Placed], real: Card) -> Verdict {
        let suits: Vec<Suit> =
            meld.iter().filter_map(|p| p.declared().unwrap_or(p.card()).suit()).collect();
        if meld.len() > 4 {
            return Err("E_SET_SIZE");
        }
        if suits.iter().collect::<BTreeSet<_>>().len() < suits.len() {
            return Err("E_SET_SUIT");
        }
        if meld.iter().filter_map(|p| p.declared()).any(|card| card.rank() != real.rank()) {
            return Err("E_JOKER_VALUE");
        }
        let declared = self.options.joker_value == JokerValue::Declared;
        let values = meld.iter().filter(|placed| placed.is_joker()).map(|joker| {
            let free = |suit: &Suit| {
                let card = Card::new(real.rank().unwrap(), *suit);
                let real = meld.contains(&card.into());
                let named = meld.contains(&Placed::joker_as(card));
                let mine = joker.declared().is_none_or(|value| value == card);
                if declared { !real && mine && (!named || *joker != Placed::JOKER) } else { !real }
            };
            let suits = Suit::ALL.into_iter().filter(free);
            suits.map(|suit| Card::new(real.rank().unwrap(), suit)).collect()
        });
        let values: Vec<Vec<Card>> = values.collect();
        if declared && values.iter().any(|cards| cards.len() > 1) {
            return Err("E_JOKER_VALUE");
        }
        Ok(("set", values))
    }

    fn run(&self, meld: &[Placed], suit: Suit) -> Verdict {
        let o = &self.options;
        let (n, aces) = (self.ranks.len(), [Rank::Ace; 2].map(|rank| Card::new(rank, suit).into()));
        let longest = if o.run_max == 14 { n + 1 } else { n.min(o.run_max.into()) };
        if meld.len() > longest {
            return Err("E_RUN_LEN");
        }
        let real: Vec<Placed> = meld.iter().filter(|placed| !placed.is_joker()).copied().collect();
        let mut twice = real.clone();
        twice.sort();
        let twice: Vec<_> = twice.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        if !twice.is_empty() && (meld.len() <= n || twice != [aces.as_slice()]) {
            return Err("E_RUN_DUP");
        }

        let shuffled = !o.order_significant && real.len() == meld.len();
        let falls = !o.order_significant || o.run_direction == RunDirection::Both;
        let turned: Vec<Placed> = meld.iter().rev().copied().collect();
        let layouts = if falls { vec![meld, &turned] } else { vec![meld] };

        let matching = |runs: &[Vec<Rank>]| {
            let mut found = BTreeSet::new();
            for run in runs.iter().filter(|run| run.len() == meld.len()) {
                let cards: Vec<Card> = run.iter().map(|rank| Card::new(*rank, suit)).collect();
                if shuffled {
                    let mut sorted: Vec<Card> = meld.iter().map(|placed| placed.card()).collect();
                    let mut run = cards.clone();
                    sorted.sort();
                    run.sort();
                    if sorted == run {
                        found.insert(cards);
                    }
                    continue;
                }
                for layout in &layouts {
                    let fit = |(p, c): (&Placed, &Card)| p.is_joker() || p.card() == *c;
                    if layout.iter().zip(&cards).all(fit) {
                        let up = layout[..] == *meld;
                        let read = |i: usize| cards[if up { i } else { cards.len() - 1 - i }];
                        found.insert((0..cards.len()).map(read).collect());
                    }
                }
            }
            found
        };
        let found = matching(&self.runs);
        if let Some(values) = found.first() {
            assert!(shuffled || found.len() == 1, "{meld:?} can be read as {found:?}");
            let jokers = || meld.iter().zip(values).filter(|(placed, _)| placed.is_joker());
            if jokers().any(|(joker, card)| joker.declared().is_some_and(|value| value != *card)) {
                return Err("E_JOKER_VALUE");
            }
            return Ok(("run", jokers().map(|(_, card)| vec![*card]).collect()));
        }
        let corner = !matching(&self.runs_round_the_corner).is_empty();
        // The values the last card could have had, the ace being 1 or 14.
        let rises = |layout: &&[Placed]| {
            let ranks = layout.iter().filter_map(|placed| placed.card().rank());
            let tops = ranks.fold(BTreeSet::from([0]), |tops, rank| {
                let values = [rank.index() + 1, if rank == Rank::Ace { 14 } else { 0 }];
                let step = |top: &usize| values.into_iter().filter(|v| v > top).collect::<Vec<_>>();
                tops.iter().flat_map(step).collect()
            });
            !tops.is_empty()
        };
        let in_order = shuffled || corner || layouts.iter().any(rises);
        Err(match (in_order, corner) {
            (false, _) => "E_RUN_ORDER",
            (true, true) => "E_RUN_ACE",
            (true, false) => "E_RUN_GAP",
        })
    }
}

/// Whether neighbours on the ring make a run: every ace stands where it may (R3.4 to R3.6).
fn may_lie(run: &[Rank], ace: Ace, wrap: bool, ranks: &[Rank]) -> bool {
    let (first, last) = (run[0], run[run.len() - 1]);
    let inner = run[1..run.len() - 1].contains(&Rank::Ace);
    let low = inner || first == Rank::Ace;
    let high = inner || last == Rank::Ace;
    let both_ends = run.len() > ranks.len();
    (!low || ace != Ace::High)
        && (!high || ace != Ace::Low)
        && (!inner || wrap)
        && (!both_ends || first == Rank::Ace)
        && (!both_ends || !inner)
}
