//! The proof tree: positions as nodes, each with what proving its value would cost.
//!
//! It is a graph, in truth: a position that several lines lead to is one node, and so are all that
//! symmetries map onto it. A node is never its own ancestor, because no position of these games
//! repeats. Costs are proof numbers in nodes of the solver: where a player is to move they need the
//! cheapest of the children, the other player needs all of them.

use std::collections::HashMap;

use anyhow::{Context, bail};
use potez_core::{Outcome, Player, Position as _};
use potez_engine::proving::{ProofCosts, ProofGame, children_of};

use super::journal::ProofEvent;

/// The number of a node.
pub type NodeId = u32;

/// A position of the tree.
#[derive(Debug)]
pub struct ProofNode {
    /// Its canonical text.
    pub text: Box<str>,
    /// Who is to move.
    pub turn: Player,
    /// What proofs of it would cost, by its children if it has any.
    pub costs: ProofCosts,
    /// Empty until it is opened.
    pub children: Vec<NodeId>,
    parents: Vec<NodeId>,
    /// The nodes that its proof took, if the solver found it.
    pub nodes: u64,
    /// Whether somebody works on it.
    is_claimed: bool,
}

/// While somebody works on a leaf it seems dearer by this factor, so that others go elsewhere.
const CLAIMED: f64 = 8.0;

/// The proof tree of a game.
#[derive(Debug)]
pub struct ProofTree<G: ProofGame> {
    game: G,
    nodes: Vec<ProofNode>,
    by_text: HashMap<Box<str>, NodeId>,
    /// Leaves that the solver has proven.
    pub solved: usize,
    /// Nodes with children.
    pub opened: usize,
}

/// The root of every tree.
pub const ROOT: NodeId = 0;

impl<G: ProofGame> ProofTree<G> {
    /// A tree of nothing but its root.
    pub fn new(game: G, root: &G::Position) -> Self {
        let mut tree = Self { game, nodes: Vec::new(), by_text: HashMap::new(), solved: 0, opened: 0 };
        let root = tree.game.canonical(root);
        tree.add(&root, ProofCosts::new(f64::MAX, f64::MAX));
        tree
    }

