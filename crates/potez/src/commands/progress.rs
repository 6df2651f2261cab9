//! What a person sees while the program works: a line on the error output, drawn over again, and
//! nothing where that is not a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use potez_table::{Report, Table, TableMove};
use potez_words::Words;

use super::analyze::line_text;

/// How often the sign turns that something goes on.
const TICK: Duration = Duration::from_millis(100);

/// A line that says what goes on, with a turning sign.
pub(super) fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(TICK);
    bar
}

/// A bar of work whose amount is known, with a line about it and how long it will take.
pub(super) fn bar(total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:20} {wide_msg} {eta}");
    // A template that cannot be read would be a mistake here, not the user's: the usual form serves
    // as well.
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A bar that fills as the time for something passes.
pub(super) fn time_bar(time: Duration, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {bar:20} {elapsed}/{msg}");
    let bar = ProgressBar::new(time.as_millis() as u64);
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(format!("{time:?} at most: {what}"));
    if !bar.is_hidden() {
        let (shown, begun) = (bar.clone(), Instant::now());
        // It ends with the bar, a tick later.
        std::thread::spawn(move || {
            while !shown.is_finished() {
                shown.set_position(begun.elapsed().as_millis() as u64);
                std::thread::sleep(TICK);
            }
        });
    }
    bar
}

/// What a bot has found so far while it thinks.
pub(super) struct ThinkingLine<'a> {
    bar: ProgressBar,
    table: &'a dyn Table,
    words: &'a Words,
}

impl<'a> ThinkingLine<'a> {
    pub(super) fn new(table: &'a dyn Table, words: &'a Words) -> Self {
        Self { bar: spinner(), table, words }
    }

    pub(super) fn show(&self, report: &Report<TableMove>) {
        // A line that nobody sees is not worth its words.
        if let Some(best) = report.lines.first().filter(|_| !self.bar.is_hidden()) {
            let args = [("depth", report.depth.to_string().into()), ("nodes", report.nodes.to_string().into())];
            let found = self.words.say("thinking", &args);
            self.bar.set_message(format!("{found} {}", line_text(self.table, best, self.words)));
        }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
