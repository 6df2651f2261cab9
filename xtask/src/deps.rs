//! The dependencies between the crates: what ARCHITECTURE.md promises, compared with what cargo sees.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::root;

/// Every crate with the crates of the workspace it may use. Rules know nothing of search, search knows no game,
/// interfaces know no rules.
const ALLOWED: &[(&str, &[&str])] = &[
    ("potez-core", &[]),
    ("potez-blockade", &["potez-core"]),
    ("potez-havannah", &["potez-core"]),
    ("potez-byte", &["potez-core"]),
    ("potez-search", &["potez-core"]),
    ("potez-engine", &["potez-core", "potez-search", "potez-blockade", "potez-havannah", "potez-byte"]),
    ("potez-words", &["potez-core"]),
    ("potez-protocol", &["potez-engine"]),
    ("potez-arena", &["potez-engine", "potez-protocol"]),
    ("potez-tui", &["potez-engine", "potez-words"]),
    ("potez-server", &["potez-engine", "potez-words"]),
    ("potez", &["potez-arena", "potez-engine", "potez-protocol", "potez-server", "potez-tui", "potez-words"]),
    ("xtask", &[]),
];

pub(crate) fn run() -> anyhow::Result<()> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root())
        .output()
        .context("cannot run cargo metadata")?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata printed no JSON")?;
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let names = |value: &'static str| move |package: &Value| package[value].as_str().map(str::to_string);
    let packages = metadata["packages"].as_array().context("cargo metadata names no packages")?;
    let ours: BTreeSet<String> = packages.iter().filter_map(names("name")).collect();
    for package in packages {
        let name = package["name"].as_str().context("a package without a name")?;
        let uses = package["dependencies"].as_array().into_iter().flatten();
        let uses = uses.filter_map(|dependency| dependency["name"].as_str()).filter(|name| ours.contains(*name));
        found.insert(name, uses.collect());
    }
    let mut wrong = Vec::new();
    for (name, uses) in &found {
        match ALLOWED.iter().find(|(allowed, _)| allowed == name) {
            None => wrong.push(format!("{name} is not in the map of crates")),
            Some((_, allowed)) => {
                wrong.extend(
                    uses.iter()
                        .filter(|other| !allowed.contains(other))
                        .map(|other| format!("{name} may not use {other}")),
                );
            }
        }
    }
    if !wrong.is_empty() {
        bail!("{}", wrong.join("; "));
    }
    Ok(())
}
