//! The presets and the cases about rules in `tests/data/cases.json`.

use std::collections::BTreeSet;
use std::fs;

use machiavelli_core::rules::{OptionValue, Options, Preset, Rules, Source, Values};
use machiavelli_core::{Card, Cards, Rank};
use serde_json::Value;

fn raw() -> String {
    let path = format!("{}/../../tests/data/cases.json", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn data() -> Value {
    serde_json::from_str(&raw()).expect("JSON")
}

/// The cases of a kind, each with its name for messages.
fn cases(kind: &str) -> Vec<(String, Value)> {
    let data = data();
    let cases = data["cases"].as_array().expect("a list of cases").iter();
    let of_kind = cases.filter(|case| case["kind"] == kind);
    let found: Vec<_> = of_kind
        .map(|case| (case["id"].as_str().expect("an id").to_owned(), case.clone()))
        .collect();
    assert!(!found.is_empty(), "no case of kind {kind}");
    found
}

/// An option's value as the data write it. What the caller has to supply is written `required`
/// there; here it is null, but for the table of the deal, which has a word of its own.
fn value(json: &Value) -> OptionValue {
    match json {
        Value::Null => OptionValue::Null,
        Value::Bool(value) => OptionValue::Bool(*value),
        Value::Number(number) => OptionValue::Int(number.as_i128().expect("a whole number")),
        Value::String(text) if text == "required" => OptionValue::Null,
        Value::String(text) => OptionValue::Text(text.clone()),
        Value::Object(map) => {
            OptionValue::Map(map.iter().map(|(key, json)| (key.clone(), value(json))).collect())
        }
        Value::Array(_) => panic!("no option is a list: {json}"),
    }
}

fn overrides(input: &Value) -> Vec<(&str, OptionValue)> {
    let set = input["set"].as_object();
    set.map_or_else(Vec::new, |set| set.iter().map(|(k, v)| (k.as_str(), value(v))).collect())
}

fn number(json: &Value) -> usize {
    json.as_u64().unwrap_or_else(|| panic!("{json} is no number")) as usize
}

#[test]
fn options_have_the_names_and_the_order_of_the_rules() {
    let raw = raw();
    let mut rest = &raw[raw.find("\"modiano\"").expect("the first preset")..];
    for name in Options::NAMES {
        let at = rest.find(&format!("\"{name}\"")).unwrap_or_else(|| panic!("{name} comes later"));
        rest = &rest[at..];
    }
    let data = data();
    let options = data["presets"]["modiano"]["options"].as_object().expect("options");
    assert_eq!(options.len(), Options::NAMES.len());
}

#[test]
fn presets_expand_to_the_data() {
    let data = data();
    let presets = data["presets"].as_object().expect("presets");
    let names: BTreeSet<&str> = Rules::presets().collect();
    assert_eq!(names, presets.keys().map(String::as_str).collect());
    assert_eq!(Rules::presets().len(), 35);
    for preset in Preset::ALL {
        let expected = &presets[preset.name()];
        let mut options = Options::default();
        for (name, json) in expected["options"].as_object().expect("options") {
            options.set(name, &value(json)).unwrap_or_else(|reason| panic!("{reason}"));
        }
        assert_eq!(preset.options(), options, "{}", preset.name());
        let labels: Vec<&str> = preset.sources().iter().map(|source| source.as_str()).collect();
        assert_eq!(labels.join("/"), expected["source"], "{}", preset.name());
    }
}

#[test]
fn presets_come_in_the_order_of_the_data() {
    let raw = raw();
    let mut rest = &raw[raw.find("\"presets\"").expect("presets")..];
    for name in Rules::presets() {
        let at = rest.find(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name} comes later"));
        rest = &rest[at..];
    }
}

#[test]
fn presets_build_on_one_another() {
    let parent = |name: &str| Preset::find(name).and_then(Preset::parent).map(Preset::name);
    assert_eq!(parent("modiano"), None);
    assert_eq!(parent("agimeg"), Some("modiano"));
    assert_eq!(parent("tahiti"), Some("agimeg"));
    assert_eq!(parent("wikipedia"), Some("modiano"));
    assert_eq!(parent("wikipedia-jokers-free"), Some("wikipedia-jokers"));
    for preset in Preset::ALL {
        let base = preset.parent().map_or_else(Options::default, Preset::options);
        let differs = preset.options().differences(&base).len();
        // The maps that the caller has to supply are no difference yet.
        assert_eq!(differs == 0, preset.name() == "modiano", "{}", preset.name());
        assert!(preset.summary().len() < 80, "{}", preset.name());
    }
    let differences = |name: &str| {
        let preset = Preset::find(name).expect(name);
        preset.options().differences(&preset.parent().expect(name).options())
    };
    assert_eq!(differences("agimeg-category"), [("score", "category".into())]);
    assert_eq!(
        differences("agimeg-draw-two"),
        [("draw_start", 1.into()), ("draw_start_preopen", 2.into()), ("draw_idle", 0.into())],
    );
    assert_eq!(Source::AgimegGuide.title(), "AGIMEG guide");
}

#[test]
fn configurations() {
    for (id, case) in cases("config") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let built = Rules::with(input["preset"].as_str().expect(&id), overrides(input));
        let checked = built.and_then(|rules| match input["players"].as_u64() {
            Some(players) => rules.check_players(players as usize).map(|()| rules),
            None => Ok(rules),
        });
        match checked {
            Ok(rules) => {
                assert_eq!(expected["ok"], true, "{id}");
                if !expected["stock"].is_null() {
                    let stock = rules.stock(number(&input["players"]));
                    assert_eq!(stock, Some(number(&expected["stock"])), "{id}");
                }
                if !expected["deals"].is_null() {
                    assert_eq!(rules.options().get("deals"), Some(value(&expected["deals"])));
                }
            }
            Err(error) => {
                let codes: Vec<&str> = error.reasons.iter().map(|r| r.code.as_str()).collect();
                assert_eq!(codes, [expected["error"].as_str().expect(&id)], "{id}: {error}");
            }
        }
    }
}

#[test]
fn decks_and_stocks() {
    for (id, case) in cases("deal") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let pack = if input["pack_size"] == 40 { "neapolitan40" } else { "french52" };
        let rules = Rules::with(
            "modiano",
            [
                ("decks", value(&input["decks"])),
                ("pack", pack.into()),
                ("jokers", value(&input["jokers"])),
                ("players_max", 8.into()),
                ("deal", OptionValue::Text(format!("flat:{}", input["hand"]))),
                ("open_cards", value(&input["open_cards"])),
                ("allow_empty_stock", true.into()),
            ],
        )
        .expect(&id);
        let players = number(&input["players"]);
        assert_eq!(rules.check_players(players), Ok(()), "{id}");
        assert_eq!(rules.deck_size(), number(&expected["deck"]), "{id}");
        assert_eq!(rules.stock(players), Some(number(&expected["stock"])), "{id}");
    }
}

