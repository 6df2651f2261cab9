//! The service of systemd: whether it can be understood, and how much it lets the server do.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use super::finish;
use crate::shell::left_out;

/// What is promised of the service: a user of its own, a system that is read only.
#[cfg(test)]
const PROMISED: [&str; 6] = [
    "DynamicUser=yes",
    "ProtectSystem=strict",
    "StateDirectory=potez",
    "NoNewPrivileges=yes",
    "CapabilityBoundingSet=",
    "RestrictAddressFamilies=AF_INET AF_INET6",
];
/// The exposure that systemd gives points for, 0 to 100, is at most this.
const MOST_EXPOSURE: u32 = 20;

/// Asks systemd about the service of an unpacked package.
pub(super) fn check(tree: &Path) -> anyhow::Result<()> {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        left_out("the check of the service", "systemd-analyze");
        return Ok(());
    }
    let rooted = format!("--root={}", tree.display());
    let analyze = |args: &[&str]| finish(Command::new("systemd-analyze").args(args).arg(&rooted).arg("potez.service"));
    let verified = Command::new("systemd-analyze").args(["verify", "--man=no", &rooted, "potez.service"]).output();
    let said = verified.context("cannot start systemd-analyze")?.stderr;
    // The unpacked package has no other units to start it with: only what is said of ours counts.
    let said = String::from_utf8_lossy(&said);
    let is_ours = |line: &&str| line.contains("potez.service:") && !line.contains("Failed to create");
    if let Some(wrong) = said.lines().find(is_ours) {
        bail!("systemd does not understand the service: {wrong}");
    }
    let threshold = format!("--threshold={MOST_EXPOSURE}");
    let report = analyze(&["security", "--offline=true", "--no-pager", &threshold])?;
    let overall = report.lines().find(|line| line.contains("Overall exposure")).unwrap_or_default();
    eprintln!("xtask: release: systemd: {}", overall.trim_start_matches(|letter: char| !letter.is_ascii_alphabetic()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_service_has_what_is_promised_of_it() {
        let unit = include_str!("../../../packaging/potez.service");
        for line in PROMISED {
            assert!(unit.lines().any(|found| found == line), "{line}");
        }
    }
}
