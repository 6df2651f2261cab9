//! What is shown of a match or tournament while its games go on.

use std::io::{self, Write};

use indicatif::ProgressBar;
use potez_arena::{Event, Pair, Summary, report, runner};

use super::progress;

/// The last lines between us and programs that cannot take part.
pub(super) fn show_unfit(error: &runner::RunError) {
    let runner::RunError::Unfit(programs) = error else { return };
    for program in programs.iter().filter(|program| !program.io.is_empty()) {
        eprintln!("{}:", program.name);
        for line in program.io.iter().skip(program.io.len().saturating_sub(MOST_LINES)) {
            eprintln!("    {line}");
        }
    }
}

/// Lines of a program that are shown; all of them are in the journal and the report.
const MOST_LINES: usize = 12;

/// What is shown while games go on: how many are played, with what result, and the faults.
pub(super) struct MatchProgress {
    summary: Summary,
    json: bool,
    pub(super) bar: ProgressBar,
}

impl MatchProgress {
    pub(super) fn new(event: &Event, done: &[Pair], json: bool) -> Self {
        let bar = progress::bar(event.total_games() as u64);
        Self { summary: Summary::of(event, done), json, bar }
    }

    pub(super) fn show(&mut self, event: &Event, pair: &Pair) {
        self.summary.add(pair);
        // What is written for good must not stand in the middle of what is drawn over again.
        self.bar.suspend(|| self.write(event, pair));
        self.bar.set_position(self.summary.games());
        self.bar.set_message(report::text::progress_line(event, &self.summary));
    }

    fn write(&self, event: &Event, pair: &Pair) {
        if self.json
            && let Ok(line) = serde_json::to_string(pair)
        {
            let mut out = io::stdout().lock();
            // A reader that has gone away must not end the match.
            let _ = writeln!(out, "{line}").and_then(|()| out.flush());
        }
        for game in &pair.games {
            if let (Some(fault), Some(culprit)) = (&game.fault, game.culprit()) {
                eprintln!("potez: pair {}: {} lost: {fault}", pair.pair + 1, event.entrants[culprit].name);
                for line in fault.io.iter().skip(fault.io.len().saturating_sub(MOST_LINES)) {
                    eprintln!("    {line}");
                }
            }
        }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