#[test]
fn decks() {
    for (id, case) in cases("deck") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let pack = input["pack"].as_str().unwrap_or("french52");
        let decks = value(&input["decks"]);
        let jokers = input["jokers"].as_array().cloned().unwrap_or_else(|| vec![0.into()]);
        let sizes: Vec<usize> = jokers
            .iter()
            .map(|jokers| {
                let options =
                    [("decks", decks.clone()), ("pack", pack.into()), ("jokers", value(jokers))];
                Rules::with("modiano", options).expect(&id).deck_size()
            })
            .collect();
        match &expected["cards"] {
            Value::Array(cards) => assert_eq!(sizes, cards.iter().map(number).collect::<Vec<_>>()),
            cards => assert_eq!(sizes, [number(cards)]),
        }
        if let Some(ranks) = expected["ranks"].as_str() {
            let rules = Rules::with("modiano", [("pack", pack.into())]).expect(&id);
            let has = |rank: &Rank| rules.options().pack.has(*rank);
            let letters: String = Rank::ALL.iter().copied().filter(has).map(Rank::letter).collect();
            assert_eq!(letters, ranks, "{id}");
        }
    }
}

#[test]
fn hand_sizes() {
    for (id, case) in cases("deal_sizes") {
        let rules = Rules::preset(case["input"]["preset"].as_str().expect(&id)).expect(&id);
        let sizes = case["expected"].as_object().expect(&id);
        for players in 0..10_usize {
            let expected = sizes.get(&players.to_string()).map(number);
            assert_eq!(rules.hand_size(players).map(usize::from), expected, "{players} players");
        }
    }
}

