//! Alpha-beta: iterative deepening with principal variation search, over any game, with the game's
//! knowledge as values.
//!
//! [`AlphaBeta`] is the search, an [`Evaluator`] says what positions are worth, a [`MoveOrdering`]
//! which moves to search and in which order, and [`AlphaBetaSettings`] which techniques are used.
//!
//! # Nodes and results
//! Every node is searched with a window `(alpha, beta)` of the scores that matter to its caller,
//! seen by the player to move. There are the usual three kinds of nodes:
//!
//! - A **PV node** has an open window (`beta − alpha > 1`) and returns an exact value if that lies inside. The root is
//!   one, and so is the first child of each. They alone keep a principal variation, which is why
//!   [`TableUse::Full`] cuts them off with proofs only.
//! - A **cut node** has a null window (`beta = alpha + 1`) and is expected to fail high: one good move is enough.
//! - An **all node** has a null window and is expected to fail low: every move must be refuted. Late move reductions
//!   and late move pruning make these cheap.
//!
//! Results are *fail-soft*: a score `≥ beta` is a lower bound of the value (the node failed high),
//! a score `≤ alpha` an upper bound (it failed low), and one in between the value itself. A win or
//! loss is scored by its distance from the *root* in plies; the table stores distances from the
//! node, because other lines reach it at other plies. Beside the score a result says whether the
//! bound is *proven*. What a stopped search returns means nothing: after every call that searches,
//! the flag `stopped` is looked at first.
//!
//! # What always holds
//! - **Turns need not alternate.** A window and a score change sides only when the player to move does.
//! - **What is called proven is true.** Scores of wins and losses come from ends of the game alone; reductions,
//!   pruning, quiescence and an incomplete ordering can hide a proof but never make one up. The mark of a result says
//!   whether any estimate, any repetition or any unsearched move had a part in it, so a draw is called proven only
//!   when everything that could refute it was searched. Lengths of wins are exact only without reductions, extensions
//!   and the full use of the table; otherwise a shorter win may exist.

mod history;
mod knowledge;
mod node;
mod parallel;
mod picker;
mod pv;
mod quiescence;
mod root;
mod settings;
mod sizing;
mod thread;
mod tracing;
mod window;

use std::sync::Arc;

use crossbeam_utils::CachePadded;
use potez_core::Position;

use history::HistoryTables;
pub use knowledge::{Evaluator, MoveList, MoveOrdering, NoOrdering, ZeroEvaluator};
use parallel::{DismissGuard, Team};
pub use settings::{AlphaBetaSettings, LateMoveReductions, TableUse, Tuning};
use thread::{MAX_DEPTH, MAX_PLY, SearchThread};

use crate::table::TranspositionTable;
use crate::trace::{AlphaBetaTrace, Recording, SearchTrace, Technique};
use crate::{IS_MODULE, Limits, Report, Stop, TimeManager};

/// An alpha-beta search with its memory: the table and the history outlive a move.
///
/// With one thread and a limit of depth or nodes the same calls give the same answers. More threads
/// share the table, and the moves of a node once the first have been searched.
pub struct AlphaBeta<P: Position, E, G> {
    settings: AlphaBetaSettings,
    table: Arc<TranspositionTable>,
    /// Nodes searched since the table was empty.
    searched: u64,
    /// The main thread's state, then the helpers'. Each thread writes its own all the time, so none
    /// may share a cache line with another.
    threads: Vec<CachePadded<SearchThread<P, E, G>>>,
}

impl<P: Position, E: Evaluator<P>, G: MoveOrdering<P>> AlphaBeta<P, E, G> {
    /// A search with this knowledge and these settings.
    pub fn new(evaluator: E, ordering: G, settings: AlphaBetaSettings) -> Self {
        let table = Arc::new(TranspositionTable::with_slots(sizing::at_first(settings.table_mib)));
        let history = HistoryTables::new(MAX_PLY + 1);
        let threads = std::iter::repeat_n((evaluator, ordering), settings.threads.max(1))
            .map(|(evaluator, ordering)| {
                let thread = SearchThread::new(evaluator, ordering, &settings, Arc::clone(&table), history.clone());
                CachePadded::new(thread)
            })
            .collect();
        Self { settings, table, searched: 0, threads }
    }

    /// The settings in force.
    pub fn settings(&self) -> &AlphaBetaSettings {
        &self.settings
    }

    /// Sets the number of candidate moves to report.
    pub fn set_multipv(&mut self, lines: usize) {
        self.settings.multipv = lines;
    }

