//! The record of a Monte-Carlo tree search: every simulation, from the root to its leaf.

use potez_core::Outcome;
use rustc_hash::FxHashMap;

/// A recorded tree search. Visits and values of the tree at any moment follow from the simulations
/// up to it.
#[derive(Clone, Debug)]
pub struct TreeTrace<M> {
    limit: usize,
    /// The nodes of the tree that simulations went through, the root first, parents before children.
    pub nodes: Vec<TraceNode<M>>,
    /// The simulations that were kept.
    pub simulations: Vec<SimulationTrace<M>>,
    /// Simulations made, kept or not.
    pub made: u64,
    /// Leaves that got children, the root included, kept or not.
    pub expansions: u64,
    /// Leaves that an evaluation gave their value, kept or not.
    pub evaluations: u64,
    /// What one simulation adds to the visits of a node.
    pub visits_per_simulation: u32,
    /// The moves of the root at the end of the search, as its tree has them.
    pub root: Vec<RootChild<M>>,
    ids: FxHashMap<(u32, u32), u32>,
    kept_steps: usize,
    path: Vec<u32>,
    steps: Vec<SelectionStep<M>>,
    children: Option<u32>,
}

/// A node of the tree.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceNode<M> {
    /// The node above; `None` at the root.
    pub parent: Option<u32>,
    /// The move that leads here; `None` at the root.
    pub mv: Option<M>,
}

/// One simulation.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulationTrace<M> {
    /// The way down, a step per move.
    pub steps: Vec<SelectionStep<M>>,
    /// What gave the leaf its value.
    pub end: LeafEnd,
    /// The value that was carried up, X's share of the points, 0 to 1.
    pub value: f64,
    /// The children that the leaf got, if it was expanded.
    pub children: Option<u32>,
    /// Nodes on the way that were proven by this simulation.
    pub proofs: Vec<(u32, Outcome)>,
}

/// A child that was selected, and why: the terms of the formula of
/// [`Selection`](crate::mcts::Selection) as they stood, seen by the player who chose.
#[derive(Clone, PartialEq, Debug)]
pub struct SelectionStep<M> {
    /// The node that was selected.
    pub node: u32,
    /// The terms of the selected child.
    pub terms: SelectionTerms,
    /// The next best children with the values of their formulas.
    pub rivals: Vec<(M, f64)>,
}

/// The terms of the selection formula for one child.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelectionTerms {
    /// Visits before this one.
    pub visits: u32,
    /// The mean value; `None` without visits.
    pub mean: Option<f64>,
    /// All-moves-as-first visits and mean, where they are in use.
    pub amaf: Option<(u32, f64)>,
    /// The share of the all-moves-as-first mean in the value, 0 to 1.
    pub beta: f64,
    /// The upper confidence bound's term.
    pub exploration: f64,
    /// The prior, and its term.
    pub prior: (f64, f64),
    /// The sum: the child with the largest is selected.
    pub total: f64,
}

/// What gave a leaf its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafEnd {
    /// Playouts.
    Playout,
    /// An evaluation in place of playouts.
    Evaluated,
    /// The end of the game.
    GameOver,
    /// The node is proven.
    Proven,
    /// The position has stood on the way down before.
    Repetition,
}

impl LeafEnd {
    /// The word for it in data.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Playout => "playout",
            Self::Evaluated => "evaluated",
            Self::GameOver => "over",
            Self::Proven => "proven",
            Self::Repetition => "repetition",
        }
    }
}

/// A move of the root at the end, seen by the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct RootChild<M> {
    /// The move.
    pub mv: M,
    /// Visits of its node.
    pub visits: u32,
    /// The mean value; `None` without visits.
    pub mean: Option<f64>,
    /// All-moves-as-first visits and mean, where they are in use.
    pub amaf: Option<(u32, f64)>,
    /// The prior; `None` where a proven loss has taken its place.
    pub prior: Option<f64>,
    /// The result, where it is proven.
    pub proof: Option<Outcome>,
}

/// Rivals that are kept with a selection.
pub(crate) const RIVALS: usize = 2;

impl<M: Copy> TreeTrace<M> {
    /// Room for this many steps.
    pub(crate) fn new(limit: usize, visits_per_simulation: u32) -> Self {
        Self {
            limit,
            nodes: vec![TraceNode { parent: None, mv: None }],
            simulations: Vec::new(),
            made: 0,
            expansions: 0,
            evaluations: 0,
            visits_per_simulation,
            root: Vec::new(),
            ids: FxHashMap::default(),
            kept_steps: 0,
            path: vec![0],
            steps: Vec::new(),
            children: None,
        }
    }

    /// Whether there were more simulations than room.
    pub fn is_truncated(&self) -> bool {
        self.made > self.simulations.len() as u64
    }

    /// Whether the next simulation is kept.
    pub(crate) fn has_room(&self) -> bool {
        self.kept_steps < self.limit && !self.is_truncated()
    }

    /// The child of the last node on the way down that this number of a move leads to was selected.
    pub(crate) fn select(&mut self, index: u32, mv: M, terms: SelectionTerms, rivals: Vec<(M, f64)>) {
        let parent = self.path.last().copied().unwrap_or_default();
        let next = self.nodes.len() as u32;
        let node = *self.ids.entry((parent, index)).or_insert(next);
        if node == next {
            self.nodes.push(TraceNode { parent: Some(parent), mv: Some(mv) });
        }
        self.path.push(node);
        self.steps.push(SelectionStep { node, terms, rivals });
    }

    /// A leaf got children.
    pub(crate) fn expand(&mut self, children: usize) {
        self.expansions += 1;
        self.children = Some(children as u32);
    }

    /// The root got its children before the first simulation.
    pub(crate) fn begin(&mut self) {
        self.children = None;
    }

    /// A simulation has its value. `proofs` says what is proven by it, by places on the way down.
    pub(crate) fn finish(&mut self, end: LeafEnd, value: f64, proofs: &[(usize, Outcome)]) {
        let keeps = self.has_room();
        self.made += 1;
        self.evaluations += u64::from(end == LeafEnd::Evaluated);
        let (steps, children) = (std::mem::take(&mut self.steps), self.children.take());
        if keeps {
            self.kept_steps += steps.len() + 1;
            let named = |&(at, outcome): &(usize, Outcome)| Some((*self.path.get(at)?, outcome));
            let proofs = proofs.iter().filter_map(named).collect();
            self.simulations.push(SimulationTrace { steps, end, value, children, proofs });
        }
        self.path.truncate(1);
    }
}
