//! The client in a real browser: its types, its pages, its pictures.
//!
//! Chromium, its driver and the npm packages are installed where that is possible. What cannot be
//! had is said plainly, and only the part that needs it is left out.

use std::path::Path;

use anyhow::{Context, bail};

use crate::shell::{cargo, left_out, target};
use crate::{debian, npm, site, web_types};

/// The pictures that the README shows, by the names the tests give them.
const SHOWN: [&str; 3] = ["desktop-light-game-blockade", "desktop-dark-analysis", "phone-light-game-byte"];

/// Types, then every test in the browser.
pub(crate) fn run() -> anyhow::Result<()> {
    web_types::run()?;
    if !has_browser() {
        left_out("the tests in the browser", "chromium and chromedriver");
        return Ok(());
    }
    let axe = npm::tools().map(|folder| folder.join("node_modules/axe-core/axe.min.js"));
    if axe.is_none() {
        left_out("the check for access", "npm");
    }
    test(axe.as_deref(), site::for_tests()?.as_deref(), &[])
}

/// Whole games and analyses on a site without a server and without a network.
pub(crate) fn site(folder: &Path) -> anyhow::Result<()> {
    if !has_browser() {
        bail!("the site is tested in chromium, by chromedriver");
    }
    let folder = folder.canonicalize().with_context(|| format!("no {}", folder.display()))?.display().to_string();
    let env = [("POTEZ_SITE", folder.as_str()), ("POTEZ_SITE_LEVELS", "1,5,10")];
    cargo(&["test", "--workspace", "--all-features", "--test", "browser", "--", "--test-threads=1", "site::"], &env)
}

/// Makes the pictures of the pages anew and copies the best ones into the folder.
pub(crate) fn pictures(folder: &Path) -> anyhow::Result<()> {
    if !has_browser() {
        bail!("pictures of the pages need chromium and chromedriver");
    }
    test(None, None, &["pictures_of_every_page_are_made"])?;
    for name in SHOWN {
        let made = target().join("pictures").join(format!("{name}.png"));
        std::fs::copy(&made, folder.join(format!("{name}.png")))
            .with_context(|| format!("no picture {}", made.display()))?;
    }
    Ok(())
}

fn test(axe: Option<&Path>, site: Option<&Path>, names: &[&str]) -> anyhow::Result<()> {
    // The program as its own tests have it: a plain build leaves out the features that only tests ask
    // for, and would compile half of the workspace a second time.
    cargo(&["test", "--workspace", "--all-features", "--no-run", "--test", "potez"], &[])?;
    cargo(&["clippy", "--workspace", "--all-features", "--test", "browser", "--", "-D", "warnings"], &[])?;
    let [axe, site] = [axe, site].map(|path| path.and_then(|path| path.canonicalize().ok()));
    let named = [("POTEZ_AXE", &axe), ("POTEZ_SITE", &site)];
    let env: Vec<(&str, &str)> =
        named.iter().filter_map(|(name, path)| Some((*name, path.as_ref()?.to_str()?))).collect();
    let mut args = vec!["test", "--workspace", "--all-features", "--test", "browser", "--"];
    args.extend(names);
    // A browser is a dozen processes: two tests at once keep two cores busy.
    args.push("--test-threads=2");
    cargo(&args, &env)
}

/// Whether there is a browser to be driven, after an attempt to install it. Its engine without windows starts faster
/// and is used where it is, but not needed.
pub(crate) fn has_browser() -> bool {
    let found = debian::has("chromedriver", &["chromium", "chromium-driver"]);
    if found {
        debian::has("chromium-headless-shell", &["chromium-headless-shell"]);
    }
    found
}
