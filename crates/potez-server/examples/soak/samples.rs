//! What is measured, and whether it grows.

use super::server::SoakServer;
use super::{Soak, lock};

/// How the server stood at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    memory: f64,
    files: f64,
    /// Connections that the clients hold: all of them are in this process.
    connections: f64,
    disk: f64,
    /// Games that were made by then.
    games: f64,
}

impl Sample {
    /// Measures; nothing where the system does not tell.
    pub(crate) fn take(soak: &Soak, server: &SoakServer) -> Option<Self> {
        let (memory, files) = (server.memory()? as f64, server.files()? as f64);
        let (connections, games) = (connections()? as f64, lock(&soak.ledger).len() as f64);
        Some(Self { memory, files, connections, disk: server.disk() as f64, games })
    }
}

/// Sockets of this process, where the system tells.
fn connections() -> Option<usize> {
    let files = std::fs::read_dir("/proc/self/fd").ok()?.flatten();
    let links = files.filter_map(|file| std::fs::read_link(file.path()).ok());
    Some(links.filter(|link| link.to_string_lossy().starts_with("socket:")).count())
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
    let (held, later) = thirds(samples, |sample| sample.connections);
    // How many connections clients hold is their business: more where answers take longer.
    let files = verdict(after - later > before - held + 10.0);
    lines.push(format!(
        "open files: {before:.0} in the first third, {after:.0} in the last; beside the {held:.0} and {later:.0} \
         connections that clients hold: {files}"
    ));
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
