//! Random play under every preset keeps the laws of conservation (R4.6), is judged as by the oracle,
//! comes to an end, and replays from its record to the same state.

use std::sync::Arc;

use machiavelli_core::record::{Header, Journal};
use machiavelli_core::rules::Rules;
use machiavelli_core::solver::Solver;
use machiavelli_core::state::{
    Action, Cause, Chance, DrawReason, Event, Events, House, PlayError, Seat, State, Verdict,
};
use machiavelli_core::turn::Wish;
use machiavelli_core::{Card, Cards, Meld, Placed, Table};

use crate::effort;
use crate::oracle::{Oracle, Start};
use crate::scene::whole_deck;

/// Every preset, with what it needs, and variations that its relatives do not try.
pub(crate) fn all_rules() -> Vec<Rules> {
    let needed = |name: &str| match name {
        "agimeg-category" => "category_values={number:1, figure:2, ace:3, joker:5}",
        "agimeg-threshold" => "threshold=60",
        "agimeg-small-hand" => "deal={2:9, 3:9, 4:8, 5:8, 6:7, 7:7, 8:6}",
        _ => "",
    };
    let presets = Rules::presets().map(|name| format!("{name}({})", needed(name)));
    let more = [
        "modiano(invalid_submit=reject, pure_rearrange=penalty)",
        "modiano(exhaustion=play_on, play_after_idle_draw=true)",
        "modiano(exhaustion=stop_on_failed_draw, draw_laid=1, penalty=undo)",
        "agimeg-severe(exhaustion=play_on, pure_rearrange=keep, opening=own_meld)",
        "agimeg-severe(open_cards=4, identical_melds=forbidden, invalid_submit=penalise)",
        "guadalupe(co_winners=one_more_turn, exhaustion=stop_on_failed_draw, turn_seconds=9)",
        "thirty-six(co_winners=same_round, penalty=severe, turn_cap=5)",
        "agimeg-draw-first(exhaustion=play_on, co_winners=one_more_turn)",
        "agimeg-must-play(exhaustion=play_on, opening=points)",
        "agimeg-threshold(threshold=30, tie_break=extra_deal, next_dealer=winner)",
        "agimeg(deals=2, tie_break=extra_deal, next_dealer=winner, deal=flat:4)",
        "agimeg-single(allow_empty_stock=true, deal=flat:26, exhaustion=play_on)",
    ];
    presets.chain(more.map(str::to_owned)).map(|text| text.parse().unwrap()).collect()
}

/// Plays like somebody who lays more or less, gives up, tries what is not legal, and is slow.
struct Player<'a> {
    solver: Solver,
    chance: &'a mut Chance,
}

