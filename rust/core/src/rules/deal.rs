//! What the rules say once the number of players is known.

use super::Rules;
use super::error::{Code, Reason, RulesError, clip};

impl Rules {
    /// Cards in the whole deck, jokers included (R2.8).
    pub fn deck_size(&self) -> usize {
        let o = self.options();
        usize::from(o.decks) * o.pack.size() + usize::from(o.jokers)
    }

    /// Cards per hand, `None` where the rules do not say (R2.7).
    pub fn hand_size(&self, players: usize) -> Option<u8> {
        self.options().deal.hand_size(players)
    }

    /// Cards left after hands and open cards are dealt, `None` if the hand size is undefined or the
    /// deck too small (R2.8).
    ///
    /// ```
    /// use machiavelli_core::rules::Rules;
    ///
    /// let tahiti = Rules::preset("tahiti")?;
    /// assert_eq!((tahiti.deck_size(), tahiti.hand_size(4), tahiti.stock(4)), (108, Some(5), Some(84)));
    /// # Ok::<(), machiavelli_core::rules::RulesError>(())
    /// ```
    pub fn stock(&self, players: usize) -> Option<usize> {
        self.deck_size().checked_sub(self.dealt(players)?)
    }

    /// Checks that these rules can be played by so many players.
    ///
    /// # Errors
    ///
    /// Every reason of R7.4 that depends on the number of players: [`Code::Players`],
    /// [`Code::DealUndefined`], [`Code::DealOverdraw`] and [`Code::EmptyStock`].
    ///
    /// ```
    /// use machiavelli_core::rules::{Code, Rules};
    ///
    /// let rules = Rules::preset("modiano")?;
    /// assert!(rules.check_players(5).is_ok());
    /// assert_eq!(rules.check_players(6).unwrap_err().reasons[0].code, Code::Players);
    /// # Ok::<(), machiavelli_core::rules::RulesError>(())
    /// ```
    pub fn check_players(&self, players: usize) -> Result<(), RulesError> {
        let o = self.options();
        let mut reasons = Vec::new();
        let mut add = |code, message| reasons.push(Reason { code, message });
        if !(2..=usize::from(o.players_max)).contains(&players) {
            let most = o.players_max;
            add(Code::Players, format!("players must be 2 to {most} (players_max), not {players}"));
        }
        let deck = self.deck_size();
        match self.dealt(players) {
            // Hand sizes begin at two players.
            None if players < 2 => {}
            None => {
                let deal = o.get("deal").map_or_else(String::new, |deal| deal.to_string());
                let deal = clip(&deal);
                // More than 8 are never admitted, whatever they are dealt.
                let one =
                    if players > 8 { "" } else { &format!(", as deal={{{players}:5}} would") };
                add(
                    Code::DealUndefined,
                    format!("deal={deal} gives no hand size for {players} players{one}"),
                );
            }
            Some(dealt) if dealt > deck => add(
                Code::DealOverdraw,
                format!("{players} players are dealt {dealt} cards, but the deck has {deck}"),
            ),
            Some(dealt) if dealt == deck && !o.allow_empty_stock => add(
                Code::EmptyStock,
                format!(
                    "{players} players are dealt all {deck} cards, and no stock is left, which \
                     only allow_empty_stock=true admits"
                ),
            ),
            Some(_) => {}
        }
        RulesError::unless_empty(reasons)
    }

    /// Cards in all hands and turned up, `None` where the hand size is undefined.
    fn dealt(&self, players: usize) -> Option<usize> {
        let hands = usize::from(self.hand_size(players)?).saturating_mul(players);
        Some(hands.saturating_add(usize::from(self.options().open_cards)))
    }
}
