//! A submitted table, judged in the order of R4.16.

use machiavelli_core::rules::{IdenticalMelds, JokerToRun, PureRearrange};
use machiavelli_core::{Cards, Meld, Table};

use super::locks::Passage;
use super::{Oracle, Place, Read, Start};

impl Oracle {
    /// The cards that leave the hand, or the code of the first fault.
    pub(crate) fn judge(&self, start: &Start, submitted: &Table) -> Result<Cards, &'static str> {
        let o = &self.options;
        let (before, after) = (start.table.cards().saturating_add(&start.open), submitted.cards());
        let laid = after.difference(&before);
        if !before.is_subset(&after) {
            return Err("E_TABLE_CARD_MISSING");
        }
        if !laid.is_subset(&start.hand) {
            return Err("E_NOT_IN_HAND");
        }
        if o.turn_cap.is_some_and(|cap| laid.len() > cap.into()) {
            return Err("E_TURN_CAP");
        }
        let (old, new) = (entries(&start.table, &Cards::EMPTY), entries(submitted, &start.open));
        let changed = self.shape(&old) != self.shape(&new);
        if changed && !start.opened {
            self.check_opening(&laid)?;
        }
        let read = |melds: &[Meld]| {
            melds.iter().map(|meld| self.read(meld)).collect::<Result<Vec<_>, _>>()
        };
        let (old, new) = (read(&old).expect("a legal start"), read(&new)?);
        if o.identical_melds == IdenticalMelds::Forbidden && self.has_twins(&new) {
            return Err("E_IDENTICAL_MELD");
        }
        if changed {
            Passage::new(o, &old, &new, &laid).check()?;
            if o.joker_to_run == JokerToRun::Never && new.iter().any(|run| joins(run, &old)) {
                return Err("E_JOKER_RUN");
            }
        }
        if laid.is_empty() && !o.may_decline && self.can_lay_something(start) {
            return Err("E_MUST_PLAY");
        }
        if laid.is_empty() && changed && o.pure_rearrange != PureRearrange::Keep {
            return Err("E_NO_HAND_CARD");
        }
        Ok(laid)
    }

    /// What must differ for a table to count as changed (R4.1).
    fn shape(&self, melds: &[Meld]) -> Vec<Result<Vec<Place>, Meld>> {
        let of = |meld: &Meld| {
            let mut places = self.read(meld).map_err(|_| meld.clone())?.places;
            if !self.options.order_significant {
                places.sort();
            }
            Ok(places)
        };
        let mut shape: Vec<_> = melds.iter().map(of).collect();
        shape.sort();
        shape
    }

    /// Whether two melds are identical (R3.10).
    pub(crate) fn has_twins(&self, melds: &[Read]) -> bool {
        let key = |read: &Read| {
            let ordered = self.options.order_significant;
            let mut places = read.places.clone();
            if !ordered && (read.kind == "set" || read.jokers() == 0) {
                places.sort();
            } else if !ordered && !self.rises(read) {
                places.reverse();
            }
            // A joker counts as a joker whatever its value.
            let face = |place: Place| if place.joker { vec![] } else { place.stands_for };
            let mut key: Vec<_> = places.into_iter().map(face).collect();
            if !ordered && read.kind == "set" {
                key.sort();
            }
            key
        };
        let mut keys: Vec<_> = melds.iter().map(key).collect();
        keys.sort();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Whether a run is laid out from its lowest card up: its neighbours are neighbours of the ring.
    fn rises(&self, run: &Read) -> bool {
        let ranks = self.definition.ranks();
        let place = |i: usize| {
            let rank = run.places[i].stands_for[0].rank().expect("a natural card");
            ranks.iter().position(|&it| it == rank).expect("a rank of the pack")
        };
        (place(0) + 1) % ranks.len() == place(1)
    }
}

/// Whether a run holds every card of a run of the start table, and more jokers than that run (R5.5).
pub(crate) fn joins(run: &Read, start: &[Read]) -> bool {
    let holds = |old: &Read| {
        old.kind == "run" && old.real().is_subset(&run.real()) && run.jokers() > old.jokers()
    };
    run.kind == "run" && start.iter().any(holds)
}

/// The entries of a table but the open cards that lie alone, each as often as it is open (R3.9).
fn entries(table: &Table, open: &Cards) -> Vec<Meld> {
    let mut open = *open;
    let mut melds = table.entries().to_vec();
    melds.retain(|meld| meld.len() > 1 || !open.remove(meld.as_slice()[0].card()));
    melds
}
