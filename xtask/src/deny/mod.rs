//! What may be built into the program: licences, sources and versions, as `deny.toml` says.
//!
//! cargo-deny checks the same file and more; it takes minutes to build, and this takes a second.

mod licences;
mod policy;
mod sources;
mod versions;

use anyhow::{Context, bail};

use crate::metadata;
use crate::shell::{output, root};
use policy::DenyPolicy;

pub(crate) use policy::IgnoredAdvisory;

/// A package of the graph, from whichever place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    /// `None` for a folder of this machine.
    source: Option<String>,
    is_ours: bool,
}

/// Fails on everything that `deny.toml` does not allow, and on what it allows without need.
pub(crate) fn run() -> anyhow::Result<()> {
    let policy = policy()?;
    let packages = packages()?;
    let mut wrong = licences::check(&packages, &policy.licenses.allow)?;
    wrong.extend(sources::check(&packages, &policy.sources.allow_registry));
    wrong.extend(versions::check(&built()?, &policy.bans.skip));
    if !wrong.is_empty() {
        bail!("deny.toml and the dependencies disagree:\n  {}", wrong.join("\n  "));
    }
    Ok(())
}

/// The advisories that `deny.toml` lets be.
pub(crate) fn ignored_advisories() -> anyhow::Result<Vec<IgnoredAdvisory>> {
    Ok(policy()?.advisories.ignore)
}

fn policy() -> anyhow::Result<DenyPolicy> {
    let text = std::fs::read_to_string(root().join("deny.toml")).context("cannot read deny.toml")?;
    DenyPolicy::read(&text).context("cannot read deny.toml")
}

/// All packages that the lock file could lead to, on any platform.
fn packages() -> anyhow::Result<Vec<Package>> {
    let metadata = metadata::read(&["--all-features"])?;
    let members = metadata["workspace_members"].as_array().context("cargo metadata names no members")?;
    let read = |package: &serde_json::Value| {
        Ok(Package {
            name: metadata::text(package, "name")?.to_string(),
            version: metadata::text(package, "version")?.to_string(),
            licence: package["license"].as_str().map(str::to_string),
            source: package["source"].as_str().map(str::to_string),
            is_ours: members.contains(&package["id"]),
        })
    };
    metadata::packages(&metadata)?.iter().map(read).collect()
}

/// Name and version of what is really built, on any platform.
///
/// `cargo metadata` also follows optional dependencies of dependencies that nothing turns on;
/// `cargo tree` does not.
fn built() -> anyhow::Result<Vec<(String, String)>> {
    let args = ["tree", "--workspace", "--all-features", "--target", "all", "--prefix", "none", "--format", "{p}"];
    Ok(output(&args)?.lines().filter_map(name_and_version).collect())
}

/// Reads `serde v1.0.0 (proc-macro)`.
fn name_and_version(line: &str) -> Option<(String, String)> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let version = words.next()?.strip_prefix('v')?;
    Some((name.to_string(), version.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_tree_is_a_name_and_a_version() {
        let expected = Some(("syn".to_string(), "2.0.119".to_string()));
        assert_eq!(name_and_version("syn v2.0.119"), expected);
        assert_eq!(name_and_version("syn v2.0.119 (proc-macro) (*)"), expected);
        assert_eq!(name_and_version(""), None);
    }

    #[test]
    fn the_policy_of_this_project_can_be_read() {
        DenyPolicy::read(include_str!("../../../deny.toml")).unwrap();
    }
}
