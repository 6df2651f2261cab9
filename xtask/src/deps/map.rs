//! Reads the map of crates: the fenced block under "## The map" of ARCHITECTURE.md.
//!
//! A line is lists of names with arrows between them, `blockade, byte -> core <- search`; the side
//! that an arrow points at is used by the other. A line without an arrow names crates that use
//! none. `core` means `potez-core`.

use std::collections::BTreeSet;

use anyhow::{Context, bail};

use super::Edge;

const HEADING: &str = "## The map";
const PREFIX: &str = "potez-";

/// The crates that the document names and who uses whom.
#[derive(Debug, Default)]
pub(super) struct CrateMap {
    pub(super) crates: BTreeSet<String>,
    pub(super) edges: BTreeSet<Edge>,
}

/// Reads the map; every name in it must be one of these crates.
pub(super) fn read(document: &str, crates: &BTreeSet<String>) -> anyhow::Result<CrateMap> {
    let mut map = CrateMap::default();
    for (number, line) in block(document)? {
        map.add(line, crates).with_context(|| format!("line {number}, `{}`", line.trim()))?;
    }
    if map.crates.is_empty() {
        bail!("the block is empty");
    }
    Ok(map)
}

/// The lines of the first fenced block under the heading that are not blank, with their numbers in
/// the document.
fn block(document: &str) -> anyhow::Result<Vec<(usize, &str)>> {
    let is_fence = |line: &str| line.trim_start().starts_with("```");
    let mut lines = document.lines().zip(1..).map(|(line, number)| (number, line));
    lines.find(|(_, line)| line.trim_end() == HEADING).with_context(|| format!("there is no heading `{HEADING}`"))?;
    for (_, line) in lines.by_ref() {
        if line.starts_with("## ") {
            bail!("no fenced block between `{HEADING}` and `{line}`");
        }
        if is_fence(line) {
            let mut block = Vec::new();
            for (number, line) in lines {
                if is_fence(line) {
                    return Ok(block);
                }
                if !line.trim().is_empty() {
                    block.push((number, line));
                }
            }
            bail!("the fenced block under `{HEADING}` does not end");
        }
    }
    bail!("no fenced block under `{HEADING}`")
}

/// Which of its two neighbours an arrow points at.
#[derive(Clone, Copy)]
enum Arrow {
    Left,
    Right,
}

impl CrateMap {
    fn add(&mut self, line: &str, crates: &BTreeSet<String>) -> anyhow::Result<()> {
        let mut rest = line;
        let mut before: Option<(Vec<String>, Arrow)> = None;
        loop {
            let next = [("->", Arrow::Right), ("<-", Arrow::Left)]
                .into_iter()
                .filter_map(|(text, arrow)| rest.find(text).map(|at| (at, text.len(), arrow)))
                .min_by_key(|&(at, ..)| at);
            let list = names(&rest[..next.map_or(rest.len(), |(at, ..)| at)], crates)?;
            self.crates.extend(list.iter().cloned());
            match before {
                Some((left, Arrow::Right)) => self.connect(&left, &list)?,
                Some((left, Arrow::Left)) => self.connect(&list, &left)?,
                None => {}
            }
            let Some((at, length, arrow)) = next else { return Ok(()) };
            before = Some((list, arrow));
            rest = &rest[at + length..];
        }
    }

    fn connect(&mut self, users: &[String], used: &[String]) -> anyhow::Result<()> {
        for user in users {
            for used in used {
                if !self.edges.insert((user.clone(), used.clone())) {
                    bail!("{user} -> {used} is said twice");
                }
            }
        }
        Ok(())
    }
}

/// The crates of a list, by their full names.
fn names(list: &str, crates: &BTreeSet<String>) -> anyhow::Result<Vec<String>> {
    let full = |name: &str| {
        let name = name.trim();
        if name.is_empty() {
            bail!("a name is missing");
        }
        let candidates = [format!("{PREFIX}{name}"), name.to_string()];
        let found = candidates.into_iter().find(|name| crates.contains(name));
        found.with_context(|| format!("`{name}` is not a crate of the workspace"))
    };
    list.split(',').map(full).collect()
}

#[cfg(test)]
mod tests;
