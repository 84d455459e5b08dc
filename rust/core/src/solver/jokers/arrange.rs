//! From the path that a search found to melds.

use smallvec::SmallVec;

use super::automaton::{Automaton, START, State};
use super::follow::Letters;
use super::line::Line;
use super::open::{Content, Open, Style};
use super::search::Choice;
use super::sets::{Bundle, Set, Taking};
use super::task::Task;
use crate::card::{Card, Placed, Rank, Suit};
use crate::meld::{Layout, Meld, MeldRules};

/// A card of a meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// The card, or the one that the joker stands for.
    pub(super) card: Card,
    /// What it is.
    pub(super) content: Content,
}

/// A meld of the table that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arranged {
    /// In the order of a run, or of the suits with jokers last.
    pub(super) items: SmallVec<[Item; 8]>,
    pub(super) is_run: bool,
    /// Whether the run must fall.
    falls: bool,
    /// Whether it holds a locked run.
    held: bool,
    /// The entry of the locked meld that it holds.
    pub(super) entry: Option<usize>,
    /// For each card of a set the place that it, or the joker that it replaced, has in the locked one.
    places: SmallVec<[Option<usize>; 8]>,
}

/// A run while it is followed.
#[derive(Clone, Debug, Default)]
struct Track {
    /// The run open at the end of a ring that it goes on with.
    before: Option<usize>,
    entry: Option<usize>,
    items: SmallVec<[(usize, Content); 8]>,
}

/// What the melds are made from.
pub(super) struct Path<'a> {
    pub(super) task: &'a Task<'a>,
    /// The entry of each pinned run, by suit and pin.
    pub(super) pinned: &'a [(usize, u8, usize)],
    pub(super) line: &'a Line,
    pub(super) rules: &'a MeldRules,
    pub(super) automata: &'a mut [Automaton],
    /// Which of them is each suit's.
    pub(super) numbers: [usize; Suit::COUNT],
    pub(super) bundles: &'a [Bundle],
    pub(super) takings: &'a [Taking],
    pub(super) choices: &'a [Choice],
    /// The cards of each suit's runs, and the configurations that they lead through.
    pub(super) suits: &'a [(Letters, Vec<State>); Suit::COUNT],
}

