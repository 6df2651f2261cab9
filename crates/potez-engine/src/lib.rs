//! Knowledge that needs both a game and a search: evaluators, orderings, nets, solvers, players,
//! levels, remarks.
//!
//! [`GameEngine`] is what a game offers: its bots, a solver and remarks on moves. One module per
//! game implements it; nothing else in the workspace knows both a game and a search.

pub mod bench;
pub mod blockade;
mod book;
mod bot;
mod bot_error;
pub mod byte;
mod classic;
mod contrast;
mod game_engine;
pub mod havannah;
pub mod levels;
// It shows how a search works; a module for browsers shows none.
#[cfg(not(target_family = "wasm"))]
mod proof_bot;
mod prover;
pub mod proving;
mod random;
mod remarks;
mod searches;
mod self_play;
mod spec;

pub use book::{Book, BookEntry, BookError, GameScore};
pub use bot::{Bot, BotBuilder, BotKind, Observer};
pub use bot_error::BotError;
pub use contrast::{Contrast, ProvenLine, proofs};
pub use game_engine::{GameEngine, Solution};
pub use levels::{LEVELS, LevelScore};
#[cfg(not(target_family = "wasm"))]
pub use proof_bot::ProofBot;
pub use prover::Prover;
pub use random::RandomBot;
pub use self_play::{SelfPlayError, SelfPlaySettings};
pub use spec::{A_TIME, BotSpec, duration};
// The rules whose games implement `GameEngine`: a caller needs the same versions to name those
// games.
pub use {potez_blockade, potez_byte, potez_havannah};
