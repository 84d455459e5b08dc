//! The best lay by search for a final table that the judge lets pass.

use std::cmp::Reverse;
use std::collections::HashMap;

use machiavelli_core::rules::{IdenticalMelds, JokerLock, JokerSource, JokerToRun};
use machiavelli_core::{Card, Cards, Meld, Placed, Table};

use super::judge::joins;
use super::locks::Passage;
use super::{Oracle, Place, Read, Start, contained};

impl Oracle {
    /// What the best lay is worth that keeps some cards and lays no more than so many.
    pub(crate) fn best(
        &self,
        start: &Start,
        weights: &[u32; Card::COUNT],
        keep: &Cards,
        at_most: usize,
    ) -> u32 {
        let most = self.options.turn_cap.map_or(at_most, |cap| at_most.min(cap.into()));
        let worth = |laid: &Cards| laid.iter().map(|card| weights[card.index()]).sum::<u32>();
        let mut lays = contained(&start.hand.difference(keep));
        lays.retain(|laid| (1..=most).contains(&laid.len()));
        lays.sort_by_key(|laid| Reverse(worth(laid)));
        let mut search = Search::new(self, start);
        lays.iter().find(|laid| search.table_after(laid).is_some()).map_or(0, worth)
    }

    /// Whether some submission with a hand card is legal.
    pub(crate) fn can_lay_something(&self, start: &Start) -> bool {
        self.best(start, &[1; Card::COUNT], &Cards::EMPTY, usize::MAX) > 0
    }
}

/// A meld that could lie on the final table, in one of its layouts.
pub(crate) struct Candidate {
    pub(crate) meld: Meld,
    pub(crate) read: Read,
    pub(crate) cards: Cards,
    /// Whether it is the first of those that differ only in what the jokers of a set, or, where
    /// identical melds are allowed, of a run stand for. That matters only to jokers that stay.
    first: bool,
}

