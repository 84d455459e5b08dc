//! What must hold between answers on positions too large for the oracle.

use machiavelli_core::rules::Ace;
use machiavelli_core::solver::{Requirement, Weights};
use machiavelli_core::{Card, Cards};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::oracle::{House, Oracle, Twins, pick};
use crate::position::{Bench, Position, points};
use crate::random::Dealer;
use crate::some;

/// Random positions with up to 24 melds on the table and 30 cards in hand, under some of these houses.
fn positions(
    seed: u64,
    houses: &[House],
    mut judge: impl FnMut(&House, &mut ChaCha8Rng, Position),
) {
    let (houses, each) = some(houses, seed, 4);
    for (i, house) in houses.enumerate() {
        let oracle = Oracle::new(house);
        let rng = ChaCha8Rng::seed_from_u64(seed << 32 | i as u64);
        let mut dealer = Dealer { house, oracle: &oracle, rng };
        let packs = usize::from(house.packs);
        let deck = pick(
            (0..4)
                .flat_map(|suit| house.ranks().into_iter().map(move |r| 13 * suit + r))
                .flat_map(|card| std::iter::repeat_n(card, packs)),
        );
        for _ in 0..each {
            // Where it matters which runs cross the cut of a ring, full tables can take seconds.
            let ring_of_few_twins = house.wrap && house.twins != Twins::Allowed;
            let (melds, cards) = if ring_of_few_twins { (8, 12) } else { (24, 30) };
            let (melds, left) = dealer.table(&deck, melds);
            let table = melds.iter().fold(Cards::EMPTY, |sum, meld| sum.saturating_add(meld));
            let hand = dealer.some(&left, cards);
            judge(house, &mut dealer.rng, Position::new(table, hand));
        }
    }
}

fn one(card: Card) -> Cards {
    pick(std::iter::once(card.index()))
}

/// The houses in which any table of melds stays arrangeable whatever is counted as identical.
fn without_twins() -> Vec<House> {
    House::all().into_iter().filter(|house| house.twins == Twins::Allowed).collect()
}

/// The cards with each index replaced.
fn moved(cards: &Cards, to: impl Fn(usize) -> usize) -> Cards {
    pick(cards.iter().map(|card| to(card.index())))
}

#[test]
fn a_card_more_in_hand_never_lowers_the_value() {
    positions(11, &House::all(), |house, rng, position| {
        let mut bench = Bench::new(house);
        let position = Position { weights: points(), ..position };
        let Some(before) = bench.value(&position) else { return };
        let card = Card::from_index(rng.random_range(0..Card::NATURAL)).expect("a natural card");
        let more = Position { hand: position.hand.saturating_add(&one(card)), ..position };
        let held = position.table.count(card) + more.hand.count(card);
        if held <= usize::from(house.packs) && house.ranks().contains(&(card.index() % 13)) {
            assert!(bench.value(&more) >= Some(before), "{house:?} {position:?} and {card}");
        }
    });
}

#[test]
fn the_best_lay_leaves_nothing_to_lay_and_beats_every_lay_off() {
    positions(12, &House::all(), |house, _, position| {
        let mut bench = Bench::new(house);
        let answer = position.ask(&mut bench.solver, &bench.oracle);
        let Some(answer) = answer.unwrap_or_else(|why| panic!("{house:?} {position:?} {why}"))
        else {
            return;
        };
        let (laid, table) = (answer.laid, position.table.saturating_add(&answer.laid));
        let rest = Position::new(table, position.hand.difference(&laid));
        assert_eq!(bench.value(&rest), Some(0), "{house:?} {position:?} after {laid}");
        for card in rest.hand.iter() {
            let fits =
                bench.solver.arrange(&position.table.saturating_add(&one(card)), &mut |_| ());
            assert!(answer.value > 0 || !fits, "{house:?} {position:?} takes {card}");
        }
    });
}

#[test]
fn a_cap_that_does_not_bind_changes_nothing_and_a_looser_one_never_hurts() {
    positions(13, &House::all(), |house, _, position| {
        let mut bench = Bench::new(house);
        let mut last = None;
        let free = bench.value(&position);
        for most in [0, 1, 2, 3, 5, 8, 13, position.hand.len() as u32] {
            let value = bench.value(&Position { at_most: Some(most), ..position });
            assert!(
                value >= last && value <= free.map(|it| it.min(most)),
                "{house:?} {position:?}"
            );
            last = value;
        }
        assert_eq!(last, free, "{house:?} {position:?}");
    });
}

#[test]
fn values_of_two_weights_bound_the_value_of_their_sum() {
    positions(14, &House::all(), |house, rng, position| {
        let mut bench = Bench::new(house);
        let (a, b): (Weights, Weights) =
            (points(), std::array::from_fn(|_| rng.random_range(0..1000)));
        let sum = std::array::from_fn(|i| a[i] + b[i]);
        let mut of = |weights| {
            let position = Position { weights, ..position };
            let answer = position.ask(&mut bench.solver, &bench.oracle);
            answer.unwrap_or_else(|why| panic!("{house:?} {position:?} {why}"))
        };
        let (Some(one), Some(two), Some(both)) = (of(a), of(b), of(sum)) else { return };
        let worth = |laid: Cards, weights: &Weights| -> u32 {
            laid.iter().map(|card| weights[card.index()]).sum()
        };
        assert!(both.value <= one.value + two.value, "{house:?} {position:?}");
        assert!(both.value >= one.value + worth(one.laid, &b), "{house:?} {position:?}");
        assert!(both.value >= two.value + worth(two.laid, &a), "{house:?} {position:?}");
        assert_eq!(of(a.map(|it| 7 * it)).map(|it| it.value), Some(7 * one.value));
    });
}

