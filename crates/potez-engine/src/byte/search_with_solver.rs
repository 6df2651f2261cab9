//! The full-strength player: alpha-beta with the solver beside it once few stacks are left.

use potez_byte::{Board, Game, Move, Position, Word};
use potez_core::{Position as _, Record};
use potez_search::alphabeta::{AlphaBeta, AlphaBetaSettings, LateMoveReductions, Tuning};
use potez_search::solver::SolverResult;
use potez_search::trace::{Recording, SearchTrace, Technique};
use potez_search::{Limits, Line, Proof, Report, Score, Stop};

use super::evaluation::{StackEvaluator, StackWeights};
use super::ordering::StackOrdering;
use super::shares::{
    FIRST_PHASE, PROOF, QUICK_SOLVE, SEARCH, SECOND_PHASE, SECOND_SEARCH, SOLVE_BEFORE_LINES, is_bounded,
    is_depth_alone, remaining, scaled,
};
use super::solver::{self, StackSolver};
use crate::Bot;
use crate::bot::Observer;

/// With more stacks than this on the board the solver is not asked: docs/notebook/byte.md.
const MAX_STACKS: u32 = 16;
/// Mebibytes that the solver's table may grow to.
const SOLVER_MIB: usize = 64;

/// How much less deeply late moves are searched: docs/notebook/byte.md.
const REDUCTIONS: LateMoveReductions =
    LateMoveReductions { base: 150, divisor: 150, min_depth: 3, full_depth_moves: 2, min_remaining_depth: 1, step: 1 };

/// The alpha-beta search of a board.
type StackSearch<B> = AlphaBeta<Position<B>, StackEvaluator, StackOrdering>;

/// An alpha-beta search with these weights.
pub(super) fn search<B: Board>(weights: StackWeights, threads: usize, multipv: usize) -> StackSearch<B> {
    let tuning = Tuning { table_min_depth: 2, late_move_reductions: Some(REDUCTIONS), ..Tuning::default() };
    let settings = AlphaBetaSettings { threads, multipv, tuning, ..AlphaBetaSettings::default() };
    AlphaBeta::new(StackEvaluator::new(weights), StackOrdering, settings)
}

/// The same, but every line is searched to the full depth and no further.
pub(super) fn plain_search<B: Board>(weights: StackWeights, threads: usize, multipv: usize) -> StackSearch<B> {
    let tuning = Tuning {
        late_move_reductions: None,
        internal_iterative_reductions: None,
        extensions: false,
        ..Tuning::default()
    };
    let settings = AlphaBetaSettings { threads, multipv, tuning, ..AlphaBetaSettings::default() };
    AlphaBeta::new(StackEvaluator::new(weights), StackOrdering, settings)
}

/// Alpha-beta, and once few stacks are left a solver that proves what it can of the search's moves.
///
/// No position repeats, so what the solver has proven holds for the rest of the game and is kept
/// from move to move.
pub(super) struct SearchWithSolver<B: Board> {
    search: StackSearch<B>,
    solver: StackSolver<B>,
}

impl<B: Board> SearchWithSolver<B> {
    pub(super) fn new(threads: usize, multipv: usize) -> Self {
        Self { search: search(StackWeights::FITTED, threads, multipv), solver: solver::solver(SOLVER_MIB) }
    }

    /// Searches, and records it where that is asked for.
    fn searched(
        &mut self,
        pos: &Position<B>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
        trace: Option<&mut SearchTrace<Move>>,
    ) -> Report<Move> {
        match trace {
            Some(trace) => self.search.search_traced(pos, &[], limits, stop, trace),
            None => self.search.search(pos, &[], limits, stop, on_info),
        }
    }

    /// Lets the solver try, first with this move, and records it where that is asked for.
    fn solved(
        &mut self,
        pos: &Position<B>,
        first: Option<Move>,
        limits: Limits,
        stop: &Stop,
        trace: Option<&mut SearchTrace<Move>>,
    ) -> SolverResult<Move> {
        let Some(trace) = trace else { return self.solver.solve_with_first_move(pos, first, limits, stop) };
        self.solver.record(trace.limit());
        let found = self.solver.solve_with_first_move(pos, first, limits, stop);
        let recording = self.solver.recorded().map(Recording::Proof);
        let name = if first.is_some() { "proof" } else { "solver" };
        trace.add_stage(name, Report { nodes: found.nodes, ..self.proven_report(pos, &found) }, recording);
        found
    }