    /// Sets the number of threads, at most that which it was made with.
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads.clamp(1, self.threads.len());
    }

    /// The techniques in use.
    pub fn techniques(&self) -> Vec<Technique> {
        let has_noise = |technique: &Technique| *technique != Technique::Quiescence || G::HAS_NOISY_MOVES;
        self.settings.tuning.techniques().into_iter().filter(has_noise).collect()
    }

    /// Switches a technique off, from the next search on.
    pub fn switch_off(&mut self, technique: Technique) {
        self.settings.tuning = self.settings.tuning.without(technique);
        let tuning = &self.settings.tuning;
        self.threads.iter_mut().for_each(|thread| thread.set_tuning(tuning));
    }

    /// Forgets everything, as if freshly made.
    pub fn clear(&mut self) {
        self.table.clear();
        self.searched = 0;
        self.threads.iter_mut().for_each(|thread| thread.history.clear());
    }

    /// Makes the table as large as it may grow, so that no search has to: for measurements of the
    /// search alone.
    pub fn reserve_table(&mut self) {
        self.grow_table(sizing::largest(self.settings.table_mib));
    }

    /// Makes the table large enough for another search with these limits; it never shrinks.
    fn make_room(&mut self, timer: &TimeManager) {
        let AlphaBetaSettings { table_mib, threads, .. } = self.settings;
        self.grow_table(sizing::slots(timer, self.searched, threads, table_mib));
    }

    fn grow_table(&mut self, slots: usize) {
        if slots > self.table.capacity() {
            self.table = Arc::new(self.table.grown_to(slots));
            self.threads.iter_mut().for_each(|thread| thread.table = Arc::clone(&self.table));
        }
    }

    /// How full the table is, in thousandths.
    pub fn table_permille(&self) -> u32 {
        self.table.permille_used()
    }

    /// Searches for the best moves of `pos` until a limit is reached or `stop` is raised.
    ///
    /// `history` holds the keys of the positions before `pos`, in games that repeat; a position
    /// that comes back counts as a draw. `on_info` is called after every finished iteration. The
    /// report has a line with a legal move whenever the game is not over, even if the search was
    /// stopped at once.
    pub fn search(
        &mut self,
        pos: &P,
        history: &[u64],
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let timer = TimeManager::start(limits, stop);
        self.make_room(&timer);
        let report = self.run(pos, history, &timer, on_info);
        self.searched += report.nodes;
        report
    }

    /// Searches like [`search`](Self::search) with one thread, and records it.
    pub fn search_traced(
        &mut self,
        pos: &P,
        history: &[u64],
        limits: Limits,
        stop: &Stop,
        trace: &mut SearchTrace<P::Move>,
    ) -> Report<P::Move> {
        let threads = std::mem::replace(&mut self.settings.threads, 1);
        self.threads[0].trace = Some(Box::new(AlphaBetaTrace::new(trace.limit(), false)));
        let report = self.search(pos, history, limits, stop, &mut |_| {});
        trace.recording = self.threads[0].trace.take().map(|recorded| Recording::AlphaBeta(*recorded));
        self.settings.threads = threads;
        report
    }

    fn run(
        &mut self,
        pos: &P,
        history: &[u64],
        timer: &TimeManager,
        on_info: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let limits = *timer.limits();
        self.table.age();
        let multipv = self.settings.multipv.max(1);
        let threads = self.settings.threads.clamp(1, self.threads.len());
        let team = (threads > 1 && !IS_MODULE).then(|| Arc::new(Team::new()));
        let Some((main, helpers)) = self.threads[..threads].split_first_mut() else {
            return Report { lines: Vec::new(), depth: 0, nodes: 0, time: timer.elapsed() };
        };
        // The threads share the history: one of them decays it for all.
        main.history.decay();
        main.begin(pos, history, timer, team.clone());
        if pos.outcome().is_some() {
            return Report { lines: Vec::new(), depth: 0, nodes: 0, time: timer.elapsed() };
        }
        main.list_root(pos, multipv);
        // A selective ordering may list one move of many: only a move that is forced by the rules
        // is played at once.
        let mut legal = main.root.moves.len();
        if legal == 1 {
            legal = pos.count_moves() as usize;
        }
        let limits = Limits { depth: if timer.should_move_at_once(legal) { Some(1) } else { limits.depth }, ..limits };
        // A single ply is searched before a helper has woken up.
        let Some(team) = team.filter(|_| limits.depth != Some(1)) else {
            main.team = None;
            return main.deepen(pos, timer, limits, on_info);
        };
        std::thread::scope(|scope| {
            for helper in helpers {
                helper.begin(pos, history, timer, Some(Arc::clone(&team)));
                scope.spawn(|| helper.help());
            }
            let _guard = DismissGuard(&team);
            main.deepen(pos, timer, limits, on_info)
        })
    }
}

impl<P: Position, E: Evaluator<P>, G: MoveOrdering<P>> SearchThread<P, E, G> {
    /// Iterative deepening until a limit is reached or nothing is left to find.
    fn deepen(
        &mut self,
        pos: &P,
        timer: &TimeManager,
        limits: Limits,
        on_info: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut finished = None;
        for depth in 1..=deepest {
            // The first iteration always begins: there must be a line to report.
            if depth > 1 && !timer.may_start_iteration(depth, self.total_nodes()) {
                break;
            }
            if !self.iterate(pos, depth) {
                break;
            }
            let report = self.report(pos, depth, timer);
            on_info(&report);
            finished = Some(report);
            self.record(|trace| trace.iteration(depth));
            // Nothing deeper can be found, so the time is saved.
            if self.is_solved() {
                break;
            }
        }
        self.final_report(pos, finished, timer)
    }

    fn report(&mut self, pos: &P, depth: u32, timer: &TimeManager) -> Report<P::Move> {
        Report { lines: self.lines(pos), depth, nodes: self.total_nodes(), time: timer.elapsed() }
    }

    /// The report at the end. An unfinished iteration counts only as far as its best move goes: the
    /// lines after the first would be of mixed depths.
    fn final_report(&mut self, pos: &P, finished: Option<Report<P::Move>>, timer: &TimeManager) -> Report<P::Move> {
        match finished {
            Some(report) if self.root.multipv > 1 || !self.stopped => {
                Report { nodes: self.total_nodes(), time: timer.elapsed(), ..report }
            }
            finished => self.report(pos, finished.map_or(0, |report| report.depth), timer),
        }
    }

    fn total_nodes(&mut self) -> u64 {
        self.flush_nodes();
        self.team.as_ref().map_or(self.nodes, |team| team.add_nodes(0))
    }
}
