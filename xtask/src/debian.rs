//! Programs of Debian's packages that tests need, installed where that is possible.

use std::process::{Command, Stdio};

/// Whether a program is there, after an attempt to install these packages if it was not.
pub(crate) fn has(program: &str, packages: &[&str]) -> bool {
    if is_here(program) {
        return true;
    }
    eprintln!("xtask: installing {}", packages.join(" and "));
    let install = |first: &str, before: &[&str]| {
        let args = [before, &["apt-get", "install", "--yes", "--no-install-recommends"], packages].concat();
        works(first, &args)
    };
    let _ = works("apt-get", &["update"]);
    if !install("env", &[]) && !install("sudo", &["--non-interactive"]) {
        eprintln!("xtask: apt-get could not install {}", packages.join(" and "));
    }
    is_here(program)
}

/// Services are in a folder that is not everybody's.
fn is_here(program: &str) -> bool {
    works(program, &["--version"]) || works(&format!("/usr/sbin/{program}"), &["--version"])
}

fn works(program: &str, args: &[&str]) -> bool {
    Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
