//! Threads split the moves of a node once its first moves have been searched: young brothers wait.
//!
//! The thread that searches a node is its owner. When another thread is idle, the owner publishes
//! the node as a [`SplitPoint`]; idle threads join as helpers, and all of them take moves from the
//! one picker of the node until it is exhausted or a move causes a cutoff. An owner that has run
//! out of moves helps its own helpers before it waits. The first move is never split: it sets the
//! window that makes the others cheap.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_utils::CachePadded;
use potez_core::Position;

use super::knowledge::{Evaluator, MoveOrdering};
use super::node::{MoveContext, NodeState};
use super::picker::{MovePicker, PickedMove};
use super::root::Root;
use super::thread::{SearchThread, TABULATED};
use super::window::SearchResult;

/// Looks for work that an idle thread takes before it yields the processor to others.
const SPINS: u32 = 256;

/// What the threads of one search share besides the table.
pub(super) struct Team<P: Position> {
    nodes: AtomicU64,
    /// Threads that look for work. Every node reads it, hardly anybody writes it.
    idle: CachePadded<AtomicUsize>,
    /// Nodes with moves to share, the oldest first: those have the most work below them.
    open: Mutex<Vec<Arc<SplitPoint<P>>>>,
    /// How many they are, so that idle threads need not take the lock to see that there is nothing.
    open_count: AtomicUsize,
    /// Whether the search must end.
    halted: AtomicBool,
    /// Whether the main thread has finished.
    done: AtomicBool,
}

/// A node whose moves are searched by several threads.
pub(super) struct SplitPoint<P: Position> {
    /// The split point above, if its owner works under one.
    parent: Option<Arc<SplitPoint<P>>>,
    pos: P,
    depth: i32,
    ply: usize,
    /// The depth of the iteration.
    iteration: u32,
    /// The tag of the move that led to the node.
    previous_tag: u32,
    /// The owner's path down to the node, in games that repeat.
    path: Vec<u64>,
    /// Threads at work besides the owner.
    helpers: AtomicUsize,
    /// Whether no result from below is of use any more. Read at every node below, written once.
    cut_off: CachePadded<AtomicBool>,
    /// Whether all moves have been handed out.
    exhausted: AtomicBool,
    /// Whether a thread does the full-depth re-search of a move that seems better than all before.
    re_searching: AtomicBool,
    state: Mutex<SplitState<P::Move>>,
}

/// What changes while the moves of a split point are searched.
struct SplitState<M> {
    picker: MovePicker<M>,
    node: NodeState,
    pv: Vec<M>,
    /// What is known of the moves, if the node is the root.
    root: Root<M>,
}

impl<P: Position> SplitPoint<P> {
    fn state(&self) -> MutexGuard<'_, SplitState<P::Move>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this node, or a split point above it, is cut off.
    fn is_cut_off(&self) -> bool {
        self.cut_off.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cut_off())
    }

    fn is_below(&self, above: &Arc<Self>) -> bool {
        self.parent.as_ref().is_some_and(|parent| Arc::ptr_eq(parent, above) || parent.is_below(above))
    }
}

impl<P: Position> Team<P> {
    pub(super) fn new() -> Self {
        Self {
            nodes: AtomicU64::new(0),
            idle: CachePadded::new(AtomicUsize::new(0)),
            open: Mutex::new(Vec::new()),
            open_count: AtomicUsize::new(0),
            halted: AtomicBool::new(false),
            done: AtomicBool::new(false),
        }
    }

    /// Adds to the nodes of all threads and returns their sum.
    pub(super) fn add_nodes(&self, new: u64) -> u64 {
        self.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    /// Ends the search for all threads.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Release);
    }

