//! What is measured, and whether it grows.

use std::time::Duration;

use super::server::SoakServer;
use super::{Soak, lock};

/// How the server stood at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    memory: f64,
    files: f64,
    disk: f64,
    /// Games that were made by then.
    games: f64,
}

impl Sample {
    /// Measures; nothing where the system does not tell.
    pub(crate) fn take(soak: &Soak, server: &SoakServer) -> Option<Self> {
        let (memory, files) = (server.memory()? as f64, server.files()? as f64);
        Some(Self { memory, files, disk: server.disk() as f64, games: lock(&soak.ledger).len() as f64 })
    }
}

/// How long moves took to be acknowledged.
pub(crate) fn acknowledgements(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len().saturating_sub(1) as f64 * share) as usize;
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    format!(
        "{} moves acknowledged without a fault: p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    )
}

/// The mean of the first and of the last third of what was measured, once the server was warm.
fn thirds(samples: &[Sample], of: impl Fn(&Sample) -> f64) -> (f64, f64) {
    let mean = |part: &[Sample]| part.iter().map(&of).sum::<f64>() / part.len().max(1) as f64;
    let third = samples.len() / 3;
    (mean(&samples[..third]), mean(&samples[samples.len() - third..]))
}

/// Whether memory, files and disk stay as they are: one line each.
pub(crate) fn flatness(samples: &[Sample]) -> Vec<String> {
    let samples = &samples[samples.len() / 10..];
    if samples.len() < 9 {
        return vec!["memory, files and disk were not measured".into()];
    }
    let verdict = |grows: bool| if grows { "GROWS" } else { "flat" };
    let (before, after) = thirds(samples, |sample| sample.memory / 1024.0);
    // Games that nobody plays any more stay in memory for ten minutes.
    let memory = verdict(after > 1.15 * before + 16.0);
    let mut lines = vec![format!("memory: {before:.1} MB in the first third, {after:.1} MB in the last: {memory}")];
    let (before, after) = thirds(samples, |sample| sample.files);
    let files = verdict(after > before + 30.0);
    lines.push(format!("open files: {before:.0} in the first third, {after:.0} in the last: {files}"));
    let ((before, after), (first, last)) =
        (thirds(samples, |sample| sample.disk), thirds(samples, |sample| sample.games));
    let each = (after - before) / (last - first).max(1.0);
    // The log of the database swings by some megabytes.
    let disk = verdict(after - before > 4.0 * (last - first) + 4096.0);
    lines.push(format!(
        "disk: {before:.0} kB in the first third, {after:.0} kB in the last, {each:.1} kB for each of {:.0} new games: \
         {disk}",
        last - first
    ));
    lines
}
