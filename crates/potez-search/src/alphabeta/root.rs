//! The root: iterations with aspiration windows, several lines, and what is known of each root
//! move.

use potez_core::Position;

use super::knowledge::{Evaluator, MoveList, MoveOrdering};
use super::node::{MoveContext, NodeState};
use super::picker::MovePicker;
use super::thread::SearchThread;
use super::window::{ScoreWindow, SearchResult};
use crate::table::Bound;
use crate::trace::Pass;
use crate::{Line, Proof, Score};

/// The moves of the position that is searched, the best of the last iteration first.
pub(super) struct Root<M> {
    pub(super) moves: Vec<RootMove<M>>,
    /// How many of them are wanted with exact values.
    pub(super) multipv: usize,
    /// The line that is searched: moves before it have their values.
    line: usize,
    /// Whether the moves are all that are legal.
    complete: bool,
}

impl<M> Default for Root<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), multipv: 0, line: 0, complete: true }
    }
}

impl<M: Copy + Eq> Root<M> {
    /// Notes the result of a move in a window, and its variation if it is the best so far.
    pub(super) fn record<P: Position<Move = M>>(
        &mut self,
        context: &MoveContext<'_, P>,
        result: SearchResult,
        window: ScoreWindow,
        nodes: u64,
        pvs: &[Vec<M>],
    ) {
        let Some(at) = self.place(context) else { return };
        let bound = window.bound(result.score);
        let root = &mut self.moves[at];
        root.nodes += nodes;
        root.bound_proven = result.proves(bound);
        // A move that fails low keeps the score of when it was best: an upper bound of a null
        // window says little.
        if bound == Bound::Upper {
            return;
        }
        (root.result, root.exact, root.depth) = (result, bound == Bound::Exact, context.depth as u32);
        root.pv.clear();
        root.pv.push(context.mv);
        if window.is_open() {
            // A null window keeps no variation: what lies there is of an earlier move.
            root.pv.extend_from_slice(&pvs[1]);
        }
        // To the front of its line. The others keep their order, which is a good one for the next
        // iteration.
        self.moves[self.line..=at].rotate_right(1);
    }

    /// Where a move is. Moves are searched in their order and only change places with those before
    /// them, so it is where it was listed, unless another thread was faster with a later one.
    fn place<P: Position<Move = M>>(&self, context: &MoveContext<'_, P>) -> Option<usize> {
        let listed = self.line + context.index as usize;
        let is_it = |root: &RootMove<M>| root.mv == context.mv;
        if self.moves.get(listed).is_some_and(is_it) { Some(listed) } else { self.moves.iter().position(is_it) }
    }
}

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    tag: u32,
    /// The result of the last search in which it was the best so far.
    result: SearchResult,
    /// Whether that result is a value and not just a bound.
    exact: bool,
    /// The depth of that search, 0 before the first.
    depth: u32,
    /// Whether the bound that the last search found for it is proven.
    bound_proven: bool,
    pv: Vec<M>,
    nodes: u64,
}

impl<M: Copy> RootMove<M> {
    fn new(mv: M, tag: u32, score: Score) -> Self {
        let result = SearchResult::estimate(score);
        Self { mv, tag, result, exact: false, depth: 0, bound_proven: false, pv: vec![mv], nodes: 0 }
    }

    fn proof(&self) -> Option<Proof> {
        let bound = if self.exact { Bound::Exact } else { Bound::Lower };
        if self.depth == 0 || !self.result.proves(bound) {
            return None;
        }
        // A proven draw that is only a lower bound may still be a win.
        self.result.score.proof().or(self.exact.then_some(Proof::Draw))
    }
}

/// Sorts moves by their scores, once for every type of move and not for every search.
fn sort_best_first<M>(moves: &mut [RootMove<M>]) {
    moves.sort_by_key(|root| std::cmp::Reverse(root.result.score));
}

impl<P: Position, E: Evaluator<P>, G: MoveOrdering<P>> SearchThread<P, E, G> {
    /// Lists the moves of the root as the move ordering and earlier searches order them.
    pub(super) fn list_root(&mut self, pos: &P, multipv: usize) {
        let mut moves = MoveList::default();
        for stage in 0..G::STAGES {
            let from = moves.len();
            self.ordering.candidates(pos, stage, &mut moves);
            if self.tuning.ordering {
                moves.sort_from(from);
            }
        }
        // A static value for every line, in case the search is stopped before it has found any.
        let score = self.evaluate(pos).score;
        let table_tag = self.table.probe(self.key(pos)).map_or(0, |entry| entry.tag);
        let ordering = &self.ordering;
        let mut listed: Vec<_> = moves.iter().map(|mv| RootMove::new(mv, ordering.tag(mv), score)).collect();
        if let Some(at) = listed.iter().position(|root| table_tag != 0 && root.tag == table_tag) {
            listed[..=at].rotate_right(1);
        }
        let complete = self.ordering.is_complete_at(pos);
        self.root = Root { moves: listed, multipv, line: 0, complete };
        if !complete && self.root.moves.len() < multipv.max(1) {
            self.complete_root(pos);
        }
        self.root.multipv = multipv.clamp(1, self.root.moves.len().max(1));
    }

