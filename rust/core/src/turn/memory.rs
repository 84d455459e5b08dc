//! What a player's last turn says about the next.

use super::{Lay, Objective, Position, TurnRules, Wish};
use crate::card::Card;
use crate::cards::Cards;
use crate::solver::Requirement;

/// What a player remembers: that of these hand cards none could be laid on a table of these cards.
///
/// That stays true for ever, so a player who meets the same table again can only lay what is new in
/// the hand, and many new cards have no company to lie with. It spares searches and changes nothing
/// else: whoever remembers nothing does the same.
///
/// Only positions without jokers are remembered. There the cards on the table decide what can be
/// laid, and what can be laid in two turns can be laid in one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Memory {
    known: Option<Barren>,
}

#[derive(Clone, Copy, Debug)]
struct Barren {
    melded: Cards,
    open: Cards,
    requirement: Requirement,
    hand: Cards,
}

impl Memory {
    /// Whether it is known that nothing can be laid from this position.
    pub(crate) fn rules_out(&self, rules: &TurnRules, position: &Position<'_>) -> bool {
        let Some(known) = &self.known else { return false };
        if known.requirement != rules.requirement(position.opened)
            || known.melded != *position.table.melded()
            || known.open != *position.open
        {
            return false;
        }
        let new = position.hand.difference(&known.hand);
        if new.is_empty() {
            return true;
        }
        let all = known.melded.saturating_add(&known.open).saturating_add(position.hand);
        let mut fresh = Card::all().filter(|&card| new.contains(card));
        fresh.all(|card| !rules.melds().has_company(card, &all))
    }

    /// Remembers what the best lay says, which is played if it lays something.
    pub(crate) fn learn(
        &mut self,
        rules: &TurnRules,
        position: &Position<'_>,
        wish: &Wish<'_>,
        lay: &Lay,
    ) {
        let melded = position.table.melded().saturating_add(&lay.laid).saturating_add(&lay.used);
        let open = position.open.difference(&lay.used);
        let hand = position.hand.difference(&lay.laid);
        let jokers = [&melded, &open, &hand].iter().any(|cards| cards.contains(Card::JOKER));
        let all_gain = match wish.objective {
            Objective::Cards => true,
            Objective::Points | Objective::Weights(_) => {
                rules.weights(wish.objective).is_ok_and(|weights| {
                    Card::all().all(|c| weights[c.index()] > 0 || !hand.contains(c))
                })
            }
        };
        let whole_hand = wish.keep.is_empty() && wish.at_most.is_none();
        // What a limit left over may be laid in the next turn.
        let as_much_as_can_be = lay.laid.is_empty() || rules.cap().is_none();
        if !jokers && all_gain && whole_hand && as_much_as_can_be {
            // Whoever lays something has opened, or need not.
            let opened = position.opened || !lay.laid.is_empty();
            let requirement = rules.requirement(opened);
            self.known = Some(Barren { melded, open, requirement, hand });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::solver::Solver;
    use crate::table::Table;

    struct Player {
        rules: TurnRules,
        memory: Memory,
    }

    impl Player {
        fn new(rules: &str) -> Self {
            let rules = TurnRules::new(&rules.parse::<Rules>().unwrap());
            Self { rules, memory: Memory::default() }
        }

        /// Takes a turn; what is laid.
        fn plays(&mut self, table: &str, hand: &str, wish: &Wish<'_>) -> String {
            let lay = |position: &Position<'_>| {
                let mut solver = Solver::new(self.rules.melds());
                let lay = self.rules.best_lay(&mut solver, position, wish).unwrap();
                self.memory.learn(&self.rules, position, wish, &lay);
                lay.laid.to_string()
            };
            in_position(table, hand, true, lay)
        }

        fn knows(&self, table: &str, hand: &str) -> bool {
            in_position(table, hand, true, |at| self.memory.rules_out(&self.rules, at))
        }
    }

    fn in_position<T>(
        table: &str,
        hand: &str,
        opened: bool,
        f: impl FnOnce(&Position<'_>) -> T,
    ) -> T {
        let (table, hand): (Table, Cards) = (table.parse().unwrap(), hand.parse().unwrap());
        f(&Position { table: &table, hand: &hand, open: &Cards::EMPTY, opened })
    }

    #[test]
    fn what_could_not_be_laid_still_cannot() {
        let mut player = Player::new("modiano");
        assert!(!player.knows("", ""));
        assert_eq!(player.plays("4h 5h 6h", "8h 2c 9d", &Wish::default()), "");
        assert!(player.knows("4h 5h 6h", "8h 2c 9d"));
        assert!(player.knows("4h 5h 6h", "8h 9d"));
        // A king has no company; a 7 goes with the run, and a 9 may with the 8 that is there.
        assert!(player.knows("4h 5h 6h", "8h 2c 9d Ks"));
        assert!(!player.knows("4h 5h 6h", "8h 2c 9d Ks 7h"));
        assert!(!player.knows("4h 5h 6h 7h", "8h 2c 9d"));
    }

    #[test]
    fn having_opened_counts_where_there_is_an_opening() {
        for (rules, known) in [("modiano", true), ("modiano(opening=own_meld)", false)] {
            let mut player = Player::new(rules);
            assert_eq!(player.plays("4h 5h 6h", "8h 2c", &Wish::default()), "");
            assert!(player.knows("4h 5h 6h", "8h 2c"));
            let knows = |position: &Position<'_>| player.memory.rules_out(&player.rules, position);
            assert_eq!(in_position("4h 5h 6h", "8h 2c", false, knows), known);
        }
    }

    #[test]
    fn what_is_left_of_the_most_cards_cannot_be_laid_next() {
        let mut player = Player::new("modiano");
        assert_eq!(player.plays("4h 5h 6h", "7h 8h 2c 9d", &Wish::default()), "7h 8h");
        assert!(player.knows("4h 5h 6h 7h 8h", "2c 9d"));
        assert!(!player.knows("4h 5h 6h | 7h 8h 9h", "2c 9d"));
    }

    #[test]
    fn what_was_not_looked_at_is_not_known() {
        let known_after = |rules: &str, hand: &str, wish: &Wish<'_>| {
            let mut player = Player::new(rules);
            let laid = player.plays("4h 5h 6h", hand, wish);
            let hand = hand.parse::<Cards>().unwrap().difference(&laid.parse().unwrap());
            player.knows(&format!("4h 5h 6h {laid}"), &hand.to_string())
        };
        let keep: Cards = "7h".parse().unwrap();
        assert!(known_after("modiano", "7h 9d", &Wish::default()));
        assert!(!known_after("modiano", "7h 9d", &Wish { keep: &keep, ..Wish::default() }));
        assert!(!known_after("modiano", "7h 8h", &Wish { at_most: Some(1), ..Wish::default() }));
        assert!(!known_after("modiano(turn_cap=1)", "7h 8h", &Wish::default()));
        let free = |card: &str| {
            let mut weights = [1; Card::COUNT];
            weights[card.parse::<Card>().unwrap().index()] = 0;
            let objective = Objective::Weights(&weights);
            known_after("modiano", "7h 9d", &Wish { objective, ..Wish::default() })
        };
        assert!(free("6c") && !free("7h") && !free("9d"));
        assert!(!known_after("agimeg-jokers4", "9d *", &Wish::default()));
    }
}
