//! The caller's hold on a running search: a flag that ends it, and the clock it goes by.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A clock that searches go by. It comes in from outside, as random seeds do: a browser has another
/// one than an operating system, and a test has one that it moves by hand.
pub trait TimeSource: Send + Sync {
    /// The time since a fixed moment of the source's choice; it never goes back.
    fn now(&self) -> Duration;
}

/// A flag that ends a search from outside, with the clock of the search; clones share both.
#[derive(Clone)]
pub struct Stop {
    flag: Arc<StopFlag>,
    clock: Arc<dyn TimeSource>,
}

#[derive(Debug, Default)]
struct StopFlag {
    raised: AtomicBool,
    parent: Option<Arc<StopFlag>>,
}

impl StopFlag {
    fn is_raised(&self) -> bool {
        // The flag carries no data: it need not order anything, only be seen soon.
        self.raised.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_raised())
    }
}

impl Stop {
    /// A flag that is not raised, with the clock of the operating system.
    #[cfg(feature = "system-clock")]
    pub fn new() -> Self {
        Self::with_clock(Arc::new(crate::SystemClock::start()))
    }

    /// A flag that is not raised, with this clock.
    pub fn with_clock(clock: Arc<dyn TimeSource>) -> Self {
        Self { flag: Arc::default(), clock }
    }

    /// A flag for a part of the work: it can be raised alone, and is raised whenever this one is.
    #[must_use]
    pub fn child(&self) -> Self {
        // The child keeps its parent alive, not the other way round: a parent never needs to reach
        // its children.
        let flag = StopFlag { raised: AtomicBool::new(false), parent: Some(Arc::clone(&self.flag)) };
        Self { flag: Arc::new(flag), clock: Arc::clone(&self.clock) }
    }

    /// Asks the search to end with what it has.
    pub fn raise(&self) {
        self.flag.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn is_raised(&self) -> bool {
        self.flag.is_raised()
    }

    /// The time by the clock of the search, since a moment of the clock's choice.
    pub fn now(&self) -> Duration {
        self.clock.now()
    }
}

#[cfg(feature = "system-clock")]
impl Default for Stop {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").field("raised", &self.is_raised()).finish_non_exhaustive()
    }
}
