//! The clock of the operating system: the one place in this crate that asks for the time.

use std::time::{Duration, Instant};

use crate::TimeSource;

/// The monotonic clock of the operating system, counted from when it was started here.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    started: Instant,
}

impl SystemClock {
    /// A clock that shows zero now.
    pub fn start() -> Self {
        Self { started: Instant::now() }
    }
}

impl TimeSource for SystemClock {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }
}
