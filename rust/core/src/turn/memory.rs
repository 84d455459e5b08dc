//! What a player's last turn says about the next.

use super::{After, Lay, Objective, Position, TurnRules, Wish};
use crate::card::Card;
use crate::cards::Cards;
use crate::meld::Meld;
use crate::solver::{Lock, Requirement};

/// What a player remembers: that of these hand cards none could be laid on a table of these cards.
///
/// That stays true for ever, so a player who meets the same table again can only lay what is new in
/// the hand, and many new cards have no company to lie with. It spares searches and changes nothing
/// else: whoever remembers nothing does the same.
///
/// After a lay it is known because what can be laid in two turns can be laid in one. That holds of
/// jokers too if they are free, or if they are locked for good and stayed where they were: a joker
/// that moved could go on to cards that it may not join in the turn in which it is released (R5.8).
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    known: Option<Barren>,
}

#[derive(Clone, Debug)]
struct Barren {
    melded: Cards,
    open: Cards,
    requirement: Requirement,
    hand: Cards,
    /// Where there are jokers it matters how the table lies, and whether the player has opened.
    lies: Option<(Vec<Meld>, bool)>,
}

impl Lay {
    /// Whether nothing more could be laid with it: nothing was held back, and it gains by each card.
    pub(crate) fn leaves_nothing(
        &self,
        rules: &TurnRules,
        position: &Position<'_>,
        wish: &Wish<'_>,
    ) -> bool {
        let all_gain = match wish.objective {
            Objective::Cards => true,
            Objective::Points | Objective::Weights(_) => {
                let left = position.hand.difference(&self.laid);
                rules.weights(wish.objective).is_ok_and(|weights| {
                    Card::all().all(|c| weights[c.index()] > 0 || !left.contains(c))
                })
            }
        };
        let whole_hand = wish.keep.is_empty() && wish.at_most.is_none();
        // What a limit left over may be laid in the next turn.
        let as_much_as_can_be = self.laid.is_empty() || rules.cap().is_none();
        all_gain && whole_hand && as_much_as_can_be
    }
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
        if let Some((entries, opened)) = &known.lies {
            let same = *opened == position.opened && entries == position.table.entries();
            return same && new.is_empty();
        }
        if new.is_empty() {
            return true;
        }
        let all = known.melded.saturating_add(&known.open).saturating_add(position.hand);
        let mut fresh = Card::all().filter(|&card| new.contains(card));
        fresh.all(|card| !rules.melds().has_company(card, &all))
    }

    /// Remembers that nothing can be laid from this position.
    pub(crate) fn idled(&mut self, rules: &TurnRules, position: &Position<'_>) {
        let Position { table, hand, open, opened } = *position;
        // With jokers it is of use only if nothing is drawn, which is seldom.
        if !has_jokers(&[table.melded(), open, hand]) {
            let requirement = rules.requirement(opened);
            let (melded, open, hand) = (*table.melded(), *open, *hand);
            self.known = Some(Barren { melded, open, requirement, hand, lies: None });
        }
    }

    /// Remembers that after this lay, which [leaves nothing](Lay::leaves_nothing), there is no more.
    pub(crate) fn laid(
        &mut self,
        rules: &TurnRules,
        position: &Position<'_>,
        lay: &Lay,
        after: &After,
        opened: bool,
    ) {
        let (melded, open) = (*after.table.melded(), *after.table.alone());
        let hand = position.hand.difference(&lay.laid);
        let lies =
            has_jokers(&[&melded, &open, &hand]).then(|| (after.table.entries().to_vec(), opened));
        let laws = rules.joker_laws();
        let composes = laws.to_run
            && match laws.lock {
                Lock::None => true,
                Lock::Full => after.released.is_empty(),
                Lock::Partial => false,
            };
        if lies.is_none() || composes {
            // Whoever lays something has opened, or need not.
            let requirement = rules.requirement(true);
            self.known = Some(Barren { melded, open, requirement, hand, lies });
        }
    }
}

fn has_jokers(cards: &[&Cards]) -> bool {
    cards.iter().any(|cards| cards.contains(Card::JOKER))
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
                if lay.leaves_nothing(&self.rules, position, wish) {
                    if lay.laid.is_empty() {
                        self.memory.idled(&self.rules, position);
                    } else {
                        let after = self.rules.follow(&mut solver, position, &lay);
                        self.memory.laid(&self.rules, position, &lay, &after, true);
                    }
                }
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
        assert!(free("6c") && !free("9d"));
    }

    #[test]
    fn with_jokers_the_table_must_lie_as_it_did() {
        let mut player = Player::new("agimeg-jokers4");
        assert_eq!(player.plays("4h 5h 6h", "* 9d", &Wish::default()), "*");
        let knows = |table| player.knows(table, "9d");
        assert!(knows("4h 5h 6h *") != knows("* 4h 5h 6h"));
        assert!(!player.knows("4h 5h 6h *", "9d Ks") && !player.knows("* 4h 5h 6h", "9d Ks"));
    }

    #[test]
    fn jokers_that_were_released_may_do_more_in_the_next_turn() {
        // The joker goes from the clubs to the hearts, or stays where everything can be laid off.
        for (hand, known) in [("8c 4h 5h 9d", false), ("9c Tc 9d", true)] {
            let mut player = Player::new("agimeg-jokers4");
            let laid = player.plays("6c 7c *", hand, &Wish::default());
            assert_eq!(format!("{laid} 9d").len(), hand.len());
            let table = if known { "6c 7c * 9c Tc" } else { "6c 7c 8c | 4h 5h *" };
            assert_eq!(player.knows(table, "9d"), known, "{laid}");
        }
    }
}
