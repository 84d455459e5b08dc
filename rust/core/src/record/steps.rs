//! The steps of a record, which grow at their end.

use std::fmt;
use std::sync::Arc;

use super::Step;

/// Steps in order. Copies share what they have in common, so that they cost nothing and every state
/// of a long game can have its record.
#[derive(Clone, Default)]
pub(super) struct Steps {
    last: Option<Arc<Link>>,
    len: usize,
}

struct Link {
    step: Step,
    before: Option<Arc<Self>>,
}

impl Steps {
    pub(super) fn push(&mut self, step: Step) {
        let before = self.last.take();
        self.last = Some(Arc::new(Link { step, before }));
        self.len += 1;
    }

    /// The step at a place from 0; the nearer to the end, the faster.
    pub(super) fn get(&self, index: usize) -> Option<&Step> {
        self.back().nth(self.len.checked_sub(index + 1)?)
    }

    /// The steps from the first to the last.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &Step> + use<'_> {
        self.beyond(0)
    }

    /// The steps from a place on to the last.
    pub(super) fn beyond(&self, start: usize) -> impl ExactSizeIterator<Item = &Step> + use<'_> {
        let steps: Vec<_> = self.back().take(self.len.saturating_sub(start)).collect();
        steps.into_iter().rev()
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    fn back(&self) -> impl Iterator<Item = &Step> {
        let links = std::iter::successors(self.last.as_deref(), |link| link.before.as_deref());
        links.map(|link| &link.step)
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        // One after the other: each within the next one's would take stack for all of them.
        let mut last = self.last.take();
        while let Some(link) = last {
            last = Arc::into_inner(link).and_then(|mut link| link.before.take());
        }
    }
}

impl PartialEq for Steps {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.back().eq(other.back())
    }
}

impl Eq for Steps {}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Seats;

    const MANY: usize = 100_000;

    #[test]
    fn every_copy_keeps_what_it_had_and_shares_it() {
        let mut steps = Steps::default();
        let copies: Vec<_> = (0..MANY)
            .map(|i| {
                let copy = steps.clone();
                steps.push(Step::Won(Seats::first(i % 8)));
                copy
            })
            .collect();
        for (len, copy) in copies.iter().enumerate().step_by(9_999) {
            assert_eq!((copy.len, copy.iter().len()), (len, len));
            assert!(copy.iter().eq(steps.iter().take(len)));
            assert!(copy.iter().chain(steps.beyond(len)).eq(steps.iter()));
        }
        assert_eq!(steps.get(MANY - 1), Some(&Step::Won(Seats::first((MANY - 1) % 8))));
        assert_eq!(steps.get(0), Some(&Step::Won(Seats::EMPTY)));
        assert_eq!(steps.get(MANY), None);

        let mut other = copies[MANY - 1].clone();
        assert_ne!(other, steps);
        other.push(Step::Won(Seats::EMPTY));
        assert_ne!(other, steps);
        // A chain that is dropped link within link would need more stack than there is.
        drop(copies);
        drop(steps);
        assert_eq!(other.iter().len(), MANY);
    }
}
