//! Where the jokers of the start table have gone (R5.11).

use machiavelli_core::rules::{JokerLock, JokerReuse, JokerSource, Options};
use machiavelli_core::{Card, Cards};

use super::{Place, Read};

/// A place on a table: which meld, and which place of it.
pub(crate) type Spot = (usize, usize);

/// What became of a joker of the start table.
#[derive(Clone, Copy)]
enum Fate {
    /// It lies at this spot with its old value.
    Stays(Spot),
    /// The card at the spot `by` was put in its place, and it lies at `to`.
    Released { by: Spot, to: Spot },
}

impl Fate {
    const fn joker(self) -> Spot {
        match self {
            Self::Stays(to) | Self::Released { to, .. } => to,
        }
    }

    const fn replacing(self) -> Option<Spot> {
        match self {
            Self::Stays(_) => None,
            Self::Released { by, .. } => Some(by),
        }
    }
}

/// Two tables, and how strict to be about what lies between them.
#[derive(Clone, Copy)]
pub(crate) struct Passage<'a> {
    pub(crate) before: &'a [Read],
    pub(crate) after: &'a [Read],
    /// The cards that left the hand.
    pub(crate) laid: &'a Cards,
    pub(crate) lock: JokerLock,
    pub(crate) source: JokerSource,
    pub(crate) reuse: JokerReuse,
    /// Whether layouts count (R3.8).
    pub(crate) ordered: bool,
}

impl<'a> Passage<'a> {
    pub(crate) fn new(o: &Options, before: &'a [Read], after: &'a [Read], laid: &'a Cards) -> Self {
        Self {
            before,
            after,
            laid,
            lock: o.joker_lock,
            source: o.joker_source,
            reuse: o.joker_reuse,
            ordered: o.order_significant,
        }
    }

    /// The first joker error (R5.12).
    pub(crate) fn check(self) -> Result<(), &'static str> {
        if self.explained(&mut Vec::new()) {
            Ok(())
        } else if (Self { reuse: JokerReuse::Anywhere, ..self }).explained(&mut Vec::new()) {
            Err("E_JOKER_REUSE")
        } else if (Self { source: JokerSource::HandOrTable, ..self }).explained(&mut Vec::new()) {
            Err("E_JOKER_SOURCE")
        } else {
            Err("E_JOKER_LOCKED")
        }
    }

    /// Whether the fates of the first jokers can be continued with fates of all others.
    fn explained(&self, fates: &mut Vec<Fate>) -> bool {
        if self.lock == JokerLock::None {
            return true;
        }
        let jokers = spots(self.before, |place| place.joker);
        let Some(&joker) = jokers.get(fates.len()) else { return self.allows(&jokers, fates) };
        for fate in self.fates(joker) {
            let taken = |other: &Fate| {
                other.joker() == fate.joker()
                    || (fate.replacing().is_some() && other.replacing() == fate.replacing())
            };
            if !fates.iter().any(taken) {
                fates.push(fate);
                if self.explained(fates) {
                    return true;
                }
                fates.pop();
            }
        }
        false
    }

    /// What could have become of one joker, whatever became of the others.
    fn fates(&self, joker: Spot) -> Vec<Fate> {
        let old = &self.before[joker.0].places[joker.1];
        let common = |card: &Card| old.stands_for.contains(card);
        let mut fates = Vec::new();
        for to in spots(self.after, |place| place.joker) {
            let (home, new) = (&self.after[to.0], &self.after[to.0].places[to.1]);
            if home.kind == self.before[joker.0].kind && new.stands_for.iter().any(common) {
                fates.push(Fate::Stays(to));
            }
            for by in spots(self.after, |place| !place.joker && common(&place.stands_for[0])) {
                if self.reuse == JokerReuse::Anywhere || by.0 != to.0 {
                    fates.push(Fate::Released { by, to });
                }
            }
        }
        fates
    }

    /// Whether these fates of all jokers go together.
    fn allows(&self, jokers: &[Spot], fates: &[Fate]) -> bool {
        let mut used = Cards::EMPTY;
        for by in fates.iter().filter_map(|fate| fate.replacing()) {
            used = super::and(&used, self.after[by.0].places[by.1].stands_for[0]);
        }
        if self.source == JokerSource::Hand && !used.is_subset(self.laid) {
            return false;
        }
        let mut homes = Vec::new();
        for (i, meld) in self.before.iter().enumerate() {
            let of_meld = jokers.iter().zip(fates).filter(|(joker, _)| joker.0 == i);
            let mut stays = of_meld.clone().filter(|(_, fate)| fate.replacing().is_none());
            let Some((_, first)) = stays.next() else { continue };
            let home = first.joker().0;
            if stays.any(|(_, fate)| fate.joker().0 != home) || homes.contains(&home) {
                return false;
            }
            homes.push(home);
            // A replacing card stands in its joker's place: both have the joker's number.
            let old = (0..meld.places.len()).map(|place| {
                let number = jokers.iter().position(|&joker| joker == (i, place));
                number.map_or(Label::Card(meld.places[place].stands_for[0]), Label::Joker)
            });
            let new = (0..self.after[home].places.len()).map(|place| {
                let spot = (home, place);
                let number = (0..jokers.len())
                    .filter(|&n| jokers[n].0 == i)
                    .find(|&n| fates[n].replacing().unwrap_or(fates[n].joker()) == spot);
                match (number, &self.after[home].places[place]) {
                    (Some(number), _) => Label::Joker(number),
                    (None, Place { joker: true, .. }) => Label::Other,
                    (None, real) => Label::Card(real.stands_for[0]),
                }
            });
            let (old, new): (Vec<Label>, Vec<Label>) = (old.collect(), new.collect());
            let retained = common(&old, &new);
            if (self.lock == JokerLock::Full && retained < old.len())
                || (self.ordered && common_in_order(&old, &new) < retained)
            {
                return false;
            }
        }
        true
    }
}

/// What tells the cards of an old meld apart: a card, or the number of a joker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Card(Card),
    Joker(usize),
    /// A joker that was not in the old meld.
    Other,
}

/// How many labels both have.
fn common(old: &[Label], new: &[Label]) -> usize {
    let mut left = new.to_vec();
    let taken = |label: &&Label| {
        left.iter().position(|other| other == *label).map(|i| left.swap_remove(i)).is_some()
    };
    old.iter().filter(taken).count()
}

/// The most labels that both have in the same order.
fn common_in_order(old: &[Label], new: &[Label]) -> usize {
    let (Some((first, rest)), Some((head, tail))) = (old.split_first(), new.split_first()) else {
        return 0;
    };
    if first == head {
        1 + common_in_order(rest, tail)
    } else {
        common_in_order(rest, new).max(common_in_order(old, tail))
    }
}

/// The places of a table that are like this.
fn spots(table: &[Read], like: impl Fn(&Place) -> bool) -> Vec<Spot> {
    let all = |i: usize| (0..table[i].places.len()).map(move |place| (i, place));
    let is = |&(meld, place): &Spot| like(&table[meld].places[place]);
    (0..table.len()).flat_map(all).filter(is).collect()
}
