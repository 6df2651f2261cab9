use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use potez_core::Position;

use super::guide::{Evaluator, Guide};
use super::node::Step;
use super::worker::Worker;

/// Slots in which threads announce what they search.
const SLOTS: usize = 1 << 10;

/// What the threads of one search share besides the table.
pub(super) struct Team {
    nodes: AtomicU64,
    /// The depth of the leader's iteration: who is behind gives up and catches up.
    depth: AtomicU32,
    done: AtomicBool,
    /// Positions that some thread is about to finish, by the key of the node and the tag of the move.
    busy: Vec<AtomicU64>,
}

impl Team {
    pub(super) fn new() -> Self {
        Self {
            nodes: AtomicU64::new(0),
            depth: AtomicU32::new(0),
            done: AtomicBool::new(false),
            busy: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Adds to the nodes of all threads and returns their sum.
    pub(super) fn add_nodes(&self, news: u64) -> u64 {
        self.nodes.fetch_add(news, Ordering::Relaxed) + news
    }

    /// The leader begins an iteration.
    pub(super) fn lead(&self, depth: u32) {
        self.depth.store(depth, Ordering::Relaxed);
    }

    /// The depth of the leader's iteration.
    pub(super) fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// Whether an iteration of this depth is of no use any more.
    pub(super) fn is_past(&self, depth: u32) -> bool {
        self.is_done() || self.depth() > depth
    }

    /// The leader has finished.
    pub(super) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.busy[(mark >> 32) as usize % SLOTS]
    }
}

/// The name under which a step is announced.
fn mark<P: Position>(step: &Step<'_, P>) -> u64 {
    (step.pos.key() ^ u64::from(step.tag)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1
}

impl<P: Position, E: Evaluator<P>, G: Guide<P>> Worker<P, E, G> {
    fn announces(&self, depth: i32) -> bool {
        self.team.is_some() && self.tuning.deferral.is_some_and(|least| depth >= least as i32)
    }

    /// Whether another thread is searching this move just now, so that it is better to try the others first.
    pub(super) fn is_taken(&self, step: &Step<'_, P>) -> bool {
        step.index > 0 && self.announces(step.depth) && {
            let mark = mark(step);
            self.team.as_ref().is_some_and(|team| team.slot(mark).load(Ordering::Relaxed) == mark)
        }
    }

    /// Tells the other threads that this move is being searched; 0 if nothing was told.
    pub(super) fn announce(&self, step: &Step<'_, P>) -> u64 {
        if !self.announces(step.depth) {
            return 0;
        }
        let mark = mark(step);
        if let Some(team) = &self.team {
            team.slot(mark).store(mark, Ordering::Relaxed);
        }
        mark
    }

    /// Takes back what [`announce`](Self::announce) told.
    pub(super) fn withdraw(&self, mark: u64) {
        if let (1.., Some(team)) = (mark, &self.team) {
            // Someone else may have written over it: then it is theirs to clear.
            let _ = team.slot(mark).compare_exchange(mark, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}