impl Player<'_> {
    fn one_in(&mut self, n: u32) -> bool {
        self.chance.below(n) == 0
    }

    fn some_of(&mut self, cards: &Cards) -> Cards {
        let mut some = Cards::EMPTY;
        for card in cards.iter() {
            if self.one_in(3) {
                some.insert(card).unwrap();
            }
        }
        some
    }

    fn act(&mut self, state: &State, seat: Seat) -> Action {
        let view = state.view(seat);
        if self.one_in(25) && view.house.rules().options().turn_seconds.is_some() {
            return Action::TimeOut;
        }
        if self.one_in(20) {
            return self.mistake(state, seat);
        }
        let keep = if self.one_in(4) { self.some_of(&view.hand) } else { Cards::EMPTY };
        let at_most = if self.one_in(4) { Some(self.chance.below(5)) } else { None };
        let turn = view.house.turn();
        let wish = Wish { keep: &keep, at_most, ..Wish::default() };
        // With jokers among many cards the best lay can take long to find.
        let jokers = view.house.rules().options().jokers > 0;
        if jokers && (view.hand.len() > 13 || at_most.is_some() || !self.one_in(4)) {
            return self.improvise(state, seat).unwrap_or_else(|| self.lay_nothing(state));
        }
        let lay = turn.best_lay(&mut self.solver, &view.position(), &wish).unwrap();
        if lay.laid.is_empty() {
            return self.lay_nothing(state);
        }
        Action::Submit(turn.arrange(&mut self.solver, &view.position(), &lay))
    }

    /// Cards of the hand beside a meld, or as a new one, as often as it takes to be legal.
    fn improvise(&mut self, state: &State, seat: Seat) -> Option<Action> {
        let hand: Vec<Card> = state.hand(seat).iter().collect();
        for _ in 0..200 {
            let mut entries = state.table().entries().to_vec();
            let some = self.chance.below(entries.len() as u32 + 1) as usize;
            let mut meld: Vec<Placed> = Vec::new();
            let mut wanted = 3;
            if some < entries.len() {
                meld.extend(&entries.swap_remove(some));
                wanted = 1 + self.chance.below(2);
            }
            let mut left = hand.clone();
            for _ in 0..wanted {
                if left.is_empty() {
                    break;
                }
                let card = left.swap_remove(self.chance.below(left.len() as u32) as usize);
                // A joker in a set names any card at all, which is right now and then.
                let value = Card::from_index(self.chance.below(53) as usize).unwrap();
                let placed = if card.is_joker() { Placed::joker_as(value) } else { card.into() };
                let place = self.chance.below(meld.len() as u32 + 1) as usize;
                meld.insert(place, placed);
            }
            entries.push(Meld::new(meld).unwrap());
            let action = Action::Submit(Table::new(entries).unwrap());
            if matches!(state.judge(seat, &action), Ok(Verdict::Lays(_))) {
                return Some(action);
            }
        }
        None
    }

    fn lay_nothing(&mut self, state: &State) -> Action {
        match self.chance.below(6) {
            0 => Action::Draw(None),
            1 => {
                // Layouts aside, this is often another table.
                let mut entries = state.table().entries().to_vec();
                self.chance.shuffle(&mut entries);
                Action::Submit(Table::new(entries).unwrap())
            }
            2 => self.rearranged(state),
            _ => Action::Pass,
        }
    }

    /// Two melds in one, or one in two: legal or not.
    fn rearranged(&mut self, state: &State) -> Action {
        let mut entries = state.table().entries().to_vec();
        self.chance.shuffle(&mut entries);
        match entries.pop() {
            Some(meld) if meld.len() >= 6 => {
                let (low, high) = meld.as_slice().split_at(3);
                let halves = [low, high].map(|cards| Meld::new(cards.iter().copied()).unwrap());
                entries.extend(halves);
            }
            Some(meld) => match entries.pop() {
                Some(other) => entries.push(Meld::new(other.iter().chain(&meld)).unwrap()),
                None => entries.push(meld),
            },
            None => {}
        }
        Action::Submit(Table::new(entries).unwrap())
    }

    /// Lays some cards as a meld that is none, most often, or gives up while they lie there.
    fn mistake(&mut self, state: &State, seat: Seat) -> Action {
        let mut entries = state.table().entries().to_vec();
        let laid = self.some_of(state.hand(seat));
        if !laid.is_empty() {
            entries.push(Meld::new(laid.iter().map(Into::into)).unwrap());
        }
        if self.one_in(2) && entries.len() > 1 {
            let last = entries.pop().unwrap();
            let other = entries.pop().unwrap();
            entries.push(Meld::new(other.iter().chain(&last)).unwrap());
        }
        let table = Table::new(entries).unwrap();
        match self.chance.below(4) {
            0 => Action::Concede(None),
            1 => Action::Concede(Some(table)),
            2 => Action::Draw(Some(table)),
            _ => Action::Submit(table),
        }
    }
}

fn all_hands(state: &State) -> Cards {
    Seat::all().fold(Cards::EMPTY, |sum, seat| sum.saturating_add(state.hand(seat)))
}

/// What holds of every state (L4, L5, L7).
fn check_state(state: &State, deck: &Cards) {
    let stock = state.stock().iter().fold(Cards::EMPTY, |mut sum, &card| {
        sum.insert(card).unwrap();
        sum
    });
    let all = all_hands(state).saturating_add(&state.table().cards()).saturating_add(&stock);
    assert_eq!(all, *deck, "L7");
    state.table().check(state.house().melds(), state.open()).expect("L5");
    assert_eq!(state.table().alone(), state.open(), "L5");
    for seat in Seat::all() {
        let plays = state.players().contains(seat) && !state.out().contains(seat);
        assert_eq!(state.hand(seat).is_empty(), !plays, "{seat}");
    }
    assert!((state.opened() - state.players()).is_empty());
}

/// What holds between the states before and after an action of this player (L1 to L3, L6).
fn check_change(before: &State, after: &State, seat: Seat, events: &Events) {
    let (mut laid, mut taken, mut drawn) = (Cards::EMPTY, Cards::EMPTY, Cards::EMPTY);
    let mut others = Cards::EMPTY;
    let mut idle = true;
    for event in events {
        match event {
            Event::Laid { seat: by, cards } => {
                assert_eq!(*by, seat);
                assert!(!cards.is_empty(), "L6");
                laid = *cards;
                idle = false;
            }
            Event::Took { cards, cause, .. } => {
                assert!(!cards.is_empty() && *cause != Cause::TimedOut);
                taken = *cards;
                idle = false;
            }
            Event::Rearranged(_) => idle = false,
            Event::Drew { seat: by, count, cards: Some(cards), reason } => {
                assert_eq!((cards.len(), *count > 0), (*count, true));
                let whose = if *by == seat && *reason != DrawReason::Start {
                    &mut drawn
                } else {
                    &mut others
                };
                *whose = whose.saturating_add(cards);
            }
            _ => {}
        }
    }
    let (table, next) = (before.table().cards(), after.table().cards());
    if taken.is_empty() {
        assert_eq!(next, table.saturating_add(&laid), "L1");
    } else {
        // What was laid and taken back is in neither; the rest came from the table.
        assert!(laid.is_subset(&next), "R4.10");
        assert!(table.difference(&next).is_subset(&taken), "R4.10");
    }
    if idle {
        assert_eq!(before.table(), after.table());
    }
    assert!(laid.is_subset(before.hand(seat)), "L2");
    let hands =
        all_hands(before).saturating_add(&table).saturating_add(&drawn).saturating_add(&others);
    assert_eq!(all_hands(after).saturating_add(&next), hands);
    if taken.is_empty() && after.players().len() > 1 && others.is_empty() {
        let held = before.hand(seat).difference(&laid).saturating_add(&drawn);
        assert_eq!(*after.hand(seat), held, "L3");
    }
    for other in Seat::all().filter(|&other| other != seat) {
        assert!(before.hand(other).is_subset(after.hand(other)));
    }
}

