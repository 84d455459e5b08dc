//! Threads that work together: how many, and what they share.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long the calling thread waits for the others between two questions whether to stop.
const INTERVAL: Duration = Duration::from_millis(5);

/// Says whether to stop; each thread has one.
pub(crate) type Stop = Box<dyn FnMut() -> bool + Send>;

/// Does work on the calling thread and on so many helpers; false if `stop` said to stop.
///
/// `stop` is asked on the calling thread alone: by its work, and while it waits for the helpers' to end.
/// What the others are given tells what it said.
pub(crate) fn work_together(
    helpers: usize,
    mut stop: impl FnMut() -> bool + Send + 'static,
    work: impl FnOnce(Stop),
    help: impl Fn(Stop) + Sync,
) -> bool {
    let stopped = Arc::new(AtomicBool::new(false));
    let stops = {
        let stopped = Arc::clone(&stopped);
        move || {
            if stop() {
                stopped.store(true, Ordering::Relaxed);
            }
            stopped.load(Ordering::Relaxed)
        }
    };
    let stops = Arc::new(Mutex::new(stops));
    thread::scope(|scope| {
        let (at_work, others) = mpsc::channel::<()>();
        for _ in 0..helpers {
            let (at_work, stopped) = (at_work.clone(), Arc::clone(&stopped));
            let helper = || {
                let _at_work = at_work;
                help(Box::new(move || stopped.load(Ordering::Relaxed)));
            };
            // A thread that cannot be had is done without.
            if thread::Builder::new().spawn_scoped(scope, helper).is_err() {
                break;
            }
        }
        drop(at_work);
        let own = Arc::clone(&stops);
        work(Box::new(move || lock(&own)()));
        while others.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
            lock(&stops)();
        }
    });
    !stopped.load(Ordering::Relaxed)
}

/// How many threads work, at least one and never more than there are processors; `None` is for as
/// many as there are.
///
/// To count the processors takes tens of microseconds.
pub(crate) fn processors(wanted: Option<NonZeroUsize>) -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    wanted.map_or(processors, |wanted| wanted.get().min(processors))
}

/// What a mutex guards, whatever became of the threads that had it before.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The same of a mutex that is not shared any more.
pub(crate) fn unlock<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
