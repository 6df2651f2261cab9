//! What comes in from outside: a clock, a wish to stop, an ear.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use potez_table::{Stop, TimeSource};

/// Whoever runs the engine.
pub trait Host: Send + Sync {
    /// The time since a moment of the host's choice; it never goes back.
    fn now(&self) -> Duration;
    /// Whether what is under way should end with what it has. Asked about twice per millisecond.
    fn should_stop(&self) -> bool;
    /// Hears an answer that is not the last: JSON with `"partial": true`.
    fn tell(&self, answer: &str);
}

/// A host whose clock stands still and who hears nothing: for work with other limits than time.
pub struct Silent;

impl Host for Silent {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn should_stop(&self) -> bool {
        false
    }

    fn tell(&self, _: &str) {}
}

/// The host's clock, which also carries the host's wish to stop into a search: one thread that
/// thinks cannot be called to, but it reads the clock.
struct HostClock {
    host: Arc<dyn Host>,
    stop: Mutex<Option<Stop>>,
}

impl TimeSource for HostClock {
    fn now(&self) -> Duration {
        if self.host.should_stop()
            && let Some(stop) = self.stop.lock().unwrap_or_else(PoisonError::into_inner).as_ref()
        {
            stop.raise();
        }
        self.host.now()
    }
}

/// The stop flag of one piece of work.
pub(crate) struct HostStop {
    clock: Arc<HostClock>,
    stop: Stop,
}

impl HostStop {
    pub(crate) fn new(host: &Arc<dyn Host>) -> Self {
        let clock = Arc::new(HostClock { host: host.clone(), stop: Mutex::new(None) });
        let stop = Stop::with_clock(clock.clone());
        *clock.stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop.clone());
        Self { clock, stop }
    }

    pub(crate) fn flag(&self) -> &Stop {
        &self.stop
    }
}

/// Flag and clock hold each other; the work is over, so they let go.
impl Drop for HostStop {
    fn drop(&mut self) {
        *self.clock.stop.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
