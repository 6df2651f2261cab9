//! `potez bench`: speed, measured by fixed work.

use std::io::{self, Write};

use potez_table::bench;
use serde_json::json;

use crate::exit::UsageError;

/// `potez bench`
pub(super) fn run(game: Option<&str>, json: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    for suite in bench::suites(game).map_err(UsageError::from)? {
        suite.run(&mut |measure| {
            let bench::Measure { game, what, value, unit } = measure;
            let line = if json {
                json!({ "game": game, "what": what, "value": value, "unit": unit }).to_string()
            } else {
                format!("{game:<24} {what:<12} {value:>14.0} {unit}")
            };
            // The suite cannot be left in the middle: the first failure is kept and nothing is
            // written any more.
            if written.is_ok() {
                written = writeln!(out, "{line}").and_then(|()| out.flush());
            }
        });
    }
    Ok(written?)
}
