//! The client in a real browser: its types, its pages, its pictures.
//!
//! Chromium, its driver and two npm packages are installed where that is possible. What cannot be had is said plainly, and
//! only the part that needs it is left out.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::shell::{cargo, root};

const TYPESCRIPT: &str = "typescript@7.0.2";
const AXE: &str = "axe-core@4.14.0";
/// The pictures that the README shows, by the names the tests give them.
const SHOWN: [&str; 3] = ["desktop-light-game-blockade", "desktop-dark-analysis", "phone-light-game-byte"];

/// Types, then every test in the browser.
pub(crate) fn run() -> anyhow::Result<()> {
    let tools = npm_tools();
    match &tools {
        Some(folder) => types(folder)?,
        None => left_out("the types of the client and the check for access", "npm"),
    }
    if !has_browser() {
        left_out("the tests in the browser", "chromium and chromedriver");
        return Ok(());
    }
    let axe = tools.map(|folder| folder.join("node_modules/axe-core/axe.min.js"));
    test(axe.as_deref(), &[])
}

/// Makes the pictures anew and copies the best ones into the documentation.
pub(crate) fn pictures() -> anyhow::Result<()> {
    if !has_browser() {
        bail!("pictures need chromium and chromedriver");
    }
    test(None, &["pictures_of_every_page_are_made"])?;
    let docs = root().join("docs/pictures");
    std::fs::create_dir_all(&docs).context("cannot make docs/pictures")?;
    for name in SHOWN {
        let made = target().join("pictures").join(format!("{name}.png"));
        std::fs::copy(&made, docs.join(format!("{name}.png")))
            .with_context(|| format!("no picture {}", made.display()))?;
    }
    Ok(())
}

fn test(axe: Option<&Path>, names: &[&str]) -> anyhow::Result<()> {
    // The whole workspace with all features, as the other checks have it: nothing is compiled in a second way.
    cargo(&["build", "--workspace", "--all-features", "--bin", "potez"], &[])?;
    cargo(&["clippy", "--workspace", "--all-features", "--test", "browser", "--", "-D", "warnings"], &[])?;
    let axe = axe.map(|path| path.display().to_string());
    let env: Vec<(&str, &str)> = axe.iter().map(|path| ("POTEZ_AXE", path.as_str())).collect();
    let mut args = vec!["test", "--workspace", "--all-features", "--test", "browser", "--"];
    args.extend(names);
    // A browser is a dozen processes: two tests at once keep two cores busy.
    args.push("--test-threads=2");
    cargo(&args, &env)
}

fn left_out(what: &str, needs: &str) {
    eprintln!("xtask: LEFT OUT: {what} (needs {needs}, which is not here and could not be installed)");
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn works(program: &str, args: &[&str]) -> bool {
    Command::new(program)
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn has_browser() -> bool {
    let is_here = || works("chromedriver", &["--version"]);
    if is_here() {
        return true;
    }
    eprintln!("xtask: installing chromium and its driver");
    let install = |program: &str, before: &[&str]| {
        let args = [before, &["apt-get", "install", "--yes", "--no-install-recommends", "chromium", "chromium-driver"]]
            .concat();
        works(program, &args)
    };
    let _ = works("apt-get", &["update"]);
    if !install("env", &[]) && !install("sudo", &["--non-interactive"]) {
        eprintln!("xtask: apt-get could not install them");
    }
    is_here()
}

/// The folder with the npm packages, if they are there or can be fetched.
fn npm_tools() -> Option<PathBuf> {
    let folder = target().join("web-tools");
    if folder.join("node_modules/axe-core/axe.min.js").exists() && folder.join("node_modules/.bin/tsc").exists() {
        return Some(folder);
    }
    std::fs::create_dir_all(&folder).ok()?;
    eprintln!("xtask: npm install {TYPESCRIPT} {AXE}");
    let prefix = folder.display().to_string();
    works("npm", &["install", "--prefix", &prefix, "--no-audit", "--no-fund", "--no-save", TYPESCRIPT, AXE])
        .then_some(folder)
}

/// `tsc --checkJs --strict`, as `tsconfig.json` of the server has it.
fn types(tools: &Path) -> anyhow::Result<()> {
    eprintln!("xtask: tsc");
    let status = Command::new(tools.join("node_modules/.bin/tsc"))
        .args(["--project", "crates/potez-server/tsconfig.json"])
        .current_dir(root())
        .status()
        .context("cannot start tsc")?;
    if !status.success() {
        bail!("the types of the client are wrong");
    }
    Ok(())
}
