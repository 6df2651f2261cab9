//! Numbered jobs over several threads, with their results in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Threads to use (default: as many as there are cores).
pub fn thread_count(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).max(1)
}

/// Does the jobs of a range on several threads and hands their results to `sink` in the order of
/// their numbers, whichever was finished first: so a file of results can be counted to find the
/// next job. The first error ends the work.
pub fn in_order<T: Send, E: Send>(
    jobs: Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> Result<T, E> + Sync,
    sink: impl FnMut(u64, T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let next = AtomicU64::new(jobs.start);
    let failed = AtomicBool::new(false);
    let ordered = Mutex::new(Ordered { next: jobs.start, waiting: BTreeMap::new(), sink });
    let worker = || -> Result<(), E> {
        // The flag orders nothing: a job more or less after a failure does no harm.
        while !failed.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs.end {
                break;
            }
            let done = work(number)
                .and_then(|result| ordered.lock().unwrap_or_else(PoisonError::into_inner).hand_in(number, result));
            if done.is_err() {
                failed.store(true, Ordering::Relaxed);
                return done;
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let results =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        // All threads have ended before the first error is returned.
        results.collect::<Vec<_>>().into_iter().collect()
    })
}

/// Results that wait for those before them.
struct Ordered<T, S> {
    next: u64,
    waiting: BTreeMap<u64, T>,
    sink: S,
}

impl<T, S> Ordered<T, S> {
    fn hand_in<E>(&mut self, number: u64, result: T) -> Result<(), E>
    where
        S: FnMut(u64, T) -> Result<(), E>,
    {
        // At most one result per thread waits, or as many as are faster than one slow job.
        self.waiting.insert(number, result);
        while let Some(result) = self.waiting.remove(&self.next) {
            (self.sink)(self.next, result)?;
            self.next += 1;
        }
        Ok(())
    }
}