    /// Thinks about a position that is not over.
    fn think_about(
        &mut self,
        pos: &Position<B>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
        mut trace: Option<&mut SearchTrace<Move>>,
    ) -> Report<Move> {
        let started = stop.now();
        // A forced move is left to the search, which plays it at once; fixed nodes are spent on it
        // as on any other.
        let is_forced = limits.nodes.is_none() && pos.count_moves() == 1;
        if pos.occupied().count() > MAX_STACKS || is_forced || is_depth_alone(limits) {
            return self.searched(pos, limits, stop, on_info, trace);
        }
        let lines = self.search.settings().multipv;
        let takes_turns = lines <= 1 && is_bounded(limits);
        let mut nodes = 0;
        let mut report = if takes_turns && self.search.settings().threads > 1 && limits.nodes.is_none() {
            self.search_beside_solver(pos, limits, stop, on_info)
        } else {
            let share = scaled(limits, if takes_turns { QUICK_SOLVE } else { SOLVE_BEFORE_LINES });
            let quick = self.solved(pos, None, share, stop, trace.as_deref_mut());
            nodes += quick.nodes;
            // A proven win needs no second opinion, unless other lines are wanted beside it.
            if quick.proof == Some(Proof::Win) && lines <= 1 {
                if trace.is_some() {
                    // The player is done; whoever looks on sees what the search would have thought.
                    self.searched(pos, scaled(limits, SEARCH), stop, on_info, trace);
                }
                self.proven_report(pos, &quick)
            } else if quick.proof.is_some() || !takes_turns {
                let rest = remaining(limits, stop.now().saturating_sub(started), nodes);
                let mut report = self.searched(pos, rest, stop, on_info, trace);
                self.add_proof(pos, &quick, &mut report);
                report
            } else {
                let report = self.searched(pos, scaled(limits, SEARCH), stop, on_info, trace.as_deref_mut());
                let found = self.solved(pos, report.best(), scaled(limits, PROOF), stop, trace.as_deref_mut());
                nodes += found.nodes;
                self.reconcile(pos, report, &found, limits, stop, trace)
            }
        };
        report.nodes += nodes;
        report.time = stop.now().saturating_sub(started);
        on_info(&report);
        report
    }

    /// With threads enough the solver works beside the search: first on whatever it can prove, then
    /// on the move that the search has found.
    fn search_beside_solver(
        &mut self,
        pos: &Position<B>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let threads = self.search.settings().threads;
        // The solver takes the thread that the search gives up.
        self.search.set_threads(threads - 1);
        let (mut report, mut found) = self.search_and_solve(pos, None, scaled(limits, FIRST_PHASE), stop, on_info);
        let is_proven = |report: &Report<Move>| report.lines.first().is_some_and(|line| line.proof.is_some());
        if found.proof.is_none() && !is_proven(&report) {
            // The second search begins at depth one again, faster for its table: what the user has
            // seen already is not shown twice.
            let (deepest, nodes) = (report.depth, report.nodes);
            let mut on_news = |report: &Report<Move>| {
                if report.depth > deepest {
                    on_info(report);
                }
            };
            (report, found) =
                self.search_and_solve(pos, report.best(), scaled(limits, SECOND_PHASE), stop, &mut on_news);
            report.nodes += nodes;
        }
        self.search.set_threads(threads);
        self.reconcile(pos, report, &found, limits, stop, None)
    }

    /// The search and the solver at the same time. A win or a draw that one of them has proven ends
    /// the other's work; in a lost position the search still looks for the move that asks the most
    /// of the enemy.
    fn search_and_solve(
        &mut self,
        pos: &Position<B>,
        first: Option<Move>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
    ) -> (Report<Move>, SolverResult<Move>) {
        let Self { search, solver, .. } = self;
        let (searching, solving) = (stop.child(), stop.child());
        std::thread::scope(|scope| {
            let solved = scope.spawn(|| {
                let found = solver.solve_with_first_move(pos, first, limits, &solving);
                if found.proof.is_some_and(|proof| proof != Proof::Loss) {
                    searching.raise();
                }
                found
            });
            let mut report = search.search(pos, &[], limits, &searching, on_info);
            if report.lines.first().is_some_and(|line| line.proof.is_some()) {
                solving.raise();
            }
            let found = solved.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            report.nodes += found.nodes;
            (report, found)
        })
    }

