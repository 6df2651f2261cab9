//! What must be equal for two machines to share a run.

use std::fmt;

use potez_table::{Message, bench};
use serde::{Deserialize, Serialize};

/// The version of a program and the checksum of its behaviour.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Build {
    /// The version.
    pub version: String,
    /// The sum of the `signature` lines of `potez bench`, computed on this machine: rules, search
    /// and knowledge, and the processor's arithmetic too.
    pub signature: u64,
}

impl Build {
    /// The build that runs here; takes about as long as a few moves.
    pub fn here() -> Result<Self, Message> {
        let signature = bench::suites(None)?.iter().map(|suite| u64::from(suite.signature())).sum();
        Ok(Self { version: env!("CARGO_PKG_VERSION").into(), signature })
    }

    /// The build as one token of a subject.
    pub fn token(&self) -> String {
        format!("{}-{:x}", self.version.replace(|c: char| !c.is_ascii_alphanumeric(), "_"), self.signature)
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (signature {})", self.version, self.signature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_nothing_in_it_that_ends_a_token() {
        let build = Build { version: "1.2.3-rc.4 *>".into(), signature: 255 };
        assert_eq!(build.token(), "1_2_3_rc_4___-ff");
    }
}
