//! Locked jokers: which melds hold them, and what becomes of each joker (R5.6 to R5.11).
//!
//! A joker of the table stays or is released, and each choice for all of them is a task of its own.
//! There are few, as a release needs the right card.
//!
//! # Jokers that stay
//!
//! A set that holds the staying jokers of a locked set is found among the sets of the rank. A run
//! that holds those of a locked run covers certain layers, with certain cards at some of them: the
//! jokers, and under a full lock the real cards and the replacing ones. It may reach beyond those
//! layers at both ends. So it is an open run like others that must be at those layers, may come from
//! below, and may go on above: a *pin*. The run that a pin has been put on takes no other.
//!
//! Where an ace lies at either end of a run, or runs go round, the same cards can also be covered
//! from another end; each way is a task of its own. Where layout counts, a joker by itself can still
//! be, and other cards of its meld may or may not lie in the same run (see [`order`](super::order)).
//!
//! # Jokers that are released
//!
//! They are wild and must be used. The replacing card is any copy on the final table, so that a
//! release only asks for copies: so many laid from the hand, or used at all. Whether the joker then
//! lies in another meld is looked at when an arrangement is found (see [`reuse`](super::reuse)).

use smallvec::SmallVec;

use super::line::{Line, MAX_LAYERS};
use super::open::{Demand, Holds, PinStep, QuotaStep, Way};
use super::order::OrderStep;
use super::question::{JokerLaws, Lock};
use super::sets::SetPin;
use crate::card::{Card, Rank, Suit};
use crate::cards::Cards;
use crate::meld::{Layout, Meld, MeldKind, MeldRules};

/// A meld of the table that holds jokers, or a run that may be given none.
#[derive(Clone, Debug)]
pub(super) struct Lying {
    /// The entry of the table.
    entry: usize,
    kind: MeldKind,
    /// What lies there: a card, or what a joker stands for. A run rises.
    places: SmallVec<[LyingCard; 8]>,
    falls: bool,
}

#[derive(Clone, Debug)]
struct LyingCard {
    /// The card, or those that the joker stands for.
    cards: SmallVec<[Card; 2]>,
    is_joker: bool,
}

/// What becomes of a joker of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Stays,
    /// This card takes its place.
    Released(Card),
}

/// What the staying jokers of the table want.
#[derive(Clone, Debug, Default)]
pub(super) struct Wants {
    /// By suit.
    pub(super) demands: [Demands; Suit::COUNT],
    /// The alternatives for the runs of a suit that cross the cut of a ring, before the cut.
    pub(super) entering: [Vec<Demands>; Suit::COUNT],
    pub(super) sets: Vec<(u8, SetPin)>,
    /// The entry of each pinned run, by suit and pin.
    pub(super) runs: Vec<(usize, u8, usize)>,
    /// The releases, as bits, whose card must be in a certain set, or in a certain run.
    pub(super) bound: [u8; 2],
}

/// What is wanted at layers of a suit, of those where something is.
#[derive(Clone, Debug, Default)]
pub(super) struct Demands(pub(super) Vec<(usize, Demand)>);

impl Demands {
    /// The most jokers that stay in one run.
    fn most_staying(&self) -> u8 {
        let pins = || self.0.iter().flat_map(|(_, demand)| &demand.pins);
        let staying =
            |id: u8| pins().filter(|pin| pin.id == id && pin.holds == Holds::Joker).count() as u8;
        pins().filter(|pin| pin.begins).map(|pin| staying(pin.id)).max().unwrap_or(0)
    }

    /// Whether runs can be held at these layers with what cards there are, and so many jokers.
    fn are_possible(&self, there: impl Fn(usize) -> bool, jokers: u8) -> bool {
        let pins =
            self.0.iter().flat_map(|(layer, demand)| demand.pins.iter().map(|p| (*layer, p)));
        let mut missing = 0;
        for (layer, pin) in pins {
            match pin.holds {
                Holds::Real if !there(layer) => return false,
                Holds::Anything => missing += u8::from(!there(layer)),
                _ => {}
            }
        }
        missing <= jokers
    }

