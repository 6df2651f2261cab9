//! Reads `deny.toml`: the part of cargo-deny's form that the checks here know.

use serde::Deserialize;

/// What is allowed. A key that is not known is an error: it would look as if it were checked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DenyPolicy {
    #[expect(dead_code, reason = "read only so that a wrong value is an error; cargo-deny needs it")]
    graph: Graph,
    pub(super) licenses: Licenses,
    pub(super) bans: Bans,
    pub(super) sources: Sources,
    pub(super) advisories: Advisories,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Graph {
    #[expect(dead_code, reason = "as above")]
    all_features: bool,
}

/// Licences by their SPDX names.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Licenses {
    pub(super) allow: Vec<String>,
}

/// Packages that may be there in more than one version.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Bans {
    #[serde(rename = "multiple-versions")]
    _multiple_versions: Deny,
    pub(super) skip: Vec<Skip>,
}

/// A version that is not counted, such as `syn@2`, and why.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Skip {
    #[serde(rename = "crate")]
    pub(super) spec: String,
    pub(super) reason: String,
}

/// Where packages may come from.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Sources {
    #[serde(rename = "unknown-registry")]
    _unknown_registry: Deny,
    #[serde(rename = "unknown-git")]
    _unknown_git: Deny,
    pub(super) allow_registry: Vec<String>,
}

/// Known weaknesses, see `cargo xtask audit`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Advisories {
    pub(super) ignore: Vec<IgnoredAdvisory>,
}

/// An advisory that does not fail the audit, and why.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IgnoredAdvisory {
    pub(crate) id: String,
    pub(crate) reason: String,
}

/// The only value that this program can carry out.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Deny {
    Deny,
}

impl DenyPolicy {
    pub(super) fn read(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"
        [graph]
        all-features = true
        [licenses]
        allow = ["MIT"]
        [bans]
        multiple-versions = "deny"
        skip = [{ crate = "syn@2", reason = "old macros" }]
        [sources]
        unknown-registry = "deny"
        unknown-git = "deny"
        allow-registry = []
        [advisories]
        ignore = [{ id = "RUSTSEC-2024-0001", reason = "not called" }]
    "#;

    #[test]
    fn a_whole_policy_is_read() {
        let policy = DenyPolicy::read(WHOLE).unwrap();
        assert_eq!(policy.licenses.allow, ["MIT"]);
        assert_eq!(policy.advisories.ignore[0].id, "RUSTSEC-2024-0001");
        assert_eq!((policy.bans.skip[0].spec.as_str(), policy.bans.skip[0].reason.as_str()), ("syn@2", "old macros"));
    }

    #[test]
    fn a_key_that_nobody_checks_is_refused() {
        assert!(DenyPolicy::read(&WHOLE.replace("[bans]", "[bans]\nwildcards = \"deny\"")).is_err());
        assert!(DenyPolicy::read(&WHOLE.replace("= \"deny\"", "= \"warn\"")).is_err());
        assert!(DenyPolicy::read(&WHOLE.replace(", reason = \"old macros\"", "")).is_err());
    }
}
