//! The checks that are a cargo command.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, anyhow, ensure};

use crate::shell::{cargo, command};
use crate::suite::{Beside, Job};
use crate::{audit, browser, deny, deps, examples, suite, tools, wasm, web_fmt};

/// Everything a change must pass.
pub(crate) fn ci() -> anyhow::Result<()> {
    std::thread::scope(|scope| {
        let tools = scope.spawn(tools::fetch);
        // The quick ones first: a wrong dependency should not cost the minutes of a build.
        timed("deps", deps::run)?;
        timed("examples", examples::run)?;
        timed("deny", deny::run)?;
        timed("audit", || audit::run(&[]))?;
        timed("fmt", fmt)?;
        timed("web-fmt", || web_fmt::run(&[]))?;
        timed("clippy", clippy)?;
        timed("tools", || tools.join().map_err(|_| anyhow!("fetching tools failed")))?;
        timed("test, docs, python and fuzz", || {
            let docs = Job { name: "docs".to_owned(), command: docs_command() };
            suite::run(Beside { first: vec![docs], last: vec![chore("python")?, chore("fuzz")?] })
        })?;
        timed("wasm", wasm::ci)?;
        timed("browser", browser::run)
    })
}

/// Another of these chores, in a process of its own.
fn chore(name: &str) -> anyhow::Result<Job> {
    let mut command = Command::new(std::env::current_exe().context("this program has no name")?);
    command.arg(name);
    Ok(Job { name: name.to_owned(), command })
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

/// How `cargo clippy` has the crates of the workspace compiled: whoever asks for the same finds its results.
fn like_clippy(command: &mut Command) {
    let driver = format!("clippy-driver{}", std::env::consts::EXE_SUFFIX);
    // Beside the cargo that runs this, as `cargo clippy` looks for it.
    let beside = std::env::var_os("CARGO").map(|cargo| Path::new(&cargo).with_file_name(&driver));
    if let Some(driver) = beside.filter(|path| path.exists()) {
        command.env("RUSTC_WORKSPACE_WRAPPER", driver);
        command.env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
    }
}

pub(crate) fn full() -> anyhow::Result<()> {
    cargo(&["test", "--workspace", "--all-features", "--release"], &[("POTEZ_FULL", "1")])
}

pub(crate) fn docs() -> anyhow::Result<()> {
    let status = docs_command().status().context("cannot start cargo")?;
    ensure!(status.success(), "the documentation has faults");
    Ok(())
}

/// With examples, which bring the features that tests have, everything that the lints have looked at is used again.
fn docs_command() -> Command {
    let mut docs = command(&["doc", "--workspace", "--all-features", "--no-deps", "--document-private-items"]);
    docs.args(["--lib", "--bins", "--examples"]).env("RUSTDOCFLAGS", "-D warnings");
    like_clippy(&mut docs);
    docs
}
