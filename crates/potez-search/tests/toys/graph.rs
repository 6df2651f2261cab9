use std::fmt;
use std::sync::Arc;

use potez_core::{Outcome, Player, Position, Unplayable};

/// A node of an explicit game graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub turn: Player,
    pub outcome: Option<Outcome>,
    pub children: Vec<usize>,
    /// An estimate for the player to move: what a depth-limited search sees.
    pub estimate: i32,
}

/// A game given node by node. Turns are arbitrary, so the same player may move twice; `REPEATS` allows cycles.
#[derive(Clone, Debug)]
pub struct Graph<const REPEATS: bool> {
    nodes: Arc<Vec<Node>>,
    at: usize,
    seed: u64,
}

/// A game without cycles, but with transpositions.
pub type Tree = Graph<false>;
/// A game whose positions can come back.
pub type Maze = Graph<true>;

/// The number of a child.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Branch(pub u8);

impl fmt::Display for Branch {
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

fn random_node(rng: &mut fastrand::Rng, at: usize, same_turn: f64) -> Node {
    let alternating = Player::BOTH[at % 2];
    let turn = if rng.f64() < same_turn { rng.choice(Player::BOTH).unwrap_or(alternating) } else { alternating };
    Node { turn, outcome: None, children: Vec::new(), estimate: rng.i32(-50..=50) }
}

impl Tree {
    /// A random acyclic graph of `size` nodes; a node leads to at most `branching` of those not far after it, so
    /// branches meet again, at equal and at different depths.
    pub fn random(seed: u64, size: usize, branching: usize) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let same_turn = rng.f64() * 0.6;
        let reach = branching * 3 + 1;
        let mut nodes: Vec<Node> = (0..size).map(|at| random_node(&mut rng, at, same_turn)).collect();
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
    pub fn random(seed: u64, size: usize, branching: usize) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let same_turn = rng.f64() * 0.6;
        let mut nodes: Vec<Node> = (0..size).map(|at| random_node(&mut rng, at, same_turn)).collect();
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

impl<const REPEATS: bool> Graph<REPEATS> {
    /// The graph given node by node; play starts at node 0.
    pub fn new(nodes: Vec<Node>) -> Self {
        Self { nodes: Arc::new(nodes), at: 0, seed: 0 }
    }

    /// The same graph at another node.
    pub fn at(&self, at: usize) -> Self {
        Self { at, ..self.clone() }
    }

    /// The number of the present node.
    pub fn index(&self) -> usize {
        self.at
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The estimate of the present node, for the player to move.
    pub fn estimate(&self) -> i32 {
        self.nodes[self.at].estimate
    }
}

impl<const REPEATS: bool> PartialEq for Graph<REPEATS> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && self.seed == other.seed
    }
}

impl<const REPEATS: bool> Eq for Graph<REPEATS> {}

impl<const REPEATS: bool> fmt::Display for Graph<REPEATS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.seed, self.at)
    }
}

impl<const REPEATS: bool> Position for Graph<REPEATS> {
    type Move = Branch;
    type Illegal = Unplayable;
    const REPEATS: bool = REPEATS;

    fn turn(&self) -> Player {
        self.nodes[self.at].turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.nodes[self.at].outcome
    }

    fn legal_moves(&self, moves: &mut Vec<Branch>) {
        moves.extend((0..self.nodes[self.at].children.len()).map(|index| Branch(index as u8)));
    }

    fn play(&mut self, mv: Branch) {
        self.at = self.nodes[self.at].children[mv.0 as usize];
    }

    fn key(&self) -> u64 {
        fastrand::Rng::with_seed(self.seed ^ ((self.at as u64 + 1) << 40)).u64(..)
    }

    fn check(&self, mv: Branch) -> Result<(), Unplayable> {
        if (mv.0 as usize) < self.nodes[self.at].children.len() { Ok(()) } else { Err(Unplayable) }
    }
}