    pub(super) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Acquire)
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<SplitPoint<P>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, split: &Arc<SplitPoint<P>>) {
        let mut open = self.open();
        open.push(Arc::clone(split));
        self.open_count.store(open.len(), Ordering::Release);
    }

    /// No helper joins the node any more.
    fn close(&self, split: &Arc<SplitPoint<P>>) {
        let mut open = self.open();
        open.retain(|other| !Arc::ptr_eq(other, split));
        self.open_count.store(open.len(), Ordering::Release);
    }

    /// Joins a split point as a helper, one below `above` if that is given.
    fn join(&self, above: Option<&Arc<SplitPoint<P>>>) -> Option<Arc<SplitPoint<P>>> {
        if self.open_count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let open = self.open();
        let is_of_use = |split: &&Arc<SplitPoint<P>>| !split.exhausted.load(Ordering::Relaxed) && !split.is_cut_off();
        let split = open.iter().filter(is_of_use).find(|split| above.is_none_or(|above| split.is_below(above)))?;
        // Under the lock of the list: once the owner has closed the node, its count of helpers can
        // only fall.
        split.helpers.fetch_add(1, Ordering::AcqRel);
        Some(Arc::clone(split))
    }

    /// Waits for a node to help with until `is_over`.
    fn find_work(&self, above: Option<&Arc<SplitPoint<P>>>, is_over: impl Fn() -> bool) -> Option<Arc<SplitPoint<P>>> {
        self.idle.fetch_add(1, Ordering::AcqRel);
        let mut spins = 0_u32;
        let split = loop {
            if is_over() {
                break None;
            }
            if let Some(split) = self.join(above) {
                break Some(split);
            }
            spins += 1;
            if spins.is_multiple_of(SPINS) {
                std::thread::yield_now();
            } else {
                std::hint::spin_loop();
            }
        };
        self.idle.fetch_sub(1, Ordering::AcqRel);
        split
    }
}

/// Dismisses the helpers when the main thread is done, even if it panics: they would wait for ever.
pub(super) struct DismissGuard<'a, P: Position>(pub(super) &'a Team<P>);

impl<P: Position> Drop for DismissGuard<'_, P> {
    fn drop(&mut self) {
        self.0.done.store(true, Ordering::Release);
    }
}

/// Leaves a split point when a helper is done, even if it panics: the owner would wait for ever.
struct HelperGuard<'a, P: Position>(&'a SplitPoint<P>);

impl<P: Position> Drop for HelperGuard<'_, P> {
    fn drop(&mut self) {
        self.0.helpers.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Ends the re-search of a move of a split point, even if it panics: others would wait for ever.
struct ReSearchGuard<'a, P: Position>(&'a SplitPoint<P>);

impl<P: Position> Drop for ReSearchGuard<'_, P> {
    fn drop(&mut self) {
        self.0.re_searching.store(false, Ordering::Release);
    }
}

impl<P: Position, E: Evaluator<P>, G: MoveOrdering<P>> SearchThread<P, E, G> {
    /// Helps at the split points of others until the main thread is done.
    pub(super) fn help(&mut self) {
        let Some(team) = self.team.clone() else { return };
        while let Some(split) = team.find_work(None, || team.done.load(Ordering::Acquire)) {
            self.help_at(&split);
        }
        self.flush_nodes();
    }

    /// Whether to split a node: somebody is idle, the first move has not caused a cutoff, and the
    /// others will keep two threads busy.
    pub(super) fn should_split(&self, depth: i32, remaining_moves: usize, state: &NodeState) -> bool {
        let (Some(team), Some(min_nodes)) = (&self.team, self.tuning.min_split_nodes) else { return false };
        // The cheapest test first: this is asked before every move.
        state.searched > 0 && team.idle.load(Ordering::Relaxed) > 0 && {
            let cost = self.move_cost[(depth as usize).min(TABULATED - 1)];
            remaining_moves as f32 * cost >= min_nodes as f32
        }
    }

    /// Learns how many nodes a move takes at this depth.
    pub(super) fn record_move_cost(&mut self, depth: i32, nodes: u64) {
        let cost = &mut self.move_cost[(depth as usize).min(TABULATED - 1)];
        // A running mean over some sixteen moves: iterations get more expensive, and it must keep
        // up.
        *cost += (nodes as f32 - *cost) / 16.0;
    }

    /// Searches the remaining moves of a node together with idle threads; true if one of them
    /// caused a cutoff.
    pub(super) fn split_node(
        &mut self,
        pos: &P,
        depth: i32,
        ply: usize,
        picker: &mut MovePicker<P::Move>,
        state: &mut NodeState,
    ) -> bool {
        let Some(team) = self.team.clone() else { return false };
        let shared = SplitState {
            picker: std::mem::take(picker),
            node: *state,
            pv: std::mem::take(&mut self.pvs[ply]),
            root: std::mem::take(&mut self.root),
        };
        let split = Arc::new(SplitPoint {
            parent: self.split.clone(),
            pos: pos.clone(),
            depth,
            ply,
            iteration: self.depth,
            previous_tag: self.previous_tags[ply],
            path: self.path.clone(),
            helpers: AtomicUsize::new(0),
            cut_off: CachePadded::new(AtomicBool::new(false)),
            exhausted: AtomicBool::new(false),
            re_searching: AtomicBool::new(false),
            state: Mutex::new(shared),
        });
        team.publish(&split);
        self.search_split(&split);
        team.close(&split);
        // The helpers that are still at it may have split in their turn: better to help there than
        // to wait. Only below this node, because work elsewhere could take far longer than they do.
        let is_over = || split.helpers.load(Ordering::Acquire) == 0;
        while let Some(below) = team.find_work(Some(&split), is_over) {
            self.help_at(&below);
        }
        if P::REPEATS {
            self.path.clone_from(&split.path);
        }
        // A helper that had to stop has left its move unfinished.
        self.halted |= team.is_halted();
        self.stopped |= self.halted;
        let mut shared = split.state();
        *picker = std::mem::take(&mut shared.picker);
        *state = shared.node;
        self.pvs[ply] = std::mem::take(&mut shared.pv);
        self.root = std::mem::take(&mut shared.root);
        split.cut_off.load(Ordering::Relaxed)
    }

