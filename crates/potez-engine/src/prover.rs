//! Solvers for many related positions.

use potez_core::{Game, Record};
use potez_search::{Limits, Stop};

use crate::bot::MoveOf;
use crate::{GameEngine, Solution};

/// A solver that may keep what it has proven from one position to the next.
pub trait Prover<G: Game>: Send {
    /// Tries to prove who wins. It is called only while the game goes on.
    fn solve(&mut self, record: &Record<G>, limits: Limits, stop: &Stop) -> Solution<MoveOf<G>>;
}

/// Begins anew with every position.
pub(crate) struct FreshProver;

impl<G: GameEngine> Prover<G> for FreshProver {
    fn solve(&mut self, record: &Record<G>, limits: Limits, stop: &Stop) -> Solution<MoveOf<G>> {
        record.game().solve(record, limits, stop)
    }
}
