//! What the checks need beside Rust, fetched while the first of them run.
//!
//! A new machine waits a minute for packages, and for the network rather than for a processor: the
//! lints are computed meanwhile.

use crate::{browser, debian, npm, postgres, python};

/// Tries to install everything; who needs it finds out for itself whether that worked, and says so.
pub(crate) fn fetch() {
    // One after the other: apt-get and npm lock their folders.
    debian::has("nats-server", &["nats-server"]);
    postgres::has();
    browser::has_browser();
    npm::generator();
    python::environment();
}
