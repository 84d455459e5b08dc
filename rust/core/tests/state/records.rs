//! Games as text: written, read, cut off, damaged, resumed.

use std::sync::Arc;

use machiavelli_core::ErrorCode;
use machiavelli_core::player::{Builtin, Strategy};
use machiavelli_core::record::{Header, Journal, Step};
use machiavelli_core::rules::Rules;
use machiavelli_core::state::{Action, Chance, Deck, House, Seats, Setup};

use crate::effort;
use crate::laws::all_rules;
use crate::scene::{cards, rules, seat, table};

fn header(rules: Rules, players: usize, seed: u64) -> Header {
    let names = ["Anna", "Bruno", "Carla", "", "Elio", "Franca", "Gino", "Ida"];
    Header {
        house: Arc::new(House::new(rules)),
        names: names[..players].iter().map(|&name| name.to_owned()).collect(),
        seed: Some(seed),
        dealer: seat(players - 1),
    }
}

/// A match or its first deals, some of them from given cards, with mistakes among the actions.
fn played(rules: &Rules, players: usize, seed: u64, deals: u32) -> Journal {
    let given = |number: u32, rules: &Rules| {
        let melds = machiavelli_core::MeldRules::new(rules);
        number
            .is_multiple_of(2)
            .then(|| Deck::shuffled(&melds, &mut Chance::of_deal(seed + 7, number)))
    };
    let (mut journal, _) = Journal::start(header(rules.clone(), players, seed), None).unwrap();
    let mut chance = Chance::of_lot(seed);
    for number in 1..=deals {
        let player = Builtin::new(Strategy::Random, seed);
        while let Some(seat) = journal.state().on_turn() {
            let limit = rules.options().turn_seconds.is_some();
            let table = journal.state().table().clone();
            let action = match chance.below(30) {
                0 => Action::Concede(None),
                1 => Action::Concede(Some(table)),
                2 if limit => Action::TimeOut,
                3 => Action::Draw(None),
                _ => player.decide(&journal.state().view(seat)),
            };
            // What is refused is not recorded.
            if journal.apply(seat, action).is_err() {
                journal.apply(seat, Action::Concede(None)).unwrap();
            }
        }
        if journal.state().sheet().winners().is_some() || number == deals {
            break;
        }
        journal.next_deal(given(number + 1, rules)).unwrap();
    }
    journal
}

#[test]
fn a_record_reads_back_as_the_game_it_is_of() {
    for rules in all_rules() {
        if rules.check_players(2).is_err() {
            continue;
        }
        let players = 2 + usize::from(rules.check_players(3).is_ok());
        for seed in 0..effort() as u64 {
            let journal = played(&rules, players, seed, 3);
            let text = journal.record().to_string();
            let read = Journal::read(&text).unwrap_or_else(|damage| panic!("{damage}\n{text}"));
            assert_eq!(read, journal);
            assert_eq!(read.record().to_string(), text);

            let mut replay = journal.record().replay();
            let steps = replay.by_ref().count();
            let derived = |step: &&Step| matches!(step, Step::Score(..) | Step::Won(_));
            let told = journal.record().steps().filter(derived).count();
            assert_eq!(steps + told, journal.record().steps().len());
            assert_eq!(replay.state(), Some(journal.state()));
        }
    }
}

#[test]
fn every_complete_line_survives_a_cut() {
    let journal = played(&rules("agimeg(deals=2, deal=flat:5)"), 3, 4, 2);
    let text = journal.record().to_string();
    let start = text.find("deal 1\n").unwrap() + "deal 1\n".len();
    let states: Vec<_> = {
        let mut replay = journal.record().replay();
        let mut states = Vec::new();
        while let Some((_, _)) = replay.next() {
            states.push(replay.state().unwrap().clone());
        }
        states
    };
    for end in 0..text.len() {
        let part = &text[..end];
        let complete = part.ends_with('\n') || part.is_empty();
        let (survivor, damage) = match Journal::read(part) {
            Ok(journal) => (Some(journal), None),
            Err(damage) => (damage.journal.clone().map(|journal| *journal), Some(damage)),
        };
        if end < start {
            assert!(survivor.is_none());
            assert!(damage.is_some());
            continue;
        }
        let lines = part.matches('\n').count();
        let played = part[..=part.rfind('\n').unwrap()]
            .lines()
            .filter(|line| {
                line.starts_with(|c: char| c.is_ascii_digit()) || line.starts_with("deal ")
            })
            .count();
        assert_eq!(*survivor.unwrap().state(), states[played - 1], "{part}");
        match damage {
            None => assert!(complete),
            Some(damage) => {
                assert!(!complete);
                assert_eq!(damage.code().as_str(), "E_RECORD");
                assert_eq!(damage.line, lines + 1);
                assert!(damage.to_string().ends_with("the line is cut off"));
            }
        }
    }
}

