use potez_core::Position;

use super::guide::{Evaluator, Guide, Moves};
use super::node::{Course, Step};
use super::ordering::Picker;
use super::window::{Found, Window};
use super::worker::Worker;
use crate::table::Bound;
use crate::{Line, Proof, Score};

/// The moves of the position that is searched, the best of the last iteration first.
pub(super) struct Root<M> {
    pub(super) moves: Vec<RootMove<M>>,
    /// How many of them are wanted with exact values.
    pub(super) lines: usize,
    /// The line that is searched: moves before it are settled.
    line: usize,
    /// Whether the moves are all that are legal.
    complete: bool,
}

impl<M> Default for Root<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), lines: 0, line: 0, complete: true }
    }
}

impl<M: Copy + Eq> Root<M> {
    /// Notes the result of a move in a window, and its line if it is the best so far.
    pub(super) fn record<P: Position<Move = M>>(
        &mut self,
        step: &Step<'_, P>,
        found: Found,
        window: Window,
        nodes: u64,
        pvs: &[Vec<M>],
    ) {
        let Some(at) = self.place(step) else { return };
        let bound = window.bound(found.score);
        let root = &mut self.moves[at];
        root.nodes += nodes;
        root.certain = found.is_certain(bound);
        if bound == Bound::Upper {
            return;
        }
        (root.found, root.exact, root.depth) = (found, bound == Bound::Exact, step.depth as u32);
        root.pv.clear();
        root.pv.push(step.mv);
        if window.is_open() {
            // A narrow window follows no line: what lies there is of an earlier move.
            root.pv.extend_from_slice(&pvs[1]);
        }
        self.moves[self.line..=at].rotate_right(1);
    }

    /// Where a move is. Moves are searched in their order and only change places with those before them, so it is where
    /// it was listed, unless another thread was faster with a later one.
    fn place<P: Position<Move = M>>(&self, step: &Step<'_, P>) -> Option<usize> {
        let listed = self.line + step.index as usize;
        let is_it = |root: &RootMove<M>| root.mv == step.mv;
        if self.moves.get(listed).is_some_and(is_it) { Some(listed) } else { self.moves.iter().position(is_it) }
    }
}

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    tag: u32,
    /// The result of the last search in which it was the best so far.
    found: Found,
    /// Whether that result is a value and not just a bound.
    exact: bool,
    /// The depth of that search, 0 before the first.
    depth: u32,
    /// Whether what the last search said of it is certain.
    certain: bool,
    pv: Vec<M>,
    nodes: u64,
}

impl<M: Copy> RootMove<M> {
    fn new(mv: M, tag: u32, score: Score) -> Self {
        let found = Found::estimate(score);
        Self { mv, tag, found, exact: false, depth: 0, certain: false, pv: vec![mv], nodes: 0 }
    }

    fn proof(&self) -> Option<Proof> {
        let bound = if self.exact { Bound::Exact } else { Bound::Lower };
        if self.depth == 0 || !self.found.is_certain(bound) {
            return None;
        }
        self.found.score.decided().or(self.exact.then_some(Proof::Draw))
    }
}

impl<P: Position, E: Evaluator<P>, G: Guide<P>> Worker<P, E, G> {
    /// Lists the moves of the root in the order of the guide and of earlier searches.
    pub(super) fn list_root(&mut self, pos: &P, lines: usize) {
        let mut moves = Moves::default();
        for stage in 0..G::STAGES {
            let from = moves.len();
            self.guide.candidates(pos, stage, &mut moves);
            moves.ranked[from..].sort_by_key(|ranked| std::cmp::Reverse(ranked.order));
        }
        // A static value for every line, in case the search is stopped before it has found any.
        let score = self.evaluate(pos).score;
        let first = self.table.probe(self.key(pos)).map_or(0, |entry| entry.tag);
        let guide = &self.guide;
        let mut listed: Vec<_> = moves.iter().map(|mv| RootMove::new(mv, guide.tag(mv), score)).collect();
        if let Some(at) = listed.iter().position(|root| first != 0 && root.tag == first) {
            listed[..=at].rotate_right(1);
        }
        let complete = self.guide.is_complete_at(pos);
        self.root = Root { moves: listed, lines, line: 0, complete };
        if !complete && self.root.moves.len() < lines.max(1) {
            self.complete_root(pos);
        }
        self.root.lines = lines.clamp(1, self.root.moves.len().max(1));
    }

