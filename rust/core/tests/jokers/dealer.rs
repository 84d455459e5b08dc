//! Small random positions with jokers, and tables to submit from them.

use machiavelli_core::rules::{IdenticalMelds, Options};
use machiavelli_core::{Card, Cards, Meld, Placed, Rank, Suit, Table};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::oracle::{Oracle, Place, Read, Search, Start};

/// Deals positions under one house.
pub(crate) struct Dealer<'a> {
    pub(crate) options: &'a Options,
    pub(crate) oracle: &'a Oracle,
    pub(crate) rng: ChaCha8Rng,
}

/// How large positions are.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) melds: usize,
    pub(crate) table: usize,
    pub(crate) hand: usize,
}

impl Size {
    /// What the search of the oracle can still be asked often.
    pub(crate) const SMALL: Self = Self { melds: 4, table: 15, hand: 6 };
    /// What is met in play.
    pub(crate) const LARGE: Self = Self { melds: 8, table: 40, hand: 13 };
    /// What all tables of can be listed.
    pub(crate) const TINY: Self = Self { melds: 2, table: 7, hand: 3 };
}

impl<'a> Dealer<'a> {
    pub(crate) fn new(options: &'a Options, oracle: &'a Oracle, seed: u64) -> Self {
        Self { options, oracle, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// A legal table, and a hand of cards that have to do with it.
    pub(crate) fn start(&mut self, size: Size) -> Start {
        let part = self.part(size);
        let mut left = part;
        let mut table: Vec<Meld> = Vec::new();
        let mut read: Vec<Read> = Vec::new();
        for _ in 0..self.rng.random_range(1..=size.melds + 2).min(size.melds) {
            let Some(meld) = self.meld(&part, &left) else { continue };
            let lies: usize = table.iter().map(Meld::len).sum();
            let new = self.oracle.read(&meld).expect("a legal meld");
            read.push(new);
            let forbidden = self.options.identical_melds == IdenticalMelds::Forbidden;
            if lies + meld.len() > size.table || (forbidden && self.oracle.has_twins(&read)) {
                read.pop();
                continue;
            }
            left = left.difference(&meld.cards());
            table.push(meld);
        }
        let mut wanted = wanted(&read);
        let mut hand = Cards::EMPTY;
        for _ in 0..self.rng.random_range(1..=size.hand) {
            if self.rng.random_bool(0.3) {
                wanted = left.iter().collect();
            }
            let here: Vec<Card> = wanted.iter().copied().filter(|&it| left.contains(it)).collect();
            let any: Vec<Card> = left.iter().collect();
            if let Some(&card) = here.choose(&mut self.rng).or_else(|| any.choose(&mut self.rng)) {
                left.remove(card);
                hand.insert(card).expect("few cards");
            }
        }
        if self.rng.random_bool(0.15)
            && let Some(meld) = self.meld(&part, &left)
            && hand.len() + meld.len() <= size.hand
        {
            hand = hand.saturating_add(&meld.cards());
            left = left.difference(&meld.cards());
        }
        let mut open = Cards::EMPTY;
        if self.rng.random_bool(if self.options.open_cards > 0 { 0.6 } else { 0.0 }) {
            for _ in 0..self.rng.random_range(1..=2) {
                let any: Vec<Card> = left.iter().collect();
                if let Some(&card) = any.choose(&mut self.rng) {
                    left.remove(card);
                    open.insert(card).expect("few cards");
                }
            }
        }
        let opened = self.rng.random_bool(0.75);
        Start { table: Table::new(table).expect("few cards"), hand, open, opened }
    }

    /// Neighbouring ranks of some suits, the king and the ace being neighbours, and all jokers.
    fn part(&mut self, size: Size) -> Cards {
        let wide = self.rng.random_range(3..=if size.melds > 4 { 13 } else { 7 });
        let from = self.rng.random_range(0..13);
        let mut suits = Suit::ALL;
        suits.shuffle(&mut self.rng);
        let many = *[1, 2, 3, 4, 4].choose(&mut self.rng).expect("numbers");
        let mut counts = [0; Card::COUNT];
        for &suit in &suits[..many] {
            for rank in from..from + wide {
                counts[Card::new(Rank::ALL[rank % 13], suit).index()] = self.options.decks;
            }
        }
        counts[Card::JOKER.index()] = self.options.jokers.min(4);
        Cards::from_counts(counts)
    }

    /// A random legal meld of the cards that are left, in some layout.
    fn meld(&mut self, part: &Cards, left: &Cards) -> Option<Meld> {
        let natural: Vec<Card> = part.iter().filter(|card| !card.is_joker()).collect();
        let dirty = self.rng.random_bool(0.8);
        for _ in 0..60 {
            let corner = *natural.choose(&mut self.rng)?;
            let (rank, suit) = (corner.rank()?, corner.suit()?);
            let mut cards: Vec<Card> = if self.rng.random_bool(0.4) {
                let mut suits = Suit::ALL;
                suits.shuffle(&mut self.rng);
                let n = self.rng.random_range(3..=4);
                suits[..n].iter().map(|&suit| Card::new(rank, suit)).collect()
            } else {
                let longest = if self.rng.random_bool(0.1) { 14 } else { 6 };
                let n = self.rng.random_range(3..=longest);
                let at = |i: usize| Card::new(Rank::ALL[(rank.index() + i) % 13], suit);
                (0..n).map(at).collect()
            };
            if self.rng.random_bool(0.3) {
                cards.reverse();
            }
            let mut placed: Vec<Placed> = Vec::new();
            for card in cards {
                let joker = dirty && (self.rng.random_bool(0.25) || !left.contains(card));
                let declared = self.rng.random_bool(0.5);
                placed.push(match (joker, declared) {
                    (false, _) => card.into(),
                    (true, false) => Placed::JOKER,
                    (true, true) => Placed::joker_as(card),
                });
            }
            let meld = Meld::new(placed).expect("few cards");
            if meld.cards().is_subset(left) && self.oracle.read(&meld).is_ok() {
                return Some(meld);
            }
        }
        None
    }

    /// A table of legal melds that lays exactly these cards, though its jokers may be where they
    /// must not be.
    pub(crate) fn some_table(
        &mut self,
        search: &mut Search<'_>,
        start: &Start,
        laid: &Cards,
    ) -> Option<Table> {
        let unused = if self.rng.random_bool(0.5) { start.open } else { self.some_of(&start.open) };
        let used = start.open.difference(&unused);
        let mut left = start.table.cards().saturating_add(laid).saturating_add(&used);
        let mut melds: Vec<Meld> =
            unused.iter().map(|card| Meld::new([card.into()]).expect("one card")).collect();
        if !search.splits(&left) {
            return None;
        }
        let old: Vec<Option<Read>> =
            search.before.iter().cloned().map(Some).chain([None]).collect();
        for old in old {
            while !left.is_empty() && (old.is_none() || self.rng.random_bool(0.7)) {
                let lowest = left.iter().next().expect("a card");
                let mut fits = Vec::new();
                for i in 0..search.candidates.len() {
                    let it = &search.candidates[i];
                    let wanted = match &old {
                        Some(old) => it.read.kind == old.kind && old.real().is_subset(&it.cards),
                        None => it.cards.contains(lowest),
                    };
                    let rest = left.difference(&it.cards);
                    if wanted && it.cards.is_subset(&left) && search.splits(&rest) {
                        fits.push(i);
                    }
                }
                if let Some(&i) = fits.choose(&mut self.rng) {
                    left = left.difference(&search.candidates[i].cards);
                    melds.push(self.written(&search.candidates[i].meld));
                }
                if old.is_some() {
                    break;
                }
            }
        }
        melds.shuffle(&mut self.rng);
        Some(Table::new(melds).expect("few cards"))
    }

    /// The same meld in some layout, with no more declarations than it needs.
    fn written(&mut self, meld: &Meld) -> Meld {
        let read = self.oracle.read(meld).expect("a legal meld");
        let mut placed = meld.as_slice().to_vec();
        for i in 0..placed.len() {
            let declared = placed[i];
            placed[i] = declared.card().into();
            let shorter = Meld::new(placed.iter().copied()).expect("few cards");
            if self.rng.random_bool(0.3) || self.oracle.read(&shorter) != Ok(read.clone()) {
                placed[i] = declared;
            }
        }
        match self.rng.random_range(0..6) {
            0 if read.kind == "set" || read.jokers() == 0 => placed.shuffle(&mut self.rng),
            1 => placed.reverse(),
            _ => {}
        }
        let other = Meld::new(placed).expect("few cards");
        if self.oracle.read(&other).is_ok() { other } else { meld.clone() }
    }

    /// Some of the hand.
    pub(crate) fn some_of(&mut self, hand: &Cards) -> Cards {
        let mut cards: Vec<Card> = hand.iter().collect();
        cards.shuffle(&mut self.rng);
        cards.truncate(self.rng.random_range(0..=cards.len()));
        let mut some = Cards::EMPTY;
        for card in cards {
            some.insert(card).expect("few cards");
        }
        some
    }

    /// A table with something done to it, which is seldom legal.
    pub(crate) fn tampered(&mut self, start: &Start, table: &Table) -> Table {
        let mut melds: Vec<Vec<Placed>> =
            table.entries().iter().map(|meld| meld.as_slice().to_vec()).collect();
        if melds.is_empty() {
            melds.push(Vec::new());
        }
        for _ in 0..self.rng.random_range(1..=2) {
            let (i, j) =
                (self.rng.random_range(0..melds.len()), self.rng.random_range(0..melds.len()));
            let pick = |rng: &mut ChaCha8Rng, meld: &[Placed]| {
                (!meld.is_empty()).then(|| rng.random_range(0..meld.len()))
            };
            let at = pick(&mut self.rng, &melds[i]);
            let to = pick(&mut self.rng, &melds[j]);
            match (self.rng.random_range(0..9), at, to) {
                (0, _, _) => melds[i].reverse(),
                (1, _, _) => melds[i].shuffle(&mut self.rng),
                (2, Some(at), _) => {
                    let card = melds[i].remove(at);
                    let place = self.rng.random_range(0..=melds[j].len());
                    melds[j].insert(place, card);
                }
                (3, Some(at), Some(to)) => {
                    let (one, other) = (melds[i][at], melds[j][to]);
                    (melds[i][at], melds[j][to]) = (other, one);
                }
                (4, Some(at), _) => {
                    let rest = melds[i].split_off(at);
                    melds.push(rest);
                }
                (5, _, _) if i != j => {
                    let moved = std::mem::take(&mut melds[j]);
                    melds[i].extend(moved);
                }
                (6, Some(at), _) => {
                    // A joker says that it is something else.
                    let near: Vec<Card> = start.hand.iter().chain(table.cards().iter()).collect();
                    if let (true, Some(&value)) =
                        (melds[i][at].is_joker(), near.choose(&mut self.rng))
                    {
                        melds[i][at] = Placed::joker_as(value);
                    }
                }
                (7, Some(at), _) => {
                    // A hand card takes its place, and it goes elsewhere or nowhere.
                    let hand: Vec<Card> = start.hand.iter().collect();
                    if let Some(&card) = hand.choose(&mut self.rng) {
                        let out = std::mem::replace(&mut melds[i][at], card.into());
                        if self.rng.random_bool(0.9) {
                            melds[j].push(out.card().into());
                        }
                    }
                }
                _ => {
                    let hand: Vec<Card> = start.hand.iter().collect();
                    if let Some(&card) = hand.choose(&mut self.rng) {
                        melds[i].push(card.into());
                    }
                }
            }
        }
        melds.shuffle(&mut self.rng);
        let melds = melds.into_iter().filter(|meld| !meld.is_empty());
        Table::new(melds.map(|meld| Meld::new(meld).expect("few cards"))).expect("few cards")
    }
}

/// Cards that fit a table: what its jokers stand for, what extends its melds, jokers.
fn wanted(table: &[Read]) -> Vec<Card> {
    let mut wanted = vec![Card::JOKER];
    for meld in table {
        let jokers = meld.places.iter().filter(|place| place.joker);
        wanted.extend(jokers.flat_map(|place| place.stands_for.repeat(3)));
        let (first, last) = (&meld.places[0], &meld.places[meld.places.len() - 1]);
        for Place { stands_for, .. } in [first, last] {
            let (rank, suit) = (stands_for[0].rank().unwrap(), stands_for[0].suit().unwrap());
            if meld.kind == "set" {
                wanted.extend(Suit::ALL.map(|suit| Card::new(rank, suit)));
            } else {
                let near = [1, 2, 11, 12].map(|by| Rank::ALL[(rank.index() + by) % 13]);
                wanted.extend(near.map(|rank| Card::new(rank, suit)));
            }
        }
    }
    wanted
}
