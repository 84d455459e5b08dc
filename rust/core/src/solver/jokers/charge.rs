//! What laid cards cost where their number is limited (R4.5).
//!
//! If each card that is laid costs a charge, and each that may be laid and is not gains as much, a lay
//! gains no less than before, and the number of cards need not be looked at for an upper bound. Under
//! some charge that is hardly too high, as in Lagrangian relaxation. It is looked for where the bound is
//! lowest, and the prices of cards in sets with it: whatever the charge, others are best.
//!
//! Under one charge it does not show that a joint state has laid too few cards to make up for it, or too
//! many. A smaller one shows the former, a greater one the latter, so that long searches have more than
//! one bound.

use smallvec::SmallVec;

use super::field::Field;
use super::prices::{All, Gain, Prices, round};
use super::shares::Shares;
use super::task::Task;

/// How closely a charge is looked for.
#[derive(Clone, Copy)]
pub(super) struct Care {
    /// How many charges are tried.
    charges: usize,
    /// How often prices are improved for each.
    sweeps: usize,
}

impl Care {
    pub(super) const LITTLE: Self = Self { charges: 8, sweeps: 2 };
    pub(super) const MUCH: Self = Self { charges: 10, sweeps: 8 };
}

/// How often what is best without other prices is halved.
const HALVINGS: usize = 10;

/// 1 / 1.618…: where a golden section divides.
const GOLDEN: Gain = 0.618_033_988_749_894_9;

/// What a charge may be: places on a line of the weights, from none to more than any.
struct Scale(SmallVec<[Gain; 16]>);

impl Scale {
    fn new(task: &Task<'_>) -> Self {
        let mut weights: SmallVec<[u32; 16]> = task.worths().collect();
        weights.push(0);
        weights.sort_unstable();
        weights.dedup();
        let mut steps: SmallVec<[Gain; 16]> = weights.into_iter().map(Gain::from).collect();
        let last = steps[steps.len() - 1];
        steps.push(last + (last - steps[steps.len().saturating_sub(2)]).max(1.0));
        Self(steps)
    }

    /// The last place.
    fn end(&self) -> Gain {
        Gain::from(self.0.len() as u8 - 1)
    }

    /// The charge at a place.
    fn charge(&self, place: Gain) -> Gain {
        let place = place.clamp(0.0, self.end());
        let [mut step, last] = [0, self.0.len() as u8 - 2];
        while step < last && Gain::from(step + 1) <= place {
            step += 1;
        }
        let [from, to] = [self.0[usize::from(step)], self.0[usize::from(step) + 1]];
        round(from + (to - from) * (place - Gain::from(step)))
    }
}

/// The lowest bound so far, and the prices that go with it.
struct Lowest {
    bound: Gain,
    of: All,
}

impl Prices {
    /// Finds a charge under which the bound is low, and prices that go with it.
    pub(super) fn find_charge(&mut self, field: &mut Field<'_>, care: Care) {
        let scale = Scale::new(field.task);
        let mut lowest = Lowest { bound: Gain::INFINITY, of: self.of };
        let (mut low, mut high) = (0.0, scale.end());
        let mut inner = [high - GOLDEN * high, GOLDEN * high];
        let mut bounds =
            inner.map(|place| self.try_charge(field, &scale, place, care, &mut lowest));
        for _ in 2..care.charges {
            if bounds[0] < bounds[1] {
                (high, inner[1], bounds[1]) = (inner[1], inner[0], bounds[0]);
                inner[0] = high - GOLDEN * (high - low);
                bounds[0] = self.try_charge(field, &scale, inner[0], care, &mut lowest);
            } else {
                (low, inner[0], bounds[0]) = (inner[0], inner[1], bounds[1]);
                inner[1] = low + GOLDEN * (high - low);
                bounds[1] = self.try_charge(field, &scale, inner[1], care, &mut lowest);
            }
        }
        self.of = lowest.of;
        self.settle_charge(field, &scale);
        self.improve(field);
    }

    /// The bound under a charge and prices that go with it.
    fn try_charge(
        &mut self,
        field: &mut Field<'_>,
        scale: &Scale,
        place: Gain,
        care: Care,
        lowest: &mut Lowest,
    ) -> Gain {
        self.of = lowest.of;
        self.charge(field, scale, place);
        for _ in 0..care.sweeps {
            self.improve(field);
        }
        let bound = self.bound(field);
        if bound < lowest.bound {
            *lowest = Lowest { bound, of: self.of };
        }
        bound
    }

    /// Finds the charge under which the bound is lowest with the prices that there are.
    fn settle_charge(&mut self, field: &mut Field<'_>, scale: &Scale) {
        let step = 1.0 / 256.0;
        let (mut low, mut high) = (0.0, scale.end());
        for _ in 0..HALVINGS {
            let place = Gain::midpoint(low, high);
            if self.charge(field, scale, place) <= self.charge(field, scale, place + step) {
                high = place;
            } else {
                low = place + step;
            }
        }
        self.charge(field, scale, high);
    }

    /// Lets each laid card cost what it does at a place; the bound.
    fn charge(&mut self, field: &mut Field<'_>, scale: &Scale, place: Gain) -> Gain {
        self.place = Some(place);
        field.charge(scale.charge(place));
        self.go_on_all(field);
        self.bound(field)
    }

    /// Lets each laid card cost what it did in the last search of the same lay; whether there was one.
    pub(super) fn charge_again(&mut self, field: &mut Field<'_>) -> bool {
        if let Some(place) = self.place {
            field.charge(Scale::new(field.task).charge(place));
        }
        self.place.is_some()
    }

    /// Finds a better charge with the prices that there are, and better prices with that.
    pub(super) fn improve_charge(&mut self, field: &mut Field<'_>) {
        let scale = Scale::new(field.task);
        self.settle_charge(field, &scale);
        self.improve(field);
    }

    /// Works out bounds of paths that gain `least` under a smaller and a greater charge, too.
    pub(super) fn find_other_shares(
        &mut self,
        field: &mut Field<'_>,
        shares: &mut Shares,
        least: Gain,
    ) {
        let scale = Scale::new(field.task);
        let (of, place) = (self.of, self.place.unwrap_or_default());
        for (other, end) in shares.others.iter_mut().zip([0.0, scale.end()]) {
            let other = other.get_or_insert_default();
            self.of = of;
            self.charge(field, &scale, Gain::midpoint(place, end));
            self.improve(field);
            other.find(field, self, least);
        }
        self.of = of;
        self.charge(field, &scale, place);
    }
}
