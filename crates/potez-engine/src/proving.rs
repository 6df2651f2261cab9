//! What a proof of a whole game, which takes hours or days, needs to know of the game.

mod leaf;

use potez_core::{Game, Player};
use potez_search::shared_solver::SolverKnowledge;

pub use leaf::{LeafChild, LeafFindings, LeafLimits, LeafProver, SharedProver, children_of};

/// A game without cycles and without draws that can be proven from its start.
pub trait ProofGame: Game {
    /// What the solver of its leaves knows.
    type Knowledge: SolverKnowledge<Self::Position> + Send + Sync;

    /// What the solver of its leaves knows; `None` if these options allow draws.
    fn knowledge(&self) -> Option<Self::Knowledge>;

    /// The one that stands for all positions which symmetries map onto each other.
    fn canonical(&self, pos: &Self::Position) -> Self::Position;

    /// Judges positions that are not over by searches of this many nodes.
    fn cost_estimator(&self, nodes: u64) -> CostEstimator<Self::Position>;
}

/// Judges what proofs of positions would cost.
pub type CostEstimator<P> = Box<dyn FnMut(&P) -> ProofCosts + Send>;

/// The nodes that it would likely take to prove that a player wins: where that player does not, as
/// many as the attempt seems to cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProofCosts {
    nodes: [f64; 2],
}

impl ProofCosts {
    /// The costs of proving that X wins and that O wins.
    pub fn new(x: f64, o: f64) -> Self {
        Self { nodes: [x, o] }
    }

    /// The costs where the winner is known.
    pub fn proven(winner: Player) -> Self {
        let mut nodes = [f64::INFINITY; 2];
        nodes[winner.index()] = 0.0;
        Self { nodes }
    }

    /// The cost of proving that a player wins.
    pub fn of(self, player: Player) -> f64 {
        self.nodes[player.index()]
    }

    /// The cheaper of the two.
    pub fn least(self) -> f64 {
        self.nodes[0].min(self.nodes[1])
    }

    /// The winner, if that is known.
    pub fn winner(self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.of(player) == 0.0)
    }

    /// The same position as it seems while somebody works on it.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { nodes: self.nodes.map(|nodes| nodes * factor) }
    }
}