/// The final tables of one position.
pub(crate) struct Search<'a> {
    oracle: &'a Oracle,
    start: &'a Start,
    pub(crate) before: Vec<Read>,
    pub(crate) candidates: Vec<Candidate>,
    /// Which cards split into melds of any kind.
    known: HashMap<Cards, bool>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(oracle: &'a Oracle, start: &'a Start) -> Self {
        let before: Vec<Read> =
            start.table.melds().map(|meld| oracle.read(meld).expect("a legal start")).collect();
        let cards = start.table.cards().saturating_add(&start.hand).saturating_add(&start.open);
        let forbidden = oracle.options.identical_melds == IdenticalMelds::Forbidden;
        let mut candidates: Vec<Candidate> = Vec::new();
        for (meld, read) in oracle.melds_of(&cards) {
            if oracle.options.joker_to_run == JokerToRun::Never && joins(&read, &before) {
                continue;
            }
            let cards = meld.cards();
            let alike = |other: &Candidate| {
                let faces = |meld: &Meld| meld.iter().map(Placed::card).collect::<Vec<_>>();
                other.cards == cards
                    && (read.kind == "set" || !forbidden || faces(&other.meld) == faces(&meld))
            };
            let first = !candidates.iter().any(alike);
            candidates.push(Candidate { meld, read, cards, first });
        }
        Self { oracle, start, before, candidates, known: HashMap::new() }
    }

    /// A legal table that lays exactly these hand cards.
    pub(crate) fn table_after(&mut self, laid: &Cards) -> Option<Table> {
        if !self.start.opened && self.oracle.check_opening(laid).is_err() {
            return None;
        }
        contained(&self.start.open).iter().find_map(|used| {
            let cards = self.start.table.cards().saturating_add(laid).saturating_add(used);
            let mut found = None;
            if self.splits(&cards) {
                let goal = Goal { laid, alone: &self.start.open.difference(used), all: &cards };
                self.house(goal, &cards, 0, &mut Vec::new(), &mut found);
            }
            found
        })
    }

    /// Whether these cards split into melds, whatever else the rules say.
    pub(crate) fn splits(&mut self, cards: &Cards) -> bool {
        if let Some(&known) = self.known.get(cards) {
            return known;
        }
        let mut found = cards.is_empty();
        for i in self.with_lowest(cards) {
            found = found || self.splits(&cards.difference(&self.candidates[i].cards));
        }
        self.known.insert(*cards, found);
        found
    }

    /// The melds among these cards that hold the lowest of them.
    fn with_lowest(&self, cards: &Cards) -> Vec<usize> {
        let Some(lowest) = cards.iter().next() else { return Vec::new() };
        let fits =
            |it: &Candidate| it.first && it.cards.contains(lowest) && it.cards.is_subset(cards);
        (0..self.candidates.len()).filter(|&i| fits(&self.candidates[i])).collect()
    }

    /// Finds final melds for those of the start table, from the `n`th on, that have jokers which
    /// stay; then melds for all other cards.
    fn house(
        &mut self,
        goal: Goal<'_>,
        left: &Cards,
        n: usize,
        homes: &mut Vec<usize>,
        found: &mut Option<Table>,
    ) {
        let o = &self.oracle.options;
        let Some(old) = self.before.get(n).filter(|_| o.joker_lock != JokerLock::None) else {
            return self.fill(goal, left, homes.len(), homes, found);
        };
        let jokers: Vec<Place> = old.places.iter().filter(|place| place.joker).cloned().collect();
        let replacing = if o.joker_source == JokerSource::Hand { goal.laid } else { goal.all };
        let can_go = |joker: &Place| joker.stands_for.iter().any(|&card| replacing.contains(card));
        if jokers.iter().all(can_go) {
            self.house(goal, left, n + 1, homes, found);
        }
        for i in 0..self.candidates.len() {
            let (old, new) = (&self.before[n], &self.candidates[i]);
            let common = |joker: &Place| {
                let same = |place: &Place| {
                    place.joker && place.stands_for.iter().any(|it| joker.stands_for.contains(it))
                };
                new.read.places.iter().any(same)
            };
            let keeps = self.oracle.options.joker_lock != JokerLock::Full
                || old.real().is_subset(&new.read.real());
            if found.is_none()
                && old.kind == new.read.kind
                && new.cards.is_subset(left)
                && keeps
                && jokers.iter().any(common)
                && jokers.iter().all(|joker| common(joker) || can_go(joker))
            {
                let left = left.difference(&new.cards);
                homes.push(i);
                self.house(goal, &left, n + 1, homes, found);
                homes.pop();
            }
        }
    }

    /// Finds melds for what is left; the first `homes` of those chosen have jokers that stay.
    fn fill(
        &mut self,
        goal: Goal<'_>,
        left: &Cards,
        homes: usize,
        chosen: &mut Vec<usize>,
        found: &mut Option<Table>,
    ) {
        if left.is_empty() {
            *found = self.laid_out(goal, homes, chosen);
        } else if self.splits(left) {
            for i in self.with_lowest(left) {
                if found.is_none() {
                    let left = left.difference(&self.candidates[i].cards);
                    chosen.push(i);
                    self.fill(goal, &left, homes, chosen, found);
                    chosen.pop();
                }
            }
        }
    }

    /// These melds in layouts that the judge lets pass.
    fn laid_out(&self, goal: Goal<'_>, homes: usize, chosen: &[usize]) -> Option<Table> {
        let read: Vec<Read> = chosen.iter().map(|&i| self.candidates[i].read.clone()).collect();
        let strict = Passage::new(&self.oracle.options, &self.before, &read, goal.laid);
        if (Passage { ordered: false, ..strict }).check().is_err() {
            return None;
        }
        let start = Start { opened: true, ..self.start.clone() };
        let judge = |melds: &[Meld]| {
            let alone = goal.alone.iter().map(|card| Meld::new([card.into()]).expect("one card"));
            let table = Table::new(melds.iter().cloned().chain(alone)).expect("few cards");
            self.oracle.judge(&start, &table).is_ok().then_some(table)
        };
        self.layouts(homes, chosen, &mut Vec::new(), &judge)
    }

    /// Tries the layouts of melds whose jokers stay, and of the others the first that is no twin.
    fn layouts(
        &self,
        homes: usize,
        chosen: &[usize],
        melds: &mut Vec<Meld>,
        judge: &impl Fn(&[Meld]) -> Option<Table>,
    ) -> Option<Table> {
        let Some(&next) = chosen.get(melds.len()) else { return judge(melds) };
        let Candidate { meld, read, .. } = &self.candidates[next];
        let mut layouts = vec![meld.clone()];
        if self.oracle.options.order_significant {
            layouts = match read.kind {
                "set" => orders(meld.as_slice()),
                _ => vec![meld.clone(), Meld::new(meld.iter().rev()).expect("few cards")],
            };
            layouts.retain(|layout| self.oracle.read(layout).is_ok());
        }
        let forbidden = self.oracle.options.identical_melds == IdenticalMelds::Forbidden;
        let stays = melds.len() < homes;
        for layout in layouts {
            let faces = |meld: &Meld| meld.iter().map(Placed::card).collect::<Vec<_>>();
            if forbidden && !stays && melds.iter().any(|other| faces(other) == faces(&layout)) {
                continue;
            }
            melds.push(layout);
            let found = self.layouts(homes, chosen, melds, judge);
            melds.pop();
            if found.is_some() || !stays {
                return found;
            }
        }
        None
    }
}

/// The table that is looked for.
#[derive(Clone, Copy)]
struct Goal<'a> {
    laid: &'a Cards,
    /// The open cards that still lie alone.
    alone: &'a Cards,
    /// The cards that lie in melds.
    all: &'a Cards,
}

/// All orders of these cards.
pub(crate) fn orders(cards: &[Placed]) -> Vec<Meld> {
    let Some((&first, rest)) = cards.split_first() else { return vec![Meld::default()] };
    let insert = |meld: &Meld, i: usize| {
        let (before, after) = meld.as_slice().split_at(i);
        let cards = before.iter().chain([&first]).chain(after);
        Meld::new(cards.copied()).expect("few cards")
    };
    let at_all = |meld: Meld| (0..=meld.len()).map(move |i| insert(&meld, i)).collect::<Vec<_>>();
    orders(rest).into_iter().flat_map(at_all).collect()
}
