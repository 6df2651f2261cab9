//! Running cargo and naming what failed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Context, bail};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Runs `cargo` with these arguments in the workspace.
pub(crate) fn cargo(args: &[&str], env: &[(&str, &str)]) -> anyhow::Result<()> {
    eprintln!("xtask: cargo {}", args.join(" "));
    let status = command(args).envs(env.iter().copied()).status().context("cannot start cargo")?;
    if !status.success() {
        bail!("`cargo {}` failed", args.join(" "));
    }
    Ok(())
}

/// What `cargo` prints with these arguments.
pub(crate) fn output(args: &[&str]) -> anyhow::Result<String> {
    let output = command(args).output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("`cargo {}` failed: {}", args.join(" "), String::from_utf8_lossy(&output.stderr).trim_end());
    }
    String::from_utf8(output.stdout).context("cargo printed something that is not UTF-8")
}

/// Says that a check was not made, and for want of what.
pub(crate) fn left_out(what: &str, needs: &str) {
    eprintln!("xtask: LEFT OUT: {what} (needs {needs}, which is not here and could not be installed)");
}

/// `cargo` with these arguments, to be run in the workspace.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    // The notes for an incremental build take a tenth of a build, and nobody will read those of a clean clone.
    if std::env::var_os("CARGO_INCREMENTAL").is_none() && *CLEAN {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Nothing but these chores had been built here when they began.
static CLEAN: LazyLock<bool> = LazyLock::new(|| {
    let Ok(built) = std::fs::read_dir(target().join("debug/incremental")) else {
        return true;
    };
    built.flatten().all(|crate_| crate_.file_name().to_string_lossy().starts_with("xtask-"))
});
