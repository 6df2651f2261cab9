//! Threads share the moves of a node once its first moves have been searched: the younger brothers wait.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use potez_core::Position;

use super::guide::{Evaluator, Guide};
use super::node::{Course, Step};
use super::ordering::{Picker, Turn};
use super::root::Root;
use super::window::Found;
use super::worker::{TABLED, Worker};
use crate::Score;

/// So often a thread without work looks for some before it lets others have the processor.
const SPINS: u32 = 256;

/// Something in cache lines of its own: it is read far more often than what would lie beside it is written.
#[repr(align(128))]
struct Apart<T>(T);

/// What the threads of one search share besides the table.
pub(super) struct Team<P: Position> {
    nodes: AtomicU64,
    /// Threads that look for work.
    idle: Apart<AtomicUsize>,
    /// Nodes with moves to share, the oldest first, and how many they are.
    open: Mutex<Vec<Arc<Split<P>>>>,
    opened: AtomicUsize,
    /// Whether the search must end.
    halted: AtomicBool,
    /// Whether the leader has finished.
    done: AtomicBool,
}

/// A node whose moves are shared.
pub(super) struct Split<P: Position> {
    /// The shared node above, if its owner works under one.
    parent: Option<Arc<Split<P>>>,
    pos: P,
    depth: i32,
    ply: usize,
    /// The depth of the iteration.
    iteration: u32,
    /// The tag of the move that led to the node.
    tag: u32,
    /// The worker's path down to the node, in games that repeat.
    path: Vec<u64>,
    /// Threads at work besides the owner.
    guests: AtomicUsize,
    /// Whether no result from below is of use any more.
    cut: Apart<AtomicBool>,
    /// Whether all moves have been handed out.
    spent: AtomicBool,
    /// Whether a thread looks more closely at a move that seems better than all before.
    closer_look: AtomicBool,
    state: Mutex<State<P::Move>>,
}

/// What changes while the moves of a node are searched.
struct State<M> {
    picker: Picker<M>,
    course: Course,
    pv: Vec<M>,
    /// What is known of the moves, if the node is the root.
    root: Root<M>,
}

impl<P: Position> Split<P> {
    fn state(&self) -> MutexGuard<'_, State<P::Move>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this node, or one above it that is shared, is cut off.
    fn is_cut(&self) -> bool {
        self.cut.0.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cut())
    }

    fn is_below(&self, above: &Arc<Self>) -> bool {
        self.parent.as_ref().is_some_and(|parent| Arc::ptr_eq(parent, above) || parent.is_below(above))
    }
}

impl<P: Position> Team<P> {
    pub(super) fn new() -> Self {
        Self {
            nodes: AtomicU64::new(0),
            idle: Apart(AtomicUsize::new(0)),
            open: Mutex::new(Vec::new()),
            opened: AtomicUsize::new(0),
            halted: AtomicBool::new(false),
            done: AtomicBool::new(false),
        }
    }

    /// Adds to the nodes of all threads and returns their sum.
    pub(super) fn add_nodes(&self, news: u64) -> u64 {
        self.nodes.fetch_add(news, Ordering::Relaxed) + news
    }