impl Path<'_> {
    /// The melds: sets by rank, then runs by suit.
    pub(super) fn melds(&mut self) -> Vec<Arranged> {
        let mut melds = Vec::new();
        for (choice, &rank) in self.choices.iter().zip(&self.line.ranks) {
            let bundle = self.takings[choice.taking as usize].bundle;
            for set in &self.bundles[bundle as usize].sets {
                melds.push(self.set(set, rank));
            }
        }
        for s in 0..Suit::COUNT {
            self.runs(s, &mut melds);
        }
        melds
    }

    fn set(&self, set: &Set, rank: u8) -> Arranged {
        let card = |suit: usize| Card::new(Rank::ALL[usize::from(rank)], Suit::ALL[suit]);
        let has = |mask: u8, suit: usize| mask >> suit & 1 == 1;
        let mut pins = self.task.pins.iter().filter(|(r, _)| *r == rank);
        let pin = set.pin.and_then(|pin| pins.nth(usize::from(pin))).map(|(_, pin)| pin);
        let order = pin.map_or(&[][..], |pin| &pin.order);
        let place_of = |suit: usize| order.iter().position(|&bit| bit == 1 << suit);
        let mut items: SmallVec<[(Item, Option<usize>); 4]> = (0..Suit::COUNT)
            .filter(|&s| has(set.real, s))
            .map(|s| (Item { card: card(s), content: Content::Real }, place_of(s)))
            .collect();
        let mut free: SmallVec<[usize; 4]> =
            (0..Suit::COUNT).filter(|&s| !has(set.real, s)).collect();
        let mut jokers = SmallVec::<[(Item, Option<usize>); 4]>::new();
        let mut places = (0..order.len()).filter(|&place| order[place] == 0);
        for &suits in pin.iter().flat_map(|pin| &pin.jokers) {
            let at = free.iter().position(|&s| has(suits, s)).unwrap_or(0);
            let item = Item { card: card(free.remove(at)), content: Content::Stay };
            jokers.push((item, places.next()));
        }
        let stay = jokers.len();
        for _ in 0..usize::from(set.jokers) - stay {
            let item = Item { card: card(free.remove(0)), content: Content::Wild };
            jokers.push((item, None));
        }
        jokers.sort_by_key(|(item, _)| item.card);
        items.extend(jokers);
        let (items, places) = items.into_iter().unzip();
        let entry = pin.map(|pin| pin.entry);
        Arranged { items, is_run: false, falls: false, held: false, entry, places }
    }

    fn runs(&mut self, s: usize, melds: &mut Vec<Arranged>) {
        let Self { pinned, suits, .. } = *self;
        let automaton = &mut self.automata[self.numbers[s]];
        let (letters, states) = &suits[s];
        let entry = automaton.config(states[0]).len();
        let start = |before| Track { before: Some(before), ..Track::default() };
        let mut tracks: Vec<Track> = (0..entry).map(start).collect();
        let mut done: Vec<(Open, Track)> = Vec::new();
        for (i, &(layer, letter, demand)) in letters.iter().enumerate() {
            let (state, next) = (states[i], states[i + 1]);
            if next == START {
                done.extend(automaton.config(state).iter().copied().zip(tracks.drain(..)));
                continue;
            }
            let from = automaton.config(state).clone();
            let way = automaton.path(state, demand, letter, next);
            for (i, track) in tracks.iter_mut().enumerate() {
                if way.iter().all(|grown| grown.from != Some(i)) {
                    done.push((from[i], std::mem::take(track)));
                }
            }
            tracks = way
                .iter()
                .map(|grown| {
                    let from = grown.from.map(|i| std::mem::take(&mut tracks[i]));
                    let mut track = from.unwrap_or_default();
                    track.items.push((layer, grown.content));
                    let beyond = layer + 1..=layer + usize::from(grown.beyond);
                    track.items.extend(beyond.map(|layer| (layer, Content::Wild)));
                    let pinned =
                        pinned.iter().find(|&&(suit, pin, _)| (suit, pin) == (s, grown.pin));
                    track.entry = pinned.map(|&(_, _, entry)| entry).or(track.entry);
                    track
                })
                .collect();
        }
        let last = automaton.config(states[letters.len()]).clone();
        if entry == 0 {
            done.extend(last.iter().copied().zip(tracks.drain(..)));
        }
        // What was open behind the cut of a ring goes on with what was open before it.
        let mut left: SmallVec<[bool; 8]> = SmallVec::from_elem(true, tracks.len());
        let join = |track: Track, left: &mut [bool]| {
            let Track { mut before, mut entry, mut items } = track;
            while let Some(i) = before.filter(|&i| std::mem::take(&mut left[i])) {
                items.insert_many(0, tracks[i].items.iter().copied());
                entry = entry.or(tracks[i].entry);
                before = tracks[i].before;
            }
            (entry, items)
        };
        for (open, track) in done {
            let (entry, items) = join(track, &mut left);
            self.cut(s, open, entry, &items, melds);
        }
        // Runs that go all around are cut open.
        for (i, &open) in last.iter().enumerate().take(entry) {
            let (entry, items) = join(Track { before: Some(i), ..Track::default() }, &mut left);
            if !items.is_empty() {
                self.cut(s, open, entry, &items, melds);
            }
        }
    }

    /// Adds a run, in parts where it is longer than runs may be.
    fn cut(
        &self,
        s: usize,
        open: Open,
        entry: Option<usize>,
        items: &[(usize, Content)],
        melds: &mut Vec<Arranged>,
    ) {
        let mut run = |items: &[(usize, Content)]| {
            let item = |(layer, content): (usize, Content)| {
                let rank = usize::from(self.line.ranks[layer]);
                Item { card: Card::new(Rank::ALL[rank], Suit::ALL[s]), content }
            };
            // Jokers beyond the last layer lie below the run.
            let high = items.partition_point(|&(layer, _)| layer < self.line.len());
            let (items, beyond) = items.split_at(high);
            let lowest = items[0].0 - beyond.len();
            let below = (lowest..).zip(beyond).map(|(layer, &(_, content))| (layer, content));
            melds.push(Arranged {
                items: below.chain(items.iter().copied()).map(item).collect(),
                is_run: true,
                falls: open.falls(),
                held: open.is_held(),
                entry,
                places: SmallVec::new(),
            });
        };
        let fits = |part: &[(usize, Content)]| {
            let real = part.iter().filter(|(_, content)| *content == Content::Real).count();
            let jokers = part.len() - real;
            let enough = if self.automata[self.numbers[s]].style.majority {
                real > jokers
            } else {
                real >= 2
            };
            part.len() >= 3 && enough
        };
        let mut items = items;
        while items.len() > usize::from(self.rules.run_max) {
            let at = (3..items.len()).find(|&i| fits(&items[..i]) && fits(&items[i..]));
            let (first, rest) = items.split_at(at.unwrap_or(3));
            run(first);
            items = rest;
        }
        run(items);
    }
}

impl Arranged {
    pub(super) fn is_joker(item: Item) -> bool {
        item.content != Content::Real
    }

    /// Whether two runs, in the same direction, are identical (R3.10).
    fn is_same(&self, other: &Self) -> bool {
        let plain = |meld: &Self| -> SmallVec<[Option<Card>; 8]> {
            let real = |item: &Item| (item.content == Content::Real).then_some(item.card);
            meld.items.iter().map(real).collect()
        };
        self.is_run == other.is_run && plain(self) == plain(other)
    }
}

