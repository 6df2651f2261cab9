//! `potez perft`: the number of move sequences of a length.

use std::io::{self, Write};
use std::time::Instant;

use serde_json::json;

use super::set_up;
use crate::cli::PositionArgs;

/// `potez perft`
pub(super) fn run(place: &PositionArgs, depth: u32, divide: bool, threads: usize, json: bool) -> anyhow::Result<()> {
    let table = set_up(place)?;
    let mut out = io::stdout().lock();
    if divide && depth > 0 {
        let parts = table.divide(depth, threads);
        let total: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
        for (mv, nodes) in parts {
            if json {
                writeln!(out, "{}", json!({ "move": mv, "nodes": nodes }))?;
            } else {
                writeln!(out, "{mv} {nodes}")?;
            }
        }
        if !json {
            writeln!(out, "total {total}")?;
        }
        return Ok(());
    }
    // Every depth on the way is shown: the first ones at once, so that something is seen while the
    // last one counts.
    for depth in depth.min(1)..=depth {
        let started = Instant::now();
        let nodes = table.perft(depth, threads);
        let seconds = started.elapsed().as_secs_f64();
        if json {
            writeln!(out, "{}", json!({ "depth": depth, "nodes": nodes, "seconds": seconds }))?;
        } else {
            writeln!(
                out,
                "perft {depth}: {nodes} in {seconds:.3} s, {:.0} per second",
                nodes as f64 / seconds.max(1e-9)
            )?;
        }
        out.flush()?;
    }
    Ok(())
}
