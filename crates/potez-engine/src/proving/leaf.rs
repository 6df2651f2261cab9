//! Work on the leaves of a proof tree: prove one, or judge its children so that the tree can grow there.

use std::time::Duration;

use potez_core::{Player, Position, PositionError};
use potez_search::shared_solver::{SharedSolver, WinTable};
use potez_search::{Limits, Stop};

use super::{ProofCosts, ProofGame};

/// What may be spent on a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafLimits {
    /// Nodes of the solver; with none it is not tried and its children are judged at once.
    pub nodes: u64,
    /// Nodes of the search that judges a child.
    pub estimate_nodes: u64,
}

/// What became of a leaf.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LeafFindings {
    /// Who wins, if that was found.
    pub winner: Option<Player>,
    /// The nodes of the solver.
    pub nodes: u64,
    /// The time of the solver.
    pub time: Duration,
    /// What is known of each child, in the order of [`children_of`]; of none where the winner is known.
    pub children: Vec<LeafChild>,
}

/// What is known of a child of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafChild {
    /// What proving X's win and O's win seems to cost, as [`ProofCosts::to_bytes`] writes it.
    pub costs: [u8; 2],
    /// Who wins, if the table knew it; nothing is said of games that are over.
    pub winner: Option<Player>,
}

impl LeafChild {
    /// Nothing needs to be judged here.
    const DECIDED: [u8; 2] = [u8::MAX; 2];
}

/// Works on leaves of the proofs of one game; threads share what it learns.
pub trait LeafProver: Send + Sync {
    /// Proves a leaf or judges its children; `None` when it is called off.
    fn work(&self, position: &str, limits: LeafLimits, stop: &Stop) -> Result<Option<LeafFindings>, PositionError>;
}

/// The solver of a proof with the table that all of its threads share.
#[derive(Debug)]
pub struct SharedProver<G: ProofGame> {
    game: G,
    knowledge: G::Knowledge,
    table: WinTable,
}

impl<G: ProofGame> SharedProver<G> {
    /// A table of this many mebibytes; `None` for games that can end in a draw.
    pub fn new(game: G, memory_mib: usize) -> Option<Self> {
        Some(Self { knowledge: game.knowledge()?, game, table: WinTable::new(memory_mib) })
    }

    fn solver(&self) -> SharedSolver<'_, G::Position, G::Knowledge> {
        SharedSolver::new(&self.knowledge, &self.table, 1)
    }

    /// Puts what is proven into the table, so that it stays there.
    pub fn teach(&self, pos: &G::Position, winner: Player) {
        self.solver().teach(pos, winner == pos.turn());
    }

    /// The share of the table that is in use, in thousandths.
    pub fn permille_used(&self) -> usize {
        self.table.permille_used()
    }

    /// Who wins, if the table knows it or this many nodes show it; the nodes and the time that it took.
    pub fn solve(&self, pos: &G::Position, nodes: u64, stop: &Stop) -> LeafFindings {
        let winner_if = |wins: bool| if wins { pos.turn() } else { !pos.turn() };
        if let Some(wins) = self.solver().known(pos) {
            return LeafFindings { winner: Some(winner_if(wins)), ..LeafFindings::default() };
        }
        if nodes == 0 {
            return LeafFindings::default();
        }
        let found = self.solver().solve(pos, Limits::nodes(nodes), stop);
        let winner = found.wins.map(winner_if);
        LeafFindings { winner, nodes: found.nodes, time: found.time, children: Vec::new() }
    }

    /// Proves a leaf or judges its children; `None` when it is called off.
    pub fn work_on(&self, pos: &G::Position, limits: LeafLimits, stop: &Stop) -> Option<LeafFindings> {
        let mut found = self.solve(pos, limits.nodes, stop);
        if found.winner.is_some() {
            return Some(found);
        }
        let mut estimator = self.game.cost_estimator(limits.estimate_nodes);
        for (_, child) in children_of(&self.game, pos) {
            // Whoever waits for a sign of life gets it from the clock.
            stop.now();
            if stop.is_raised() {
                return None;
            }
            let winner = if child.outcome().is_some() { None } else { self.solve(&child, 0, stop).winner };
            let is_decided = winner.is_some() || child.outcome().is_some();
            let costs = if is_decided { LeafChild::DECIDED } else { estimator(&child).to_bytes() };
            found.children.push(LeafChild { costs, winner });
        }
        Some(found)
    }
}

impl<G: ProofGame> LeafProver for SharedProver<G> {
    fn work(&self, position: &str, limits: LeafLimits, stop: &Stop) -> Result<Option<LeafFindings>, PositionError> {
        let pos = self.game.read_position(position)?;
        // Of a game that is over the rules say who has won.
        let is_over = pos.outcome().is_some();
        Ok(if is_over { Some(LeafFindings::default()) } else { self.work_on(&pos, limits, stop) })
    }
}

/// The different positions after the moves of a position, each once and in the order of their texts, so that it is
/// the same everywhere.
pub fn children_of<G: ProofGame>(game: &G, pos: &G::Position) -> Vec<(String, G::Position)> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let after = |mv| {
        let mut child = pos.clone();
        child.play(mv);
        let child = game.canonical(&child);
        (child.to_string(), child)
    };
    let mut children: Vec<(String, G::Position)> = moves.into_iter().map(after).collect();
    children.sort_by(|one, other| one.0.cmp(&other.0));
    children.dedup_by(|one, other| one.0 == other.0);
    children
}

/// Costs are kept as logarithms, six to a doubling: that spans 42 doublings.
const STEPS: f64 = 6.0;

impl ProofCosts {
    /// Costs as two bytes, of X's win and of O's.
    pub fn to_bytes(self) -> [u8; 2] {
        Player::BOTH.map(|player| (self.of(player).max(1.0).log2() * STEPS).round().min(255.0) as u8)
    }

    /// Costs from two bytes.
    pub fn from_bytes([x, o]: [u8; 2]) -> Self {
        let nodes = |byte: u8| (f64::from(byte) / STEPS).exp2();
        Self::new(nodes(x), nodes(o))
    }
}
