//! The engine as WebAssembly: two modules, what the server embeds, and a package for npm.
//!
//! Nothing else needs them: a server that was built without them lets its own engine think. What is
//! made goes to `target/wasm` and is never committed.

mod package;
mod speed;
mod toolchain;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::shell::{left_out, root};
use toolchain::Toolchain;

/// The target of modules that need nothing but what they import.
const TARGET: &str = "wasm32-unknown-unknown";

/// The most that a module may weigh on its way to a browser.
const MOST_BYTES: u64 = 900_000;

/// A build of the module.
struct Build {
    /// What the file is called, and the folder it is built in.
    name: &'static str,
    /// Features of the processor beyond those that every browser has.
    features: &'static str,
}

const BUILDS: [Build; 2] = [
    Build { name: "potez-simd", features: "+simd128" },
    // Browsers before 2021 (Safari: 2023) know no vectors.
    Build { name: "potez", features: "" },
];

/// Builds the modules and the package and tries them out in Node; `--speed` compares them with the
/// native engine, which is built where none is named.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let (measures, native) = match args {
        [] => (false, None),
        [flag] if flag == "--speed" => (true, None),
        [flag, program] if flag == "--speed" => (true, Some(program.as_str())),
        _ => bail!("usage: cargo xtask wasm [--speed [PROGRAM]]"),
    };
    let Some(toolchain) = toolchain::find() else {
        left_out("the engine for browsers", "rustup's target wasm32-unknown-unknown, or Debian's rustc-web");
        return Ok(());
    };
    for build in &BUILDS {
        make(&toolchain, build)?;
    }
    let package = package::make()?;
    refresh_server()?;
    package::test(&package)?;
    if measures {
        speed::compare(&package, native)?;
    }
    Ok(())
}

/// In CI: the modules take minutes, which only those who ask for them spend. Modules that were built
/// before are tested as they are.
pub(crate) fn ci() -> anyhow::Result<()> {
    if std::env::var_os("POTEZ_WASM").is_some() {
        return run(&[]);
    }
    if is_built() {
        return package::test(&package::make()?);
    }
    eprintln!("xtask: LEFT OUT: the engine for browsers as a module (POTEZ_WASM=1 asks for it: two builds of minutes)");
    Ok(())
}

/// Whether both modules have been built here.
pub(crate) fn is_built() -> bool {
    BUILDS.iter().all(|build| folder().join("embedded").join(format!("{}.wasm.gz", build.name)).exists())
}

/// Where everything goes.
fn folder() -> PathBuf {
    root().join("target/wasm")
}

/// Builds a module, and compresses it for the server.
fn make(toolchain: &Toolchain, build: &Build) -> anyhow::Result<()> {
    let built = root().join("target/wasm-build").join(build.name);
    let args = ["rustc", "--profile", "wasm", "--target", TARGET, "--package", "potez-wasm", "--lib"];
    // What the processor does itself elsewhere, such as fused multiplication, is a function here. In
    // Cargo.toml every other build would warn of a package that it does not have.
    let fast_builtins = ["--config", "profile.wasm.package.compiler_builtins.opt-level=3"];
    eprintln!("xtask: cargo {} ({})", args.join(" "), build.name);
    let mut flags = vec![
        // What a search may take: its tables are far below this, and a page must not eat a machine.
        "-Clink-arg=--max-memory=1073741824",
        // Searches copy positions at every ply: a megabyte of stack is not enough for the deepest.
        "-Clink-arg=-zstack-size=8388608",
    ];
    let features = format!("-Ctarget-feature={}", build.features);
    if !build.features.is_empty() {
        flags.push(&features);
    }
    let status = toolchain
        .cargo(&flags)
        .args(args)
        .args(fast_builtins)
        .args(toolchain.extra())
        .args(["--crate-type", "cdylib"])
        .env("CARGO_TARGET_DIR", &built)
        .current_dir(root())
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("the module {} could not be built", build.name);
    }
    let embedded = folder().join("embedded");
    std::fs::create_dir_all(&embedded).with_context(|| format!("cannot make {}", embedded.display()))?;
    let module = folder().join(format!("{}.wasm", build.name));
    std::fs::copy(built.join(TARGET).join("wasm/potez_wasm.wasm"), &module)
        .with_context(|| format!("no module {}", build.name))?;
    compress(&module, &embedded.join(format!("{}.wasm", build.name)))
}

/// Brotli as Node has it: browsers take it from this machine and over TLS, and it saves a quarter.
const BROTLI: &str = "const { brotliCompressSync } = require('zlib'); const fs = require('fs'); \
    fs.writeFileSync(process.argv[2], brotliCompressSync(fs.readFileSync(process.argv[1])));";

/// Compresses a module in both ways, and refuses one that is too heavy.
fn compress(module: &Path, to: &Path) -> anyhow::Result<()> {
    let [gzip, brotli] = ["wasm.gz", "wasm.br"].map(|extension| to.with_extension(extension));
    let packed = Command::new("gzip").args(["-9", "--no-name", "--stdout"]).arg(module).output();
    let packed = packed.context("cannot start gzip")?;
    if !packed.status.success() {
        bail!("gzip failed on {}", module.display());
    }
    std::fs::write(&gzip, &packed.stdout).with_context(|| format!("cannot write {}", gzip.display()))?;
    let node = Command::new("node").args(["-e", BROTLI]).arg(module).arg(&brotli).status();
    if !node.is_ok_and(|status| status.success()) {
        left_out("the better compression of the module", "node");
    }
    let size = |path: &Path| std::fs::metadata(path).map_or(u64::MAX, |file| file.len());
    let (plain, packed) = (size(module), size(&gzip).min(size(&brotli)));
    eprintln!("xtask: {}: {plain} bytes, compressed {packed}", module.display());
    if packed > MOST_BYTES && brotli.exists() {
        bail!("{} is too heavy: {packed} bytes compressed, {MOST_BYTES} allowed", module.display());
    }
    Ok(())
}

/// The server embeds what is in the folder when it is compiled; cargo does not see that there is
/// something new there, but it sees that the file which embeds it was touched.
fn refresh_server() -> anyhow::Result<()> {
    let embedding = root().join("crates/potez-server/src/assets/engine.rs");
    let file = std::fs::File::options().append(true).open(&embedding).context("no engine.rs in the server")?;
    file.set_modified(std::time::SystemTime::now()).context("cannot touch engine.rs of the server")
}
