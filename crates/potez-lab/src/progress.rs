//! Progress bars on standard error, where a person is looking.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for `total` pieces of work, such as `games`, of which some are `done` already. It is drawn
/// only if standard error is a terminal.
pub fn bar(total: u64, done: u64, unit: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}} of {{len}} {unit}, {{eta}} left {{msg}}"))
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(total).with_style(style).with_position(done);
    // What an earlier run has done took this one no time: it must not count in the estimate.
    bar.reset_eta();
    bar
}