    /// Appends the moves that the ordering left out; false if they are there already.
    fn complete_root(&mut self, pos: &P) -> bool {
        if self.root.complete {
            return false;
        }
        self.root.complete = true;
        let score = self.evaluate(pos).score;
        let left_out = self.left_out_moves(pos);
        let ordering = &self.ordering;
        self.root.moves.extend(left_out.into_iter().map(|mv| RootMove::new(mv, ordering.tag(mv), score)));
        true
    }

    /// One iteration: searches all lines to a depth; false if it was stopped before the end.
    pub(super) fn iterate(&mut self, pos: &P, depth: u32) -> bool {
        self.depth = depth;
        for line in 0..self.root.multipv {
            loop {
                let result = self.search_aspiration_windows(pos, depth, line);
                if self.stopped {
                    return false;
                }
                // When everything listed loses, a move that the ordering left out may still hold.
                if !(result.score.is_loss() && self.complete_root(pos)) {
                    break;
                }
            }
        }
        // Each line was searched by itself, so a later one can come out better than an earlier one.
        let multipv = self.root.multipv;
        sort_best_first(&mut self.root.moves[..multipv]);
        true
    }

    /// Searches a line in a narrow window around its last score, and in wider ones while it fails
    /// low or high.
    fn search_aspiration_windows(&mut self, pos: &P, depth: u32, line: usize) -> SearchResult {
        let expected = self.root.moves[line].result.score;
        let width = match self.tuning.aspiration {
            // The first iterations jump about, and around a proven score there is nothing to
            // expect.
            Some(width) if depth > 2 && expected.proof().is_none() && self.root.moves[line].depth > 0 => {
                (width * self.evaluator.scale() / 100).max(1)
            }
            _ => Score::INFINITE.raw() * 2,
        };
        let (mut below, mut above) = (width, width);
        loop {
            let edge = |raw: i32| Score::from_raw(raw.clamp(-Score::INFINITE.raw(), Score::INFINITE.raw()));
            let window = ScoreWindow { alpha: edge(expected.raw() - below), beta: edge(expected.raw() + above) };
            let result = self.search_root(pos, depth, window, line);
            match window.bound(result.score) {
                _ if self.stopped => return result,
                Bound::Upper if window.alpha > ScoreWindow::FULL.alpha => below = widen(below),
                Bound::Lower if window.beta < ScoreWindow::FULL.beta => above = widen(above),
                _ => return result,
            }
        }
    }

    /// Searches the moves from `line` on and brings the best of them there.
    fn search_root(&mut self, pos: &P, depth: u32, window: ScoreWindow, line: usize) -> SearchResult {
        let mut state = NodeState::begin(window);
        self.root.line = line;
        self.record_enter(Pass::Root, depth as i32, window);
        for at in line..self.root.moves.len() {
            // From here on all threads take moves from the picker and record their results in the
            // root.
            if self.should_split(depth as i32, self.root.moves.len() - at, &state) {
                let mut picker = MovePicker::listed(self.root.moves[at..].iter().map(|root| root.mv), at - line);
                self.split_node(pos, depth as i32, 0, &mut picker, &mut state);
                break;
            }
            let RootMove { mv, tag, .. } = self.root.moves[at];
            let index = (at - line) as u32;
            let context = MoveContext { pos, mv, tag, index, depth: depth as i32, ply: 0, defers_re_search: false };
            let before = self.nodes;
            let result = self.search_move(&context, state.window);
            if self.stopped {
                break;
            }
            self.root.record(&context, result, state.window, self.nodes - before, &self.pvs);
            state.searched += 1;
            state.best_score = state.best_score.max(result.score);
            if result.score >= state.window.beta {
                break;
            }
            state.window.alpha = state.window.alpha.max(result.score);
        }
        let result = SearchResult::estimate(state.best_score);
        let cut_off = !self.stopped && state.best_score >= window.beta;
        self.record_end(cut_off, state.searched);
        self.record_leave(result);
        result
    }

    /// Whether no deeper search can change what is known of the wanted lines.
    pub(super) fn is_solved(&self) -> bool {
        let lines = &self.root.moves[..self.root.multipv];
        lines.iter().all(|root| root.exact && root.proof().is_some())
            && (lines.iter().all(|root| root.result.score.is_win())
                || (self.root.complete && self.root.moves.iter().all(|root| root.bound_proven)))
    }

    /// The wanted lines as they are now.
    pub(super) fn lines(&mut self, pos: &P) -> Vec<Line<P::Move>> {
        let roots: Vec<_> = self.root.moves[..self.root.multipv.min(self.root.moves.len())].to_vec();
        let line = |root: RootMove<P::Move>| {
            let score = root.result.score;
            let mut pv = root.pv.clone();
            // Proven results are shown to the end of the game, estimates as far as they were
            // searched.
            let most = score.plies().unwrap_or(root.depth).max(1);
            self.extend_pv(pos, &mut pv, most as usize);
            let proof = root.proof();
            let win_chance = if proof == Some(Proof::Draw) { 0.5 } else { self.evaluator.win_chance(score) };
            Line { score, win_chance, proof, pv, depth: root.depth, visits: root.nodes }
        };
        roots.into_iter().map(line).collect()
    }
}

/// Four times as wide: a score that leaves the window once mostly leaves a slightly wider one too.
fn widen(width: i32) -> i32 {
    width.saturating_mul(4).min(Score::INFINITE.raw() * 2)
}
