//! Research on the engine: self-play and training, tuning, calibration, yardsticks, solver
//! benchmarks and level tables.
//!
//! Every module is one study with its arguments and a `run` that writes its results; the binary
//! `potez-lab` has one subcommand per study. Results go to standard output, progress to standard
//! error, and whatever takes long can be interrupted and started again: see [`resume`].

pub mod blockade;
pub mod byte_games;
pub mod calibration;
pub mod census;
pub mod check;
pub mod claims;
pub mod even_openings;
pub mod fleet;
pub mod games;
pub mod havannah;
pub mod levels;
pub mod openings;
pub mod progress;
pub mod prove;
pub mod races;
pub mod resume;
pub mod solver_bench;
pub mod speed;
pub mod two_threads;
pub mod workers;
pub mod yardstick;
