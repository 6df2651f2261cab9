//! How fast the players search: nodes per CPU-second of Byte, simulations per second of Havannah's
//! trees.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use potez_table::bench::cpu_seconds;
use potez_table::{BotSpec, Limits, Stop, open};

use crate::games::{parse_time, random_opening};
use crate::progress;

/// The plain tree: random playouts and all-moves-as-first, nothing else.
const PLAIN_TREE: &str = "potez:without=net+look-ahead+prior+saves+rings";

/// Measure how fast a player searches.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab speed havannah --rounds 5 --time 700ms")]
pub struct SpeedArgs {
    /// The game.
    #[command(subcommand)]
    pub game: SpeedGame,
}

/// The games whose speed can be measured.
#[derive(Subcommand, Clone, Copy, Debug)]
pub enum SpeedGame {
    /// Nodes per CPU-second from three positions of random play, with enough stacks that the solver
    /// is not asked.
    #[command(after_help = "Example: potez-lab speed byte --nodes 2000000")]
    Byte {
        /// Nodes per position.
        #[arg(long, default_value_t = 2_000_000)]
        nodes: u64,
        /// The seed of the random play.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Simulations per second of wall-clock time from the empty board, on one thread and on two.
    #[command(after_help = "Example: potez-lab speed havannah --rounds 5 --time 700ms")]
    Havannah {
        /// Rounds of which the best counts; one thread and two take turns.
        #[arg(long, default_value_t = 5)]
        rounds: u32,
        /// Time per search.
        #[arg(long, default_value = "700ms", value_parser = parse_time)]
        time: Duration,
    },
}

/// Writes the speeds.
pub fn run(args: &SpeedArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    match args.game {
        SpeedGame::Byte { nodes, seed } => byte(nodes, seed, out),
        SpeedGame::Havannah { rounds, time } => havannah(rounds, time, out),
    }
}

fn byte(nodes: u64, seed: u64, out: &mut dyn Write) -> anyhow::Result<()> {
    let (mut all_nodes, mut all_seconds) = (0, 0.0);
    for plies in [0, 4, 8] {
        let table = random_opening("byte", seed, plies)?;
        let mut player = table.bot(&BotSpec::new("potez"))?;
        // CPU time of this thread: other work on the machine must not count.
        let started = cpu_seconds();
        let report = player.think(table.as_ref(), Limits::nodes(nodes), &Stop::new(), &mut |_| {})?;
        let seconds = cpu_seconds() - started;
        let speed = report.nodes as f64 / seconds / 1e6;
        writeln!(out, "ply {plies}: depth {}, {speed:.2} million nodes/s", report.depth)?;
        (all_nodes, all_seconds) = (all_nodes + report.nodes, all_seconds + seconds);
    }
    writeln!(out, "all: {:.2} million nodes/s", all_nodes as f64 / all_seconds / 1e6)?;
    Ok(())
}

fn havannah(rounds: u32, time: Duration, out: &mut dyn Write) -> anyhow::Result<()> {
    const SIZES: [usize; 5] = [4, 5, 6, 8, 10];
    writeln!(out, "simulations per second on one thread and on two, and their ratio")?;
    let bar = progress::bar(2 * (SIZES.len() as u64) * u64::from(rounds), 0, "rounds");
    for (name, bot) in [("plain", PLAIN_TREE), ("net", "potez")] {
        for size in SIZES {
            // The best, not the mean: disturbances only ever make a run slower.
            let mut best = [0.0_f64; 2];
            for _ in 0..rounds {
                for (threads, best) in (1..).zip(&mut best) {
                    *best = best.max(simulations_per_second(size, bot, threads, time)?);
                }
                bar.inc(1);
            }
            let [one, two] = best;
            bar.suspend(|| writeln!(out, "{name:5} size {size:2}: {one:8.0} {two:8.0} {:.2}", two / one))?;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// The speed of a player that has not thought before.
fn simulations_per_second(size: usize, bot: &str, threads: usize, time: Duration) -> anyhow::Result<f64> {
    let table = open(&format!("havannah:size={size}"), None)?;
    let mut player = table.bot(&BotSpec { threads: Some(threads), ..bot.parse()? })?;
    // Wall-clock time: two threads are to be compared with one.
    let started = Instant::now();
    let report = player.think(table.as_ref(), Limits::time(time), &Stop::new(), &mut |_| {})?;
    Ok(report.nodes as f64 / started.elapsed().as_secs_f64())
}
