//! One thread of a search: its state, its access to the table, and its polls of limits and flags.

use std::sync::Arc;

use potez_core::Position;

use super::history::HistoryTables;
use super::knowledge::{Evaluator, MoveOrdering};
use super::parallel::{SplitPoint, Team};
use super::picker::MovePicker;
use super::root::Root;
use super::settings::{AlphaBetaSettings, Tuning};
use super::window::{ScoreWindow, SearchResult};
use crate::poll_timer::PollTimer;
use crate::table::{Bound, TableEntry, TranspositionTable};
use crate::trace::AlphaBetaTrace;
use crate::{Score, TimeManager};

/// No line is searched further than this.
pub(super) const MAX_PLY: usize = 256;
/// No iteration goes deeper than this: depths fit the table, and extensions have room.
pub(super) const MAX_DEPTH: u32 = 200;
/// Reductions and the cost of moves are tabulated up to this depth, reductions up to this many
/// moves.
pub(super) const TABULATED: usize = 64;

/// One thread of a search with all that it needs to itself.
pub(super) struct SearchThread<P: Position, E, G> {
    pub(super) evaluator: E,
    pub(super) ordering: G,
    pub(super) tuning: Tuning,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) history: HistoryTables,
    /// One per ply, so that a node's buffers are allocated once.
    pub(super) pickers: Vec<MovePicker<P::Move>>,
    /// The principal variation found below each ply.
    pub(super) pvs: Vec<Vec<P::Move>>,
    /// The tag of the move that led to each ply.
    pub(super) previous_tags: Vec<u32>,
    /// Keys of the game and of the line that is searched, in games that repeat.
    pub(super) path: Vec<u64>,
    /// Folded into the keys of the table, so that positions that have occurred twice are not taken
    /// for fresh ones.
    repetition_salt: u64,
    pub(super) root: Root<P::Move>,
    /// The depth of the iteration under way.
    pub(super) depth: u32,
    reductions: Vec<u8>,
    /// A running mean of the nodes that a move takes, by the depth of its node.
    pub(super) move_cost: Vec<f32>,
    /// The split point that this thread works at.
    pub(super) split: Option<Arc<SplitPoint<P>>>,
    pub(super) team: Option<Arc<Team<P>>>,
    /// Where the search is recorded, if it is.
    pub(super) trace: Option<Box<AlphaBetaTrace<P::Move>>>,
    /// Whether the last move came back after its scout search, with the full-depth re-search still
    /// to do.
    pub(super) needs_re_search: bool,
    timer: Option<TimeManager>,
    pub(super) nodes: u64,
    /// Nodes already added to the count of the team.
    flushed_nodes: u64,
    pub(super) poll_timer: PollTimer,
    /// Whether the node that is searched now must be given up.
    pub(super) stopped: bool,
    /// Whether the whole search must.
    pub(super) halted: bool,
}

impl<P: Position, E: Evaluator<P>, G: MoveOrdering<P>> SearchThread<P, E, G> {
    pub(super) fn new(
        evaluator: E,
        ordering: G,
        settings: &AlphaBetaSettings,
        table: Arc<TranspositionTable>,
        history: HistoryTables,
    ) -> Self {
        let tuning = settings.tuning.clone();
        let reductions = reductions_of(&tuning);
        Self {
            evaluator,
            ordering,
            tuning,
            table,
            history,
            pickers: (0..=MAX_PLY).map(|_| MovePicker::default()).collect(),
            // A node at the last ply still clears the variation of the ply below it.
            pvs: vec![Vec::new(); MAX_PLY + 2],
            previous_tags: vec![0; MAX_PLY + 2],
            path: Vec::new(),
            repetition_salt: 0,
            root: Root::default(),
            depth: 0,
            reductions,
            move_cost: vec![1.0; TABULATED],
            split: None,
            team: None,
            trace: None,
            needs_re_search: false,
            timer: None,
            nodes: 0,
            flushed_nodes: 0,
            poll_timer: PollTimer::start(None),
            stopped: false,
            halted: false,
        }
    }

    /// Changes the techniques that are used from the next search on.
    pub(super) fn set_tuning(&mut self, tuning: &Tuning) {
        self.reductions = reductions_of(tuning);
        self.tuning = tuning.clone();
    }

