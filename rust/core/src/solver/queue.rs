//! A monotone priority queue of integers.

/// A radix heap: the smallest key first, and among equal keys the last one pushed.
///
/// Keys may not be smaller than the last one popped. Reference: Ahuja, Mehlhorn, Orlin and Tarjan,
/// "Faster algorithms for the shortest path problem" (1990).
#[derive(Debug)]
pub(super) struct Queue {
    /// Bucket 0 holds keys equal to `last`, bucket b those whose highest bit that differs is b − 1.
    buckets: [Vec<(u32, u32)>; 33],
    /// The buckets in use, as bits.
    used: u64,
    last: u32,
}

impl Default for Queue {
    fn default() -> Self {
        Self { buckets: std::array::from_fn(|_| Vec::new()), used: 0, last: 0 }
    }
}

impl Queue {
    /// Empties the queue; keys from `floor` on may be pushed.
    pub(super) fn reset(&mut self, floor: u32) {
        while self.used != 0 {
            self.buckets[self.used.trailing_zeros() as usize].clear();
            self.used &= self.used - 1;
        }
        self.last = floor;
    }

    pub(super) fn push(&mut self, key: u32, item: u32) {
        let bucket = 32 - (key ^ self.last).leading_zeros() as usize;
        self.buckets[bucket].push((key, item));
        self.used |= 1 << bucket;
    }

    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        if self.used == 0 {
            return None;
        }
        if self.used & 1 == 0 {
            self.refill();
        }
        let popped = self.buckets[0].pop();
        if self.buckets[0].is_empty() {
            self.used &= !1;
        }
        popped
    }

    /// Spreads the lowest bucket over those below it.
    fn refill(&mut self) {
        let lowest = self.used.trailing_zeros() as usize;
        let mut moved = std::mem::take(&mut self.buckets[lowest]);
        self.used &= !(1 << lowest);
        self.last = moved.iter().map(|&(key, _)| key).min().unwrap_or(self.last);
        for (key, item) in moved.drain(..) {
            self.push(key, item);
        }
        self.buckets[lowest] = moved;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_first_and_last_in_first_out() {
        let mut queue = Queue::default();
        queue.reset(5);
        for (key, item) in [(9, 0), (5, 1), (7, 2), (9, 3), (5, 4), (1 << 31, 5)] {
            queue.push(key, item);
        }
        assert_eq!(queue.pop(), Some((5, 4)));
        assert_eq!(queue.pop(), Some((5, 1)));
        assert_eq!(queue.pop(), Some((7, 2)));
        queue.push(8, 6);
        assert_eq!(queue.pop(), Some((8, 6)));
        assert_eq!(queue.pop(), Some((9, 3)));
        assert_eq!(queue.pop(), Some((9, 0)));
        assert_eq!(queue.pop(), Some((1 << 31, 5)));
        assert_eq!(queue.pop(), None);
    }
}
