//! The server's clock: milliseconds since 1970 that never run backwards.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A wall clock that is read once and counted on from there, so that setting the system's clock
/// costs nobody time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    began: Instant,
    began_ms: u64,
}

impl Time {
    /// Reads the wall clock, which must not lie before `earliest`: what the last server wrote is
    /// past.
    pub(crate) fn start(earliest: u64) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        Self { began: Instant::now(), began_ms: now.max(earliest) }
    }

    /// Milliseconds since 1970, as they are stored and sent.
    pub(crate) fn now_ms(&self) -> u64 {
        self.began_ms + self.began.elapsed().as_millis() as u64
    }

    /// The same moment as sessions count time.
    pub(crate) fn now(&self) -> Duration {
        Duration::from_millis(self.now_ms())
    }
}
