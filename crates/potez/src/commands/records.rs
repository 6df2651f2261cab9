//! `potez replay` and `potez convert`: records on file.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use potez_table::{RecordFormat, records};
use serde_json::json;

/// A file as text; `-` is standard input.
pub(super) fn load(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    }
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8 text", file.display()))
}

/// `potez replay`
pub(super) fn replay(file: &Path, json: bool) -> anyhow::Result<()> {
    let replayed = records::replay(&records::read(&load(file)?)?)?;
    let table = replayed.table;
    let mut out = io::stdout().lock();
    if json {
        let answer = json!({
            "game": table.game(),
            "plies": table.ply(),
            "outcome": table.outcome().map(|outcome| outcome.to_string()),
            "reason": table.reason(),
            "position": table.position(),
            "claimed": replayed.overruled.map(|outcome| outcome.to_string()),
        });
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    writeln!(out, "{}, {} moves", table.game(), table.ply())?;
    match (table.outcome(), table.reason()) {
        (Some(outcome), Some(reason)) => writeln!(out, "result: {outcome} ({reason})")?,
        _ => match replayed.transcript.result {
            Some(claimed) => writeln!(out, "result: {claimed} as the record says; the game is not over by the rules")?,
            None => writeln!(out, "result: none, {} to move", table.turn())?,
        },
    }
    if let Some(claimed) = replayed.overruled {
        writeln!(out, "the record says {claimed}, which is wrong")?;
    }
    writeln!(out, "position: {}", table.position())?;
    Ok(())
}

/// `potez convert`
pub(super) fn convert(file: &Path, to: &RecordFormat) -> anyhow::Result<()> {
    let replayed = records::replay(&records::read(&load(file)?)?)?;
    let text = records::write(&replayed.transcript, to)?;
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}
