//! Monte-Carlo tree search (MCTS).
//!
//! Each simulation *selects* a way down the tree to a leaf, by UCT, RAVE, PUCT or a mixture of
//! them, *expands* the leaf, plays *playouts* from there to the end of the game, or takes an
//! evaluation in their place, and *backpropagates* the result. What is proven is carried up too
//! (MCTS-Solver): a node whose children prove it is proven, and a proven root ends the search.
//!
//! The game's knowledge comes in as three values: [`MoveIndexing`] numbers moves, [`Prior`] says
//! what is known of them when a node is expanded, [`PlayoutPolicy`] plays games to their end.
//! Everything else is [`MctsSettings`].
//!
//! Threads share one tree without locks. A virtual loss keeps them apart on their way down; at
//! nodes near the root, where there is no keeping apart, they write in batches.

mod amaf;
mod arena;
mod collection;
mod expansion;
mod layout;
mod lines;
mod policy;
mod select;
mod settings;
mod simulator;
#[cfg(test)]
mod tests;
mod tree_search;
mod tree_word;

use std::cell::Cell;
use std::sync::atomic::AtomicU64;

use potez_core::Position;

use crate::{Limits, Report, Stop, TimeManager};
use arena::Arena;
pub use policy::{
    Expansion, ListIndexing, MoveIndexing, MovePrior, OnePlyPrior, PlayoutPolicy, Prior, RandomPlayout, Trace,
    UniformPrior,
};
pub use settings::{FinalMove, FirstPlayUrgency, MctsSettings, ProgressiveWidening, Selection};
use tree_search::TreeSearch;

/// What is known of a game: numbers for its moves, a prior policy and a playout policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge<M, R, L> {
    /// Numbers for moves.
    pub indexing: M,
    /// What is known of moves before any playout.
    pub prior: R,
    /// How games are played to their end.
    pub playout: L,
}

/// No knowledge at all: fits every game.
pub type NoKnowledge = Knowledge<ListIndexing, UniformPrior, RandomPlayout>;

/// A Monte-Carlo tree that is kept from one search to the next.
#[derive(Debug)]
pub struct Mcts<P: Position, M, R, L> {
    settings: MctsSettings,
    knowledge: Knowledge<M, R, L>,
    tree: SearchTree,
    root: Option<P>,
}

/// The tree in the kind of memory that its threads need: one thread has no use for atomic
/// operations, which are slower.
#[derive(Debug)]
enum SearchTree {
    Own(Arena<Cell<u64>>),
    Shared(Arena<AtomicU64>),
}

impl<P, M, R, L> Mcts<P, M, R, L>
where
    P: Position,
    M: MoveIndexing<P>,
    R: Prior<P>,
    L: PlayoutPolicy<P>,
{
    /// A search with an empty tree.
    pub fn new(settings: MctsSettings, knowledge: Knowledge<M, R, L>) -> Self {
        // A quarter of the memory is saved where nobody reads these statistics.
        let amaf = settings.selection.rave > 0.0 && knowledge.indexing.amaf_width() > 0;
        let tree = if settings.threads > 1 {
            SearchTree::Shared(Arena::new(settings.memory_mib, amaf))
        } else {
            SearchTree::Own(Arena::new(settings.memory_mib, amaf))
        };
        Self { settings, knowledge, tree, root: None }
    }

    /// The settings in force.
    pub fn settings(&self) -> &MctsSettings {
        &self.settings
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        // The memory is cleared by the next search, which finds no root to go on from.
        self.root = None;
    }

    /// The bytes of the tree.
    pub fn memory(&self) -> usize {
        8 * match &self.tree {
            SearchTree::Own(arena) => arena.used(),
            SearchTree::Shared(arena) => arena.used(),
        }
    }

    /// Searches `pos`. The subtree of an earlier search is reused if `pos` is at most two plies
    /// below its root.
    ///
    /// A simulation counts as a node; playouts are counted as simulations times playouts per leaf.
    /// A depth limit is ignored. Of several wins the report need not have the shortest.
    pub fn search(
        &mut self,
        pos: &P,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let timer = TimeManager::start(limits, stop);
        if pos.outcome().is_some() {
            return Report { lines: Vec::new(), depth: 0, nodes: 0, time: timer.elapsed() };
        }
        let earlier = self.root.replace(pos.clone());
        let search = TreeSearch { root: pos, settings: &self.settings, knowledge: &self.knowledge, timer };
        match &mut self.tree {
            SearchTree::Own(arena) => search.run(arena, earlier, on_info, TreeSearch::run_single),
            SearchTree::Shared(arena) => search.run(arena, earlier, on_info, TreeSearch::run_parallel),
        }
    }
}