    fn at(&mut self, layer: usize) -> &mut Demand {
        let place = self.0.iter().position(|&(other, _)| other == layer).unwrap_or_else(|| {
            self.0.push((layer, Demand::default()));
            self.0.len() - 1
        });
        &mut self.0[place].1
    }
}

/// Where a locked run is held: its layers from the first on, with what each must hold.
type Pin = SmallVec<[Want; MAX_LAYERS]>;

/// What a locked run wants at a layer.
#[derive(Clone, Copy, Debug)]
struct Want {
    layer: usize,
    holds: Holds,
    /// The release, as a bit, of the joker that the card there replaces.
    mark: u8,
}

impl Wants {
    /// The most jokers that stay in one run.
    pub(super) fn most_staying(&self) -> u8 {
        self.demands.iter().map(Demands::most_staying).max().unwrap_or(0)
    }

    /// Whether the runs can be held with these cards, so many jokers among them that may go anywhere.
    pub(super) fn are_possible(&self, cards: &Cards, line: &Line, jokers: u8) -> bool {
        self.demands.iter().enumerate().all(|(s, demands)| {
            let card = |layer: usize| 13 * s + usize::from(line.ranks[layer]);
            demands.are_possible(|layer| cards.counts()[card(layer)] > 0, jokers)
        })
    }
}

impl Lying {
    /// Reads a meld of the table.
    pub(super) fn read(rules: &MeldRules, line: &Line, entry: usize, meld: &Meld) -> Option<Self> {
        let reading = rules.classify(meld).ok()?;
        let mut jokers = reading.jokers();
        let mut places: SmallVec<[LyingCard; 8]> = meld
            .iter()
            .map(|placed| {
                let is_joker = placed.is_joker();
                let cards = if is_joker {
                    jokers.next().map(|joker| joker.cards().collect()).unwrap_or_default()
                } else {
                    SmallVec::from_slice(&[placed.card()])
                };
                LyingCard { cards, is_joker }
            })
            .collect();
        let mut falls = false;
        if reading.kind() == MeldKind::Run {
            if !meld.iter().any(crate::card::Placed::is_joker) && rules.layout == Layout::Free {
                let canonical = reading.canonical();
                places = canonical
                    .iter()
                    .map(|placed| LyingCard {
                        cards: SmallVec::from_slice(&[placed.card()]),
                        is_joker: false,
                    })
                    .collect();
            }
            let rank = |i: usize| places[i].cards[0].rank().map_or(0, Rank::index);
            let place = |i: usize| line.ranks.iter().position(|&r| usize::from(r) == rank(i));
            let ring = line.len() - usize::from(line.two_aces);
            falls = place(1).map(|above| (above + 1) % ring) == place(0);
            if falls {
                places.reverse();
            }
        }
        Some(Self { entry, kind: reading.kind(), places, falls })
    }

    pub(super) const fn entry(&self) -> usize {
        self.entry
    }

    pub(super) fn is_run(&self) -> bool {
        self.kind == MeldKind::Run
    }

    /// Whether a run lies from its highest card to its lowest.
    pub(super) const fn falls(&self) -> bool {
        self.falls
    }

    pub(super) fn jokers(&self) -> usize {
        self.places.iter().filter(|place| place.is_joker).count()
    }

    /// The entry and what each joker may be replaced by.
    pub(super) fn replaceable(&self) -> impl Iterator<Item = (usize, &[Card])> {
        self.places.iter().filter(|place| place.is_joker).map(|p| (self.entry, &p.cards[..]))
    }

    /// The rank of a set.
    pub(super) fn rank(&self) -> Rank {
        self.places[0].cards[0].rank().unwrap_or(Rank::Ace)
    }

