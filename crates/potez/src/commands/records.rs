//! `potez replay` and `potez convert`: records on file, one game or many.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use potez_table::records::{self, Replayed};
use potez_table::{RecordFormat, Transcript};
use serde_json::json;

/// A file as text; `-` is standard input.
///
/// Folders, devices and pipes are refused: a device may never end, and a pipe may never begin.
pub(super) fn load(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        let named = fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?;
        if named.is_dir() {
            bail!("cannot read {}: it is a folder", file.display());
        }
        if !named.is_file() {
            bail!("cannot read {}: it is not a regular file (`-` reads standard input)", file.display());
        }
        bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    }
    records::decode(bytes).with_context(|| format!("{} is not text", file.display()))
}

/// The games of a file, at least one.
pub(super) fn games(file: &Path) -> anyhow::Result<Vec<Transcript>> {
    Ok(records::read_all(&load(file)?)?)
}

/// Plays a game through; where there are several, an error says which it was.
pub(super) fn play_through(game: &Transcript, number: usize, of: usize) -> anyhow::Result<Replayed> {
    let replayed = records::replay(game);
    if of == 1 { Ok(replayed?) } else { replayed.with_context(|| format!("game {number} of {of}")) }
}

/// `potez replay`: fails if a game breaks the rules or claims a result that is not true, after all
/// were looked at.
pub(super) fn replay(file: &Path, json: bool) -> anyhow::Result<()> {
    let games = games(file)?;
    let mut out = io::stdout().lock();
    let mut wrong = Vec::new();
    for (number, game) in (1..).zip(&games) {
        let replayed = match play_through(game, number, games.len()) {
            Ok(replayed) => replayed,
            Err(error) => {
                wrong.push(error);
                continue;
            }
        };
        if json {
            writeln!(out, "{}", in_json(&replayed))?;
        } else {
            if number > 1 {
                writeln!(out)?;
            }
            write!(out, "{}", in_text(&replayed))?;
        }
        if replayed.is_false() {
            let which = if games.len() == 1 { String::new() } else { format!("game {number} of {}: ", games.len()) };
            wrong.push(anyhow::anyhow!("{which}the record claims what its moves disprove"));
        }
    }
    out.flush()?;
    match wrong.len() {
        0 => Ok(()),
        1 => Err(wrong.remove(0)),
        count => {
            let last = wrong.pop();
            for error in wrong {
                eprintln!("potez: {error:#}");
            }
            Err(last.unwrap_or_else(|| anyhow::anyhow!("{count} games are wrong")))
        }
    }
}

fn in_json(replayed: &Replayed) -> serde_json::Value {
    let table = &replayed.table;
    json!({
        "game": table.game(),
        "plies": table.ply(),
        "outcome": table.outcome().map(|outcome| outcome.to_string()),
        "reason": table.reason(),
        "position": table.position(),
        "claimed": replayed.claimed().map(|outcome| outcome.to_string()),
    })
}

fn in_text(replayed: &Replayed) -> String {
    let table = &replayed.table;
    let mut lines = vec![format!("{}, {} moves", table.game(), table.ply())];
    let result = match (table.outcome(), table.reason(), replayed.transcript.result) {
        (Some(outcome), Some(reason), _) => format!("result: {outcome} ({reason})"),
        (None, Some(reason), _) => format!("result: none ({reason})"),
        (_, _, Some(claimed)) => {
            format!("result: {claimed} as the record says; the game is not over by the rules")
        }
        _ => format!("result: none, {} to move", table.turn()),
    };
    lines.push(result);
    if let Some(claimed) = replayed.overruled {
        lines.push(format!("the record says {claimed}, which is wrong"));
    }
    if let Some(reason) = &replayed.unfounded {
        lines.push(format!("the record says that the game was over by {reason}, which is wrong"));
    }
    lines.push(format!("position: {}", table.position()));
    lines.join("\n") + "\n"
}

/// `potez convert`: all games of the file, or none.
pub(super) fn convert(file: &Path, to: &RecordFormat) -> anyhow::Result<()> {
    let games = games(file)?;
    let mut canonical = Vec::new();
    for (number, game) in (1..).zip(&games) {
        canonical.push(play_through(game, number, games.len())?.transcript);
    }
    let text = records::write_all(&canonical, to)?;
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}
