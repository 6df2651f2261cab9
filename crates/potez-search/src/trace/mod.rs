//! Recorded searches: what a search did, step by step, to be looked at afterwards.
//!
//! A [`SearchTrace`] is handed to a search that is to be watched; all others do without the work. It has
//! room for a given number of steps. What comes after those is counted but not kept, and the trace
//! says so.

mod alphabeta;
mod proof;
mod technique;
mod tree;

use crate::Report;

pub use alphabeta::{AlphaBetaCounters, AlphaBetaTrace, MoveSource, Pass, PlyCounters, TableHit, Visit, VisitEnd};
pub use proof::{ProofTrace, ProofVisit};
pub use technique::Technique;
pub(crate) use tree::RIVALS;
pub use tree::{LeafEnd, RootChild, SelectionStep, SelectionTerms, SimulationTrace, TraceNode, TreeTrace};

/// A search that is recorded: room for its steps, and what was recorded.
#[derive(Clone, Debug)]
pub struct SearchTrace<M> {
    limit: usize,
    /// What was recorded; nothing before the search.
    pub recording: Option<Recording<M>>,
    /// What a player has others do before or after its search, in the order in which they did it.
    pub stages: Vec<SearchStage<M>>,
}

/// A search that supports the one that is recorded: a solver beside it, or one that confirms what it claims.
#[derive(Clone, Debug)]
pub struct SearchStage<M> {
    /// Its name: `solver`, `proof`, `second-search` or `confirmation`.
    pub name: &'static str,
    /// What it found.
    pub report: Report<M>,
    /// What was recorded of it.
    pub recording: Recording<M>,
}

/// What was recorded, by the kind of search.
#[derive(Clone, Debug)]
pub enum Recording<M> {
    /// Alpha-beta, and the textbook's minimax with cutoffs.
    AlphaBeta(AlphaBetaTrace<M>),
    /// Monte-Carlo tree search.
    Tree(TreeTrace<M>),
    /// Proof-number search.
    Proof(ProofTrace<M>),
}

impl<M> SearchTrace<M> {
    /// Room for this many steps.
    pub fn new(limit: usize) -> Self {
        Self { limit, recording: None, stages: Vec::new() }
    }

    /// Adds what another search has done.
    pub fn add_stage(&mut self, name: &'static str, report: Report<M>, recording: Option<Recording<M>>) {
        self.stages.extend(recording.map(|recording| SearchStage { name, report, recording }));
    }

    /// The most steps that are kept.
    pub fn limit(&self) -> usize {
        self.limit
    }
}
