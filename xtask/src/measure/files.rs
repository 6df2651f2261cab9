//! Which files are measured.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::source::{FileLanguage, SourceText};
use super::tokens::{CodeToken, test_modules};
use crate::shell::root;

/// A file with what was found in it.
pub(super) struct SourceFile {
    /// Relative to the root of the workspace, with `/` between the parts.
    pub(super) path: String,
    pub(super) source: SourceText,
}

/// `crates/*/src` and `xtask/src`.
pub(super) fn rust() -> anyhow::Result<Vec<SourceFile>> {
    let mut paths = Vec::new();
    for folder in crates()?.into_iter().chain([root().join("xtask")]) {
        walk(&folder.join("src"), "rs", &mut paths)?;
    }
    let mut files = read(&paths, FileLanguage::Rust)?;
    // A module that is declared under `#[cfg(test)]` is a test in all of its files.
    let tests: BTreeSet<String> = files.iter().flat_map(test_files).collect();
    for file in &mut files {
        if tests.iter().any(|test| file.path == format!("{test}.rs") || file.path.starts_with(&format!("{test}/"))) {
            file.source.is_test = true;
        }
    }
    Ok(files)
}

/// The files of the browser clients: `crates/*/web`.
pub(super) fn web(extension: &str, language: FileLanguage) -> anyhow::Result<Vec<SourceFile>> {
    let mut paths = Vec::new();
    for folder in crates()? {
        walk(&folder.join("web"), extension, &mut paths)?;
    }
    read(&paths, language)
}

/// The documents at the root and under `docs`.
pub(super) fn documents() -> anyhow::Result<Vec<SourceFile>> {
    let mut paths = Vec::new();
    for entry in entries(&root())? {
        if entry.is_file() && entry.extension().is_some_and(|extension| extension == "md") {
            paths.push(entry);
        }
    }
    walk(&root().join("docs"), "md", &mut paths)?;
    read(&paths, FileLanguage::Markdown)
}

/// Where the modules of this file that are tests live, without `.rs`.
fn test_files(file: &SourceFile) -> Vec<String> {
    let stem = file.path.trim_end_matches(".rs");
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    let folder = if matches!(name, "lib" | "main" | "mod") { folder } else { stem };
    let tokens = CodeToken::all(&file.source.code);
    test_modules(&tokens).into_iter().map(|module| format!("{folder}/{module}")).collect()
}

fn crates() -> anyhow::Result<Vec<PathBuf>> {
    entries(&root().join("crates"))
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let listed = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut paths = listed.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}

/// Adds the files below a folder that have this extension; a folder that is not there has none.
fn walk(folder: &Path, extension: &str, paths: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for path in entries(folder)? {
        if path.is_dir() {
            walk(&path, extension, paths)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            paths.push(path);
        }
    }
    Ok(())
}

fn read(paths: &[PathBuf], language: FileLanguage) -> anyhow::Result<Vec<SourceFile>> {
    let root = root();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let relative = path.strip_prefix(&root).unwrap_or(path);
        let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        Ok(SourceFile { path: parts.join("/"), source: SourceText::read(&text, language) })
    };
    paths.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_modules_are_looked_for_beside_or_below_their_parent() {
        let text = "#[cfg(test)]\nmod tests;\nmod other;\n#[cfg(test)]\nmod inline {}\n";
        let file = |path: &str| SourceFile { path: path.into(), source: SourceText::read(text, FileLanguage::Rust) };
        assert_eq!(test_files(&file("a/src/lib.rs")), ["a/src/tests"]);
        assert_eq!(test_files(&file("a/src/walls.rs")), ["a/src/walls/tests"]);
        assert_eq!(test_files(&file("a/src/walls/mod.rs")), ["a/src/walls/tests"]);
    }
}