    /// The cards that continue a run as it lies, two at most at its left and at its right, the nearest
    /// first.
    pub(super) fn neighbours(&self, line: &Line) -> [SmallVec<[Card; 2]>; 2] {
        let layers = self.layers(line);
        let (first, last, n) = (layers[0], layers[layers.len() - 1], line.len());
        let card = |layer: usize| {
            Card::new(Rank::ALL[usize::from(line.ranks[layer])], Suit::ALL[self.suit()])
        };
        let below = (1..=2).map_while(|i| match first.checked_sub(i) {
            None if line.ring => Some(card(first + n - i)),
            layer => layer.map(card),
        });
        let above =
            (1..=2).map_while(|i| (line.ring || last + i < n).then(|| card((last + i) % n)));
        let (below, above) = (below.collect(), above.collect());
        if self.falls { [above, below] } else { [below, above] }
    }

    /// Whether a run can hold its cards in another order.
    fn may_turn(&self, line: &Line) -> bool {
        let is_ace = |place: &LyingCard| place.cards[0].rank() == Some(Rank::Ace);
        line.ring || line.two_aces && self.places.iter().any(is_ace)
    }

    fn suit(&self) -> usize {
        self.places[0].cards[0].suit().map_or(0, Suit::index)
    }

    /// The layer of each place of a run.
    fn layers(&self, line: &Line) -> SmallVec<[usize; MAX_LAYERS]> {
        let rank = |i: usize| self.places[i].cards[0].rank().map_or(0, Rank::index) as u8;
        let first = line.layers_of(rank(0)).next().unwrap_or(0);
        (0..self.places.len()).map(|i| (first + i) % line.len()).collect()
    }
}

/// The ways to hold the staying jokers of a locked run, given the fates of its jokers, of which the
/// first that is released is this release.
fn run_pins(
    lying: &Lying,
    fates: &[Fate],
    first: u8,
    line: &Line,
    rules: &MeldRules,
    laws: JokerLaws,
) -> Vec<Pin> {
    let layers = lying.layers(line);
    let (mut fates, mut next) = (fates.iter(), first);
    let mut wanted = Pin::new();
    for (place, &layer) in lying.places.iter().zip(&layers) {
        let (mut holds, mut mark) = (Holds::Real, 0);
        if place.is_joker {
            if fates.next() == Some(&Fate::Stays) {
                holds = Holds::Joker;
            } else {
                mark = next;
                next <<= 1;
            }
        }
        if holds == Holds::Joker || laws.lock == Lock::Full {
            wanted.push(Want { layer, holds, mark });
        }
    }
    // Another end of the same run changes the order of what is retained.
    let may_turn = rules.layout == Layout::Free || wanted.len() == 1;
    let len = line.len();
    let mut ways: Vec<Pin> = vec![fill(&wanted, len)];
    if line.ring && may_turn {
        for _ in 1..wanted.len() {
            wanted.rotate_left(1);
            ways.push(fill(&wanted, len));
        }
    } else if line.two_aces && may_turn {
        let is_ace = |want: &&mut Want| want.layer == 0 || want.layer + 1 == len;
        let mut turned = wanted.clone();
        let mut aces = turned.iter_mut().filter(is_ace);
        if let (Some(ace), None) = (aces.next(), aces.next()) {
            ace.layer = len - 1 - ace.layer;
            turned.sort_by_key(|want| want.layer);
            ways.push(fill(&turned, len));
        }
    }
    ways.retain(|pin| pin.len() <= usize::from(rules.run_max));
    ways
}

/// All layers from the first wanted one to the last, in the order of a run.
fn fill(wanted: &[Want], layers: usize) -> Pin {
    let mut pin = Pin::new();
    for &want in wanted {
        if let Some(&Want { layer, .. }) = pin.last() {
            let mut between = (layer + 1) % layers;
            while between != want.layer {
                pin.push(Want { layer: between, holds: Holds::Anything, mark: 0 });
                between = (between + 1) % layers;
            }
        }
        pin.push(want);
    }
    pin
}

