//! The checks that are a cargo command.

use std::num::NonZero;

use crate::shell::cargo;
use crate::{browser, deny, deps, web_fmt};

/// Everything a change must pass.
pub(crate) fn ci() -> anyhow::Result<()> {
    // The quick ones first: a wrong dependency should not cost the minutes of a build.
    deps::run()?;
    deny::run()?;
    fmt()?;
    web_fmt::run(&[])?;
    clippy()?;
    test()?;
    docs()?;
    fuzz()?;
    browser::run()
}

pub(crate) fn fmt() -> anyhow::Result<()> {
    cargo(&["fmt", "--all", "--check"], &[])
}

pub(crate) fn clippy() -> anyhow::Result<()> {
    cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"], &[])
}

pub(crate) fn test() -> anyhow::Result<()> {
    // Many tests wait for other processes: with one a core, the cores would be idle a quarter of the time.
    let threads = 2 * std::thread::available_parallelism().map_or(1, NonZero::get);
    cargo(&["test", "--workspace", "--all-features"], &[("RUST_TEST_THREADS", &threads.to_string())])
}

pub(crate) fn full() -> anyhow::Result<()> {
    cargo(&["test", "--workspace", "--all-features", "--release"], &[("POTEZ_FULL", "1")])
}

pub(crate) fn docs() -> anyhow::Result<()> {
    cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"], &[("RUSTDOCFLAGS", "-D warnings")])
}

pub(crate) fn fuzz() -> anyhow::Result<()> {
    cargo(&["check", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target"], &[])
}
