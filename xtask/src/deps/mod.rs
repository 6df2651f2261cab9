//! The dependencies between the crates: what ARCHITECTURE.md says, compared with what cargo sees.
//!
//! The document is the only list. A second one in code would have to be kept equal by hand, and
//! then one of them is false.

mod map;

use std::collections::BTreeSet;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::metadata;
use crate::shell::root;

/// `(user, used)`, by the names that cargo knows.
type Edge = (String, String);

/// Fails on an edge that the map does not have, and on one that it has and cargo has not.
pub(crate) fn run() -> anyhow::Result<()> {
    let metadata = metadata::read(&["--no-deps"])?;
    let packages = metadata::packages(&metadata)?;
    let crates = packages.iter().map(|package| Ok(metadata::text(package, "name")?.to_string()));
    let crates = crates.collect::<anyhow::Result<BTreeSet<_>>>()?;
    let document = std::fs::read_to_string(root().join("ARCHITECTURE.md")).context("cannot read ARCHITECTURE.md")?;
    let map = map::read(&document, &crates).context("the map in ARCHITECTURE.md")?;
    let wrong = compare(&map, &edges(packages, &crates)?, &crates);
    if !wrong.is_empty() {
        bail!("ARCHITECTURE.md and cargo disagree:\n  {}", wrong.join("\n  "));
    }
    Ok(())
}

/// What the crates of the workspace use of each other. Tests may use what they like: those edges
/// are left out.
fn edges(packages: &[Value], crates: &BTreeSet<String>) -> anyhow::Result<BTreeSet<Edge>> {
    let mut edges = BTreeSet::new();
    for package in packages {
        let user = metadata::text(package, "name")?;
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used = metadata::text(dependency, "name")?;
            if crates.contains(used) && dependency["kind"] != "dev" {
                edges.insert((user.to_string(), used.to_string()));
            }
        }
    }
    Ok(edges)
}

/// A sentence for each difference.
fn compare(map: &map::CrateMap, found: &BTreeSet<Edge>, crates: &BTreeSet<String>) -> Vec<String> {
    let unnamed = crates.difference(&map.crates).map(|name| format!("{name} is not in the map"));
    let forbidden = found.difference(&map.edges).map(|(user, used)| format!("{user} may not use {used}"));
    let missing = map
        .edges
        .difference(found)
        .map(|(user, used)| format!("{user} -> {used} is in the map, but {user} does not use {used}: take it out"));
    unnamed.chain(forbidden).chain(missing).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(ToString::to_string).collect()
    }

    fn differences(map: &str, found: &[(&str, &str)], crates: &[&str]) -> Vec<String> {
        let map = map::read(&format!("## The map\n```\n{map}\n```\n"), &set(crates)).unwrap();
        let found = found.iter().map(|(user, used)| (user.to_string(), used.to_string())).collect();
        compare(&map, &found, &set(crates))
    }

    #[test]
    fn a_true_map_has_no_difference() {
        assert!(differences("a -> b", &[("a", "b")], &["a", "b"]).is_empty());
    }

    #[test]
    fn an_edge_too_many_is_an_error() {
        assert_eq!(differences("a -> b", &[("a", "b"), ("b", "a")], &["a", "b"]), ["b may not use a"]);
    }

    #[test]
    fn an_edge_too_few_is_an_error() {
        assert_eq!(
            differences("a -> b", &[], &["a", "b"]),
            ["a -> b is in the map, but a does not use b: take it out"]
        );
    }

    #[test]
    fn a_crate_that_the_map_forgets_is_an_error() {
        assert_eq!(differences("a -> b", &[("a", "b")], &["a", "b", "c"]), ["c is not in the map"]);
    }

    #[test]
    fn what_only_tests_use_is_no_edge() {
        let packages = [
            json!({"name": "a", "dependencies": [
                {"name": "b", "kind": null},
                {"name": "c", "kind": "build"},
                {"name": "d", "kind": "dev"},
                {"name": "serde", "kind": null},
            ]}),
            json!({"name": "b", "dependencies": []}),
        ];
        let edges = edges(&packages, &set(&["a", "b", "c", "d"])).unwrap();
        let expected = [("a", "b"), ("a", "c")].map(|(user, used)| (user.to_string(), used.to_string()));
        assert_eq!(edges, BTreeSet::from(expected));
    }
}
