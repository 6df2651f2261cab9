//! Whether what the player says for certain is so.
//!
//! Games of the player against itself after a random opening; whenever it says that it wins or
//! loses, proven or at a chance of 99 % or more, the solver is asked about the same position. What
//! the two say differently is a lie to somebody who looks on.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use potez_table::{BotSpec, Limits, Proof, Stop, Table};
use serde::{Deserialize, Serialize};

use crate::games::random_opening;
use crate::progress;
use crate::resume::StudyResults;
use crate::workers::{in_order, thread_count};

/// A chance from which on a win is as good as claimed; a loss from the other end.
const CLAIM: f64 = 0.99;

/// Hold what the player claims against the solver; fails where they differ.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab claims blockade:rows=7,cols=9,walls=4 --games 300 --plies 8")]
pub struct ClaimsArgs {
    /// The game spec.
    pub game: String,
    /// Games to play.
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// Random plies before each game.
    #[arg(long, default_value_t = 6)]
    pub plies: usize,
    /// Nodes per move.
    #[arg(long, default_value_t = 2000)]
    pub nodes: u64,
    /// Nodes for the solver at each claim.
    #[arg(long, default_value_t = 2_000_000)]
    pub solver_nodes: u64,
    /// The seed of the first game.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Threads that play (default: as many as there are cores).
    #[arg(long)]
    pub threads: Option<usize>,
    /// Keep every game in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// What became of the claims of one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct GameClaims {
    positions: u32,
    confirmed: u32,
    undecided: u32,
    /// What the solver says differently: the position, what was claimed and what is so.
    refuted: Vec<String>,
}

/// Writes a line of numbers and every claim that the solver refutes.
pub fn run(args: &ClaimsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let ClaimsArgs { game, games, plies, nodes, solver_nodes, seed, .. } = args;
    let header = format!("claims game={game} plies={plies} nodes={nodes} solver={solver_nodes} seed={seed}");
    let mut results: StudyResults<GameClaims> = StudyResults::open(args.resume.as_deref(), &header)?;
    let bar = progress::bar(*games, results.next(), "games");
    let play = |job| claims(random_opening(game, seed + job, *plies)?, *nodes, *solver_nodes);
    in_order(results.next()..*games, thread_count(args.threads), play, |_, claims| {
        bar.inc(1);
        results.push(claims)
    })?;
    bar.finish_and_clear();
    let sum = |of: fn(&GameClaims) -> u32| results.done.iter().map(of).sum::<u32>();
    let refuted: Vec<&String> = results.done.iter().flat_map(|claims| &claims.refuted).collect();
    writeln!(
        out,
        "{game}: {games} games, {} positions, {} claims confirmed, {} not decided, {} refuted",
        sum(|claims| claims.positions),
        sum(|claims| claims.confirmed),
        sum(|claims| claims.undecided),
        refuted.len()
    )?;
    for claim in &refuted {
        writeln!(out, "  {claim}")?;
    }
    if !refuted.is_empty() {
        bail!("the solver refutes {} claims", refuted.len());
    }
    Ok(())
}

/// Plays a game to its end and asks about every claim.
fn claims(mut table: Box<dyn Table>, nodes: u64, solver_nodes: u64) -> anyhow::Result<GameClaims> {
    let mut players = [table.bot(&BotSpec::new("potez"))?, table.bot(&BotSpec::new("potez"))?];
    let mut found = GameClaims::default();
    while table.outcome().is_none() {
        let mover = table.turn();
        let report = players[mover.index()].think(table.as_ref(), Limits::nodes(nodes), &Stop::new(), &mut |_| {})?;
        let Some(line) = report.lines.first() else { break };
        found.positions += 1;
        if let Some(claim) = claim(line.proof, line.win_chance) {
            let solution = table.solve(Limits::nodes(solver_nodes), &Stop::new());
            match solution.proof {
                None => found.undecided += 1,
                Some(proof) if proof == claim => found.confirmed += 1,
                Some(proof) => {
                    let (claim, so) = (claim.word(), proof.word());
                    let (chance, position) = (100.0 * line.win_chance, table.position());
                    found.refuted.push(format!("{position}: {claim} at {chance:.1} %, the solver says {so}"));
                }
            }
        }
        table.play(&line.mv().text)?;
    }
    Ok(found)
}

/// What a line says for certain, or as good as.
pub fn claim(proof: Option<Proof>, chance: f64) -> Option<Proof> {
    proof.or(if chance >= CLAIM {
        Some(Proof::Win)
    } else if chance <= 1.0 - CLAIM {
        Some(Proof::Loss)
    } else {
        None
    })
}
