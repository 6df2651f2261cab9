//! Puzzles: positions in which exactly one move wins, saves the draw or holds out longest, as proven.
//!
//! [`Puzzle`] is one of them and its line of data; `proof` says what "exactly one" means and proves
//! it, `mining` finds puzzles in games, `attempt` is the one place that knows how a puzzle is
//! solved, and `rating` measures which of them the levels solve.

mod attempt;
pub(crate) mod hold;
mod mining;
mod proof;
mod puzzle;
mod rating;
mod selection;
mod shipped;

pub use attempt::{Attempt, Verdict};
pub use hold::LongestDefence;
pub use mining::{MinedGame, Miner, MiningSettings};
pub use proof::{CheckError, check};
pub use puzzle::{Goal, Puzzle, PuzzleError};
pub use rating::{Rating, rate, solves};
pub use selection::select;
pub use shipped::{daily, find, of, read, themes};
