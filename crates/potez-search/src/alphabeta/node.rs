//! The node function: probe the table, search the moves, store the result; and what happens to one
//! move on its way.

use potez_core::Position;

use super::knowledge::{Evaluator, MoveOrdering};
use super::picker::{MovePicker, PickedMove};
use super::settings::TableUse;
use super::thread::{MAX_PLY, SearchThread};
use super::window::{ScoreWindow, SearchResult};
use crate::table::{Bound, TableEntry};
use crate::trace::{AlphaBetaTrace, Pass, VisitEnd};
use crate::{IS_MODULE, Score};

/// A move on its way into the search: where it is played and how late it comes.
pub(super) struct MoveContext<'a, P: Position> {
    pub(super) pos: &'a P,
    pub(super) mv: P::Move,
    pub(super) tag: u32,
    /// Moves that come before it in the order of the node.
    pub(super) index: u32,
    /// The depth of the node it is played in.
    pub(super) depth: i32,
    /// The ply of the node it is played in.
    pub(super) ply: usize,
    /// Whether to come back as soon as the scout search fails high, and leave the re-search to the
    /// caller.
    pub(super) defers_re_search: bool,
}

/// How far the search of a node has come.
#[derive(Clone, Copy)]
pub(super) struct NodeState {
    /// The scores that still matter.
    pub(super) window: ScoreWindow,
    pub(super) best_score: Score,
    /// The tag of the move that raised alpha, 0 if none has.
    best_tag: u32,
    /// Moves searched.
    pub(super) searched: u32,
    /// Whether every move so far has a proven upper bound.
    all_proven: bool,
}

impl NodeState {
    pub(super) fn begin(window: ScoreWindow) -> Self {
        Self { window, best_score: -Score::INFINITE, best_tag: 0, searched: 0, all_proven: true }
    }
}

impl<P: Position, E: Evaluator<P>, G: MoveOrdering<P>> SearchThread<P, E, G> {
    /// Searches a position that is not over, at least one ply deep.
    pub(super) fn search_node(&mut self, pos: &P, depth: i32, window: ScoreWindow, ply: usize) -> SearchResult {
        if window.is_open() {
            self.pvs[ply].clear();
        }
        let uses_table = self.tuning.table != TableUse::Off && depth >= self.tuning.table_min_depth as i32;
        let key = if uses_table { self.key(pos) } else { 0 };
        let entry = if uses_table { self.probe(key, ply) } else { None };
        if uses_table {
            self.record_probe(entry);
        }
        if let Some(result) = entry.and_then(|entry| self.table_cutoff(entry, depth, window)) {
            self.record(|trace| trace.end(VisitEnd::Table));
            return result;
        }
        let table_tag = entry.map_or(0, |entry| entry.tag);
        // Internal iterative reduction: without a table move the order is poor and a deep search
        // costly. The shallower one stores a move, and the next iteration comes back with it.
        let is_blind = window.is_open() && table_tag == 0;
        let reduces =
            is_blind && self.tuning.internal_iterative_reductions.is_some_and(|min_depth| depth >= min_depth as i32);
        let depth = depth - i32::from(reduces);
        if reduces {
            self.record(AlphaBetaTrace::reduced_inside);
        }

        let mut picker = std::mem::take(&mut self.pickers[ply]);
        picker.begin(if self.tuning.ordering { table_tag } else { 0 });
        let mut state = NodeState::begin(window);
        let cut_off = self.search_moves(pos, &mut picker, depth, &mut state, ply);
        self.record_end(cut_off, state.searched);
        let result = if self.stopped {
            SearchResult::STOPPED
        } else if cut_off {
            SearchResult { score: state.best_score, proven: state.all_proven }
        } else {
            self.result_without_cutoff(pos, &picker, &state)
        };
        if !self.stopped && uses_table {
            self.store(key, result, window.bound(result.score), depth, state.best_tag, ply);
        }
        self.pickers[ply] = picker;
        result
    }

