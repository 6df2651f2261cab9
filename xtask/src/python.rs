//! The Python package: its tests in a virtual environment of its own.
//!
//! The native module is built as an example of its crate together with everything else, so that
//! nothing is compiled in a second way; `--install` builds the package as users do, by `pip`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::shell::{cargo, left_out, root, target};

/// What the tests use.
const PACKAGES: [&str; 6] = ["numpy", "pytest", "pettingzoo", "gymnasium", "nbclient", "ipykernel"];

const CRATE: &str = "crates/potez-python";

/// The tests with the package as it is in the tree; with `--install` as `pip install .` makes it.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let Some(python) = environment() else {
        left_out("the tests of the Python package", "python3 with venv and pip");
        return Ok(());
    };
    let package = if args.iter().any(|arg| arg == "--install") { install(&python)? } else { assemble()? };
    eprintln!("xtask: pytest");
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]).arg(root().join(CRATE).join("tests"));
    tests.env("PYTHONDONTWRITEBYTECODE", "1").env("JUPYTER_PLATFORM_DIRS", "1");
    tests.env("POTEZ", target().join("debug/potez"));
    if let Some(folder) = package {
        tests.env("PYTHONPATH", folder);
    }
    if !tests.status().context("cannot start Python")?.success() {
        bail!("the tests of the Python package failed");
    }
    Ok(())
}

/// The Python of the virtual environment, which is made if it is not there.
fn environment() -> Option<PathBuf> {
    let folder = target().join("python-venv");
    let python = folder.join("bin/python");
    let ready = folder.join("ready");
    let wanted = PACKAGES.join(" ");
    if std::fs::read_to_string(&ready).is_ok_and(|packages| packages == wanted) && python.exists() {
        return Some(python);
    }
    eprintln!("xtask: a virtual environment with {wanted}");
    let works = |command: &mut Command| {
        command.stdin(Stdio::null()).stdout(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    let made = works(Command::new("python3").args(["-m", "venv"]).arg(&folder));
    let filled = made && works(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES));
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
    copy(&target().join("debug/examples/libpython_module.so"), &package.join("_potez.abi3.so"))?;
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
