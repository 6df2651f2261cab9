//! An advisory as the list keeps it, one line each: facts and the title, not the description.

use std::fmt;

use anyhow::{Context, ensure};
use semver::{Version, VersionReq};

use super::calendar::Date;

/// A known weakness of a package.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Advisory {
    pub(super) id: String,
    pub(super) date: Date,
    pub(super) package: String,
    /// `vulnerability`, or what the database calls informational: `unmaintained`, `unsound`,
    /// `notice`.
    pub(super) kind: String,
    pub(super) patched: Vec<VersionReq>,
    pub(super) unaffected: Vec<VersionReq>,
    /// Empty where the words are not free.
    pub(super) words: String,
}

/// All of them, as of a date.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdvisoryList {
    pub(super) date: Date,
    pub(super) advisories: Vec<Advisory>,
}

impl Advisory {
    /// Whether a version has the weakness.
    pub(super) fn affects(&self, version: &Version) -> bool {
        !self.patched.iter().chain(&self.unaffected).any(|good| good.matches(version))
    }

    pub(super) fn is_notice(&self) -> bool {
        self.kind == "notice"
    }

    pub(super) fn title(&self) -> &str {
        if self.words.is_empty() { "see the database" } else { &self.words }
    }

    fn read(line: &str) -> anyhow::Result<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        ensure!(fields.len() == 7, "{} columns, not 7", fields.len());
        Ok(Self {
            id: fields[0].into(),
            date: fields[1].parse()?,
            package: fields[2].into(),
            kind: fields[3].into(),
            patched: requirements(fields[4].split(';'))?,
            unaffected: requirements(fields[5].split(';'))?,
            words: fields[6].into(),
        })
    }
}

/// Version requirements; empty ones are left out.
pub(super) fn requirements<'a>(texts: impl Iterator<Item = &'a str>) -> anyhow::Result<Vec<VersionReq>> {
    let read = |text: &str| VersionReq::parse(text).with_context(|| format!("`{text}` is not a version requirement"));
    texts.filter(|text| !text.is_empty()).map(read).collect()
}

impl fmt::Display for Advisory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |list: &[VersionReq]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(";");
        let Self { id, date, package, kind, patched, unaffected, words } = self;
        write!(f, "{id}\t{date}\t{package}\t{kind}\t{}\t{}\t{words}", join(patched), join(unaffected))
    }
}

impl AdvisoryList {
    pub(super) fn read(text: &str) -> anyhow::Result<Self> {
        let date = text.lines().next().and_then(|line| line.strip_prefix("# ")).context("its first line is no date")?;
        let date = date.split_whitespace().next().unwrap_or_default().parse()?;
        let mut advisories = Vec::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
            advisories.push(Advisory::read(line).with_context(|| format!("line {number}"))?);
        }
        Ok(Self { date, advisories })
    }

    /// The advisories about a package.
    pub(super) fn of(&self, package: &str) -> impl Iterator<Item = &Advisory> {
        self.advisories.iter().filter(move |advisory| advisory.package == package)
    }
}

/// The file.
impl fmt::Display for AdvisoryList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {} RustSec/advisory-db, made by `cargo xtask audit --renew FOLDER`", self.date)?;
        writeln!(f, "# id, date, package, kind, patched, unaffected, title (none where it is not public domain)")?;
        self.advisories.iter().try_for_each(|advisory| writeln!(f, "{advisory}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let text = "# 2025-02-24 RustSec/advisory-db, made by `cargo xtask audit --renew FOLDER`\n\
            # id, date, package, kind, patched, unaffected, title (none where it is not public domain)\n\
            RUSTSEC-2023-0001\t2023-01-01\ttokio\tvulnerability\t>=1.18.4, <1.19.0;>=1.20.3\t<1.7.0\ta title\n";
        assert_eq!(AdvisoryList::read(text).unwrap().to_string(), text);
    }

    #[test]
    fn a_list_that_is_damaged_is_refused_and_the_line_is_named() {
        for (text, named) in [
            ("", "date"),
            ("# soon\n", "soon"),
            ("# 2025-02-24\nRUSTSEC\t2023-01-01\n", "line 2"),
            ("# 2025-02-24\na\t2023-01-01\tb\tc\t>=x\t\t\n", "line 2"),
        ] {
            let error = format!("{:#}", AdvisoryList::read(text).unwrap_err());
            assert!(error.contains(named), "{text:?}: {error}");
        }
    }
}
