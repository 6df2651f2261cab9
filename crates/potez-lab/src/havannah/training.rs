//! Gradient descent on games of self-play.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, bail};
use clap::Args;
use potez_engine::havannah::net::{Activations, Net};
use potez_havannah::Symmetry;
use potez_table::write_whole;

use super::adam::{Adam, random_net};
use super::checkpoint::{self, Checkpoint};
use super::gradient::Gradient;
use super::sample::TrainableGame as _;
use super::sample::{NetLoss, TrainingSample};
use super::self_play::read_games;
use crate::progress;
use crate::workers::thread_count;
use potez_engine::havannah::self_play::SelfPlayGame;

/// Positions per step.
pub const BATCH: usize = 256;
/// How strongly weights are pulled to zero.
const WEIGHT_DECAY: f32 = 1e-3;
/// One game in this many is held out for validation.
const HOLDOUT: usize = 23;
/// Steps between two reports, at each of which a checkpoint is written.
const REPORT_EVERY: u32 = 500;
/// Positions of the games held out that are enough to see the loss.
const VALIDATION_SAMPLES: usize = 4000;

/// Train Havannah's net on games of self-play.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: potez-lab train weights.bin games.txt --steps 5000\n\nA run that was stopped goes on \
                        from its last checkpoint, WEIGHTS.checkpoint, if it is started with the same options."
)]
pub struct TrainArgs {
    /// The weights: training goes on from them if the file exists, and begins at random if not.
    pub weights: PathBuf,
    /// Files of games.
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Steps, each on a batch of 256 positions.
    #[arg(long, default_value_t = 4000)]
    pub steps: u32,
    /// The learning rate at first; it falls to a twentieth (default: 0.001 from weights, 0.003 from
    /// random).
    #[arg(long)]
    pub learning_rate: Option<f32>,
    /// The seed of batches (default: the number of games) and of random weights.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Threads to compute with (default: as many as there are cores). Their number changes the
    /// result a little.
    #[arg(long)]
    pub threads: Option<usize>,
}

/// Trains, writes the losses as it goes, and the weights at the end.
pub fn run(args: &TrainArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut games: Vec<SelfPlayGame> = Vec::new();
    for file in &args.games {
        games.extend(read_games(file)?);
    }
    let exists = args.weights.exists();
    let net = if exists { read_net(&args.weights)? } else { random_net(args.seed.unwrap_or(1)) };
    let config = TrainConfig {
        steps: args.steps,
        learning_rate: args.learning_rate.unwrap_or(if exists { 0.001 } else { 0.003 }),
        threads: thread_count(args.threads),
        seed: args.seed.unwrap_or(games.len() as u64),
    };
    let path = checkpoint::path_of(&args.weights);
    let mut trainer = Trainer::new(net, config, &games)?;
    if let Some(checkpoint) = Checkpoint::read(&path, &trainer.fingerprint())? {
        trainer.restore(checkpoint);
        writeln!(out, "{} games, going on from step {}", games.len(), trainer.step)?;
    } else {
        writeln!(out, "{} games", games.len())?;
    }
    let bar = progress::bar(config.steps.into(), trainer.step.into(), "steps");
    while trainer.step < config.steps {
        let reported = trainer.advance();
        bar.set_position(trainer.step.into());
        if let Some([training, validation]) = reported {
            let ([policy, value], [held_policy, held_value]) = (training.mean(), validation.mean());
            bar.suspend(|| {
                let losses = format!("policy {policy:.4} value {value:.4}  held out: {held_policy:.4} {held_value:.4}");
                writeln!(out, "{:6}  {losses}", trainer.step)
            })?;
            // Right after a report: no loss is pending that a checkpoint would have to keep.
            trainer.checkpoint().write(&path, &trainer.fingerprint())?;
        }
    }
    bar.finish_and_clear();
    write_net(&args.weights, trainer.net())?;
    checkpoint::remove(&path)
}

/// Reads a file of weights.
pub fn read_net(path: &Path) -> anyhow::Result<Net> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Net::from_bytes(&bytes).with_context(|| format!("{} has not the weights of this net", path.display()))
}

fn write_net(path: &Path, net: &Net) -> anyhow::Result<()> {
    write_whole(path, &net.to_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

/// How long to train, and how fast.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainConfig {
    /// Steps, each on [`BATCH`] positions.
    pub steps: u32,
    /// The learning rate at first; it ends at a twentieth of that, along a cosine.
    pub learning_rate: f32,
    /// Threads to compute with.
    pub threads: usize,
    /// The seed of the batches.
    pub seed: u64,
}

/// A position to train on: a game and a ply of it.
type SamplePlace = (usize, usize);

/// Training under way.
pub struct Trainer<'a> {
    games: &'a [SelfPlayGame],
    config: TrainConfig,
    training: Vec<SamplePlace>,
    validation: Vec<SamplePlace>,
    net: Net,
    adam: Adam,
    rng: fastrand::Rng,
    /// Steps done.
    step: u32,
    /// The loss since the last report.
    recent: NetLoss,
}

