//! `potez analyze`: the moves of a position, the best first.

use std::io::{self, Write};
use std::time::Duration;

use potez_table::{BotSpec, Limits, Line, Proof, Remark, TableMove};
use potez_words::Words;
use serde_json::json;

use super::progress::ThinkingLine;
use super::set_up;
use crate::cli::PositionArgs;
use crate::exit::UsageError;
use crate::interrupt;

/// The bot that the arguments ask for. An option given on the command line replaces what the bot's
/// spec says.
pub(super) fn spec(bot: &str, threads: Option<usize>, multipv: Option<usize>) -> Result<BotSpec, UsageError> {
    let mut spec: BotSpec = bot.parse().map_err(|error| UsageError(format!("{error}")))?;
    spec.threads = threads.or(spec.threads);
    spec.multipv = multipv.or(spec.multipv);
    Ok(spec)
}

/// `potez analyze`
pub(super) fn run(
    place: &PositionArgs,
    time: Duration,
    spec: &BotSpec,
    words: &Words,
    json: bool,
) -> anyhow::Result<()> {
    let table = set_up(place)?;
    table.check_running().map_err(UsageError::from)?;
    let mut bot = table.bot(spec).map_err(UsageError::from)?;
    let progress = ThinkingLine::new();
    let stop = interrupt::listen();
    let report = bot.think(table.as_ref(), Limits::time(time), &stop, &mut |report| progress.show(report));
    progress.clear();
    let report = report.map_err(UsageError::from)?;
    let mut out = io::stdout().lock();
    for (rank, line) in report.lines.iter().enumerate() {
        let remarks = table.remarks(&line.mv().parts).map_err(UsageError::from)?;
        if json {
            let mut object = line_json(rank + 1, line);
            object["remarks"] = remarks.iter().map(|remark| remark_json(words, remark)).collect();
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{:>2}. {}", rank + 1, line_text(line))?;
            for remark in &remarks {
                writeln!(out, "      {}", words.remark(remark))?;
            }
        }
    }
    let (nodes, speed, seconds) = (report.nodes, report.speed(), report.time.as_secs_f64());
    if json {
        let time = report.time.as_millis() as u64;
        writeln!(out, "{}", json!({ "nodes": nodes, "depth": report.depth, "timeMs": time, "speed": speed }))?;
    } else {
        writeln!(out, "depth {}, {nodes} nodes in {seconds:.2} s, {speed} per second", report.depth)?;
    }
    Ok(interrupt::check(&stop)?)
}

fn line_json(rank: usize, line: &Line<TableMove>) -> serde_json::Value {
    json!({
        "rank": rank,
        "move": line.mv(),
        "score": line.score.raw(),
        "winChance": line.win_chance,
        "proven": line.proof.map(Proof::word),
        "pv": line.pv,
        "depth": line.depth,
    })
}

/// A remark as the protocol has it, with its sentence in the user's language.
pub(super) fn remark_json(words: &Words, remark: &Remark) -> serde_json::Value {
    let mut object = json!(remark);
    object["text"] = json!(words.remark(remark));
    object
}

/// A line for people: the move, how good it is, and what is expected to follow.
pub(super) fn line_text(line: &Line<TableMove>) -> String {
    let value = match (line.proof, line.score.plies()) {
        (Some(proof), Some(plies)) => format!("proven {} in {plies}", proof.word()),
        (Some(proof), None) => format!("proven {}", proof.word()),
        (None, _) => format!("{:>5.1} %  {:>6}", line.win_chance * 100.0, line.score.to_string()),
    };
    format!("{:<14} {value:<18} {}", line.mv(), texts(&line.pv))
}

/// Moves one after the other.
pub(super) fn texts(moves: &[TableMove]) -> String {
    moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_options_that_were_given_replace_what_the_bot_says() {
        let counts = |bot, threads, multipv| {
            let spec = spec(bot, threads, multipv).unwrap_or_else(|error| panic!("{error}"));
            (spec.thread_count(), spec.line_count())
        };
        assert_eq!(counts("potez", None, None), (1, 1));
        assert_eq!(counts("potez:threads=2,multipv=3", None, None), (2, 3));
        assert_eq!(counts("potez:threads=2,multipv=3", Some(1), Some(1)), (1, 1));
    }
}
