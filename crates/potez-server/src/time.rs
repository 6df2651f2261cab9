//! The server's clock: milliseconds since 1970 that never run backwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
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
    /// Milliseconds by which it follows the clock of a storage that several servers share.
    followed: Arc<AtomicI64>,
    /// The latest time that was shown.
    shown: Arc<AtomicU64>,
}

/// By how much it is set at once: nobody's clock jumps.
const STEP_MS: i64 = 20;

impl Time {
    /// Reads the wall clock. It goes on from there, and skips whatever is added to the number.
    pub(crate) fn start(skipped: Arc<AtomicU64>) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        Self { skipped, ..Self::from(now) }
    }

    /// A clock that shows this time now, and skips whatever is added to the number.
    pub(crate) fn start_at(now: u64, skipped: Arc<AtomicU64>) -> Self {
        Self { skipped, ..Self::from(now) }
    }

    /// A clock that shows this time now.
    pub(crate) fn from(now: u64) -> Self {
        Self {
            began: Instant::now(),
            began_ms: now,
            skipped: Arc::default(),
            followed: Arc::default(),
            shown: Arc::default(),
        }
    }

    /// Milliseconds since 1970, as they are stored and sent.
    pub(crate) fn now_ms(&self) -> u64 {
        let counted = self.began_ms + self.began.elapsed().as_millis() as u64 + self.skipped.load(Ordering::Relaxed);
        let now = counted.saturating_add_signed(self.followed.load(Ordering::Relaxed));
        // Where it is set back it stands still for a moment.
        self.shown.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// Comes nearer to the clock that all servers on one storage go by.
    pub(crate) fn follow(&self, other: Option<u64>) {
        let Some(other) = other else { return };
        let behind = (other + self.skipped.load(Ordering::Relaxed)) as i64 - self.now_ms() as i64;
        self.followed.fetch_add(behind.clamp(-STEP_MS, STEP_MS), Ordering::Relaxed);
    }

    /// The same moment as sessions count time.
    pub(crate) fn now(&self) -> Duration {
        Duration::from_millis(self.now_ms())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_follows_the_clock_of_others_in_small_steps_and_never_runs_backwards() {
        let time = Time::from(1_000_000);
        time.follow(Some(1_000_005));
        assert_eq!(time.now_ms(), 1_000_005);
        time.follow(Some(1_500_000));
        assert_eq!(time.now_ms(), 1_000_025);
        time.follow(Some(999_000));
        assert_eq!(time.now_ms(), 1_000_025);
        tokio::time::advance(Duration::from_millis(30)).await;
        assert_eq!(time.now_ms(), 1_000_035);
        time.follow(None);
        assert_eq!(time.now_ms(), 1_000_035);
    }
}
