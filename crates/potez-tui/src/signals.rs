//! Signals that end or stop the program: the terminal is put in order first.

use std::io;
#[cfg(unix)]
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

/// What signals have asked for so far.
#[cfg(unix)]
pub(crate) struct Signals {
    raised: Arc<Raised>,
}

#[cfg(unix)]
#[derive(Default)]
struct Raised {
    /// The first signal that ends the program, or 0.
    ending: AtomicI32,
    /// Whether the program is to stop until it is told to go on.
    stops: AtomicBool,
    /// Whether it was told to go on.
    goes_on: AtomicBool,
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
        let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
        let raised = Arc::new(Raised::default());
        let heard = Arc::clone(&raised);
        std::thread::spawn(move || {
            for signal in signals.forever() {
                match signal {
                    SIGTSTP => heard.stops.store(true, Ordering::SeqCst),
                    SIGCONT => heard.goes_on.store(true, Ordering::SeqCst),
                    _ => {
                        heard.ending.store(signal, Ordering::SeqCst);
                        std::thread::sleep(GRACE);
                        restore();
                        end_by(signal);
                    }
                }
            }
        });
        Ok(Self { raised })
    }

    /// Whether the program is to end.
    pub(crate) fn has_come(&self) -> bool {
        self.raised.ending.load(Ordering::SeqCst) != 0
    }

    /// Ends the program as the signal would have done, if one has come.
    pub(crate) fn obey(&self) {
        let signal = self.raised.ending.load(Ordering::SeqCst);
        if signal != 0 {
            end_by(signal);
        }
    }

    /// Stops the program if it was asked to, once the terminal is given back; it comes back here
    /// when it is told to go on. True if the terminal has to be taken again.
    pub(crate) fn stop(&self, restore: fn()) -> bool {
        if self.raised.stops.swap(false, Ordering::SeqCst) {
            restore();
            // If it failed, the program would simply go on.
            let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
            return true;
        }
        self.raised.goes_on.swap(false, Ordering::SeqCst)
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

    pub(crate) fn stop(&self, _restore: fn()) -> bool {
        false
    }
}
