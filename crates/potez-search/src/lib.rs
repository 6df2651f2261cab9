//! Search for any two-player game: alpha-beta, Monte-Carlo trees, proof.
//!
//! Search knows no game. Evaluators, orderings, policies and playouts come in as values; positions come in through
//! [`potez_core::Position`]. Nothing here prints, sleeps or reads the environment.

pub mod alphabeta;
pub mod dfpn;
mod limits;
pub mod mcts;
mod pulse;
mod report;
mod score;
pub mod solver;
mod table;

pub use alphabeta::AlphaBeta;
pub use limits::{Clock, Limits, Stop, Watch};
pub use report::{Line, Proof, Report};
pub use score::Score;
pub use table::{Bound, Entry, Table};
