//! The Debian package: the same files where Debian has them, and a service of systemd.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::contents::{Contents, lay};
use super::{Release, finish};
use crate::shell::root;

/// What is run when the package comes and goes.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

/// Makes the package in a folder. The same contents give the same bytes.
pub(super) fn make(release: &Release, contents: &Contents, folder: &Path) -> anyhow::Result<PathBuf> {
    let tree = folder.join("package");
    let mut bytes = 0;
    for file in &contents.files {
        if let Some(installed) = &file.installed {
            bytes += file.bytes.len();
            lay(&tree, installed, &file.bytes, file.is_program)?;
        }
    }
    lay(&tree, "usr/share/doc/potez/copyright", COPYRIGHT.as_bytes(), false)?;
    lay(&tree, "DEBIAN/control", control(release, bytes).as_bytes(), false)?;
    lay(&tree, "DEBIAN/conffiles", b"/etc/default/potez\n", false)?;
    for script in SCRIPTS {
        let path = root().join("packaging").join(script);
        let text = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        lay(&tree, &format!("DEBIAN/{script}"), &text, true)?;
    }
    for page in std::fs::read_dir(tree.join("usr/share/man/man1"))? {
        finish(Command::new("gzip").args(["--best", "--no-name"]).arg(page?.path()))?;
    }
    // Folders get the mode that the umask of whoever runs this gives them, and that is not ours.
    finish(Command::new("chmod").args(["--recursive", "u=rwX,go=rX"]).arg(&tree))?;
    // The passwords of PostgreSQL and NATS are written there.
    finish(Command::new("chmod").arg("go=").arg(tree.join("etc/default/potez")))?;
    let package = folder.join(format!("potez_{}_{}.deb", release.version, release.architecture));
    finish(
        Command::new("dpkg-deb")
            .env("SOURCE_DATE_EPOCH", &release.epoch)
            .args(["--root-owner-group", "--build"])
            .arg(&tree)
            .arg(&package),
    )?;
    Ok(package)
}

fn control(release: &Release, bytes: usize) -> String {
    let Release { version, architecture, .. } = release;
    let size = bytes.div_ceil(1024);
    format!(
        "Package: potez\nVersion: {version}\nArchitecture: {architecture}\n\
         Maintainer: The Potez project <potez@localhost>\n\
         Installed-Size: {size}\nSection: games\nPriority: optional\n\
         Description: plays, teaches and analyses Blockade, Havannah and Byte\n \
         Rules, an engine with ten levels, a terminal and a browser application, protocols\n \
         for other programs and a match runner in one static program. The service potez\n \
         serves games in the browser; it is started with systemctl enable --now potez.\n"
    )
}

const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: potez

Files: *
Copyright: the authors of Potez
License: MIT or Apache-2.0
 The texts are in LICENSE-MIT and LICENSE-APACHE beside this file.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_control_file_has_what_dpkg_asks_for() {
        let release =
            Release { version: "1.2.3".into(), architecture: "amd64".into(), epoch: "0".into(), program: "p".into() };
        let text = control(&release, 2049);
        for line in ["Package: potez", "Version: 1.2.3", "Architecture: amd64", "Installed-Size: 3"] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        // The rest of a description is indented, and no line of it is empty.
        let description = text.lines().skip_while(|line| !line.starts_with("Description:")).skip(1);
        assert_eq!(description.clone().count(), 3);
        assert!(description.clone().all(|line| line.starts_with(' ') && line.trim() == &line[1..]), "{text}");
    }
}