#[test]
fn card_values() {
    for (id, case) in cases("values") {
        let rules = Rules::preset(case["input"]["preset"].as_str().expect(&id)).expect(&id);
        for (letter, points) in case["expected"].as_object().expect(&id) {
            let ours = Card::all().filter(|card| card.to_string().starts_with(letter));
            for card in ours {
                let value = rules.options().values.points(card);
                assert_eq!(value.map(usize::from), Some(number(points)), "{id}: {card}");
            }
        }
    }
}

#[test]
fn points_of_hands() {
    for (id, case) in cases("score") {
        let input = &case["input"];
        let hand: Cards = input["hand"].as_str().expect(&id).parse().expect(&id);
        let mut options = Options::default();
        options.set("category_values", &value(&input["category_values"])).expect(&id);
        options.set("flat_value", &value(&input["flat_value"])).expect(&id);
        let points = |card| match input["score"].as_str() {
            Some("flat") => Some(options.flat_value),
            Some("value") => options.values.points(card),
            Some("category") => options.category_values.expect(&id).points(card),
            _ => panic!("{id}: no score"),
        };
        let sum: u16 = hand.iter().map(|card| points(card).expect("a value")).sum();
        assert_eq!(usize::from(sum), number(&case["expected"]["points"]), "{id}");
    }
}

#[test]
fn every_case_can_be_played() {
    let data = data();
    for case in data["cases"].as_array().expect("cases").iter().filter(|c| c["kind"] != "config") {
        if let Some(preset) = case["input"]["preset"].as_str() {
            let rules = Rules::with(preset, overrides(&case["input"]));
            assert!(rules.is_ok(), "{}: {rules:?}", case["id"]);
        }
    }
}

#[test]
fn stocks_of_the_table_of_the_rules() {
    // R2.8: a row per number of players from 2 to 8, a column per deck and deal.
    let columns: [(&str, [Option<usize>; 7]); 9] = [
        ("flat 104", [Some(78), Some(65), Some(52), Some(39), Some(26), Some(13), Some(0)]),
        ("reduced", [Some(78), Some(77), Some(76), Some(79), Some(74), None, None]),
        ("jokers=2", [Some(80), Some(67), Some(54), Some(41), Some(28), Some(15), Some(2)]),
        ("jokers=4", [Some(82), Some(69), Some(56), Some(43), Some(30), Some(17), Some(4)]),
        ("tahiti", [Some(94), Some(89), Some(84), Some(79), Some(74), Some(69), Some(64)]),
        ("guadalupe", [Some(94), Some(89), Some(84), Some(79), Some(74), Some(69), Some(64)]),
        ("decks=3", [Some(130), Some(117), Some(104), Some(91), Some(78), Some(65), Some(52)]),
        ("decks=1", [Some(26), Some(13), Some(0), None, None, None, None]),
        ("neapolitan", [Some(54), Some(41), Some(28), Some(15), Some(2), None, None]),
    ];
    for (column, stocks) in columns {
        let text = match column {
            "flat 104" => "agimeg".to_owned(),
            "reduced" => "agimeg-reduced".to_owned(),
            option if option.contains('=') => format!("agimeg({option})"),
            preset => preset.to_owned(),
        };
        let rules: Rules = text.parse().expect(&text);
        let rules = rules.replace([("players_max", 8.into())]).expect(&text);
        for (players, stock) in (2..).zip(stocks) {
            assert_eq!(rules.stock(players), stock, "{column}, {players} players");
            let playable = rules.check_players(players).is_ok();
            assert_eq!(playable, stock.is_some_and(|stock| stock > 0), "{column}, {players}");
        }
    }
}

#[test]
fn no_values_are_no_points() {
    assert!(Card::all().all(|card| Values::NONE.points(card).is_none()));
}
