//! The tools of the browser client that come from npm, in versions that are written down here.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::shell::target;

/// A package with its version.
struct NpmPackage {
    name: &'static str,
    version: &'static str,
}

/// What checks the client.
const TOOLS: [NpmPackage; 3] = [
    NpmPackage { name: "typescript", version: "7.0.2" },
    NpmPackage { name: "axe-core", version: "4.14.0" },
    NpmPackage { name: "prettier", version: "3.10.1" },
];

/// What makes types of the description of the HTTP interface. It is written against an older
/// compiler than the one that checks, so that the two live in different folders.
const GENERATOR: [NpmPackage; 2] =
    [NpmPackage { name: "openapi-typescript", version: "7.13.0" }, NpmPackage { name: "typescript", version: "5.9.3" }];

/// The folder with the tools that check the client, if they are there or can be fetched.
pub(crate) fn tools() -> Option<PathBuf> {
    install("web-tools", &TOOLS)
}

/// The folder with the generator of types, if it is there or can be fetched.
pub(crate) fn generator() -> Option<PathBuf> {
    install("web-types", &GENERATOR)
}

fn install(folder: &str, packages: &[NpmPackage]) -> Option<PathBuf> {
    let folder = target().join(folder);
    let is_here = |package: &NpmPackage| {
        let manifest = folder.join("node_modules").join(package.name).join("package.json");
        let text = std::fs::read_to_string(manifest).unwrap_or_default();
        serde_json::from_str::<Value>(&text).is_ok_and(|manifest| manifest["version"] == package.version)
    };
    if packages.iter().all(is_here) {
        return Some(folder);
    }
    std::fs::create_dir_all(&folder).ok()?;
    // All at once: npm takes away what is not named.
    let specs: Vec<String> = packages.iter().map(|package| format!("{}@{}", package.name, package.version)).collect();
    eprintln!("xtask: npm install {}", specs.join(" "));
    let status = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--no-save", "--prefix"])
        .arg(&folder)
        .args(&specs)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success()).then_some(folder)
}
