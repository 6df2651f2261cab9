//! Signals that end the program: the terminal is put in order first.

use std::io;
#[cfg(unix)]
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::{AtomicI32, Ordering};
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// The first signal that has come, if any.
#[cfg(unix)]
pub(crate) struct Signals {
    raised: Arc<AtomicI32>,
}

/// How long the program may take to end by itself. It cannot where it waits for a terminal that is
/// gone.
#[cfg(unix)]
const GRACE: Duration = Duration::from_millis(500);

#[cfg(unix)]
impl Signals {
    /// Listens from now on; `restore` puts the terminal in order if the program does not come to do
    /// it itself.
    pub(crate) fn listen(restore: fn()) -> io::Result<Self> {
        let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT])?;
        let raised = Arc::new(AtomicI32::new(0));
        let heard = Arc::clone(&raised);
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                heard.store(signal, Ordering::SeqCst);
                std::thread::sleep(GRACE);
                restore();
                end_by(signal);
            }
        });
        Ok(Self { raised })
    }

    /// Whether the program is to end.
    pub(crate) fn has_come(&self) -> bool {
        self.raised.load(Ordering::SeqCst) != 0
    }

    /// Ends the program as the signal would have done, if one has come.
    pub(crate) fn obey(&self) {
        let signal = self.raised.load(Ordering::SeqCst);
        if signal != 0 {
            end_by(signal);
        }
    }
}

#[cfg(unix)]
fn end_by(signal: i32) {
    // It does not return; if it failed, the program would end in the usual way.
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Where there are no signals none comes.
#[cfg(not(unix))]
pub(crate) struct Signals;

#[cfg(not(unix))]
#[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "the same questions as where there are signals")]
impl Signals {
    pub(crate) fn listen(_restore: fn()) -> io::Result<Self> {
        Ok(Self)
    }

    pub(crate) fn has_come(&self) -> bool {
        false
    }

    pub(crate) fn obey(&self) {}
}
