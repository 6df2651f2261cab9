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
mod tracing;
mod tree_search;
mod tree_word;

use std::cell::Cell;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use potez_core::Position;

use crate::trace::{Recording, SearchTrace, Technique, TreeTrace};
use crate::{IS_MODULE, Limits, Report, Stop, TimeManager};
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
    /// Where the next search is recorded, if it is.
    recorder: Option<Box<TreeTrace<P::Move>>>,
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
        let tree = if settings.threads > 1 && !IS_MODULE {
            SearchTree::Shared(Arena::new(settings.memory_mib, amaf))
        } else {
            SearchTree::Own(Arena::new(settings.memory_mib, amaf))
        };
        Self { settings, knowledge, tree, root: None, recorder: None }
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
        let recorder = Mutex::new(self.recorder.take());
        let search = TreeSearch { root: pos, settings: &self.settings, knowledge: &self.knowledge, timer, recorder };
        let report = match &mut self.tree {
            SearchTree::Own(arena) => search.run(arena, earlier, on_info, TreeSearch::run_single),
            SearchTree::Shared(_) if IS_MODULE => unreachable!("a module has one thread"),
            SearchTree::Shared(arena) => search.run(arena, earlier, on_info, TreeSearch::run_parallel),
        };
        self.recorder = search.recorder.into_inner().unwrap_or_else(PoisonError::into_inner);
        report
    }

    /// Searches like [`search`](Self::search) from an empty tree with one thread, and records it.
    pub fn search_traced(
        &mut self,
        pos: &P,
        limits: Limits,
        stop: &Stop,
        trace: &mut SearchTrace<P::Move>,
    ) -> Report<P::Move> {
        if self.settings.threads > 1 {
            self.settings.threads = 1;
            self.tree = SearchTree::Own(Arena::new(self.settings.memory_mib, self.has_amaf()));
        }
        self.clear();
        self.recorder = Some(Box::new(TreeTrace::new(trace.limit(), self.settings.playouts.max(1))));
        let report = self.search(pos, limits, stop, &mut |_| {});
        trace.recording = self.recorder.take().map(|recorded| Recording::Tree(*recorded));
        report
    }

    /// A quarter of the memory is saved where nobody reads these statistics.
    fn has_amaf(&self) -> bool {
        self.settings.selection.rave > 0.0 && self.knowledge.indexing.amaf_width() > 0
    }

    /// The techniques in use.
    pub fn techniques(&self) -> Vec<Technique> {
        let Selection { exploration, puct, progressive_bias, .. } = self.settings.selection;
        let mut techniques = Vec::new();
        if self.has_amaf() {
            techniques.push(Technique::Rave);
        }
        if puct > 0.0 || progressive_bias > 0.0 {
            techniques.push(Technique::Prior);
        }
        // Without any of these nothing is ever explored: the last one stays.
        if exploration > 0.0 && !techniques.is_empty() {
            techniques.push(Technique::Exploration);
        }
        techniques
    }

    /// Switches a technique off, from the next search on.
    pub fn switch_off(&mut self, technique: Technique) {
        let selection = &mut self.settings.selection;
        match technique {
            Technique::Rave => selection.rave = 0.0,
            Technique::Prior => (selection.puct, selection.progressive_bias) = (0.0, 0.0),
            Technique::Exploration => selection.exploration = 0.0,
            _ => {}
        }
        // Something must explore: plain UCT is what is left of a search without its knowledge.
        let explores = selection.exploration > 0.0 || selection.rave > 0.0 || selection.puct > 0.0;
        if !explores {
            selection.exploration = Selection::default().exploration;
        }
    }
}
