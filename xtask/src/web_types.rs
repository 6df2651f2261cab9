//! The types of the browser client: made from the description of the HTTP interface, and checked by
//! the compiler.
//!
//! The client is plain JavaScript with types in comments. What the server sends is
//! `import("potez-schema")` there, a file that is written into the target folder and never
//! committed: the description comes from the code that answers.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::json;

use crate::npm;
use crate::shell::{cargo, left_out, root, target};

const CLIENT: &str = "crates/potez-server";

/// Checks the types of the client, where npm has what that needs.
pub(crate) fn run() -> anyhow::Result<()> {
    let (Some(tools), Some(generator)) = (npm::tools(), npm::generator()) else {
        left_out("the types of the client", "npm");
        return Ok(());
    };
    let schema = generate(&generator)?;
    check(&tools, &generator.join("tsconfig.json"), &schema)
}

/// Writes the types of everything that the server sends and takes.
fn generate(generator: &Path) -> anyhow::Result<PathBuf> {
    // The whole workspace with all features, as the other checks have it: nothing is compiled in a
    // second way.
    cargo(&["build", "--workspace", "--all-features", "--example", "openapi"], &[])?;
    let printed = Command::new(target().join("debug/examples/openapi")).output().context("cannot run `openapi`")?;
    if !printed.status.success() {
        bail!("the interface cannot be described: {}", String::from_utf8_lossy(&printed.stderr).trim_end());
    }
    let (description, schema) = (generator.join("openapi.json"), generator.join("schema.d.ts"));
    std::fs::write(&description, printed.stdout).with_context(|| format!("cannot write {}", description.display()))?;
    eprintln!("xtask: openapi-typescript");
    let made = Command::new(generator.join("node_modules/.bin/openapi-typescript"))
        .arg(&description)
        .args(["--root-types", "--root-types-no-schema-prefix", "--output"])
        .arg(&schema)
        .output()
        .context("cannot start openapi-typescript")?;
    if !made.status.success() {
        bail!("no types can be made: {}", String::from_utf8_lossy(&made.stderr).trim_end());
    }
    Ok(schema)
}

/// `tsc --checkJs --strict`, as `tsconfig.json` of the server has it, with the schema where it was
/// written.
fn check(tools: &Path, config: &Path, schema: &Path) -> anyhow::Result<()> {
    let client = root().join(CLIENT).canonicalize().context("no client")?;
    let schema = schema.canonicalize().context("no schema")?;
    let settings = json!({
        "extends": client.join("tsconfig.json"),
        "compilerOptions": { "paths": { "potez-schema": [schema] } },
        "include": [client.join("web/**/*.js")],
    });
    std::fs::write(config, settings.to_string()).with_context(|| format!("cannot write {}", config.display()))?;
    eprintln!("xtask: tsc");
    let status = Command::new(tools.join("node_modules/.bin/tsc"))
        .arg("--project")
        .arg(config)
        .status()
        .context("cannot start tsc")?;
    if !status.success() {
        bail!("the types of the client are wrong");
    }
    Ok(())
}
