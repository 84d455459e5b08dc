//! The oracle's search against a list of all tables, and how well the dealer deals.

use std::collections::BTreeMap;

use machiavelli_core::rules::{JokerLock, Rules};
use machiavelli_core::{Card, Cards, Meld, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::dealer::{Dealer, Size};
use crate::effort;
use crate::houses::{self, PRESETS};
use crate::oracle::{Oracle, Search, Start, contained, orders};

/// Whether a table of these melds, in whatever layouts, lays exactly these cards.
fn is_laid(oracle: &Oracle, start: &Start, laid: &Cards) -> bool {
    let all = start.table.cards().saturating_add(&start.open).saturating_add(laid);
    let mut layouts = Vec::new();
    for (meld, read) in oracle.melds_of(&all) {
        let turned = Meld::new(meld.iter().rev()).unwrap();
        let some = if read.kind == "set" { orders(meld.as_slice()) } else { vec![meld, turned] };
        layouts.extend(some.into_iter().filter(|layout| oracle.read(layout).is_ok()));
    }
    layouts.extend(start.open.iter().map(|card| Meld::new([card.into()]).unwrap()));
    layouts.sort();
    layouts.dedup();
    let layouts: Vec<_> = layouts.into_iter().map(|meld| (meld.cards(), meld)).collect();
    any_table(oracle, start, &layouts, &all, &mut Vec::new())
}

/// Whether a legal table begins with these melds and holds the cards that are left.
fn any_table(
    oracle: &Oracle,
    start: &Start,
    layouts: &[(Cards, Meld)],
    left: &Cards,
    begun: &mut Vec<Meld>,
) -> bool {
    let Some(lowest) = left.iter().next() else {
        return oracle.judge(start, &Table::new(begun.iter().cloned()).unwrap()).is_ok();
    };
    layouts.iter().any(|(cards, meld)| {
        if !cards.contains(lowest) || !cards.is_subset(left) {
            return false;
        }
        begun.push(meld.clone());
        let found = any_table(oracle, start, layouts, &left.difference(cards), begun);
        begun.pop();
        found
    })
}

#[test]
fn the_search_finds_what_a_list_of_all_tables_holds() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let presets = PRESETS.iter().map(|name| Rules::preset(name).unwrap());
    let mut seen = [0, 0];
    let houses: Vec<Rules> = presets.chain((0..100).map(|_| houses::random(&mut rng))).collect();
    for (seed, rules) in houses.iter().enumerate() {
        let oracle = Oracle::new(rules);
        let mut dealer = Dealer::new(rules.options(), &oracle, seed as u64);
        for _ in 0..4 * effort() {
            let start = dealer.start(Size::TINY);
            let mut search = Search::new(&oracle, &start);
            for laid in contained(&start.hand).iter().filter(|laid| !laid.is_empty()) {
                let found = search.table_after(laid).is_some();
                let capped = rules.options().turn_cap.is_some_and(|cap| laid.len() > cap.into());
                if !capped {
                    assert_eq!(
                        found,
                        is_laid(&oracle, &start, laid),
                        "{laid} in {rules}: {start:?}"
                    );
                    seen[usize::from(found)] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
}

#[test]
fn the_dealer_deals_what_matters() {
    for preset in PRESETS {
        let rules = Rules::preset(preset).unwrap();
        let oracle = Oracle::new(&rules);
        let mut dealer = Dealer::new(rules.options(), &oracle, 2);
        let (mut with_jokers, mut playable) = (0, 0);
        let mut verdicts: BTreeMap<_, usize> = BTreeMap::new();
        for _ in 0..300 {
            let start = dealer.start(Size::SMALL);
            with_jokers += usize::from(start.table.cards().contains(Card::JOKER));
            playable += usize::from(oracle.can_lay_something(&start));
            let mut search = Search::new(&oracle, &start);
            for _ in 0..10 {
                let laid = dealer.some_of(&start.hand);
                if let Some(table) = dealer.some_table(&mut search, &start, &laid) {
                    *verdicts
                        .entry(oracle.judge(&start, &table).err().unwrap_or("ok"))
                        .or_default() += 1;
                }
            }
        }
        assert!(with_jokers > 150 && (100..280).contains(&playable), "{with_jokers}, {playable}");
        let free = rules.options().joker_lock == JokerLock::None;
        let matter: &[_] = if free { &["ok"] } else { &["ok", "E_JOKER_LOCKED", "E_JOKER_REUSE"] };
        for code in matter {
            assert!(verdicts[code] > 10, "{preset}: {verdicts:?}");
        }
    }
}
