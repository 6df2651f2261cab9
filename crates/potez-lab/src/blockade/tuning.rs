//! Games for the tuning of Blockade's weights, and what is fitted to them.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use potez_blockade::{Game, SMALL};
use potez_core::{Outcome, Position as _, Record};
use potez_engine::blockade::Features;
use potez_engine::{BotSpec, GameEngine as _};
use potez_search::{Limits, Stop};

use super::fit::{EvalFit, EvalSample};
use crate::progress;
use crate::resume::StudyResults;
use crate::workers::{in_order, thread_count};

const OPENING_PLIES: usize = 6;
const MAX_PLIES: usize = 400;
/// One game in this many is held out for validation.
const HOLDOUT: u64 = 10;

/// Fit the weights of Blockade's evaluation to games of the player against itself.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab tune-blockade --games 4000 --nodes 1500 --resume samples.jsonl")]
pub struct TuningArgs {
    /// The game spec: a board of the small class.
    #[arg(default_value = "blockade")]
    pub game: String,
    /// Games to play, after six random plies each.
    #[arg(long, default_value_t = 400)]
    pub games: u64,
    /// Nodes per move.
    #[arg(long, default_value_t = 1500)]
    pub nodes: u64,
    /// The seed of the first game.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Threads that play (default: as many as there are cores). They do not change the result.
    #[arg(long)]
    pub threads: Option<usize>,
    /// Keep the samples of every game in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// Writes the loss before and after, and the fitted weights.
pub fn run(args: &TuningArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let TuningArgs { game: spec, games, nodes, seed, .. } = args;
    let game: Game<SMALL> = spec.parse()?;
    let header = format!("tune-blockade game={game} nodes={nodes} seed={seed}");
    let mut results: StudyResults<Vec<EvalSample>> = StudyResults::open(args.resume.as_deref(), &header)?;
    let bar = progress::bar(*games, results.next(), "games");
    let jobs = results.next()..*games;
    in_order(
        jobs,
        thread_count(args.threads),
        |job| play(&game, seed + job, *nodes),
        |_, samples| {
            bar.inc(1);
            results.push(samples)
        },
    )?;
    bar.finish_and_clear();
    let pick = |is_held_out: bool| -> Vec<EvalSample> {
        // By whole games: positions of one game have the same result and would give it away.
        let chosen = (0_u64..).zip(&results.done).filter(|(game, _)| (game % HOLDOUT == 0) == is_held_out);
        chosen.flat_map(|(_, samples)| samples.iter().copied()).collect()
    };
    let (training, validation) = (pick(false), pick(true));
    let (count, held_out) = (training.len(), validation.len());
    writeln!(out, "{spec}, {games} games, {nodes} nodes per move: {count} positions and {held_out} held out")?;
    // Held-out games show whether what is fitted holds for games that were not fitted to.
    let (before, after) = (EvalFit::standard(), EvalFit::fitted(&training));
    for (name, fit) in [("before", before), ("after ", after)] {
        let (loss, held_out) = (fit.loss(&training), fit.loss(&validation));
        writeln!(out, "bits per position {name} {loss:.4}, held out {held_out:.4}")?;
    }
    write!(out, "{after}")?;
    Ok(())
}

/// The positions of a game with its result; none if nobody has won.
fn play(game: &Game<SMALL>, seed: u64, nodes: u64) -> anyhow::Result<Vec<EvalSample>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut record = Record::new(game.clone());
    for _ in 0..OPENING_PLIES {
        if let Some(mv) = record.position().random_move(&mut rng) {
            record.play(mv)?;
        }
    }
    let mut player = game.bot(&BotSpec::new("potez"))?;
    while record.outcome().is_none() && record.ply() < MAX_PLIES {
        let report = player.think(&record, Limits::nodes(nodes), &Stop::new(), &mut |_| {});
        let Some(mv) = report.best() else { break };
        record.play(mv)?;
    }
    // Draws are rare and say nothing about who was ahead.
    let Some(Outcome::Win(winner)) = record.outcome() else { return Ok(Vec::new()) };
    let samples = record.positions().skip(OPENING_PLIES).filter_map(|pos| {
        let won = winner == pos.turn();
        Features::of(pos).map(|features| EvalSample::new(features, won))
    });
    Ok(samples.collect())
}
