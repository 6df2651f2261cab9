//! `potez solve`: who wins, proven.

use std::io::{self, Write};
use std::time::Duration;

use potez_table::{Limits, Proof};
use serde_json::json;

use super::analyze::{ends_the_game, texts};
use super::{progress, set_up};
use crate::cli::PositionArgs;
use crate::exit::UsageError;
use crate::interrupt;

/// `potez solve`
pub(super) fn run(place: &PositionArgs, time: Duration, json: bool) -> anyhow::Result<()> {
    let table = set_up(place)?;
    table.check_running().map_err(UsageError::from)?;
    let waiting = progress::time_bar(time, "looking for a proof");
    let stop = interrupt::listen();
    let solution = table.solve(Limits::time(time), &stop);
    waiting.finish_and_clear();
    let mut out = io::stdout().lock();
    if json {
        let answer = json!({
            "proven": solution.proof.map(Proof::word),
            "best": solution.pv.first(),
            "pv": solution.pv,
            "plies": solution.plies,
            "nodes": solution.nodes,
            "timeMs": solution.time.as_millis() as u64,
        });
        writeln!(out, "{answer}")?;
        return Ok(interrupt::check(&stop)?);
    }
    let turn = table.turn();
    match solution.proof {
        Some(Proof::Win) => writeln!(out, "{turn} wins{}", length(solution.plies))?,
        Some(Proof::Loss) => writeln!(out, "{turn} loses{}", length(solution.plies))?,
        Some(Proof::Draw) => writeln!(out, "a draw")?,
        None => writeln!(out, "not solved in the time given")?,
    }
    if !solution.pv.is_empty() {
        let dots = if ends_the_game(table.as_ref(), &solution.pv) { "" } else { " …" };
        writeln!(out, "line: {}{dots}", texts(&solution.pv))?;
    }
    writeln!(out, "{} nodes in {:.2} s", solution.nodes, solution.time.as_secs_f64())?;
    Ok(interrupt::check(&stop)?)
}

fn length(plies: Option<u32>) -> String {
    plies.map(|plies| format!(" in {plies} plies")).unwrap_or_default()
}