    /// Ends the search for all threads.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Release);
    }

    pub(super) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Acquire)
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Split<P>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, split: &Arc<Split<P>>) {
        let mut open = self.open();
        open.push(Arc::clone(split));
        self.opened.store(open.len(), Ordering::Release);
    }

    /// No guest comes to the node any more.
    fn close(&self, split: &Arc<Split<P>>) {
        let mut open = self.open();
        open.retain(|other| !Arc::ptr_eq(other, split));
        self.opened.store(open.len(), Ordering::Release);
    }

    /// Becomes a guest at a shared node, one below `above` if that is given.
    fn join(&self, above: Option<&Arc<Split<P>>>) -> Option<Arc<Split<P>>> {
        if self.opened.load(Ordering::Acquire) == 0 {
            return None;
        }
        let open = self.open();
        let is_of_use = |split: &&Arc<Split<P>>| !split.spent.load(Ordering::Relaxed) && !split.is_cut();
        let split = open.iter().filter(is_of_use).find(|split| above.is_none_or(|above| split.is_below(above)))?;
        split.guests.fetch_add(1, Ordering::AcqRel);
        Some(Arc::clone(split))
    }

    /// Waits for a node to help with until `is_over`.
    fn find_work(&self, above: Option<&Arc<Split<P>>>, is_over: impl Fn() -> bool) -> Option<Arc<Split<P>>> {
        self.idle.0.fetch_add(1, Ordering::AcqRel);
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
        self.idle.0.fetch_sub(1, Ordering::AcqRel);
        split
    }
}

/// Sends the helpers home when the leader is done, even if it panics.
pub(super) struct Dismissal<'a, P: Position>(pub(super) &'a Team<P>);

impl<P: Position> Drop for Dismissal<'_, P> {
    fn drop(&mut self) {
        self.0.done.store(true, Ordering::Release);
    }
}

/// Takes leave of a node when a guest is done, even if it panics.
struct Leave<'a, P: Position>(&'a Split<P>);

impl<P: Position> Drop for Leave<'_, P> {
    fn drop(&mut self) {
        self.0.guests.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Ends a closer look at a node, even if it panics.
struct CloserLook<'a, P: Position>(&'a Split<P>);

impl<P: Position> Drop for CloserLook<'_, P> {
    fn drop(&mut self) {
        self.0.closer_look.store(false, Ordering::Release);
    }
}

impl<P: Position, E: Evaluator<P>, G: Guide<P>> Worker<P, E, G> {
    /// Works at the nodes of others until the leader is done.
    pub(super) fn help(&mut self) {
        let Some(team) = self.team.clone() else { return };
        while let Some(split) = team.find_work(None, || team.done.load(Ordering::Acquire)) {
            self.visit(&split);
        }
        self.settle_nodes();
    }

    /// Whether to share the moves that are left of a node: somebody is idle, the first move has not cut off, and the
    /// others will keep two threads busy.
    pub(super) fn shares(&self, depth: i32, left: usize, course: &Course) -> bool {
        let (Some(team), Some(least)) = (&self.team, self.tuning.sharing) else { return false };
        course.tried > 0 && team.idle.0.load(Ordering::Relaxed) > 0 && {
            let nodes = self.work[(depth as usize).min(TABLED - 1)];
            left as f32 * nodes >= least as f32
        }
    }

    /// Learns how many nodes a move takes at this depth.
    pub(super) fn weigh(&mut self, depth: i32, nodes: u64) {
        let work = &mut self.work[(depth as usize).min(TABLED - 1)];
        *work += (nodes as f32 - *work) / 16.0;
    }

    /// Searches the moves that are left of a node together with idle threads; true if one of them cut off.
    pub(super) fn share(
        &mut self,
        pos: &P,
        depth: i32,
        ply: usize,
        picker: &mut Picker<P::Move>,
        course: &mut Course,
    ) -> bool {
        let Some(team) = self.team.clone() else { return false };
        let state = State {
            picker: std::mem::take(picker),
            course: *course,
            pv: std::mem::take(&mut self.pvs[ply]),
            root: std::mem::take(&mut self.root),
        };
        let split = Arc::new(Split {
            parent: self.split.clone(),
            pos: pos.clone(),
            depth,
            ply,
            iteration: self.depth,
            tag: self.trail[ply],
            path: self.path.clone(),
            guests: AtomicUsize::new(0),
            cut: Apart(AtomicBool::new(false)),
            spent: AtomicBool::new(false),
            closer_look: AtomicBool::new(false),
            state: Mutex::new(state),
        });
        team.publish(&split);
        self.work_at(&split);
        team.close(&split);
        // Those who are still at it may have shared in their turn: better to help there than to wait.
        let is_over = || split.guests.load(Ordering::Acquire) == 0;
        while let Some(below) = team.find_work(Some(&split), is_over) {
            self.visit(&below);
        }
        if P::REPEATS {
            self.path.clone_from(&split.path);
        }
        // A guest that had to stop has left its move unfinished.
        self.halted |= team.is_halted();
        self.stopped |= self.halted;
        let mut state = split.state();
        *picker = std::mem::take(&mut state.picker);
        *course = state.course;
        self.pvs[ply] = std::mem::take(&mut state.pv);
        self.root = std::mem::take(&mut state.root);
        split.cut.0.load(Ordering::Relaxed)
    }

