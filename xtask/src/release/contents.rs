//! The files of a release: the program, and what it and the sources say about it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::finish;
use crate::shell::{root, target};

/// Files in memory, each with the name it has in the archive and in the package.
pub(super) struct Contents {
    pub(super) files: Vec<ReleaseFile>,
}

/// A file of a release.
pub(super) struct ReleaseFile {
    /// In the archive.
    pub(super) name: String,
    /// In the package, from the root; none for what belongs to the archive alone.
    pub(super) installed: Option<String>,
    pub(super) bytes: Vec<u8>,
    pub(super) is_program: bool,
}

impl Contents {
    /// What belongs to a program.
    pub(super) fn of(program: &Path) -> anyhow::Result<Self> {
        let mut files = vec![ReleaseFile {
            name: "potez".into(),
            installed: Some("usr/bin/potez".into()),
            bytes: read(program)?,
            is_program: true,
        }];
        for name in ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            files.push(plain(name, &format!("usr/share/doc/potez/{name}"), read(&root().join(name))?));
        }
        for (shell, place) in [
            ("bash", "usr/share/bash-completion/completions/potez"),
            ("zsh", "usr/share/zsh/vendor-completions/_potez"),
            ("fish", "usr/share/fish/vendor_completions.d/potez.fish"),
        ] {
            let script = finish(Command::new(program).args(["completions", shell]))?;
            let name = Path::new(place).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            files.push(plain(&format!("completions/{shell}/{name}"), place, script.into_bytes()));
        }
        for page in manual(program)? {
            let name = page.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            files.push(plain(&format!("man/{name}"), &format!("usr/share/man/man1/{name}"), read(&page)?));
        }
        for unit in super::unit::UNITS {
            let bytes = read(&root().join("packaging").join(unit))?;
            files.push(plain(&format!("systemd/{unit}"), &format!("usr/lib/systemd/system/{unit}"), bytes));
        }
        let options = read(&root().join("packaging/potez.default"))?;
        files.push(plain("systemd/potez.default", "etc/default/potez", options));
        Ok(Self { files })
    }
}

fn plain(name: &str, installed: &str, bytes: Vec<u8>) -> ReleaseFile {
    ReleaseFile { name: name.into(), installed: Some(installed.into()), bytes, is_program: false }
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The manual pages, written by the program itself.
fn manual(program: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let folder = target().join("release-manual");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    finish(Command::new(program).args(["man", "--out"]).arg(&folder))?;
    let entries = std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut pages = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    pages.sort();
    Ok(pages)
}

/// Writes a file below a folder, with the mode that everybody may read, or run.
pub(super) fn lay(folder: &Path, name: &str, bytes: &[u8], is_program: bool) -> anyhow::Result<()> {
    let path = folder.join(name);
    let write = || {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, bytes)?;
        set_mode(&path, is_program)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(unix)]
fn set_mode(path: &Path, is_program: bool) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = if is_program { 0o755 } else { 0o644 };
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: bool) -> std::io::Result<()> {
    Ok(())
}
