//! Every package has a licence that is allowed.

use std::collections::BTreeSet;

use anyhow::Context;
use spdx::{Expression, LicenseReq, Licensee, ParseMode};

use super::Package;

/// A sentence for each package without an allowed licence, and for each licence that no package
/// needs.
pub(super) fn check(packages: &[Package], allowed: &[String]) -> anyhow::Result<Vec<String>> {
    let allowed = allowed.iter().map(|name| Ok((name.as_str(), licence(name)?))).collect::<anyhow::Result<Vec<_>>>()?;
    let mut wrong = Vec::new();
    let mut used = BTreeSet::<&str>::new();
    for Package { name, version, licence, .. } in packages {
        let Some(licence) = licence else {
            wrong.push(format!("{name} {version} names no licence"));
            continue;
        };
        // Lax, because old packages write `MIT/Apache-2.0`.
        let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
            wrong.push(format!("{name} {version}: `{licence}` is not a licence expression"));
            continue;
        };
        let satisfies = |required: &LicenseReq| {
            let found = allowed.iter().filter(|(_, licensee)| licensee.satisfies(required)).map(|&(name, _)| name);
            let found: Vec<&str> = found.collect();
            used.extend(found.iter().copied());
            !found.is_empty()
        };
        if !expression.evaluate(satisfies) {
            wrong.push(format!("{name} {version}: `{licence}` is not allowed"));
        }
    }
    let unused = allowed.iter().filter(|(name, _)| !used.contains(name));
    wrong.extend(unused.map(|(name, _)| format!("no package has the licence `{name}`: take it out")));
    Ok(wrong)
}

fn licence(name: &str) -> anyhow::Result<Licensee> {
    Licensee::parse(name).with_context(|| format!("deny.toml: `{name}` is not a licence"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(licence: &str, allowed: &[&str]) -> Vec<String> {
        let package = Package {
            name: "a".into(),
            version: "1.0.0".into(),
            licence: Some(licence.into()),
            source: None,
            is_ours: true,
        };
        check(&[package], &allowed.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn one_of_several_licences_is_enough() {
        assert!(wrong("GPL-3.0-only OR MIT", &["MIT"]).is_empty());
        assert!(wrong("GPL-3.0-only/MIT", &["MIT"]).is_empty());
    }

    #[test]
    fn of_licences_that_hold_together_all_are_needed() {
        assert_eq!(
            wrong("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT"]),
            ["a 1.0.0: `(MIT OR Apache-2.0) AND Unicode-3.0` is not allowed"]
        );
        assert!(wrong("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT", "Unicode-3.0"]).is_empty());
    }

    #[test]
    fn and_binds_more_tightly_than_or() {
        assert!(wrong("MIT OR ISC AND Zlib", &["MIT"]).is_empty());
        assert_eq!(wrong("(MIT OR ISC) AND Zlib", &["MIT"]).len(), 1);
    }

    #[test]
    fn an_exception_is_another_licence() {
        let expected = "a 1.0.0: `Apache-2.0 WITH LLVM-exception` is not allowed";
        assert_eq!(wrong("Apache-2.0 WITH LLVM-exception", &["Apache-2.0"])[0], expected);
        assert!(wrong("Apache-2.0 WITH LLVM-exception", &["Apache-2.0 WITH LLVM-exception"]).is_empty());
    }

    #[test]
    fn what_is_not_an_expression_is_named() {
        assert_eq!(wrong("MIT OR", &[]), ["a 1.0.0: `MIT OR` is not a licence expression"]);
    }

    #[test]
    fn a_licence_that_nobody_needs_is_named() {
        assert_eq!(wrong("MIT", &["MIT", "ISC"]), ["no package has the licence `ISC`: take it out"]);
    }
}
