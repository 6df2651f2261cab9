//! Known weaknesses of what we depend on: the lock files against the advisories of `RustSec`.
//!
//! A list of them is kept with the sources, so that the check needs no network and takes no time.
//! It is as good as its date, which is said each time; where cargo-deny is installed and reaches
//! the database, that is asked as well.

mod advisory;
mod calendar;
mod lock_file;
mod renewal;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use anyhow::{Context, bail};

use crate::deny::{self, IgnoredAdvisory};
use crate::shell::{cargo, root};
use advisory::{Advisory, AdvisoryList};
use calendar::Date;
use lock_file::LockedPackage;

const USAGE: &str = "usage: cargo xtask audit [--renew FOLDER]";
/// The list, from the root of the workspace.
const LIST: &str = "xtask/advisories.tsv";
/// A list older than this is called old.
const OLD_DAYS: i64 = 120;

/// `cargo xtask audit`: fails on a package that an advisory names. With `--renew FOLDER` the list is
/// made anew from a checkout of the database.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => check(),
        ["--renew", folder] => renew(Path::new(folder)),
        _ => bail!(USAGE),
    }
}

fn check() -> anyhow::Result<()> {
    let text = std::fs::read_to_string(root().join(LIST)).with_context(|| format!("cannot read {LIST}"))?;
    let list = AdvisoryList::read(&text).with_context(|| format!("cannot read {LIST}"))?;
    let packages = lock_file::all(&root())?;
    let ignored = deny::ignored_advisories()?;
    let findings = findings(&packages, &list, &ignored);
    for remark in &findings.remarks {
        eprintln!("xtask: audit: {remark}");
    }
    if !findings.wrong.is_empty() {
        bail!("the audit found:\n  {}", findings.wrong.join("\n  "));
    }
    eprintln!("xtask: audit: {}", summary(&packages, &list, ignored.len(), Date::of(SystemTime::now())));
    ask_cargo_deny()
}

fn renew(folder: &Path) -> anyhow::Result<()> {
    let list = renewal::read(folder)?;
    let path = root().join(LIST);
    std::fs::write(&path, list.to_string()).with_context(|| format!("cannot write {LIST}"))?;
    eprintln!("xtask: audit: {} advisories of {} are in {LIST}", list.advisories.len(), list.date);
    Ok(())
}

/// What was done, and how much it is worth.
fn summary(packages: &[LockedPackage], list: &AdvisoryList, ignored: usize, today: Date) -> String {
    let days = today.days_since(list.date);
    let (count, advisories) = (packages.len(), list.advisories.len());
    let explained = if ignored > 0 { format!(" but {ignored} that deny.toml explains") } else { String::new() };
    let advice =
        if days > OLD_DAYS { "; the list is OLD: renew it from a checkout of RustSec/advisory-db" } else { "" };
    format!(
        "offline: {count} packages against the {advisories} advisories kept in {LIST}, which is of {} ({days} days \
         old): none applies{explained}{advice}",
        list.date
    )
}

/// What the list says of the packages.
#[derive(Debug, Default, PartialEq)]
struct Findings {
    /// Fails the check.
    wrong: Vec<String>,
    /// Only said.
    remarks: Vec<String>,
}

fn findings(packages: &[LockedPackage], list: &AdvisoryList, ignored: &[IgnoredAdvisory]) -> Findings {
    let mut findings = Findings::default();
    let mut used = Vec::new();
    for package in packages {
        for advisory in list.of(&package.name).filter(|advisory| advisory.affects(&package.version)) {
            let sentence = sentence(package, advisory);
            if let Some(exception) = ignored.iter().find(|exception| exception.id == advisory.id) {
                used.push(exception.id.as_str());
                findings.remarks.push(format!("{sentence}; let be: {}", exception.reason));
            } else if advisory.is_notice() {
                findings.remarks.push(sentence);
            } else {
                findings.wrong.push(sentence);
            }
        }
    }
    for exception in ignored {
        if exception.reason.trim().is_empty() {
            findings.wrong.push(format!("deny.toml gives no reason for `{}`", exception.id));
        }
        if !used.contains(&exception.id.as_str()) && list.advisories.iter().any(|known| known.id == exception.id) {
            findings.wrong.push(format!("no package is touched by {}: take it out of deny.toml", exception.id));
        }
    }
    findings
}

