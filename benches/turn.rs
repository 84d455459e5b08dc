//! What judging a turn costs: the worked cases with jokers, and full tables whose jokers all move.
#![expect(clippy::print_stdout, reason = "the table is what it is run for")]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use machiavelli_benches::Dealer;
use machiavelli_core::rules::{OptionValue, Rules};
use machiavelli_core::turn::{Position, TurnRules, check_turn};
use machiavelli_core::{Card, Cards, Meld, Placed, Rank, Suit, Table};
use serde_json::Value;

/// How often each turn is timed, so many checks at a time; the shortest time counts.
const TIMES: usize = 20;
const CHECKS: u32 = 50;

/// A turn, and the number of cards that it lays, or the code of its first fault.
struct Turn {
    rules: TurnRules,
    table: Table,
    hand: Cards,
    open: Cards,
    opened: bool,
    submitted: Table,
    expected: Result<usize, String>,
}

impl Turn {
    fn verdict(&self) -> Result<usize, String> {
        let Self { table, hand, open, opened, .. } = self;
        let position = Position { table, hand, open, opened: *opened };
        let report = check_turn(&self.rules, &position, &self.submitted);
        report.map(|report| report.laid.len()).map_err(|error| error.code().to_string())
    }

    fn time(&self) -> Duration {
        let Self { table, hand, open, opened, .. } = self;
        let position = Position { table, hand, open, opened: *opened };
        let check = || {
            let start = Instant::now();
            for _ in 0..CHECKS {
                let _ = black_box(check_turn(&self.rules, black_box(&position), &self.submitted));
            }
            start.elapsed() / CHECKS
        };
        (0..TIMES).map(|_| check()).min().unwrap_or_default()
    }
}

fn main() {
    let full = |melds, jokers, rules: &'static str| {
        let deal = move |seed| all_jokers_move(&mut Dealer::new(seed), melds, jokers, rules);
        (0..).filter_map(deal).take(500)
    };
    println!("{:48} {:>6}   median µs     95 %      max", "", "turns");
    show("worked cases with jokers", worked_cases());
    for (name, melds, jokers) in
        [("8 melds, one joker moves", 8, 1), ("8 melds, four jokers move", 8, 4)]
    {
        for rules in ["agimeg-jokers4", "wikipedia-jokers(identical_melds=allowed)"] {
            let house = rules.split('(').next().unwrap_or_default();
            show(&format!("{name}, {house}"), full(melds, jokers, rules));
        }
    }
    show("16 melds, twelve jokers move", full(16, 12, "agimeg-jokers4(decks=3, jokers=12)"));
}

fn show(name: &str, turns: impl Iterator<Item = Turn>) {
    let turns: Vec<Turn> = turns.collect();
    for turn in &turns {
        assert_eq!(turn.verdict(), turn.expected, "{} to {}", turn.table, turn.submitted);
    }
    let mut times: Vec<Duration> = turns.iter().map(Turn::time).collect();
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e6;
    println!("{name:48} {:6} {:8.2} {:8.2} {:8.2}", turns.len(), at(50), at(95), at(100));
}

/// The turns of the corpus with a joker anywhere, but for those that ask what could be laid.
fn worked_cases() -> impl Iterator<Item = Turn> {
    let files = ["cases.json", "turns_jokers.json"].into_iter().flat_map(|file| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(file);
        let text = fs::read_to_string(path).expect(file);
        let document: Value = serde_json::from_str(&text).expect(file);
        document["cases"].as_array().expect("cases").clone()
    });
    let turns = files.filter(|case| {
        case["kind"] == "turn"
            && case["input"].to_string().contains('*')
            && case["input"]["set"]["may_decline"] != false
    });
    turns.map(|case| read(&case["input"], &case["expected"]))
}

fn read(input: &Value, expected: &Value) -> Turn {
    let list = |value: &Value, between: &str| {
        let entries = value.as_array().into_iter().flatten();
        entries.map(|entry| entry.as_str().expect("text")).collect::<Vec<_>>().join(between)
    };
    let set = input["set"].as_object().into_iter().flatten().map(|(name, value)| {
        let value = match value {
            Value::Bool(value) => OptionValue::from(*value),
            Value::Number(number) => number.as_i64().expect("a whole number").into(),
            other => other.as_str().expect("a word").into(),
        };
        (name.as_str(), value)
    });
    let rules = Rules::with(input["preset"].as_str().expect("a preset"), set).expect("valid rules");
    Turn {
        rules: TurnRules::new(&rules),
        table: list(&input["table"], "|").parse().expect("a table"),
        hand: input["hand"].as_str().expect("text").parse().expect("a hand"),
        open: list(&input["open_cards"], " ").parse().expect("cards"),
        opened: input["opened"] == true,
        submitted: list(&input["final"], "|").parse().expect("a table"),
        expected: match expected["error"].as_str() {
            Some(code) => Err(code.to_owned()),
            None => Ok(expected["laid"].as_u64().expect("a number") as usize),
        },
    }
}

/// A table of so many melds, some with a joker, each of which is replaced from hand and completes a
/// set with two more hand cards; `None` if the packs do not have all these cards.
fn all_jokers_move(dealer: &mut Dealer, melds: usize, jokers: usize, rules: &str) -> Option<Turn> {
    let rules = TurnRules::new(&rules.parse::<Rules>().expect("valid rules"));
    let (mut cards, mut hand) = (Cards::EMPTY, Cards::EMPTY);
    let (mut before, mut after): (Vec<Meld>, Vec<Meld>) = (Vec::new(), Vec::new());
    for i in 0..melds {
        let beneath = cards;
        dealer.add_meld(&mut cards);
        let meld = Meld::new(cards.difference(&beneath).iter().map(Placed::from));
        let meld = rules.melds().classify(&meld.ok()?).ok()?.canonical();
        after.push(meld.clone());
        if i >= jokers {
            before.push(meld);
            continue;
        }
        let place = dealer.up_to(meld.len() - 1);
        let released = meld.as_slice()[place].card();
        let with_joker = meld
            .iter()
            .enumerate()
            .map(|(k, placed)| if k == place { Placed::joker_as(released) } else { placed });
        before.push(Meld::new(with_joker).expect("a few cards"));
        hand.insert(released).expect("a few cards");
        let rank = Rank::ALL[dealer.up_to(12)];
        let [one, other, wild] = [0, 1, 2].map(|suit| Card::new(rank, Suit::ALL[suit]));
        after.push(Meld::new([one.into(), other.into(), Placed::joker_as(wild)]).expect("a set"));
        hand.insert(one).and_then(|()| hand.insert(other)).expect("a few cards");
    }
    let table = Table::new(before).expect("melds");
    rules.melds().check_deck(&[&table.cards(), &hand]).ok()?;
    Some(Turn {
        rules,
        table,
        expected: Ok(hand.len()),
        hand,
        open: Cards::EMPTY,
        opened: true,
        submitted: Table::new(after).expect("melds"),
    })
}