/// What a locked set wants, given the fates of its jokers.
fn set_pin(lying: &Lying, fates: &[Fate], marks: u8, laws: JokerLaws) -> (u8, SetPin) {
    let bit = |card: Card| card.suit().map_or(0, |suit| 1 << suit.index());
    let mut fates = fates.iter().peekable();
    let (mut order, mut jokers) = (SmallVec::new(), SmallVec::new());
    for place in &lying.places {
        order.push(match fates.next_if(|_| place.is_joker) {
            None => bit(place.cards[0]),
            Some(Fate::Released(card)) => bit(*card),
            Some(Fate::Stays) => {
                jokers.push(place.cards.iter().fold(0, |all, &card| all | bit(card)));
                0
            }
        });
    }
    let real = order.iter().fold(0, |all, suit| all | suit);
    let rank = lying.places[0].cards[0].rank().map_or(0, Rank::index) as u8;
    let (real, marks) = if laws.lock == Lock::Full { (real, marks) } else { (0, 0) };
    (rank, SetPin { real, jokers, marks, order, entry: lying.entry })
}

/// Every way to hold the jokers that stay.
///
/// `fates` are those of all jokers of `locked`, in order; `runs` may be given no jokers.
pub(super) fn wants(
    locked: &[Lying],
    runs: &[Lying],
    fates: &[Fate],
    line: &Line,
    rules: &MeldRules,
    laws: JokerLaws,
) -> Vec<Wants> {
    let mut base = Wants::default();
    if line.ring {
        base.entering.iter_mut().for_each(|entering| entering.push(Demands::default()));
    } else {
        base.demands.iter_mut().for_each(|demands| demands.at(line.len() - 1).top = true);
    }
    for lying in runs {
        add_quota(&mut base, lying, line);
    }
    let mut all = vec![base];
    let mut ids = [0; Suit::COUNT];
    let (mut fates, mut next) = (fates, 1_u8);
    for lying in locked {
        let (own, rest) = fates.split_at(lying.jokers());
        fates = rest;
        let released = own.iter().filter(|fate| **fate != Fate::Stays).count();
        let (first, marks) = (next, ((1 << released) - 1) * next);
        next <<= released;
        if released == own.len() {
            continue;
        }
        if laws.lock == Lock::Full {
            for wants in &mut all {
                wants.bound[usize::from(lying.is_run())] |= marks;
            }
        }
        if !lying.is_run() {
            let pin = set_pin(lying, own, marks, laws);
            for wants in &mut all {
                wants.sets.push(pin.clone());
            }
            continue;
        }
        let suit = lying.suit();
        ids[suit] += 1;
        if laws.lock == Lock::Partial && rules.layout != Layout::Free && lying.may_turn(line) {
            for wants in &mut all {
                add_order(wants, lying, ids[suit], own, line);
            }
        }
        let pins = run_pins(lying, own, first, line, rules, laws);
        let way = if !matches!(rules.layout, Layout::RisingOrFalling) {
            Way::Any
        } else if lying.falls {
            Way::Falling
        } else {
            Way::Rising
        };
        all = all
            .iter()
            .flat_map(|wants| {
                pins.iter().map(|pin| {
                    let mut wants = wants.clone();
                    add_pin(&mut wants, suit, ids[suit], way, pin);
                    wants.runs.push((suit, ids[suit], lying.entry));
                    wants
                })
            })
            .collect();
    }
    if !line.ring {
        for wants in &mut all {
            mark_last(wants);
        }
    }
    all
}

