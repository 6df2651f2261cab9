//! The packages of lock files.

use std::path::Path;

use anyhow::{Context, ensure};
use semver::Version;
use serde::Deserialize;

/// A package that is built, and the lock file that says so.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LockedPackage {
    pub(super) name: String,
    pub(super) version: Version,
    pub(super) file: String,
}

#[derive(Deserialize)]
struct LockFile {
    #[serde(default)]
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: Version,
}

/// The packages of every lock file below a folder. What is built is not looked at.
pub(super) fn all(root: &Path) -> anyhow::Result<Vec<LockedPackage>> {
    let mut packages = Vec::new();
    collect(root, "", &mut packages)?;
    ensure!(!packages.is_empty(), "there is no Cargo.lock");
    Ok(packages)
}

fn collect(folder: &Path, name: &str, packages: &mut Vec<LockedPackage>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{name}{own}");
        if own == "Cargo.lock" {
            let text = std::fs::read_to_string(entry.path()).with_context(|| format!("cannot read {path}"))?;
            packages.extend(read(&path, &text)?);
        } else if entry.file_type()?.is_dir() && !own.starts_with('.') && own != "target" && own != "node_modules" {
            collect(&entry.path(), &format!("{path}/"), packages)?;
        }
    }
    Ok(())
}

/// The packages of one lock file.
pub(super) fn read(file: &str, text: &str) -> anyhow::Result<Vec<LockedPackage>> {
    let lock: LockFile = toml::from_str(text).with_context(|| format!("cannot read {file}"))?;
    let packages = lock.package.into_iter();
    Ok(packages.map(|Locked { name, version }| LockedPackage { name, version, file: file.into() }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lock_file_is_found_but_those_of_what_is_built() {
        let root = std::env::temp_dir().join(format!("potez-lock-files-{}", std::process::id()));
        for folder in ["", "fuzz", "target/package", ".git"] {
            let lock = "[[package]]\nname = \"a\"\nversion = \"1.2.3\"\n";
            std::fs::create_dir_all(root.join(folder)).unwrap();
            std::fs::write(root.join(folder).join("Cargo.lock"), lock).unwrap();
        }
        let mut files: Vec<String> = all(&root).unwrap().into_iter().map(|package| package.file).collect();
        files.sort();
        assert_eq!(files, ["Cargo.lock", "fuzz/Cargo.lock"]);
        std::fs::remove_dir_all(&root).unwrap();
        assert!(all(&root).is_err());
    }

    #[test]
    fn a_lock_file_that_is_none_is_an_error() {
        assert!(read("Cargo.lock", "[[package]]\nname = \"a\"\n").is_err());
    }
}
