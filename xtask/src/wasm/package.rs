//! The package for npm: the modules with what calls them, types and a README.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use super::{BUILDS, folder};
use crate::shell::{left_out, root};

/// What is written by hand, and where.
const SOURCE: &str = "crates/potez-wasm/npm";
const WRITTEN: [&str; 5] = ["index.js", "index.d.ts", "README.md", "test.mjs", "lines.mjs"];
/// The page's worker calls the module in the same way.
const SHARED: &str = "crates/potez-server/web/engine/module.js";

/// Puts the package together; gives its folder.
pub(super) fn make() -> anyhow::Result<PathBuf> {
    let package = folder().join("npm");
    if package.exists() {
        std::fs::remove_dir_all(&package).with_context(|| format!("cannot empty {}", package.display()))?;
    }
    std::fs::create_dir_all(&package).with_context(|| format!("cannot make {}", package.display()))?;
    let copy = |from: PathBuf, name: &str| {
        std::fs::copy(&from, package.join(name)).with_context(|| format!("cannot copy {}", from.display()))
    };
    for name in WRITTEN {
        copy(root().join(SOURCE).join(name), name)?;
    }
    copy(root().join(SHARED), "module.js")?;
    for build in &BUILDS {
        let name = format!("{}.wasm", build.name);
        copy(folder().join(&name), &name)?;
    }
    let text = std::fs::read_to_string(root().join(SOURCE).join("package.json")).context("no package.json")?;
    let mut manifest: Value = serde_json::from_str(&text).context("package.json is not JSON")?;
    manifest["version"] = env!("CARGO_PKG_VERSION").into();
    std::fs::write(package.join("package.json"), format!("{manifest:#}\n")).context("cannot write package.json")?;
    write_tables(&package)?;
    Ok(package)
}

/// The perft tables of the rules crates, as far as they are counted within seconds.
const TABLES: [&str; 3] = ["blockade", "byte", "havannah"];
const MOST_LEAVES: u64 = 1_500_000;

/// Writes the perft tables as JSON for the test: `[spec, depth, leaves]` each.
fn write_tables(package: &Path) -> anyhow::Result<()> {
    let mut rows: Vec<(String, u64, u64)> = Vec::new();
    for game in TABLES {
        let path = root().join(format!("crates/potez-{game}/tests/perft.txt"));
        let text = std::fs::read_to_string(&path).with_context(|| format!("no {}", path.display()))?;
        rows.extend(text.lines().filter(|line| !line.starts_with('#')).flat_map(rows_of));
    }
    rows.retain(|(_, _, leaves)| *leaves <= MOST_LEAVES);
    let rows: Vec<Value> = rows.into_iter().map(|row| serde_json::json!(row)).collect();
    std::fs::write(package.join("perft.json"), Value::Array(rows).to_string()).context("cannot write perft.json")
}

/// `spec | 1 ply | 2 plies …`, or `spec depth leaves`.
fn rows_of(line: &str) -> Vec<(String, u64, u64)> {
    let number = |text: &str| text.replace(',', "").trim().parse::<u64>().ok();
    if let Some((spec, counts)) = line.split_once('|') {
        let counts = (1..).zip(counts.split('|'));
        return counts.filter_map(|(depth, count)| Some((spec.trim().into(), depth, number(count)?))).collect();
    }
    let mut fields = line.split_whitespace();
    let mut row = || Some((fields.next()?.to_owned(), number(fields.next()?)?, number(fields.next()?)?));
    row().into_iter().collect()
}

/// Packs the package as npm would publish it, and runs its own test in Node.
pub(super) fn test(package: &Path) -> anyhow::Result<()> {
    if Command::new("node").arg("--version").output().is_err() {
        left_out("the test of the package in Node", "node");
        return Ok(());
    }
    eprintln!("xtask: node test.mjs");
    let status = Command::new("node").arg("test.mjs").current_dir(package).status().context("cannot start node")?;
    if !status.success() {
        bail!("the package does not work in Node");
    }
    let pack = ["pack", "--silent", "--pack-destination", ".."];
    let Ok(packed) = Command::new("npm").args(pack).current_dir(package).output() else {
        left_out("packing for npm", "npm");
        return Ok(());
    };
    if !packed.status.success() {
        bail!("npm pack failed: {}", String::from_utf8_lossy(&packed.stderr).trim_end());
    }
    let name = String::from_utf8_lossy(&packed.stdout).trim().to_owned();
    eprintln!("xtask: {}", folder().join(name).display());
    Ok(())
}