    /// Gets ready for a new search. `history` holds the keys of the positions before `pos`.
    pub(super) fn begin(&mut self, pos: &P, history: &[u64], timer: &TimeManager, team: Option<Arc<Team<P>>>) {
        self.path.clear();
        self.repetition_salt = 0;
        if P::REPEATS {
            self.path.extend_from_slice(history);
            self.path.push(pos.key());
            self.repetition_salt = repetition_salt(&self.path);
        }
        // The rest of the history is kept from move to move, and decays.
        self.history.clear_killers();
        // Threads together keep a limit on nodes roughly; one thread keeps it to the node.
        self.poll_timer = PollTimer::start(timer.limits().nodes.filter(|_| team.is_none()));
        self.team = team;
        self.timer = Some(timer.clone());
        (self.nodes, self.flushed_nodes) = (0, 0);
        (self.stopped, self.halted, self.split) = (false, false, None);
    }

    pub(super) fn key(&self, pos: &P) -> u64 {
        if P::REPEATS { pos.key() ^ self.repetition_salt } else { pos.key() }
    }

    /// The reduction of a late move in plies.
    pub(super) fn reduction(&self, depth: i32, index: u32) -> i32 {
        // Beyond the table its last values hold: logarithms hardly grow there.
        let at = (depth as usize).min(TABULATED - 1) * TABULATED + (index as usize).min(TABULATED - 1);
        i32::from(self.reductions[at])
    }

    /// The most moves that a null-window node of this depth searches: late move pruning.
    pub(super) fn max_moves(&self, depth: i32) -> u32 {
        self.tuning.late_move_pruning.get(depth as usize - 1).copied().unwrap_or(u32::MAX)
    }

    /// The least depth that a reduced move is left with.
    pub(super) fn min_reduced_depth(&self) -> i32 {
        self.tuning.late_move_reductions.map_or(0, |reductions| reductions.min_remaining_depth as i32)
    }

    pub(super) fn evaluate(&mut self, pos: &P) -> SearchResult {
        SearchResult::estimate(Score::estimate(self.evaluator.evaluate(pos).raw()))
    }

    /// The evaluation of a leaf, as exact as the window asks for.
    pub(super) fn evaluate_in_window(&mut self, pos: &P, window: ScoreWindow) -> SearchResult {
        let score = self.evaluator.evaluate_in_window(pos, window.alpha, window.beta);
        self.record(|trace| trace.evaluated(Vec::new()));
        SearchResult::estimate(Score::estimate(score.raw()))
    }

    /// The table's entry for a key, its distances counted from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        let entry = self.table.probe(key)?;
        Some(TableEntry { score: entry.score.plies_later(ply as i32), ..entry })
    }

    /// Stores the result of a node. Its distances count from the node there: another line may reach
    /// it at another ply.
    pub(super) fn store(&self, key: u64, result: SearchResult, bound: Bound, depth: i32, tag: u32, ply: usize) {
        let entry = TableEntry {
            score: result.score.plies_later(-(ply as i32)),
            bound,
            depth: depth.max(0) as u32,
            proven: result.proves(bound),
            tag,
        };
        self.table.store(key, entry);
    }

    /// Counts a node and, now and then, polls whether the search must end.
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.poll_timer.is_due(self.nodes) {
            self.poll();
        }
    }

    #[cold]
    fn poll(&mut self) {
        let Some(timer) = &self.timer else { return };
        let total = match &self.team {
            None => self.nodes,
            Some(team) => {
                // Added before the limits are checked: they are limits of all threads together.
                let new = self.nodes - self.flushed_nodes;
                self.flushed_nodes = self.nodes;
                self.halted |= team.is_halted();
                team.add_nodes(new)
            }
        };
        self.halted |= timer.must_stop(total);
        // One thread that reaches a limit ends the search of all.
        if self.halted
            && let Some(team) = &self.team
        {
            team.halt();
        }
        self.poll_timer.reschedule(self.nodes, timer.elapsed());
        self.stopped |= self.halted || self.is_cut_off();
    }

    /// Adds the nodes not yet counted to those of the team.
    pub(super) fn flush_nodes(&mut self) {
        if let Some(team) = &self.team {
            team.add_nodes(self.nodes - self.flushed_nodes);
            self.flushed_nodes = self.nodes;
        }
    }
}

/// The reductions of these techniques, tabulated.
fn reductions_of(tuning: &Tuning) -> Vec<u8> {
    let none = || vec![0; TABULATED * TABULATED];
    tuning.late_move_reductions.map_or_else(none, |reductions| reductions.table(TABULATED))
}

/// A number for the set of positions that have occurred at least twice: one more occurrence of them
/// ends the game, so what was found while they were fresh does not hold any more.
fn repetition_salt(path: &[u64]) -> u64 {
    let mut keys = path.to_vec();
    keys.sort_unstable();
    let twice = keys.chunk_by(|a, b| a == b).filter(|equal| equal.len() > 1);
    twice.fold(0, |salt: u64, equal| (salt ^ equal[0]).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
