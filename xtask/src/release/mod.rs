//! What is handed out: a static archive and a Debian package, the same bytes from the same sources.

mod archive;
mod contents;
mod package;
mod smoke;
mod unit;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::fuzz::host;
use crate::shell::{cargo, left_out, output, root, target};
use contents::Contents;

const USAGE: &str = "usage: cargo xtask release [--smoke]";

/// Random numbers come from the kernel itself: a static program cannot look up the function of the C
/// library that asks it, and would need the files of `/dev`, which a confined one may not have.
const RANDOM: &str = "--cfg getrandom_backend=\"linux_getrandom\"";

/// `cargo xtask release`: makes both. With `--smoke` they are unpacked and tried out as well.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let smoke = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--smoke"] => true,
        _ => bail!(USAGE),
    };
    let program = build()?;
    let release = Release::new(program)?;
    let made = release.make(&target().join("release-files"))?;
    for file in made.files() {
        let bytes = std::fs::metadata(file).map_or(0, |data| data.len());
        eprintln!("xtask: release: {} ({} kB)", file.display(), bytes / 1000);
    }
    if smoke {
        smoke::run(&release, &made)?;
    }
    Ok(())
}

/// A program without libraries of the system, so that it runs on every Linux of its kind.
fn build() -> anyhow::Result<PathBuf> {
    let host = host().context("rustc does not say what this machine is")?;
    if !host.contains("linux") {
        bail!("releases are made on Linux");
    }
    let installed = |name: &str| {
        let args = ["--print", "target-libdir", "--target", name];
        let folder =
            Command::new("rustc").args(args).output().ok().and_then(|output| String::from_utf8(output.stdout).ok());
        folder.is_some_and(|folder| Path::new(folder.trim()).is_dir())
    };
    // musl where it is there; glibc is as static, but for names of hosts, which are never looked up.
    let musl = host.replace("-gnu", "-musl");
    let has_musl = installed(&musl) && Command::new("musl-gcc").arg("--version").output().is_ok();
    let kind = if has_musl { musl } else { host };
    let cpu = if kind.starts_with("x86_64") { "-C target-cpu=x86-64-v3" } else { "" };
    let flags = format!("-C target-feature=+crt-static -C strip=symbols {RANDOM} {cpu} {}", remapped());
    cargo(
        &["build", "--release", "--locked", "--package", "potez", "--target", &kind],
        &[("RUSTFLAGS", flags.trim())],
    )?;
    let program = target().join(kind).join("release/potez");
    let linked = Command::new("ldd").arg(&program).output().context("cannot start ldd")?;
    let said = [linked.stdout, linked.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    if !said.contains("statically linked") && !said.contains("not a dynamic executable") {
        bail!("{} needs libraries: {}", program.display(), said.trim());
    }
    Ok(program)
}

/// The folders of this machine are nobody's business, and would make other bytes elsewhere.
fn remapped() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo")));
    let sources = root().canonicalize().unwrap_or_else(|_| root());
    let folders = [Some((sources, "/potez")), home.map(|home| (home, "/cargo"))];
    let remap = |(from, to): (PathBuf, &str)| format!("--remap-path-prefix={}={to}", from.display());
    // A folder with a blank in its name cannot be said here, and stays as it is.
    let texts = folders.into_iter().flatten().map(remap).filter(|text| !text.contains(' '));
    texts.collect::<Vec<_>>().join(" ")
}

/// What is made of one program.
struct Release {
    version: String,
    /// What Debian calls this kind of machine.
    architecture: String,
    /// Seconds since 1970 that everything is dated with.
    epoch: String,
    program: PathBuf,
}

/// The files of a release.
#[derive(Debug, PartialEq)]
struct ReleaseFiles {
    archive: PathBuf,
    /// `None` where there is no dpkg-deb.
    package: Option<PathBuf>,
}

impl ReleaseFiles {
    fn files(&self) -> impl Iterator<Item = &PathBuf> {
        std::iter::once(&self.archive).chain(&self.package)
    }
}

impl Release {
    fn new(program: PathBuf) -> anyhow::Result<Self> {
        let named = output(&["pkgid", "--package", "potez"])?;
        let version = named.trim().rsplit(['#', '@']).next().unwrap_or_default().to_string();
        let architecture = match std::env::consts::ARCH {
            "x86_64" => "amd64",
            "aarch64" => "arm64",
            other => other,
        };
        Ok(Self { version, architecture: architecture.into(), epoch: epoch()?, program })
    }

    /// Makes archive and package in a folder.
    fn make(&self, folder: &Path) -> anyhow::Result<ReleaseFiles> {
        if folder.exists() {
            std::fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let contents = Contents::of(&self.program)?;
        let archive = archive::make(self, &contents, folder)?;
        let package = if Command::new("dpkg-deb").arg("--version").output().is_ok() {
            Some(package::make(self, &contents, folder)?)
        } else {
            left_out("the Debian package", "dpkg-deb");
            None
        };
        Ok(ReleaseFiles { archive, package })
    }
}

/// When the sources were last changed, or what `SOURCE_DATE_EPOCH` says.
fn epoch() -> anyhow::Result<String> {
    if let Ok(epoch) = std::env::var("SOURCE_DATE_EPOCH") {
        epoch.parse::<u64>().context("SOURCE_DATE_EPOCH is not a number of seconds")?;
        return Ok(epoch);
    }
    let output = Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()).output();
    let text = output.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    let text = text.trim();
    Ok(if text.is_empty() { "0".into() } else { text.into() })
}

/// Runs a program to its end.
fn finish(command: &mut Command) -> anyhow::Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        bail!("{name} failed with {}: {}", output.status, String::from_utf8_lossy(&said).trim_end());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{name} printed something that is not UTF-8"))
}