    /// The transposition cutoff: the result of the table, if it is deep enough and decides the
    /// window.
    fn table_cutoff(&self, entry: TableEntry, depth: i32, window: ScoreWindow) -> Option<SearchResult> {
        let is_deep_enough = match self.tuning.table {
            TableUse::Off => false,
            TableUse::SameDepth => entry.depth == depth as u32,
            // A PV node wants its principal variation, which a cutoff here would truncate.
            TableUse::Full => entry.proven || (entry.depth >= depth as u32 && !window.is_open()),
        };
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        };
        (is_deep_enough && decides).then_some(SearchResult { score: entry.score, proven: entry.proven })
    }

    /// The loop over the moves: whether one of them caused a beta cutoff.
    fn search_moves(
        &mut self,
        pos: &P,
        picker: &mut MovePicker<P::Move>,
        depth: i32,
        state: &mut NodeState,
        ply: usize,
    ) -> bool {
        loop {
            if !IS_MODULE && self.team.is_some() {
                // Another thread may have cut off a node above. Nodes of depth 1 are over before
                // they could profit.
                if depth > 1 && self.is_cut_off() {
                    self.stopped = true;
                    return false;
                }
                if self.should_split(depth, picker.remaining(), state) {
                    let cut_off = self.split_node(pos, depth, ply, picker, state);
                    if cut_off || self.stopped {
                        return cut_off;
                    }
                }
            }
            let Some(PickedMove { mv, index }) = self.next_move(picker, pos, ply) else {
                if self.needs_left_out_moves(pos, state) && self.list_left_out(picker, pos, ply) {
                    continue;
                }
                return false;
            };
            // Late move pruning. What was not searched may be better, so the result proves nothing;
            // and a node whose moves all lose goes on, because any other move may hold.
            if index >= self.max_moves(depth) && !state.window.is_open() && !state.best_score.is_loss() {
                state.all_proven = false;
                self.record(|trace| trace.end(VisitEnd::Pruned));
                return false;
            }
            let context =
                MoveContext { pos, mv, tag: self.ordering.tag(mv), index, depth, ply, defers_re_search: false };
            let result = self.search_move(&context, state.window);
            if self.stopped {
                return false;
            }
            if self.record_result(&context, result, picker, state) {
                return true;
            }
        }
    }

    /// Takes the result of a move into account; true if it causes a beta cutoff.
    pub(super) fn record_result(
        &mut self,
        context: &MoveContext<'_, P>,
        result: SearchResult,
        picker: &mut MovePicker<P::Move>,
        state: &mut NodeState,
    ) -> bool {
        let &MoveContext { pos, mv, tag, depth, ply, .. } = context;
        state.searched += 1;
        state.all_proven &= result.proves(Bound::Upper);
        if result.score > state.best_score {
            state.best_score = result.score;
            if result.score > state.window.alpha {
                state.best_tag = tag;
                if state.window.is_open() {
                    self.update_pv(mv, ply);
                }
                if result.score >= state.window.beta {
                    // One move is enough for a lower bound: what the others are worth does not
                    // matter.
                    state.all_proven = result.proves(Bound::Lower);
                    if self.ordering.is_quiet(pos, mv) {
                        self.record_cutoff(picker, pos, tag, depth, ply);
                    }
                    return true;
                }
                state.window.alpha = result.score;
            }
        }
        if self.tuning.history && depth > 1 && picker.failed_quiets.len() < 64 && self.ordering.is_quiet(pos, mv) {
            picker.failed_quiets.push(tag);
        }
        false
    }

    /// Whether an incomplete ordering has left the node without a move, or without one that does
    /// not lose.
    fn needs_left_out_moves(&mut self, pos: &P, state: &NodeState) -> bool {
        !self.ordering.is_complete()
            && (state.searched == 0
                || (self.tuning.verify_losses && state.best_score.is_loss() && !self.ordering.is_complete_at(pos)))
    }

    /// The result of a node in which no move caused a cutoff.
    fn result_without_cutoff(&mut self, pos: &P, picker: &MovePicker<P::Move>, state: &NodeState) -> SearchResult {
        // Nothing depends on the moves left out unless all that were searched are proven.
        if picker.has_listed_left_out() || !state.all_proven || self.ordering.is_complete_at(pos) {
            return SearchResult { score: state.best_score, proven: state.all_proven };
        }
        // A move that was not searched may be better: a loss is only likely. Later losses stay
        // better than sooner ones.
        let score = match state.best_score.plies() {
            Some(plies) if state.best_score.is_loss() => Score::estimate(plies as i32 - Score::MAX_ESTIMATE.raw()),
            _ => state.best_score,
        };
        SearchResult::estimate(score)
    }

    /// Plays a move and searches what follows; the result is for the player who moved.
    pub(super) fn search_move(&mut self, context: &MoveContext<'_, P>, window: ScoreWindow) -> SearchResult {
        let &MoveContext { pos, mv, tag, depth, ply, .. } = context;
        let mut child = pos.clone();
        child.play(mv);
        self.count_node();
        self.record_play(context);
        if self.stopped {
            return self.record_leaf(window, SearchResult::STOPPED, VisitEnd::Stopped);
        }
        if window.is_open() {
            self.pvs[ply + 1].clear();
        }
        if let Some(outcome) = child.outcome() {
            let result = SearchResult::game_over(outcome, pos.turn(), ply + 1);
            return self.record_leaf(window, result, VisitEnd::GameOver);
        }
        if let Some(score) = self.evaluator.proven_score(&child) {
            let result = SearchResult { score: score.plies_later(ply as i32 + 1), proven: true };
            let result = if child.turn() == pos.turn() { result } else { -result };
            return self.record_leaf(window, result, VisitEnd::Known);
        }
        if P::REPEATS {
            let key = child.key();
            // One repetition is taken for a draw: who can repeat once can repeat again. It proves
            // nothing, though.
            if self.path.contains(&key) {
                return self.record_leaf(window, SearchResult::estimate(Score::DRAW), VisitEnd::Repetition);
            }
            self.path.push(key);
        }
        self.previous_tags[ply + 1] = tag;
        // Extensions end at twice the depth of the iteration, so that no line runs away.
        let extension = if self.tuning.extensions && ply < 2 * self.depth as usize {
            self.ordering.extension(pos, mv, &child) as i32
        } else {
            0
        };
        self.record(|trace| trace.extend(extension as u32));
        let before = self.nodes;
        let result = self.scout_and_re_search(context, &child, depth - 1 + extension, window);
        if !IS_MODULE && depth > 1 && self.team.is_some() {
            self.record_move_cost(depth, self.nodes - before);
        }
        if P::REPEATS {
            self.path.pop();
        }
        result
    }

    /// Principal variation search: late moves are asked with a null window, and at a reduced depth,
    /// whether they are better; those that are get a full-depth re-search with the open window.
    fn scout_and_re_search(
        &mut self,
        context: &MoveContext<'_, P>,
        child: &P,
        depth: i32,
        window: ScoreWindow,
    ) -> SearchResult {
        let flips = child.turn() != context.pos.turn();
        let ply = context.ply + 1;
        let mut last_pass = Pass::Full;
        if context.index > 0 {
            // Late move reduction. PV nodes are few and matter most: their moves are reduced a ply
            // less.
            let mut reduction = self.reduction(context.depth, context.index);
            if reduction > 0 && self.ordering.is_quiet(context.pos, context.mv) {
                reduction -= i32::from(window.is_open());
                let reduced = (depth - reduction).max(self.min_reduced_depth());
                if reduced < depth {
                    let result = self.search_child(
                        child,
                        flips,
                        reduced,
                        window.null_window(),
                        ply,
                        Pass::Reduced((depth - reduced) as u32),
                    );
                    if self.stopped || result.score <= window.alpha {
                        return result;
                    }
                    if context.defers_re_search {
                        self.needs_re_search = true;
                        return result;
                    }
                    last_pass = Pass::ReSearch;
                }
            }
            if self.tuning.null_windows && window.is_open() {
                let result = self.search_child(child, flips, depth, window.null_window(), ply, Pass::Scout);
                if self.stopped || result.score <= window.alpha || result.score >= window.beta {
                    return result;
                }
                if context.defers_re_search {
                    self.needs_re_search = true;
                    return result;
                }
                last_pass = Pass::ReSearch;
            }
        }
        self.search_child(child, flips, depth, window, ply, last_pass)
    }

    /// Searches the position after a move; window and result belong to the player who made it. They
    /// change sides only if the turn does: in some games a player moves twice in a row.
    fn search_child(
        &mut self,
        child: &P,
        flips: bool,
        depth: i32,
        window: ScoreWindow,
        ply: usize,
        pass: Pass,
    ) -> SearchResult {
        self.record_enter(pass, depth, window);
        let child_window = if flips { -window } else { window };
        let result = if depth > 0 && ply < MAX_PLY {
            self.search_node(child, depth, child_window, ply)
        } else {
            self.search_leaf(child, child_window, ply)
        };
        let result = if flips { -result } else { result };
        self.record_leave(result);
        result
    }

    /// The value of a position that is not searched deeper.
    fn search_leaf(&mut self, pos: &P, window: ScoreWindow, ply: usize) -> SearchResult {
        if G::HAS_NOISY_MOVES && self.tuning.quiescence {
            self.quiesce(pos, window, ply)
        } else {
            self.evaluate_in_window(pos, window)
        }
    }
}