#[test]
fn a_game_goes_on_from_its_record() {
    let journal = played(&rules("modiano(deals=2)"), 2, 1, 1);
    let mut resumed = Journal::read(&journal.record().to_string()).unwrap();
    resumed.next_deal(None).unwrap();
    let eldest = resumed.state().on_turn().unwrap();
    resumed.apply(eldest, Action::Pass).unwrap();
    let mut other = journal;
    other.next_deal(None).unwrap();
    other.apply(eldest, Action::Pass).unwrap();
    assert_eq!(resumed, other);
}

const GAME: &str = "\
machiavelli record 1
# A comment, and a blank line.

rules: modiano(deal=flat:3)
player 0: Anna
player 1:
seed: 42
dealer: 1
deal 1
0 pass
1 draw
";

/// The damage of a game of which one piece of text is replaced.
fn damage(from: &str, to: &str) -> String {
    assert!(GAME.contains(from));
    let damage = Journal::read(&GAME.replacen(from, to, 1)).unwrap_err();
    damage.to_string().replace(" of the record", "")
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    assert!(Journal::read(GAME).is_ok());
    assert!(Journal::read(&GAME.replace('\n', "\r\n")).is_ok());
    let begins = "line 1: a record begins with \"machiavelli record 1\"";
    for first in ["machiavelli record 2", "machiavelli", "{}"] {
        assert_eq!(damage("machiavelli record 1", first), begins);
    }
    assert_eq!(Journal::read("").unwrap_err().line, 1);
    for (from, to, said) in [
        (
            "rules: modiano(deal=flat:3)",
            "rules: modesto",
            "line 4: C_OPTION: there is no preset \"modesto\"",
        ),
        ("rules: modiano(deal=flat:3)", "rule modiano", "line 4: rules: NAME is expected"),
        ("player 0: Anna\n", "", "line 5: player, seed or dealer is expected"),
        ("player 1:\n", "", "line 8: C_PLAYERS: players must be 2 to 5 (players_max), not 1"),
        ("seed: 42", "seed: many", "line 7: a seed from 0 to 18446744073709551615 is expected"),
        (
            "seed: 42",
            "seed: 18446744073709551616",
            "line 7: a seed from 0 to 18446744073709551615 is expected",
        ),
        ("seed: 42\n", "", "line 8: a deal needs cards, or the match a seed"),
        ("dealer: 1", "dealer: 8", "line 8: the number of a seat is expected"),
        ("dealer: 1", "dealer: 2", "line 9: player 2 does not play, only players 0 1 do"),
        ("deal 1", "deal 2", "line 9: by the rules it would be \"deal 1\""),
        (
            "deal 1",
            "deal 1: 7c 7x",
            "line 9: cannot read \"7x\" at position 4: after the rank comes one of the suits c d h s",
        ),
        ("deal 1", "deal 1: *=7c", "line 9: a joker without a value is expected"),
        (
            "0 pass",
            "0 sing",
            "line 10: cannot read \"sing\" at position 2: an action is submit: TABLE, pass, draw, concede, or time-out",
        ),
        (
            "0 pass",
            "0 submit: 7c x",
            "line 10: cannot read \"x\" at position 13: a card begins with one of A23456789TJQK, or is *",
        ),
        ("0 pass", "pass", "line 10: the number of a seat is expected"),
        ("0 pass", "1 pass", "line 10: it is the turn of player 0, not of player 1"),
        ("0 pass", "0 time-out", "line 10: under these rules a turn has no time limit"),
        ("0 pass", "deal 2", "line 10: the deal is not over yet"),
        ("0 pass", "deal 1", "line 10: the deal is not over yet"),
    ] {
        assert_eq!(damage(from, to), said);
    }
    for text in ["", "# nothing but a comment\n"] {
        let error = Journal::read(text).unwrap_err().to_string();
        assert!(error.ends_with("a record begins with \"machiavelli record 1\""), "{error}");
    }
    let wrong = Journal::read(&GAME.replace("deal 1", "deal 1: 7c")).unwrap_err();
    assert!(wrong.to_string().contains("not the whole deck"), "{wrong}");
}