    /// Searches moves of a node of another thread.
    fn visit(&mut self, split: &Arc<Split<P>>) {
        let _leave = Leave(split);
        if P::REPEATS {
            self.path.clone_from(&split.path);
        }
        self.depth = split.iteration;
        self.trail[split.ply] = split.tag;
        self.work_at(split);
    }

    /// Takes one move after the other of a shared node.
    fn work_at(&mut self, split: &Arc<Split<P>>) {
        let above = self.split.replace(Arc::clone(split));
        let Split { pos, depth, ply, .. } = &**split;
        let (depth, ply) = (*depth, *ply);
        while !self.stopped && !split.is_cut() {
            let mut state = split.state();
            let Some(Turn { mv, index }) = self.next_move(&mut state.picker, pos, ply) else {
                split.spent.store(true, Ordering::Relaxed);
                break;
            };
            let window = state.course.window;
            drop(state);
            let mut step = Step { pos, mv, tag: self.guide.tag(mv), index, depth, ply, glance: true };
            let before = self.nodes;
            let mut found = self.try_move(&step, window);
            if std::mem::take(&mut self.has_glanced) {
                step.glance = false;
                found = self.look_closer(split, &step);
            }
            if self.stopped {
                break;
            }
            let mut guard = split.state();
            if split.cut.0.load(Ordering::Relaxed) {
                break;
            }
            let state = &mut *guard;
            // Another thread may have raised the window in the meantime.
            let window = state.course.window;
            let improves = window.is_open() && found.score > window.alpha;
            if self.reckon(&step, found, &mut state.picker, &mut state.course) {
                split.cut.0.store(true, Ordering::Relaxed);
            }
            if ply == 0 {
                state.root.record(&step, found, window, self.nodes - before, &self.pvs);
            }
            if improves {
                state.pv.clone_from(&self.pvs[ply]);
            }
        }
        self.split = above;
        if self.stopped && !self.halted {
            // Cut off from here or from above, where the search goes on.
            self.stopped = self.is_cut_off();
        }
    }

    /// Searches a move of a shared node that seems better than all before.
    ///
    /// One such move at a time: if it is better, the others have more to beat, and most of them need no closer look. Who
    /// comes second helps the first until then.
    fn look_closer(&mut self, split: &Arc<Split<P>>, step: &Step<'_, P>) -> Found {
        let team = self.team.clone();
        while let Some(team) = &team
            && split.closer_look.swap(true, Ordering::AcqRel)
        {
            let is_over = || !split.closer_look.load(Ordering::Acquire) || split.is_cut() || team.is_halted();
            while let Some(below) = team.find_work(Some(split), is_over) {
                self.visit(&below);
            }
            self.halted |= team.is_halted();
            self.stopped |= self.halted || split.is_cut();
            if self.stopped {
                return Found::estimate(Score::DRAW);
            }
            if P::REPEATS {
                self.path.clone_from(&split.path);
            }
        }
        let _look = CloserLook(split);
        let window = split.state().course.window;
        self.try_move(step, window)
    }

    /// Whether what this thread searches is of no use any more.
    pub(super) fn is_cut_off(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_cut())
    }
}
