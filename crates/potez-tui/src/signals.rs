//! Signals that end the program: the terminal is put in order first.

use std::io;

/// The first signal that has come, if any.
#[cfg(unix)]
pub(crate) struct Signals {
    raised: std::sync::Arc<std::sync::atomic::AtomicUsize>,
}

#[cfg(unix)]
impl Signals {
    /// Listens from now on.
    pub(crate) fn listen() -> io::Result<Self> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let raised = std::sync::Arc::default();
        for signal in [SIGTERM, SIGHUP, SIGINT] {
            signal_hook::flag::register_usize(signal, std::sync::Arc::clone(&raised), signal as usize)?;
        }
        Ok(Self { raised })
    }

    /// Whether the program is to end.
    pub(crate) fn has_come(&self) -> bool {
        self.raised.load(std::sync::atomic::Ordering::SeqCst) != 0
    }

    /// Ends the program as the signal would have done, if one has come.
    pub(crate) fn obey(&self) {
        let signal = self.raised.load(std::sync::atomic::Ordering::SeqCst);
        if signal != 0 {
            // It does not return; if it failed, the program would end in the usual way.
            let _ = signal_hook::low_level::emulate_default_handler(signal as i32);
        }
    }
}

/// Where there are no signals none comes.
#[cfg(not(unix))]
pub(crate) struct Signals;

#[cfg(not(unix))]
#[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "the same questions as where there are signals")]
impl Signals {
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    pub(crate) fn has_come(&self) -> bool {
        false
    }

    pub(crate) fn obey(&self) {}
}
