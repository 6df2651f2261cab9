//! The checks that are a cargo command.

use crate::shell::cargo;
use crate::{audit, browser, deny, deps, fuzz, suite, web_fmt};

/// Everything a change must pass.
pub(crate) fn ci() -> anyhow::Result<()> {
    // The quick ones first: a wrong dependency should not cost the minutes of a build.
    deps::run()?;
    deny::run()?;
    audit::run(&[])?;
    fmt()?;
    web_fmt::run(&[])?;
    clippy()?;
    suite::run()?;
    docs()?;
    fuzz::run(&[])?;
    browser::run()
}

pub(crate) fn fmt() -> anyhow::Result<()> {
    cargo(&["fmt", "--all", "--check"], &[])
}

pub(crate) fn clippy() -> anyhow::Result<()> {
    cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"], &[])
}

pub(crate) fn full() -> anyhow::Result<()> {
    cargo(&["test", "--workspace", "--all-features", "--release"], &[("POTEZ_FULL", "1")])
}

pub(crate) fn docs() -> anyhow::Result<()> {
    cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"], &[("RUSTDOCFLAGS", "-D warnings")])
}
