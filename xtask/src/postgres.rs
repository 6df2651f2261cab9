//! `PostgreSQL`, of which tests start servers of their own on loopback.

use std::fs;

use crate::debian;

/// Whether it is there, after an attempt to install it if it was not.
pub(crate) fn has() -> bool {
    is_here() || debian::has("initdb", &["postgresql"]) || is_here()
}

/// Debian keeps the programs of a server apart from everybody's.
fn is_here() -> bool {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    std::env::var_os("POTEZ_POSTGRES_BIN").is_some()
        || versions.into_iter().any(|version| version.path().join("bin/initdb").exists())
}