    /// Appends the moves that the guide left out; false if they are there already.
    fn complete_root(&mut self, pos: &P) -> bool {
        if self.root.complete {
            return false;
        }
        self.root.complete = true;
        let score = self.evaluate(pos).score;
        let rest = self.moves_left_out(pos);
        let guide = &self.guide;
        self.root.moves.extend(rest.into_iter().map(|mv| RootMove::new(mv, guide.tag(mv), score)));
        true
    }

    /// Searches all lines to a depth; false if it was stopped before the end.
    pub(super) fn iterate(&mut self, pos: &P, depth: u32) -> bool {
        self.depth = depth;
        for line in 0..self.root.lines {
            loop {
                let found = self.aspire(pos, depth, line);
                if self.stopped {
                    return false;
                }
                if !(found.score.is_loss() && self.complete_root(pos)) {
                    break;
                }
            }
        }
        let lines = self.root.lines;
        self.root.moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.found.score));
        true
    }

    /// Searches a line in a narrow window around its last value, and in wider ones while it falls outside.
    fn aspire(&mut self, pos: &P, depth: u32, line: usize) -> Found {
        let expected = self.root.moves[line].found.score;
        let width = match self.tuning.aspiration {
            Some(width) if depth > 2 && expected.decided().is_none() && self.root.moves[line].depth > 0 => {
                (width * self.evaluator.scale() / 100).max(1)
            }
            _ => Score::INFINITE.raw() * 2,
        };
        let (mut below, mut above) = (width, width);
        loop {
            let edge = |raw: i32| Score::from_raw(raw.clamp(-Score::INFINITE.raw(), Score::INFINITE.raw()));
            let window = Window { alpha: edge(expected.raw() - below), beta: edge(expected.raw() + above) };
            let found = self.search_root(pos, depth, window, line);
            match window.bound(found.score) {
                _ if self.stopped => return found,
                Bound::Upper if window.alpha > Window::FULL.alpha => below = widen(below),
                Bound::Lower if window.beta < Window::FULL.beta => above = widen(above),
                _ => return found,
            }
        }
    }

    /// Searches the moves from `line` on and brings the best of them there.
    fn search_root(&mut self, pos: &P, depth: u32, window: Window, line: usize) -> Found {
        let mut course = Course::begin(window);
        self.root.line = line;
        for at in line..self.root.moves.len() {
            if self.shares(depth as i32, self.root.moves.len() - at, &course) {
                let mut picker = Picker::listed(self.root.moves[at..].iter().map(|root| root.mv), at - line);
                self.share(pos, depth as i32, 0, &mut picker, &mut course);
                break;
            }
            let RootMove { mv, tag, .. } = self.root.moves[at];
            let step = Step { pos, mv, tag, index: (at - line) as u32, depth: depth as i32, ply: 0, glance: false };
            let before = self.nodes;
            let found = self.try_move(&step, course.window);
            if self.stopped {
                break;
            }
            self.root.record(&step, found, course.window, self.nodes - before, &self.pvs);
            course.tried += 1;
            course.score = course.score.max(found.score);
            if found.score >= course.window.beta {
                break;
            }
            course.window.alpha = course.window.alpha.max(found.score);
        }
        Found::estimate(course.score)
    }

    /// Whether no deeper search can change what is known of the wanted lines.
    pub(super) fn is_settled(&self) -> bool {
        let lines = &self.root.moves[..self.root.lines];
        lines.iter().all(|root| root.exact && root.proof().is_some())
            && (lines.iter().all(|root| root.found.score.is_win())
                || (self.root.complete && self.root.moves.iter().all(|root| root.certain)))
    }

    /// The wanted lines as they stand.
    pub(super) fn lines(&mut self, pos: &P) -> Vec<Line<P::Move>> {
        let roots: Vec<_> = self.root.moves[..self.root.lines.min(self.root.moves.len())].to_vec();
        let line = |root: RootMove<P::Move>| {
            let score = root.found.score;
            let mut pv = root.pv.clone();
            let most = score.plies().unwrap_or(root.depth).max(1);
            self.extend_pv(pos, &mut pv, most as usize);
            let proof = root.proof();
            let win_chance = if proof == Some(Proof::Draw) { 0.5 } else { self.evaluator.win_chance(score) };
            Line { score, win_chance, proof, pv, depth: root.depth, visits: root.nodes }
        };
        roots.into_iter().map(line).collect()
    }
}

fn widen(width: i32) -> i32 {
    width.saturating_mul(4).min(Score::INFINITE.raw() * 2)
}
