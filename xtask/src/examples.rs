//! Which crates have examples in their documentation: those of the others are not looked for.
//!
//! To look for examples a whole crate is read and analysed once more, seconds for each. So a crate without any says
//! `doctest = false`, and this check sees to it that none is forgotten there.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::metadata;

/// Fails on a crate with examples that are not run, and on one that is searched for nothing.
pub(crate) fn run() -> anyhow::Result<()> {
    let metadata = metadata::read(&["--no-deps"])?;
    let mut wrong = Vec::new();
    for package in metadata::packages(&metadata)? {
        let name = metadata::text(package, "name")?;
        for target in package["targets"].as_array().into_iter().flatten().filter(|target| is_library(target)) {
            let root = Path::new(metadata::text(target, "src_path")?);
            let folder = root.parent().context("a library without a folder")?;
            let example = example_below(folder)?;
            match (target["doctest"] == true, example) {
                (false, Some(file)) => wrong.push(format!(
                    "{name} has an example in {} that is not run: take `doctest = false` out of its Cargo.toml",
                    file.display()
                )),
                (true, None) => wrong.push(format!("{name} has no examples: its [lib] can say `doctest = false`")),
                _ => {}
            }
        }
    }
    if !wrong.is_empty() {
        bail!("{}", wrong.join("\n"));
    }
    Ok(())
}

/// Cargo runs the examples of these only.
fn is_library(target: &Value) -> bool {
    let kinds = target["kind"].as_array();
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "lib" || kind == "rlib"))
}

/// A file below a folder that has an example.
fn example_below(folder: &Path) -> anyhow::Result<Option<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            if let Some(file) = example_below(&path)? {
                return Ok(Some(file));
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            if has_example(&text) {
                return Ok(Some(path));
            }
        }
    }
    Ok(None)
}

/// Whether a doc comment holds a block of code that is not marked as something else.
fn has_example(source: &str) -> bool {
    let mut is_open = false;
    for line in source.lines() {
        let line = line.trim_start();
        let Some(comment) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
            is_open = false;
            continue;
        };
        let Some(mark) = comment.trim_start().strip_prefix("```") else { continue };
        if !is_open && !["text", "ignore", "json", "sh"].contains(&mark.trim()) {
            return true;
        }
        is_open = !is_open;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_not_an_example() {
        assert!(!has_example("//! ```text\n//! a b\n//! ```\nfn f() {}"));
        assert!(has_example("//! ```text\n//! a b\n//! ```\n//!\n//! ```\n//! assert!(true);\n//! ```"));
        assert!(has_example("impl A {\n    /// ```\n    /// let a = 1;\n    /// ```\n}"));
        assert!(has_example("/// ```no_run\n/// wait();\n/// ```"));
        assert!(!has_example("// ```\nfn f() {}"));
    }
}