fn add_pin(wants: &mut Wants, suit: usize, id: u8, way: Way, pin: &Pin) {
    let step = |i: usize| {
        let (begins, ends) = (i == 0, i + 1 == pin.len());
        PinStep { id, holds: pin[i].holds, begins, ends, way, mark: pin[i].mark }
    };
    for (i, want) in pin.iter().enumerate() {
        wants.demands[suit].at(want.layer).pins.push(step(i));
    }
    // The run that crosses the cut of a ring may hold it, and must if it crosses the cut itself.
    let before = pin.windows(2).position(|pair| pair[1].layer < pair[0].layer);
    let mut with = wants.entering[suit].clone();
    for demands in &mut with {
        for (i, want) in pin[..before.map_or(pin.len(), |last| last + 1)].iter().enumerate() {
            demands.at(want.layer).pins.push(step(i));
        }
    }
    if before.is_some() {
        wants.entering[suit] = with;
    } else {
        wants.entering[suit].extend(with);
    }
}

/// A run of the table that may be given no jokers: what it holds, all real.
fn add_quota(wants: &mut Wants, lying: &Lying, line: &Line) {
    let layers = lying.layers(line);
    let places = lying.places.iter().zip(&layers).filter(|(place, _)| !place.is_joker);
    let mut real: SmallVec<[usize; MAX_LAYERS]> = places.map(|(_, &layer)| layer).collect();
    add_steps(wants, lying, &real, false);
    let last = line.len() - 1;
    if line.ring {
        for _ in 1..real.len() {
            real.rotate_left(1);
            add_steps(wants, lying, &real, true);
        }
    } else if line.two_aces && real.contains(&0) != real.contains(&last) {
        // With the ace at its other end.
        if real[0] == 0 {
            real.remove(0);
            real.push(last);
        } else {
            real.pop();
            real.insert(0, 0);
        }
        add_steps(wants, lying, &real, true);
    }
}

/// The layers of a run of the table, in the order in which another one may pass them.
fn add_steps(wants: &mut Wants, lying: &Lying, real: &[usize], turned: bool) {
    let suit = lying.suit();
    let quotas = wants.demands[suit].0.iter().flat_map(|(_, demand)| &demand.quotas);
    let taken = quotas.fold(0_u32, |all, quota| all | quota.bit);
    let bit = taken.wrapping_add(1) & !taken;
    for (i, &layer) in real.iter().enumerate() {
        let (begins, ends) = (i == 0, i + 1 == real.len());
        let step = QuotaStep { bit, begins, ends, most: lying.jokers() as u8, turned };
        wants.demands[suit].at(layer).quotas.push(step);
        if let Some(entering) = wants.entering[suit].first_mut() {
            entering.at(layer).quotas.push(step);
        }
    }
}

/// A locked run that must keep its order.
fn add_order(wants: &mut Wants, lying: &Lying, id: u8, fates: &[Fate], line: &Line) {
    let suit = lying.suit();
    let mut fates = fates.iter();
    for (i, place) in lying.places.iter().enumerate() {
        let stays = place.is_joker && fates.next() == Some(&Fate::Stays);
        let step = OrderStep { id, begins: i == 0, is_card: !stays };
        let rank = place.cards[0].rank().map_or(0, Rank::index) as u8;
        for layer in line.layers_of(rank) {
            let before = wants.entering[suit].iter_mut();
            for demands in before.chain([&mut wants.demands[suit]]) {
                demands.at(layer).orders.push(step);
            }
        }
    }
}

/// Marks the layers of pins behind which no pin begins. Behind them no run needs to be known as one
/// that holds a pin.
fn mark_last(wants: &mut Wants) {
    for demands in &mut wants.demands {
        let begins = |demand: &Demand| demand.pins.iter().any(|pin| pin.begins);
        let beginning = demands.0.iter().filter(|(_, demand)| begins(demand));
        let Some(last) = beginning.map(|&(layer, _)| layer).max() else { continue };
        for (layer, demand) in &mut demands.0 {
            demand.last = *layer >= last && !demand.pins.is_empty();
        }
    }
}
