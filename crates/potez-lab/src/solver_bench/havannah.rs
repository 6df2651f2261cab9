//! The solver of Havannah on engine games, from the last position backwards.

use std::io::Write;

use anyhow::Context;
use potez_table::bench::cpu_seconds;
use potez_table::{BotSpec, Limits, Proof, Stop, open};
use serde::{Deserialize, Serialize};

use super::SolverOptions;
use crate::games::random_opening;
use crate::progress;
use crate::resume::StudyResults;

/// Simulations per move of the engine's games.
const NODES: u64 = 2000;

/// A game and how far from its end it is solved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SolvedGame {
    plies: usize,
    /// The first ply from which on every position was proven.
    proven_from: usize,
    proofs: usize,
    /// Proofs that cannot both be right: an error in the solver.
    contradictions: usize,
    /// What is worth telling: slow proofs, and the position that was not proven.
    remarks: Vec<String>,
}

pub(super) fn run(size: usize, options: &SolverOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let SolverOptions { games, time, seed, .. } = *options;
    let header = format!("solver-havannah size={size} time={time:?} seed={seed}");
    let mut results: StudyResults<SolvedGame> = StudyResults::open(options.resume.as_deref(), &header)?;
    let bar = progress::bar(games, results.next(), "games");
    for job in results.next()..games {
        results.push(solve_backwards(&format!("havannah:size={size}"), seed + job, Limits::time(time))?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    for (game, solved) in (seed..).zip(&results.done) {
        for remark in &solved.remarks {
            writeln!(out, "game {game}: {remark}")?;
        }
        writeln!(out, "game {game}: {} plies, proven from ply {} on", solved.plies, solved.proven_from)?;
    }
    let sum = |count: fn(&SolvedGame) -> usize| results.done.iter().map(count).sum::<usize>();
    let mut proven_from: Vec<usize> = results.done.iter().map(|solved| solved.proven_from).collect();
    proven_from.sort_unstable();
    let (proofs, contradictions) = (sum(|solved| solved.proofs), sum(|solved| solved.contradictions));
    writeln!(out, "{proofs} proofs, {contradictions} contradictions; proven from plies {proven_from:?} on")?;
    Ok(())
}

/// Solves the positions of a game from the last one backwards until it fails, each with an empty
/// table.
fn solve_backwards(game: &str, seed: u64, limits: Limits) -> anyhow::Result<SolvedGame> {
    let positions = play(game, seed)?;
    let plies = positions.len();
    let mut solved = SolvedGame { plies, proven_from: plies, proofs: 0, contradictions: 0, remarks: Vec::new() };
    // The value of the position one ply later.
    let mut later: Option<Proof> = None;
    for (ply, position) in positions.iter().enumerate().rev() {
        let table = open(game, Some(position))?;
        let started = cpu_seconds();
        let found = table.solve(limits, &Stop::new());
        let seconds = cpu_seconds() - started;
        let nodes = found.nodes;
        let Some(proof) = found.proof else {
            solved.remarks.push(format!("nothing at ply {ply} in {seconds:.1} s, {nodes} nodes: {position}"));
            break;
        };
        solved.proofs += 1;
        // Who moves into a position that is lost for the opponent has a win.
        solved.contradictions += usize::from(later == Some(Proof::Loss) && proof != Proof::Win);
        later = Some(proof);
        solved.proven_from = ply;
        if seconds > 1.0 {
            solved.remarks.push(format!("{} at ply {ply} in {seconds:.1} s, {nodes} nodes", proof.word()));
        }
    }
    Ok(solved)
}

/// The positions of a game of the engine against itself after one random stone, all but the last.
fn play(game: &str, seed: u64) -> anyhow::Result<Vec<String>> {
    let mut table = random_opening(game, seed, 1)?;
    let mut player = table.bot(&BotSpec::new("potez"))?;
    let mut positions = vec![open(game, None)?.position()];
    while table.outcome().is_none() {
        positions.push(table.position());
        let report = player.think(table.as_ref(), Limits::nodes(NODES), &Stop::new(), &mut |_| {})?;
        table.play(&report.best().context("a running game has moves")?.text)?;
    }
    Ok(positions)
}
