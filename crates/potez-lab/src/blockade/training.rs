//! Training of Blockade's net on games of self-play.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use potez_blockade::{Game, LARGE, SMALL};
use potez_core::{Position as _, Record};
use potez_engine::blockade::net::{BlockadeNet, Inputs, inputs};

use super::games::{PROVEN, PlayedGame, read_games};
use super::model::{NetModel, Optimizer};
use crate::progress;

/// One game in this many is held out.
const HOLDOUT: usize = 12;
/// Samples of a step.
const BATCH: usize = 512;
/// Points of a search's score per unit of the logit.
const POINTS_PER_LOGIT: f32 = 200.0;

/// Train Blockade's net on games of self-play.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab blockade-train games.txt --out weights.bin --epochs 12")]
pub struct BlockadeTrainArgs {
    /// Files of games, as `blockade-games` writes them.
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// The file for the weights; it is written after every epoch.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Passes over the samples.
    #[arg(long, default_value_t = 12)]
    pub epochs: usize,
    /// The learning rate at first; it falls to zero.
    #[arg(long, default_value_t = 0.003)]
    pub rate: f32,
    /// How much of the target is the game's result; the rest is what the search found. After a
    /// turn that was taken at random it counts a third of that.
    #[arg(long, default_value_t = 0.3)]
    pub result: f32,
    /// How strongly weights are pulled to zero.
    #[arg(long, default_value_t = 0.01)]
    pub decay: f32,
    /// The seed of the first weights and of the order of samples.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// A position and the chance of the player to move.
struct NetSample {
    inputs: Inputs,
    target: f32,
}

/// Trains and writes the weights; prints the loss by epoch.
pub fn run(args: &BlockadeTrainArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut sets: [Vec<NetSample>; 2] = [Vec::new(), Vec::new()];
    for path in &args.games {
        let games = read_games(path)?;
        let bar = progress::bar(games.len() as u64, 0, "games");
        for (number, game) in games.iter().enumerate() {
            // By whole games: positions of one game have the same result and would give it away.
            let set = &mut sets[usize::from(number % HOLDOUT == 0)];
            add_samples(game, args.result, set).with_context(|| format!("{}: game {number}", path.display()))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    let [training, held_out] = sets;
    ensure!(!training.is_empty(), "no positions to train on");
    writeln!(out, "{} positions, {} held out", training.len(), held_out.len())?;
    let mut rng = fastrand::Rng::with_seed(args.seed);
    let mut model = NetModel::random(&mut rng);
    let mut optimizer = Optimizer::new();
    let mut order: Vec<usize> = (0..training.len()).collect();
    let steps = args.epochs * training.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 1..=args.epochs {
        rng.shuffle(&mut order);
        let bar = progress::bar(order.len() as u64, 0, "positions");
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            optimizer.begin();
            for &at in batch {
                let NetSample { inputs, target } = &training[at];
                loss += optimizer.add(&model, inputs, *target);
            }
            // Falls like half a wave of a cosine: fast learning first, then settling.
            let share = step as f32 / steps as f32;
            let rate = args.rate * 0.5 * (1.0 + (std::f32::consts::PI * share).cos());
            optimizer.step(&mut model, rate, args.decay, batch.len());
            step += 1;
            bar.inc(batch.len() as u64);
        }
        bar.finish_and_clear();
        let bytes = model.to_bytes();
        std::fs::write(&args.out, &bytes).with_context(|| format!("cannot write {}", args.out.display()))?;
        let net = BlockadeNet::from_bytes(&bytes).context("the weights that were written cannot be read")?;
        let quantized = |inputs: &Inputs| net.points(inputs) as f32 / POINTS_PER_LOGIT;
        writeln!(
            out,
            "epoch {epoch}: {:.4} bits per position, held out {:.4}, quantised {:.4}",
            loss / training.len() as f32,
            mean_loss(&held_out, |inputs| model.logit(inputs)),
            mean_loss(&held_out, quantized)
        )?;
        out.flush()?;
    }
    Ok(())
}

/// The chance that a logit stands for.
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The cross-entropy of a chance, in bits.
pub fn bits(logit: f32, target: f32) -> f32 {
    let chance = sigmoid(logit).clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.log2() + (1.0 - target) * (1.0 - chance).log2())
}

fn mean_loss(samples: &[NetSample], logit: impl Fn(&Inputs) -> f32) -> f32 {
    let sum: f32 = samples.iter().map(|sample| bits(logit(&sample.inputs), sample.target)).sum();
    sum / samples.len().max(1) as f32
}

/// Adds the positions of a game that were searched.
fn add_samples(game: &PlayedGame, result: f32, samples: &mut Vec<NetSample>) -> anyhow::Result<()> {
    match game.spec.parse::<Game<SMALL>>() {
        Ok(small) => add_samples_in_class(game, small, result, samples),
        Err(_) => add_samples_in_class(game, game.spec.parse::<Game<LARGE>>()?, result, samples),
    }
}

fn add_samples_in_class<const N: usize>(
    played: &PlayedGame,
    game: Game<N>,
    result: f32,
    samples: &mut Vec<NetSample>,
) -> anyhow::Result<()> {
    let last_strayed = played.turns.iter().rposition(|turn| turn.strayed).map_or(0, |at| at + 1);
    let mut record = Record::new(game);
    for (ply, turn) in played.turns.iter().enumerate() {
        if let Some(score) = turn.score {
            let found = match score {
                PROVEN => 1.0,
                score if score == -PROVEN => 0.0,
                score => sigmoid(score as f32 / POINTS_PER_LOGIT),
            };
            let won = played.winner.map_or(0.5, |winner| f32::from(u8::from(winner == record.position().turn())));
            let share = if ply < last_strayed { result / 3.0 } else { result };
            samples.push(NetSample { inputs: inputs(record.position()), target: found + share * (won - found) });
        }
        // The last turn may be one that the proof made unnecessary to play.
        if ply + 1 < played.turns.len() {
            record.play(turn.mv)?;
        }
    }
    Ok(())
}
