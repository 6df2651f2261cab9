//! The formatting of the browser client: prettier over its JavaScript and CSS.

use std::process::Command;

use anyhow::{Context, bail};

use crate::npm;
use crate::shell::{left_out, root};

const USAGE: &str = "usage: cargo xtask web-fmt [--fix]";
/// How prettier names the files. Its settings are in `.prettierrc.json` beside each client.
const FILES: &str = "crates/*/web/**/*.{js,css}";

/// Checks the formatting; with `--fix` mends it.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let mode = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => "--check",
        ["--fix"] => "--write",
        _ => bail!(USAGE),
    };
    let Some(tools) = npm::tools() else {
        left_out("the formatting of the client", "npm");
        return Ok(());
    };
    eprintln!("xtask: prettier {mode} {FILES}");
    let status = Command::new(tools.join("node_modules/.bin/prettier"))
        .args(["--log-level", "warn", mode, FILES])
        .current_dir(root())
        .status()
        .context("cannot start prettier")?;
    if !status.success() {
        bail!("the client is not formatted: `cargo xtask web-fmt --fix` does it");
    }
    Ok(())
}
