//! Who compiles for WebAssembly: rustup's toolchain if it has the target, or Debian's packages.

use std::path::Path;
use std::process::{Command, Stdio};

use super::TARGET;
use crate::debian;

/// A compiler with the target.
pub(super) enum Toolchain {
    /// The toolchain of this workspace, with the target installed.
    Rustup,
    /// Debian's compiler for browsers, which builds the standard library from its source.
    Debian,
}

/// Debian's compiler, its cargo, the source of the standard library and a linker.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
const LINKER: &str = "wasm-ld-19";
const RUSTC: &str = "/usr/bin/rustc";
const CARGO: &str = "/usr/bin/cargo";

/// What is here comes first, what can be fetched second.
pub(super) fn find() -> Option<Toolchain> {
    if rustup_has_target() {
        return Some(Toolchain::Rustup);
    }
    if debian_is_here() {
        return Some(Toolchain::Debian);
    }
    if debian::has(LINKER, &PACKAGES) && debian_is_here() {
        return Some(Toolchain::Debian);
    }
    eprintln!("xtask: rustup target add {TARGET}");
    let added = rustup(&["target", "add", TARGET]).is_some();
    (added && rustup_has_target()).then_some(Toolchain::Rustup)
}

fn rustup_has_target() -> bool {
    rustup(&["target", "list", "--installed"]).is_some_and(|list| list.lines().any(|line| line == TARGET))
}

/// What rustup prints; nothing if it is not here or fails.
fn rustup(args: &[&str]) -> Option<String> {
    let output = Command::new("rustup").args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn debian_is_here() -> bool {
    let works = |program: &str| {
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let installed = Command::new("dpkg-query").args(["--show", PACKAGES[2]]).output();
    let has_source = installed.is_ok_and(|output| output.status.success());
    Path::new(CARGO).exists() && works(RUSTC) && works(LINKER) && has_source
}

impl Toolchain {
    /// A cargo that compiles with these flags.
    pub(super) fn cargo(&self, flags: &[&str]) -> Command {
        let mut flags = flags.to_vec();
        let mut command = match self {
            Self::Rustup => Command::new("cargo"),
            Self::Debian => {
                flags.push("-Clinker=wasm-ld-19");
                let mut command = Command::new(CARGO);
                // Building the standard library is an unstable option of cargo; its source is of
                // the same version as the compiler.
                command.env("RUSTC", RUSTC).env("RUSTC_BOOTSTRAP", "1");
                command
            }
        };
        // What the cargo that runs these chores has told them is not for another one.
        for name in ["CARGO", "RUSTFLAGS", "RUSTUP_TOOLCHAIN", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
            command.env_remove(name);
        }
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
        command
    }

    /// What cargo is told besides.
    pub(super) fn extra(&self) -> &'static [&'static str] {
        match self {
            Self::Rustup => &[],
            Self::Debian => &["-Zbuild-std=std,panic_abort"],
        }
    }
}
