//! The server's clock: milliseconds since 1970 that never run backwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// A wall clock that is read once and counted on from there, so that setting the system's clock
/// costs nobody time.
///
/// What an earlier server has written is not asked: if its clock was wrong, only its own games are
/// dated wrongly. Times of one run are compared with times of the same run alone.
#[derive(Clone, Debug)]
pub(crate) struct Time {
    began: Instant,
    began_ms: u64,
    /// Milliseconds that were skipped.
    skipped: Arc<AtomicU64>,
}

impl Time {
    /// Reads the wall clock. It goes on from there, and skips whatever is added to the number.
    pub(crate) fn start(skipped: Arc<AtomicU64>) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        Self { skipped, ..Self::from(now) }
    }

    /// A clock that shows this time now.
    pub(crate) fn from(now: u64) -> Self {
        Self { began: Instant::now(), began_ms: now, skipped: Arc::default() }
    }

    /// Milliseconds since 1970, as they are stored and sent.
    pub(crate) fn now_ms(&self) -> u64 {
        self.began_ms + self.began.elapsed().as_millis() as u64 + self.skipped.load(Ordering::Relaxed)
    }

    /// The same moment as sessions count time.
    pub(crate) fn now(&self) -> Duration {
        Duration::from_millis(self.now_ms())
    }
}
