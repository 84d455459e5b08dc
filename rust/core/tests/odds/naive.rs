//! Counting by definition: every hand, every lay.

use machiavelli_core::MeldRules;
use machiavelli_core::rules::Ace;

/// A small pack and the melds in it, cards as numbers: four to a rank.
pub(crate) struct Naive {
    copies: u8,
    ranks: Vec<usize>,
    melds: Vec<Meld>,
}

struct Meld {
    cards: Vec<usize>,
    most: u8,
}

/// What one hand can do.
pub(crate) struct Hand {
    pub(crate) cards: usize,
    /// In how many ways physical cards make it.
    pub(crate) ways: u64,
    /// Card and point counts of every lay, the empty one first.
    pub(crate) lays: Vec<(usize, usize)>,
}

impl Naive {
    pub(crate) fn new(rules: &MeldRules) -> Self {
        let ranks: Vec<usize> = (0..13).filter(|&rank| rules.ranks[rank]).collect();
        let n = ranks.len();
        let mut melds = Vec::new();
        for rank in 0..n {
            for suits in (0..16).filter(|suits: &u8| suits.count_ones() > 2) {
                let cards = (0..4).filter(|suit| suits >> suit & 1 == 1).map(|s| 4 * rank + s);
                melds.push(Meld { cards: cards.collect(), most: rules.same_sets.unwrap_or(9) });
            }
        }
        for suit in 0..4 {
            for first in 0..n {
                for len in 3..=usize::from(rules.run_max) {
                    // Place n is the ace over the king, place n + 1 the 2 over that.
                    let last = first + len - 1;
                    let allowed = match rules.ace {
                        Ace::Low => last < n,
                        Ace::High => first > 0 && last <= n,
                        Ace::Both => last <= n || rules.wrap && len <= n,
                    };
                    if allowed {
                        let cards = (first..=last).map(|place| 4 * (place % n) + suit).collect();
                        melds.push(Meld { cards, most: rules.same_runs.unwrap_or(9) });
                    }
                }
            }
        }
        Self { copies: rules.copies, ranks, melds }
    }

    /// Every hand of up to so many cards.
    pub(crate) fn hands(&self, cards: usize, each: &mut dyn FnMut(&Hand)) {
        self.deal(&mut vec![0; 4 * self.ranks.len()], 0, cards, 1, each);
    }

    fn deal(
        &self,
        hand: &mut Vec<u8>,
        card: usize,
        more: usize,
        ways: u64,
        each: &mut dyn FnMut(&Hand),
    ) {
        if card == hand.len() {
            let mut lays = Vec::new();
            self.lay(&mut hand.clone(), 0, 0, (0, 0), &mut lays);
            lays.sort_unstable();
            lays.dedup();
            let cards = hand.iter().map(|&n| usize::from(n)).sum();
            each(&Hand { cards, ways, lays });
            return;
        }
        let choose = [[1, 1, 0, 0], [1, 2, 1, 0], [1, 3, 3, 1]][usize::from(self.copies) - 1];
        let most = usize::from(self.copies).min(more);
        for (n, of_card) in choose.into_iter().enumerate().take(most + 1) {
            hand[card] = n as u8;
            self.deal(hand, card + 1, more - n, ways * of_card, each);
        }
        hand[card] = 0;
    }

    /// Lays melds from number `from` on, of which `same` lie already.
    fn lay(
        &self,
        hand: &mut Vec<u8>,
        from: usize,
        same: u8,
        laid: (usize, usize),
        lays: &mut Vec<(usize, usize)>,
    ) {
        lays.push(laid);
        for (i, meld) in self.melds.iter().enumerate().skip(from) {
            let same = if i == from { same } else { 0 };
            // A card that is twice in a run needs two copies.
            let need = |card: &usize| meld.cards.iter().filter(|&c| c == card).count() as u8;
            if same < meld.most && meld.cards.iter().all(|card| hand[*card] >= need(card)) {
                meld.cards.iter().for_each(|&card| hand[card] -= 1);
                let points: usize =
                    meld.cards.iter().map(|card| (self.ranks[card / 4] + 1).min(10)).sum();
                let laid = (laid.0 + meld.cards.len(), laid.1 + points);
                self.lay(hand, i, same + 1, laid, lays);
                meld.cards.iter().for_each(|&card| hand[card] += 1);
            }
        }
    }
}