impl<'a> Trainer<'a> {
    /// Training that goes on from a net. Fails if there is nothing to train on.
    pub fn new(net: Net, config: TrainConfig, games: &'a [SelfPlayGame]) -> anyhow::Result<Self> {
        let places = |is_held_out: bool| -> Vec<SamplePlace> {
            let chosen = games.iter().enumerate().filter(|(at, _)| (at % HOLDOUT == 0) == is_held_out);
            chosen.flat_map(|(at, game)| game.trainable_plies().map(move |ply| (at, ply))).collect()
        };
        let (training, held_out) = (places(false), places(true));
        if training.is_empty() || held_out.is_empty() {
            bail!("{} games are not enough: one in {HOLDOUT} is held out", games.len());
        }
        // Spread over all games held out, not the first ones.
        let every = (held_out.len() / VALIDATION_SAMPLES).max(1);
        let validation = held_out.into_iter().step_by(every).collect();
        let rng = fastrand::Rng::with_seed(config.seed);
        let (adam, recent) = (Adam::default(), NetLoss::default());
        Ok(Self { games, config, training, validation, net, adam, rng, step: 0, recent })
    }

    /// The net as it is now.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// What a checkpoint must agree on to be gone on from.
    pub fn fingerprint(&self) -> String {
        let TrainConfig { steps, learning_rate, threads, seed } = self.config;
        let samples = self.training.len();
        format!("steps={steps} learning-rate={learning_rate} threads={threads} seed={seed} samples={samples}")
    }

    /// The state of training now.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint { step: self.step, rng_seed: self.rng.get_seed(), net: self.net.clone(), adam: self.adam.clone() }
    }

    /// Goes on from another state.
    pub fn restore(&mut self, checkpoint: Checkpoint) {
        let Checkpoint { step, rng_seed, net, adam } = checkpoint;
        (self.step, self.net, self.adam) = (step, net, adam);
        self.rng = fastrand::Rng::with_seed(rng_seed);
    }

    /// One step of gradient descent. Every so often returns the losses of training since the last
    /// time, and of validation.
    pub fn advance(&mut self) -> Option<[NetLoss; 2]> {
        let TrainConfig { steps, learning_rate, .. } = self.config;
        let done = self.step as f32 / steps as f32;
        // Large steps first, small ones at the end, where noise would undo what was learnt.
        let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        // With replacement: simpler than shuffling, and the same for many batches.
        let batch: Vec<SamplePlace> =
            (0..BATCH).map(|_| self.training[self.rng.usize(..self.training.len())]).collect();
        let symmetries = self.rng.u64(..);
        let (mut gradient, loss) = self.gradient(&batch, self.config.threads, symmetries);
        for gradient in &mut gradient {
            *gradient /= BATCH as f32;
        }
        self.adam.step(&mut self.net, &gradient, learning_rate * (0.05 + 0.95 * cosine), WEIGHT_DECAY);
        self.recent.add(loss);
        self.step += 1;
        let is_due = self.step.is_multiple_of(REPORT_EVERY) || self.step == steps;
        is_due.then(|| {
            let (_, validation) = self.gradient(&self.validation, self.config.threads, 1);
            [std::mem::take(&mut self.recent), validation]
        })
    }

    /// The mean loss per sample over all positions, of the policy and of the value.
    pub fn loss(&self) -> [f64; 2] {
        let all: Vec<SamplePlace> = self.training.iter().chain(&self.validation).copied().collect();
        self.gradient(&all, 1, 9).1.mean()
    }

    /// The gradient and the loss of some positions, each under a random symmetry.
    fn gradient(&self, places: &[SamplePlace], threads: usize, seed: u64) -> (Vec<f32>, NetLoss) {
        // Every thread sums the gradient of its part of the batch; the sums are added in a fixed
        // order.
        let share = places.len().div_ceil(threads.max(1)).max(1);
        let work = |(part, places): (usize, &[SamplePlace])| {
            let mut rng = fastrand::Rng::with_seed(seed ^ part as u64);
            let symmetries: Vec<Symmetry> = Symmetry::all().collect();
            let (mut activations, mut sample) = (Activations::default(), TrainingSample::default());
            let (mut gradient, mut loss) = (Gradient::new(&self.net), NetLoss::default());
            for &(game, ply) in places {
                // Twelve images of every position for the price of one: the rules do not tell them
                // apart.
                let symmetry = symmetries[rng.usize(..symmetries.len())];
                let encoder = self.games[game].write_sample(ply, symmetry, &mut activations, &mut sample);
                self.net.forward(encoder, &mut activations);
                loss.add(gradient.backward(&self.net, encoder, &activations, &sample));
            }
            (gradient.into_weights(), loss)
        };
        thread::scope(|scope| {
            let workers: Vec<_> =
                places.chunks(share).enumerate().map(|places| scope.spawn(move || work(places))).collect();
            let mut parts = workers.into_iter().map(|worker| worker.join().expect("training does not panic"));
            let (mut gradient, mut loss) = parts.next().expect("there are samples");
            for (more, part) in parts {
                gradient.iter_mut().zip(more).for_each(|(gradient, more)| *gradient += more);
                loss.add(part);
            }
            (gradient, loss)
        })
    }
}
