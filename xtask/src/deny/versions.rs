//! Every package is built in one version, but for the exceptions that are written down.

use std::collections::{BTreeMap, BTreeSet};

use super::policy::Skip;

/// A sentence for each package in several versions that the list does not explain, and for each
/// line of the list that explains nothing.
pub(super) fn check(built: &[(String, String)], skips: &[Skip]) -> Vec<String> {
    let mut versions = BTreeMap::<&str, BTreeSet<&str>>::new();
    for (name, version) in built {
        versions.entry(name).or_default().insert(version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    let mut wrong = Vec::new();
    for skip in skips {
        if skip.reason.trim().is_empty() {
            wrong.push(format!("deny.toml gives no reason for `{}`", skip.spec));
        }
        let Some((name, prefix)) = skip.spec.split_once('@') else {
            wrong.push(format!("deny.toml: `{}` is not like `syn@2`", skip.spec));
            continue;
        };
        let Some(of_name) = versions.get_mut(name) else {
            wrong.push(format!("{name} is built in one version or none: take `{}` out", skip.spec));
            continue;
        };
        let before = of_name.len();
        of_name.retain(|version| !begins_with(version, prefix));
        if of_name.len() == before {
            wrong.push(format!("no version of {name} is `{prefix}`: take `{}` out", skip.spec));
        }
    }
    for (name, rest) in versions.into_iter().filter(|(_, rest)| rest.len() > 1) {
        let list: Vec<&str> = rest.into_iter().collect();
        wrong.push(format!("{name} is built in the versions {}: see `cargo tree -d`", list.join(", ")));
    }
    wrong
}

/// Whether `2.0.1` begins with `2` or `2.0`; `20.1` does not.
fn begins_with(version: &str, prefix: &str) -> bool {
    version.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(built: &[(&str, &str)], skips: &[&str]) -> Vec<String> {
        let built: Vec<_> = built.iter().map(|(name, version)| (name.to_string(), version.to_string())).collect();
        let skips: Vec<_> = skips.iter().map(|spec| Skip { spec: spec.to_string(), reason: "why".into() }).collect();
        check(&built, &skips)
    }

    #[test]
    fn two_versions_are_an_error_unless_one_is_on_the_list() {
        let built = [("syn", "2.0.1"), ("syn", "3.0.0"), ("syn", "3.0.0"), ("serde", "1.0.0")];
        assert_eq!(wrong(&built, &[]), ["syn is built in the versions 2.0.1, 3.0.0: see `cargo tree -d`"]);
        assert!(wrong(&built, &["syn@2"]).is_empty());
    }

    #[test]
    fn of_three_versions_two_are_on_the_list() {
        let built = [("rand", "0.8.1"), ("rand", "0.9.1"), ("rand", "0.10.1")];
        assert_eq!(wrong(&built, &["rand@0.8"]).len(), 1);
        assert!(wrong(&built, &["rand@0.8", "rand@0.9"]).is_empty());
    }

    #[test]
    fn a_prefix_ends_at_a_dot() {
        assert!(begins_with("0.1.2", "0.1"));
        assert!(!begins_with("0.10.2", "0.1"));
    }

    #[test]
    fn what_the_list_need_not_say_is_an_error() {
        assert_eq!(wrong(&[("syn", "3.0.0")], &["syn@2"]), ["syn is built in one version or none: take `syn@2` out"]);
        assert_eq!(
            wrong(&[("syn", "3.0.0"), ("syn", "2.0.0")], &["syn@2", "syn@1"]),
            ["no version of syn is `1`: take `syn@1` out"]
        );
        assert_eq!(wrong(&[], &["syn"]), ["deny.toml: `syn` is not like `syn@2`"]);
    }

    #[test]
    fn an_exception_needs_a_reason() {
        let built = ["2.0.0", "3.0.0"].map(|version| ("syn".to_string(), version.to_string()));
        let skip = Skip { spec: "syn@2".into(), reason: " ".into() };
        assert_eq!(check(&built, &[skip]), ["deny.toml gives no reason for `syn@2`"]);
    }
}
