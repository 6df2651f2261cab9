//! What a person sees while the program works: a line on the error output, drawn over again, and
//! nothing where that is not a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use potez_table::{Report, TableMove};

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

/// What a bot has found so far while it thinks.
pub(super) struct ThinkingLine(ProgressBar);

impl ThinkingLine {
    pub(super) fn new() -> Self {
        Self(spinner())
    }

    pub(super) fn show(&self, report: &Report<TableMove>) {
        if let Some(best) = report.lines.first() {
            self.0.set_message(format!("depth {} {} nodes {}", report.depth, report.nodes, line_text(best)));
        }
    }

    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}
