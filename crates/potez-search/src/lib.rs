//! Search for any two-player game: alpha-beta, Monte-Carlo trees, proof.
//!
//! Search knows no game. Evaluators, orderings, policies and playouts come in as values; positions
//! come in through [`potez_core::Position`]. Nothing here prints, sleeps or reads the environment,
//! and time comes from the [`TimeSource`] of the [`Stop`] that a search is given. The feature
//! `system-clock`, on by default, adds the clock of the operating system; without it the crate
//! never asks the system for anything.

pub mod alphabeta;
pub mod dfpn;
pub mod distance;
mod limits;
pub mod mcts;
mod poll_timer;
mod report;
mod score;
pub mod shared_solver;
pub mod solver;
mod stop;
#[cfg(feature = "system-clock")]
mod system_clock;
mod table;
mod time_manager;
pub mod trace;

/// Whether this is a module for browsers: it has one thread, nobody steps through its searches, and it
/// must be small. What only threads or traces need is behind a test of this, and the compiler drops it.
const IS_MODULE: bool = cfg!(target_family = "wasm");

pub use alphabeta::AlphaBeta;
pub use limits::{Clock, Limits};
pub use report::{Line, Proof, Report};
pub use score::Score;
pub use stop::{Stop, TimeSource};
#[cfg(feature = "system-clock")]
pub use system_clock::SystemClock;
pub use table::{Bound, TableEntry, TranspositionTable};
pub use time_manager::TimeManager;
