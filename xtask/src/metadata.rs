//! What cargo says about the workspace.

use anyhow::Context;
use serde_json::Value;

use crate::shell::output;

/// `cargo metadata` of the workspace, with these arguments besides.
pub(crate) fn read(args: &[&str]) -> anyhow::Result<Value> {
    let text = output(&[&["metadata", "--format-version", "1"], args].concat())?;
    serde_json::from_str(&text).context("cargo metadata printed no JSON")
}

/// The packages it lists.
pub(crate) fn packages(metadata: &Value) -> anyhow::Result<&[Value]> {
    metadata["packages"].as_array().map(Vec::as_slice).context("cargo metadata names no packages")
}

/// A text of a package, such as its name.
pub(crate) fn text<'a>(package: &'a Value, key: &str) -> anyhow::Result<&'a str> {
    package[key].as_str().with_context(|| format!("cargo metadata has a package without `{key}`"))
}