    /// The game that is proven.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &ProofNode {
        &self.nodes[id as usize]
    }

    /// All nodes.
    pub fn nodes(&self) -> &[ProofNode] {
        &self.nodes
    }

    /// The node of a canonical text.
    pub fn find(&self, text: &str) -> Option<NodeId> {
        self.by_text.get(text).copied()
    }

    /// The position of a node.
    pub fn position(&self, id: NodeId) -> anyhow::Result<G::Position> {
        let text = &self.node(id).text;
        self.game.read_position(text).with_context(|| format!("cannot read the position {text}"))
    }

    fn add(&mut self, pos: &G::Position, costs: ProofCosts) -> NodeId {
        let text: Box<str> = pos.to_string().into();
        if let Some(id) = self.find(&text) {
            return id;
        }
        let costs = match pos.outcome() {
            Some(Outcome::Win(winner)) => ProofCosts::proven(winner),
            _ => costs,
        };
        let id = self.nodes.len() as NodeId;
        self.by_text.insert(text.clone(), id);
        let (children, parents) = (Vec::new(), Vec::new());
        self.nodes.push(ProofNode { text, turn: pos.turn(), costs, children, parents, nodes: 0, is_claimed: false });
        id
    }

    /// Whether a result is in the tree already, or was found by the way of its children.
    pub fn is_done(&self, event: &ProofEvent) -> bool {
        let (ProofEvent::Solved { position, .. } | ProofEvent::Opened { position, .. }) = event;
        self.find(position).is_some_and(|id| self.is_node_done(id))
    }

    /// Whether a node has children or a value.
    pub fn is_node_done(&self, id: NodeId) -> bool {
        !self.node(id).children.is_empty() || self.node(id).costs.winner().is_some()
    }

    /// Takes a result in. The same twice is an error: nothing is to be done twice.
    pub fn apply(&mut self, event: &ProofEvent) -> anyhow::Result<()> {
        let (ProofEvent::Solved { position, .. } | ProofEvent::Opened { position, .. }) = event;
        let id = self.find(position).with_context(|| format!("{position} is not in the tree"))?;
        if self.is_node_done(id) {
            bail!("{position} is done already");
        }
        match event {
            ProofEvent::Solved { winner, nodes, .. } => {
                self.solved += 1;
                let node = &mut self.nodes[id as usize];
                (node.costs, node.nodes, node.is_claimed) = (ProofCosts::proven(*winner), *nodes, false);
                self.update_parents(id);
            }
            ProofEvent::Opened { costs, .. } => self.open(id, costs)?,
        }
        Ok(())
    }

    fn open(&mut self, id: NodeId, costs: &[[u8; 2]]) -> anyhow::Result<()> {
        let pos = self.position(id)?;
        let children = children_of(&self.game, &pos);
        if children.len() != costs.len() {
            bail!("{pos} has {} children, not {}", children.len(), costs.len());
        }
        self.opened += 1;
        for ((_, child), &costs) in children.iter().zip(costs) {
            let child = self.add(child, ProofCosts::from_bytes(costs));
            self.nodes[child as usize].parents.push(id);
            self.nodes[id as usize].children.push(child);
        }
        self.nodes[id as usize].is_claimed = false;
        self.refresh(id);
        self.update_parents(id);
        Ok(())
    }

    /// The costs of a node by its children.
    fn refresh(&mut self, id: NodeId) {
        let (node, [mut x, mut o]) = (self.node(id), [f64::INFINITY, 0.0]);
        for &child in &node.children {
            let costs = self.node(child).costs;
            x = x.min(costs.of(node.turn));
            o += costs.of(!node.turn);
        }
        let costs = match node.turn {
            Player::X => ProofCosts::new(x, o),
            Player::O => ProofCosts::new(o, x),
        };
        self.nodes[id as usize].costs = costs;
    }

    fn update_parents(&mut self, id: NodeId) {
        let mut changed = vec![id];
        while let Some(id) = changed.pop() {
            for at in 0..self.node(id).parents.len() {
                let parent = self.node(id).parents[at];
                let before = self.node(parent).costs;
                self.refresh(parent);
                if self.node(parent).costs != before {
                    changed.push(parent);
                }
            }
        }
    }

    /// The nodes above one whose value follows from it and others.
    pub fn proven_ancestors(&self, id: NodeId) -> Vec<NodeId> {
        let (mut found, mut next) = (Vec::new(), 0);
        let above = |id: NodeId| self.node(id).parents.iter().copied();
        found.extend(above(id).filter(|&parent| self.node(parent).costs.winner().is_some()));
        while let Some(&id) = found.get(next) {
            next += 1;
            let new: Vec<NodeId> = above(id)
                .filter(|&parent| self.node(parent).costs.winner().is_some() && !found.contains(&parent))
                .collect();
            found.extend(new);
        }
        found
    }

    /// Claims the leaf whose value matters most for the least work, if there is one that nobody
    /// works on; below the given node.
    pub fn claim(&mut self, from: NodeId) -> Option<NodeId> {
        let leaf = self.most_proving(from)?;
        let node = &mut self.nodes[leaf as usize];
        node.is_claimed = true;
        node.costs = node.costs.times(CLAIMED);
        self.update_parents(leaf);
        Some(leaf)
    }

    /// Gives a leaf back on which nothing was found out.
    pub fn release(&mut self, leaf: NodeId) {
        let node = &mut self.nodes[leaf as usize];
        if std::mem::take(&mut node.is_claimed) {
            node.costs = node.costs.times(1.0 / CLAIMED);
            self.update_parents(leaf);
        }
    }

    /// What a leaf costs apart from being claimed.
    pub fn costs_of_claimed(&self, leaf: NodeId) -> ProofCosts {
        self.node(leaf).costs.times(1.0 / CLAIMED)
    }

    fn most_proving(&self, id: NodeId) -> Option<NodeId> {
        let node = self.node(id);
        if node.costs.winner().is_some() {
            return None;
        }
        if node.children.is_empty() {
            return (!node.is_claimed).then_some(id);
        }
        let cost = |id: &NodeId| self.node(*id).costs.of(node.turn);
        let mut children: Vec<NodeId> = node.children.iter().copied().filter(|id| cost(id).is_finite()).collect();
        children.sort_by(|one, other| cost(one).total_cmp(&cost(other)));
        // The next best only where others work on everything below the best.
        children.into_iter().find_map(|child| self.most_proving(child))
    }
}
