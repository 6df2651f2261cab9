//! The studies on small numbers, and what they are made of.

mod blockade;
mod census;
mod cli;
mod files;
mod proof_fleet;
mod proofs;
mod studies;
mod training;

use std::path::PathBuf;

/// A file of its own for a test, which does not exist yet.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}
