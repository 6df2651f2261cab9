//! Benchmarks of the solvers: how far from the end they prove positions, and how fast.

mod byte;
mod havannah;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::games::parse_time;

/// Measure how far a solver reaches.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab solver byte --games 200 --time 60s --resume byte.jsonl")]
pub struct SolverBenchArgs {
    /// The game.
    #[command(subcommand)]
    pub game: SolverGame,
}

/// The games whose solvers are measured.
#[derive(Subcommand, Debug)]
pub enum SolverGame {
    /// Positions of engine games and of random games, at a ply or with few stacks, each with an
    /// empty table.
    #[command(after_help = "Example: potez-lab solver byte --games 200 --time 60s")]
    Byte {
        /// How positions are solved.
        #[command(flatten)]
        options: SolverOptions,
    },
    /// Positions of engine games after one random stone, from the last one backwards until a proof
    /// fails.
    #[command(after_help = "Example: potez-lab solver havannah --size 4 --games 6 --time 60s")]
    Havannah {
        /// The size of the board.
        #[arg(long, default_value_t = 4)]
        size: usize,
        /// How positions are solved.
        #[command(flatten)]
        options: SolverOptions,
    },
}

/// Options of all solver benchmarks.
#[derive(Args, Debug)]
pub struct SolverOptions {
    /// Games to take positions from (of each kind).
    #[arg(long, default_value_t = 10)]
    pub games: u64,
    /// Time per position.
    #[arg(long, default_value = "60s", value_parser = parse_time)]
    pub time: Duration,
    /// The seed of the first game.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Keep every result in this file, and go on where it ends if it exists.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// Writes what was proven. Times are of the CPU.
pub fn run(args: &SolverBenchArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.game {
        SolverGame::Byte { options } => byte::run(options, out),
        SolverGame::Havannah { size, options } => havannah::run(*size, options, out),
    }
}
