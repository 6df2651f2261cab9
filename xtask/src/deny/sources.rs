//! Every package comes from an allowed place: this workspace or a registry on the list.

use super::Package;

/// A sentence for each package from anywhere else.
pub(super) fn check(packages: &[Package], registries: &[String]) -> Vec<String> {
    let is_allowed = |package: &&Package| match &package.source {
        None => package.is_ours,
        Some(source) => source.strip_prefix("registry+").is_some_and(|url| registries.iter().any(|one| one == url)),
    };
    let describe = |package: &Package| {
        let source = package.source.as_deref().unwrap_or("a folder outside the workspace");
        format!("{} {} comes from {source}", package.name, package.version)
    };
    packages.iter().filter(|package| !is_allowed(package)).map(describe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(source: Option<&str>, is_ours: bool) -> Vec<String> {
        let source = source.map(str::to_string);
        let package = Package { name: "a".into(), version: "1.0.0".into(), licence: None, source, is_ours };
        check(&[package], &["https://index".to_string()])
    }

    #[test]
    fn our_own_folders_and_the_registry_are_allowed() {
        assert!(wrong(None, true).is_empty());
        assert!(wrong(Some("registry+https://index"), false).is_empty());
    }

    #[test]
    fn anything_else_is_not() {
        assert_eq!(wrong(None, false), ["a 1.0.0 comes from a folder outside the workspace"]);
        assert_eq!(wrong(Some("registry+https://other"), false), ["a 1.0.0 comes from registry+https://other"]);
        assert_eq!(wrong(Some("git+https://index"), false), ["a 1.0.0 comes from git+https://index"]);
    }
}
