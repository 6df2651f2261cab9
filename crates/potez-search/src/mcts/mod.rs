//! Monte-Carlo tree search.
//!
//! Simulations go down a tree to a leaf, play games from there to their end, and carry the results back up. What is
//! certain is carried up too: a node whose children settle it is proven, and a proven root ends the search.
//!
//! The game's knowledge comes in as three values: [`Moves`] numbers moves, [`Prior`] says what is thought of them when
//! a node gets its children, [`Playout`] plays games to their end. Everything else is [`Settings`].

mod arena;
mod lines;
mod policy;
mod run;
mod select;
mod settings;
#[cfg(test)]
mod tests;
mod word;
mod worker;

use std::cell::Cell;
use std::sync::atomic::AtomicU64;

use potez_core::Position;

use crate::{Limits, Report, Stop, Watch};
use arena::Arena;
pub use policy::{ByOrder, Candidate, Even, Expansion, Moves, OnePly, Playout, Prior, Trace, Uniform};
use run::Search;
pub use settings::{Choice, Selection, Settings, Urgency, Widening};

/// What is known of a game: how moves are numbered, what is thought of them, how playouts go.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge<M, R, L> {
    /// Numbers for moves.
    pub moves: M,
    /// What is thought of moves before any playout.
    pub prior: R,
    /// How games are played to their end.
    pub playout: L,
}

/// No knowledge at all: fits every game.
pub type Ignorance = Knowledge<ByOrder, Even, Uniform>;

/// A Monte-Carlo tree that is kept from one search to the next.
#[derive(Debug)]
pub struct Mcts<P: Position, M, R, L> {
    settings: Settings,
    knowledge: Knowledge<M, R, L>,
    tree: Tree,
    root: Option<P>,
}

/// The tree in the kind of memory that its threads need.
#[derive(Debug)]
enum Tree {
    Own(Arena<Cell<u64>>),
    Shared(Arena<AtomicU64>),
}

impl<P, M, R, L> Mcts<P, M, R, L>
where
    P: Position,
    M: Moves<P>,
    R: Prior<P>,
    L: Playout<P>,
{
    /// A search with an empty tree.
    pub fn new(settings: Settings, knowledge: Knowledge<M, R, L>) -> Self {
        let amaf = settings.selection.rave > 0.0 && knowledge.moves.width() > 0;
        let tree = if settings.threads > 1 {
            Tree::Shared(Arena::new(settings.memory, amaf))
        } else {
            Tree::Own(Arena::new(settings.memory, amaf))
        };
        Self { settings, knowledge, tree, root: None }
    }

    /// What was chosen.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.root = None;
    }

    /// The bytes of the tree.
    pub fn memory(&self) -> usize {
        8 * match &self.tree {
            Tree::Own(arena) => arena.used(),
            Tree::Shared(arena) => arena.used(),
        }
    }

    /// Searches `pos`. What an earlier search has found out about it is used if it is at most two plies below the
    /// earlier root.
    ///
    /// A simulation counts as a node; playouts are counted as simulations times playouts a leaf. A depth limit means
    /// nothing here. Of equally good wins the report does not promise the shortest.
    pub fn search(
        &mut self,
        pos: &P,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let watch = Watch::start(limits, stop);
        if pos.outcome().is_some() {
            return Report { lines: Vec::new(), depth: 0, nodes: 0, time: watch.elapsed() };
        }
        let earlier = self.root.replace(pos.clone());
        let search = Search { root: pos, settings: &self.settings, knowledge: &self.knowledge, watch };
        match &mut self.tree {
            Tree::Own(arena) => search.run(arena, earlier, on_info, Search::alone),
            Tree::Shared(arena) => search.run(arena, earlier, on_info, Search::together),
        }
    }
}
