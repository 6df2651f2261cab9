//! Running cargo and naming what failed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs `cargo` with these arguments in the workspace.
pub(crate) fn cargo(args: &[&str], env: &[(&str, &str)]) -> anyhow::Result<()> {
    eprintln!("xtask: cargo {}", args.join(" "));
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root()).envs(env.iter().copied());
    let status = command.status().context("cannot start cargo")?;
    if !status.success() {
        bail!("`cargo {}` failed", args.join(" "));
    }
    Ok(())
}
