//! The client in a folder that any host of files can serve, with the engine in the reader's browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::shell::{cargo, target};
use crate::{browser, wasm};

/// Writes the folder (default: `target/site`); `--test` plays whole games in it without a network.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let (is_test, out) = match args {
        [] => (false, None),
        [flag] if flag == "--test" => (true, None),
        [out] => (false, Some(out)),
        [flag, out] if flag == "--test" => (true, Some(out)),
        _ => bail!("usage: cargo xtask site [--test] [OUT]"),
    };
    if !wasm::is_built() {
        wasm::run(&[])?;
    }
    if !wasm::is_built() {
        bail!("a site without a server needs the engine for browsers, which cannot be built here");
    }
    let out = out.map_or_else(|| target().join("site"), PathBuf::from);
    write(&out)?;
    if is_test { browser::site(&out) } else { Ok(()) }
}

/// The folder for the tests in the browser, where the engine has been built before.
pub(crate) fn for_tests() -> anyhow::Result<Option<PathBuf>> {
    if !wasm::is_built() {
        eprintln!("xtask: LEFT OUT: the site without a server (`cargo xtask wasm` builds its engine: minutes)");
        return Ok(None);
    }
    let out = target().join("site");
    write(&out)?;
    Ok(Some(out))
}

/// Writes the folder anew. What is not a site is not touched.
fn write(out: &Path) -> anyhow::Result<()> {
    let is_empty = std::fs::read_dir(out).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty && !out.join("sw.js").exists() {
        bail!("{} is not empty, and not a site", out.display());
    }
    if !is_empty {
        std::fs::remove_dir_all(out).with_context(|| format!("cannot empty {}", out.display()))?;
    }
    // The whole workspace with all features, as the other checks have it: nothing is compiled twice.
    cargo(&["build", "--workspace", "--all-features", "--example", "site"], &[])?;
    let status = Command::new(target().join("debug/examples/site")).arg(out).status().context("cannot run `site`")?;
    if !status.success() {
        bail!("the site could not be written");
    }
    Ok(())
}