    /// Combines what the search and the solver have found. A move that the solver has refuted is
    /// replaced by the best of the others.
    fn reconcile(
        &mut self,
        pos: &Position<B>,
        mut report: Report<Move>,
        found: &SolverResult<Move>,
        limits: Limits,
        stop: &Stop,
        trace: Option<&mut SearchTrace<Move>>,
    ) -> Report<Move> {
        if found.proof == Some(Proof::Win) {
            return Report { nodes: report.nodes, ..self.proven_report(pos, found) };
        }
        self.add_proof(pos, found, &mut report);
        let loses = |line: &Line<Move>| line.proof.is_none() && self.solver.is_known_loss(pos, line.mv());
        if !report.lines.first().is_some_and(loses) {
            return report;
        }
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let refuted = moves.iter().filter(|&&mv| self.solver.is_known_loss(pos, mv)).count();
        // One line more than there are refuted moves: the last of them at least is not refuted.
        self.search.set_multipv(refuted + 1);
        let mut own = trace.as_ref().map(|trace| SearchTrace::new(trace.limit()));
        let mut second = self.searched(pos, scaled(limits, SECOND_SEARCH), stop, &mut |_| {}, own.as_mut());
        if let (Some(trace), Some(own)) = (trace, own) {
            trace.add_stage("second-search", second.clone(), own.recording);
        }
        self.search.set_multipv(1);
        second.nodes += report.nodes;
        second.lines.retain(|line| !self.solver.is_known_loss(pos, line.mv()));
        second.lines.truncate(1);
        if second.lines.is_empty() { report } else { second }
    }

    fn proven_report(&self, pos: &Position<B>, found: &SolverResult<Move>) -> Report<Move> {
        let lines = self.proven_line(pos, found).into_iter().collect();
        Report { lines, depth: found.plies.unwrap_or_default(), nodes: 0, time: found.time }
    }

    /// The solver's line of play from a position that it has proven.
    fn proven_line(&self, pos: &Position<B>, found: &SolverResult<Move>) -> Option<Line<Move>> {
        let (mut pv, plies) = (vec![found.best?], found.plies.unwrap_or_default());
        self.solver.extend_pv(pos, &mut pv);
        let (score, win_chance) = match found.proof? {
            Proof::Win => (Score::win_in(plies), 1.0),
            Proof::Loss => (Score::loss_in(plies), 0.0),
            Proof::Draw => (Score::DRAW, 0.5),
        };
        Some(Line { score, win_chance, proof: found.proof, pv, depth: plies, visits: found.nodes })
    }

    /// Puts what the solver has proven into what the search has found, where the search has not
    /// proven it itself.
    fn add_proof(&self, pos: &Position<B>, found: &SolverResult<Move>, report: &mut Report<Move>) {
        let Some(proven) = self.proven_line(pos, found) else { return };
        if report.lines.first().is_none_or(|best| best.proof.is_some()) {
            return;
        }
        if found.proof == Some(Proof::Loss) {
            // All moves lose; the search knows best which of them asks the most of the enemy.
            for line in report.lines.iter_mut().filter(|line| line.proof.is_none()) {
                (line.score, line.win_chance, line.proof) = (proven.score, proven.win_chance, proven.proof);
            }
            return;
        }
        let lines = report.lines.len();
        // The proven line goes first, and no move is reported twice.
        report.lines.retain(|line| line.mv() != proven.mv());
        report.lines.insert(0, proven);
        report.lines.truncate(lines);
    }
}

impl<B: Board> Bot<Game<B>> for SearchWithSolver<B> {
    /// The search is recorded, and the solver that has its turns before and after it.
    fn think_observed(
        &mut self,
        record: &Record<Game<B>>,
        limits: Limits,
        stop: &Stop,
        observer: Observer<'_, Move>,
    ) -> Report<Move> {
        let pos = record.position();
        match observer {
            Observer::Reports(on_info) => self.think_about(pos, limits, stop, on_info, None),
            Observer::Trace(trace) => self.think_about(pos, limits, stop, &mut |_| {}, Some(trace)),
        }
    }

    fn forget(&mut self) {
        self.search.clear();
        self.solver.clear();
    }

    fn techniques(&mut self) -> Vec<Technique> {
        self.search.techniques()
    }

    fn switch_off(&mut self, technique: Technique) {
        self.search.switch_off(technique);
    }
}

#[cfg(test)]
mod tests;