fn sentence(package: &LockedPackage, advisory: &Advisory) -> String {
    let LockedPackage { name, version, file } = package;
    let cure = match advisory.patched.as_slice() {
        [] => "no version is better".to_string(),
        patched => format!("better: {}", patched.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")),
    };
    format!("{name} {version} in {file}: {} ({}), {}; {cure}", advisory.id, advisory.kind, advisory.title())
}

/// Asks the database itself, where there is a program for it and a way to it.
fn ask_cargo_deny() -> anyhow::Result<()> {
    let works = |args: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(args).current_dir(root()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if !works(&["deny", "--version"]) {
        eprintln!("xtask: audit: online: not done, cargo-deny is not installed");
        return Ok(());
    }
    if !works(&["deny", "fetch", "db"]) {
        eprintln!("xtask: audit: online: not done, cargo-deny cannot fetch the database from here");
        return Ok(());
    }
    cargo(&["deny", "--all-features", "check", "--disable-fetch", "advisories"], &[])?;
    eprintln!("xtask: audit: online: cargo-deny has fetched the database and finds nothing");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST_TEXT: &str = "# 2025-02-24\n\
        RUSTSEC-2023-0001\t2023-01-01\ttokio\tvulnerability\t>=1.18.4, <1.19.0;>=1.20.3\t<1.7.0\treject_remote\n\
        RUSTSEC-2024-0002\t2024-01-01\tpaste\tunmaintained\t\t\tpaste is left alone\n\
        RUSTSEC-2024-0003\t2024-01-01\tlibc\tnotice\t\t\ta word\n";

    fn found(name: &str, version: &str, ignored: &[(&str, &str)]) -> Findings {
        let lock = format!("version = 4\n[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n");
        let packages = lock_file::read("fuzz/Cargo.lock", &lock).unwrap();
        let ignored: Vec<_> = ignored
            .iter()
            .map(|(id, reason)| IgnoredAdvisory { id: id.to_string(), reason: reason.to_string() })
            .collect();
        findings(&packages, &AdvisoryList::read(LIST_TEXT).unwrap(), &ignored)
    }

    #[test]
    fn a_lock_file_with_a_weak_version_fails_and_is_named() {
        let expected = "tokio 1.19.0 in fuzz/Cargo.lock: RUSTSEC-2023-0001 (vulnerability), reject_remote; \
            better: >=1.18.4, <1.19.0 or >=1.20.3";
        assert_eq!(found("tokio", "1.19.0", &[]).wrong, [expected]);
    }

    #[test]
    fn a_patched_version_passes_and_so_does_one_from_before_the_weakness() {
        for version in ["1.18.4", "1.20.3", "1.47.0", "1.6.9"] {
            assert_eq!(found("tokio", version, &[]), Findings::default(), "{version}");
        }
        assert_eq!(found("tokio-util", "1.19.0", &[]), Findings::default(), "another package");
    }

    #[test]
    fn what_nobody_maintains_fails_and_a_notice_is_only_said() {
        assert_eq!(found("paste", "1.0.0", &[]).wrong.len(), 1);
        let notice = found("libc", "0.2.0", &[]);
        assert_eq!((notice.wrong.len(), notice.remarks.len()), (0, 1));
    }

    #[test]
    fn an_exception_lets_a_package_be_and_needs_a_reason_and_a_use() {
        let explained = found("paste", "1.0.0", &[("RUSTSEC-2024-0002", "a macro that is finished")]);
        assert_eq!(explained.wrong, Vec::<String>::new());
        assert!(explained.remarks[0].ends_with("let be: a macro that is finished"));
        let unused = found("serde", "1.0.0", &[("RUSTSEC-2024-0002", "a macro that is finished")]);
        assert_eq!(unused.wrong, ["no package is touched by RUSTSEC-2024-0002: take it out of deny.toml"]);
        let silent = found("paste", "1.0.0", &[("RUSTSEC-2024-0002", " ")]);
        assert_eq!(silent.wrong, ["deny.toml gives no reason for `RUSTSEC-2024-0002`"]);
        // The database may have it already, though the list has not.
        assert_eq!(found("serde", "1.0.0", &[("RUSTSEC-2026-0001", "newer")]), Findings::default());
    }

    #[test]
    fn an_old_list_is_called_old() {
        let list = AdvisoryList::read(LIST_TEXT).unwrap();
        let on = |date: &str| summary(&[], &list, 0, date.parse().unwrap());
        assert!(on("2025-03-26").contains("of 2025-02-24 (30 days old)"), "{}", on("2025-03-26"));
        assert!(!on("2025-03-26").contains("OLD"));
        assert!(on("2026-11-18").contains("(632 days old)") && on("2026-11-18").contains("OLD"));
    }

    #[test]
    fn the_list_of_this_project_can_be_read_and_knows_a_famous_weakness() {
        let list = AdvisoryList::read(include_str!("../../advisories.tsv")).unwrap();
        assert!(list.advisories.len() > 500);
        let version = "0.1.40".parse().unwrap();
        let time = list.of("time").find(|advisory| advisory.affects(&version)).unwrap();
        assert_eq!(time.id, "RUSTSEC-2020-0071");
    }
}
