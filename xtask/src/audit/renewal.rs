//! Makes the list from a checkout of the database.
//!
//! The database is in the public domain but for what came from elsewhere with a licence of its own:
//! of those the facts are kept and the title is not.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::advisory::{Advisory, AdvisoryList, requirements};
use super::calendar::Date;

/// The part before the description, which is TOML.
#[derive(Deserialize)]
struct FrontMatter {
    advisory: Facts,
    #[serde(default)]
    versions: Versions,
}

#[derive(Deserialize)]
struct Facts {
    id: String,
    package: String,
    date: String,
    informational: Option<String>,
    withdrawn: Option<String>,
    license: Option<String>,
}

#[derive(Deserialize, Default)]
struct Versions {
    #[serde(default)]
    patched: Vec<String>,
    #[serde(default)]
    unaffected: Vec<String>,
}

/// Every advisory about a crate that was not withdrawn.
pub(super) fn read(folder: &Path) -> anyhow::Result<AdvisoryList> {
    let crates = folder.join("crates");
    let mut advisories = Vec::new();
    for package in folders(&crates)? {
        for file in folders(&package)? {
            let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            advisories.extend(advisory(&text).with_context(|| file.display().to_string())?);
        }
    }
    ensure!(!advisories.is_empty(), "{} holds no advisories", crates.display());
    advisories.sort_by(|one, other| (&one.package, &one.id).cmp(&(&other.package, &other.id)));
    let newest = advisories.iter().map(|advisory| advisory.date).max();
    let date = committed(folder).or(newest).context("no date")?;
    Ok(AdvisoryList { date, advisories })
}

fn folders(folder: &Path) -> anyhow::Result<Vec<std::path::PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

/// The day of the last commit, if it is a checkout.
fn committed(folder: &Path) -> Option<Date> {
    let output = Command::new("git").args(["log", "-1", "--format=%cs"]).current_dir(folder).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Reads a file of the database; `None` if the advisory was withdrawn.
fn advisory(text: &str) -> anyhow::Result<Option<Advisory>> {
    let rest = text.trim_start().strip_prefix("```toml").context("it does not begin with TOML")?;
    let (front, description) = rest.split_once("\n```").context("its TOML has no end")?;
    let FrontMatter { advisory: facts, versions } = toml::from_str(front)?;
    if facts.withdrawn.is_some() {
        return Ok(None);
    }
    let title = description.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
    let words = if facts.license.is_none_or(|license| license == "CC0-1.0") { title } else { "" };
    Ok(Some(Advisory {
        id: facts.id,
        date: facts.date.parse()?,
        package: facts.package,
        kind: facts.informational.unwrap_or_else(|| "vulnerability".into()),
        patched: requirements(versions.patched.iter().map(String::as_str))?,
        unaffected: requirements(versions.unaffected.iter().map(String::as_str))?,
        words: words.split_whitespace().collect::<Vec<_>>().join(" "),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "```toml\n[advisory]\nid = \"RUSTSEC-2024-0001\"\npackage = \"a\"\ndate = \"2024-01-02\"\n\
        categories = [\"denial-of-service\"]\n[versions]\npatched = [\">= 1.2\", \"^0.9.3\"]\n```\n\n\
        # It\tfalls over\n\nLong words.\n";

    #[test]
    fn facts_and_title_of_a_file_are_kept() {
        let kept = advisory(FILE).unwrap().unwrap().to_string();
        assert_eq!(kept, "RUSTSEC-2024-0001\t2024-01-02\ta\tvulnerability\t>=1.2;^0.9.3\t\tIt falls over");
    }

    #[test]
    fn a_title_that_is_not_free_is_left_out() {
        let text = FILE.replace("package =", "license = \"CC-BY-4.0\"\npackage =");
        assert!(advisory(&text).unwrap().unwrap().words.is_empty());
    }

    #[test]
    fn what_was_withdrawn_is_left_out() {
        let text = FILE.replace("package =", "withdrawn = \"2024-02-02\"\npackage =");
        assert!(advisory(&text).unwrap().is_none());
    }

    #[test]
    fn a_checkout_is_read_whole_and_what_is_none_is_an_error() {
        let root = std::env::temp_dir().join(format!("potez-advisories-{}", std::process::id()));
        std::fs::create_dir_all(root.join("crates/a")).unwrap();
        assert!(read(&root).is_err(), "nothing in it");
        std::fs::write(root.join("crates/a/RUSTSEC-2024-0001.md"), FILE).unwrap();
        let list = read(&root).unwrap();
        assert_eq!((list.advisories.len(), list.date.to_string().as_str()), (1, "2024-01-02"));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
