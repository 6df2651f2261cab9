//! The archive: one folder with the program and what belongs to it.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::contents::{Contents, lay};
use super::{Release, finish};

/// Makes the archive in a folder. The same contents give the same bytes.
pub(super) fn make(release: &Release, contents: &Contents, folder: &Path) -> anyhow::Result<PathBuf> {
    let name = format!("potez-{}-linux-{}", release.version, std::env::consts::ARCH);
    for file in &contents.files {
        lay(&folder.join("archive").join(&name), &file.name, &file.bytes, file.is_program)?;
    }
    let archive = folder.join(format!("{name}.tar"));
    finish(
        Command::new("tar")
            .args(["--create", "--format=ustar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
            .args(["--mode=u=rwX,go=rX", &format!("--mtime=@{}", release.epoch)])
            .arg("--file")
            .arg(&archive)
            .arg("--directory")
            .arg(folder.join("archive"))
            .arg(&name),
    )?;
    // Without name and time, which would be others each time.
    finish(Command::new("gzip").args(["--best", "--no-name", "--force"]).arg(&archive))?;
    Ok(folder.join(format!("{name}.tar.gz")))
}
