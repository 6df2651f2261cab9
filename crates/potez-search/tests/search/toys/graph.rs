//! Games given as explicit graphs, random ones above all: acyclic with transpositions, or with
//! cycles.

use std::fmt;
use std::sync::Arc;

use potez_core::{Outcome, Player, Position, Unplayable};

/// A node of an explicit game graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GraphNode {
    pub(crate) turn: Player,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) children: Vec<usize>,
}

/// A game given node by node. Turns are arbitrary, so the same player may move twice; `REPEATS`
/// allows cycles.
#[derive(Clone, Debug)]
pub(crate) struct GameGraph<const REPEATS: bool> {
    nodes: Arc<Vec<GraphNode>>,
    at: usize,
    seed: u64,
}

/// A game without cycles, but with transpositions.
pub(crate) type Dag = GameGraph<false>;
/// A game whose positions can come back.
pub(crate) type Maze = GameGraph<true>;

/// The number of a child.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct GraphEdge(pub(crate) u8);

impl fmt::Display for GraphEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

fn random_outcome(rng: &mut fastrand::Rng) -> Outcome {
    match rng.u32(0..10) {
        0..4 => Outcome::Win(Player::X),
        4..8 => Outcome::Win(Player::O),
        _ => Outcome::Draw,
    }
}

fn random_node(rng: &mut fastrand::Rng, at: usize, same_turn: f64) -> GraphNode {
    let alternating = Player::BOTH[at % 2];
    let turn = if rng.f64() < same_turn { rng.choice(Player::BOTH).unwrap_or(alternating) } else { alternating };
    GraphNode { turn, outcome: None, children: Vec::new() }
}

impl Dag {
    /// A random acyclic graph of `size` nodes; a node leads to at most `branching` of those not far
    /// after it, so branches meet again, at equal and at different depths.
    pub(crate) fn random(seed: u64, size: usize, branching: usize) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let same_turn = rng.f64() * 0.6;
        // Edges are short, so that different paths meet again soon: transpositions.
        let reach = branching * 3 + 1;
        let mut nodes: Vec<GraphNode> = (0..size).map(|at| random_node(&mut rng, at, same_turn)).collect();
        for (at, node) in nodes.iter_mut().enumerate() {
            let furthest = (at + reach).min(size - 1);
            if at + 1 > furthest || (at > 0 && rng.u32(0..12) == 0) {
                node.outcome = Some(random_outcome(&mut rng));
                continue;
            }
            let mut children: Vec<usize> = (at + 1..=furthest).collect();
            rng.shuffle(&mut children);
            children.truncate(rng.usize(1..=branching));
            node.children = children;
        }
        Self { nodes: Arc::new(nodes), at: 0, seed }
    }
}

impl Maze {
    /// A random graph of `size` nodes in which edges lead anywhere.
    pub(crate) fn random(seed: u64, size: usize, branching: usize) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let same_turn = rng.f64() * 0.6;
        let mut nodes: Vec<GraphNode> = (0..size).map(|at| random_node(&mut rng, at, same_turn)).collect();
        for (at, node) in nodes.iter_mut().enumerate() {
            if at > 0 && rng.u32(0..5) == 0 {
                node.outcome = Some(random_outcome(&mut rng));
                continue;
            }
            let mut children: Vec<usize> = (0..size).filter(|&child| child != at).collect();
            rng.shuffle(&mut children);
            children.truncate(rng.usize(1..=branching));
            node.children = children;
        }
        Self { nodes: Arc::new(nodes), at: 0, seed }
    }
}

impl<const REPEATS: bool> GameGraph<REPEATS> {
    /// The graph given node by node; play starts at node 0.
    pub(crate) fn new(nodes: Vec<GraphNode>) -> Self {
        Self { nodes: Arc::new(nodes), at: 0, seed: 0 }
    }

    /// The same graph at another node.
    pub(crate) fn at(&self, at: usize) -> Self {
        Self { at, ..self.clone() }
    }

    /// The number of the present node.
    pub(crate) fn index(&self) -> usize {
        self.at
    }

    /// The number of nodes.
    pub(crate) fn size(&self) -> usize {
        self.nodes.len()
    }
}

impl<const REPEATS: bool> PartialEq for GameGraph<REPEATS> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && self.seed == other.seed
    }
}

impl<const REPEATS: bool> Eq for GameGraph<REPEATS> {}

impl<const REPEATS: bool> fmt::Display for GameGraph<REPEATS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.seed, self.at)
    }
}

impl<const REPEATS: bool> Position for GameGraph<REPEATS> {
    type Move = GraphEdge;
    type Illegal = Unplayable;
    const REPEATS: bool = REPEATS;

    fn turn(&self) -> Player {
        self.nodes[self.at].turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.nodes[self.at].outcome
    }

    fn legal_moves(&self, moves: &mut Vec<GraphEdge>) {
        moves.extend((0..self.nodes[self.at].children.len()).map(|index| GraphEdge(index as u8)));
    }

    fn play(&mut self, mv: GraphEdge) {
        self.at = self.nodes[self.at].children[mv.0 as usize];
    }

    fn key(&self) -> u64 {
        // Hashed, because tables use the high and the low bits of a key for different things.
        fastrand::Rng::with_seed(self.seed ^ ((self.at as u64 + 1) << 40)).u64(..)
    }

    fn check(&self, mv: GraphEdge) -> Result<(), Unplayable> {
        if (mv.0 as usize) < self.nodes[self.at].children.len() { Ok(()) } else { Err(Unplayable) }
    }
}
