//! `potez puzzles --check`: puzzles proven again.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::bail;
use potez_table::Limits;
use potez_table::puzzles::{self, Puzzle};

use super::super::progress;
use crate::interrupt;

/// Proves some puzzles again; fails if one of them is not what it says.
pub(super) fn run(puzzles: Vec<Puzzle>, count: usize, nodes: u64, seed: u64, threads: usize) -> anyhow::Result<()> {
    let mut puzzles = puzzles;
    fastrand::Rng::with_seed(seed).shuffle(&mut puzzles);
    puzzles.truncate(count);
    if puzzles.is_empty() {
        bail!("there is no puzzle to check");
    }
    let stop = interrupt::listen();
    let bar = progress::bar(puzzles.len() as u64);
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(puzzles.len()) {
            scope.spawn(|| {
                while let Some(puzzle) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) {
                    bar.set_message(puzzle.id.clone());
                    let result = puzzles::check(puzzle, Limits::nodes(nodes), &stop);
                    if stop.is_raised() {
                        break;
                    }
                    if let (Err(error), Ok(mut failures)) = (result, failures.lock()) {
                        failures.push(error);
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    interrupt::check(&stop)?;
    let mut failures = failures.into_inner().unwrap_or_default();
    let last = failures.pop();
    for error in failures {
        eprintln!("potez: {error}");
    }
    if let Some(error) = last {
        return Err(error.into());
    }
    writeln!(io::stdout().lock(), "{} puzzles proven again", puzzles.len())?;
    Ok(())
}
