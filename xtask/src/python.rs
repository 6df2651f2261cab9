//! The Python package: its tests in a virtual environment of its own.
//!
//! The native module is built as an example of its crate together with everything else, so that
//! nothing is compiled in a second way; `--install` builds the package as users do, by `pip`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};

use crate::shell::{cargo, left_out, root, target};

/// What the tests use.
const PACKAGES: [&str; 6] = ["numpy", "pytest", "pettingzoo", "gymnasium", "nbclient", "ipykernel"];

/// What they use where it can be installed: not every system has it ready made. Tests without it are
/// left out and counted.
const OPTIONAL: [&str; 2] = ["mypy", "open_spiel"];

const CRATE: &str = "crates/potez-python";

/// The tests with the package as it is in the tree; with `--install` as `pip install .` makes it.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let Some(python) = environment() else {
        left_out("the tests of the Python package", "python3 with venv and pip");
        return Ok(());
    };
    let asked = |option: &str| args.iter().any(|arg| arg == option);
    let package = if asked("--install") || asked("--bench") { install(&python)? } else { assemble()? };
    if asked("--bench") {
        let done = Command::new(&python).arg(root().join(CRATE).join("bench.py")).status();
        ensure!(done.context("cannot start Python")?.success(), "the benchmark failed");
        return Ok(());
    }
    eprintln!("xtask: pytest");
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]).arg(root().join(CRATE).join("tests"));
    tests.env("PYTHONDONTWRITEBYTECODE", "1").env("JUPYTER_PLATFORM_DIRS", "1");
    tests.env("POTEZ", target().join("debug/potez")).env("MYPY_CACHE", target().join("mypy"));
    if let Some(folder) = package {
        tests.env("PYTHONPATH", folder);
    }
    if !tests.status().context("cannot start Python")?.success() {
        bail!("the tests of the Python package failed");
    }
    Ok(())
}

/// The Python of the virtual environment, which is made if it is not there.
pub(crate) fn environment() -> Option<PathBuf> {
    let folder = target().join("python-venv");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let ready = folder.join("ready");
    let wanted = [&PACKAGES[..], &OPTIONAL[..]].concat().join(" ");
    if std::fs::read_to_string(&ready).is_ok_and(|packages| packages == wanted) && python.exists() {
        return Some(python);
    }
    eprintln!("xtask: a virtual environment with {wanted}");
    let works = |command: &mut Command| {
        command.stdin(Stdio::null()).stdout(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    let made = works(Command::new("python3").args(["-m", "venv"]).arg(&folder));
    let fill = |packages: &[&str]| {
        let mut pip = Command::new(&python);
        works(pip.args(["-m", "pip", "install", "--quiet", "--no-compile", "--only-binary", ":all:"]).args(packages))
    };
    let filled = made && fill(&PACKAGES);
    for package in OPTIONAL.iter().filter(|_| filled) {
        if !fill(&[package]) {
            left_out(&format!("tests with {package}"), "a Python for which it is ready made");
        }
    }
    (filled && std::fs::write(ready, wanted).is_ok()).then_some(python)
}

/// Puts the package together in the target folder: the sources and the native module.
fn assemble() -> anyhow::Result<Option<PathBuf>> {
    cargo(&["build", "--workspace", "--all-features", "--example", "python_module"], &[])?;
    let folder = target().join("python");
    let package = folder.join("potez");
    std::fs::create_dir_all(&package).context("no folder for the package")?;
    for entry in std::fs::read_dir(root().join(CRATE).join("python/potez")).context("no Python sources")? {
        let path = entry?.path();
        if path.is_file() {
            copy(&path, &package.join(path.file_name().unwrap_or_default()))?;
        }
    }
    // Named as this system names its libraries.
    let built = format!("{}python_module{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let name = if cfg!(windows) { "_potez.pyd" } else { "_potez.abi3.so" };
    copy(&target().join("debug/examples").join(built), &package.join(name))?;
    Ok(Some(folder))
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

/// Installs the package as users do.
fn install(python: &Path) -> anyhow::Result<Option<PathBuf>> {
    eprintln!("xtask: pip install .");
    let status = Command::new(python).args(["-m", "pip", "install", "."]).current_dir(root()).status();
    if !status.context("cannot start pip")?.success() {
        bail!("`pip install .` failed");
    }
    Ok(None)
}