/// Whether no runs are identical more often than the rules allow.
pub(super) fn differ(melds: &[Arranged], style: &Style) -> bool {
    melds.iter().enumerate().filter(|(_, meld)| meld.is_run).all(|(i, meld)| {
        let same = || melds[..i].iter().filter(|other| meld.is_same(other));
        same().count() < usize::from(style.same_runs)
            && !(meld.held && same().any(|other| other.held && other.falls == meld.falls))
    })
}

/// The melds in layouts that the rules allow.
///
/// # Panics
///
/// If there are none, which the search does not let happen.
pub(super) fn lay_out(melds: &[Arranged], rules: &MeldRules) -> Vec<Meld> {
    // Those that are held in a layout come first; the others can make way for them.
    let mut order: Vec<usize> = (0..melds.len()).collect();
    order.sort_by_key(|&i| !melds[i].is_held());
    let mut begun = Vec::with_capacity(melds.len());
    let found = layouts_without_twins(melds, &order, rules, &mut begun);
    assert!(found, "a search found melds that cannot lie together");
    let mut laid: Vec<(usize, Meld)> = order.into_iter().zip(begun).collect();
    laid.sort_by_key(|&(i, _)| i);
    laid.into_iter().map(|(_, meld)| meld).collect()
}

/// Finds layouts of the melds in this order, of which some have theirs; whether there are any.
fn layouts_without_twins(
    melds: &[Arranged],
    order: &[usize],
    rules: &MeldRules,
    begun: &mut Vec<Meld>,
) -> bool {
    let Some(&next) = order.get(begun.len()) else { return true };
    let key = |layout: &Meld| rules.classify(layout).map(|reading| reading.key()).ok();
    let others = std::iter::once_with(|| melds[next].layouts(rules)).flatten();
    for layout in melds[next].plain_layout(rules).into_iter().chain(others) {
        if rules.forbids_twins() && begun.iter().any(|other| key(other) == key(&layout)) {
            continue;
        }
        begun.push(layout);
        if layouts_without_twins(melds, order, rules, begun) {
            return true;
        }
        begun.pop();
        if !melds[next].is_held() {
            break;
        }
    }
    false
}

impl Arranged {
    /// Whether it holds a locked meld, which allows fewer layouts.
    fn is_held(&self) -> bool {
        self.held || self.entry.is_some()
    }

    /// The best layout of all, if it is one that it may have.
    fn plain_layout(&self, rules: &MeldRules) -> Option<Meld> {
        let kept = self.places.iter().flatten();
        let keeps = if self.is_run { !self.falls } else { kept.is_sorted() };
        let placed = self.items.iter().map(|&item| self.placed(item, rules));
        (rules.layout == Layout::Free || keeps).then(|| Meld::new_unchecked(placed))
    }

    /// The layouts that it may have, the best first.
    fn layouts(&self, rules: &MeldRules) -> Vec<Meld> {
        let placed: SmallVec<[Placed; 8]> =
            self.items.iter().map(|i| self.placed(*i, rules)).collect();
        let whole = Meld::new_unchecked(placed.iter().copied());
        if rules.layout == Layout::Free {
            return vec![whole];
        }
        if self.is_run {
            let falling = Meld::new_unchecked(placed.iter().rev().copied());
            return match (rules.layout, self.held) {
                (Layout::RisingOrFalling, false) => vec![whole, falling],
                (Layout::RisingOrFalling, true) if self.falls => vec![falling],
                _ => vec![whole],
            };
        }
        let mut orders: Vec<SmallVec<[usize; 4]>> = vec![SmallVec::new()];
        for _ in 0..placed.len() {
            orders = orders
                .iter()
                .flat_map(|order| {
                    let next = (0..placed.len()).filter(|i| !order.contains(i));
                    next.map(|i| order.iter().copied().chain([i]).collect())
                })
                .collect();
        }
        let keeps = |order: &SmallVec<[usize; 4]>| {
            let kept: SmallVec<[usize; 4]> = order.iter().filter_map(|&i| self.places[i]).collect();
            kept.is_sorted()
        };
        let lay =
            |order: SmallVec<[usize; 4]>| Meld::new_unchecked(order.iter().map(|&i| placed[i]));
        orders.into_iter().filter(keeps).map(lay).collect()
    }

    /// A card as it lies: jokers are declared only where that decides their value.
    fn placed(&self, item: Item, rules: &MeldRules) -> Placed {
        let jokers = self.items.iter().filter(|item| Self::is_joker(**item)).count();
        if !Self::is_joker(item) {
            item.card.into()
        } else if self.is_run || rules.jokers.floats() || self.items.len() == 4 && jokers == 1 {
            Placed::JOKER
        } else {
            Placed::joker_as(item.card)
        }
    }
}