#[test]
fn scores_and_winners_are_compared() {
    let journal = played(&rules("agimeg(deals=1, deal=flat:5)"), 2, 3, 1);
    let text = journal.record().to_string();
    let line = text.lines().find(|line| line.starts_with("score: ")).unwrap();
    let other = format!("{line}0");
    let damage = Journal::read(&text.replace(line, &other)).unwrap_err();
    assert!(damage.to_string().ends_with(&format!("by the rules it would be \"{line}\"")));
    assert!(text.lines().last().unwrap().starts_with("won: "));
    // What follows from the rest may be missing at the end, and something else is one line too many.
    let cut = text.find("score: ").unwrap();
    assert_eq!(Journal::read(&text[..cut]).unwrap(), journal);
    let more = Journal::read(&format!("{text}deal 2\n")).unwrap_err();
    assert!(more.to_string().ends_with("the match is over"), "{more}");
}

#[test]
fn a_game_may_begin_in_the_middle() {
    let setup = Setup {
        dealer: seat(1),
        on_turn: seat(0),
        hands: vec![cards("Jh"), cards("2c 2d")],
        table: table("9c 9d 9h 9s | Tc Td Th Ts"),
        stock: vec!["Kd".parse().unwrap()],
        opened: Seats::first(1),
    };
    let header = header(rules("modiano(deals=2)"), 2, 5);
    let (mut journal, _) = Journal::from_setup(header.clone(), setup.clone()).unwrap();
    let text = journal.record().to_string();
    let told = "position\nhand 0: Jh\nhand 1: 2c 2d\ntable: 9c 9d 9h 9s | Tc Td Th Ts\n\
                stock: Kd\nopened: 0\nturn: 0\n";
    assert!(text.ends_with(told), "{text}");
    assert_eq!(Journal::read(&text).unwrap(), journal);
    journal.apply(seat(0), Action::Submit(table("9c 9d 9s | Tc Td Ts | 9h Th Jh"))).unwrap();
    journal.next_deal(None).unwrap();
    assert_eq!(Journal::read(&journal.record().to_string()).unwrap(), journal);

    let bare = Setup { table: table(""), stock: vec![], opened: Seats::EMPTY, ..setup.clone() };
    let house = crate::scene::house("modiano(exhaustion=play_on)");
    let (journal, _) = Journal::from_setup(Header { house, ..header.clone() }, bare).unwrap();
    assert!(journal.record().to_string().ends_with("hand 1: 2c 2d\nopened:\nturn: 0\n"));
    assert_eq!(Journal::read(&journal.record().to_string()).unwrap(), journal);

    let one = Header { names: vec!["Anna".to_owned()], ..header };
    let error = Journal::from_setup(one, setup).unwrap_err();
    assert_eq!(error.to_string(), "names and hands are equally many, not 1 and 2");
}

#[test]
fn names_fit_on_a_line() {
    let mut header = header(rules("modiano"), 2, 5);
    header.names = vec![" Anna:  | \n".to_owned(), "# 1 pass".to_owned()];
    let (journal, _) = Journal::start(header.clone(), None).unwrap();
    assert_eq!(journal.record().header().names, ["Anna:  |", "# 1 pass"]);
    assert_eq!(Journal::read(&journal.record().to_string()).unwrap(), journal);

    for (name, shown) in [("An\nna", "\\n"), ("Anna\u{7}!", "\\u{7}"), ("\u{9b}1m", "\\u{9b}")] {
        header.names[1] = name.to_owned();
        let error = Journal::start(header.clone(), None).unwrap_err();
        assert_eq!(error.code(), Some(ErrorCode::Name));
        let told = format!("the name of player 1 has the control character {shown}");
        assert_eq!(error.to_string(), told);
    }
    let text = GAME.replace("Anna", "Anna\u{7}!");
    let damage = Journal::read(&text).unwrap_err();
    let told = "line 5 of the record: the name of player 0 has the control character \\u{7}";
    assert_eq!((damage.to_string(), damage.journal), (told.to_owned(), None));
}

#[test]
fn actions_read_back_as_written() {
    for action in [
        Action::Submit(table("4h 5h 6h | 9c 9d *=9s")),
        Action::Submit(table("")),
        Action::Pass,
        Action::Draw(None),
        Action::Draw(Some(table(""))),
        Action::Draw(Some(table("4h 5h 6h"))),
        Action::Concede(None),
        Action::Concede(Some(table("4h 5h"))),
        Action::Concede(Some(table(""))),
        Action::TimeOut,
        Action::Discard("7h".parse().unwrap()),
    ] {
        assert_eq!(action.to_string().parse(), Ok(action.clone()), "{action}");
    }
    for bad in ["", "submit", "pass: 4h", "time-out:", "discard", "play: 4h", "draw 4h"] {
        assert!(bad.parse::<Action>().is_err(), "{bad}");
    }
}
