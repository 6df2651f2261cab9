//! The services of systemd: whether they can be understood, and how much they let the program do.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use super::finish;
use crate::shell::left_out;

/// The services.
pub(super) const UNITS: [&str; 2] = ["potez.service", "potez-worker.service"];
/// What is promised of each service: a user of its own, a system that is read only.
#[cfg(test)]
const PROMISED: [&str; 5] = [
    "DynamicUser=yes",
    "ProtectSystem=strict",
    "NoNewPrivileges=yes",
    "CapabilityBoundingSet=",
    "RestrictAddressFamilies=AF_INET AF_INET6",
];
/// The exposure that systemd gives points for, 0 to 100, is at most this.
const MOST_EXPOSURE: u32 = 20;

/// Asks systemd about the services of an unpacked package.
pub(super) fn check(tree: &Path) -> anyhow::Result<()> {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        left_out("the check of the service", "systemd-analyze");
        return Ok(());
    }
    UNITS.iter().try_for_each(|unit| check_unit(&format!("--root={}", tree.display()), unit))
}

fn check_unit(rooted: &str, unit: &str) -> anyhow::Result<()> {
    let analyze = |args: &[&str]| finish(Command::new("systemd-analyze").args(args).args([rooted, unit]));
    let verified = Command::new("systemd-analyze").args(["verify", "--man=no", rooted, unit]).output();
    let said = verified.context("cannot start systemd-analyze")?.stderr;
    // The unpacked package has no other units to start it with: only what is said of ours counts.
    let said = String::from_utf8_lossy(&said);
    let of_ours = format!("{unit}:");
    let is_ours = |line: &&str| line.contains(&of_ours) && !line.contains("Failed to create");
    if let Some(wrong) = said.lines().find(is_ours) {
        bail!("systemd does not understand {unit}: {wrong}");
    }
    let threshold = format!("--threshold={MOST_EXPOSURE}");
    let report = analyze(&["security", "--offline=true", "--no-pager", &threshold])?;
    let overall = report.lines().find(|line| line.contains("Overall exposure")).unwrap_or_default();
    eprintln!("xtask: release: {unit}: {}", overall.trim_start_matches(|letter: char| !letter.is_ascii_alphabetic()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_services_have_what_is_promised_of_them() {
        for name in UNITS {
            let unit = std::fs::read_to_string(crate::shell::root().join("packaging").join(name)).unwrap();
            for line in PROMISED {
                assert!(unit.lines().any(|found| found == line), "{name}: {line}");
            }
        }
    }
}
