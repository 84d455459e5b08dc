use machiavelli_core::rules::Rules;
use machiavelli_core::solver::{Answer, Question, Requirement, Solver, Weights};
use machiavelli_core::{Card, Cards, Meld, MeldRules, Placed};

use super::input::Lines;

/// Lines: rules, table cards, hand, open cards, most cards. An answer is a legal lay, no other
/// question that it also answers has a better one, and where there is none the table is at fault.
pub fn lay(bytes: &[u8]) {
    read(bytes);
}

fn read(bytes: &[u8]) -> Option<()> {
    let mut lines = Lines::new(bytes)?;
    let rules = MeldRules::new(&lines.read::<Rules>()?);
    let [table, hand, open] = [lines.read::<Cards>()?, lines.read()?, lines.read()?];
    let at_most: Option<u32> = lines.read();
    let all = table.saturating_add(&hand).saturating_add(&open);
    if rules.check_deck(&[&table, &hand, &open]).is_err() || all.contains(Card::JOKER) {
        return None;
    }
    let mut bench = Bench { solver: Solver::new(&rules), rules };
    let weights = points();
    let question = Question {
        table: &table,
        hand: &hand,
        open: &open,
        weights: &weights,
        at_most,
        requirement: Requirement::None,
    };
    let Some(answer) = bench.ask(&question) else {
        assert!(!bench.solver.arrange(&table, &mut |_| ()));
        return None;
    };
    assert_eq!(bench.ask(&question), Some(answer), "the same question has the same answer");

    let free = bench.ask(&Question { at_most: None, ..question })?;
    assert!(free.value >= answer.value);
    let only = bench.ask(&Question { hand: &answer.laid, ..question })?;
    assert_eq!(only.value, answer.value);
    for requirement in [Requirement::OwnMeld, Requirement::Points(30)] {
        let strict = bench.ask(&Question { requirement, ..question })?;
        assert!(strict.value <= answer.value);
    }
    // The order of the suits is a convention.
    let [table, hand, open] = [table, hand, open].map(|cards| with_suits_turned(&cards));
    let turned = bench.ask(&Question { table: &table, hand: &hand, open: &open, ..question })?;
    assert_eq!(turned.value, answer.value);
    Some(())
}

/// A solver and the rules that it was made for.
struct Bench {
    solver: Solver,
    rules: MeldRules,
}

impl Bench {
    /// The answer, if it is a legal lay.
    fn ask(&mut self, question: &Question<'_>) -> Option<Answer> {
        let answer = self.solver.solve(question)?;
        let Answer { value, laid, opened } = answer;
        assert!(laid.is_subset(question.hand));
        assert!(opened.is_subset(question.open));
        assert!(question.at_most.is_none_or(|most| laid.len() <= most as usize));
        assert_eq!(value, laid.iter().map(|card| question.weights[card.index()]).sum());

        let all = question.table.saturating_add(&laid).saturating_add(&opened);
        let mut melds: Vec<Meld> = Vec::new();
        let mut keep = |cards: &[Card]| {
            melds.push(Meld::new(cards.iter().copied().map(Placed::from)).expect("few cards"));
        };
        assert!(self.solver.arrange(&all, &mut keep));
        let mut arranged = Cards::EMPTY;
        for meld in &melds {
            assert!(self.rules.classify(meld).is_ok(), "{meld}");
            arranged = arranged.saturating_add(&meld.cards());
        }
        assert_eq!(arranged, all);
        Some(answer)
    }
}

/// Card points, so that cards differ: pips, ten for the figures, eleven for an ace.
fn points() -> Weights {
    std::array::from_fn(|i| if i % 13 == 0 { 11 } else { (i as u32 % 13 + 1).min(10) })
}

fn with_suits_turned(cards: &Cards) -> Cards {
    let turned = |card: Card| Card::from_index((card.index() + 13) % Card::NATURAL);
    let mut result = Cards::EMPTY;
    for card in cards.iter().filter_map(turned) {
        result.insert(card).expect("as many cards as before");
    }
    result
}
