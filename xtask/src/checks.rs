//! The checks that are a cargo command.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, anyhow, ensure};

use crate::shell::{cargo, command};
use crate::suite::Job;
use crate::{audit, browser, deny, deps, fuzz, python, suite, tools, wasm, web_fmt};

/// Everything a change must pass.
pub(crate) fn ci() -> anyhow::Result<()> {
    std::thread::scope(|scope| {
        let tools = scope.spawn(tools::fetch);
        // The quick ones first: a wrong dependency should not cost the minutes of a build.
        timed("deps", deps::run)?;
        timed("deny", deny::run)?;
        timed("audit", || audit::run(&[]))?;
        timed("fmt", fmt)?;
        timed("web-fmt", || web_fmt::run(&[]))?;
        timed("clippy", clippy)?;
        timed("tools", || tools.join().map_err(|_| anyhow!("fetching tools failed")))?;
        timed("test and docs", || suite::run(vec![Job { name: "docs".to_owned(), command: docs_command() }]))?;
        timed("python", || python::run(&[]))?;
        timed("fuzz", || fuzz::run(&[]))?;
        timed("wasm", wasm::ci)?;
        timed("browser", browser::run)
    })
}

/// Runs a check and says how long it took, so that whoever waits knows for what.
fn timed(name: &str, check: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    let start = Instant::now();
    let result = check();
    eprintln!("xtask: {name}: {} s", start.elapsed().as_secs());
    result
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
    let status = docs_command().status().context("cannot start cargo")?;
    ensure!(status.success(), "the documentation has faults");
    Ok(())
}

fn docs_command() -> Command {
    let mut docs = command(&["doc", "--workspace", "--no-deps", "--document-private-items"]);
    docs.env("RUSTDOCFLAGS", "-D warnings");
    docs
}
