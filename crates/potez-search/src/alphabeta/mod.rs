//! Alpha-beta: iterative deepening over any game, with the game's knowledge as values.
//!
//! [`AlphaBeta`] is the search, an [`Evaluator`] says what positions are worth, a [`Guide`] which moves to look at and
//! in which order, and [`Settings`] which techniques are at work.
//!
//! Two things hold whatever the settings:
//!
//! - **Turns need not alternate.** A window and a score change sides only when the player to move does.
//! - **What is called proven is true.** Scores of wins and losses come from ends of the game alone; reductions,
//!   quiescence and an incomplete guide can hide a proof but never make one up. Every result carries a mark that says
//!   whether any estimate, any repetition or any unseen move had a part in it, so a draw is called proven only when
//!   everything that could refute it was looked at. Lengths of wins are exact only without reductions, extensions and
//!   the full use of the table; otherwise a shorter win may exist.

mod guide;
mod node;
mod ordering;
mod parallel;
mod pv;
mod root;
mod settings;
mod window;
mod worker;

use std::sync::Arc;

use potez_core::Position;

pub use guide::{Evaluator, Even, Guide, Moves, Unguided};
use ordering::Lessons;
use parallel::{Dismissal, Team};
pub use settings::{Reductions, Settings, TableUse, Tuning};
use worker::{MOST_DEPTH, MOST_PLIES, Worker};

use crate::table::Table;
use crate::{Limits, Report, Stop, Watch};

/// An alpha-beta search with its memory: the table and the history outlive a move.
///
/// With one thread and a limit of depth or nodes the same calls give the same answers. More threads share the table,
/// and the moves of a node once the first have been searched.
pub struct AlphaBeta<P: Position, E, G> {
    settings: Settings,
    table: Arc<Table>,
    workers: Vec<Worker<P, E, G>>,
}

impl<P: Position, E: Evaluator<P>, G: Guide<P>> AlphaBeta<P, E, G> {
    /// A search with this knowledge and these settings.
    pub fn new(evaluator: E, guide: G, settings: Settings) -> Self {
        let table = Arc::new(Table::new(settings.table_mib));
        let lessons = Lessons::new(MOST_PLIES + 1);
        let workers = std::iter::repeat_n((evaluator, guide), settings.threads.max(1))
            .map(|(evaluator, guide)| Worker::new(evaluator, guide, &settings, Arc::clone(&table), lessons.clone()))
            .collect();
        Self { settings, table, workers }
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Reports so many candidate moves from now on.
    pub fn set_multipv(&mut self, lines: usize) {
        self.settings.multipv = lines;
    }

    /// Searches with so many threads from now on, at most with those it was made with.
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads.clamp(1, self.workers.len());
    }

    /// Forgets everything, as if freshly made.
    pub fn clear(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(|worker| worker.lessons.clear());
    }

    /// How full the table is, in thousandths.
    pub fn table_permille(&self) -> u32 {
        self.table.permille_used()
    }

    /// Searches for the best moves of `pos` until a limit is reached or `stop` is raised.
    ///
    /// `history` holds the keys of the positions before `pos`, in games that repeat; a position that comes back counts
    /// as a draw. `on_info` hears of every finished iteration. The report has a line with a legal move whenever the
    /// game is not over, even if the search was stopped at once.
    pub fn search(
        &mut self,
        pos: &P,
        history: &[u64],
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let watch = Watch::start(limits, stop);
        self.table.age();
        let lines = self.settings.multipv.max(1);
        let threads = self.settings.threads.clamp(1, self.workers.len());
        let team = (threads > 1).then(|| Arc::new(Team::new()));
        let Some((leader, helpers)) = self.workers[..threads].split_first_mut() else {
            return Report { lines: Vec::new(), depth: 0, nodes: 0, time: watch.elapsed() };
        };
        leader.lessons.fade();
        leader.begin(pos, history, &watch, team.clone());
        if pos.outcome().is_some() {
            return Report { lines: Vec::new(), depth: 0, nodes: 0, time: watch.elapsed() };
        }
        leader.list_root(pos, lines);
        let mut legal = leader.root.moves.len();
        if legal == 1 {
            legal = pos.count_moves() as usize;
        }
        let limits = Limits { depth: if watch.answers_at_once(legal) { Some(1) } else { limits.depth }, ..limits };
        let Some(team) = team.filter(|_| limits.depth != Some(1)) else {
            leader.team = None;
            return leader.lead(pos, &watch, limits, on_info);
        };
        std::thread::scope(|scope| {
            for helper in helpers {
                helper.begin(pos, history, &watch, Some(Arc::clone(&team)));
                scope.spawn(|| helper.help());
            }
            let _dismissal = Dismissal(&team);
            leader.lead(pos, &watch, limits, on_info)
        })
    }
}

impl<P: Position, E: Evaluator<P>, G: Guide<P>> Worker<P, E, G> {
    /// Deepens until a limit is reached or nothing is left to find, and reports.
    fn lead(
        &mut self,
        pos: &P,
        watch: &Watch,
        limits: Limits,
        on_info: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let deepest = limits.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        let mut finished = None;
        for depth in 1..=deepest {
            if depth > 1 && !watch.may_deepen(depth, self.total_nodes()) {
                break;
            }
            if !self.iterate(pos, depth) {
                break;
            }
            let report = self.report(pos, depth, watch);
            on_info(&report);
            finished = Some(report);
            if self.is_settled() {
                break;
            }
        }
        self.final_report(pos, finished, watch)
    }

    fn report(&mut self, pos: &P, depth: u32, watch: &Watch) -> Report<P::Move> {
        Report { lines: self.lines(pos), depth, nodes: self.total_nodes(), time: watch.elapsed() }
    }

    /// What stands at the end. An unfinished iteration counts only as far as its best move goes: the lines after the
    /// first would be of mixed depths.
    fn final_report(&mut self, pos: &P, finished: Option<Report<P::Move>>, watch: &Watch) -> Report<P::Move> {
        match finished {
            Some(report) if self.root.lines > 1 || !self.stopped => {
                Report { nodes: self.total_nodes(), time: watch.elapsed(), ..report }
            }
            finished => self.report(pos, finished.map_or(0, |report| report.depth), watch),
        }
    }

    fn total_nodes(&mut self) -> u64 {
        self.settle_nodes();
        self.team.as_ref().map_or(self.nodes, |team| team.add_nodes(0))
    }
}