    /// Searches moves of another thread's split point.
    fn help_at(&mut self, split: &Arc<SplitPoint<P>>) {
        let _guard = HelperGuard(split);
        if P::REPEATS {
            self.path.clone_from(&split.path);
        }
        self.depth = split.iteration;
        self.previous_tags[split.ply] = split.previous_tag;
        self.search_split(split);
    }

    /// Takes one move after the other from a split point.
    fn search_split(&mut self, split: &Arc<SplitPoint<P>>) {
        let above = self.split.replace(Arc::clone(split));
        let SplitPoint { pos, depth, ply, .. } = &**split;
        let (depth, ply) = (*depth, *ply);
        while !self.stopped && !split.is_cut_off() {
            let mut shared = split.state();
            let Some(PickedMove { mv, index }) = self.next_move(&mut shared.picker, pos, ply) else {
                split.exhausted.store(true, Ordering::Relaxed);
                break;
            };
            let window = shared.node.window;
            // The lock is held to pick a move and to record a result, never to search.
            drop(shared);
            let tag = self.ordering.tag(mv);
            let mut context = MoveContext { pos, mv, tag, index, depth, ply, defers_re_search: true };
            let before = self.nodes;
            let mut result = self.search_move(&context, window);
            if std::mem::take(&mut self.needs_re_search) {
                context.defers_re_search = false;
                result = self.re_search(split, &context);
            }
            if self.stopped {
                break;
            }
            let mut guard = split.state();
            // Another thread was faster: its cutoff stands, and this result is not needed.
            if split.cut_off.load(Ordering::Relaxed) {
                break;
            }
            let shared = &mut *guard;
            // Another thread may have raised alpha in the meantime.
            let window = shared.node.window;
            let raises_alpha = window.is_open() && result.score > window.alpha;
            if self.record_result(&context, result, &mut shared.picker, &mut shared.node) {
                split.cut_off.store(true, Ordering::Relaxed);
            }
            if ply == 0 {
                shared.root.record(&context, result, window, self.nodes - before, &self.pvs);
            }
            if raises_alpha {
                shared.pv.clone_from(&self.pvs[ply]);
            }
        }
        self.split = above;
        if self.stopped && !self.halted {
            // The cutoff was here or above. Only if it was above must this thread give up what it
            // searches there.
            self.stopped = self.is_cut_off();
        }
    }

    /// The full-depth re-search of a move of a split point whose scout search failed high.
    ///
    /// One such move at a time: if it is better, the others have more to beat, and most of them
    /// need no re-search. Who comes second helps the first until then.
    fn re_search(&mut self, split: &Arc<SplitPoint<P>>, context: &MoveContext<'_, P>) -> SearchResult {
        let team = self.team.clone();
        while let Some(team) = &team
            && split.re_searching.swap(true, Ordering::AcqRel)
        {
            let is_over = || !split.re_searching.load(Ordering::Acquire) || split.is_cut_off() || team.is_halted();
            while let Some(below) = team.find_work(Some(split), is_over) {
                self.help_at(&below);
            }
            self.halted |= team.is_halted();
            self.stopped |= self.halted || split.is_cut_off();
            if self.stopped {
                return SearchResult::STOPPED;
            }
            // Helping elsewhere has left another path behind.
            if P::REPEATS {
                self.path.clone_from(&split.path);
            }
        }
        let _guard = ReSearchGuard(split);
        let window = split.state().node.window;
        self.search_move(context, window)
    }

    /// Whether the results of what this thread searches are of no use any more.
    pub(super) fn is_cut_off(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_cut_off())
    }
}
