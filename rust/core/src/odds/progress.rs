//! Telling how far a long count is, and being told to stop.

use std::ops::ControlFlow;

use super::error::OddsError;

/// Called again and again during a long count with the share that is done, 0 to 1, which never falls;
/// answers whether to go on.
///
/// It is called by the amount of work and not by the clock: every few milliseconds.
pub type Progress<'a> = dyn FnMut(f64) -> ControlFlow<()> + 'a;

/// Counts work and reports now and then.
pub(super) struct Watch<'a> {
    progress: &'a mut Progress<'a>,
    done: f64,
    /// Since the last report; a unit is some nanoseconds.
    work: usize,
}

impl<'a> Watch<'a> {
    const REPORT: usize = 1 << 20;

    pub(super) fn new(progress: &'a mut Progress<'a>) -> Self {
        Self { progress, done: 0.0, work: 0 }
    }

    /// Of so many ranks, some are done, and of one more some nodes out of all.
    pub(super) fn set_done(&mut self, (ranks, nodes, of_nodes): (usize, usize, usize), of: usize) {
        let float = |n: usize| f64::from(n as u32);
        self.done = (float(ranks) + float(nodes) / float(of_nodes)) / float(of);
    }

    /// Some work is about to be done.
    pub(super) fn work(&mut self, work: usize) -> Result<(), OddsError> {
        self.work += work;
        if self.work < Self::REPORT {
            return Ok(());
        }
        self.work = 0;
        match (self.progress)(self.done) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(OddsError::Interrupted),
        }
    }
}