#[test]
fn suits_may_be_swapped() {
    positions(15, &House::all(), |house, rng, position| {
        let by = rng.random_range(1..4);
        let turn = |i| (i + 13 * by) % 52;
        let (table, hand) = (moved(&position.table, turn), moved(&position.hand, turn));
        let mut bench = Bench::new(house);
        let turned = bench.value(&Position::new(table, hand));
        assert_eq!(turned, bench.value(&position), "{house:?} {position:?}");
    });
}

#[test]
fn ranks_may_be_mirrored() {
    positions(16, &House::all(), |house, _, position| {
        let ranks = house.ranks();
        let n = ranks.len();
        let place = |rank| ranks.iter().position(|&it| it == rank).expect("a rank of the pack");
        let mirror = |i: usize| i / 13 * 13 + ranks[(n - place(i % 13)) % n];
        let weights = points();
        let mirrored = Position {
            table: moved(&position.table, mirror),
            hand: moved(&position.hand, mirror),
            weights: std::array::from_fn(|i| match i % 13 {
                rank if ranks.contains(&rank) && i < 52 => weights[mirror(i)],
                _ => 0,
            }),
            ..position
        };
        let ace = match house.ace {
            Ace::Both => Ace::Both,
            Ace::Low => Ace::High,
            Ace::High => Ace::Low,
        };
        let value = Bench::new(house).value(&Position { weights, ..position });
        let other = Bench::new(&House { ace, ..*house }).value(&mirrored);
        assert_eq!(value, other, "{house:?} {position:?}");
    });
}

#[test]
fn round_the_corner_every_rank_is_alike() {
    let round: Vec<House> = House::all().into_iter().filter(|house| house.wrap).collect();
    positions(17, &round, |house, rng, position| {
        let ranks = house.ranks();
        let by = rng.random_range(1..ranks.len());
        let place = |rank| ranks.iter().position(|&it| it == rank).expect("a rank of the pack");
        let turn = |i: usize| i / 13 * 13 + ranks[(place(i % 13) + by) % ranks.len()];
        let mut bench = Bench::new(house);
        let (table, hand) = (moved(&position.table, turn), moved(&position.hand, turn));
        let turned = bench.value(&Position::new(table, hand));
        assert_eq!(turned, bench.value(&position), "{house:?} {position:?}");
    });
}

#[test]
fn another_pack_changes_nothing_while_its_cards_are_in_the_stock() {
    let fewer: Vec<House> = House::all().into_iter().filter(|house| house.packs < 3).collect();
    positions(18, &fewer, |house, _, position| {
        let more = House { packs: house.packs + 1, ..*house };
        let value = Bench::new(house).value(&position);
        assert_eq!(value, Bench::new(&more).value(&position), "{house:?} {position:?}");
    });
}

#[test]
fn a_stricter_house_never_lays_more() {
    positions(19, &without_twins(), |house, rng, position| {
        let of = |house: House| Bench::new(&house).value(&position).unwrap_or(0);
        let value = of(*house);
        let either = of(House { twins: Twins::EitherWay, ..*house });
        let ascending = of(House { twins: Twins::Ascending, ..*house });
        let same = of(House { twins: Twins::SameCards, ..*house });
        assert!(
            value >= either && either >= ascending && ascending >= same,
            "{house:?} {position:?}"
        );
        if house.ace == Ace::Both && house.run_max < 14 {
            assert!(value <= of(House { wrap: true, ..*house }), "{house:?} {position:?}");
        }
        if !house.wrap && house.run_max < 14 {
            assert!(value <= of(House { ace: Ace::Both, ..*house }), "{house:?} {position:?}");
        }
        let mut bench = Bench::new(house);
        let own = bench.value(&Position { requirement: Requirement::OwnMeld, ..position });
        let least = rng.random_range(3..60);
        let points = Position { requirement: Requirement::Points(least), ..position };
        assert!(bench.value(&points) <= own && own <= Some(value), "{house:?} {position:?}");
    });
}

#[test]
fn an_open_card_is_a_hand_card_without_worth() {
    positions(20, &House::all(), |house, rng, position| {
        let mut bench = Bench::new(house);
        let chosen: [bool; Card::COUNT] = std::array::from_fn(|_| rng.random_bool(0.2));
        let open = pick(position.hand.iter().map(Card::index).filter(|&i| chosen[i]));
        let weights = std::array::from_fn(|i| if chosen[i] { 0 } else { points()[i] });
        let held = Position { weights, ..position };
        let lying = Position { hand: position.hand.difference(&open), open, ..held };
        assert_eq!(bench.value(&held), bench.value(&lying), "{house:?} {position:?} open {open}");
    });
}

#[test]
fn a_used_solver_answers_as_a_new_one() {
    let (mut home, mut used, mut asked) = (House::BASE, Bench::new(&House::BASE), 0);
    positions(21, &House::all(), |house, rng, position| {
        if home != *house {
            (home, used) = (*house, Bench::new(house));
        }
        asked += 1;
        let weights = std::array::from_fn(|_| rng.random_range(0..3));
        let requirement = [Requirement::None, Requirement::OwnMeld][asked % 2];
        for position in [position, Position { weights, requirement, ..position }] {
            let mut new = Bench::new(house);
            let (old, new) = (
                position.ask(&mut used.solver, &used.oracle),
                position.ask(&mut new.solver, &new.oracle),
            );
            assert_eq!(old, new, "{house:?} {position:?}");
        }
    });
}
