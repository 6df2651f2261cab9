//! Interrupts from outside: what is known so far is printed, and the program ends with 130.

use std::fmt;

use potez_table::Stop;

/// The exit code of a program that was interrupted, as shells have it.
pub(crate) const EXIT_CODE: u8 = 130;

/// A flag that SIGINT and SIGTERM raise. The second signal ends the program at once.
#[cfg(unix)]
pub(crate) fn listen() -> Stop {
    use signal_hook::consts::{SIGINT, SIGTERM};

    let stop = Stop::new();
    // Where the system refuses, the signals do what they always did.
    if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) {
        let raised = stop.clone();
        std::thread::spawn(move || {
            for _ in &mut signals {
                if raised.is_raised() {
                    std::process::exit(EXIT_CODE.into());
                }
                raised.raise();
            }
        });
    }
    stop
}

/// A flag that nobody raises: such signals are not known here.
#[cfg(not(unix))]
pub(crate) fn listen() -> Stop {
    Stop::new()
}

/// Fails if the work was interrupted. Called when everything that is known has been said.
pub(crate) fn check(stop: &Stop) -> Result<(), Interrupted> {
    if stop.is_raised() { Err(Interrupted) } else { Ok(()) }
}

/// The work was interrupted.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted: this is what was known by then")
    }
}

impl std::error::Error for Interrupted {}
