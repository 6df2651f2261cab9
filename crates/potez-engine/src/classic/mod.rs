//! The original programs' players, done right: minimax with alpha-beta to a fixed depth and
//! hand-made evaluations.
//!
//! They are here to be read, to be beaten, and to measure everything else against. Nothing is
//! borrowed from `potez-search`: this is the textbook, kept as the authors of the original programs
//! had it. `docs/originals.md` says what came from where and which defects of the originals were
//! mended.

pub(crate) mod blockade;
pub(crate) mod byte;
pub(crate) mod havannah;
mod minimax;
mod paths;

pub(crate) use minimax::{Minimax, MinimaxKnowledge};
