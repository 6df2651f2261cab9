//! Working on a proof: by threads of this process, which share one table, or by the workers of a fleet.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use potez_engine::proving::{LeafProver, ProofGame, SharedProver};
use potez_fleet::{JobSource, LeafProvers};
use potez_search::Stop;

use super::RunOptions;
use super::journal::ProofJournal;
use super::progress;
use super::source::ProofSource;
use super::tree::ProofTree;

/// Works on a proof until it is done or the time is over. `run` is what is worked on, the same in every run of it.
pub(super) fn work<G: ProofGame>(
    tree: ProofTree<G>,
    journal: ProofJournal,
    options: &RunOptions,
    run: &str,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = tree.game().clone();
    let prover = SharedProver::new(game.clone(), options.memory).context("a game with draws cannot be proven")?;
    let prover = Arc::new(prover);
    let source = ProofSource::new(tree, journal, Arc::clone(&prover), options)?;
    let here = LeafProvers::with(&game.to_string(), Arc::clone(&prover) as Arc<dyn LeafProver>);
    let mut fleet = options.fleet.open_named(options.threads, here, run)?;
    let (stop, is_done) = (Stop::new(), AtomicBool::new(false));
    let worked = std::thread::scope(|scope| {
        scope.spawn(|| watch(&source, &prover, &stop, &is_done));
        let worked = fleet.work(&source, &stop);
        is_done.store(true, Ordering::Relaxed);
        worked
    });
    let state = source.into_state();
    progress::write_status(&state.tree, out)?;
    writeln!(out, "{}", state.progress.summary())?;
    state.error.map_or(Ok(()), Err)?;
    Ok(worked?)
}

/// Prints progress and ends the work when the time is over.
fn watch<G: ProofGame>(source: &ProofSource<'_, G>, prover: &SharedProver<G>, stop: &Stop, is_done: &AtomicBool) {
    const TICK: Duration = Duration::from_millis(20);
    let options = source.options();
    let started = stop.now();
    let mut reported = started;
    while !is_done.load(Ordering::Relaxed) {
        std::thread::sleep(TICK);
        let now = stop.now();
        let elapsed = now.saturating_sub(started);
        if options.hours.is_some_and(|hours| elapsed.as_secs_f64() > hours * 3600.0) {
            stop.raise();
        }
        if now.saturating_sub(reported).as_secs_f64() > options.report && !source.is_over() {
            reported = now;
            let state = source.lock();
            eprintln!("{}", state.progress.line(&state.tree, elapsed, prover.permille_used()));
        }
    }
}