/// What a submission comes to is what the oracle says (R4.16, and with jokers L8).
fn check_judgement(
    oracle: &Oracle,
    before: &State,
    seat: Seat,
    action: &Action,
    verdict: &Result<Verdict, PlayError>,
) {
    let Action::Submit(table) = action else { return };
    let melds = before.table().entries().iter().filter(|entry| entry.len() > 1);
    let start = Start {
        table: Table::new(melds.cloned()).unwrap(),
        hand: *before.hand(seat),
        open: *before.open(),
        opened: before.opened().contains(seat),
    };
    let lays_nothing = table.cards().is_subset(&before.table().cards());
    if lays_nothing && !before.house().rules().options().may_decline {
        return; // whether something could be laid takes the oracle too long
    }
    let code = match verdict {
        Ok(Verdict::Lays(report)) => Ok(report.laid),
        Ok(Verdict::Idles) => Ok(Cards::EMPTY),
        Ok(Verdict::Fails(Cause::Illegal(error)) | Verdict::Takes(Cause::Illegal(error))) => {
            Err(error.code().as_str())
        }
        Ok(Verdict::Restores(error)) => Err(error.code().as_str()),
        Ok(verdict) => panic!("{verdict:?} of a submission"),
        Err(error) => Err(error.code().as_str()),
    };
    assert_eq!(code, oracle.judge(&start, table), "\"{table}\" from {start:?}");
}

/// Plays one deal; the number of actions.
fn play_deal(
    journal: &mut Journal,
    oracle: &Oracle,
    deck: &Cards,
    player: &mut Player<'_>,
) -> usize {
    for actions in 0..20_000 {
        let before = journal.state().clone();
        check_state(&before, deck);
        let Some(seat) = before.on_turn() else { return actions };
        let action = player.act(&before, seat);
        let verdict = before.judge(seat, &action);
        check_judgement(oracle, &before, seat, &action, &verdict);
        let events = match journal.apply(seat, action) {
            Ok(events) => events,
            Err(error) => {
                assert_eq!(verdict, Err(error));
                assert_eq!(*journal.state(), before);
                // Whatever was refused, giving up is always possible.
                journal.apply(seat, Action::Concede(None)).unwrap()
            }
        };
        check_change(&before, journal.state(), seat, &events);
    }
    panic!("no end under {}", journal.state().house().rules());
}

/// Plays a match or its first deals, and replays it from its record; how many deals and actions.
fn play_match(
    house: &Arc<House>,
    oracle: &Oracle,
    players: usize,
    seed: u64,
    deals: u32,
) -> (u32, usize) {
    let header = Header {
        house: Arc::clone(house),
        names: vec![String::new(); players],
        seed: Some(seed),
        dealer: Seat::from_index(seed as usize % players).unwrap(),
    };
    let all = whole_deck(house.rules());
    let mut chance = Chance::of_lot(seed);
    let mut player = Player { solver: Solver::new(house.melds()), chance: &mut chance };
    let (mut journal, _) = Journal::start(header, None).unwrap();
    let mut actions = 0;
    loop {
        actions += play_deal(&mut journal, oracle, &all, &mut player);
        let state = journal.state();
        let outcome = state.outcome().unwrap();
        assert!(!outcome.winners.is_empty());
        assert!((outcome.winners - state.players()).is_empty());
        let (played, number) = (state.players(), state.sheet().deals());
        if state.sheet().winners().is_some() || number == deals {
            let text = journal.record().to_string();
            assert_eq!(Journal::read(&text).unwrap(), journal, "{text}");
            return (number, actions);
        }
        journal.next_deal(None).unwrap();
        assert!((journal.state().players() - played).is_empty(), "nobody comes back");
    }
}

#[test]
fn random_play_keeps_the_laws_and_ends() {
    for rules in all_rules() {
        let most = usize::from(rules.options().players_max);
        let oracle = Oracle::new(&rules);
        let house = Arc::new(House::new(rules));
        let (mut deals, mut actions, mut seed) = (0, 0, 0);
        // A thousand deals under each of them where tests run at length.
        while deals < 20 * effort() as u32 {
            let players = 2 + (seed as usize * 3 + 1) % (most - 1);
            if house.rules().check_players(players).is_ok() {
                let (more, done) = play_match(&house, &oracle, players, seed, 3);
                deals += more;
                actions += done;
            }
            seed += 1;
        }
        assert!(actions > 2 * deals as usize, "{} is hardly played", house.rules());
    }
}
