use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use potez_engine::{BotSpec, Limits, Line, Proof, Remark, Report, Stop};
use potez_words::Words;
use serde_json::json;

use super::set_up;
use crate::cli::Place;
use crate::failure::Usage;

/// `potez analyze`
pub(super) fn run(
    place: &Place,
    time: Duration,
    multipv: usize,
    threads: usize,
    bot: &str,
    words: &Words,
    json: bool,
) -> anyhow::Result<()> {
    let table = set_up(place)?;
    table.check_running().map_err(Usage::from)?;
    let mut spec: BotSpec = bot.parse().map_err(|error| Usage(format!("{error}")))?;
    spec.threads = threads;
    spec.multipv = multipv;
    let mut bot = table.bot(&spec).map_err(Usage::from)?;
    let mut progress = Progress::new();
    let report = bot.think(table.as_ref(), Limits::time(time), &Stop::new(), &mut |report| progress.show(report));
    progress.clear();
    let mut out = io::stdout().lock();
    for (rank, line) in report.lines.iter().enumerate() {
        let remarks = table.remarks(&line.mv()).map_err(Usage::from)?;
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
        writeln!(out, "depth {}, {nodes} nodes in {seconds:.2} s, {speed} a second", report.depth)?;
    }
    Ok(())
}

fn line_json(rank: usize, line: &Line<String>) -> serde_json::Value {
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
pub(super) fn line_text(line: &Line<String>) -> String {
    let value = match (line.proof, line.score.plies()) {
        (Some(proof), Some(plies)) => format!("proven {} in {plies}", proof.word()),
        (Some(proof), None) => format!("proven {}", proof.word()),
        (None, _) => format!("{:>5.1} %  {:>6}", line.win_chance * 100.0, line.score.to_string()),
    };
    format!("{:<14} {value:<18} {}", line.mv(), line.pv.join(" "))
}

/// A line that is written over again while the bot thinks; nothing where the error output is no terminal.
pub(super) struct Progress {
    on: bool,
    shown: Option<Instant>,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self { on: io::stderr().is_terminal(), shown: None }
    }

    pub(super) fn show(&mut self, report: &Report<String>) {
        const PAUSE: Duration = Duration::from_millis(100);
        if !self.on || self.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
            return;
        }
        let Some(best) = report.lines.first() else { return };
        self.shown = Some(Instant::now());
        let text = format!("depth {} {} nodes {}", report.depth, report.nodes, line_text(best));
        let text: String = text.chars().take(78).collect();
        eprint!("\r\x1b[K{text}");
    }

    pub(super) fn clear(&mut self) {
        if self.shown.take().is_some() {
            eprint!("\r\x1b[K");
        }
    }
}
